"""From a piece of text that should be one value to that value: strictly, freely, or mended."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, NoReturn

from toolnexus._model_output._context import Reader
from toolnexus._model_output._reader import read_value
from toolnexus._model_output._repair import AllowanceSpentError, repair
from toolnexus._model_output._result import Span
from toolnexus._model_output._scalars import LIBERTIES, Broken, Reading, TooDeep
from toolnexus._wording import names

UNREAD: Any = object()
"""Stands for the value of a text that can't be read."""

_ESCAPED_QUOTES = re.compile(r'[\[{\s]{0,20}\\"')
_LEFT_OVER = "}]);,.`"


def strict_value(text: str) -> tuple[Any, list[str]]:
    """Read JSON as the standard has it.

    Returns:
        The value, and the names that stand twice in an object.

    Raises:
        ValueError: It is no JSON.
        RecursionError: It is nested too deeply.
    """
    doubled: list[str] = []

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(found)
        if len(made) < len(found):
            counted = Counter(name for name, _ in found)
            doubled.extend(name for name, count in counted.items() if count > 1)
        return made

    decoder = json.JSONDecoder(
        object_pairs_hook=pairs, parse_constant=_refused, parse_float=_finite
    )
    return decoder.decode(text), doubled


def strict_or_free_value(span: Span, reader: Reader, call: int | None = None) -> Any:
    """Read a whole text that is JSON or written nearly so; tell what is odd about it.

    Returns:
        The value; `UNREAD` if its meaning would have to be guessed.
    """
    text = span.text
    try:
        value, doubled = strict_value(text)
    except (ValueError, RecursionError):
        reader.is_strict = False
        return _free_value(span, reader, call)
    if doubled:
        tell_doubled(doubled, reader, call=call)
    return value


def any_value(span: Span, reader: Reader, call: int | None = None) -> Any:
    """Read a whole text, mended if need be; tell what is odd about it.

    Returns:
        The value; `UNREAD` if nothing can be made of it.
    """
    value = strict_or_free_value(span, reader, call)
    if value is UNREAD and span.text[:1] in ("{", "[", "("):
        return mended_value(span, reader, call)
    return value


def decoded(value: Any, reader: Reader, call: int | None = None) -> Any:
    """Read a string that is JSON text itself; anything else is returned as it is."""
    for _ in range(3):
        if not isinstance(value, str) or value.strip()[:1] not in ("{", "[", '"'):
            return value
        inner = any_value(Span.of(value, "the decoded text").stripped(), reader, call)
        if not isinstance(inner, (str, dict, list)):
            return value
        reader.is_strict = False
        what = "the text is" if call is None else "the arguments are"
        reader.notes.add(
            "encoded_twice", f"{what} encoded twice, as JSON text in a string", call=call
        )
        value = inner
    return value


def tell(reading: Reading, span: Span, reader: Reader, call: int | None = None) -> None:
    """Note what was odd about a value that was read freely."""
    for kind, at in reading.liberties.items():
        reader.notes.add(kind, LIBERTIES[kind], span, at, call)
    for name, at in reading.duplicates.items():
        tell_doubled([name], reader, span, at, call)
    if reading.cut is not None:
        words = f"cut off {reading.cut}: the last value may be incomplete"
        reader.notes.add("cut_off", words, span, len(span.text), call)
    if reading.liberties or reading.cut is not None:
        reader.is_strict = False


def tell_doubled(
    doubled: list[str],
    reader: Reader,
    span: Span | None = None,
    at: int = 0,
    call: int | None = None,
) -> None:
    """Note names that stand twice in one object."""
    stand = "stand" if len(doubled) > 1 else "stands"
    shown = names(name[:40] for name in doubled)
    words = f"{shown} {stand} there more than once; the last value was taken"
    reader.notes.add("duplicate_name", words, span, at, call)


def mended_value(span: Span, reader: Reader, call: int | None = None) -> Any:
    """Mend a text that is broken; tell why, and what it cost.

    Returns:
        An object or an array; `UNREAD` if there is none in it.
    """
    try:
        read_value(span.text)
    except TooDeep:
        return UNREAD
    except Broken as exc:
        where, expected = exc.offset, exc.expected
    else:
        where, expected = 0, "one value"
    try:
        repaired = repair(span.text, reader.allowance)
    except AllowanceSpentError:
        reader.allowance.is_spent = True  # told in the end, whatever came of the rest
        return UNREAD
    if repaired is None:
        return UNREAD
    reader.is_strict = False
    words = f"not JSON (expected {expected}); mended by guess, so compare it with what is there"
    reader.notes.add("repaired", words, span, where, call)
    for kind, what, found in (
        ("lost", "lost in mending", repaired.lost),
        ("invented", "made up in mending", repaired.invented),
    ):
        if found:
            reader.notes.add(kind, f"{what}: {', '.join(found)}", span, where, call)
    return repaired.value


def _free_value(span: Span, reader: Reader, call: int | None) -> Any:
    text = span.text
    if _ESCAPED_QUOTES.match(text):
        unescaped = _without_backslashes(text)
        if unescaped is not None:
            words = "quotes with backslashes before them, as in a string; decoded once"
            reader.notes.add("escaped_quotes", words, span, 0, call)
            return any_value(Span.of(unescaped, "the decoded text"), reader, call)
    try:
        reading = read_value(text)
        rest = text[reading.end :].strip()
        if rest.strip(_LEFT_OVER):
            expected = "nothing behind the value"
            raise Broken(expected, reading.end)
    except Broken as exc:
        if text[:1] in ("{", "["):
            remember(exc, span, reader)
        return UNREAD
    is_text = isinstance(reading.value, str) and reading.value.strip()[:1] in ("{", "[", '"')
    if not is_text and not isinstance(reading.value, (dict, list)):
        return UNREAD
    if rest:
        words = f"{rest[:20]} too many behind the value"
        reader.notes.add("left_over", words, span, reading.end, call)
    tell(reading, span, reader, call)
    return reading.value


def remember(exc: Broken, span: Span, reader: Reader) -> None:
    """Keep why something could not be read, if it is the first."""
    if reader.why_not:
        return
    line, column = span.place(exc.offset)
    near = span.text[exc.offset : exc.offset + 30]
    what = f"expected {exc.expected} at line {line} column {column}"
    within = f" of {span.within}" if span.within else ""
    reader.why_not = f"{what}{within}, got {near!r}" if near else f"{what}{within}"


def _without_backslashes(text: str) -> str | None:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return None


def _refused(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(number: str) -> float:
    value = float(number)
    if value in (float("inf"), float("-inf")):
        raise ValueError(number)
    return value
