"""Reads values written nearly as JSON has them: as Python or JavaScript would, or cut off.

Only what has one meaning is read, and each liberty is told with its place. What would have to
be guessed is for `_repair.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from toolnexus._model_output._scalars import (
    CLOSING_QUOTES,
    Cut,
    Reading,
    Scalars,
    TooDeep,
)

MOST_LEVELS = 100
_KEY = re.compile(r"[^\W\d][\w$\-]*|\$[\w$\-]*|-?[0-9]+(?:\.[0-9]+)?")
_NAME = re.compile(r"[^\W\d][\w$\-]*|\$[\w$\-]*")


@dataclass
class CallReading(Reading):
    """A call in Python's way; the value is a dict of the arguments that have names."""

    positional: list[Any] = field(default_factory=list)


def read_value(text: str, start: int = 0) -> Reading:
    """Read the value that starts at an offset.

    Raises:
        Broken: There is none; it says what was expected, and where.

    Example:
        >>> reading = read_value("{'city': 'Goa',} and so on")
        >>> reading.value, reading.end, sorted(reading.liberties)
        ({'city': 'Goa'}, 16, ['single_quotes', 'trailing_comma'])
    """
    reader = _Reader(text, start, Reading())
    reader.reading.value = reader.value(0)
    reader.reading.end = reader.at
    return reader.reading


def read_call(text: str, start: int) -> CallReading:
    """Read the arguments of a call in Python's way, from its opening parenthesis on.

    Raises:
        Broken: It is none.

    Example:
        >>> read_call("ping(times=2)", 4).value
        {'times': 2}
    """
    reading = CallReading()
    reader = _Reader(text, start, reading)
    reading.value = reader.call_arguments(reading)
    reading.end = reader.at
    return reading


class _Reader(Scalars):
    # --- values ------------------------------------------------------------------------------

    def value(self, level: int) -> Any:
        if level > MOST_LEVELS:
            msg = f"values nested no more than {MOST_LEVELS} deep"
            raise TooDeep(msg, self.at)
        char = self.skip()
        if not char:
            self.cut_off("before a value")
            return Cut
        if char == "{":
            return self._object(level)
        if char == "[":
            return self._array(level, "]")
        if char == "(":
            self.note("tuple", self.at)
            return self._array(level, ")")
        if char in CLOSING_QUOTES:
            return self.string(char)
        return self.bare()

    def _object(self, level: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.at += 1
        while True:
            char = self.skip()
            if char == "}":
                self.at += 1
                return found
            if char == "," and not found and self._lone_comma("}"):
                continue
            if not char:
                self.cut_off("inside an object")
                return found
            start = self.at
            key = self._key(char)
            if self._is_cut():
                self.reading.cut = f"in a name ({key!r:.40})"
                return found
            if not self._colon(key):
                return found
            value = self.value(level + 1)
            self._put(found, key, value, start)
            if self._is_cut() or self._is_last("}", "a comma or }"):
                return found

    def _is_cut(self) -> bool:
        return self.reading.cut is not None

    def _put(self, found: dict[str, Any], key: str, value: Any, start: int) -> None:
        if self.reading.cut is not None:
            self._name_cut(key, is_left_out=value is Cut)
        if value is Cut:
            return
        if key in found:
            self.reading.duplicates.setdefault(key, start)
        found[key] = value

    def _name_cut(self, key: str, *, is_left_out: bool) -> None:
        if self.reading.cut in ("before a value", "inside a word"):
            self.reading.cut = f"before the value of {key!r:.40}"
            if is_left_out:
                self.reading.cut += ", which was left out"
        elif self.reading.cut in ("inside a string", "behind a value"):
            self.reading.cut = f"in the value of {key!r:.40}"

    def _key(self, char: str) -> str:
        if char in CLOSING_QUOTES:
            return str(self.string(char))
        match = _KEY.match(self.text, self.at)
        if match is None:
            expected = "a name in double quotes"
            raise self.fail(expected)
        self.note("unquoted_name", self.at)
        self.at = match.end()
        if self.at == len(self.text):
            self.cut_off("in a name")
        return match[0]

    def _colon(self, key: str) -> bool:
        char = self.skip()
        if not char:
            self.cut_off(f"behind the name {key!r:.40}, which was left out")
            return False
        if char != ":":
            expected = "a colon behind the name"
            raise self.fail(expected)
        self.at += 1
        return True

    def _array(self, level: int, close: str) -> list[Any]:
        found: list[Any] = []
        self.at += 1
        while True:
            char = self.skip()
            if char == close:
                self.at += 1
                return found
            if char == "," and not found and self._lone_comma(close):
                continue
            if not char:
                self.cut_off("inside an array")
                return found
            value = self.value(level + 1)
            if value is not Cut:
                found.append(value)
            if self.reading.cut is not None or self._is_last(close, f"a comma or {close}"):
                return found

    def _lone_comma(self, close: str) -> bool:
        """Pass over a comma that is all there is between two brackets."""
        comma = self.at
        self.at += 1
        if self.skip() == close:
            self.note("trailing_comma", comma)
            return True
        self.at = comma
        return False

    def _is_last(self, close: str, expected: str) -> bool:
        """Pass over what stands behind an item; tell whether it was the last."""
        char = self.skip()
        if char == ",":
            comma = self.at
            self.at += 1
            if self.skip() == close and close != ")":
                self.note("trailing_comma", comma)
            return False
        if char == close:
            self.at += 1
            return True
        if not char:
            self.cut_off("behind a value")
            return True
        raise self.fail(expected)

    # --- calls in Python's way ---------------------------------------------------------------

    def call_arguments(self, reading: CallReading) -> dict[str, Any]:
        named: dict[str, Any] = {}
        self.at += 1
        while True:
            char = self.skip()
            if char == ")":
                self.at += 1
                return named
            if not char:
                self.cut_off("inside the parentheses of a call")
                return named
            start = self.at
            name = self._argument_name()
            value = self.value(1)
            if name is None and value is not Cut:
                reading.positional.append(value)
            elif name is not None:
                self._put(named, name, value, start)
            if self.reading.cut is not None or self._is_last(")", "a comma or )"):
                return named

    def _argument_name(self) -> str | None:
        match = _NAME.match(self.text, self.at)
        if match is None:
            return None
        start, self.at = self.at, match.end()
        if self.skip() == "=":
            self.at += 1
            return match[0]
        self.at = start
        return None
