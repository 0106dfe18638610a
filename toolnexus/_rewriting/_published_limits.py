"""How much OpenAI's strict mode takes, as its guide to structured outputs says."""

from __future__ import annotations

from collections.abc import Iterator

from toolnexus._types import JsonObject

_MOST_PROPERTIES = 5000
_MOST_LEVELS = 10
_MOST_VALUES = 1000
_MOST_CHARACTERS = 120_000
_MANY_VALUES = 250
_MOST_CHARACTERS_OF_MANY = 15_000


def over_limits(schema: JsonObject) -> list[str]:
    """Say which limits a strict schema is over.

    Example:
        >>> over_limits({"type": "object", "properties": {}})
        []
    """
    nodes = [node for node, _ in _nodes(schema, 0)]
    names = [name for node in nodes for name in node.get("properties", ())]
    lists = [node["enum"] for node in nodes if "enum" in node]
    texts = [value for listed in lists for value in listed if isinstance(value, str)]
    texts += [*names, *schema.get("$defs", ())]
    counts = {
        "properties": (len(names), _MOST_PROPERTIES),
        "levels of objects": (max(level for _, level in _nodes(schema, 0)), _MOST_LEVELS),
        "listed values": (sum(map(len, lists)), _MOST_VALUES),
        "characters of names and listed values": (sum(map(len, texts)), _MOST_CHARACTERS),
    }
    over = [
        f"{got:,} {what}, over {most:,}" for what, (got, most) in counts.items() if got > most
    ]
    for listed in lists:
        length = sum(len(value) for value in listed if isinstance(value, str))
        if len(listed) > _MANY_VALUES and length > _MOST_CHARACTERS_OF_MANY:
            most = f"{_MOST_CHARACTERS_OF_MANY:,}"
            over.append(
                f"a list of {len(listed)} values with {length:,} characters, over {most}"
            )
    return over


def _nodes(schema: JsonObject, level: int) -> Iterator[tuple[JsonObject, int]]:
    level += schema.get("type") == "object"
    yield schema, level
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    if isinstance(schema.get("items"), dict):
        inner.append(schema["items"])
    for part in inner:
        yield from _nodes(part, level)
    for part in schema.get("$defs", {}).values():
        yield from _nodes(part, 0)
