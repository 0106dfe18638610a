"""A schema's parts, each once and with the way that leads to it.

References are not followed: what they lead to is a part of the schema, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from toolnexus._problems import Path
from toolnexus._schema._paths import reachable, resolve
from toolnexus._types import JsonObject, JsonValue
from toolnexus.checks._entries import GEMINI, Entry

_MOST_NODES = 20_000

_ONE = (
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "additionalItems",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
)
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems", "items")
_NAMED = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
KEYWORDS_OF_SCHEMAS = frozenset([*_ONE, *_LISTS, *_NAMED])

# What they say is said of the same value as what stands around them.
_SAME_VALUE = ("anyOf", "oneOf", "allOf", "not", "if", "then", "else", "dependentSchemas")
_DEEPER = ("properties", "items", "prefixItems", "additionalProperties", "patternProperties")


class Node:
    """One schema inside a schema.

    Attributes:
        entry: The entry it belongs to.
        schema: The schema, to be changed in place by a rewrite.
        path: Where it is, as the keys and indexes that lead there from the entry.
        parent: The schema around it; None for the whole.
        via: The keyword of the parent that leads here; empty for the whole.
        name: The property's name, if it is one.
        types: The JSON types that it states.
        level: How many objects and arrays are around it.
    """

    __slots__ = ("entry", "level", "name", "parent", "path", "schema", "types", "via")

    def __init__(
        self, entry: Entry, schema: JsonObject, path: Path, parent: Node | None, via: str
    ) -> None:
        self.entry = entry
        self.schema = schema
        self.path = path
        self.parent = parent
        self.via = via
        self.name = str(path[-1]) if via == "properties" else ""
        self.types = _stated_types(schema, in_capitals=entry.shape == GEMINI)
        self.level: int = 0 if parent is None else parent.level + (via in _DEEPER)

    @property
    def root(self) -> JsonObject:
        """The whole schema, which references refer to."""
        schema: JsonObject = self.entry.schema
        return schema

    @property
    def target(self) -> JsonValue:
        """The schema that it stands for, if it is a reference; itself otherwise."""
        return resolve(self.schema, self.root)

    @property
    def is_required(self) -> bool:
        """Whether it is a property that has to be there."""
        if self.via != "properties" or self.parent is None:
            return False
        required = self.parent.schema.get("required")
        return isinstance(required, list) and self.name in required

    @property
    def text(self) -> str:
        """What is said of it; empty if nothing is."""
        said = self.schema.get("description")
        return said if isinstance(said, str) else ""

    @property
    def is_described(self) -> bool:
        """Whether something is said of it, here or where it leads."""
        around = [self.schema, *reachable([self.schema], self.root)]
        return any(isinstance(s.get("description"), str) and s["description"] for s in around)

    def around(self) -> Iterator[Node]:
        """Give the schemas that are about the same value, from this one outwards."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent if node.via in _SAME_VALUE else None

    def ways(self) -> set[str]:
        """List the keywords that lead here."""
        node: Node | None = self
        found = set()
        while node is not None and node.via:
            found.add(node.via)
            node = node.parent
        return found


def nodes_of(entry: Entry) -> list[Node]:
    """List the schemas of an entry, the whole first."""
    schema = entry.schema
    if not isinstance(schema, dict):
        return []
    found: list[Node] = []
    waiting = deque([Node(entry, schema, entry.schema_path, None, "")])
    while waiting and len(found) < _MOST_NODES:
        node = waiting.popleft()
        found.append(node)
        for path, via, inner in parts_of(node.schema):
            if isinstance(inner, dict):
                waiting.append(Node(entry, inner, (*node.path, *path), node, via))
    return found


def parts_of(schema: JsonObject) -> Iterator[tuple[Path, str, JsonValue]]:
    """Give what a schema has inside: the steps that lead there, the keyword, and what it is."""
    for key, value in schema.items():
        if key not in KEYWORDS_OF_SCHEMAS:
            continue
        if isinstance(value, dict) and key in _NAMED:
            for name, inner in value.items():
                yield (key, name), key, inner
        elif isinstance(value, list) and key in _LISTS:
            for index, inner in enumerate(value):
                yield (key, index), key, inner
        elif key in _ONE:
            yield (key,), key, value


def _stated_types(schema: JsonObject, *, in_capitals: bool) -> frozenset[str]:
    stated: Any = schema.get("type")
    if isinstance(stated, str):
        return frozenset([stated.lower() if in_capitals else stated])
    if isinstance(stated, list):
        texts = [name for name in stated if isinstance(name, str)]
        return frozenset(name.lower() for name in texts) if in_capitals else frozenset(texts)
    return frozenset()
