"""JSON between a person and the form: read with the place of a mistake, compared strictly."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from toolnexus._problems import Path, path_text
from toolnexus._types import JsonObject, JsonValue
from toolnexus._wording import python_words

_DEEPEST = 100


class JsonTextError(ValueError):
    """A text is not JSON; the message says why, with line and column where there are any."""


def read_json(text: str) -> JsonValue:
    """Read a JSON text that a person is typing.

    Args:
        text: What stands in the box.

    Raises:
        JsonTextError: It is not one JSON value, or one that can't be sent as it is.

    Example:
        >>> read_json('{"days": 9007199254740993}')
        {'days': 9007199254740993}
        >>> read_json('[1, ]')  # doctest: +IGNORE_EXCEPTION_DETAIL
        Traceback (most recent call last):
        JsonTextError: line 1, column 4: a comma without a value behind it
    """
    try:
        value = _decoder.decode(text)
    except JsonTextError:
        raise
    except json.JSONDecodeError as exc:
        msg = f"line {exc.lineno}, column {exc.colno}: {_reason(exc)}"
        raise JsonTextError(msg) from exc
    except RecursionError as exc:
        msg = "nested too deeply"
        raise JsonTextError(msg) from exc
    except ValueError as exc:  # an integer of thousands of digits
        msg = str(exc).partition(";")[0]
        raise JsonTextError(msg) from exc
    if (fault := _fault(value, ())) is not None:
        raise JsonTextError(fault)
    return value


def copied(value: JsonValue) -> JsonValue:
    """Copy a JSON value, so that nobody's later change gets into the form.

    Raises:
        TypeError: It is not a JSON value; the message says where.

    Example:
        >>> copied({"when": {1, 2}})
        Traceback (most recent call last):
        ...
        TypeError: arguments are JSON values; at when there is the set {1, 2}
    """
    fault = _fault(value, ())
    if fault is not None:
        msg = f"arguments are JSON values; {fault}"
        raise TypeError(msg)
    return _copied(value)


def is_same(one: JsonValue, other: JsonValue) -> bool:
    """Tell whether two values are written alike, so that 1, 1.0 and true are three things.

    Example:
        >>> is_same({"n": [1]}, {"n": [1]}), is_same(1, True), is_same(1, 1.0)
        (True, False, False)
    """
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other) or (one != one and other != other)


def _copied(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _fault(value: Any, path: Path) -> str | None:
    """Say what about a value is not JSON, or can't be shown as JSON."""
    if len(path) > _DEEPEST:
        return "they are nested too deeply"
    if isinstance(value, dict):
        odd = [key for key in value if type(key) is not str]
        if odd:
            return f"{_at(path)} has {python_words(odd[0])} for a name, not a str"
        faults = (_fault(item, (*path, key)) for key, item in value.items())
        return next(filter(None, faults), None)
    if type(value) is list:
        faults = (_fault(item, (*path, index)) for index, item in enumerate(value))
        return next(filter(None, faults), None)
    if type(value) is int and value.bit_length() > 14_000:  # Python writes no longer ones
        return f"{_at(path)} is an integer of over 4,000 digits"
    if value is None or type(value) in (bool, int, float, str):
        return None
    return f"at {path_text(path) or 'their root'} there is {python_words(value)}"


def _at(path: Path) -> str:
    return path_text(path) or "the whole"


def _reason(exc: json.JSONDecodeError) -> str:
    left = exc.doc[exc.pos :]
    before = exc.doc[: exc.pos].rstrip()
    reason = exc.msg[0].lower() + exc.msg[1:].removesuffix(" at")
    if not exc.doc.strip():
        reason = "there is nothing here yet"
    elif exc.msg.startswith("Unterminated string"):
        reason = "a text that starts here has no closing quote"
    elif "trailing comma" in exc.msg or (before.endswith(",") and left[:1] in ("]", "}")):
        reason = "a comma without a value behind it"
    elif not left.strip():
        reason = "it ends too early"
    elif left.startswith("'"):
        reason = 'texts stand in double quotes, "like this"'
    elif left.startswith(("True", "False", "None")):
        reason = "JSON writes true, false and null"
    elif exc.msg == "Extra data":
        reason = "something follows behind the end"
    return reason


def _constant(name: str) -> NoReturn:
    msg = f"{name} is not a JSON value"
    raise JsonTextError(msg)


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        msg = f"the number {number[:40]} is too large"
        raise JsonTextError(msg)
    return value


def _once_each(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    found: JsonObject = {}
    for key, value in pairs:
        if key in found:
            msg = f"the name {json.dumps(key[:40], ensure_ascii=False)} stands here twice"
            raise JsonTextError(msg)
        found[key] = value
    return found


_decoder = json.JSONDecoder(
    strict=False, parse_constant=_constant, parse_float=_finite, object_pairs_hook=_once_each
)
