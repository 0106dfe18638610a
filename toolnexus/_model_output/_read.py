"""`read_model_output`: from whatever a model wrote to the calls in it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from toolnexus._arguments import parse_arguments
from toolnexus._model_output._context import Found, Inner, Reader
from toolnexus._model_output._finish import finished
from toolnexus._model_output._offered import Offered
from toolnexus._model_output._reader import read_value
from toolnexus._model_output._result import ModelOutput, Span
from toolnexus._model_output._scalars import Broken
from toolnexus._model_output._scan import Place, leave_out, name_before, scanned, taken
from toolnexus._model_output._shapes import MOST_CALLS, items_in
from toolnexus._model_output._streams import streamed_value
from toolnexus._model_output._values import UNREAD, decoded, strict_or_free_value, tell
from toolnexus._model_output._written import (
    Piece,
    action_pieces,
    fenced_pieces,
    tagged_pieces,
    without_thoughts,
    without_tokens,
)
from toolnexus._problems import ArgumentsRefused
from toolnexus._tool import Tool
from toolnexus._wording import python_words

MOST_CHARACTERS = 1_000_000
_MOST_LEVELS = 6
_EXPECTED = (
    'expected arguments as a JSON object, such as {"name": "value"}, or a tool call, an '
    "assistant message or the whole answer of a model"
)


def read_model_output(
    text: str, tools: Iterable[Tool] = (), tool: Tool | str | None = None
) -> ModelOutput:
    r"""Read what a model wrote, however it wrote it, and say what was odd about it.

    For a person who looks at a model's output, so it is generous: it reads arguments, tool
    calls, messages and whole answers of every provider, also streamed; JSON that is written as
    Python would, encoded twice, cut off or broken, in a code fence or in prose; and the forms
    in which models write calls as text, between tags or as code. Each liberty is told in a
    note. Values are left as they are: whether they fit the tool is for its schema. Nothing is
    executed.

    Args:
        text: What the model wrote, up to 1,000,000 characters.
        tools: The tools it was offered; a `Toolkit` will do. Without any, names are taken as
            they are written.
        tool: The tool, or its name, that arguments are for which come without a name.

    Returns:
        The calls and the notes. Where nothing can be read, there are no calls, and the last
        note says why and what was expected.

    Raises:
        TypeError: `text` is no str, or something in `tools` is no Tool.
        ValueError: There is no tool of the name `tool`.

    Example:
        >>> from toolnexus import define_tool
        >>> def get_weather(city: str, days: int = 1) -> str: ...
        >>> text = "```json\n{'name': 'get_wether', 'arguments': {'city': 'Chennai'}}\n```"
        >>> output = read_model_output(text, [define_tool(get_weather)])
        >>> output.calls[0].tool, output.calls[0].arguments
        ('get_weather', {'city': 'Chennai'})
        >>> for note in output.notes:
        ...     print(note)
        in a code fence, line 1 column 1
        single quotes in place of double quotes, line 2 column 2
        the tool's name is 'get_wether'; get_weather was meant?
    """
    given: object = text
    if not isinstance(given, str):
        msg = f"expected the text that a model wrote, got {python_words(given)}"
        raise TypeError(msg)
    reader = Reader(Offered(tools, tool))
    calls: tuple[Any, ...] = ()
    try:
        calls = finished(_found_in(text, reader), reader)
    except RecursionError:
        reader.why_not = "it is nested too deeply"
    if reader.allowance.is_spent:
        words = "not all of it could be mended: it is too long or too tangled"
        reader.notes.add("too_much_to_mend", words)
    if not calls:
        reader.is_strict = reader.is_strict and not reader.why_not and bool(text.strip())
        _tell_nothing(text, reader)
    left_out = tuple(reader.left_out)
    return ModelOutput(calls, reader.notes.all(), reader.is_strict, left_out, text)


def _found_in(text: str, reader: Reader) -> list[Found]:
    if len(text) > MOST_CHARACTERS:
        reader.is_strict = False
        reader.why_not = (
            f"it has {len(text):,} characters; at most {MOST_CHARACTERS:,} are read"
        )
        return []
    if text.startswith("\ufeff"):
        reader.is_strict = False
        words = "there is a byte order mark before the text"
        reader.notes.add("byte_order_mark", words)
    found = _in_text(Span.of(text).stripped(), reader)
    if len(found) > MOST_CALLS:
        words = f"there are more than {MOST_CALLS:,} calls; the rest was left out"
        reader.notes.add("too_many_calls", words)
        found = found[:MOST_CALLS]
    if found and reader.left_out:
        count = sum(map(len, reader.left_out))
        words = f"text around the calls was left out ({count:,} characters)"
        reader.notes.add("text_around", words)
    return found


def _tell_nothing(text: str, reader: Reader) -> None:
    if not text.strip():
        reader.notes.add("empty", f"there is no text; {_EXPECTED}")
    elif reader.why_not:
        words = f"it can't be read: {reader.why_not}. {_EXPECTED[0].upper()}{_EXPECTED[1:]}"
        reader.notes.add("unreadable", words)
    else:
        reader.notes.add("no_call", f"there is no tool call in it; {_EXPECTED}")


# --- texts -----------------------------------------------------------------------------------


def _in_text(
    span: Span, reader: Reader, level: int = 0, name: str = "", *, bare: bool = True
) -> list[Found]:
    """Find the calls in a text.

    Args:
        span: The text, without white space around it.
        reader: The state.
        level: How many texts it is in.
        name: The tool's name, if something around the text says it.
        bare: Whether an object without a name is taken for arguments.
    """
    if not span.text:
        return [Found(name, None)] if name else []
    if level > _MOST_LEVELS:
        return []
    value = streamed_value(span, reader)
    if value is UNREAD:
        value = strict_or_free_value(span, reader)
    if value is not UNREAD:
        return _in_value(decoded(value, reader), span, reader, name, level=level, bare=bare)
    behind, thoughts = without_thoughts(span)
    if thoughts:
        words = "what the model thought stands before the call, and was left out"
        reader.notes.add("reasoning", words, span)
        reader.left_out.append(thoughts)
        return _in_text(behind, reader, level + 1, name, bare=bare)
    unmarked, token = without_tokens(span)
    if token:
        found = _in_text(unmarked.stripped(), reader, level + 1, name, bare=bare)
        if found:
            words = f"special tokens of the model's template, such as {token}, in the text"
            reader.notes.add("special_tokens", words, span, span.text.find(token))
            return found
    for cut in (tagged_pieces, action_pieces, fenced_pieces):
        found = _in_pieces(cut(span), span, reader, name, level=level, bare=bare)
        if found:
            return found
    from_value = partial(_in_value, level=level + 1, bare=bare)
    found = _preferred(scanned(span, reader, from_value))
    return found or (_without_braces(span, reader, name) if bare else [])


def _in_pieces(
    pieces: list[tuple[int, int, Piece]],
    span: Span,
    reader: Reader,
    name: str,
    *,
    level: int,
    bare: bool,
) -> list[Found]:
    places = []
    for start, end, piece in pieces:
        before, begin = _known_name_before(span.text, start, reader)
        named = piece.name or name or before
        attempt = reader.fork()
        attempt.notes.add(*piece.note, span, start)
        if piece.is_open:
            attempt.notes.add("unclosed", "what should end it is missing", span, start)
        calls = _in_piece(piece, attempt, named, level=level, bare=bare)
        if calls:
            places.append(Place(begin, end, calls, attempt))
        reader.why_not = reader.why_not or attempt.why_not
    return _preferred(taken(places, span.text, reader))


def _in_piece(
    piece: Piece, reader: Reader, name: str, *, level: int, bare: bool
) -> list[Found]:
    if piece.tagged:
        return [Found(name, piece.tagged, span=piece.span, is_tagged=True)]
    calls = _in_text(piece.span.stripped(), reader, level + 1, name, bare=bare)
    if not calls and piece.name and piece.span.text.strip():
        return [Found(name, piece.span.text.strip())]  # its trouble is told later
    return calls


def _known_name_before(text: str, at: int, reader: Reader) -> tuple[str, int]:
    name, begin, _ = name_before(text, at)
    return (name, begin) if reader.offered.knows(name) else ("", at)


def _without_braces(span: Span, reader: Reader, name: str) -> list[Found]:
    """Read names and values around which the braces are missing."""
    if span.text[:1] not in ('"', "'"):
        return []
    text = f"{{{span.text.rstrip('}')}}}"
    try:
        reading = read_value(text)
    except Broken:
        return []
    if reading.end < len(text) or reading.cut is not None or not reading.value:
        return []
    reader.notes.add("no_braces", "the braces around the arguments are missing", span)
    tell(reading, Span.of(text, "the text in braces"), reader)
    return [Found(name, reading.value, span=span, is_bare=not name)]


# --- values ----------------------------------------------------------------------------------


def _in_value(
    value: Any, span: Span, reader: Reader, name: str, *, level: int, bare: bool
) -> list[Found]:
    """Find the calls in a value that a piece of text is."""
    if isinstance(value, str):
        inner = Span.of(value, "the decoded text").stripped()
        return _in_text(inner, reader, level + 1, name, bare=bare)
    found = []
    for item in items_in(value, reader):
        if isinstance(item, Inner):
            found += _in_inner(item, reader, level)
        elif item.name.startswith("multi_tool_use"):
            found += _unwrapped(item, reader) or [item]
        else:
            found.append(item)
    found = _preferred(found)
    if name and not any(one.name for one in found):
        return [Found(name, value, span=span)]
    if found or not bare:
        return found if bare else [one for one in found if not one.is_bare]
    is_plain = value is None or (
        isinstance(value, list) and value and not _holds_objects(value)
    )
    return [Found("", value, span=span, is_bare=True)] if is_plain else []


def _unwrapped(item: Found, reader: Reader) -> list[Found]:
    """Find the calls in a call of a tool that only the model knows."""
    try:
        arguments, _ = parse_arguments(item.arguments)
    except ArgumentsRefused:
        return []
    inner = items_in({"name": item.name, "arguments": arguments}, reader)
    return [one for one in inner if isinstance(one, Found) and one.name != item.name]


def _in_inner(item: Inner, reader: Reader, level: int) -> list[Found]:
    attempt = reader.fork()
    span = Span.of(item.text, "the message's text").stripped()
    found = _in_text(span, attempt, level + 1, bare=False)
    # An answer may be JSON that has names in it: what names no tool is no call.
    found = [
        one for one in found if not reader.offered.names or reader.offered.is_meant(one.name)
    ]
    if found:
        attempt.is_strict = False
        reader.join(attempt)
        reader.notes.add(*item.note)
    else:
        leave_out(item.text, reader)
    return found


def _preferred(found: list[Found]) -> list[Found]:
    """Leave out objects without a name where there are calls that have one."""
    named = [one for one in found if not one.is_bare]
    return named or found


def _holds_objects(values: list[Any]) -> bool:
    return any(isinstance(value, dict) for value in values)
