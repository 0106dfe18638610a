"""An input_schema as rows to read: name, type in words, default, what the model is told.

How deep and how far a schema is unrolled is decided here; how it looks is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolnexus._problems import Path
from toolnexus._schema._origins import Origin
from toolnexus._schema._paths import resolve
from toolnexus._schema._words import Untold, short_json, type_words, type_words_and_rest
from toolnexus._types import JsonObject, JsonValue
from toolnexus._visible import visible
from toolnexus.display._also import also, rest_of_object, unused_definitions
from toolnexus.display._json import as_array, as_object, as_string, compact
from toolnexus.display._text import count, folded, one_line, reflowed

_DEPTH = 8
_NAMES_IN_SUMMARY = 6
_CHOICES = 4000
"""Characters of a choice of many values."""


def parameter_parts(
    input_schema: JsonObject,
    most_rows: int = 200,
    origins: Mapping[Path, Origin] | None = None,
) -> list[JsonObject]:
    """Unroll an input_schema into tables.

    Args:
        input_schema: The schema of a tool's parameters.
        most_rows: Rows to make at most, nested ones included: a small schema whose
            definitions name each other can unroll to an endless one.
        origins: Where the lines of the schema come from, by path, as far as known.

    Returns:
        Parts, usually just one: `heading`, `told` (what is said of the whole), `rows`, `also`
        (what else), `note`, and `hidden`, the number of rows left out. A row has `name`,
        `is_name` (or words in its place), `is_required`, `type`, `choices` (all values, where
        the type lists the first), `has_default`, `default`, `told`, `told_by` (its source,
        where that is not the function's docstring), `also`, `note`, and `fold`: what is inside
        as `summary` and `parts`, or None.

    Example:
        >>> schema = {"properties": {"city": {"type": "string"}}, "required": ["city"]}
        >>> [row["name"] for row in parameter_parts(schema)[0]["rows"]]
        ['city']
    """
    unrolling = _Unrolling(input_schema, most_rows, origins or {})
    parts = unrolling.parts(input_schema, (), "", ())
    if not parts and (also_of := unrolling.also_of(input_schema, {})):
        parts = [{**_part("no parameters", ""), "also": also_of}]
    if unused := unused_definitions(input_schema):
        parts.append(_part("", f"sent, but used nowhere: {listed(unused)}"))
    return parts


@dataclass
class _Unrolling:
    root: JsonObject
    rows_left: int
    origins: Mapping[Path, Origin]
    steps_left: int = 2000

    def parts(
        self,
        schema: JsonValue,
        path: Path,
        heading: str,
        above: tuple[str, ...],
        shown: JsonObject | None = None,
    ) -> list[JsonObject]:
        """Unroll what is inside a schema.

        Args:
            schema: The schema.
            path: Where it stands.
            heading: What to call it.
            above: The names of the definitions it stands in.
            shown: What the row says that it is the schema of.
        """
        path = _path_of(schema, path)
        schema, name = _followed(schema, self.root)
        if name and name in above:
            return [_part(heading, note=f"{name} again, as above")]
        if len(above) == _DEPTH or self.steps_left == 0:
            return [_part(heading, note="goes deeper than is shown here")]
        self.steps_left -= 1
        above = (*above, name)
        found = self.properties(schema, path, heading, above, shown or {})
        for inner, step, label in _inner_schemas(schema):
            found += self.parts(inner, path + step, _joined(heading, label), above)
        return found + self.branches(schema, path, heading, above)

    def properties(
        self,
        schema: JsonObject,
        path: Path,
        heading: str,
        above: tuple[str, ...],
        shown: JsonObject,
    ) -> list[JsonObject]:
        """Make a part of the properties, as far as the card has room."""
        properties = list(_properties(schema))
        if not properties:
            return []
        # Rows of this level before those inside them: what comes first is never crowded out.
        first = properties[: self.rows_left]
        self.rows_left -= len(first)
        required = as_array(schema.get("required"))
        rows = [
            self.row(
                name,
                inner,
                path + step,
                above,
                is_name=is_name,
                is_required=is_name and name in required,
            )
            for name, inner, step, is_name in first
        ]
        hidden = len(properties) - len(first)
        more = f"{'and ' if first else ''}{hidden} more, not shown here" if hidden else ""
        told = as_string(schema.get("description"))
        part = {
            **_part(heading, more),
            "told": folded("" if told == shown.get("description") else told, 300),
            "also": self.also_of(schema, shown),
        }
        return [{**part, "rows": rows, "hidden": hidden}]

    def also_of(self, schema: JsonObject, shown: JsonObject) -> str:
        """Say what else is said of an object as a whole."""
        around = {**shown, "description": schema.get("description")}  # told by itself
        return also(rest_of_object(schema), self.root, around)

    def branches(
        self, schema: JsonObject, path: Path, heading: str, above: tuple[str, ...]
    ) -> list[JsonObject]:
        """Unroll the alternatives of a union, named where there are several."""
        found = [
            (branch, parts)
            for key in ("anyOf", "oneOf")
            for index, branch in enumerate(as_array(schema.get(key)))
            if (parts := self.parts(branch, (*path, key, index), "", above))
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
        path: Path,
        above: tuple[str, ...],
        *,
        is_name: bool,
        is_required: bool,
    ) -> JsonObject:
        """Make the row of one property, with what is inside it."""
        resolved, _ = _followed(schema, self.root)
        # Siblings of a $ref count: pydantic puts description and default there.
        told = resolved if not isinstance(schema, dict) else {**resolved, **schema}
        words, rest = type_words_and_rest(schema, self.root)
        return {
            "name": one_line(name, 100),
            "is_name": is_name,
            "is_required": is_required,
            "type": one_line(words, 300),
            "choices": _choices(rest),
            "has_default": "default" in told,
            "default": one_line(compact(told["default"]), 80) if "default" in told else "",
            "told": folded(reflowed(as_string(told.get("description"))), 400),
            "told_by": self.told_by(schema, path),
            "also": also(rest, self.root, told),
            **_inside(self.parts(schema, path, "", above, told)),
        }

    def told_by(self, schema: JsonValue, path: Path) -> str:
        """Name the source of a description, where it is not the usual one."""
        origin = self.origins.get((*path, "description"))
        if origin is None:
            origin = self.origins.get((*_path_of(schema, path), "description"))
        usual = ("docstring", "written schema")
        return origin.kind if origin is not None and origin.kind not in usual else ""


def _followed(schema: JsonValue, root: JsonObject) -> tuple[JsonObject, str]:
    """Follow a `$ref` to the schema it stands for, and name the definition."""
    ref = schema.get("$ref") if isinstance(schema, dict) else None
    if not isinstance(ref, str):
        return as_object(schema), ""
    target = as_object(resolve(schema, root))
    name = ref.rpartition("/")[2] if ref != "#" else "the whole input"
    return ({} if "$ref" in target else target), name


def _path_of(schema: JsonValue, path: Path) -> Path:
    """Say where the schema stands that a `$ref` leads to; where it is itself, without one."""
    ref = schema.get("$ref") if isinstance(schema, dict) else None
    return tuple(ref[2:].split("/")) if isinstance(ref, str) and ref.startswith("#/") else path


def _properties(schema: JsonObject) -> Iterator[tuple[str, JsonValue, Path, bool]]:
    for name, inner in as_object(schema.get("properties")).items():
        yield str(name), inner, ("properties", name), True
    for pattern, inner in as_object(schema.get("patternProperties")).items():
        yield f"names like {pattern}", inner, ("patternProperties", pattern), False
    if (others := as_object(schema.get("additionalProperties"))) and schema.get("properties"):
        yield "any other name", others, ("additionalProperties",), False
    key = "prefixItems" if as_array(schema.get("prefixItems")) else "items"
    for index, inner in enumerate(as_array(schema.get(key))):
        yield f"item {index + 1}", inner, (key, index), False


def _inner_schemas(schema: JsonObject) -> Iterator[tuple[JsonValue, Path, str]]:
    if items := as_object(schema.get("items")):
        yield items, ("items",), "each item"
    if (values := as_object(schema.get("additionalProperties"))) and not schema.get(
        "properties"
    ):
        yield values, ("additionalProperties",), "each value"
    for index, inner in enumerate(as_array(schema.get("allOf"))):
        yield inner, ("allOf", index), ""


def _choices(rest: list[Untold]) -> JsonObject | None:
    """List the values of the choices that are too long for the words of a type."""
    values = [value for one in rest if one.keyword == "enum" for value in as_array(one.value)]
    if not values:
        return None
    text = visible(", ".join(short_json(value) for value in values))
    return {
        "summary": f"all {count(len(values), 'value')}",
        "text": text if len(text) <= _CHOICES else f"{text[:_CHOICES]}…",
    }


def _part(heading: str, note: str) -> JsonObject:
    told = folded("", 1)
    part = {"heading": heading, "told": told, "rows": [], "also": ""}
    return {**part, "note": visible(note), "hidden": 0}


def _inside(parts: list[JsonObject]) -> JsonObject:
    names = [row["name"] for part in parts for row in part["rows"]]
    if names:
        return {"note": "", "fold": {"summary": listed(names), "parts": parts}}
    # Nothing to unfold, only why it stops here: that fits into the row itself.
    return {"note": parts[0]["note"] if parts else "", "fold": None}


def listed(names: list[str], hidden: int = 0) -> str:
    """List the first names and count the others, and those that are hidden already.

    Example:
        >>> listed(["a", "b", "c", "d", "e", "f", "g", "h"])
        'a, b, c, d, e, f and 2 more'
    """
    more = max(len(names) - _NAMES_IN_SUMMARY, 0) + hidden
    shown = ", ".join(names[:_NAMES_IN_SUMMARY])
    return f"{shown} and {more} more" if more > 0 else shown


def _joined(*words: str) -> str:
    return ", ".join(filter(None, words))
