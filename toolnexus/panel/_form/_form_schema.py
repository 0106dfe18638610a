"""From an input schema to its fields, one level at a time, and to whether values fit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from toolnexus._problems import Problem
from toolnexus._schema._explicit import ExplicitSchema
from toolnexus._schema._paths import MISSING
from toolnexus._schema._words import short_json, type_words
from toolnexus._types import JsonObject, JsonValue
from toolnexus._visible import visible
from toolnexus.panel._form._fields import (
    TEXT_KINDS,
    Field,
    fixed_items,
    is_secret_schema,
    kind_of,
)
from toolnexus.panel._form._shapes import flattened, listed, shape_of, values_of

_DEEPEST_SKELETON = 6


class FormSchema:
    """An input schema that is asked for fields, and whether values fit.

    Args:
        input_schema: The schema of a tool's arguments.

    Raises:
        ToolDefinitionError: It is no schema of an object.
    """

    def __init__(self, input_schema: Mapping[str, Any]) -> None:
        self._explicit = ExplicitSchema(input_schema, "the form")
        self.root: JsonObject = self._explicit.input_schema
        self.has_secrets = mentions_secrets(self.root)

    def problems(self, value: JsonObject) -> list[Problem]:
        """Tell what is wrong with all arguments, in the words that a model is told."""
        try:
            return self._explicit.problems(value)
        except RecursionError:
            message = "the schema goes round in a circle here, so nothing can be checked."
            return [Problem((), message, "circle")]

    def accepts(self, value: JsonValue, schema: JsonValue) -> bool:
        """Tell whether a value fits a part of the schema."""
        if isinstance(schema, dict) and "$schema" in schema:
            # It would bring jsonschema's own class, which ends at a pattern it can't read.
            schema = {key: stated for key, stated in schema.items() if key != "$schema"}
        return self._explicit.accepts(value, schema)

    def whole(self) -> Field:
        """Describe the form itself."""
        field = self.field("", self.root, is_required=True)
        kind = field.kind if field.kind in ("object", "union") else "object"
        return replace(field, kind=kind, place="root")

    def field(
        self,
        name: str,
        schema: JsonValue,
        *,
        is_required: bool = False,
        is_item: bool = False,
        is_secret: bool = False,
    ) -> Field:
        """Describe the field of a schema."""
        shape = shape_of(schema, self.root)
        is_secret = is_secret or is_secret_schema(shape.schema)
        choices = () if shape.branches else tuple(values_of(shape.schema) or ())
        if choices and shape.is_nullable and None not in choices:
            choices = (*choices, None)
        return Field(
            name=name,
            schema=schema,
            kind=kind_of(name, shape, choices, is_secret=is_secret),
            shape=shape,
            is_required=is_required,
            is_item=is_item,
            is_secret=is_secret,
            choices=choices,
            type=type_words(schema, self.root),
            told=_text(shape.schema.get("description")),
            default="" if is_secret else self._default(shape.schema, schema),
        )

    def properties(self, field: Field) -> dict[str, Field]:
        """Describe what an object has inside, but not deeper."""
        schema = field.shape.schema
        required = listed(schema.get("required"))
        properties = schema.get("properties")
        return {
            name: self.field(
                name, inner, is_required=name in required, is_secret=field.is_secret
            )
            for name, inner in (properties if isinstance(properties, dict) else {}).items()
            if name not in field.hidden
        }

    def entry(self, field: Field, name: str) -> Field:
        """Describe the entry of a map, or a property that the schema doesn't name."""
        schema = field.shape.schema
        inner: JsonValue = schema.get("additionalProperties", True)
        for pattern, stated in (schema.get("patternProperties") or {}).items():
            if _matches(pattern, name):
                inner = stated
        if inner is False:
            inner = True  # the whole schema tells that there must be no such name
        return self.field(name, inner, is_item=True, is_secret=field.is_secret)

    def item(self, field: Field, index: int) -> Field:
        """Describe an item of an array or of a tuple."""
        fixed = fixed_items(field.shape.schema)
        inner = fixed[index] if index < len(fixed) else field.shape.schema.get("items", True)
        name = f"{field.name}[{index}]"
        described = self.field(name, inner, is_item=True, is_secret=field.is_secret)
        return replace(described, is_alike=not fixed)

    def branch(self, field: Field, index: int) -> Field:
        """Describe a branch of a union, as it stands in the union's place."""
        tag = self.tag(field)
        branch = self.field(
            field.name,
            field.shape.branches[index],
            is_required=field.is_required,
            is_item=field.is_item,
            is_secret=field.is_secret,
        )
        shape = replace(branch.shape, is_nullable=branch.is_nullable or self.is_typed(field))
        told = "" if branch.told == field.told else branch.told
        hidden = (tag,) if tag else ()
        return replace(branch, shape=shape, told=told, hidden=hidden, place="branch")

    def is_typed(self, field: Field) -> bool:
        """Tell whether all branches are boxes to type in, and null is taken beside them."""
        return field.is_nullable and self.is_text_union(field)

    def is_text_union(self, field: Field) -> bool:
        """Tell whether all branches of a union are boxes to type in."""
        branches = [self.field("", branch) for branch in field.shape.branches]
        return all(branch.kind in TEXT_KINDS for branch in branches)

    def branch_words(self, field: Field) -> list[str]:
        """Name the branches of a union: by their tag, else by what they take."""
        tag = self.tag(field)
        if tag:
            return [
                _plain_word(self._only_value(branch, tag)) for branch in field.shape.branches
            ]
        return [
            _text(branch.get("title"))
            if isinstance(branch, dict)
            and type_words(branch, self.root) == "object"
            and branch.get("title")
            else type_words(branch, self.root)
            for branch in field.shape.branches
        ]

    def tag(self, field: Field) -> str:
        """Name the property whose only value tells the branches apart, if there is one."""
        branches = field.shape.branches
        if not branches:
            return ""
        first = flattened(branches[0], self.root).get("properties")
        for name in first if isinstance(first, dict) else ():
            values = [self._only_value(branch, name) for branch in branches]
            written = {short_json(value) for value in values}
            if all(value is not None for value in values) and len(written) == len(branches):
                return str(name)
        return ""

    def skeleton(self, field: Field, depth: int = 0) -> JsonObject:
        """Make the object that a field starts with: what is required and leaves no choice."""
        inner = self.properties(replace(field, hidden=()))
        found: JsonObject = {}
        for name, child in inner.items():
            if not child.is_required:
                continue
            if len(child.choices) == 1:
                found[name] = child.choices[0]
            elif child.kind == "object" and not child.is_nullable and depth < _DEEPEST_SKELETON:
                found[name] = self.skeleton(child, depth + 1)
        return found

    def blank(self, field: Field) -> JsonValue:
        """Make what a new item is before it is filled in; null says that it isn't yet."""
        if len(field.choices) == 1:
            return field.choices[0]
        if field.is_nullable:
            return None
        if field.kind in ("string", "long"):
            return ""
        if field.kind == "object":
            return self.skeleton(field)
        if field.kind == "tuple":
            return self.blank_items(field)
        return {"array": [], "map": {}}.get(field.kind)

    def started(self, field: Field) -> JsonValue:
        """Make what a branch of a union is once it was chosen; nothing for a box to type in."""
        if len(field.choices) == 1:
            return field.choices[0]
        if field.kind == "object":
            return self.skeleton(field)
        if field.kind == "tuple":
            return self.blank_items(field)
        empty: dict[str, JsonValue] = {"array": [], "map": {}}
        return empty.get(field.kind, self.blank(field) if field.is_item else MISSING)

    def blank_items(self, field: Field) -> list[JsonValue]:
        """Make the items that a tuple starts with."""
        count = len(fixed_items(field.shape.schema))
        return [self.blank(self.item(field, index)) for index in range(count)]

    def fitting_branch(self, field: Field, value: JsonValue) -> int | None:
        """Choose the branch of a union for a value: one that takes it, else the nearest one."""
        branches = field.shape.branches
        for index, branch in enumerate(branches):
            if self.accepts(value, branch):
                return index
        ranks = [self._misfit(self.field("", branch), value) for branch in branches]
        best = min(ranks)
        return ranks.index(best) if best[0] == 0 else None

    def _misfit(self, branch: Field, value: JsonValue) -> tuple[int, int, int]:
        """Count what speaks against a branch: another type, another tag, other names."""
        kinds = ("object", "map") if isinstance(value, dict) else ("array", "tuple")
        if not isinstance(value, (dict, list)) or branch.kind not in kinds:
            return (1, 0, 0)
        if not isinstance(value, dict):
            return (0, 0, 0)
        inner = self.properties(branch)
        other = [
            name
            for name, child in inner.items()
            if len(child.choices) == 1 and value.get(name) != child.choices[0]
        ]
        needed = {name for name, child in inner.items() if child.is_required}
        return (0, len(other), len(needed - set(value)) + len(set(value) - set(inner)))

    def _only_value(self, branch: JsonValue, name: str) -> JsonValue:
        flat = flattened(branch, self.root)
        properties = flat.get("properties")
        inner = properties.get(name) if isinstance(properties, dict) else None
        values = values_of(flattened(inner, self.root))
        return values[0] if values and len(values) == 1 else None

    def _default(self, shape: JsonObject, schema: JsonValue) -> str:
        """Say the default; one that contradicts its own schema means "leave out"."""
        if "default" not in shape or not self.accepts(shape["default"], schema):
            return ""
        return _plain_word(shape["default"])


def mentions_secrets(schema: JsonValue) -> bool:
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if is_secret_schema(node):
                return True
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return False


def _plain_word(value: JsonValue) -> str:
    is_plain = isinstance(value, str) and value.strip() and len(value) <= 60
    return visible(value if is_plain else short_json(value))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _matches(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:  # of another dialect than Python's
        return False
