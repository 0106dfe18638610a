"""Arguments validated as the JSON text they come as, without reading it first.

pydantic reads JSON as `_arguments.py` does, but for a few texts: it takes NaN, and numbers too
large for a float. What it refuses is read again with care, for the words of the refusal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import Any, TypeAlias

from pydantic_core import SchemaValidator

from toolnexus._schema._core_schema import LEFT_OUT, arguments_of
from toolnexus._schema._core_walk import nested_in
from toolnexus._types import Bound

_Nodes: TypeAlias = list[tuple[Any, bool]]
_IsOdd: TypeAlias = Callable[[str, tuple[Any, ...], dict[str, Any]], bool]
_TRANSPARENT = frozenset(["default", "nullable", "union"])
_WITHOUT_FLOATS = frozenset(["str", "int", "bool", "none", "literal", "list", "tuple", "dict"])
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
    arguments = [list(_nodes(argument["schema"])) for argument in arguments_of(core)]
    if core["type"] == "definitions" or any(map(_counts_keys, arguments)):
        return None
    validate, is_odd = validator.validate_json, _oddness(core, arguments)

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


def _oddness(core: Any, arguments: list[_Nodes]) -> _IsOdd | None:
    """Make what finds numbers that JSON does not have; None where there can be none."""
    if any(map(_holds_floats, arguments)):
        return _has_odd_number
    floats_at, floats_by_name = _floats(core)
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


def _nodes(core: Any, *, is_inside: bool = False) -> Iterator[tuple[Any, bool]]:
    """List all nodes of an argument, and whether each is inside another value."""
    yield core, is_inside
    is_inside = is_inside or core["type"] not in _TRANSPARENT
    for node in nested_in(core):
        yield from _nodes(node, is_inside=is_inside)


def _holds_floats(nodes: _Nodes) -> bool:
    """Tell whether there can be a float in an argument other than the argument itself."""
    known = _WITHOUT_FLOATS | _TRANSPARENT
    return any(
        node["type"] not in known and (is_inside or node["type"] != "float")
        for node, is_inside in nodes
    )


def _floats(core: Any) -> tuple[list[int], list[str]]:
    """Say which arguments can be floats themselves: by position, and by name."""
    positional, by_name = 0, list[str]()
    positions = list[int]()
    for argument in arguments_of(core):
        is_float = any(node["type"] == "float" for node, _ in _nodes(argument["schema"]))
        if argument.get("mode") == "keyword_only":
            by_name += [argument["name"]] if is_float else []
        else:
            positions += [positional] if is_float else []
            positional += 1
    return positions, by_name


def _counts_keys(nodes: _Nodes) -> bool:
    # A key that stands twice would be counted twice.
    return any(
        node["type"] == "dict" and ("min_length" in node or "max_length" in node)
        for node, _ in nodes
    )
