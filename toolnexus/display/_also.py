"""What a schema says beyond type, default and description, in a few words each.

Nothing that a model is sent is left out of a card without being named there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from toolnexus._schema._paths import resolve
from toolnexus._schema._words import Untold, short_json
from toolnexus._types import JsonObject, JsonValue
from toolnexus.display._json import as_object
from toolnexus.display._text import one_line

_MOST = 12
_LIMIT = 400

_FLAGS = {
    "deprecated": "deprecated",
    "readOnly": "read only",
    "writeOnly": "write only",
    "nullable": "or null",
}
_ROWS = frozenset(["properties", "patternProperties", "prefixItems", "$defs", "definitions"])
"""Keywords that have rows or parts of their own."""
_UNIONS = ("anyOf", "oneOf", "allOf")


def also(rest: Iterable[Untold], root: JsonObject, shown: JsonObject) -> str:
    """Put into words what else is said of a value.

    Args:
        rest: What the words for its type leave out.
        root: The whole schema.
        shown: Keywords that stand elsewhere in the same row.

    Returns:
        One line; empty if that is all.

    Example:
        >>> inside = Untold("each item", "description", "A name.")
        >>> also([Untold("", "title", "City"), inside], {}, {})
        'title "City", each item: A name.'
    """
    found = list(dict.fromkeys(_words(one) for one in _left(rest, root, shown)))
    if len(found) > _MOST:
        found = [*found[:_MOST], f"and {len(found) - _MOST} more"]
    return one_line(", ".join(found), _LIMIT)


def rest_of_object(schema: JsonObject) -> Iterator[Untold]:
    """List what is said of an object with properties, beside these."""
    for keyword, value in schema.items():
        if keyword == "required" and isinstance(value, list):
            nowhere = [
                name for name in value if name not in as_object(schema.get("properties"))
            ]
            if nowhere:
                yield Untold("", keyword, nowhere)
        elif keyword == "additionalProperties" and isinstance(value, dict) and value:
            continue  # has a row of its own
        elif keyword not in ("$ref", "items") and (keyword, value) != ("type", "object"):
            yield Untold("", keyword, value)


def unused_definitions(root: JsonObject) -> list[str]:
    """Name the definitions that nothing refers to, so that they are shown nowhere else.

    Example:
        >>> unused_definitions({"$defs": {"Point": {}, "Unit": {}}, "$ref": "#/$defs/Unit"})
        ['Point']
    """
    definitions = {
        f"#/{key}/{name}": inner
        for key in ("$defs", "definitions")
        for name, inner in as_object(root.get(key)).items()
    }
    if not definitions:
        return []
    used: set[str] = set()
    waiting: list[Any] = [v for k, v in root.items() if k not in ("$defs", "definitions")]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            waiting += node.values()
        elif isinstance(node, str) and node in definitions and node not in used:
            used.add(node)
            waiting.append(definitions[node])
    return [ref.rpartition("/")[2] for ref in definitions if ref not in used]


def _left(rest: Iterable[Untold], root: JsonObject, shown: JsonObject) -> Iterator[Untold]:
    for one in rest:
        where, keyword, value = one
        is_shown = not where and keyword in ("description", "default")
        if is_shown and shown.get(keyword) == value:
            continue
        listed = value if isinstance(value, list) else [value]
        if keyword in (*_UNIONS, "items") and _has_rows(listed, root):
            continue
        if keyword in _ROWS or (listed is value and keyword in ("items", "enum")):
            continue  # items of a list have rows, long choices a fold of their own
        yield one


def _words(one: Untold) -> str:
    where = f"{one.where}: " if one.where else ""
    return where + _said(one.keyword, one.value)


def _said(keyword: str, value: JsonValue) -> str:
    if keyword == "additionalProperties" and (isinstance(value, bool) or value == {}):
        return "other names are refused" if value is False else "other names are allowed"
    if keyword == "description" and isinstance(value, str):
        return one_line(value, 160)
    if value is True and keyword in _FLAGS:
        return _FLAGS[keyword]
    if keyword == "examples" and isinstance(value, list):
        return f"examples {', '.join(short_json(one, 40) for one in value[:8])}"
    return f"{one_line(keyword, 60)} {short_json(value)}"


def _has_rows(branches: list[JsonValue], root: JsonObject) -> bool:
    return any(as_object(resolve(branch, root)).get("properties") for branch in branches)
