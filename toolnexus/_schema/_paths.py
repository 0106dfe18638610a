"""Finding the way in a schema and in arguments: references, paths, types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from toolnexus._problems import Path
from toolnexus._types import JsonObject, JsonValue

MISSING = object()
"""Stands for a value that is not there; None is one that is."""


def value_at(arguments: JsonValue, path: Path) -> Any:
    """Follow a path into the arguments; `MISSING` if it leads nowhere."""
    try:
        for part in path:
            arguments = arguments[part]
    except (KeyError, IndexError, TypeError):
        return MISSING
    return arguments


def replaced(node: Any, path: Path, value: Any) -> Any:
    """Copy a value with one place inside it replaced; `MISSING` takes it out.

    Example:
        >>> replaced({"a": [1, 2]}, ("a", 1), 3)
        {'a': [1, 3]}
    """
    if not path:
        return value
    copy: Any = dict(node) if isinstance(node, dict) else list(node)
    if value is MISSING and len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = replaced(copy[path[0]], path[1:], value)
    return copy


def schema_at(path: Path, root: JsonObject, arguments: JsonValue = None) -> JsonValue:
    """Follow a path into the schema; True (anything) where it says nothing."""
    schemas: list[JsonValue] = [root]
    value = arguments
    for part in path:
        reached = reachable(schemas, root, value)
        schemas = [inner for schema in reached for inner in _inner(schema, part)]
        value = value_at(value, (part,)) if value is not None else None
    if not schemas:
        return True
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def names_at(path: Path, root: JsonObject, arguments: JsonValue) -> list[str]:
    """List the property names that the schema knows at a path."""
    around = reachable([schema_at(path, root, arguments)], root, value_at(arguments, path))
    found = [schema["properties"] for schema in around if "properties" in schema]
    return list(dict.fromkeys(name for properties in found for name in properties))


def reachable(
    schemas: Iterable[JsonValue], root: JsonObject, value: JsonValue = MISSING
) -> list[JsonObject]:
    """Follow references and unions to all schemas that a value can be meant for, each once."""
    found: dict[int, JsonObject] = {}
    waiting = list(schemas)
    while waiting:
        schema = resolve(waiting.pop(), root)
        if isinstance(schema, dict) and id(schema) not in found:
            found[id(schema)] = schema
            waiting += reversed(_branches(schema, root, value))
    return list(found.values())


def _branches(schema: JsonObject, root: JsonObject, value: JsonValue) -> list[JsonValue]:
    """Give the branches that a value can be meant for: those with the least that is wrong."""
    given: list[JsonValue] = list(_listed(schema, "allOf"))
    for key in ("anyOf", "oneOf"):
        branches = _listed(schema, key)
        if branches and isinstance(value, dict):
            misfits = [_misfit(branch, root, value) for branch in branches]
            if min(misfits)[1] > 0:  # no branch has its constants: it may be any of them
                misfits = [misfit[:1] for misfit in misfits]
            given += [b for b, m in zip(branches, misfits, strict=True) if m == min(misfits)]
        else:
            given += branches
    return given


def _listed(schema: JsonObject, key: str) -> list[JsonValue]:
    branches = schema.get(key)
    return branches if isinstance(branches, list) else []


def _misfit(branch: JsonValue, root: JsonObject, value: JsonObject) -> tuple[int, ...]:
    """Count what speaks against a branch: another type, other constants, other names."""
    branch = resolve(branch, root)
    types = types_of(branch, root)
    other_type = int(types is not None and "object" not in types)
    if not isinstance(branch, dict) or not isinstance(branch.get("properties"), dict):
        return (other_type, 0, 0)
    properties = branch["properties"]
    required = branch.get("required") or []
    constants = {
        name: schema["const"]
        for name, schema in properties.items()
        if isinstance(schema, dict)
        and "const" in schema
        and (name in value or name in required)
    }
    others = sum(value.get(name, MISSING) != stated for name, stated in constants.items())
    absent = [name for name in required if name not in value]
    closed = branch.get("additionalProperties") is False
    unknown = [name for name in value if name not in properties] if closed else []
    return (other_type, others, len(absent) + len(unknown))


def _inner(schema: JsonObject, part: str | int) -> Iterator[JsonValue]:
    """Give the schema of one property or item."""
    if isinstance(part, str):
        properties = schema.get("properties")
        if isinstance(properties, dict) and part in properties:
            yield properties[part]
            return
        patterns: JsonObject = schema.get("patternProperties") or {}
        fitting = [inner for pattern, inner in patterns.items() if _matches(pattern, part)]
        if fitting:
            yield from fitting
        elif isinstance(schema.get("additionalProperties"), dict):
            yield schema["additionalProperties"]
    else:
        prefix = schema.get("prefixItems")
        if isinstance(prefix, list) and part < len(prefix):
            yield prefix[part]
        elif "items" in schema:
            yield schema["items"]


def _matches(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:  # of another dialect than Python's
        return False


def resolve(schema: JsonValue, root: JsonObject) -> JsonValue:
    """Follow local `$ref`s to the schema they stand for; what can't be followed stays."""
    seen: set[str] = set()
    while isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        ref: str = schema["$ref"]
        if ref in seen:
            break
        seen.add(ref)
        target, _ = pointed(ref, root)
        if target is None:
            break
        schema = target
    return schema


def pointed(ref: str, root: JsonObject) -> tuple[JsonValue, Path]:
    """Follow one local `$ref`, to the schema and where it is; None if it leads nowhere.

    Example:
        >>> pointed("#/$defs/Point", {"$defs": {"Point": {"type": "object"}}})
        ({'type': 'object'}, ('$defs', 'Point'))
    """
    if ref == "#":
        return root, ()
    if not ref.startswith("#/"):
        return None, ()
    node: JsonValue = root
    path: Path = ()
    for raw in unquote(ref[2:]).split("/"):
        part = raw.replace("~1", "/").replace("~0", "~")
        if isinstance(node, dict) and part in node:
            node, path = node[part], (*path, part)
        elif isinstance(node, list) and part.isdecimal() and int(part) < len(node):
            node, path = node[int(part)], (*path, int(part))
        else:
            return None, ()
    return node, path


def types_of(schema: JsonValue, root: JsonObject) -> set[str] | None:
    """List the JSON types that a schema accepts, as far as it says; None for any type.

    Example:
        >>> sorted(types_of({"anyOf": [{"type": "array"}, {"type": "null"}]}, {}))
        ['array', 'null']
    """
    return _types_of(schema, root, set())


def _types_of(schema: JsonValue, root: JsonObject, seen: set[int]) -> set[str] | None:
    schema = resolve(schema, root)
    if not isinstance(schema, dict):
        return None
    if id(schema) in seen:  # counted already, or a definition inside itself
        return set()
    seen.add(id(schema))
    stated = schema.get("type")
    if isinstance(stated, str):
        return {stated}
    if isinstance(stated, list):
        return {name for name in stated if isinstance(name, str)}
    if "const" in schema:
        return {json_type(schema["const"])}
    if isinstance(schema.get("enum"), list):
        return {json_type(value) for value in schema["enum"]}
    for key in ("anyOf", "oneOf"):
        branches = schema.get(key)
        if isinstance(branches, list):
            found = [_types_of(branch, root, seen) for branch in branches]
            if any(types is None for types in found):
                return None
            return set().union(*filter(None, found))
    return None


def is_of_type(value: JsonValue, types: set[str]) -> bool:
    """Tell whether a value is of one of the JSON types.

    Example:
        >>> is_of_type(5, {"number"}), is_of_type(True, {"integer"})
        (True, False)
    """
    own = json_type(value)
    return own in types or (own == "integer" and "number" in types)


def json_type(value: JsonValue) -> str:
    """Name the JSON type of a value.

    Example:
        >>> json_type(1), json_type(1.5), json_type(None)
        ('integer', 'number', 'null')
    """
    if isinstance(value, bool):
        return "boolean"
    if value is None:
        return "null"
    if isinstance(value, str):
        return "string"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    return "object" if isinstance(value, dict) else "array"
