"""Arrays out of values for their items, and what they share with objects.

Objects themselves are in `_objects.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from toolnexus._schema._paths import MISSING
from toolnexus._schema._sample._flat import Flat, Node
from toolnexus._types import JsonValue

_MOST_ITEMS = 5_000
_MOST_COUNTS = 8
_DIFFERENT = 32
ALTERNATIVES = 6
MOST_EXCHANGED = 40


class Choices:
    """Values for one part, made when they are asked for and then kept."""

    def __init__(self, values: Iterator[JsonValue]) -> None:
        self._values = values
        self._kept: list[JsonValue] = []

    def get(self, index: int) -> Any:
        """Give the value at an index; `MISSING` if there are not so many."""
        while len(self._kept) <= index:
            value = next(self._values, MISSING)
            if value is MISSING:
                return MISSING
            self._kept.append(value)
        return self._kept[index]

    def first_but(self, taken: Collection[str]) -> Any:
        """Give the first value that is not among others, which are given as JSON text."""
        index = 0
        while (value := self.get(index)) is not MISSING and as_text(value) in taken:
            index += 1
        return value


Part = Callable[[Node, "str | int"], Choices]
"""Gives the values for a part of the array or object, by its schemas and its key."""


def as_text(value: JsonValue) -> str:
    """Write a value so that equal values have equal texts."""
    return json.dumps(value, sort_keys=True)


def arrays(flat: Flat, part: Part) -> Iterator[list[JsonValue]]:
    """Make up arrays: at least one item where that is allowed.

    Args:
        flat: What the array has to fit.
        part: Gives the values of an item.
    """
    unique = True in flat.stated("uniqueItems")
    contained = flat.nodes("contains")
    needed = flat.least("minContains") if flat.stated("minContains") else min(1, len(contained))
    for count in _counts(flat, needed):
        for start in range(max(1, count - needed + 1) if contained else 1):
            held = range(start, start + needed)
            items: list[Choices] = []
            for index in range(count):
                if not unique and index >= max(_DIFFERENT, held.stop, flat.prefix_length() + 1):
                    items.append(items[-1])  # a long array: the rest is like this one
                else:
                    extra = contained if index in held else ()
                    items.append(part((*flat.item_node(index), *extra), index))
            yield from combined(items, unique=unique)


def _counts(flat: Flat, needed: int) -> list[int]:
    low = max(flat.least("minItems"), needed)
    if low > _MOST_ITEMS:
        return []
    high = flat.most("maxItems")
    usual = low if flat.closing else max(low, 1, min(flat.prefix_length(), _MOST_COUNTS))
    counts = dict.fromkeys([usual, *range(low, low + _MOST_COUNTS)])
    return [count for count in counts if high is None or count <= high]


def combined(parts: Sequence[Choices], *, unique: bool) -> Iterator[list[JsonValue]]:
    """Take the first value of each part, then exchange one of them, then all at once."""
    first: list[JsonValue] = []
    taken: set[str] = set()
    for choices in parts:
        value = choices.first_but(taken) if unique else choices.get(0)
        if value is MISSING:
            return
        first.append(value)
        if unique:
            taken.add(as_text(value))
    yield first
    for step in range(1, ALTERNATIVES):
        for index, choices in enumerate(parts[:MOST_EXCHANGED]):
            other = choices.get(step)
            if other is not MISSING:
                yield [*first[:index], other, *first[index + 1 :]]
    for step in range(1, ALTERNATIVES):
        moved = [choices.get(step) for choices in parts]
        yield [f if other is MISSING else other for f, other in zip(first, moved, strict=True)]
