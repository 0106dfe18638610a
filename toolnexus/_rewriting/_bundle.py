"""A schema in its simplest spelling, with every definition by its name.

Dialects spell the same thing in several ways, and references lead to pointers, anchors and ids.
Here all of that ends, so that whoever rewrites a schema has plain dicts to deal with.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolnexus._types import JsonObject, JsonValue

if TYPE_CHECKING:
    from toolnexus._schema._located import Located

ROOT = "#"
"""The name of the whole schema, where it refers to itself."""

_SINGLE = frozenset(
    [
        "additionalProperties",
        "contains",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    ]
)
_LISTS = frozenset(["allOf", "anyOf", "oneOf", "prefixItems"])
_MAPS = frozenset(["dependentSchemas", "patternProperties", "properties"])
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
# What says nothing of a value; what is defined is kept under the name it is referred to by.
_LEFT_OUT = frozenset(
    [
        *_REFERENCES,
        "$anchor",
        "$comment",
        "$defs",
        "$dynamicAnchor",
        "$id",
        "$recursiveAnchor",
        "$schema",
        "$vocabulary",
        "definitions",
        "id",
    ]
)
_ANNOTATIONS = frozenset(["default", "deprecated", "description", "examples", "title"])
_OLD_DRAFT = re.compile(r"json-schema\.org/draft-0[1-7]/")
_NO_NAME = re.compile(r"[^A-Za-z0-9_.-]+")


@dataclass(frozen=True)
class Bundle:
    """A schema that refers to nothing but `#` and its own definitions.

    Args:
        root: The schema; each `$ref` in it holds just the name of a definition, or `ROOT`.
        definitions: What the names stand for.
    """

    root: JsonObject
    definitions: dict[str, JsonValue]

    def __getitem__(self, name: str) -> JsonValue:
        return self.root if name == ROOT else self.definitions[name]

    @functools.cached_property
    def as_schema(self) -> JsonObject:
        """The definitions as a schema that `pointed` ones can refer to."""
        return {"$defs": {name: pointed(inner) for name, inner in self.definitions.items()}}

    def takes_null(self, schema: JsonValue, on_the_way: tuple[str, ...] = ()) -> bool:
        """Tell whether null fits a schema, as far as types, values and branches say."""
        if not isinstance(schema, dict):
            return schema is not False
        name = schema.get("$ref")
        if name in on_the_way:
            return False
        if name is not None and not self.takes_null(self[name], (*on_the_way, name)):
            return False
        stated = schema.get("type", "null")
        values = [schema["const"]] if "const" in schema else schema.get("enum", [None])
        if None not in values or "null" not in (
            [stated] if isinstance(stated, str) else stated
        ):
            return False
        unions = [schema[key] for key in ("anyOf", "oneOf") if key in schema]
        if not all(any(self.takes_null(b, on_the_way) for b in union) for union in unions):
            return False
        return all(self.takes_null(part, on_the_way) for part in schema.get("allOf", ()))

    def refers_to_itself(self, name: str) -> bool:
        """Tell whether a definition contains itself, however far inside."""
        waiting, seen = list(_names_in(self[name])), set[str]()
        while waiting:
            inner = waiting.pop()
            if inner == name:
                return True
            if inner not in seen:
                seen.add(inner)
                waiting += _names_in(self[inner])
        return False


def bundled(input_schema: JsonObject) -> Bundle:
    """Write a schema in its simplest spelling.

    Example:
        >>> bundled({"items": {"$ref": "#/definitions/A"}, "definitions": {"A": {"id": "a"}}})
        Bundle(root={'items': {'$ref': 'A'}}, definitions={'A': {}})
    """
    return _Bundling(input_schema).bundle()


def pointed(schema: JsonValue) -> JsonValue:
    """Write the names of definitions as pointers again."""
    if isinstance(schema, list):
        return [pointed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    written = {key: pointed(value) for key, value in schema.items()}
    name = schema.get("$ref")
    if isinstance(name, str) and name != ROOT:
        written["$ref"] = f"#/$defs/{name}"
    return written


class _Bundling:
    def __init__(self, input_schema: JsonObject) -> None:
        # Imported on first use: it loads all metaschemas, and few programs rewrite a schema.
        from toolnexus._schema._located import locate  # noqa: PLC0415

        self._start = locate(input_schema)
        dialect = input_schema.get("$schema")
        # Up to draft-07, what stands beside a reference counts for nothing.
        self._stands_alone = isinstance(dialect, str) and bool(_OLD_DRAFT.search(dialect))
        self._names = {id(self._start.schema): ROOT}
        self._waiting: list[tuple[str, Located]] = []

    def bundle(self) -> Bundle:
        root = self._plain(self._start)
        definitions: dict[str, JsonValue] = {}
        while self._waiting:
            name, at = self._waiting.pop(0)
            definitions[name] = self._plain(at)
        return Bundle(root, definitions)

    def _plain(self, at: Located) -> Any:
        schema = at.schema
        if not isinstance(schema, dict):
            return schema is not False
        target = self._target(schema, at)
        plain: JsonObject = {} if target is None else {"$ref": target}
        for key, value in _spelt_anew(schema).items():
            if key in _LEFT_OUT or (
                target is not None and self._stands_alone and key not in _ANNOTATIONS
            ):
                continue
            plain[key] = self._inner(key, value, at)
        return plain

    def _inner(self, key: str, value: Any, at: Located) -> Any:
        if key in _SINGLE and isinstance(value, (dict, bool)):
            return self._plain(at.inner(value))
        if key in _LISTS and isinstance(value, list):
            return [self._plain(at.inner(part)) for part in value]
        if key in _MAPS and isinstance(value, dict):
            return {name: self._plain(at.inner(part)) for name, part in value.items()}
        return value

    def _target(self, schema: JsonObject, at: Located) -> str | None:
        references = [schema[key] for key in _REFERENCES if isinstance(schema.get(key), str)]
        found = at.followed(references[0]) if references else None
        if found is None:
            return None
        key = id(found.schema)
        if key not in self._names:
            self._names[key] = self._new_name(references[0])
            self._waiting.append((self._names[key], found))
        return self._names[key]

    def _new_name(self, reference: str) -> str:
        last = re.split(r"[/#]", reference)[-1]
        wanted = _NO_NAME.sub("_", last).strip("_") or "definition"
        name, count = wanted, 1
        while name in self._names.values():
            count += 1
            name = f"{wanted}_{count}"
        return name


def _spelt_anew(schema: JsonObject) -> JsonObject:
    """Spell as draft 2020-12 does what older drafts spell differently."""
    spelt = dict(schema)
    if isinstance(spelt.get("items"), list):
        spelt["prefixItems"] = spelt.pop("items")
        if "additionalItems" in spelt:
            spelt["items"] = spelt["additionalItems"]
    spelt.pop("additionalItems", None)
    if isinstance(spelt.get("dependencies"), dict):
        for name, needed in spelt.pop("dependencies").items():
            key = "dependentRequired" if isinstance(needed, list) else "dependentSchemas"
            spelt[key] = {**spelt.get(key, {}), name: needed}
    for limit, exclusive in (
        ("minimum", "exclusiveMinimum"),
        ("maximum", "exclusiveMaximum"),
    ):
        is_old = isinstance(spelt.get(exclusive), bool)  # draft-04
        if is_old and spelt.pop(exclusive) and limit in spelt:
            spelt[exclusive] = spelt.pop(limit)
    return spelt


def _names_in(schema: JsonValue) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        yield schema["$ref"]
    for key, value in schema.items():
        if key in _SINGLE:
            yield from _names_in(value)
        elif key in _LISTS and isinstance(value, list):
            for part in value:
                yield from _names_in(part)
        elif key in _MAPS and isinstance(value, dict):
            for part in value.values():
                yield from _names_in(part)
