"""What is odd about a model's message, in words: mistakes that the loop can live with."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from toolnexus._types import JsonObject, ToolCall

_TAGGED_CALL = re.compile(
    r"<(tool_call|function_call|function|call|tools?)\b[^>]*>|\[TOOL_CALLS\]"
)


def notes_of(
    received: JsonObject,
    calls: Collection[ToolCall],
    finish_reason: str | None,
    request: JsonObject,
) -> tuple[str, ...]:
    """Say what is odd about a message.

    Args:
        received: The message as it came.
        calls: The tool calls in it.
        finish_reason: What the server said of the end.
        request: What it answers.

    Example:
        >>> notes_of({"content": "<tool_call>{}</tool_call>"}, [], "stop", {})
        ('the text looks like a tool call, but is none: nothing was executed',)
    """
    return tuple(_notes(received, calls, finish_reason, request))


def _notes(
    received: JsonObject,
    calls: Collection[ToolCall],
    finish_reason: str | None,
    request: JsonObject,
) -> Iterator[str]:
    given = received.get("tool_calls")
    entries = given if isinstance(given, (list, tuple)) else [given] if calls and given else []
    if not entries and received.get("function_call"):
        yield "the legacy function_call was read as a tool call"
    yield from _id_notes(entries, calls)
    if any(isinstance(_arguments(entry), (dict, list)) for entry in entries):
        yield "arguments came as an object instead of JSON text"
    if len({(call.name, call.arguments) for call in calls}) < len(calls):
        yield "the same call came more than once"
    if len(calls) > 1 and request.get("parallel_tool_calls") is False:
        yield f"{len(calls)} calls came although parallel_tool_calls is false"
    if calls and received.get("content"):
        yield "text came along with the calls"
    if calls and finish_reason not in ("tool_calls", "function_call", None):
        yield f"finish_reason is {finish_reason!r} although there are calls"
    if not calls and finish_reason in ("tool_calls", "function_call"):
        yield f"finish_reason is {finish_reason!r} although there are no calls"
    if received.get("reasoning") or received.get("reasoning_content"):
        yield "the model's reasoning came along; it is not part of the answer"
    if not calls and _looks_like_a_call(received.get("content"), request):
        yield "the text looks like a tool call, but is none: nothing was executed"


def _id_notes(entries: Any, calls: Collection[ToolCall]) -> Iterator[str]:
    given = [entry.get("id") if isinstance(entry, dict) else None for entry in entries]
    made = [call.id for call, own in zip(calls, given, strict=False) if str(own) != call.id]
    if made and any(given):
        yield f"an id was missing or not the only one of its kind; made up: {', '.join(made)}"
    elif made:
        yield f"ids were missing; made up: {', '.join(made)}"


def _arguments(entry: Any) -> Any:
    function = entry.get("function") if isinstance(entry, dict) else None
    return function.get("arguments") if isinstance(function, dict) else None


def _looks_like_a_call(content: Any, request: JsonObject) -> bool:
    if not isinstance(content, str) or not request.get("tools"):
        return bool(isinstance(content, str) and _TAGGED_CALL.search(content))
    if _TAGGED_CALL.search(content):
        return True
    text = content.strip().removeprefix("```json").strip("`\n ")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    names = [entry.get("function", {}).get("name") for entry in request["tools"]]
    found = value[0] if isinstance(value, list) and value else value
    return isinstance(found, dict) and found.get("name", found.get("tool")) in names
