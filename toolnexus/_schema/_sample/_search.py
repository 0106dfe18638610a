"""The search for values that fit: proposed from the schema, checked by the validator.

Every value is checked where it is made, so that a rule the proposals know nothing of (`not`,
`oneOf`, …) only costs another try. All work is bounded, since schemas can be unsatisfiable.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from toolnexus._problems import Path
from toolnexus._schema._explicit import ExplicitSchema
from toolnexus._schema._paths import MISSING
from toolnexus._schema._sample._branches import Branches
from toolnexus._schema._sample._containers import Choices, arrays, as_text
from toolnexus._schema._sample._flat import Flat, Node
from toolnexus._schema._sample._numbers import numbers
from toolnexus._schema._sample._objects import objects
from toolnexus._schema._sample._strings import strings
from toolnexus._types import JsonObject, JsonValue

_MOST_TRIES = 4_000  # published tools take up to 200
_CHARACTERS_A_TRY = 100  # to check a long value takes longer
_MOST_TRIES_AT_ONE_PLACE = 400
_MOST_OF_ONE_GROUP = 300
_MOST_WAYS = 200
_FORMATS = ("format", "contentMediaType", "contentEncoding")
_TOO_DEEP = 40


@dataclass(frozen=True)
class _Spot:
    path: Path = ()
    opened: tuple[int, ...] = ()
    closing: bool = False

    @property
    def name(self) -> str:
        """The name of the property, for an item that of the array."""
        return next((part for part in reversed(self.path) if isinstance(part, str)), "")


class Search:
    """One search through one schema.

    Args:
        explicit: The schema and its validator.
        seed: Which of the many samples; 0 for the most ordinary one.
        optional: Whether optional properties are wanted.
        deep: From which depth on values should end soon.
        refused: Values that are not wanted, as path and JSON text.
    """

    def __init__(
        self,
        explicit: ExplicitSchema,
        seed: int,
        *,
        optional: bool,
        deep: int,
        refused: Collection[tuple[Path, str]] = (),
    ) -> None:
        self._explicit = explicit
        self._seed = seed
        self._optional = optional
        self._deep = deep
        self._refused = refused
        self._branches = Branches(alone=explicit.references_stand_alone, eager=optional)
        self._left = _MOST_TRIES
        self.stuck: Path = ()
        """The deepest place for which no value was found."""

    def first(self) -> JsonObject | None:
        """Give arguments that fit; None if none are found."""
        root = self._explicit.root
        found = next(self._values((root,), _Spot((), (id(root.schema),))), None)
        return found if isinstance(found, dict) else None

    @property
    def is_exhausted(self) -> bool:
        """Whether the search was ended before it had tried everything."""
        return self._left < 0

    def _values(self, node: Node, spot: _Spot) -> Iterator[JsonValue]:
        """Give different values that fit, none twice."""
        seen: set[str] = set()
        found = False
        proposed = self._proposed(node, spot)
        for value in itertools.islice(proposed, _MOST_TRIES_AT_ONE_PLACE):
            text = as_text(value)
            self._left -= 1 + len(text) // _CHARACTERS_A_TRY
            if self.is_exhausted:
                break
            if text in seen or (spot.path, text) in self._refused:
                continue
            seen.add(text)
            if all(self._explicit.accepts(value, part.schema) for part in node):
                if self.stuck[: len(spot.path)] == spot.path:
                    self.stuck = ()  # it was a branch that could be done without
                found = True
                yield value
        if not found and len(spot.path) > len(self.stuck):
            self.stuck = spot.path

    def _proposed(self, node: Node, spot: _Spot) -> Iterator[JsonValue]:
        self._left -= 1
        if len(spot.path) > _TOO_DEEP or self.is_exhausted:
            return iter(())
        rng = self._rng(spot, "branch")
        closing = spot.closing or len(spot.path) > self._deep
        flats = self._branches.flats(node, spot.opened, rng, closing=closing)
        ways = (self._of_flat(flat, spot) for flat in itertools.islice(flats, _MOST_WAYS))
        return _in_turn(ways)

    def _of_flat(self, flat: Flat, spot: _Spot) -> Iterator[JsonValue]:
        yield from self._given(flat, spot)
        if flat.stated("const") or flat.stated("enum"):
            return
        for names in flat.type_groups():
            ways = [self._of_type(name, flat, spot) for name in names]
            yield from itertools.islice(_in_turn(ways), _MOST_OF_ONE_GROUP)

    def _given(self, flat: Flat, spot: _Spot) -> Iterator[JsonValue]:
        """Give the values that the schema itself names."""
        rng = self._rng(spot, "given")
        examples = [one for many in flat.stated("examples") for one in many]
        examples += flat.stated("example")  # OpenAPI's word for it
        if rng is not None:
            rng.shuffle(examples)
        yield from examples
        if rng is None or rng.random() < 0.5:
            # None as default stands for "left out", which is no value to show.
            yield from (value for value in flat.stated("default") if value is not None)
        yield from flat.stated("const")
        listed = [one for many in flat.stated("enum") for one in many]
        if rng is not None:
            rng.shuffle(listed)
        yield from sorted(listed, key=lambda one: one is None)

    def _of_type(self, name: str, flat: Flat, spot: _Spot) -> Iterator[JsonValue]:
        rng = self._rng(spot, name)

        def part(node: Node, key: str | int) -> Choices:
            inner = _Spot((*spot.path, key), flat.opened, flat.closing)
            return Choices(self._values(node, inner))

        if name == "string":
            return strings(
                spot.name,
                low=flat.least("minLength"),
                high=flat.most("maxLength"),
                patterns=flat.stated("pattern"),
                formats=[one for key in _FORMATS for one in flat.stated(key)],
                rng=rng,
            )
        if name in ("integer", "number"):
            return numbers(
                spot.name,
                whole=name == "integer",
                low=max(flat.numbers("minimum", "exclusiveMinimum"), default=None),
                high=min(flat.numbers("maximum", "exclusiveMaximum"), default=None),
                multiples=flat.numbers("multipleOf"),
                rng=rng,
            )
        if name == "object":
            return objects(flat, part, optional=self._optional, is_root=not spot.path)
        if name == "array":
            return arrays(flat, part)
        simple: dict[str, list[Any]] = {"boolean": [True, False], "null": [None]}
        values = simple.get(name, [])
        if rng is not None:
            rng.shuffle(values)
        return iter(values)

    def _rng(self, spot: _Spot, use: str) -> Random | None:
        """Give chance of its own to each place, so that it doesn't depend on the search."""
        if self._seed == 0:
            return None
        return Random(f"{self._seed} {use} {as_text(spot.path)}")  # noqa: S311 - no secret


def _in_turn(sources: Iterable[Iterator[JsonValue]]) -> Iterator[JsonValue]:
    """Give the first of each source, then the second of each, and so on."""
    waiting: list[Iterator[JsonValue]] = []
    for source in sources:
        value = next(source, MISSING)
        if value is not MISSING:
            waiting.append(source)
            yield value
    while waiting:
        for source in list(waiting):
            value = next(source, MISSING)
            if value is MISSING:
                waiting.remove(source)
            else:
                yield value
