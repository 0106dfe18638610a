"""Arguments at the edges of what a schema allows: where functions fail that seemed to work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolnexus._schema._paths import resolve
from toolnexus._types import JsonObject, JsonValue

_LARGE = 1000


def edge_arguments(input_schema: JsonObject, arguments: JsonObject) -> Iterator[JsonObject]:
    """Change one argument at a time to the ends of its range, or to something empty.

    Args:
        input_schema: The schema of the arguments.
        arguments: Valid arguments to start from.

    Yields:
        Arguments that a schema of plain ranges and lengths allows; further rules are for the
        caller to check.

    Example:
        >>> schema = {"properties": {"n": {"type": "integer", "minimum": 1}}}
        >>> list(edge_arguments(schema, {"n": 3}))
        [{'n': 1}, {'n': 1000}]
    """
    properties = input_schema.get("properties")
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        for value in _edges(resolve(schema, input_schema)):
            yield {**arguments, name: value}


def _edges(schema: JsonValue) -> list[Any]:
    if not isinstance(schema, dict) or "enum" in schema or "const" in schema:
        return []
    stated = schema.get("type")
    if stated in ("integer", "number"):
        return _ends(schema, whole=stated == "integer")
    if stated == "string" and not {"format", "pattern"} & set(schema):
        return [] if schema.get("minLength") else [""]
    if stated == "array":
        return [] if schema.get("minItems") else [[]]
    return []


def _ends(schema: JsonObject, *, whole: bool) -> list[Any]:
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    step = 1 if whole else 0.5
    low = schema.get("minimum", -1 if above is None else above + step)
    high = schema.get("maximum", _LARGE if below is None else below - step)
    return [low, *([0] if low < 0 < high else []), high]
