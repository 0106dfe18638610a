"""From pydantic's complaints to `Problem`s, with paths as they are in the arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import core_schema

from toolnexus._problems import Path, Problem
from toolnexus._schema._paths import MISSING, resolve, schema_at, value_at
from toolnexus._schema._problems import missing, problem_at, unknown, without_shadowed
from toolnexus._schema._words import describe, short_json
from toolnexus._types import JsonObject

_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_KEY = "[key]"
# What pydantic itself complains of; whatever else comes up is a validator's own complaint.
_PYDANTIC_KINDS = frozenset(get_args(core_schema.ErrorType)) - {
    "value_error",
    "assertion_error",
}


def problems_of(
    error: ValidationError, arguments: JsonObject, root: JsonObject, spread_name: str | None
) -> list[Problem]:
    """Say what is wrong with each argument.

    Args:
        error: What pydantic says.
        arguments: The arguments it is about.
        root: The input schema.
        spread_name: The parameter whose keys stand among the arguments themselves.
    """
    found = []
    for line in error.errors(include_url=False):
        loc = line["loc"]
        if spread_name is not None and loc[:1] == (spread_name,):
            loc = loc[1:]
        found.append(_problem(line, loc, arguments, root))
    return without_shadowed(found)


def _problem(
    line: Any, loc: Sequence[str | int], arguments: JsonObject, root: JsonObject
) -> Problem:
    kind: str = line["type"]
    is_missing = kind.startswith("missing")
    path = _path(loc, arguments, ends_in_nothing=is_missing)
    if is_missing and value_at(arguments, path) is MISSING:
        return missing(path, root, arguments)
    if kind in _UNKNOWN:
        return unknown(path, root, arguments)
    if loc[-1:] == (_KEY,):
        return _key_problem(line, path, arguments, root)
    if kind not in _PYDANTIC_KINDS:
        message = line["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
        return problem_at(path, kind, arguments, root, message)
    if kind.startswith("union_tag"):
        return _tag_problem(line, path, arguments, root)
    return _value_problem(line, path, arguments, root)


def _value_problem(line: Any, path: Path, arguments: JsonObject, root: JsonObject) -> Problem:
    kind = line["type"]
    problem = problem_at(path, kind, arguments, root)
    if problem.expected in ("any value", "") or kind.startswith("json_"):
        # The schema has nothing to say there; pydantic's own sentence does.
        return problem_at(path, kind, arguments, root, line["msg"])
    return problem


def _key_problem(line: Any, path: Path, arguments: JsonObject, root: JsonObject) -> Problem:
    """Tell of a key that doesn't fit, as opposed to the value behind it."""
    around = resolve(schema_at(path[:-1], root, arguments), root)
    names = around.get("propertyNames") if isinstance(around, dict) else None
    expected = line["msg"] if names is None else f"expected {describe(names, root)}"
    message = f"the key {short_json(path[-1])} does not fit: {expected}."
    return Problem(path[:-1], message, line["type"])


def _tag_problem(line: Any, path: Path, arguments: JsonObject, root: JsonObject) -> Problem:
    """Point at the property that tells a union's branches apart, if it is a plain one."""
    tag = line.get("ctx", {}).get("discriminator", "")
    if not (len(tag) > 2 and tag[0] == tag[-1] == "'"):
        return _value_problem(line, path, arguments, root)
    path = (*path, tag[1:-1])
    if value_at(arguments, path) is MISSING:
        return missing(path, root, arguments)
    return problem_at(path, line["type"], arguments, root)


def _path(loc: Sequence[str | int], arguments: JsonObject, *, ends_in_nothing: bool) -> Path:
    """Turn pydantic's location into a path in the arguments.

    The location also names union branches and the like; those lead nowhere in the data.
    """
    path: Path = ()
    for index, step in enumerate(loc):
        value = value_at(arguments, path)
        is_last = index == len(loc) - 1
        if isinstance(value, dict) and isinstance(step, str):
            if step in value or (is_last and ends_in_nothing):
                path = (*path, step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            path = (*path, step)
    return path
