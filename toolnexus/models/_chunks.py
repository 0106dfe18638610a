"""A chat completion as a stream of chunks, in the ways that servers write them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from toolnexus._types import JsonObject

_MOST_PIECES = 20
_LEAST_PIECE = 6

STREAM_STYLES = (
    *("no_index", "id_once", "name_repeated", "name_split", "no_id"),
    *("parallel_no_index", "empty_chunks"),
)
"""What a server can do differently from OpenAI's."""


async def stream(chunks: Iterable[JsonObject]) -> AsyncIterator[JsonObject]:
    """Yield chunks as a server would, one by one."""
    for chunk in chunks:
        yield chunk


def chunks_of(
    completion: JsonObject, *, style: str = "", include_usage: bool = False
) -> Iterator[JsonObject]:
    """Cut a completion into the chunks of a stream.

    Args:
        completion: A chat completion with one choice.
        style: One of `STREAM_STYLES`; empty for what OpenAI does.
        include_usage: Whether a last chunk tells the usage.
    """
    choice = completion["choices"][0]
    message: JsonObject = choice["message"]
    head = {key: completion[key] for key in ("id", "created", "model")}
    head["object"] = "chat.completion.chunk"

    def chunk(delta: JsonObject, finish_reason: str | None = None) -> JsonObject:
        written = {"index": 0, "delta": delta, "finish_reason": finish_reason}
        return {**head, "choices": [{**written, "logprobs": None}]}

    yield chunk({"role": "assistant", "content": None if _calls(message) else ""})
    for delta in _deltas(message, style):
        if style == "empty_chunks":
            yield {**head, "choices": []}
            yield chunk({})
        yield chunk(delta)
    yield chunk({}, choice["finish_reason"])
    if include_usage or style == "empty_chunks":
        yield {**head, "choices": [], "usage": completion["usage"]}


def _calls(message: JsonObject) -> bool:
    return bool(message.get("tool_calls") or message.get("function_call"))


def _deltas(message: JsonObject, style: str) -> Iterator[JsonObject]:
    for key in ("reasoning", "content", "refusal"):
        for piece in _pieces(message.get(key) or ""):
            yield {key: piece}
    legacy = message.get("function_call")
    if legacy:
        yield {"function_call": {"name": legacy["name"], "arguments": ""}}
        for piece in _pieces(legacy["arguments"]):
            yield {"function_call": {"arguments": piece}}
    for index, entry in enumerate(message.get("tool_calls") or ()):
        for written in _styled(list(_call_pieces(entry, index)), style):
            yield {"tool_calls": [written]}


def _call_pieces(entry: JsonObject, index: int) -> Iterator[JsonObject]:
    """Cut one tool call, with all that is wrong about it."""
    function = entry["function"]
    arguments: Any = function.get("arguments")
    head: JsonObject = {"name": function["name"]}
    if isinstance(arguments, str):
        head["arguments"] = ""
    elif "arguments" in function:  # null, or an object, which can't be cut
        head["arguments"] = arguments
    yield {"index": index, **entry, "function": head}
    for piece in _pieces(arguments) if isinstance(arguments, str) else ():
        yield {"index": index, "function": {"arguments": piece}}


def _styled(pieces: list[JsonObject], style: str) -> Iterator[JsonObject]:
    first, rest = pieces[0], pieces[1:]
    name: str = first["function"]["name"]
    if style == "parallel_no_index":
        text = "".join(piece["function"]["arguments"] for piece in rest)
        whole = {**first, "function": {"name": name, "arguments": text}}
        yield {key: value for key, value in whole.items() if key != "index"}
        return
    if style == "name_split" and len(name) > 1:
        cut = len(name) // 2 + (name[: len(name) // 2] == name[len(name) // 2 :])
        yield {**first, "function": {"name": name[:cut], "arguments": ""}}
        yield {"index": first["index"], "function": {"name": name[cut:], "arguments": ""}}
    else:
        yield _restyled(first, first, style)
    for number, piece in enumerate(rest):
        written = _restyled(piece, first, style)
        if style == "id_once":
            written["id"] = None if number % 2 else ""
        yield written


def _restyled(piece: JsonObject, first: JsonObject, style: str) -> JsonObject:
    written = dict(piece)
    if style == "no_index":
        del written["index"]
    elif style == "no_id":
        written.pop("id", None)
    elif style == "name_repeated":
        function = {"name": first["function"]["name"], **piece["function"]}
        written |= {"id": first["id"], "function": function}
    return written


def _pieces(text: str) -> Iterator[str]:
    """Cut a text into several pieces: short ones, but not too many."""
    size = max(_LEAST_PIECE, -(-len(text) // _MOST_PIECES))
    if _LEAST_PIECE // 2 < len(text) <= size:
        size = -(-len(text) // 2)
    yield from (text[start : start + size] for start in range(0, len(text), size))
