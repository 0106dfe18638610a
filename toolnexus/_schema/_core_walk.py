"""Rewriting pydantic's core schemas, node by node.

What is rewritten, and why, is in `_hardening.py` and `_json_mode.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

Rule: TypeAlias = Callable[[Any], Any]

_NESTED = frozenset(
    [
        "schema",
        "items_schema",
        "keys_schema",
        "values_schema",
        "choices",
        "fields",
        "arguments_schema",
        "definitions",
        "lax_schema",
        "strict_schema",
        "json_schema",
        "python_schema",
        "steps",
        "extras_schema",
        "extras_keys_schema",
        "var_args_schema",
        "var_kwargs_schema",
    ]
)


def rewritten(node: Any, rules: Mapping[str, Rule]) -> Any:
    """Copy a core schema; what a rule says of a type stands for each node of it.

    Args:
        node: A core schema, or several in a list or tuple.
        rules: For a node's type, what makes the new node of its copy. The schemas inside it
            are rewritten already.
    """
    if isinstance(node, list):
        return [rewritten(item, rules) for item in node]
    if isinstance(node, tuple):
        return tuple(rewritten(item, rules) for item in node)
    if not isinstance(node, dict):
        return node
    new = dict(node)
    for key in _NESTED.intersection(node):
        new[key] = _nested(node[key], rules)
    rule = rules.get(str(new.get("type")))
    return rule(new) if rule else new


def nested_in(node: Any) -> Iterator[Any]:
    """List the schemas right inside a node."""
    for key in node.keys() & _NESTED:
        yield from _schemas(node[key])


def _schemas(value: Any) -> Iterator[Any]:
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _schemas(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _schemas(item)


def _nested(value: Any, rules: Mapping[str, Rule]) -> Any:
    # The mapping of names to fields or of tags to choices is no schema itself.
    if isinstance(value, dict) and not isinstance(value.get("type"), str):
        return {key: rewritten(item, rules) for key, item in value.items()}
    return rewritten(value, rules)


def is_others_code(node: Any) -> bool:
    """Tell whether the function of a node was written by neither pydantic nor us."""
    function = node["function"]["function"]
    while isinstance(function, functools.partial):
        function = function.func
    module = getattr(function, "__module__", None) or ""
    return module.partition(".")[0] not in ("pydantic", "pydantic_core", "toolnexus")
