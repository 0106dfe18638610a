"""Schemas that are valid at a glance, which nearly all are.

jsonschema's own check of a schema against its metaschema takes milliseconds for each tool; it
is left to those that have something here unknown, or in another form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolnexus._types import JsonValue

_TYPES = frozenset(["string", "integer", "number", "boolean", "object", "array", "null"])


def is_plainly_valid(schema: JsonValue, levels: int = 40) -> bool:
    """Tell whether a schema is sure to be valid, in draft-07 as in 2020-12.

    Args:
        schema: JSON.
        levels: How deeply it may be nested at most.

    Returns:
        False if it isn't, or if that takes a closer look.

    Example:
        >>> is_plainly_valid({"type": "object", "properties": {"city": {"type": "string"}}})
        True
        >>> is_plainly_valid({"type": "city"}), is_plainly_valid({"unevaluatedItems": False})
        (False, False)
    """
    if isinstance(schema, bool):
        return True
    if not isinstance(schema, dict) or not levels:
        return False
    return all(_is_form(key, value, levels - 1) for key, value in schema.items())


def _is_form(key: str, value: JsonValue, levels: int) -> bool:
    if key in _ONE:
        return is_plainly_valid(value, levels)
    if key in _LISTS:
        inside: Any = value if _is_list(value) else []
        return bool(inside) and all(is_plainly_valid(item, levels) for item in inside)
    if key in _NAMED:
        return isinstance(value, dict) and all(
            is_plainly_valid(item, levels) for item in value.values()
        )
    return key in _FORMS and _FORMS[key](value)


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_count(value: JsonValue) -> bool:
    return type(value) is int and value >= 0


def _is_flag(value: JsonValue) -> bool:
    return isinstance(value, bool)


def _is_list(value: JsonValue) -> bool:
    return isinstance(value, list)


def _is_anything(_: JsonValue) -> bool:
    return True


def _are_names(value: JsonValue) -> bool:
    return _is_list(value) and all(map(_is_text, value)) and len(set(value)) == len(value)


def _is_type(value: JsonValue) -> bool:
    if _is_text(value):
        return value in _TYPES
    return _are_names(value) and bool(value) and _TYPES.issuperset(value)


_ONE = frozenset(["additionalProperties", "items", "not"])
_LISTS = frozenset(["anyOf", "oneOf", "allOf"])
_NAMED = frozenset(["properties", "$defs", "definitions"])
_FORMS: dict[str, Callable[[Any], bool]] = {
    "type": _is_type,
    "required": _are_names,
    "$ref": _is_text,
    "title": _is_text,
    "description": _is_text,
    "format": _is_text,
    "pattern": _is_text,
    "default": _is_anything,
    "const": _is_anything,
    "enum": _is_list,
    "examples": _is_list,
    "minimum": _is_number,
    "maximum": _is_number,
    "exclusiveMinimum": _is_number,
    "exclusiveMaximum": _is_number,
    "minLength": _is_count,
    "maxLength": _is_count,
    "minItems": _is_count,
    "maxItems": _is_count,
    "minProperties": _is_count,
    "maxProperties": _is_count,
    "uniqueItems": _is_flag,
    "deprecated": _is_flag,
    "readOnly": _is_flag,
}
