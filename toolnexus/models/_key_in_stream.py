"""A key that a server writes into a streamed answer, also where it is spread over pieces."""

from __future__ import annotations

from typing import Any

from toolnexus._types import JsonObject
from toolnexus.models._keys import Key

_PIECEMEAL = ("content", "reasoning", "reasoning_content", "refusal")
"""The texts of a message that come in pieces, beside the arguments of its calls."""

_Place = tuple[Any, ...]


class KeyInStream:
    """Takes a key out of the chunks of one answer.

    A piece of text may end in the first letters of the key. These are held back until the next
    piece of the same text shows whether the rest follows; so nothing is lost, and mostly
    nothing is late.

    Args:
        key: The key; None if the request carries none.

    Example:
        >>> stream = KeyInStream(Key("sk-very-secret"))
        >>> chunks = [{"choices": [{"delta": {"content": text}}]} for text in ("a sk-ve", "ry")]
        >>> [stream.hidden(chunk)["choices"][0]["delta"]["content"] for chunk in chunks]
        ['a ', '']
        >>> stream.rest()
        [{'choices': [{'index': 0, 'delta': {'content': 'sk-very'}}]}]
    """

    def __init__(self, key: Key | None) -> None:
        self._key = key
        self._held: dict[_Place, str] = {}

    def hidden(self, chunk: JsonObject) -> JsonObject:
        """Return the next chunk without the key."""
        if self._key is None:
            return chunk
        chunk = self._key.hide_in(chunk)
        choices = chunk.get("choices")
        if not isinstance(choices, list) or not self._key.is_secret:
            return chunk
        return {**chunk, "choices": [self._choice(choice) for choice in choices]}

    def rest(self) -> list[JsonObject]:
        """Return what is still held back when the answer has ended, as further chunks."""
        held, self._held = self._held, {}
        return [_chunk_of(place, text) for place, text in held.items() if text]

    def _choice(self, choice: Any) -> Any:
        delta = choice.get("delta") if isinstance(choice, dict) else None
        if not isinstance(delta, dict):
            return choice
        at = choice.get("index", 0)
        changed = {
            name: self._text((at, name), text) if name in _PIECEMEAL else text
            for name, text in delta.items()
        }
        calls = delta.get("tool_calls")
        if isinstance(calls, list):
            changed["tool_calls"] = [self._call(at, call) for call in calls]
        return {**choice, "delta": changed}

    def _call(self, at: Any, call: Any) -> Any:
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or "arguments" not in function:
            return call
        place = (at, "tool_calls", call.get("index", 0))
        arguments = self._text(place, function["arguments"])
        return {**call, "function": {**function, "arguments": arguments}}

    def _text(self, place: _Place, text: Any) -> Any:
        assert self._key is not None  # noqa: S101 - there is nothing to hide otherwise
        if not isinstance(text, str) or not _is_plain(place):
            return text
        shown, self._held[place] = self._key.split(self._held.get(place, "") + text)
        return shown


def _is_plain(place: _Place) -> bool:
    """Tell whether it can be a key of a dict: a server may send anything as an index."""
    return all(isinstance(step, (str, int)) for step in place)


def _chunk_of(place: _Place, text: str) -> JsonObject:
    at, name, *call = place
    delta: JsonObject = {name: text}
    if call:
        delta = {name: [{"index": call[0], "function": {"arguments": text}}]}
    return {"choices": [{"index": at, "delta": delta}]}
