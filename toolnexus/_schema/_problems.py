"""From a validator's complaint to a `Problem`: path, expected, got, nearest valid name.

Both validators' complaints come through here, so that a model is told the same about the same
mistake, whether the schema was inferred or handed in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from toolnexus._problems import Path, Problem
from toolnexus._schema._words import describe, resolve, types_of, value_words
from toolnexus._types import JsonObject, JsonValue
from toolnexus._wording import join, nearest

MISSING = object()
_MOST_UNWRAPPED = 8


def problem_at(
    path: Path, kind: str, arguments: JsonObject, root: JsonObject, message: str = ""
) -> Problem:
    """Say what was expected at a path, and what came.

    Args:
        path: Where the value is in `arguments`.
        kind: The broken rule's name.
        arguments: All arguments.
        root: The input schema.
        message: What to say instead of what the schema says there; for rules of the
            function's own that no schema can express.
    """
    value = value_at(arguments, path)
    got = "" if value is MISSING else value_words(value)
    expected = "" if message else describe(schema_at(path, root, arguments), root)
    came = f", got {got}" if got else ""
    text = f"{message}{came}." if message else f"expected {expected}{came}."
    return Problem(path, text, kind, expected, got)


def missing(path: Path, root: JsonObject, arguments: JsonObject) -> Problem:
    """Say that a required argument did not come."""
    expected = describe(schema_at(path, root, arguments), root)
    return Problem(path, f"required, but missing; expected {expected}.", "missing", expected)


def unknown(path: Path, root: JsonObject, arguments: JsonObject) -> Problem:
    """Say that there is no such argument, with the nearest one there is."""
    valid = _names_at(path[:-1], root, arguments)
    value = value_at(arguments, path)
    near = nearest(str(path[-1]), valid)
    if near is not None:
        way_out = f"Did you mean {near}? "
    elif valid:
        way_out = ""
    else:
        return Problem(
            path, "unknown; none is expected here.", "unknown", got=value_words(value)
        )
    message = f"unknown. {way_out}Valid here: {join(valid, 'and')}."
    return Problem(path, message, "unknown", join(valid, "or"), value_words(value))


def without_shadowed(problems: Iterable[Problem]) -> list[Problem]:
    """Keep one problem for each place, and the deeper ones where a union complains twice.

    Where no branch of a union fits, each branch complains: those that failed at the value
    itself say less than the one that got further into it.
    """
    kept: dict[Path, Problem] = {}
    for problem in problems:
        kept.setdefault(problem.path, problem)
    deeper = {path[:length] for path in kept for length in range(len(path))}
    return [problem for path, problem in kept.items() if path not in deeper]


def value_at(arguments: JsonValue, path: Path) -> Any:
    """Follow a path into the arguments; `MISSING` if it leads nowhere."""
    try:
        for part in path:
            arguments = arguments[part]
    except (KeyError, IndexError, TypeError):
        return MISSING
    return arguments


def schema_at(path: Path, root: JsonObject, arguments: JsonValue = None) -> JsonValue:
    """Follow a path into the schema; True (anything) where it says nothing."""
    schemas: list[JsonValue] = [root]
    value = arguments
    for part in path:
        reached = _reachable(schemas, root, value)
        schemas = [inner for schema in reached for inner in _inner(schema, part)]
        value = value_at(value, (part,)) if value is not None else None
    if not schemas:
        return True
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _names_at(path: Path, root: JsonObject, arguments: JsonValue) -> list[str]:
    """List the property names that the schema knows at a path."""
    around = _reachable([schema_at(path, root, arguments)], root, value_at(arguments, path))
    found = [schema["properties"] for schema in around if "properties" in schema]
    return list(dict.fromkeys(name for properties in found for name in properties))


def _reachable(
    schemas: Iterable[JsonValue], root: JsonObject, value: JsonValue
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
    """Give the branches that a value can be meant for; all of them if it fits none."""
    given: list[JsonValue] = []
    for key in ("allOf", "anyOf", "oneOf"):
        branches = schema.get(key)
        if isinstance(branches, list):
            given += [b for b in branches if _tag_fits(resolve(b, root), value)] or branches
    return given


def _inner(schema: JsonObject, part: str | int) -> Iterator[JsonValue]:
    """Give the schema of one property or item."""
    if isinstance(part, str):
        properties = schema.get("properties")
        if isinstance(properties, dict) and part in properties:
            yield properties[part]
        elif isinstance(schema.get("additionalProperties"), dict):
            yield schema["additionalProperties"]
    else:
        prefix = schema.get("prefixItems")
        if isinstance(prefix, list) and part < len(prefix):
            yield prefix[part]
        elif "items" in schema:
            yield schema["items"]


def _tag_fits(branch: JsonValue, value: JsonValue) -> bool:
    """Tell whether a union's branch can be meant, by the constants it asks for."""
    if not isinstance(branch, dict) or not isinstance(value, dict):
        return True
    properties = branch.get("properties")
    if not isinstance(properties, dict):
        return True
    return all(
        value[name] == schema["const"]
        for name, schema in properties.items()
        if name in value and isinstance(schema, dict) and "const" in schema
    )


# --- values that only need unwrapping ----------------------------------------------------


def unwrapped(
    arguments: JsonObject, problems: Iterable[Problem], root: JsonObject
) -> tuple[JsonObject, list[Path]]:
    """Decode values that failed only because a model wrote them as text.

    Models write nested lists and objects as JSON text, and some servers turn every integer
    into 5.0. Both are put right, but only where validation has failed, and text only where the
    schema takes no string; a `str` parameter is never decoded.

    Returns:
        A copy with the values replaced, and the paths of those; no paths if there are none.
    """
    changed: list[Path] = []
    for problem in problems:
        for end in range(len(problem.path), 0, -1):
            path = problem.path[:end]
            value = value_at(arguments, path)
            decode = _decoder(value, types_of(schema_at(path, root, arguments), root))
            replacement = decode(value) if decode else MISSING
            if replacement is not MISSING:
                arguments = _replaced(arguments, path, replacement)
                changed.append(path)
                break
        if len(changed) >= _MOST_UNWRAPPED:
            break
    return arguments, changed


def _decoder(value: Any, types: set[str] | None) -> Callable[[Any], Any] | None:
    if types is None:
        return None
    if isinstance(value, str) and "string" not in types and types & {"array", "object"}:
        return _decoded_container
    if isinstance(value, float) and "integer" in types and "number" not in types:
        return _whole_number
    return None


def _decoded_container(text: str) -> Any:
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return MISSING
    return value if isinstance(value, (dict, list)) else MISSING


def _whole_number(value: float) -> Any:
    return int(value) if value.is_integer() else MISSING


def _replaced(node: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    copy: Any = dict(node) if isinstance(node, dict) else list(node)
    copy[path[0]] = _replaced(copy[path[0]], path[1:], value)
    return copy
