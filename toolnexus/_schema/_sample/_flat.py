"""Several schemas that one value has to fit at once, read as one: types, bounds, parts.

Which schemas these are, where there are unions, is decided in `_branches.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from toolnexus._schema._located import Located
from toolnexus._types import JsonObject, JsonValue

Node: TypeAlias = tuple[Located, ...]
"""Schemas that a value has to fit, all of them."""

_ANY_TYPE = ("string", "integer", "object", "array", "boolean", "number", "null")
_IMPLIED = [
    (
        ("object",),
        frozenset(
            [
                *("properties", "patternProperties", "additionalProperties", "propertyNames"),
                *("required", "dependentRequired", "unevaluatedProperties"),
                *("minProperties", "maxProperties"),
            ]
        ),
    ),
    (
        ("array",),
        frozenset(
            [
                *("items", "prefixItems", "additionalItems", "unevaluatedItems", "contains"),
                *("minItems", "maxItems", "uniqueItems"),
            ]
        ),
    ),
    (("string",), frozenset(["minLength", "maxLength", "pattern", "format"])),
    (
        ("integer", "number"),
        frozenset(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ),
]


@dataclass(frozen=True)
class Flat:
    """Schemas without unions and references.

    Args:
        parts: The schemas, each a dict.
        opened: Which definitions lead here from the root, by identity.
        closing: Whether one of them stands inside itself, so that it should end soon.
    """

    parts: Node = ()
    opened: tuple[int, ...] = ()
    closing: bool = False

    def with_part(self, part: Located) -> Flat:
        """Add a schema."""
        return replace(self, parts=(*self.parts, part))

    def stated(self, keyword: str) -> list[Any]:
        """List what the schemas say by a keyword."""
        return [part.schema[keyword] for part in self.parts if keyword in part.schema]

    def numbers(self, *keywords: str) -> list[float]:
        """List the numbers that the schemas give by keywords."""
        found = [value for keyword in keywords for value in self.stated(keyword)]
        return [v for v in found if isinstance(v, (int, float)) and not isinstance(v, bool)]

    def least(self, keyword: str) -> int:
        """Give the strictest lower limit of a count or length."""
        return int(max(self.numbers(keyword), default=0))

    def most(self, keyword: str) -> int | None:
        """Give the strictest upper limit of a count or length, None for no limit."""
        limits = self.numbers(keyword)
        return int(min(limits)) if limits else None

    def type_groups(self) -> list[list[str]]:
        """List the types that all schemas allow: likely ones first, then any others.

        Empty if they allow none together. In a group null is the last.
        """
        allowed: list[str] | None = None
        for stated in self.stated("type"):
            listed = [stated] if isinstance(stated, str) else stated
            wanted = [name for name in listed if isinstance(name, str)]
            allowed = wanted if allowed is None else _both(allowed, wanted)
        if allowed is not None:
            names = sorted(dict.fromkeys(allowed), key=lambda name: name == "null")
            return [names] if names else []
        keywords = {keyword for part in self.parts for keyword in part.schema}
        groups = [list(names) for names, own in _IMPLIED if own & keywords]
        likely = [name for names in groups for name in names]
        others = [name for name in _ANY_TYPE if name not in likely]
        return [likely, others] if likely else [others]

    def property_names(self) -> list[str]:
        """List the properties that are declared, in order."""
        return list(dict.fromkeys(n for known in self._objects("properties") for n in known))

    def required(self) -> list[str]:
        """List the properties that have to be there."""
        lists = [names for names in self.stated("required") if isinstance(names, list)]
        return list(dict.fromkeys(name for names in lists for name in names))

    def dependents(self, name: str) -> list[str]:
        """List the properties that have to be there if another is."""
        groups = [*self._objects("dependentRequired"), *self._objects("dependencies")]
        found = [group.get(name) for group in groups]
        return [other for names in found if isinstance(names, list) for other in names]

    def property_node(self, name: str) -> Node:
        """Collect what the value of a property has to fit."""
        return tuple(
            part.inner(schema)
            for part in self.parts
            for schema in _of_property(part.schema, name, evaluated=self._is_known(name))
        )

    def item_node(self, index: int) -> Node:
        """Collect what an item has to fit."""
        covered = [_covers(part.schema, index) for part in self.parts]
        return tuple(
            part.inner(schema)
            for part in self.parts
            for schema in _of_item(part.schema, index, evaluated=any(covered))
        )

    def nodes(self, keyword: str) -> Node:
        """Collect the schemas that stand behind a keyword."""
        return tuple(
            part.inner(part.schema[keyword]) for part in self.parts if keyword in part.schema
        )

    def prefix_length(self) -> int:
        """Count the items that have a schema of their own."""
        return max((len(_prefix(part.schema)) for part in self.parts), default=0)

    def _is_known(self, name: str) -> bool:
        return any(
            name in part.schema.get("properties", {})
            or any(_found(p, name) for p in part.schema.get("patternProperties", {}))
            or "additionalProperties" in part.schema
            for part in self.parts
        )

    def _objects(self, keyword: str) -> Iterator[JsonObject]:
        return (value for value in self.stated(keyword) if isinstance(value, dict))


def _both(one: list[str], other: list[str]) -> list[str]:
    kept = [name for name in one if name in other]
    if "integer" not in kept and {"integer", "number"} <= {*one, *other}:
        whole = "integer" in one or "integer" in other
        kept += ["integer"] * (whole and "number" not in kept)
    return kept


def _of_property(schema: JsonObject, name: str, *, evaluated: bool) -> Iterator[JsonValue]:
    named = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    matched = [pattern for pattern in patterns if _found(pattern, name)]
    if name in named:
        yield named[name]
    yield from (patterns[pattern] for pattern in matched)
    if name not in named and not matched:
        if "additionalProperties" in schema:
            yield schema["additionalProperties"]
        elif "unevaluatedProperties" in schema and not evaluated:
            yield schema["unevaluatedProperties"]


def _covers(schema: JsonObject, index: int) -> bool:
    keywords = ("items", "additionalItems", "contains")
    return index < len(_prefix(schema)) or any(keyword in schema for keyword in keywords)


def _of_item(schema: JsonObject, index: int, *, evaluated: bool) -> Iterator[JsonValue]:
    prefix = _prefix(schema)
    if index < len(prefix):
        yield prefix[index]
        return
    rest = "additionalItems" if isinstance(schema.get("items"), list) else "items"
    if rest in schema:
        yield schema[rest]
    elif "unevaluatedItems" in schema and not evaluated:
        yield schema["unevaluatedItems"]


def _prefix(schema: JsonObject) -> list[JsonValue]:
    items = schema.get("items")
    # An array here is how draft-07 writes it.
    prefix = items if isinstance(items, list) else schema.get("prefixItems")
    return prefix if isinstance(prefix, list) else []


def _found(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return False
