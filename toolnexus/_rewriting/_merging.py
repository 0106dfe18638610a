"""Several schemas that a value has to fit all at once, made one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from toolnexus._rewriting._bundle import Bundle
from toolnexus._types import JsonObject, JsonValue


class NotMergeableError(Exception):
    """Two schemas that can't be made one; the message says why."""


class NothingFitsError(NotMergeableError):
    """No value fits both schemas."""


def merged(schemas: Iterable[JsonValue], bundle: Bundle) -> JsonObject:
    """Make one schema of several that a value has to fit all at once.

    Args:
        schemas: The schemas; references are replaced by what they stand for.
        bundle: What the references' names stand for.

    Returns:
        A schema without `allOf`, and without `$ref` at its top.

    Raises:
        NotMergeableError: It takes more than one plain schema to say so.
        NothingFitsError: Nothing fits all of them.
    """
    whole: JsonObject = {}
    for part in _parts(schemas, bundle, ()):
        whole = _both(whole, part, bundle)
    return whole


def with_what_branches_know(
    schema: JsonObject, branches: list[JsonValue], bundle: Bundle
) -> JsonObject:
    """Add the properties of alternatives, and require what all of them require."""
    properties = dict(schema.get("properties") or {})
    needed: list[set[str]] = []
    for branch in branches:
        try:
            whole = merged([branch], bundle)
        except NotMergeableError:
            continue
        properties = {**(whole.get("properties") or {}), **properties}
        needed.append(set(whole.get("required") or ()))
    common = set.intersection(*needed) if needed else set()
    required = list(dict.fromkeys([*(schema.get("required") or ()), *sorted(common)]))
    return {**schema, "properties": properties, "required": required}


def _parts(
    schemas: Iterable[JsonValue], bundle: Bundle, on_the_way: tuple[str, ...]
) -> Iterable[JsonObject]:
    for schema in schemas:
        if schema is False:
            msg = "nothing fits it"
            raise NothingFitsError(msg)
        if not isinstance(schema, dict):
            continue
        name = schema.get("$ref")
        if name is not None:
            if name in on_the_way:
                msg = f"{name} is made of itself"
                raise NotMergeableError(msg)
            yield {key: schema[key] for key in schema if key not in ("$ref", "allOf")}
            yield from _parts([bundle[name]], bundle, (*on_the_way, name))
        else:
            yield {key: schema[key] for key in schema if key != "allOf"}
        yield from _parts(schema.get("allOf") or (), bundle, on_the_way)


def _both(one: JsonObject, other: JsonObject, bundle: Bundle) -> JsonObject:
    whole = {**other, **one}
    for key in one.keys() & other.keys():
        if one[key] != other[key] and key not in _OF_OBJECTS:
            rule = _RULES.get(key)
            if rule is None:
                msg = f"it asks for {key} in two ways"
                raise NotMergeableError(msg)
            whole[key] = rule(one[key], other[key])
    if isinstance(one.get("items"), dict) and isinstance(other.get("items"), dict):
        whole["items"] = merged([one["items"], other["items"]], bundle)
    return whole | _object_of_both(one, other, bundle)


def _object_of_both(one: JsonObject, other: JsonObject, bundle: Bundle) -> JsonObject:
    """Take the properties of both that both allow."""
    if not any(key in schema for key in _OF_OBJECTS for schema in (one, other)):
        return {}
    own, others = _named(one), _named(other)
    properties: JsonObject = {}
    for name in dict.fromkeys([*own, *others]):
        sides = [own.get(name, _rest(one)), others.get(name, _rest(other))]
        properties[name] = _one_of_both(sides, bundle)
    whole: JsonObject = {"properties": properties}
    rests = [_rest(schema) for schema in (one, other)]
    if False in rests:
        whole["additionalProperties"] = False
    elif rests != [True, True]:
        whole["additionalProperties"] = merged(rests, bundle)
    elif "additionalProperties" in one or "additionalProperties" in other:
        whole["additionalProperties"] = True
    return whole


def _named(schema: JsonObject) -> JsonObject:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _rest(schema: JsonObject) -> JsonValue:
    return schema.get("additionalProperties", True)


def _one_of_both(sides: list[JsonValue], bundle: Bundle) -> JsonValue:
    stated = [side for side in sides if side is not True]
    if len(stated) < 2:
        return stated[0] if stated else True
    try:
        return merged(stated, bundle)
    except NothingFitsError:
        return False


def _types(one: Any, other: Any) -> Any:
    first = {one} if isinstance(one, str) else set(one)
    second = {other} if isinstance(other, str) else set(other)
    common = first & second
    if "integer" in first | second and "number" in first | second:
        common |= {"integer"}
    if not common:
        msg = f"nothing is both {one} and {other}"
        raise NothingFitsError(msg)
    return next(iter(common)) if len(common) == 1 else sorted(common)


def _values(one: Any, other: Any) -> Any:
    common = [value for value in one if value in other]
    if not common:
        msg = "no value is in both lists of values"
        raise NothingFitsError(msg)
    return common


def _text(one: Any, other: Any) -> Any:
    return f"{one} {other}" if isinstance(one, str) and isinstance(other, str) else one


def _first(one: Any, _other: Any) -> Any:
    return one


def _joined(one: Any, other: Any) -> Any:
    return list(dict.fromkeys([*one, *other]))


_OF_OBJECTS = ("properties", "additionalProperties")
_RULES: dict[str, Callable[[Any, Any], Any]] = {
    "type": _types,
    "enum": _values,
    "required": _joined,
    "description": _text,
    "uniqueItems": lambda one, other: one or other,
    "items": _first,
    **dict.fromkeys(("title", "default", "examples", "deprecated", "discriminator"), _first),
    **dict.fromkeys(
        ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max
    ),
    **dict.fromkeys(
        ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min
    ),
}
