"""An input_schema as rows to read: name, type in words, default, what the model is told.

How deep and how far a schema is unrolled is decided here; how it looks is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolnexus._schema._paths import resolve
from toolnexus._schema._words import type_words
from toolnexus._types import JsonObject, JsonValue
from toolnexus._visible import visible
from toolnexus.display._json import compact
from toolnexus.display._text import folded, one_line

_DEPTH = 8
_NAMES_IN_SUMMARY = 6


def parameter_parts(input_schema: JsonObject, most_rows: int = 200) -> list[JsonObject]:
    """Unroll an input_schema into tables.

    Args:
        input_schema: The schema of a tool's parameters.
        most_rows: Rows to make at most, nested ones included: a small schema whose
            definitions name each other can unroll to an endless one.

    Returns:
        Parts, usually just one: `heading`, `rows`, `note`, and `hidden`, the number of rows
        left out. A row has `name`, `is_name` (or words in its place), `is_required`, `type`,
        `has_default`, `default`, `told`, `note`, and `fold`: what is inside as `summary` and
        `parts`, or None.

    Example:
        >>> schema = {"properties": {"city": {"type": "string"}}, "required": ["city"]}
        >>> [row["name"] for row in parameter_parts(schema)[0]["rows"]]
        ['city']
    """
    return _Unrolling(input_schema, most_rows).parts(input_schema, "", ())


@dataclass
class _Unrolling:
    root: JsonObject
    rows_left: int
    steps_left: int = 2000

    def parts(
        self, schema: JsonValue, heading: str, above: tuple[str, ...]
    ) -> list[JsonObject]:
        """Unroll what is inside a schema; `above` names the definitions it stands in."""
        schema, name = _followed(schema, self.root)
        if name and name in above:
            return [_part(heading, note=f"{name} again, as above")]
        if len(above) == _DEPTH or self.steps_left == 0:
            return [_part(heading, note="goes deeper than is shown here")]
        self.steps_left -= 1
        above = (*above, name)
        found = self.properties(schema, heading, above)
        for inner, label in _inner_schemas(schema):
            found += self.parts(inner, _joined(heading, label), above)
        return found + self.branches(schema, heading, above)

    def properties(
        self, schema: JsonObject, heading: str, above: tuple[str, ...]
    ) -> list[JsonObject]:
        """Make a part of the properties, as far as the card has room."""
        properties = list(_properties(schema))
        if not properties:
            return []
        # Rows of this level before those inside them: what comes first is never crowded out.
        shown = properties[: self.rows_left]
        self.rows_left -= len(shown)
        required = _list(schema.get("required"))
        rows = [
            self.row(
                name, inner, above, is_name=is_name, is_required=is_name and name in required
            )
            for name, inner, is_name in shown
        ]
        hidden = len(properties) - len(shown)
        more = f"{'and ' if shown else ''}{hidden} more, not shown here" if hidden else ""
        return [{**_part(heading, more), "rows": rows, "hidden": hidden}]

    def branches(
        self, schema: JsonObject, heading: str, above: tuple[str, ...]
    ) -> list[JsonObject]:
        """Unroll the alternatives of a union, named where there are several."""
        found = [
            (branch, parts)
            for key in ("anyOf", "oneOf")
            for branch in _list(schema.get(key))
            if (parts := self.parts(branch, "", above))
        ]
        return [
            {
                **part,
                "heading": _joined(
                    heading, self.words(branch) if len(found) > 1 else "", part["heading"]
                ),
            }
            for branch, parts in found
            for part in parts
        ]

    def words(self, schema: JsonValue) -> str:
        """Name a shape: by its definition, else by its type."""
        _, name = _followed(schema, self.root)
        return f"as {visible(name or type_words(schema, self.root))}"

    def row(
        self,
        name: str,
        schema: JsonValue,
        above: tuple[str, ...],
        *,
        is_name: bool,
        is_required: bool,
    ) -> JsonObject:
        """Make the row of one property, with what is inside it."""
        resolved, _ = _followed(schema, self.root)
        # Siblings of a $ref count: pydantic puts description and default there.
        told = resolved if not isinstance(schema, dict) else {**resolved, **schema}
        return {
            "name": one_line(name, 100),
            "is_name": is_name,
            "is_required": is_required,
            "type": one_line(type_words(schema, self.root), 300),
            "has_default": "default" in told,
            "default": one_line(compact(told["default"]), 80) if "default" in told else "",
            "told": folded(_str(told.get("description")), 400),
            **_inside(self.parts(schema, "", above)),
        }


def _followed(schema: JsonValue, root: JsonObject) -> tuple[JsonObject, str]:
    """Follow a `$ref` to the schema it stands for, and name the definition."""
    ref = schema.get("$ref") if isinstance(schema, dict) else None
    if not isinstance(ref, str):
        return _dict(schema), ""
    target = _dict(resolve(schema, root))
    name = ref.rpartition("/")[2] if ref != "#" else "the whole input"
    return ({} if "$ref" in target else target), name


def _properties(schema: JsonObject) -> Iterator[tuple[str, JsonValue, bool]]:
    for name, inner in _dict(schema.get("properties")).items():
        yield str(name), inner, True
    for pattern, inner in _dict(schema.get("patternProperties")).items():
        yield f"names like {pattern}", inner, False
    if (others := _dict(schema.get("additionalProperties"))) and schema.get("properties"):
        yield "any other name", others, False
    items = _list(schema.get("prefixItems")) or _list(schema.get("items"))
    for number, inner in enumerate(items, 1):
        yield f"item {number}", inner, False


def _inner_schemas(schema: JsonObject) -> Iterator[tuple[JsonValue, str]]:
    if items := _dict(schema.get("items")):
        yield items, "each item"
    if (values := _dict(schema.get("additionalProperties"))) and not schema.get("properties"):
        yield values, "each value"
    for inner in _list(schema.get("allOf")):
        yield inner, ""


def _part(heading: str, note: str) -> JsonObject:
    return {"heading": heading, "rows": [], "note": visible(note), "hidden": 0}


def _inside(parts: list[JsonObject]) -> JsonObject:
    names = [row["name"] for part in parts for row in part["rows"]]
    if names:
        return {"note": "", "fold": {"summary": listed(names), "parts": parts}}
    # Nothing to unfold, only why it stops here: that fits into the row itself.
    return {"note": parts[0]["note"] if parts else "", "fold": None}


def listed(names: list[str]) -> str:
    """List the first names and count the others.

    Example:
        >>> listed(["a", "b", "c", "d", "e", "f", "g", "h"])
        'a, b, c, d, e, f and 2 more'
    """
    more = len(names) - _NAMES_IN_SUMMARY
    shown = ", ".join(names[:_NAMES_IN_SUMMARY])
    return f"{shown} and {more} more" if more > 0 else shown


def _joined(*words: str) -> str:
    return ", ".join(filter(None, words))


# Schemas come from anywhere, so no key is trusted to hold what the specification says.


def _dict(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _str(value: Any) -> str:
    return value if isinstance(value, str) else ""
