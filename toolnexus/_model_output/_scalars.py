"""Strings, numbers and words written nearly as JSON has them; what stands between values.

Objects and arrays, which these are in, are for `_reader.py`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

LIBERTIES = {
    "single_quotes": "single quotes in place of double quotes",
    "typographic_quotes": "typographic quotes in place of straight ones",
    "triple_quotes": "a string in triple quotes, as in Python",
    "raw_control": "a line break or tab in a string as it is, where JSON wants \\n or \\t",
    "bad_escape": "a backslash that escapes nothing; it was kept",
    "foreign_escape": "an escape that JSON doesn't have, such as \\' or \\x41",
    "escaped_newlines": "\\n outside of strings, read as a line break",
    "trailing_comma": "a comma too many",
    "comment": "a comment, which JSON doesn't have; it was left out",
    "unquoted_name": "a name without quotes",
    "python_words": "Python's True, False or None in place of true, false and null",
    "undefined": "JavaScript's undefined, read as null",
    "tuple": "parentheses in place of brackets, read as an array",
    "odd_number": "a number that is not written as JSON has it",
    "no_json_number": "a number that JSON doesn't have or that is too large; kept as text",
    "odd_space": "white space that JSON doesn't have",
}
"""What can be odd about a value that is read all the same, in words."""

_PLAIN_SPACE = re.compile(r"[ \t\r\n]*")
_BARE = re.compile(r"[\w.+\-$]+")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"[+-]?(?:0[xX][0-9a-fA-F]+|[0-9][0-9_]*)")
_NUMBER = re.compile(r"[+-]?(?:[0-9][0-9_]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}
_PYTHON_WORDS: dict[str, Any] = {"True": True, "False": False, "None": None}
_NO_NUMBERS = ("NaN", "Infinity", "-Infinity", "+Infinity", "nan", "inf", "-inf")
CLOSING_QUOTES = {
    '"': '"',
    "'": "'",
    "\u201c": "\u201d",
    "\u201e": "\u201c",
    "\u2018": "\u2019",
}
_BODIES = {
    close: re.compile(rf"[^{close}\\]*(?:\\.[^{close}\\]*)*", re.DOTALL)
    for close in set(CLOSING_QUOTES.values())
}
_ESCAPE = re.compile(
    r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4}|\r?\n|.)",
    re.DOTALL,
)
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "v": "\v"}
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class Broken(Exception):  # noqa: N818 - never leaves the package, and is no error of the program
    """The text is no value, not even with liberties."""

    def __init__(self, expected: str, offset: int, reached: int = 0) -> None:
        super().__init__(expected)
        self.expected = expected
        self.offset = offset
        self.reached = max(offset, reached)  # how far it had to look to find out


class TooDeep(Broken):
    """The text is nested too deeply to be read."""


@dataclass
class Reading:
    """A value, where it ends, and what was odd about it."""

    value: Any = None
    end: int = 0
    liberties: dict[str, int] = field(default_factory=dict)  # where each was taken first
    duplicates: dict[str, int] = field(default_factory=dict)
    cut: str | None = None  # what it was cut off in, in words


class Cut:
    """Stands for a value of which nothing has come."""


class Scalars:
    """Goes through a text, and reads all values but objects and arrays."""

    def __init__(self, text: str, start: int, reading: Reading) -> None:
        self.text = text
        self.at = start
        self.reading = reading

    # --- what stands around values -----------------------------------------------------------

    def note(self, kind: str, at: int) -> None:
        self.reading.liberties.setdefault(kind, at)

    def cut_off(self, within: str) -> None:
        if self.reading.cut is None:
            self.reading.cut = within

    def skip(self) -> str:
        """Go to the next character that means something, and return it; empty at the end."""
        while True:
            match = _PLAIN_SPACE.match(self.text, self.at)
            self.at = match.end() if match else self.at
            char = self.text[self.at : self.at + 1]
            if char == "\\" and self.text[self.at + 1 : self.at + 2] in ("n", "r", "t"):
                self.note("escaped_newlines", self.at)
                self.at += 2
            elif char and (char.isspace() or char in "\ufeff\u200b"):
                self.note("odd_space", self.at)
                self.at += 1
            elif char == "#" or self.text.startswith(("//", "/*"), self.at):
                self._comment()
            else:
                return char

    def _comment(self) -> None:
        self.note("comment", self.at)
        close = "*/" if self.text.startswith("/*", self.at) else "\n"
        end = self.text.find(close, self.at + 1)
        self.at = len(self.text) if end < 0 else end + len(close)

    def fail(self, expected: str) -> Broken:
        return Broken(expected, self.at)

    # --- strings -----------------------------------------------------------------------------

    def string(self, quote: str) -> str:
        start = self.at
        if quote in "\"'" and self.text.startswith(quote * 3, start):
            return self._triple(quote * 3)
        close = CLOSING_QUOTES[quote]
        match = _BODIES[close].match(self.text, start + 1)
        end = match.end() if match else start + 1
        if quote == "'":
            self.note("single_quotes", start)
        elif quote != '"':
            self.note("typographic_quotes", start)
        if not self.text.startswith(close, end):
            return self._unfinished(start, quote)
        self.at = end + 1
        return self._decoded(self.text[start + 1 : end], start + 1, quote)

    def _unfinished(self, start: int, quote: str) -> str:
        body = self.text[start + 1 :]
        if body.rstrip().endswith(("}", "]", ")", "```", ">")):
            # The quote is missing rather than the end: where it belongs is a guess.
            msg = f"the closing {quote} of the string"
            raise Broken(msg, start, len(self.text))
        self.at = len(self.text)
        self.cut_off("inside a string")
        body = re.sub(r"\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]?)?$", "", body)
        return self._decoded(body, start + 1, quote)

    def _triple(self, quotes: str) -> str:
        start = self.at + 3
        self.note("triple_quotes", self.at)
        end = self.text.find(quotes, start)
        if end < 0:
            end = len(self.text)
            self.cut_off("inside a string")
        self.at = min(end + 3, len(self.text))
        return self._unescaped(self.text[start:end], start)

    def _decoded(self, body: str, start: int, quote: str) -> str:
        if "\\" not in body and quote != '"':
            return body
        if quote == '"':
            for strict in (True, False):
                try:
                    value = json.loads(f'"{body}"', strict=strict)
                except ValueError:
                    continue
                if not strict:
                    self.note("raw_control", start)
                return str(value)
        return self._unescaped(body, start)

    def _unescaped(self, body: str, start: int) -> str:
        def one(match: re.Match[str]) -> str:
            char = match[1]
            if len(char) > 1 and char[0] in "uxU":
                if char[0] != "u":
                    self.note("foreign_escape", start + match.start())
                return chr(int(char[1:], 16))
            if char in _SIMPLE_ESCAPES:
                return _SIMPLE_ESCAPES[char]
            if char in '"\\/':
                return char
            if char in ("'", "\n", "\r\n"):
                self.note("foreign_escape", start + match.start())
                return char.strip("\r\n")
            self.note("bad_escape", start + match.start())
            return match[0]

        return _PAIR.sub(_joined, _ESCAPE.sub(one, body))

    # --- numbers and words -------------------------------------------------------------------

    def bare(self) -> Any:
        start = self.at
        match = _BARE.match(self.text, start)
        if match is None:
            expected = "a value"
            raise self.fail(expected)
        word = match[0]
        self.at = match.end()
        is_cut = self.at == len(self.text)
        if is_cut:
            self.cut_off("behind a value")
        if word in _WORDS:
            return _WORDS[word]
        if word in _PYTHON_WORDS:
            self.note("python_words", start)
            return _PYTHON_WORDS[word]
        if word == "undefined":
            self.note("undefined", start)
            return None
        if word in _NO_NUMBERS:
            self.note("no_json_number", start)
            return word
        number = self._number(word, start)
        if number is not None:
            return number
        if is_cut:
            self.reading.cut = "inside a word"
            return Cut
        self.at = start
        expected = "a value: text in double quotes, a number, true, false, null, [...] or {...}"
        raise self.fail(expected)

    def _number(self, word: str, start: int) -> Any:
        is_json = _JSON_NUMBER.fullmatch(word) is not None
        make: Callable[[str], Any]
        if _INTEGER.fullmatch(word):
            make = _integer
        elif _NUMBER.fullmatch(word):
            make = float
        else:
            return None
        try:
            value = make(word)
        except ValueError:  # thousands of digits, or underscores where none can be
            value = math.inf
        if isinstance(value, float) and math.isinf(value):
            self.note("no_json_number", start)
            return word
        if not is_json and self.at < len(self.text):  # what was cut off may look so
            self.note("odd_number", start)
        return value


def _integer(token: str) -> int:
    digits = token.replace("_", "")
    is_hex = "x" in digits.lower()
    return int(digits, 16 if is_hex else 10)


def _joined(match: re.Match[str]) -> str:
    return match[0].encode("utf-16", "surrogatepass").decode("utf-16")
