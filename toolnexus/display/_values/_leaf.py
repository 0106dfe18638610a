"""Values without parts, as text in coloured pieces."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time
from enum import Enum, Flag
from typing import Any, TypeAlias

from toolnexus._types import JsonObject
from toolnexus._visible import visible
from toolnexus.display._python import repr_of
from toolnexus.display._text import count, cut
from toolnexus.display._values._known import bytes_in_words

Piece: TypeAlias = JsonObject
"""`kind`, which colour it has, and `text`."""

_WHOLE, _PART = 2000, 200
"""Characters shown of a value that stands alone, and of one among others."""


def piece(kind: str, text: str) -> Piece:
    """Make one piece of one colour."""
    return {"kind": kind, "text": text}


def leaf(value: Any, *, whole: bool = False) -> tuple[list[Piece], str]:
    """Write a value that has no parts.

    Args:
        value: Any object, also one whose `__repr__` fails.
        whole: Whether it stands alone, and so may take more room.

    Returns:
        The pieces, and a note on the whole length where it was cut.
    """
    most = _WHOLE if whole else _PART
    if issubclass(type(value), Enum) and not issubclass(type(value), Flag):
        return _member(value)
    kind, write = _EXACT.get(type(value), ("", None))
    if write is None:
        text, note = _cut(_repr(value), most, whole=whole)
    else:
        text, note = write(value, most)
    return [piece(kind, visible(text))], note


def _member(value: Any) -> tuple[list[Piece], str]:
    inner, note = leaf(value._value_)
    name = visible(f"{type(value).__name__}.{value._name_}")
    return [piece("literal", name), piece("aside", " ("), *inner, piece("aside", ")")], note


def _repr(value: Any) -> str:
    try:
        return repr_of(value)
    except Exception:  # noqa: BLE001 - foreign code: a display never breaks a cell
        return f"<{type(value).__name__} instance>"


def _cut(text: str, most: int, *, whole: bool) -> tuple[str, str]:
    if whole:
        shown = cut(text, most, 24)
        return shown["text"], shown["note"]
    # Among others, on one line.
    text = re.sub(r"\s*\n\s*", " ", text[: 4 * most])
    return (text, "") if len(text) <= most else (f"{text[:most]}…", "")


def _string(text: str, most: int) -> tuple[str, str]:
    note = _first(most, len(text), count(len(text), "character"))
    return repr(text[:most]), note


def _bytes(data: bytes | bytearray, most: int) -> tuple[str, str]:
    # Each can take four characters to write, and says little to the eye.
    shown = most // 8
    return repr(data[:shown]), _first(shown, len(data), bytes_in_words(len(data)))


def _integer(number: int, most: int) -> tuple[str, str]:
    # Python refuses to write thousands of digits, and nobody reads them.
    if number.bit_length() <= 3 * most:
        return repr(number), ""
    digits = round(number.bit_length() * 0.30103)
    return f"an integer of about {count(digits, 'digit')}", ""


def _first(shown: int, length: int, words: str) -> str:
    return f"the first {shown:,} of {words}" if shown < length else ""


def _as_text(value: Any, _most: int) -> tuple[str, str]:
    return str(value), ""


def _as_repr(value: Any, _most: int) -> tuple[str, str]:
    return repr(value), ""


# Only these types themselves: one derived from them may have a repr that means something.
_EXACT: dict[type, tuple[str, Callable[[Any, int], tuple[str, str]]]] = {
    str: ("string", _string),
    bytes: ("string", _bytes),
    bytearray: ("string", _bytes),
    int: ("number", _integer),
    float: ("number", _as_repr),
    complex: ("number", _as_repr),
    bool: ("literal", _as_repr),
    type(None): ("literal", _as_repr),
    date: ("number", _as_text),
    datetime: ("number", _as_text),
    time: ("number", _as_text),
}
