"""Streamed answers: lines of server-sent events, put together to one value.

Chunks of chat completions are put together by the adapter, when their shape is seen.
"""

from __future__ import annotations

import json
import re
from typing import Any

from toolnexus._calls import listed
from toolnexus._model_output._context import Reader
from toolnexus._model_output._result import Span
from toolnexus._model_output._values import UNREAD, strict_or_free_value
from toolnexus._types import JsonObject

_DATA = re.compile(r"^[ \t]*data:[ \t]?(.*)$", re.MULTILINE)
_STARTS = re.compile(r"[ \t]*(?:data|event|id|retry):|[ \t]*:")


def streamed_value(span: Span, reader: Reader) -> Any:
    """Read lines of `data: {...}`.

    Returns:
        The list of what came, or one message put together of it; `UNREAD` if these are no such
        lines.
    """
    text = span.text
    if not _STARTS.match(text):
        return _lines_of_chunks(text, reader)
    was_strict = reader.is_strict
    events = []
    for match in _DATA.finditer(text):
        piece = span.part(match.start(1), match.end(1)).stripped()
        if not piece.text or piece.text == "[DONE]":
            continue
        value = strict_or_free_value(piece, reader)
        if value is UNREAD:
            words = "a line of the stream can't be read; it was left out"
            reader.notes.add("broken_line", words, piece)
            reader.left_out.append(piece.text)
        elif isinstance(value, dict):
            events.append(value)
    if not events:
        reader.is_strict = was_strict
        return UNREAD
    reader.notes.add("stream", f"a stream of {len(events)} pieces, put together")
    return _together(events)


def _lines_of_chunks(text: str, reader: Reader) -> Any:
    """Read chunks of a chat completion that stand in a line each, without `data:`."""
    lines = text.splitlines()
    if len(lines) < 2 or '"delta"' not in lines[0]:
        return UNREAD
    try:
        events = [json.loads(line) for line in lines if line.strip()]
    except (ValueError, RecursionError):
        return UNREAD
    reader.notes.add("stream", f"a stream of {len(events)} pieces, put together")
    return events


def _together(events: list[JsonObject]) -> Any:
    kinds = {str(event.get("type", "")) for event in events}
    if any(kind.startswith("content_block") for kind in kinds):
        return _anthropic_message(events)
    if any(kind.startswith("response.") for kind in kinds):
        return _responses_output(events)
    if any("candidates" in event for event in events):
        return _gemini_content(events)
    return events


def _anthropic_message(events: list[JsonObject]) -> JsonObject:
    """Put the blocks of Anthropic's Messages together."""
    blocks: dict[Any, JsonObject] = {}
    pieces: dict[Any, list[str]] = {}
    for event in events:
        index, block, delta = event.get("index"), event.get("content_block"), event.get("delta")
        if isinstance(block, dict):
            blocks[index] = dict(block)
        elif isinstance(delta, dict) and index in blocks:
            piece = delta.get("partial_json", delta.get("text"))
            pieces.setdefault(index, []).append(piece if isinstance(piece, str) else "")
    for index, block in blocks.items():
        text = "".join(pieces.get(index, []))
        if block.get("type") == "tool_use" and text:
            block["input"] = _object_or_text(text)
        elif text:
            block["text"] = str(block.get("text") or "") + text
    return {"role": "assistant", "content": list(blocks.values())}


def _object_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _responses_output(events: list[JsonObject]) -> JsonObject:
    """Take the whole items out of the events of OpenAI's Responses."""
    done = [event["response"] for event in events if isinstance(event.get("response"), dict)]
    whole = [one for one in done if listed(one.get("output"))]
    if whole:
        return dict(whole[-1])
    items: dict[Any, JsonObject] = {}
    for event in events:
        key = event.get("output_index")
        if isinstance(event.get("item"), dict):
            items[key] = dict(event["item"])
        elif key in items and event.get("type") == "response.function_call_arguments.delta":
            delta = event.get("delta")
            items[key]["arguments"] = str(items[key].get("arguments") or "") + str(delta)
    return {"output": list(items.values())}


def _gemini_content(events: list[JsonObject]) -> JsonObject:
    parts: list[Any] = []
    for event in events:
        candidates = [one for one in listed(event.get("candidates")) if isinstance(one, dict)]
        content = candidates[0].get("content") if candidates else None
        if isinstance(content, dict):
            parts += listed(content.get("parts"))
    return {"role": "model", "parts": parts}
