"""JSON values as Python literals, laid out as a formatter would."""

from __future__ import annotations

import json
import math
import re

from toolnexus._types import JsonValue

_WIDTH = 96
_DEEPEST = 40
"""Python's own parser gives up at some depth; what is deeper is written as JSON text."""


def literal(value: JsonValue, column: int = 0, indent: int = 0, depth: int = 0) -> str:
    """Write a JSON value as Python.

    Args:
        value: Any JSON value.
        column: Where on its line the literal begins.
        indent: How far that line is indented.
        depth: How deep in another literal it stands.

    Returns:
        An expression that gives the same value. It needs `json` where it is nested so deeply
        that Python's parser would give up.

    Example:
        >>> literal({"city": "Chennai", "near": None})
        '{"city": "Chennai", "near": None}'
    """
    if isinstance(value, str):
        return _text(value, column, indent)
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    if not isinstance(value, (dict, list)):
        return repr(value)
    short = _one_line(value, _WIDTH - column - 1)  # a comma follows
    if short is not None:
        return short
    if depth >= _DEEPEST:
        return f"json.loads({_quoted(json.dumps(value))})"
    inner = indent + 4
    lines = []
    if isinstance(value, dict):
        for key, item in value.items():
            start = f"{_quoted(str(key))}: "
            lines.append(start + literal(item, inner + len(start) + 1, inner, depth + 1))
    else:
        lines = [literal(item, inner + 1, inner, depth + 1) for item in value]
    start, end = "{}" if isinstance(value, dict) else "[]"
    body = "".join(f"{' ' * inner}{line},\n" for line in lines)
    return f"{start}\n{body}{' ' * indent}{end}"


def _one_line(value: JsonValue, most: int) -> str | None:
    """Write a value on one line; None if it needs more than `most` characters."""
    if most <= 0:
        return None
    if isinstance(value, str):
        # Text is never shorter as a literal, so that a long one need not be written to know.
        written = _quoted(value) if len(value) <= most else None
        return written if written is not None and len(written) <= most else None
    if not isinstance(value, (dict, list)):
        written = literal(value)
        return written if len(written) <= most else None
    left = most - 2
    parts = []
    pairs = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    for key, item in pairs:
        start = "" if key is None else f"{_quoted(str(key))}: "
        written = _one_line(item, left - len(start))
        if written is None:
            return None
        parts.append(start + written)
        left -= len(parts[-1]) + 2
    start, end = "{}" if isinstance(value, dict) else "[]"
    return f"{start}{', '.join(parts)}{end}" if left + 2 >= 0 else None


def _text(text: str, column: int, indent: int) -> str:
    written = _quoted(text)
    if column + len(written) < _WIDTH:
        return written
    inner = " " * (indent + 4)
    pieces = _pieces(text, _WIDTH - len(inner) - 4)
    if len(pieces) == 1 and indent + 4 >= column:
        return written
    lines = "".join(f"{inner}{_quoted(piece)}\n" for piece in pieces)
    return f"(\n{lines}{' ' * indent})"


def _pieces(text: str, width: int) -> list[str]:
    """Cut a text behind line breaks and blanks; words stay whole, even long ones."""
    width = max(width, 24)
    pieces: list[str] = []
    line: list[str] = []
    length = 0
    for word in re.findall(r"[^ \n]*[ \n]|[^ \n]+", text):
        written = len(_quoted(word)) - 2
        if line and length + written > width:
            pieces.append("".join(line))
            line, length = [], 0
        line.append(word)
        length += written
        if word.endswith("\n"):
            pieces.append("".join(line))
            line, length = [], 0
    return [*pieces, "".join(line)] if line else pieces


def _quoted(text: str) -> str:
    """Write a string, in double quotes where that needs no more escapes."""
    written = repr(text)
    return f'"{written[1:-1]}"' if written[0] == "'" and '"' not in text else written
