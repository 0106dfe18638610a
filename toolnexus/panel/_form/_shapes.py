"""A schema brought into a shape that a field can be made of.

References followed, `allOf` merged, null set apart, unions as a list of branches; one level at
a time, so that a schema which contains itself never unrolls by itself. Whether values are valid
is asked of the whole schema as it was written, never of these shapes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from toolnexus._schema._paths import resolve
from toolnexus._types import JsonObject, JsonValue

_DEEPEST = 16
_STRUCTURE = ("type", "properties", "$ref", "enum", "const", "items", "prefixItems", "allOf")
"""Keywords that make a branch a shape of its own, not just another condition."""


@dataclass(frozen=True)
class Shape:
    """One level of a schema.

    Args:
        schema: Its keywords, those of its references among them.
        is_nullable: Whether null is one more thing it takes, beside what `schema` says.
        branches: The schemas of a union; empty if there is nothing to choose.
    """

    schema: JsonObject
    is_nullable: bool = False
    branches: tuple[JsonValue, ...] = ()


def shape_of(schema: JsonValue, root: JsonObject) -> Shape:
    """Bring a schema into shape.

    Args:
        schema: A JSON Schema, or True or False.
        root: The schema that `$ref`s refer to.

    Example:
        >>> shape_of({"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}, {})
        Shape(schema={'type': 'integer', 'default': None}, is_nullable=True, branches=())
    """
    return _shaped(flattened(schema, root), root, 0)


def flattened(schema: JsonValue, root: JsonObject, depth: int = 0) -> JsonObject:
    """Follow a reference and merge what `allOf` says; keywords beside them win.

    Example:
        >>> flattened({"$ref": "#/$defs/A", "title": "b"}, {"$defs": {"A": {"title": "a"}}})
        {'title': 'b'}
    """
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return {}
    if isinstance(schema.get("$ref"), str):
        target = resolve({"$ref": schema["$ref"]}, root)
        own = {key: value for key, value in schema.items() if key != "$ref"}
        if not isinstance(target, dict) or "$ref" in target:
            return {**own, "$ref": schema["$ref"]}
        return flattened(merged(target, own), root, depth + 1)
    parts = schema.get("allOf")
    if not isinstance(parts, list):
        return schema
    whole: JsonObject = {}
    for part in parts:
        whole = merged(whole, flattened(part, root, depth + 1))
    return merged(whole, {key: value for key, value in schema.items() if key != "allOf"})


def merged(one: JsonObject, other: JsonObject) -> JsonObject:
    """Merge the keywords of two schemas that both hold; the other's win where they differ."""
    both = {**one, **other}
    for key in ("properties", "patternProperties", "$defs"):
        if isinstance(one.get(key), dict) and isinstance(other.get(key), dict):
            both[key] = {**one[key], **other[key]}
    if isinstance(one.get("required"), list) and isinstance(other.get("required"), list):
        both["required"] = list(dict.fromkeys([*one["required"], *other["required"]]))
    return both


def _shaped(schema: JsonObject, root: JsonObject, depth: int) -> Shape:
    stated = schema.get("type")
    if isinstance(stated, list):
        return _of_types(schema, [name for name in stated if isinstance(name, str)])
    key = next((key for key in ("anyOf", "oneOf") if listed(schema.get(key))), None)
    if key is None or depth > _DEEPEST or "enum" in schema or "const" in schema:
        return Shape(schema)
    base = {name: value for name, value in schema.items() if name != key}
    branches = schema[key]
    if "properties" in base and not any(_is_shape(branch) for branch in branches):
        return Shape(base)  # conditions only, such as one of two names being required
    if base.get("type") not in (None, "object") and not any(map(_is_shape, branches)):
        return Shape(base)
    given = [branch for branch in branches if not _is_null(branch, root)]
    is_nullable = len(given) < len(branches)
    if not given:
        return Shape({**base, "type": "null"})
    if len(given) == 1:
        inner = _shaped(merged(flattened(given[0], root), base), root, depth + 1)
        return Shape(inner.schema, is_nullable or inner.is_nullable, inner.branches)
    if (values := _values(given, root)) is not None:
        return Shape({**base, "enum": values}, is_nullable)
    about_it = ("title", "description", "default", "examples", "$defs", "definitions")
    rules = {name: value for name, value in base.items() if name not in about_it}
    if rules:
        given = [merged(rules, flattened(branch, root)) for branch in given]
    return Shape(base, is_nullable, tuple(given))


def _of_types(schema: JsonObject, names: list[str]) -> Shape:
    given = [name for name in names if name != "null"]
    is_nullable = len(given) < len(names)
    if "enum" in schema or "const" in schema:
        return Shape(schema)
    if len(given) < 2:
        return Shape(
            {**schema, "type": given[0] if given else "null"}, is_nullable and bool(given)
        )
    own = {key: value for key, value in schema.items() if key not in ("description", "default")}
    return Shape(schema, is_nullable, tuple({**own, "type": name} for name in given))


def _is_shape(branch: JsonValue) -> bool:
    return isinstance(branch, dict) and any(
        key in branch for key in (*_STRUCTURE, "anyOf", "oneOf")
    )


def _is_null(branch: JsonValue, root: JsonObject) -> bool:
    flat = flattened(branch, root)
    return (
        flat.get("type") == "null"
        or flat.get("enum") == [None]
        or ("const" in flat and flat["const"] is None)
    )


def _values(branches: list[JsonValue], root: JsonObject) -> list[JsonValue] | None:
    """List the values of branches that each are nothing but values."""
    found: list[JsonValue] = []
    for branch in branches:
        values = values_of(flattened(branch, root))
        if values is None:
            return None
        found += values
    return found


def values_of(schema: JsonObject) -> list[JsonValue] | None:
    """List the only values that a schema takes, where it lists them itself.

    Example:
        >>> values_of({"const": 5}), values_of({"type": "boolean"}), values_of({})
        ([5], [True, False], None)
    """
    if "const" in schema:
        return [schema["const"]]
    if isinstance(schema.get("enum"), list):
        return list(schema["enum"])
    plain: dict[str, list[JsonValue]] = {"boolean": [True, False], "null": [None]}
    return plain.get(str(schema.get("type")))


def listed(value: Any) -> list[JsonValue]:
    """Take a list as it is, and anything else for an empty one."""
    return value if isinstance(value, list) else []
