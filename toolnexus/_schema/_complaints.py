"""From pydantic's complaints to `Problem`s, with paths as they are in the arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import core_schema

from toolnexus._problems import Path, Problem
from toolnexus._schema._paths import (
    MISSING,
    is_of_type,
    resolve,
    schema_at,
    types_of,
    value_at,
)
from toolnexus._schema._problems import (
    key_problem,
    missing,
    of_the_branch_meant,
    problem_at,
    unknown,
    without_shadowed,
)
from toolnexus._schema._words import describe, has_format
from toolnexus._types import JsonObject, JsonValue
from toolnexus._wording import without_addresses

_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_KEY = "[key]"
# What pydantic itself complains of; whatever else comes up is a validator's own complaint.
_PYDANTIC_KINDS = frozenset(get_args(core_schema.ErrorType)) - {
    "value_error",
    "assertion_error",
}
# The rules that JSON Schema has a word for, so that the schema tells of them.
_CONSTRAINTS = frozenset(
    [
        "const",
        "enum",
        "greater_than",
        "greater_than_equal",
        "less_than",
        "less_than_equal",
        "literal_error",
        "missing",
        "multiple_of",
        "string_pattern_mismatch",
        "string_too_long",
        "string_too_short",
        "too_long",
        "too_short",
        "union_tag_invalid",
        "union_tag_not_found",
    ]
)


@dataclass(frozen=True)
class Complaint:
    """A problem, and the branches of unions that lead there: each one's place and name."""

    problem: Problem
    branches: tuple[tuple[Path, str], ...]


def complaints_of(
    error: ValidationError, arguments: JsonObject, root: JsonObject, spread_name: str | None
) -> list[Complaint]:
    """Read what pydantic says, each branch of a union included.

    Args:
        error: What pydantic says.
        arguments: The arguments it is about.
        root: The input schema.
        spread_name: The parameter whose keys stand among the arguments themselves.
    """
    complaints = []
    for line in error.errors(include_url=False):
        loc = line["loc"]
        if spread_name is not None and loc[:1] == (spread_name,):
            loc = loc[1:]
        path, branches = _path(loc, arguments, ends_in_nothing=_is_of_absence(line))
        problem = _problem(line, loc, path, arguments, root)
        complaints.append(Complaint(problem, branches))
    return complaints


def problems_of(
    complaints: Sequence[Complaint], arguments: JsonObject, root: JsonObject
) -> list[Problem]:
    """Choose what to tell of all complaints, one problem for each place.

    Args:
        complaints: As `complaints_of` gives them.
        arguments: The arguments they are about.
        root: The input schema.
    """
    return without_shadowed(_meant(complaints, 0, arguments, root))


def _meant(
    complaints: Sequence[Complaint], depth: int, arguments: JsonObject, root: JsonObject
) -> list[Problem]:
    """Keep, of what a union's branches complain of, what the branch says that was meant."""
    kept = [complaint.problem for complaint in complaints if len(complaint.branches) <= depth]
    unions: dict[Path, dict[str, list[Complaint]]] = {}
    for complaint in complaints:
        if len(complaint.branches) > depth:
            at, branch = complaint.branches[depth]
            unions.setdefault(at, {}).setdefault(branch, []).append(complaint)
    for at, branches in unions.items():
        told = [_meant(group, depth + 1, arguments, root) for group in branches.values()]
        kept += of_the_branch_meant(at, told, arguments, root)
    return kept


def _problem(
    line: Any, loc: Sequence[str | int], path: Path, arguments: JsonObject, root: JsonObject
) -> Problem:
    kind: str = line["type"]
    if _is_of_absence(line) and value_at(arguments, path) is MISSING:
        return missing(path, root, arguments)
    if kind in _UNKNOWN:
        return unknown(path, root, arguments)
    if _KEY in loc:
        return _key_problem(line, path, arguments, root)
    if kind not in _PYDANTIC_KINDS:
        message = line["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
        return problem_at(path, kind, arguments, root, without_addresses(message))
    if kind.startswith("union_tag"):
        return _tag_problem(line, path, arguments, root)
    return _value_problem(line, path, arguments, root)


def _is_of_absence(line: Any) -> bool:
    kind: str = line["type"]
    return kind.startswith("missing")


def _value_problem(line: Any, path: Path, arguments: JsonObject, root: JsonObject) -> Problem:
    kind = line["type"]
    if kind == "literal_error" and " or " not in line["ctx"].get("expected", " or "):
        kind = "const"  # what unions tell their branches apart by
    if _is_told_by_schema(
        kind, value_at(arguments, path), schema_at(path, root, arguments), root
    ):
        return problem_at(path, kind, arguments, root)
    # What the schema says there holds; pydantic's own sentence says what does not.
    return problem_at(path, kind, arguments, root, line["msg"])


def _is_told_by_schema(
    kind: str, value: JsonValue, schema: JsonValue, root: JsonObject
) -> bool:
    """Tell whether the schema, put into words, says why a value was refused."""
    types = types_of(schema, root)
    if types is None or kind.startswith("json_"):
        return False
    if not is_of_type(value, types):
        return True
    return kind in _CONSTRAINTS or (kind.endswith("_parsing") and has_format(schema, root))


def _key_problem(line: Any, path: Path, arguments: JsonObject, root: JsonObject) -> Problem:
    """Tell of a key that doesn't fit, as opposed to the value behind it."""
    around = resolve(schema_at(path[:-1], root, arguments), root)
    names = around.get("propertyNames") if isinstance(around, dict) else None
    reason = line["msg"] if names is None else f"expected {describe(names, root)}"
    return key_problem(path[:-1], path[-1], line["type"], reason)


def _tag_problem(line: Any, path: Path, arguments: JsonObject, root: JsonObject) -> Problem:
    """Point at the property that tells a union's branches apart, if it is a plain one."""
    tag = line.get("ctx", {}).get("discriminator", "")
    if not (len(tag) > 2 and tag[0] == tag[-1] == "'"):
        return _value_problem(line, path, arguments, root)
    path = (*path, tag[1:-1])
    if value_at(arguments, path) is MISSING:
        return missing(path, root, arguments)
    return problem_at(path, line["type"], arguments, root)


def _path(
    loc: Sequence[str | int], arguments: JsonObject, *, ends_in_nothing: bool
) -> tuple[Path, tuple[tuple[Path, str], ...]]:
    """Turn pydantic's location into a path in the arguments.

    The location also names union branches and the like, which lead nowhere in the data: they
    are returned apart, each with the path of where it stands.
    """
    path: Path = ()
    branches: list[tuple[Path, str]] = []
    for index, step in enumerate(loc):
        value = value_at(arguments, path)
        is_end = ends_in_nothing and index == len(loc) - 1
        if (
            isinstance(value, dict) and isinstance(step, str) and (step in value or is_end)
        ) or (isinstance(value, list) and isinstance(step, int) and step < len(value)):
            path = (*path, step)
        elif step != _KEY:
            branches.append((path, str(step)))
    return path, tuple(branches)
