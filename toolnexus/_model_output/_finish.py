"""From calls as they were found to calls of the tools that are meant."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from toolnexus._arguments import parse_arguments
from toolnexus._calls import as_text, with_ids
from toolnexus._model_output._context import Found, Reader
from toolnexus._model_output._result import ReadCall, Span
from toolnexus._model_output._shapes import unwrapped_arguments
from toolnexus._model_output._values import (
    UNREAD,
    any_value,
    decoded,
    strict_or_free_value,
)
from toolnexus._model_output._written import fenced_pieces
from toolnexus._problems import ArgumentsRefused
from toolnexus._types import JsonObject
from toolnexus._wording import names

_STRING_TYPES = ("string", None)


def finished(found: Sequence[Found], reader: Reader) -> tuple[ReadCall, ...]:
    """Tell for each call which tool it means, and read its arguments."""
    written = with_ids((one.id, one.name, _as_written(one)) for one in found)
    calls = []
    for index, (one, call) in enumerate(zip(found, written, strict=True)):
        for kind, words in one.notes:
            reader.notes.add(kind, words, call=index)
        tool = _tool_of(one, reader, index)
        calls.append(ReadCall(tool, _arguments_of(one, tool, reader, index), call))
    return tuple(calls)


def _as_written(found: Found) -> str:
    return found.span.text if found.span is not None else as_text(found.arguments)


# --- which tool ------------------------------------------------------------------------------


def _tool_of(found: Found, reader: Reader, index: int) -> str | None:
    offered = reader.offered
    if found.name:
        tool, kind, words = offered.meant_by(found.name)
        if kind:
            reader.notes.add(kind, words, call=index)
        return tool
    if not found.is_bare:
        reader.notes.add("no_name", "the call has no name of a tool", call=index)
    if offered.selected is not None:
        return offered.selected
    value = found.arguments
    fit = offered.only_fit(value) if isinstance(value, dict) else None
    if fit is None:
        words = "no tool is named, so it is open which one these arguments are for"
        reader.notes.add("no_tool", words, call=index)
    elif len(offered.names) > 1:
        words = f"no tool is named; only {fit} takes such arguments"
        reader.notes.add("tool_by_arguments", words, call=index)
    return fit


# --- arguments -------------------------------------------------------------------------------


def _arguments_of(
    found: Found, tool: str | None, reader: Reader, index: int
) -> JsonObject | None:
    value = found.arguments
    if found.is_tagged and isinstance(value, dict):
        return _typed(value, tool, reader, index)
    if found.positional:
        return _by_position(found, tool, reader, index)
    if isinstance(value, str):
        return _from_text(value, reader, index)
    if value is None:
        _tell_empty(reader, index)
        return {}
    if found.is_bare and isinstance(value, dict):
        value, key = unwrapped_arguments(value, reader)
        if key:
            words = f"the arguments stand in an object under {key!r}"
            reader.notes.add("wrapped_arguments", words, call=index)
    if isinstance(value, dict):
        return value
    kind = "an array" if isinstance(value, list) else "a single value"
    _tell_no_object(kind, reader, index)
    return None


def _from_text(text: str, reader: Reader, index: int) -> JsonObject | None:
    span = Span.of(text, "the arguments").stripped()
    try:
        arguments, is_doubled = parse_arguments(text)
    except ArgumentsRefused as refused:
        reader.is_strict = False
        return _freely_from_text(span, reader, index, refused)
    if span.text in ("", "null"):
        _tell_empty(reader, index)
    elif is_doubled:
        decoded(strict_or_free_value(span, reader, index), reader, index)
    else:
        strict_or_free_value(span, reader, index)  # for the notes alone
        if text.startswith("\ufeff"):
            reader.is_strict = False
            words = "there is a byte order mark before the arguments"
            reader.notes.add("byte_order_mark", words, call=index)
    return arguments


def _freely_from_text(
    span: Span, reader: Reader, index: int, refused: ArgumentsRefused
) -> JsonObject | None:
    value = any_value(span, reader, index)
    if value is UNREAD:
        for _, _, piece in fenced_pieces(span)[:1]:
            value = any_value(piece.span.stripped(), reader, index)
            if value is not UNREAD:
                reader.notes.add("code_fence", "in a code fence", piece.span, 0, index)
    value = decoded(value, reader, index)
    if isinstance(value, dict):
        return value
    if value is not UNREAD and isinstance(value, (list, str, int, float)):
        kind = "an array" if isinstance(value, list) else "a single value"
        _tell_no_object(kind, reader, index)
        return None
    words = refused.problems[0].message.partition(". Send them")[0]
    reader.notes.add("unreadable_arguments", words[0].lower() + words[1:], call=index)
    return None


def _tell_empty(reader: Reader, index: int) -> None:
    reader.is_strict = False
    words = "no arguments were written; read as an object without any"
    reader.notes.add("empty_arguments", words, call=index)


def _tell_no_object(kind: str, reader: Reader, index: int) -> None:
    reader.is_strict = False
    words = f"the arguments are {kind}; expected an object of names and values"
    reader.notes.add("not_an_object", words, call=index)


def _typed(values: JsonObject, tool: str | None, reader: Reader, index: int) -> JsonObject:
    """Read text out of tags as JSON where the schema has no strings."""
    parameters = reader.offered.parameters(tool)
    typed = {}
    read = []
    for name, text in values.items():
        schema = parameters.get(name)
        kind = schema.get("type") if isinstance(schema, dict) else None
        typed[name] = text
        if kind in _STRING_TYPES or (isinstance(kind, list) and "string" in kind):
            continue
        try:
            typed[name] = json.loads(text)
        except (ValueError, RecursionError):
            attempt = reader.fork()
            value = strict_or_free_value(Span.of(text, f"{name!r:.40}").stripped(), attempt)
            if value is UNREAD:
                continue
            reader.join(attempt)
            typed[name] = value
        read.append(name)
    if read:
        words = f"between tags everything is text; read as JSON for the schema: {names(read)}"
        reader.notes.add("typed_by_schema", words, call=index)
    return typed


def _by_position(
    found: Found, tool: str | None, reader: Reader, index: int
) -> JsonObject | None:
    named = dict(found.arguments)
    free = [name for name in reader.offered.parameters(tool) if name not in named]
    values = list(found.positional)
    if len(values) > len(free):
        words = f"{len(values)} values without names, and no parameters for them"
        reader.notes.add("no_names", words, call=index)
        return None
    given = dict(zip(free, values, strict=False))
    words = f"values without names, taken in the order of the parameters: {names(given)}"
    reader.notes.add("by_position", words, call=index)
    return {**given, **named}


def with_span(found: list[Found], value: Any, span: Span) -> list[Found]:
    """Note for arguments that are a whole piece of text that they were written so."""
    if len(found) == 1 and found[0].arguments is value:
        return [replace(found[0], span=span)]
    return found
