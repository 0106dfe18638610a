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

from toolnexus._calls import json_text, listed, plain_dict
from toolnexus._types import JsonObject
from toolnexus.adapters._openai._messages import server_error

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
        ModelError: A chunk tells of a server's error.

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
        ModelError: A chunk tells of a server's error.
    """
    assembly = _Assembly()
    for chunk in chunks:
        assembly.add(chunk)
    return assembly.completion()


@dataclass(frozen=True)
class _Piece:
    """What one chunk says of one tool call; what it doesn't say is None or empty."""

    index: int | None
    id: str
    name: str
    arguments: str

    @classmethod
    def of(cls, entry: JsonObject) -> _Piece:
        index, call_id = entry.get("index"), entry.get("id")
        function = plain_dict(entry.get("function") or {})
        name, arguments = function.get("name"), function.get("arguments")
        if arguments is not None and not isinstance(arguments, str):
            arguments = json_text(arguments)
        return cls(
            index if isinstance(index, int) else None,
            str(call_id) if call_id else "",
            name if isinstance(name, str) else "",
            arguments or "",
        )


@dataclass
class _Call:
    """One tool call as far as it has come."""

    index: int | None = None
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)

    def takes(self, piece: _Piece) -> bool:
        """Tell whether a piece can belong to this call."""
        if None not in (piece.index, self.index) and piece.index != self.index:
            return False
        if piece.id and self.id and piece.id != self.id:
            return False
        if not piece.name or not self.arguments:
            return True
        # A name behind arguments: the same name again, or that of another call.
        if piece.name != self.name:
            return False
        return not (piece.arguments.strip() and self._is_complete())

    def add(self, piece: _Piece) -> None:
        """Take a piece."""
        self.index = piece.index if self.index is None else self.index
        self.id = self.id or piece.id
        if piece.name != self.name:
            self.name += piece.name
        if piece.arguments:
            self.arguments.append(piece.arguments)

    def _is_complete(self) -> bool:
        text = "".join(self.arguments)
        if not text.rstrip().endswith("}"):
            return False
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return False
        return True


class _Assembly:
    """Collects chunks.

    A piece belongs to the call with its id or index, a piece without either to the last call.
    Another id starts another call, and so does a name behind arguments if it is another one, or
    the same with more arguments behind those of a complete call. An empty id or name is none. A
    name that comes again is the same name; other pieces of a name are parts of it.
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
        if plain.get("error") and not plain.get("choices"):
            raise server_error(plain["error"])
        if plain.get("usage"):
            self._usage = plain["usage"]
        for choice in listed(plain.get("choices")):
            self._add_choice(plain_dict(choice))

    def _add_choice(self, choice: JsonObject) -> None:
        if choice.get("index") not in (0, None):
            return  # another answer to the same request
        if choice.get("finish_reason"):
            self._finish_reason = choice["finish_reason"]
        delta = plain_dict(choice.get("delta") or choice.get("message") or {})
        for key in _TEXTS:
            text = _text(delta.get(key))
            if text is not None:
                self._texts.setdefault(key, []).append(text)
        entries = delta.get("tool_calls")
        for entry in entries if isinstance(entries, (list, tuple)) else []:
            if entry:
                piece = _Piece.of(plain_dict(entry))
                self._owner(piece).add(piece)
        if delta.get("function_call"):
            self._legacy = self._legacy or _Call()
            self._legacy.add(_Piece.of({"function": delta["function_call"]}))

    def _owner(self, piece: _Piece) -> _Call:
        """Find the call that a piece belongs to, or start one."""
        for call in reversed(self._calls):
            has_id = bool(piece.id) and call.id == piece.id
            has_index = piece.index is not None and call.index == piece.index
            if (has_id or has_index) and call.takes(piece):
                return call
        last = self._calls[-1] if self._calls else None
        if last is not None and None in (piece.index, last.index) and last.takes(piece):
            return last
        call = _Call(index=piece.index)
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


def _text(value: Any) -> str | None:
    """Return a piece of text, which some servers send in parts; None if it is none."""
    if isinstance(value, list):
        texts = [part.get("text") for part in value if isinstance(part, dict)]
        return "".join(text for text in texts if isinstance(text, str))
    return value if isinstance(value, str) else None


def _entry(call: _Call) -> JsonObject:
    function = {"name": call.name, "arguments": "".join(call.arguments)}
    entry = {"type": "function", "function": function}
    return {"id": call.id, **entry} if call.id else entry
