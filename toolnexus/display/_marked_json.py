"""The JSON text a model sent, letter by letter, with the values that are wrong marked in it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from toolnexus._problems import Path, path_text
from toolnexus._types import JsonObject
from toolnexus._visible import visible

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)


_DEEPEST = 60
"""Values deeper than this are never marked: their paths would take more room than they do."""


def marked(text: str, wrong: Collection[str], unknown: Collection[str]) -> list[JsonObject]:
    """Cut JSON text into pieces, so that what is wrong can be shown as such.

    Args:
        text: What the model sent; need not be JSON, nor whole.
        wrong: Where values are wrong, as `path_text` writes it.
        unknown: Where there should be no value at all: its name is marked too.

    Returns:
        One `{"text": ..., "is_wrong": ...}` for each piece; together they are the text, what
        can't be seen in it written out.

    Example:
        >>> pieces = marked('{"days": "three"}', ["days"], [])
        >>> [piece["text"] for piece in pieces if piece["is_wrong"]]
        ['"three"']
    """
    pieces: list[JsonObject] = []
    end = 0
    for start, stop in _spans(text, wrong, unknown):
        if start < end:  # inside one that is marked already
            continue
        pieces.append({"text": visible(text[end:start]), "is_wrong": False})
        pieces.append({"text": visible(text[start:stop]), "is_wrong": True})
        end = stop
    pieces.append({"text": visible(text[end:]), "is_wrong": False})
    return [piece for piece in pieces if piece["text"]]


def _spans(
    text: str, wrong: Collection[str], unknown: Collection[str]
) -> list[tuple[int, int]]:
    found = []
    if wrong or unknown:
        for value in _values(text):
            where = path_text(value.path)
            if where and where in unknown:
                found.append((value.key_start, value.end))
            elif where and where in wrong:
                found.append((value.start, value.end))
    return sorted(found, key=lambda span: (span[0], -span[1]))


class _Value(NamedTuple):
    path: Path
    key_start: int
    start: int
    end: int


class _Open:
    """An object or array that the scan is in."""

    def __init__(self, start: int, key_start: int, path: Path, *, is_object: bool) -> None:
        self.start, self.key_start, self.path = start, key_start, path
        self.is_object = is_object
        self.key: tuple[str, int] | None = None  # of the value to come, and where it stands
        self.count = 0

    def next_path(self) -> Path:
        if not self.is_object:
            return (*self.path, self.count)
        return (*self.path, self.key[0]) if self.key else self.path


def _values(text: str) -> Iterator[_Value]:
    """Find the values in JSON text, as far as it is any."""
    around: list[_Open] = []
    for match in _TOKEN.finditer(text):
        mark, inner = match.group(), around[-1] if around else None
        if mark == ":":
            continue
        if mark == ",":
            if inner is not None:
                inner.count, inner.key = inner.count + 1, None
        elif mark in "}]":
            if inner is not None:
                around.pop()
                yield _Value(inner.path, inner.key_start, inner.start, match.end())
        elif inner is not None and inner.is_object and inner.key is None:
            inner.key = (_decoded(mark), match.start())
        else:
            is_near = inner is not None and len(around) <= _DEEPEST
            path = inner.next_path() if inner is not None and is_near else ()
            key_start = inner.key[1] if inner is not None and inner.key else match.start()
            if mark in "{[":
                around.append(_Open(match.start(), key_start, path, is_object=mark == "{"))
            else:
                yield _Value(path, key_start, match.start(), match.end())


def _decoded(key: str) -> str:
    try:
        return str(json.loads(key, strict=False))
    except ValueError:
        return key
