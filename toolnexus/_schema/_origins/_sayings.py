"""What the metadata of a hint says: which keyword, with which value, and how that reads.

A saying is only the source of a line if the schema has its very value, so what another source
has overruled is never named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic.fields import FieldInfo

from toolnexus._schema._hints import text_in
from toolnexus._schema._origins._origin import Origin
from toolnexus._types import JsonValue

ANY: Any = object()
"""Stands for every value."""

_KEYWORDS = {
    "ge": ("minimum",),
    "gt": ("exclusiveMinimum",),
    "le": ("maximum",),
    "lt": ("exclusiveMaximum",),
    "multiple_of": ("multipleOf",),
    "min_length": ("minLength", "minItems", "minProperties"),
    "max_length": ("maxLength", "maxItems", "maxProperties"),
    "pattern": ("pattern",),
}
_ONE_VALUE = frozenset(["Ge", "Gt", "Le", "Lt", "MinLen", "MaxLen", "MultipleOf"])
"""Metadata of annotated-types that people write with one bare value."""
_JSON = (str, int, float, list, dict, type(None))
_TEXTS = ("title", "examples", "deprecated", "discriminator")


class Saying(NamedTuple):
    """A keyword and value that a source asks for."""

    keyword: str
    value: Any
    origin: Origin

    def is_source_of(self, keyword: str, value: JsonValue) -> bool:
        """Tell whether a line of the schema is what the source asks for."""
        if keyword != self.keyword:
            return False
        if self.value is ANY:
            return True
        if isinstance(value, str) and isinstance(self.value, str):
            return value.split() == self.value.split()  # pydantic cleans some texts up
        return isinstance(self.value, _JSON) and bool(value == self.value)


def sayings_of(metadata: Iterable[Any], name: str = "", hint: str = "") -> list[Saying]:
    """Collect what metadata says, the last first, since it overrules the others.

    Args:
        metadata: The parts of `Annotated` behind the type; a `Field` default is one, too.
        name: Whose it is, such as `days`, for texts that stand in the hint itself.
        hint: The type's own name.
    """
    items = list(metadata)
    found = [saying for item in reversed(items) for saying in _sayings(item)]
    if text := text_in(items):
        found.append(Saying("description", text, in_hint(name, hint)))
    return found


def in_hint(name: str, hint: str) -> Origin:
    """Name a text that stands in an `Annotated` hint."""
    return Origin("hint", f'{name}: Annotated[{hint}, "…"]')


def _sayings(item: Any) -> Iterator[Saying]:
    if isinstance(item, FieldInfo):
        yield from of_field(item)
        return
    kind = type(item).__name__
    if kind == "WithJsonSchema":
        yield from _written(item.json_schema, Origin("Field", "WithJsonSchema(…)"))
        return
    for attribute, value in _limits(item):
        if kind in _ONE_VALUE:
            text = f"{kind}({_short(value)})"
        elif kind == "Interval":  # annotated-types' own, or of conint(...)
            text = f"{attribute}={_short(value)}"
        else:
            text = f"{kind}({attribute}={_short(value)})"
        yield from _said(attribute, value, text)


def of_field(info: FieldInfo, own: Iterable[Any] = ()) -> Iterator[Saying]:
    """Collect what a `Field(...)` says.

    Args:
        info: The field; of a model, all of its sources merged into one.
        own: Metadata that is known to stand beside a `Field`, not in it.
    """
    beside = {id(item) for item in own}
    for item in reversed(info.metadata):
        if id(item) in beside:
            yield from _sayings(item)
            continue
        for attribute, value in _limits(item):
            yield from _said(attribute, value, f"Field({attribute}={_short(value)})")
    attributes = info._attributes_set  # what was written, not what it is
    if "description" in attributes and isinstance(info.description, str):
        yield Saying("description", info.description, Origin("Field", "Field(description=…)"))
    for attribute in _TEXTS:
        if attribute in attributes:
            origin = Origin("Field", f"Field({attribute}=…)")
            yield Saying(attribute, ANY, origin)
    yield from _written(info.json_schema_extra, Origin("Field", "Field(json_schema_extra=…)"))


def aliases_of(info: FieldInfo) -> list[str]:
    """List the names that a field goes by in the schema instead of its own."""
    aliases = (info.validation_alias, info.alias)
    return [alias for alias in aliases if isinstance(alias, str)]


def has_code(metadata: Iterable[Any]) -> bool:
    """Tell whether a function adds to the schema what nobody can tell from outside."""
    return any(
        callable(getattr(item, "json_schema_extra", None))
        or hasattr(item, "__get_pydantic_json_schema__")
        for item in metadata
        if isinstance(item, FieldInfo) or not type(item).__module__.startswith("pydantic.")
    )


def _limits(item: Any) -> Iterator[tuple[str, Any]]:
    for attribute in _KEYWORDS:
        value = getattr(item, attribute, None)
        if value is not None and not callable(value):
            yield attribute, value


def _said(attribute: str, value: Any, text: str) -> Iterator[Saying]:
    for keyword in _KEYWORDS[attribute]:
        yield Saying(keyword, getattr(value, "pattern", value), Origin("Field", text))


def _written(extra: Any, origin: Origin) -> Iterator[Saying]:
    if isinstance(extra, Mapping):
        for keyword, value in extra.items():
            yield Saying(str(keyword), value, origin)


def _short(value: Any) -> str:
    text = repr(getattr(value, "pattern", value))
    return text if len(text) <= 24 and "\n" not in text else "…"
