"""The pieces of a streamed answer, put together.

Servers disagree about the pieces of a tool call: some leave the index out, some send the id or
the name once, some with every piece, some give two calls the same index. The rules here are
the ones that read all of them right; see `_Assembly`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from toolnexus._types import JsonObject
from toolnexus.adapters._openai._messages import plain_dict

_TEXTS = ("content", "refusal", "reasoning", "reasoning_content")


def message_from_chunks(chunks: Iterable[Any]) -> JsonObject:
    """Put the chunks of a streamed chat completion together to its assistant message.

    Args:
        chunks: The chunks in the order they came: dicts, or objects of the openai package.

    Returns:
        The message with its text and its tool calls, as a server that doesn't stream would have
        sent it. Hand it to `message_from_openai` before it goes into the history.

    Raises:
        MessageFormatError: Something is not a chunk.

    Example:
        >>> def chunk(**function):
        ...     return {"choices": [{"delta": {"tool_calls": [{"index": 0, **function}]}}]}
        >>> message_from_chunks([
        ...     chunk(id="call_1", function={"name": "add", "arguments": '{"a":'}),
        ...     chunk(function={"arguments": " 1}"}),
        ... ])["tool_calls"][0]["function"]
        {'name': 'add', 'arguments': '{"a": 1}'}
    """
    message: JsonObject = completion_from_chunks(chunks)["choices"][0]["message"]
    return message


def completion_from_chunks(chunks: Iterable[Any]) -> JsonObject:
    """Put the chunks of a streamed chat completion together to the whole completion.

    Args:
        chunks: As for `message_from_chunks`.

    Returns:
        A chat completion with one choice, and with the usage if a chunk told it.

    Raises:
        MessageFormatError: Something is not a chunk.
    """
    assembly = _Assembly()
    for chunk in chunks:
        assembly.add(chunk)
    return assembly.completion()


@dataclass
class _Call:
    """One tool call as far as it has come."""

    index: int | None = None
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)

    def takes(self, index: int | None, call_id: str, name: str) -> bool:
        """Tell whether a piece can belong to this call."""
        if index is not None and self.index is not None and index != self.index:
            return False
        if call_id and self.id and call_id != self.id:
            return False
        if not name or not self.arguments:
            return True
        # A name behind arguments: the same name again, or that of another call.
        is_marked = index is not None or bool(call_id)
        return name == self.name and (is_marked or not self._is_complete())

    def _is_complete(self) -> bool:
        try:
            json.loads("".join(self.arguments))
        except ValueError:
            return False
        return True


class _Assembly:
    """Collects chunks.

    A piece belongs to the call with its index, a piece without index to the last call. Another
    id starts another call, and so does another name behind arguments. An empty id or name is
    none. A name that comes again is the same name; other pieces of a name are parts of it.
    """

    def __init__(self) -> None:
        self._head: JsonObject = {}
        self._texts: dict[str, list[str]] = {}
        self._calls: list[_Call] = []
        self._legacy: _Call | None = None
        self._finish_reason: str | None = None
        self._usage: Any = None

    def add(self, chunk: Any) -> None:
        """Take one chunk; keep-alives and chunks without choices may bring only the usage."""
        if chunk is None:
            return
        plain = plain_dict(chunk)
        for key in ("id", "created", "model"):
            if plain.get(key) and key not in self._head:
                self._head[key] = plain[key]
        if plain.get("usage"):
            self._usage = plain["usage"]
        for choice in plain.get("choices") or []:
            self._add_choice(plain_dict(choice))

    def _add_choice(self, choice: JsonObject) -> None:
        if choice.get("index") not in (0, None):
            return  # another answer to the same request
        if choice.get("finish_reason"):
            self._finish_reason = choice["finish_reason"]
        delta = plain_dict(choice.get("delta") or choice.get("message") or {})
        for key in _TEXTS:
            if isinstance(delta.get(key), str):
                self._texts.setdefault(key, []).append(delta[key])
        entries = delta.get("tool_calls")
        for entry in entries if isinstance(entries, (list, tuple)) else []:
            if entry:
                self._add_piece(plain_dict(entry))
        if delta.get("function_call"):
            self._legacy = self._legacy or _Call()
            _extend(self._legacy, "", plain_dict(delta["function_call"]))

    def _add_piece(self, entry: JsonObject) -> None:
        index = entry.get("index")
        index = index if isinstance(index, int) else None
        call_id = entry.get("id") or ""
        function = plain_dict(entry.get("function") or {})
        call = self._owner(index, str(call_id), function.get("name") or "")
        _extend(call, str(call_id), function)

    def _owner(self, index: int | None, call_id: str, name: str) -> _Call:
        for call in reversed(self._calls):
            if call_id and call.id == call_id and index in (None, call.index):
                return call
            if index is not None and call.index == index and call.takes(index, call_id, name):
                return call
        last = self._calls[-1] if self._calls else None
        if index is None and last is not None and last.takes(index, call_id, name):
            return last
        call = _Call(index=index)
        self._calls.append(call)
        return call

    def completion(self) -> JsonObject:
        """Return what has come, as one completion."""
        message: JsonObject = {"role": "assistant", "content": None}
        message |= {key: "".join(texts) for key, texts in self._texts.items()}
        if self._calls:
            message["tool_calls"] = [_entry(call) for call in self._calls]
        if self._legacy is not None:
            message["function_call"] = _entry(self._legacy)["function"]
        choice = {"index": 0, "message": message, "finish_reason": self._finish_reason}
        completion = {"object": "chat.completion", **self._head, "choices": [choice]}
        if self._usage is not None:
            completion["usage"] = self._usage
        return completion


def _extend(call: _Call, call_id: str, function: JsonObject) -> None:
    call.id = call.id or call_id
    name = function.get("name")
    if isinstance(name, str) and name and name != call.name:
        call.name += name
    arguments = function.get("arguments")
    if isinstance(arguments, str):
        if arguments:
            call.arguments.append(arguments)
    elif arguments is not None:
        call.arguments.append(json.dumps(arguments, ensure_ascii=False))


def _entry(call: _Call) -> JsonObject:
    function = {"name": call.name, "arguments": "".join(call.arguments)}
    entry = {"type": "function", "function": function}
    return {"id": call.id, **entry} if call.id else entry
