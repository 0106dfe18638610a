"""References written out: for providers that lose them on the way."""

from __future__ import annotations

from typing import Any

from toolnexus._schema._paths import resolve
from toolnexus._types import JsonObject, JsonValue
from toolnexus.checks._nodes import parts_of

_MOST_SCHEMAS = 2000
"""Schemas that writing out one reference may come to; beyond that it is left."""


def write_out(schema: JsonObject, root: JsonObject) -> bool:
    """Put what a reference leads to in its place, and so on inside it.

    A schema that leads back to itself is written out once; where it would begin again, its
    description says so.

    Args:
        schema: A schema with `$ref`, changed in place.
        root: The schema that references refer to.

    Returns:
        Whether it was changed: not if it leads nowhere, or would become too large.
    """
    written = _written(schema, root)
    if written is None:
        return False
    schema.clear()
    schema.update(written)
    return True


def can_write_out(schema: JsonObject, root: JsonObject) -> bool:
    """Tell whether `write_out` would change the schema."""
    return _written(schema, root) is not None


def _written(schema: JsonObject, root: JsonObject) -> JsonObject | None:
    try:
        written = _Writing(root).written(schema, ())
    except _TooLarge:
        return None
    return written if isinstance(written, dict) and written != schema else None


def drop_unused_definitions(root: JsonObject) -> None:
    """Take out the definitions of a schema that no longer refers to any."""
    kept = {key: value for key, value in root.items() if key not in ("$defs", "definitions")}
    if not _refers(kept):
        root.clear()
        root.update(kept)


def _refers(schema: JsonValue) -> bool:
    waiting = [schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if "$ref" in value or "$dynamicRef" in value:
                return True
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return False


class _TooLarge(Exception):  # noqa: N818 - never leaves this file
    pass


class _Writing:
    def __init__(self, root: JsonObject) -> None:
        self._root = root
        self._left = _MOST_SCHEMAS

    def written(self, schema: JsonValue, inside: tuple[str, ...]) -> JsonValue:
        if not isinstance(schema, dict):
            return schema
        self._left -= 1
        if self._left < 0 or len(inside) > 30:
            raise _TooLarge
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return self._parts_written(schema, inside)
        target = resolve(schema, self._root)
        if not isinstance(target, dict) or "$ref" in target:
            return schema
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        if reference in inside or target is self._root:
            return {**_end(target, reference), **beside}
        written = self._parts_written(target, (*inside, reference))
        return {**written, **self._parts_written(beside, inside)}

    def _parts_written(self, schema: JsonObject, inside: tuple[str, ...]) -> JsonObject:
        copied: Any = {
            key: dict(value)
            if isinstance(value, dict)
            else list(value)
            if isinstance(value, list)
            else value
            for key, value in schema.items()
        }
        for path, _, inner in parts_of(schema):
            if len(path) == 1:
                copied[path[0]] = self.written(inner, inside)
            else:
                copied[path[0]][path[1]] = self.written(inner, inside)
        written: JsonObject = copied
        return written


def _end(target: JsonObject, reference: str) -> JsonObject:
    """Stand for a schema that would begin again inside itself."""
    name = reference.rpartition("/")[2].lstrip("#")
    again = f"The same again as {name} above." if name else "The same again as the whole."
    said = target.get("description")
    end: JsonObject = {"description": f"{said} {again}" if isinstance(said, str) else again}
    if isinstance(target.get("type"), str):
        end = {"type": target["type"], **end}
    return end
