"""What classes with fields say of themselves: models, dataclasses, typed dicts."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

import typing_extensions
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from toolnexus._schema._annotations import EMPTY, hint_text
from toolnexus._schema._docstring import place_in, read_docstring
from toolnexus._schema._origins._named import Named
from toolnexus._schema._origins._origin import Origin
from toolnexus._schema._origins._sayings import (
    ANY,
    Saying,
    aliases_of,
    in_hint,
    of_field,
    sayings_of,
)
from toolnexus._schema._signature_text import default_text

_WRAPPERS = (
    typing_extensions.Required,
    typing_extensions.NotRequired,
    typing_extensions.ReadOnly,
)


def has_fields(cls: Any) -> bool:
    """Tell whether pydantic reads a class field by field."""
    return inspect.isclass(cls) and (
        hasattr(cls, "__pydantic_fields__")
        or dataclasses.is_dataclass(cls)
        or typing_extensions.is_typeddict(cls)
    )


def fields_of(cls: Any) -> list[Named]:
    """List the fields of a class, as far as their hints can be read."""
    try:
        hints = typing_extensions.get_type_hints(cls, include_extras=True)
    except (NameError, TypeError, AttributeError, SyntaxError):
        hints = {}  # of a model, the fields know the resolved ones
    documented = read_docstring(own_doc(cls)).parameters
    return [
        _field(cls, name, hint, info, documented) for name, hint, info in _parts(cls, hints)
    ]


def class_sayings(cls: Any) -> list[Saying]:
    """Collect what a class says of the whole: its docstring, its configuration."""
    doc, name = own_doc(cls), cls.__name__
    found = [
        Saying("description", text, Origin("class docstring", name))
        for text in (read_docstring(doc).description, doc)
    ]
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None)
    if not isinstance(config, dict):
        return found
    by_config = Origin("class", f"{name}.model_config")
    if config.get("title") is not None:
        found.append(Saying("title", config["title"], by_config))
    if config.get("extra") is not None:
        found.append(Saying("additionalProperties", ANY, by_config))
    extra = config.get("json_schema_extra")
    if isinstance(extra, dict):
        found += [Saying(str(key), value, by_config) for key, value in extra.items()]
    return found


def own_doc(cls: Any) -> str:
    """Return a class's docstring, cleaned; empty if it has none."""
    doc = getattr(cls, "__doc__", None)
    return inspect.cleandoc(doc) if isinstance(doc, str) else ""


def _parts(cls: Any, hints: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Give name, hint and default (or the `FieldInfo` that has it) of each field."""
    infos = getattr(cls, "__pydantic_fields__", None)
    if isinstance(infos, dict):
        for name, info in infos.items():
            yield name, hints.get(name, info.annotation), info
    elif dataclasses.is_dataclass(cls):
        for field in dataclasses.fields(cls):
            missing = field.default is dataclasses.MISSING
            has_factory = field.default_factory is not dataclasses.MISSING
            default = PydanticUndefined if has_factory else EMPTY if missing else field.default
            yield field.name, hints.get(field.name, field.type), default
    else:
        required: frozenset[str] = getattr(cls, "__required_keys__", frozenset())
        for name, hint in hints.items():
            while get_origin(hint) in _WRAPPERS:
                hint = get_args(hint)[0]
            yield name, hint, EMPTY if name in required else PydanticUndefined


def _field(cls: Any, name: str, hint: Any, stated: Any, documented: dict[str, str]) -> Named:
    full, metadata = f"{cls.__name__}.{name}", _metadata(hint)
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    short = hint_text(plain)
    names: tuple[str, ...] = (name,)
    default = stated
    if isinstance(stated, FieldInfo):
        names = (*aliases_of(stated), name)
        plain = stated.annotation  # with type variables filled in
        short = hint_text(plain)
        default = EMPTY if stated.is_required() else stated.default
        sayings = _of_info(stated, metadata, full, short)
        metadata = (*metadata, stated)
    else:
        sayings = sayings_of(metadata, full, short)
    if default is not EMPTY and default is not PydanticUndefined:
        origin = Origin("default", f"{full} = {default_text(default)}")
        sayings.append(Saying("default", ANY, origin))
    if text := documented.get(name):
        place = f"{cls.__name__}, {place_in(own_doc(cls), name)}"
        sayings.append(Saying("description", text, Origin("class docstring", place)))
    is_key = typing_extensions.is_typeddict(cls)
    return Named(
        names=names,
        hint=plain,
        origin=Origin("field", full),
        hint_origin=Origin("hint", f"{full}: {short}"),
        required=Origin("hint", f"{full} is required")
        if is_key
        else Origin("no default", full),
        sayings=tuple(sayings),
        metadata=metadata,
    )


def _of_info(info: FieldInfo, metadata: tuple[Any, ...], full: str, short: str) -> list[Saying]:
    """Read a model's field, in which pydantic has merged all that was said of it."""
    sayings = list(of_field(info, metadata))
    for item in metadata:
        if isinstance(item, FieldInfo):
            sayings += of_field(item)
    if text := info.description:
        # Not written in a Field, so a text below the field (use_attribute_docstrings).
        sayings.append(Saying("description", text, Origin("docstring", f"below {full}")))
    sayings += [
        Saying("description", saying.value, in_hint(full, short))
        for saying in sayings_of(info.metadata)
        if saying.keyword == "description" and saying.origin.kind == "hint"
    ]
    return sayings


def _metadata(hint: Any) -> tuple[Any, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()
