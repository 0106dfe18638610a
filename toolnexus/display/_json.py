"""JSON as it is sent: its size, and its text in coloured pieces.

Colours are words here (`key`, `string`, `number`, `literal`); the media decide what they are.
"""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring as _string
from typing import Any

from toolnexus._types import JsonObject, JsonValue
from toolnexus._visible import INVISIBLE
from toolnexus.display._text import count

# Only for what json.dumps wrote: nothing else of JSON's grammar has to be told apart.
_PIECE = re.compile(
    r"""(?P<key>"(?:[^"\\]|\\.)*"(?=:))"""
    r"""|(?P<string>"(?:[^"\\]|\\.)*"?)"""
    r"""|(?P<literal>true|false|null|NaN|-?Infinity)"""
    r"""|(?P<number>-?[0-9][0-9.eE+-]*)"""
)
_plain = json.JSONEncoder(ensure_ascii=False)
_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def compact(value: JsonValue) -> str:
    """Write a value as JSON without a needless space, letters as they are.

    Example:
        >>> compact({"city": "Malmö"})
        '{"city":"Malmö"}'
    """
    return _compact.encode(value)


def pretty(value: JsonValue) -> str:
    r"""Write a value as JSON on indented lines, what can't be seen written out.

    Args:
        value: Any JSON value.

    Returns:
        Text that is still JSON and means the same value.

    Example:
        >>> print(pretty(["\u202e"]))
        [
          "\u202e"
        ]
    """
    text = _indented(value)
    return INVISIBLE.sub(lambda match: json.dumps(match.group())[1:-1], text)


def _indented(value: JsonValue) -> str:
    try:
        return _written(value, "\n")
    except (KeyError, RecursionError):  # what takes more care, or is to be refused
        return json.dumps(value, ensure_ascii=False, indent=2)


def _written(value: JsonValue, newline: str) -> str:
    """Do what `json.dumps` does with an indent, at three times its speed."""
    inside = newline + "  "
    if isinstance(value, dict) and value:
        if not all(type(key) is str for key in value):
            raise KeyError
        lines = [f"{_string(key)}: {_written(item, inside)}" for key, item in value.items()]
        return f"{{{inside}{f',{inside}'.join(lines)}{newline}}}"
    if isinstance(value, (list, tuple)) and value:
        lines = [_written(item, inside) for item in value]
        return f"[{inside}{f',{inside}'.join(lines)}{newline}]"
    return _string(value) if type(value) is str else _plain.encode(value)


def pieces(text: str) -> list[JsonObject]:
    """Cut JSON text into pieces of one colour.

    Args:
        text: What `pretty` wrote.

    Returns:
        One `{"kind": ..., "text": ...}` for each piece; kind is empty for punctuation.

    Example:
        >>> [piece["kind"] for piece in pieces('{"days": 3}')]
        ['', 'key', '', 'number', '']
    """
    found: list[JsonObject] = []
    end = 0
    for match in _PIECE.finditer(text):
        if match.start() > end:
            found.append({"kind": "", "text": text[end : match.start()]})
        found.append({"kind": match.lastgroup, "text": match.group()})
        end = match.end()
    return [*found, {"kind": "", "text": text[end:]}] if end < len(text) else found


def size(value: JsonValue) -> JsonObject:
    """Say how much of a request an entry takes.

    Args:
        value: The entry, as an adapter wrote it.

    Returns:
        `characters` and `tokens`, each a number with its unit.
    """
    return size_of(len(compact(value)))


def size_of(characters: int) -> JsonObject:
    """Say how many tokens so many characters are, about.

    Four characters to a token is the usual rule of thumb for English and JSON; each model
    counts in its own way, so the words never claim more.
    """
    tokens = -(-characters // 4)
    return {
        "characters": count(characters, "character"),
        "tokens": f"about {count(tokens, 'token')}",
    }


def as_object(value: Any) -> JsonObject:
    """Take an object as it is, and anything else for an empty one.

    Schemas and metadata come from anywhere: no key is trusted to hold what it should.
    """
    return value if isinstance(value, dict) else {}


def as_array(value: Any) -> list[Any]:
    """Take an array as it is, and anything else for an empty one."""
    return value if isinstance(value, list) else []


def as_string(value: Any) -> str:
    """Take a string as it is, and anything else for an empty one."""
    return value if isinstance(value, str) else ""
