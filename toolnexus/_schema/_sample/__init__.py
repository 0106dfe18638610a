"""Made-up arguments that fit a schema: believable, and the same for the same seed.

No generator of whole schemas is used: jsf knows neither references that recurse nor `oneOf`
with `not`, needs Faker, and draws from a chance shared by the process; hypothesis-jsonschema
needs Hypothesis, and looks for odd values rather than believable ones.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable

from toolnexus._problems import Path, path_text
from toolnexus._schema._explicit import ExplicitSchema
from toolnexus._schema._paths import MISSING, schema_at, value_at
from toolnexus._schema._sample._containers import as_text
from toolnexus._schema._sample._search import Search
from toolnexus._schema._words import describe
from toolnexus._types import JsonObject
from toolnexus.errors import ToolDefinitionError

_MOST_ROUNDS = 60
# How deep a sample goes before it is brought to an end; less if it would become too big.
_DEPTHS = (8, 3, 1)


def sample_of(
    input_schema: JsonObject,
    label: str,
    seed: int,
    *,
    optional: bool,
    refusal: Callable[[JsonObject], Iterable[Path]],
) -> JsonObject:
    """Make up arguments; see `sample_object`."""
    explicit = ExplicitSchema(input_schema, label)
    best: JsonObject | None = None
    refused: set[tuple[Path, str]] = set()
    for _ in range(_MOST_ROUNDS):
        found, stuck = _found(explicit, seed, refused, optional=optional)
        if found is None:
            break
        best = found if best is None else best
        places = {_place(path, found) for path in refusal(copy.deepcopy(found))}
        if not places:
            best = found
            break
        refused |= {(path, as_text(value_at(found, path))) for path in places}
    if best is None:
        raise _unsatisfiable(explicit.input_schema, label, stuck)
    return copy.deepcopy(best)  # values of the schema itself may be part of it


def _found(
    explicit: ExplicitSchema, seed: int, refused: set[tuple[Path, str]], *, optional: bool
) -> tuple[JsonObject | None, Path]:
    stuck: Path = ()
    for with_optional in (True, False) if optional else (False,):
        for deep in _DEPTHS:
            search = Search(explicit, seed, optional=with_optional, deep=deep, refused=refused)
            found = search.first()
            if found is not None:
                return found, ()
            stuck = search.stuck
            if not search.is_exhausted:
                break  # all was tried: a smaller one would not be found either
    return None, stuck


def _place(path: Path, arguments: JsonObject) -> Path:
    """Shorten a path to what is there: a missing argument is the fault of its object."""
    while path and value_at(arguments, path) is MISSING:
        path = path[:-1]
    return path


def _unsatisfiable(input_schema: JsonObject, label: str, stuck: Path) -> ToolDefinitionError:
    where = path_text(stuck) or "the arguments as a whole"
    expected = describe(schema_at(stuck, input_schema), input_schema)
    msg = (
        f"Can't make up arguments for {label}: no value was found for {where}, where the "
        f"input_schema asks for {expected}; look there for rules that exclude each other."
    )
    return ToolDefinitionError(msg)
