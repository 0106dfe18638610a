"""Values and calls in the midst of other text, found where they begin."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from toolnexus._model_output._context import Found, Reader
from toolnexus._model_output._reader import read_call, read_value
from toolnexus._model_output._result import Span
from toolnexus._model_output._scalars import Broken, TooDeep
from toolnexus._model_output._values import UNREAD, mended_value, remember, tell

FromValue: TypeAlias = Callable[[Any, Span, Reader, str], list[Found]]
"""Finds calls in a value: of this piece of text, under this name."""

_CANDIDATE = re.compile(r"[{\[]|(?<=[\w])\(")
_LOOK = 300  # what a candidate costs beyond the characters that are looked at
_NAME_BEFORE = re.compile(r"(?<![\w.\-])[^\W\d][\w.\-]{0,199}(?::[0-9]{1,6})?$")
_CALLS_LISTED = re.compile(r"\[\s{0,99}[^\W\d][\w.]{0,199}\(")
_WORD = re.compile(r"\w")
_IDLE_WORDS = re.compile(
    r"(?:print|json|JSON|await|return|functions?|tool_call|[;,.(){}\[\]=`]|\s)+"
)
_IN_CODE = ("call_in_code", "the call is written as code, not as JSON")
_FINE_IN_CODE = ("single_quotes", "python_words", "tuple", "trailing_comma", "triple_quotes",
                 "foreign_escape", "comment")  # fmt: skip


@dataclass(frozen=True)
class Place:
    """Calls that were found, and from where to where; notes on them are in the attempt."""

    begin: int
    end: int
    calls: list[Found]
    attempt: Reader

    def is_named(self) -> bool:
        """Tell whether a call says which tool it is for."""
        return any(not call.is_bare for call in self.calls)


def scanned(span: Span, reader: Reader, from_value: FromValue) -> list[Found]:
    """Find the calls in a text, one after the other; the rest is left out."""
    text = span.text
    places: list[Place] = []
    at = 0
    while match := _CANDIDATE.search(text, at):
        if reader.allowance.looks <= 0:
            words = "from here on nothing was read: there is too much that looks like a call"
            reader.notes.add("too_much_to_search", words, span, at)
            break
        here = match.start()
        attempt = reader.fork()
        try:
            begin, end, calls = _found_at(span, text, here, attempt, from_value)
        except TooDeep as exc:
            remember(exc, span, reader)
            break
        except Broken as exc:
            reader.allowance.looks -= exc.reached - here + _LOOK
            remember(exc, span, reader)
            at = here + 1
            continue
        reader.allowance.looks -= _LOOK
        at = max(end, here + 1)
        if calls:
            places.append(Place(begin, at, calls, attempt))
    return taken(places, text, reader)


def taken(places: list[Place], text: str, reader: Reader) -> list[Found]:
    """Take the calls of several places in a text; what is around them is left out.

    Objects without a name are no calls where there are calls that have one.
    """
    if any(place.is_named() for place in places):
        places = [place for place in places if place.is_named()]
    last = 0
    for place in places:
        reader.join(place.attempt)
        leave_out(text[last : place.begin], reader)
        last = place.end
    if places:
        leave_out(text[last:], reader)
    return [call for place in places for call in place.calls]


def leave_out(text: str, reader: Reader) -> None:
    """Keep a text that is no part of a call, if it says something."""
    bare = text.strip()
    if _WORD.search(bare) and not _IDLE_WORDS.fullmatch(bare):
        reader.left_out.append(bare)


def name_before(text: str, at: int) -> tuple[str, int, bool]:
    """Return the name that stands before an offset, where it begins, and whether it touches."""
    before = text[max(0, at - 300) : at]
    close = before.rstrip()
    match = _NAME_BEFORE.search(close)
    if match is None:
        return "", at, False
    return match[0], at - len(before) + match.start(), len(close) == len(before)


def _found_at(
    span: Span, text: str, here: int, reader: Reader, from_value: FromValue
) -> tuple[int, int, list[Found]]:
    """Return where calls begin and end, and the calls, which begin with a bracket.

    Raises:
        Broken: There is nothing to be read.
    """
    name, begin, is_touching = name_before(text, here)
    is_known = reader.offered.knows(name)
    if text[here] == "(":
        if not is_touching:
            expected = "the name of a tool"
            raise Broken(expected, here)
        end, call = _call_at(span, text, here, name, reader)
        return begin, end, [call]
    end, value, is_mended = _value_at(span, text, here, reader)
    is_named = is_known or (is_touching and name.startswith(("functions.", "tools.")))
    if not is_named:
        name, begin = "", here
    calls = from_value(value, span.part(here, end), reader, name)
    if is_mended and not any(_makes_sense(call, reader) for call in calls):
        # Prose in brackets can be mended, too, to something that nobody meant.
        expected = "arguments or a call"
        raise Broken(expected, here)
    return begin, end, calls


def _makes_sense(call: Found, reader: Reader) -> bool:
    if not call.is_bare:
        return True
    return isinstance(call.arguments, dict) and reader.offered.takes_some(call.arguments)


def _call_at(span: Span, text: str, here: int, name: str, reader: Reader) -> tuple[int, Found]:
    reading = read_call(text, here)
    if not reader.offered.knows(name) and not reading.value:
        expected = "the name of a tool"
        raise Broken(expected, here)
    reading.liberties = {
        kind: at for kind, at in reading.liberties.items() if kind not in _FINE_IN_CODE
    }
    tell(reading, span, reader)
    reader.is_strict = False
    reader.notes.add(*_IN_CODE, span, here - len(name))
    inner = span.part(here + 1, max(here + 1, reading.end - 1))
    return reading.end, Found(
        name, reading.value, span=inner, positional=tuple(reading.positional)
    )


def _value_at(span: Span, text: str, here: int, reader: Reader) -> tuple[int, Any, bool]:
    try:
        reading = read_value(text, here)
    except TooDeep:
        raise
    except Broken:
        if _CALLS_LISTED.match(text, here):
            raise
        end = _closing(text, here)
        reader.allowance.looks -= 2 * (end - here)
        value = _mended(span.part(here, end), reader)
        if value is UNREAD:
            raise
        return end, value, True
    value = reading.value
    if not _holds_objects(value):
        expected = "an object"
        raise Broken(expected, here)
    tell(reading, span, reader)
    return reading.end, value, False


def _mended(span: Span, reader: Reader) -> Any:
    """Mend what looks like an object of arguments or a call; prose in brackets doesn't."""
    if not re.search("[\"':=]", span.text):
        return UNREAD
    value = mended_value(span, reader)
    return value if value is not UNREAD and _holds_objects(value) else UNREAD


def _holds_objects(value: Any) -> bool:
    if isinstance(value, list):
        return any(isinstance(one, dict) for one in value)
    return isinstance(value, dict)


def _closing(text: str, start: int) -> int:
    """Find the end of a broken value: its closing bracket, or the last one there is."""
    level = 0
    for match in re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\]]').finditer(text, start):
        if match[0] in "{[":
            level += 1
        elif match[0] in "}]":
            level -= 1
            if level == 0:
                return match.end()
    last = max(text.rfind("}"), text.rfind("]")) + 1
    return last if last > start else len(text)
