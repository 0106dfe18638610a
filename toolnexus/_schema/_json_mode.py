"""Keeping validation in JSON mode where pydantic would leave it.

Behind a function of a person's own, pydantic has a Python object before it, and in strict mode
it then refuses the text of a date, a list for a set, and whatever else JSON has no type for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pydantic_core import PydanticKnownError, PydanticSerializationError, to_json

from toolnexus._schema._core_walk import is_others_code, rewritten

_NUMBER = re.compile(r"\s*[+-]?[\d._]+(e[+-]?\d+)?\s*", re.IGNORECASE)
_WITH_JSON = (str, int, float, dict, list, tuple, set, frozenset)


def in_json_mode(core: Any) -> Any:
    """Rewrite a core schema for validation, once its JSON Schema has been written.

    - What a person's own validator passes on is read as JSON again.
    - What a model's own `__init__` gets has been checked before.
    - The text of a number is no date; pydantic counts it as seconds.
    """
    return rewritten(core, _RULES)


class _JsonText(bytes):
    """What a person's validator has passed on, as JSON."""


def _passed_on(value: Any) -> Any:
    if value is not None and not isinstance(value, _WITH_JSON):
        return value  # a date, a model: what is declared, or refused as that
    try:
        return _JsonText(to_json(value))
    except (PydanticSerializationError, ValueError, RecursionError):
        return value


def _read_again(schema: Any) -> Any:
    # In brackets, so that no key of the data is taken for a branch or a branch for a key.
    return {
        "type": "tagged-union",
        "discriminator": lambda value: "[json]" if isinstance(value, _JsonText) else "[python]",
        "choices": {"[json]": {"type": "json", "schema": schema}, "[python]": schema},
    }


def _behind(node: Any, function: Callable[..., Any]) -> Any:
    stated = {**node["function"], "function": function}
    return {**node, "function": stated, "schema": _read_again(node["schema"])}


def _before(node: Any) -> Any:
    if not is_others_code(node):
        return node
    function = node["function"]["function"]
    return _behind(node, lambda value, *info: _passed_on(function(value, *info)))


def _wrap(node: Any) -> Any:
    if not is_others_code(node):
        return node
    function = node["function"]["function"]

    def wrapped(value: Any, handler: Callable[..., Any], *info: Any) -> Any:
        return function(value, lambda new, *at: handler(_passed_on(new), *at), *info)

    return _behind(node, wrapped)


def _checked_first(node: Any) -> Any:
    """Check what a model's own `__init__` gets, which may do anything with it.

    It also builds the model with a validator that knows nothing of `_hardening`.
    """
    if not node.get("custom_init"):
        return node
    plain = {key: node[key] for key in node if key not in ("custom_init", "post_init", "ref")}

    def check(value: Any, handler: Callable[[Any], Any]) -> Any:
        handler(_passed_on(value))
        return value

    function = {"type": "no-info", "function": check}
    checked = {"type": "function-wrap", "function": function, "schema": _read_again(plain)}
    built = {key: node[key] for key in node if key != "ref"}
    chain = {"type": "chain", "steps": [checked, built]}
    return {**chain, "ref": node["ref"]} if "ref" in node else chain


def _no_number(node: Any) -> Any:
    if node.get("strict") is False:  # a field's own configuration
        return node

    def refuse_numbers(value: Any) -> Any:
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            kind: Any = f"{node['type']}_parsing"
            raise PydanticKnownError(kind, {"error": "it is the text of a number"})
        return _passed_on(value)

    function = {"type": "no-info", "function": refuse_numbers}
    return {"type": "function-before", "function": function, "schema": _read_again(node)}


_RULES = {
    "function-before": _before,
    "function-wrap": _wrap,
    "model": _checked_first,
    "date": _no_number,
    "datetime": _no_number,
}
