"""Rewrites of one schema, in place, that keep what it means.

Each tells whether it changed anything. None drops a limit: where nothing equal can be written,
the schema stays as it is.
"""

from __future__ import annotations

from toolnexus._schema._paths import is_of_type, json_type, resolve
from toolnexus._types import JsonObject, JsonValue

ANNOTATIONS = (
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
)
"""Keywords that say something of a value and accept whatever comes."""

_OF_TYPE = {
    "string": ("minLength", "maxLength", "pattern", "format", "contentEncoding"),
    "number": (
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "format",
    ),
    "array": (
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "uniqueItems",
        "contains",
        "minContains",
        "maxContains",
        "additionalItems",
    ),
    "object": (
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
        "dependentRequired",
    ),
    "boolean": (),
    "null": (),
}
_OF_TYPE["integer"] = _OF_TYPE["number"]

SYNONYMS = {
    "str": "string",
    "text": "string",
    "int": "integer",
    "long": "integer",
    "float": "number",
    "double": "number",
    "bool": "boolean",
    "list": "array",
    "tuple": "array",
    "set": "array",
    "dict": "object",
    "map": "object",
    "hashmap": "object",
    "none": "null",
    "nonetype": "null",
}
"""What other languages call the types of JSON."""

ANYTHING = ("any", "object | any", "mixed", "unknown")
"""What is written as a type and means that there is none."""


def name_types(schema: JsonObject) -> bool:
    """Write types by their JSON names."""
    stated = schema.get("type")
    named = [_named(name) for name in (stated if isinstance(stated, list) else [stated])]
    if None in named:
        return False
    if "" in named:
        del schema["type"]
    else:
        unique = list(dict.fromkeys(named))
        schema["type"] = unique if isinstance(stated, list) else unique[0]
    return True


def _named(name: JsonValue) -> str | None:
    if not isinstance(name, str):
        return None
    lower = name.strip().lower()
    if lower in _OF_TYPE:
        return lower
    return "" if lower in ANYTHING else SYNONYMS.get(lower)


def can_name_types(schema: JsonObject) -> bool:
    """Tell whether `name_types` knows every type."""
    stated = schema.get("type")
    names = stated if isinstance(stated, list) else [stated]
    return bool(names) and all(_named(name) is not None for name in names)


def split_types(schema: JsonObject) -> bool:
    """Write a list of types as `anyOf`, each with the keywords that are about it."""
    stated = schema.get("type")
    if not can_split_types(schema) or not isinstance(stated, list):
        return False
    if len(stated) == 1:
        schema["type"] = stated[0]
        return True
    branches = [branch for name in stated if (branch := _branch(schema, name)) is not None]
    kept = {key: schema[key] for key in schema if key in ANNOTATIONS or key.startswith("$")}
    schema.clear()
    schema.update(kept)
    schema["anyOf"] = branches
    return True


def can_split_types(schema: JsonObject) -> bool:
    """Tell whether `split_types` can be used."""
    stated = schema.get("type")
    known = {"type", "enum", "const", *ANNOTATIONS}.union(*_OF_TYPE.values())
    return (
        isinstance(stated, list)
        and bool(stated)
        and all(isinstance(name, str) and name in _OF_TYPE for name in stated)
        and all(key in known or key.startswith("$") for key in schema)
        and "$ref" not in schema
    )


def _branch(schema: JsonObject, name: str) -> JsonObject | None:
    branch: JsonObject = {"type": name}
    branch |= {key: schema[key] for key in _OF_TYPE[name] if key in schema}
    if "const" in schema:
        if not is_of_type(schema["const"], {name}):
            return None
        branch["const"] = schema["const"]
    if isinstance(schema.get("enum"), list):
        branch["enum"] = [value for value in schema["enum"] if is_of_type(value, {name})]
        if not branch["enum"]:
            return None
    return branch


def one_of_to_any_of(schema: JsonObject) -> bool:
    """Write `oneOf` as `anyOf`."""
    if "anyOf" in schema or not isinstance(schema.get("oneOf"), list):
        return False
    schema["anyOf"] = schema.pop("oneOf")
    schema.pop("discriminator", None)  # OpenAPI's own keyword, and only for oneOf
    return True


def const_to_enum(schema: JsonObject) -> bool:
    """Write `const` as an `enum` of one value, with its type."""
    if "enum" in schema:
        return False
    value = schema.pop("const")
    schema.setdefault("type", json_type(value))
    schema["enum"] = [value]
    return True


def say_type(schema: JsonObject) -> bool:
    """State the type of an `enum` of strings."""
    schema["type"] = "string"
    return True


def open_booleans(schema: JsonObject) -> bool:
    """Write the schema `true` as `{}`."""
    changed = False
    for key in ("properties", "$defs", "definitions"):
        inner = schema.get(key)
        if isinstance(inner, dict):
            for name in [name for name, value in inner.items() if value is True]:
                inner[name] = {}
                changed = True
    if schema.get("items") is True:
        schema["items"] = {}
        changed = True
    for key in ("anyOf", "prefixItems"):
        branches = schema.get(key)
        if isinstance(branches, list) and True in branches:
            schema[key] = [{} if branch is True else branch for branch in branches]
            changed = True
    return changed


def push_into_branches(schema: JsonObject, *, annotations: bool) -> bool:
    """Move what stands beside `anyOf` into its branches.

    Args:
        schema: The schema.
        annotations: Whether what only says something is moved too, to the first branch.
    """
    if not can_push_into_branches(schema):
        return False
    asserted = {k: v for k, v in schema.items() if not _stays(k)}
    said = {k: v for k, v in schema.items() if k in ANNOTATIONS} if annotations else {}
    branches = [{**asserted, **branch} for branch in schema["anyOf"]]
    first = next((b for b in branches if b.get("type") != "null"), branches[0])
    for key, value in said.items():
        if key == "description" and isinstance(first.get(key), str):
            first[key] = f"{value} {first[key]}"
        else:
            first.setdefault(key, value)
    kept = {k: v for k, v in schema.items() if _stays(k) and k not in said and k != "anyOf"}
    schema.clear()
    schema.update(kept)
    schema["anyOf"] = branches
    return True


def _stays(key: str) -> bool:
    return key == "anyOf" or key in ANNOTATIONS or key.startswith("$") or key == "definitions"


def can_push_into_branches(schema: JsonObject) -> bool:
    """Tell whether no branch says something else about what stands beside `anyOf`."""
    branches = schema.get("anyOf")
    if not isinstance(branches, list) or not branches or "$ref" in schema:
        return False
    asserted = {k: v for k, v in schema.items() if not _stays(k)}
    return all(
        isinstance(branch, dict)
        and ("$ref" not in branch or not asserted)
        and all(key not in branch or branch[key] == value for key, value in asserted.items())
        for branch in branches
    )


def root_as_object(root: JsonObject) -> bool:
    """Say of a whole schema that it is one of an object."""
    if "$ref" in root:
        target = resolve(root, root)
        if not isinstance(target, dict) or "$ref" in target or target is root:
            return False
        beside = {key: value for key, value in root.items() if key != "$ref"}
        merged = {**target, **beside}
        root.clear()
        root.update(merged)
    root["type"] = "object"
    return True


def drop_from_required(schema: JsonObject, names: set[str]) -> bool:
    """Take names out of `required`."""
    schema["required"] = [name for name in schema["required"] if name not in names]
    if not schema["required"]:
        del schema["required"]
    return True
