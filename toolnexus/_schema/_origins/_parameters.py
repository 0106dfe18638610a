"""The origins in a schema that was inferred from a signature."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from toolnexus._problems import Path
from toolnexus._schema._annotations import EMPTY, hint_text
from toolnexus._schema._core_schema import VAR_KEYWORD, VAR_POSITIONAL
from toolnexus._schema._docstring import Documentation, place_in
from toolnexus._schema._hints import takes_none, unpacked
from toolnexus._schema._origins._classes import class_sayings, fields_of, has_fields
from toolnexus._schema._origins._hint_parts import peeled
from toolnexus._schema._origins._named import Named
from toolnexus._schema._origins._origin import Kind, Origin
from toolnexus._schema._origins._sayings import ANY, Saying, aliases_of, sayings_of
from toolnexus._schema._origins._walk import CLOSED, NO_DEFAULT, Walk
from toolnexus._schema._signature import CallableSignature
from toolnexus._schema._signature_text import default_text
from toolnexus._types import JsonObject

WHOLE = Origin("toolnexus", "one object of all parameters")


def schema_origins(
    signature: CallableSignature, documentation: Documentation, input_schema: JsonObject
) -> dict[Path, Origin]:
    """Tell where each line of an inferred schema comes from.

    Args:
        signature: Of the function.
        documentation: What its docstring says.
        input_schema: What was made of both.

    Returns:
        The origin of each line by its path in the schema; what can't be told is not in it.

    Example:
        >>> from toolnexus._schema import describe_function, infer_schema, read_signature
        >>> def tide(port: str, when: int = 0) -> float: ...
        >>> signature = read_signature(tide)
        >>> told = describe_function(signature)
        >>> schema = infer_schema(signature, told).input_schema
        >>> str(schema_origins(signature, told, schema)["properties", "when", "type"])
        'hint when: int'
    """
    walk = Walk(input_schema, signature.builds)
    named = list(_all_named(signature, documentation))
    spread = _spread(signature)
    for keyword, value in input_schema.items():
        if keyword == "properties":
            walk.found[(keyword,)] = WHOLE
            walk.properties(value, (keyword,), named)
        elif keyword == "required":
            walk.found[(keyword,)] = NO_DEFAULT
            walk.required(value, (keyword,), named)
        elif keyword == "type":
            walk.found[(keyword,)] = WHOLE
        elif keyword == "additionalProperties":
            if spread is None or value is False:
                config = class_sayings(signature.builds) if signature.builds else []
                stated = (saying.origin for saying in config if saying.keyword == keyword)
                walk.found[(keyword,)] = next(stated, CLOSED)
            else:
                by = Origin("hint", _text(spread, _short(spread.annotation)))
                walk.found[(keyword,)] = by
                walk.value(value, (keyword,), spread.annotation, by)
    return walk.found


def _spread(signature: CallableSignature) -> inspect.Parameter | None:
    return next((p for p in signature.parameters if p.kind is VAR_KEYWORD), None)


def _all_named(signature: CallableSignature, told: Documentation) -> Iterator[Named]:
    for parameter in signature.parameters:
        inner = signature.builds or unpacked(parameter.annotation)
        if inner is not None:
            cls = getattr(inner, "__origin__", inner)
            for field in fields_of(cls) if has_fields(cls) else ():
                yield _with_docstring(field, field.names, signature, told)
        elif parameter.kind is not VAR_KEYWORD:
            yield _with_docstring(_named(parameter), (parameter.name,), signature, told)


def _named(parameter: inspect.Parameter) -> Named:
    name, default = parameter.name, parameter.default
    hint, metadata = peeled(parameter.annotation)
    beside = (*metadata, default) if isinstance(default, FieldInfo) else metadata
    short = _short(hint)
    infos = [item for item in beside if isinstance(item, FieldInfo)]
    plain = default.default if isinstance(default, FieldInfo) else default
    is_null = plain is None and not takes_none(hint)
    if parameter.kind is VAR_POSITIONAL:
        hint = list[parameter.annotation]  # type: ignore[name-defined]
    return Named(
        names=(*(alias for info in infos for alias in aliases_of(info)), name),
        hint=hint,
        origin=Origin("parameter", name),
        hint_origin=Origin("hint", _text(parameter, short)),
        required=Origin("no default", name),
        sayings=(*sayings_of(beside, name, short), *_defaults(parameter, infos)),
        metadata=beside,
        null_origin=Origin("default", f"{name} = None") if is_null else None,
    )


def _short(hint: Any) -> str:
    return "" if hint is EMPTY else hint_text(hint)


def _text(parameter: inspect.Parameter, hint: str) -> str:
    stars = "*" * (parameter.kind is VAR_POSITIONAL) + "**" * (parameter.kind is VAR_KEYWORD)
    return f"{stars}{parameter.name}: {hint}" if hint else f"{stars}{parameter.name}"


def _defaults(parameter: inspect.Parameter, infos: list[FieldInfo]) -> Iterator[Saying]:
    default: Any = parameter.default
    if isinstance(default, FieldInfo):
        if default.default not in (PydanticUndefined, ...):
            text = f"{parameter.name} = Field({default_text(default.default)})"
            yield Saying("default", ANY, Origin("default", text))
        return
    if default is not EMPTY:
        text = f"{parameter.name} = {default_text(default)}"
        yield Saying("default", ANY, Origin("default", text))
        return
    for info in infos:
        if info.default is not PydanticUndefined:
            text = f"Field(default={default_text(info.default)})"
            yield Saying("default", ANY, Origin("Field", text))


def _with_docstring(
    named: Named, names: tuple[str, ...], signature: CallableSignature, told: Documentation
) -> Named:
    """Add what the function's docstring says, where nothing nearer does."""
    for name in names:
        if text := told.parameters.get(name):
            kind: Kind = "docstring" if signature.builds is None else "class docstring"
            origin = Origin(kind, place_in(signature.doc, name))
            sayings = (*named.sayings, Saying("description", text, origin))
            return Named(**{**vars(named), "sayings": sayings})
    return named
