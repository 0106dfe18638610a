"""From what a model sent as arguments to a dict of JSON values.

Whether the values fit the tool is for `_schema/`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

from toolnexus._problems import ArgumentsRefused, Problem
from toolnexus._types import INVALID_ARGUMENTS, INVALID_JSON, JsonObject

_QUOTED = 60


def parse_arguments(args: Any) -> tuple[JsonObject, bool]:
    """Read the arguments of a call, as text or already parsed.

    Nothing is guessed: text that is not JSON is refused, never taken for no arguments. These
    are accepted because they have just one meaning: nothing at all (None, blanks, `null`) for
    no arguments; raw line breaks inside strings; a byte order mark; an object that was encoded
    twice.

    Args:
        args: A dict, the JSON text of an object, or None.

    Returns:
        A dict of its own, and whether it had to be decoded twice.

    Raises:
        ArgumentsRefused: It is not one JSON object; it says where and why.

    Example:
        >>> parse_arguments('{"city": "Chennai"}')
        ({'city': 'Chennai'}, False)
        >>> parse_arguments("")
        ({}, False)
    """
    if isinstance(args, (bytes, bytearray)):
        args = _decoded(args)
    if isinstance(args, str):
        text = args.removeprefix("\ufeff")
        if text != args and not text.strip():
            return _refuse_json("there is a byte order mark, and nothing behind it")
        return _parsed(text)
    if args is None:
        return {}, False
    if isinstance(args, Mapping):
        return _checked_names(args), False
    return _refuse_shape(args)


def _decoded(data: bytes | bytearray) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as exc:
        return _refuse_json(f"they are not UTF-8 text ({exc.reason} at byte {exc.start})")


def _parsed(text: str) -> tuple[JsonObject, bool]:
    value = _loads(text) if text.strip() else None
    if value is None:
        return {}, False
    if isinstance(value, dict):
        return value, False
    inner = _loads_or_none(value) if isinstance(value, str) else None
    return (inner, True) if isinstance(inner, dict) else _refuse_shape(value)


def _checked_names(args: Mapping[Any, Any]) -> JsonObject:
    copied = dict(args)
    odd = [key for key in copied if not isinstance(key, str)]
    if odd:
        message = f"The names of arguments are strings; got {odd[0]!r} as a name."
        raise ArgumentsRefused(INVALID_ARGUMENTS, [Problem((), message, "not_json")])
    return copied


def _loads(text: str) -> Any:
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as exc:
        return _refuse_json(_position(exc))
    except RecursionError:
        return _refuse_json("they are nested too deeply")
    except ValueError as exc:  # an integer of thousands of digits
        return _refuse_json(str(exc).partition(";")[0])


def _loads_or_none(text: str) -> Any:
    try:
        return _loads(text)
    except ArgumentsRefused:
        return None


def _refuse_constant(constant: str) -> NoReturn:
    _refuse_json(f"{constant} is not a JSON value")


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        _refuse_json(f"the number {number[:_QUOTED]} is too large")
    return value


# Not strict: raw line breaks inside strings have only one meaning.
_decoder = json.JSONDecoder(strict=False, parse_constant=_refuse_constant, parse_float=_finite)


def _position(exc: json.JSONDecodeError) -> str:
    text = exc.doc
    if text.lstrip().startswith("```"):
        return "there is a code fence around them, which is not part of JSON"
    if not text[exc.pos :].strip() or exc.msg.startswith("Unterminated string"):
        end = text.rstrip()
        return f"they end too early, after {_quote(end[-_QUOTED:])}"
    reason = exc.msg[0].lower() + exc.msg[1:].removesuffix(" at")
    comma = _comma_too_many(text, exc.pos)
    if comma is not None:  # told in another way, and of another place, since Python 3.13
        reason, exc = "there is a comma too many", json.JSONDecodeError("", text, comma)
    where = f"column {exc.colno}"
    if exc.lineno > 1:
        where = f"line {exc.lineno} {where}"
    start = max(0, exc.pos - 20)
    return f"{reason} at {where}, near {_quote(text[start : start + _QUOTED])}"


def _comma_too_many(text: str, pos: int) -> int | None:
    """Find the comma in front of a closing bracket, if that is what went wrong at a place."""
    before, after = text[:pos].rstrip(), text[pos + 1 :].lstrip()
    if text[pos] in "]}" and before.endswith(","):
        return len(before) - 1
    return pos if text[pos] == "," and after[:1] in ("]", "}") else None


def _quote(text: str) -> str:
    """Quote JSON text without escaping its own quotes."""
    return f"`{json.dumps(text, ensure_ascii=False)[1:-1]}`".replace('\\"', '"')


def _refuse_json(reason: str) -> NoReturn:
    message = (
        f"The arguments are not valid JSON: {reason}. Send them again as one JSON object, such "
        'as {"name": "value"}.'
    )
    raise ArgumentsRefused(INVALID_JSON, [Problem((), message, "invalid_json")])


def _refuse_shape(value: Any) -> NoReturn:
    kinds = {list: "an array", str: "a string", bool: "true or false", int: "a number"}
    kind = kinds.get(type(value), "a number" if isinstance(value, float) else "")
    got = kind or f"a Python {type(value).__name__}"
    message = (
        f"The arguments must be one JSON object of names and values, got {got}. Send them "
        'again as an object, such as {"name": "value"}.'
    )
    problem = Problem((), message, "not_an_object", "an object", got)
    raise ArgumentsRefused(INVALID_JSON, [problem])
