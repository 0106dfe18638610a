"""What form each keyword of JSON Schema has, as far as a validator would look at it."""

from __future__ import annotations

from collections.abc import Callable

from toolnexus._schema._words import value_words
from toolnexus._types import JsonObject, JsonValue
from toolnexus.checks._nodes import Node, parts_of


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str)


def _is_flag(value: JsonValue) -> bool:
    return isinstance(value, bool)


def _is_object(value: JsonValue) -> bool:
    return isinstance(value, dict)


def _is_list(value: JsonValue) -> bool:
    return isinstance(value, list)


def _is_filled_list(value: JsonValue) -> bool:
    return isinstance(value, list) and bool(value)


def _are_names(value: JsonValue) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_type(value: JsonValue) -> bool:
    return isinstance(value, str) or (_are_names(value) and bool(value))


_COUNT = (_is_count, "a number of 0 or more")
_NUMBER = (_is_number, "a number")
_TEXT = (_is_text, "a string")
_FLAG = (_is_flag, "true or false")
_OBJECT = (_is_object, "an object")
_SCHEMAS = (_is_filled_list, "an array of schemas")

_FORMS: dict[str, tuple[Callable[[JsonValue], bool], str]] = {
    "type": (_is_type, "the name of a type"),
    "properties": _OBJECT,
    "patternProperties": _OBJECT,
    "$defs": _OBJECT,
    "definitions": _OBJECT,
    "required": (_are_names, "an array of names"),
    "enum": (_is_list, "an array of values"),
    "anyOf": _SCHEMAS,
    "oneOf": _SCHEMAS,
    "allOf": _SCHEMAS,
    "$ref": _TEXT,
    "title": _TEXT,
    "description": _TEXT,
    "format": _TEXT,
    "pattern": _TEXT,
    "minimum": _NUMBER,
    "maximum": _NUMBER,
    "exclusiveMinimum": _NUMBER,
    "exclusiveMaximum": _NUMBER,
    "multipleOf": _NUMBER,
    "minLength": _COUNT,
    "maxLength": _COUNT,
    "minItems": _COUNT,
    "maxItems": _COUNT,
    "minProperties": _COUNT,
    "maxProperties": _COUNT,
    "uniqueItems": _FLAG,
    "examples": (_is_list, "an array of values"),
}


def wrong_form(node: Node) -> str:
    """Say which keyword has a form that no rewrite can guess the meaning of."""
    for keyword, value in node.schema.items():
        form = _FORMS.get(keyword)
        if form and not form[0](value) and not _is_old_form(keyword, value):
            return f'"{keyword}" is {value_words(value)}, expected {form[1]}'
    for path, _, inner in parts_of(node.schema):
        if not isinstance(inner, (dict, bool)) and not (path == ("items",) and _is_list(inner)):
            where = ".".join(str(step)[:60] for step in path)
            return f'"{where}" is {value_words(inner)}, expected a schema'
    return ""


def old_form(node: Node) -> str:
    """Say which keyword has the form that it had in an older draft."""
    for keyword in _OLD_FORMS:
        if _is_old_form(keyword, node.schema.get(keyword)):
            return f'"{keyword}" is {value_words(node.schema[keyword])}, as in an older draft'
    return ""


def renew_form(node: Node) -> bool:
    """Write such keywords as drafts of today do."""
    schema = node.schema
    for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(schema.get(exclusive), bool):
            is_on = schema.pop(exclusive)
            if is_on and _is_number(schema.get(bound)):
                schema[exclusive] = schema.pop(bound)
    if isinstance(schema.get("required"), bool) and schema.pop("required"):
        _require(node)
    return True


def _require(node: Node) -> None:
    if node.via == "properties" and node.parent is not None:
        around: JsonObject = node.parent.schema
        listed = around.get("required")
        names = list(listed) if isinstance(listed, list) else []
        around["required"] = names if node.name in names else [*names, node.name]


_OLD_FORMS = ("required", "exclusiveMinimum", "exclusiveMaximum")


def _is_old_form(keyword: str, value: JsonValue) -> bool:
    return keyword in _OLD_FORMS and isinstance(value, bool)
