"""Which JSON types a schema takes, and the schema of each."""

from __future__ import annotations

from typing import Any

from toolnexus._schema._paths import json_type
from toolnexus._schema._words import implied_type
from toolnexus._types import JsonObject, JsonValue


def kinds_of(schema: JsonObject) -> list[tuple[str, JsonObject]] | None:
    """Split a schema by the JSON types that it takes; None if it takes any.

    Example:
        >>> kinds_of({"enum": ["a", None]})
        [('string', {'enum': ['a']}), ('null', {'enum': [None]})]
    """
    stated = schema.get("type")
    types = stated if isinstance(stated, list) else [stated] if stated is not None else None
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(values, list):
        return _kinds_of_values(values, types)
    if types is None:
        implied = implied_type(schema)
        if implied is None:
            return None
        types = [implied]
    return [(str(kind), schema) for kind in types]


def _kinds_of_values(
    values: list[JsonValue], types: list[Any] | None
) -> list[tuple[str, JsonObject]]:
    grouped: dict[str, list[JsonValue]] = {}
    for value in values:
        kind = json_type(value)
        if types is not None and kind not in types:
            if not (kind == "integer" and "number" in types):
                continue
            kind = "number"
        grouped.setdefault(kind, []).append(value)
    if {"integer", "number"} <= grouped.keys():
        integers = grouped.pop("integer")
        grouped["number"] = [v for v in values if v in integers or v in grouped["number"]]
    return [(kind, {"enum": listed}) for kind, listed in grouped.items()]
