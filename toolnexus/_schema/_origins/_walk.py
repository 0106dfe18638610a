"""A schema and the hints it was made of, walked side by side."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_origin

import typing_extensions

from toolnexus._problems import Path
from toolnexus._schema._annotations import hint_text, is_class
from toolnexus._schema._origins._classes import class_sayings, fields_of, has_fields
from toolnexus._schema._origins._hint_parts import (
    Loose,
    alternatives,
    classes_in,
    item_of,
    key_of,
    peeled,
    value_of,
)
from toolnexus._schema._origins._named import Named, by_name
from toolnexus._schema._origins._origin import Origin, marked
from toolnexus._schema._origins._sayings import Saying, has_code, sayings_of
from toolnexus._types import JsonObject, JsonValue

CLOSED = Origin("toolnexus", "other names are refused")
NO_DEFAULT = Origin("no default")
_ORDER = Origin("toolnexus", "order of a tuple")
_SHARED = Origin("toolnexus", "shapes used above")
_TOLD_BY_TEXT = frozenset(["description", "default"])
"""Keywords that have sources of their own; without one of them, nothing is claimed."""
_REFERENCE = "#/$defs/"


class Walk:
    """Collects the origins in one schema.

    Args:
        root: The whole schema.
        around: The class whose fields are the parameters, if there is one.
    """

    def __init__(self, root: JsonObject, around: type | None = None) -> None:
        self._around = [around] if around is not None else []
        self._definitions: JsonObject = root.get("$defs", {})
        self._entered: set[str] = set()
        self.found: dict[Path, Origin] = {("$defs",): _SHARED} if "$defs" in root else {}

    # --- objects with named values ------------------------------------------------------------

    def properties(self, properties: JsonObject, path: Path, named: Iterable[Named]) -> None:
        """Walk properties, each with the parameter or field that it is made of."""
        sources = by_name(properties, named)
        for name, node in properties.items():
            source = sources.get(name)
            if source is None:
                continue
            here = (*path, name)
            self.found[here] = source.origin
            self._typed(node, here, source)

    def required(self, names: Sequence[str], path: Path, named: Iterable[Named]) -> None:
        """Say of each required property why it is."""
        sources = by_name(names, named)
        for index, name in enumerate(names):
            if name in sources:
                here = (*path, index)
                self.found[here] = sources[name].required

    def _typed(self, node: JsonValue, path: Path, source: Named) -> None:
        sayings, by = source.sayings, source.hint_origin
        is_known = not has_code(source.metadata)
        self.value(node, path, source.hint, by, sayings, source.null_origin, is_known=is_known)

    # --- any value ----------------------------------------------------------------------------

    def value(
        self,
        node: JsonValue,
        path: Path,
        hint: Any,
        by: Origin,
        sayings: Iterable[Saying] = (),
        null_by: Origin | None = None,
        *,
        is_known: bool = True,
    ) -> None:
        """Walk the schema of a value.

        Args:
            node: The schema.
            path: Where it stands.
            hint: What it was made of.
            by: The origin of what the hint says.
            sayings: What else is said of this value.
            null_by: The origin of null among its types, if that is not the hint.
            is_known: Whether all sources are known; otherwise a keyword that no hint brings
                stays without an origin.
        """
        if not isinstance(node, dict):
            self.found[path] = by
            return
        hint, metadata = peeled(hint)
        is_known = is_known and not has_code(metadata)
        sayings = (*sayings_of(metadata), *sayings)
        if has_fields(hint) and "properties" in node:
            self._class(node, path, hint, sayings)
            return
        for keyword, inner in node.items():
            here = (*path, keyword)
            source = next((one for one in sayings if one.is_source_of(keyword, inner)), None)
            if source is not None:
                self._mark(here, inner, source.origin)
            elif keyword in ("anyOf", "oneOf") and isinstance(inner, list):
                self.found[here] = null_by or by
                self._branches(inner, here, hint, by, sayings, null_by, is_known=is_known)
            elif keyword in ("items", "additionalProperties", "propertyNames"):
                self.found[here] = by
                self.value(inner, here, _part_of(hint, keyword), by, is_known=is_known)
            elif keyword == "$ref":
                self.found[here] = by
                self._reference(str(inner), hint)
            elif keyword == "description" and str(inner).startswith("In this order: "):
                self.found[here] = _ORDER
            elif keyword not in _TOLD_BY_TEXT and (is_known or keyword in _KEYWORDS_OF_TYPES):
                self._mark(here, inner, by)
                self._references_in(inner, hint)

    def _branches(
        self,
        branches: Sequence[JsonValue],
        path: Path,
        hint: Any,
        by: Origin,
        sayings: Iterable[Saying],
        null_by: Origin | None,
        *,
        is_known: bool,
    ) -> None:
        hints = alternatives(hint)
        others = [branch for branch in branches if branch != {"type": "null"}]
        is_paired = len(hints) == len(others)
        limits = [one for one in sayings if one.keyword in _KEYWORDS_OF_TYPES]
        paired = iter(hints)
        for index, branch in enumerate(branches):
            here = (*path, index)
            if branch == {"type": "null"}:
                self._mark(here, branch, null_by or by)
                continue
            self.found[here] = by
            part = next(paired) if is_paired else Loose(hint)
            self.value(branch, here, part, by, limits, is_known=is_known)

    def _mark(self, path: Path, value: JsonValue, origin: Origin) -> None:
        self.found.update(marked(path, value, origin))

    # --- definitions --------------------------------------------------------------------------

    def _reference(self, reference: str, hint: Any) -> None:
        name = reference.removeprefix(_REFERENCE)
        node = self._definitions.get(name)
        if node is None or name in self._entered:
            return
        hint = get_origin(hint) if has_fields(get_origin(hint)) else hint  # Box[int]
        is_direct = is_class(hint) or isinstance(hint, typing_extensions.TypeAliasType)
        if not is_direct:
            # Before Python 3.11 `list["Point"]` keeps the text: a class around it is meant.
            fitting = [one for one in classes_in(hint) if _has_name(one, name)]
            fitting = fitting or [one for one in self._around if _has_name(one, name)]
            if len(fitting) != 1:
                return
            hint = fitting[0]
        self._entered.add(name)
        path = ("$defs", name)
        if isinstance(hint, typing_extensions.TypeAliasType):
            value = hint.__value__
            by = Origin("hint", f"{hint.__name__} = {hint_text(value)}")
            self.found[path] = by
            self.value(node, path, value, by)
            return
        self.found[path] = Origin("class", hint.__name__)
        self._class(node, path, hint, ())

    def _references_in(self, node: JsonValue, hint: Any) -> None:
        """Enter what is named anywhere in a part that was marked as a whole."""
        if isinstance(node, Mapping):
            if isinstance(node.get("$ref"), str):
                self._reference(node["$ref"], Loose(hint))
            for inner in node.values():
                self._references_in(inner, hint)
        elif isinstance(node, list):
            for inner in node:
                self._references_in(inner, hint)

    def _class(
        self, node: JsonObject, path: Path, cls: Any, sayings: tuple[Saying, ...]
    ) -> None:
        """Walk the schema of a class: its fields, and what it says of the whole."""
        by = Origin("class", cls.__name__)
        sayings = (*sayings, *class_sayings(cls))
        if not has_fields(cls) or "properties" not in node:
            self.value(node, path, _inside(cls), by, sayings)
            return
        if not any(cls is one for one in self._around):
            self._around.append(cls)
        named = fields_of(cls)
        for keyword, inner in node.items():
            here = (*path, keyword)
            source = next((one for one in sayings if one.is_source_of(keyword, inner)), None)
            if source is not None:
                self._mark(here, inner, source.origin)
            elif keyword == "properties":
                self.found[here] = by
                self.properties(inner, here, named)
            elif keyword == "required":
                self.required(inner, here, named)
                self.found[here] = by if typing_extensions.is_typeddict(cls) else NO_DEFAULT
            elif keyword == "additionalProperties" and inner is False:
                self.found[here] = CLOSED
            elif keyword not in _TOLD_BY_TEXT:
                self._mark(here, inner, by)
                self._references_in(inner, cls)


def _part_of(hint: Any, keyword: str) -> Any:
    part = {"items": item_of, "additionalProperties": value_of, "propertyNames": key_of}
    return part[keyword](hint)


def _inside(cls: Any) -> Any:
    """Give the hint of a class that stands for one value, such as a `RootModel`."""
    if getattr(cls, "__pydantic_root_model__", False):
        return cls.__pydantic_fields__["root"].annotation
    return Loose(cls) if issubclass(cls, enum.Enum) or has_fields(cls) else cls


def _has_name(kind: Any, name: str) -> bool:
    """Tell whether a definition could be called after a class: pydantic writes `Box_int_`."""
    own = re.sub(r"\W", "_", kind.__name__)
    return name == own or name.endswith(f"__{own}")


_KEYWORDS_OF_TYPES = frozenset(
    [
        *("type", "format", "enum", "const", "pattern", "prefixItems", "uniqueItems"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        *("minLength", "maxLength", "minItems", "maxItems", "minProperties"),
        *("maxProperties", "properties", "required", "allOf", "discriminator", "not"),
    ]
)
"""What only types and their limits bring."""
