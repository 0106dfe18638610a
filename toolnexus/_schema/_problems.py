"""From a validator's complaint to a `Problem`: path, expected, got, nearest valid name.

Both validators' complaints come through here, so that a model is told the same about the same
mistake, whether the schema was inferred or handed in.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from toolnexus._problems import Path, Problem
from toolnexus._schema._paths import (
    MISSING,
    names_at,
    reachable,
    replaced,
    schema_at,
    types_of,
    value_at,
)
from toolnexus._schema._words import describe, short_json, value_words
from toolnexus._types import JsonObject
from toolnexus._wording import join, nearest

MOST_ROUNDS = 16
"""How often `unwrapped` is asked about one call: each time brings a level of nested text."""
_MOST_UNWRAPPED = 8
_MOST_NULLS = 256
_ANYTHING = describe({}, {})


def problem_at(
    path: Path, kind: str, arguments: JsonObject, root: JsonObject, message: str = ""
) -> Problem:
    """Say what was expected at a path, and what came.

    Args:
        path: Where the value is in `arguments`.
        kind: The broken rule's name.
        arguments: All arguments.
        root: The input schema.
        message: What to say instead of what the schema says there; for rules of the
            function's own that no schema can express.
    """
    value = value_at(arguments, path)
    got = "" if value is MISSING else value_words(value)
    expected = "" if message else describe(schema_at(path, root, arguments), root)
    came = f", got {got}" if got else ""
    text = f"{message}{came}." if message else f"expected {expected}{came}."
    return Problem(path, text, kind, expected, got)


def is_told(path: Path, arguments: JsonObject, root: JsonObject) -> bool:
    """Tell whether the schema has something to say of the value at a path."""
    return describe(schema_at(path, root, arguments), root) != _ANYTHING


def key_problem(path: Path, key: str | int, kind: str, reason: str) -> Problem:
    """Tell of a key that doesn't fit, as opposed to the value behind it.

    Args:
        path: Where the object is that has the key.
        key: The key.
        kind: The broken rule's name.
        reason: Why not, in words.
    """
    return Problem(path, f"the key {short_json(key)} does not fit: {reason}.", kind)


def missing(path: Path, root: JsonObject, arguments: JsonObject) -> Problem:
    """Say that a required argument did not come."""
    expected = describe(schema_at(path, root, arguments), root)
    return Problem(path, f"required, but missing; expected {expected}.", "missing", expected)


def unknown(path: Path, root: JsonObject, arguments: JsonObject) -> Problem:
    """Say that there is no such argument, with the nearest one there is."""
    valid = names_at(path[:-1], root, arguments)
    value = value_at(arguments, path)
    near = nearest(str(path[-1]), valid)
    if near == path[-1]:
        way_out = "It does not go together with the others. "
    elif near is not None:
        way_out = f"Did you mean {near}? "
    elif valid:
        way_out = ""
    else:
        return Problem(
            path, "unknown; none is expected here.", "unknown", got=value_words(value)
        )
    message = f"unknown. {way_out}Valid here: {join(valid, 'and')}."
    return Problem(path, message, "unknown", join(valid, "or"), value_words(value))


def of_the_branch_meant(
    at: Path, branches: Sequence[list[Problem]], arguments: JsonObject, root: JsonObject
) -> list[Problem]:
    """Choose what to tell where no branch of a union fits.

    Args:
        at: Where the union's value is.
        branches: The problems that each branch has with it.
        arguments: All arguments.
        root: The input schema.

    Returns:
        The problems of the branch that the value is nearest to; if none is nearer than the
        others, one problem that tells of all branches.
    """
    ranks = [_distance(problems, at) for problems in branches]
    nearest_ones = [b for b, rank in zip(branches, ranks, strict=True) if rank == min(ranks)]
    tags = [problem.path for problem in nearest_ones[0] if problem.type == "const"]
    if tags:  # no branch has that tag
        return [problem_at(tags[0], "const", arguments, root)]
    if len(nearest_ones) == 1:
        return nearest_ones[0]
    return [problem_at(at, "union", arguments, root)]


def _distance(problems: Iterable[Problem], at: Path) -> tuple[int, int, int, int]:
    """Rank a branch: a value of the wrong type, then another tag, other names, other values."""
    listed = list(problems)
    return (
        sum(problem.path == at and problem.type.endswith("type") for problem in listed),
        sum(problem.type == "const" for problem in listed),
        sum(problem.type in ("missing", "unknown") for problem in listed),
        len(listed),
    )


def without_shadowed(problems: Iterable[Problem]) -> list[Problem]:
    """Keep one problem for each place, and the deeper ones where a union complains twice.

    Where no branch of a union fits, each branch complains: those that failed at the value
    itself say less than the one that got further into it.
    """
    kept: dict[Path, Problem] = {}
    for problem in problems:
        kept.setdefault(problem.path, problem)
    deeper = {path[:length] for path in kept for length in range(len(path))}
    return [problem for path, problem in kept.items() if path not in deeper]


# --- values that only need another form --------------------------------------------------


def unwrapped(
    arguments: JsonObject, problems: Iterable[Problem], root: JsonObject
) -> tuple[JsonObject, list[Path]]:
    """Put right what failed only because of the form that a model gave it.

    Models write nested lists and objects as JSON text, and some servers turn every integer
    into 5.0. A model held to a strict schema, where everything is required, sends null for what
    it would leave out. All are put right, but only where validation has failed: text only where
    the schema takes no string, and null only where it takes none and the value may be left out.

    Returns:
        A copy with the values replaced or left out, and the paths of those; no paths if there
        are none.
    """
    listed = list(problems)
    changed: list[Path] = list(
        itertools.islice(_idle_nulls(arguments, listed, root), _MOST_NULLS)
    )
    for path in changed:
        arguments = replaced(arguments, path, MISSING)
    if changed:
        return arguments, changed  # what else is wrong may be so because of them
    for problem in listed:
        for end in range(len(problem.path), 0, -1):
            path = problem.path[:end]
            value = value_at(arguments, path)
            decode = _decoder(value, types_of(schema_at(path, root, arguments), root))
            replacement = decode(value) if decode else MISSING
            if replacement is not MISSING:
                arguments = replaced(arguments, path, replacement)
                changed.append(path)
                break
        if len(changed) >= _MOST_UNWRAPPED:
            break
    return arguments, changed


def _idle_nulls(
    arguments: JsonObject, problems: Iterable[Problem], root: JsonObject
) -> Iterator[Path]:
    """Find the nulls that can only mean "not given", at the problems and inside of them."""
    waiting = list(dict.fromkeys(problem.path for problem in reversed(list(problems))))
    seen = set()
    while waiting:
        path = waiting.pop()
        value = value_at(arguments, path)
        if isinstance(value, dict):
            waiting += reversed([(*path, name) for name in value])
        elif isinstance(value, list):
            waiting += reversed([(*path, index) for index in range(len(value))])
        elif value is None and path and path not in seen:
            seen.add(path)
            if _can_be_left_out(arguments, path, root):
                yield path


def _can_be_left_out(arguments: JsonObject, path: Path, root: JsonObject) -> bool:
    """Tell whether a property takes no null and need not be there."""
    around, name = path[:-1], path[-1]
    owner = schema_at(around, root, arguments)
    owners = [
        schema
        for schema in reachable([owner], root, value_at(arguments, around))
        if isinstance(schema.get("properties"), dict) and name in schema["properties"]
    ]
    if not owners or any(name in (schema.get("required") or ()) for schema in owners):
        return False
    types = types_of(schema_at(path, root, arguments), root)
    return types is not None and "null" not in types


def _decoder(value: Any, types: set[str] | None) -> Callable[[Any], Any] | None:
    if types is None:
        return None
    if isinstance(value, str) and "string" not in types and types & {"array", "object"}:
        return _decoded_container
    if isinstance(value, float) and "integer" in types and "number" not in types:
        return _whole_number
    return None


def _decoded_container(text: str) -> Any:
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return MISSING
    return value if isinstance(value, (dict, list)) else MISSING


def _whole_number(value: float) -> Any:
    return int(value) if value.is_integer() else MISSING
