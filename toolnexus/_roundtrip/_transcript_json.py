"""Transcripts and their steps as JSON text, and back.

What is read comes from a file, so each part is looked at before it is believed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn, get_args

from toolnexus._output import output_text
from toolnexus._roundtrip._steps import (
    AssistantStep,
    CallStatus,
    CallStep,
    EndReason,
    EndStep,
    Step,
)
from toolnexus._types import JsonObject, JsonValue, ToolCall, ToolResult
from toolnexus._visible import INVISIBLE
from toolnexus._wording import join
from toolnexus.errors import MessageFormatError

_VERSION = 1
_Kinds = Mapping[str, type | tuple[type, ...]]

_TRANSCRIPT: _Kinds = {
    "version": int,
    "model": str,
    "is_simulated": bool,
    "options": dict,
    "tools": list,
    "messages": list,
    "steps": list,
}
_CALL: _Kinds = {"id": str, "name": str, "arguments": str}
_RESULT: _Kinds = {"output": str, "is_error": bool, "metadata": (dict, type(None))}
_STEPS: Mapping[str, _Kinds] = {
    AssistantStep.kind: {
        "kind": str,
        "turn": int,
        "sent": int,
        "received": dict,
        "message": dict,
        "calls": list,
        "notes": list,
        "finish_reason": (str, type(None)),
        "usage": (dict, type(None)),
        "seconds": (int, float),
    },
    CallStep.kind: {
        "kind": str,
        "turn": int,
        "call": dict,
        "arguments": (dict, type(None)),
        "status": str,
        "result": dict,
        "message": dict,
        "seconds": (int, float),
    },
    EndStep.kind: {"kind": str, "turn": int, "reason": str, "text": str},
}


class Written(NamedTuple):
    """What a transcript consists of."""

    messages: tuple[JsonObject, ...]
    steps: tuple[Step, ...]
    tools: tuple[JsonObject, ...]
    options: JsonObject
    model: str
    is_simulated: bool


def transcript_text(written: Written, indent: int | None) -> str:
    """Write a transcript as JSON text."""
    value = {
        "version": _VERSION,
        "model": written.model,
        "is_simulated": written.is_simulated,
        "options": written.options,
        "tools": list(written.tools),
        "messages": list(written.messages),
        "steps": [step.to_dict() for step in written.steps],
    }
    return json_text(value, indent)


def json_text(value: JsonValue, indent: int | None = None) -> str:
    r"""Write JSON text that can be encoded, with letters as they are.

    Args:
        value: What is written. Python objects inside become what a model would be told.
        indent: Spaces for each level; None for one line.

    Example:
        >>> json_text(["Malmö", "\ud83d"])
        '["Malmö", "\\ud83d"]'
    """
    try:
        text = json.dumps(value, ensure_ascii=False, indent=indent)
    except (TypeError, ValueError):  # Python objects in it, such as a tool's own metadata
        plain = json.loads(output_text(value))
        text = json.dumps(plain, ensure_ascii=False, indent=indent)
    # Half a surrogate pair can't be written to a file, and nobody sees the rest of these.
    return INVISIBLE.sub(lambda match: json.dumps(match.group())[1:-1], text)


def read_transcript(text: str) -> Written:
    """Read what `transcript_text` wrote.

    Raises:
        MessageFormatError: It is not a transcript, or one of another version.
    """
    try:
        value: Any = json.loads(text)
    except (ValueError, TypeError, RecursionError) as exc:
        _refuse(str(exc), exc)
    if isinstance(value, dict) and value.get("version", _VERSION) != _VERSION:
        msg = (
            f"this toolnexus reads transcripts of version {_VERSION}, got version "
            f"{value['version']!r:.40}"
        )
        raise MessageFormatError(msg)
    parts = _parts(value, _TRANSCRIPT, "it")
    return Written(
        messages=tuple(_objects(parts["messages"], "messages")),
        steps=tuple(
            _step(step, f"steps[{index}]") for index, step in enumerate(parts["steps"])
        ),
        tools=tuple(_objects(parts["tools"], "tools")),
        options=parts["options"],
        model=parts["model"],
        is_simulated=parts["is_simulated"],
    )


def _step(value: JsonValue, where: str) -> Step:
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in _STEPS:
        _refuse(f"{where} is no step of kind {join(list(_STEPS), 'or')}")
    parts = _parts(value, _STEPS[kind], where)
    del parts["kind"]
    if kind == AssistantStep.kind:
        parts["calls"] = tuple(
            ToolCall(**_parts(call, _CALL, f"{where}.calls")) for call in parts["calls"]
        )
        if not all(isinstance(note, str) for note in parts["notes"]):
            _refuse(f"{where}.notes are not all text")
        parts["notes"] = tuple(parts["notes"])
        return AssistantStep(**parts)
    if kind == CallStep.kind:
        _one_of(parts["status"], get_args(CallStatus), f"{where}.status")
        parts["call"] = ToolCall(**_parts(parts["call"], _CALL, f"{where}.call"))
        parts["result"] = ToolResult(**_parts(parts["result"], _RESULT, f"{where}.result"))
        return CallStep(**parts)
    _one_of(parts["reason"], get_args(EndReason), f"{where}.reason")
    return EndStep(**parts)


def _parts(value: JsonValue, kinds: _Kinds, where: str) -> JsonObject:
    """Return a copy of an object that has just these parts, each of its kind."""
    if not isinstance(value, dict):
        _refuse(f"{where} is not an object")
    if odd := sorted(value.keys() ^ kinds.keys()):
        told = "lacks" if odd[0] in kinds else "has no place for"
        _refuse(f"{where} {told} {odd[0]!r:.40}")
    for name, kind in kinds.items():
        is_bool = isinstance(value[name], bool) and kind is not bool
        if is_bool or not isinstance(value[name], kind):
            _refuse(f"{name!r} of {where} is a {type(value[name]).__name__}")
    return dict(value)


def _objects(values: list[JsonValue], where: str) -> list[JsonObject]:
    for index, value in enumerate(values):
        if not isinstance(value, dict):
            _refuse(f"{where}[{index}] is not an object")
    return values


def _one_of(word: str, words: tuple[str, ...], where: str) -> None:
    if word not in words:
        _refuse(f"{where} is {word!r:.40}, expected {join(words, 'or')}")


def _refuse(reason: str, cause: Exception | None = None) -> NoReturn:
    msg = f"this is not a transcript as to_json writes it: {reason}"
    raise MessageFormatError(msg) from cause
