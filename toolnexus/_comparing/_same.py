"""Whether two values are the same as JSON."""

from __future__ import annotations

from toolnexus._types import JsonValue


def is_same(one: JsonValue, other: JsonValue) -> bool:
    """Tell whether two values are the same as JSON: true is not 1, nan is nan.

    Example:
        >>> is_same(True, 1), is_same([1.0], [1])
        (False, True)
    """
    waiting = [(one, other)]
    while waiting:  # no recursion: a schema may be deeper than Python's stack
        a, b = waiting.pop()
        if a is b:
            continue
        if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
            waiting += ((a[key], b[key]) for key in a)
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            waiting += zip(a, b, strict=True)
        elif not _is_same_scalar(a, b):
            return False
    return True


def _is_same_scalar(one: JsonValue, other: JsonValue) -> bool:
    if isinstance(one, (bool, dict, list)) or isinstance(other, (bool, dict, list)):
        return False  # the same ones are known by now
    is_nan = one != one and other != other
    return is_nan or bool(one == other)
