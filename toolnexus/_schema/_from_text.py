"""Arguments validated as the JSON text they come as, without reading it first.

pydantic reads JSON as `_arguments.py` does, but for a few texts: it takes NaN, and numbers too
large for a float. What it refuses is read again with care, for the words of the refusal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from pydantic_core import SchemaValidator

from toolnexus._schema._core_schema import LEFT_OUT
from toolnexus._schema._core_walk import nested_in
from toolnexus._types import Bound

_IsOdd: TypeAlias = Callable[[str, tuple[Any, ...], dict[str, Any]], bool]
_TRANSPARENT = frozenset(["default", "nullable", "union"])
_KNOWN = (
    frozenset(["str", "int", "bool", "none", "literal", "list", "tuple", "dict"]) | _TRANSPARENT
)
_NUMBER_TOO_LARGE = re.compile(r"[0-9][eE]\+?[0-9]{3}|[0-9]{309}")


def text_binder(
    validator: SchemaValidator, core: Any, own_defaults: Sequence[str], rest_name: str | None
) -> Callable[[str], Bound | None] | None:
    """Make what turns the JSON text of arguments into those of a call, in one go.

    Args:
        validator: What validates them.
        core: The core schema it was made from.
        own_defaults: For which parameters `LEFT_OUT` can come back.
        rest_name: The parameter that is spread among the positional ones; None for none.

    Returns:
        A function of a text. It gives None for a text that has to be read first, valid or not.
        None instead of a function, if that is so for every text.
    """
    if core["type"] == "definitions":
        return None
    traits = [_traits(argument["schema"]) for argument in core["arguments_schema"]]
    if any(trait.counts_keys for trait in traits):
        return None
    validate, is_odd = validator.validate_json, _oddness(core["arguments_schema"], traits)

    def bind_text(text: str) -> Bound | None:
        try:
            args, kwargs = validate(text)
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001 - whatever it was, it comes again where it is told
            return None
        if is_odd is not None and is_odd(text, args, kwargs):
            return None
        for name in own_defaults:
            if kwargs[name] is LEFT_OUT:
                del kwargs[name]
        if rest_name is not None:
            args = (*args, *kwargs.pop(rest_name))
        return args, kwargs

    return bind_text


def _oddness(arguments: list[Any], traits: list[_Traits]) -> _IsOdd | None:
    """Make what finds numbers that JSON does not have; None where there can be none."""
    if any(trait.holds_floats for trait in traits):
        return _has_odd_number
    by_name = [argument.get("mode") == "keyword_only" for argument in arguments]
    positional = [trait for trait, named in zip(traits, by_name, strict=True) if not named]
    floats_at = [at for at, trait in enumerate(positional) if trait.is_float]
    floats_by_name = [
        argument["name"]
        for argument, trait, named in zip(arguments, traits, by_name, strict=True)
        if named and trait.is_float
    ]
    if not floats_at and not floats_by_name:
        return None

    def is_odd(_: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        for at in floats_at:
            if type(args[at]) is float and not isfinite(args[at]):
                return True
        for name in floats_by_name:
            if type(kwargs[name]) is float and not isfinite(kwargs[name]):
                return True
        return False

    return is_odd


def _has_odd_number(text: str, *_: Any) -> bool:
    return "NaN" in text or "Infinity" in text or _NUMBER_TOO_LARGE.search(text) is not None


class _Traits(NamedTuple):
    """What has to be known of an argument: of the values it can be, and of those inside it."""

    is_float: bool
    holds_floats: bool
    counts_keys: bool


def _traits(core: Any) -> _Traits:
    is_float = holds_floats = counts_keys = False
    for node, is_inside in _nodes(core):
        kind = node["type"]
        if kind == "float" and not is_inside:
            is_float = True
        elif kind not in _KNOWN:
            holds_floats = True
        elif kind == "dict" and ("min_length" in node or "max_length" in node):
            counts_keys = True  # a key that stands twice would be counted twice
    return _Traits(is_float, holds_floats, counts_keys)


def _nodes(core: Any, *, is_inside: bool = False) -> Iterator[tuple[Any, bool]]:
    """List all nodes of an argument, and whether each is inside another value."""
    yield core, is_inside
    is_inside = is_inside or core["type"] not in _TRANSPARENT
    for node in nested_in(core):
        yield from _nodes(node, is_inside=is_inside)
