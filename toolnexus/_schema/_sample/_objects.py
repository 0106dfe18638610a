"""Objects: which properties they get, out of values for each of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from toolnexus._schema._paths import MISSING
from toolnexus._schema._sample._containers import (
    ALTERNATIVES,
    MOST_EXCHANGED,
    Choices,
    Part,
    combined,
)
from toolnexus._schema._sample._flat import Flat
from toolnexus._schema._sample._strings import strings
from toolnexus._types import JsonObject

_MOST_INVENTED = 1_000


def objects(flat: Flat, part: Part, *, optional: bool, is_root: bool) -> Iterator[JsonObject]:
    """Make up objects with the properties that have to be there.

    Args:
        flat: What the object has to fit.
        part: Gives the values of a property.
        optional: Whether the other properties are wanted, too.
        is_root: Whether the object holds the arguments themselves.
    """
    properties = _Properties(flat, part)
    if not properties.have_values(properties.needed):
        return
    optional = optional and not flat.closing
    # A map without an entry would not show what it holds.
    with_entry = not (properties.order or flat.closing or is_root) and properties.is_map()
    for names in properties.sets(optional=optional, with_entry=with_entry):
        arranged = properties.arranged(names)
        if properties.have_values(arranged):
            parts = [properties.choices(name) for name in arranged]
            for values in combined(parts, unique=False):
                yield dict(zip(arranged, values, strict=True))


class _Properties:
    """The properties an object can have, and the sets of them that are worth a try."""

    def __init__(self, flat: Flat, part: Part) -> None:
        self._flat = flat
        self._part = part
        self._choices: dict[str, Choices] = {}
        self._least = flat.least("minProperties")
        self._most = flat.most("maxProperties")
        self.needed = self._with_dependents(flat.required())
        self.order = list(dict.fromkeys([*flat.property_names(), *flat.required()]))
        self._others = [name for name in self.order if name not in self.needed]

    def choices(self, name: str) -> Choices:
        """Give the values of a property."""
        if name not in self._choices:
            self._choices[name] = self._part(self._flat.property_node(name), name)
        return self._choices[name]

    def have_values(self, names: Iterable[str]) -> bool:
        """Tell whether each of these properties has a value."""
        return all(self.choices(name).get(0) is not MISSING for name in names)

    def is_map(self) -> bool:
        """Tell whether properties of any name have a schema."""
        keywords = ("additionalProperties", "patternProperties")
        schemas = [schema for keyword in keywords for schema in self._flat.stated(keyword)]
        return any(isinstance(schema, dict) and schema for schema in schemas)

    def arranged(self, names: Iterable[str]) -> list[str]:
        """Put names in the order of the schema, with those that they ask for."""
        given = self._with_dependents(names)
        return list(dict.fromkeys([*(name for name in self.order if name in given), *given]))

    def sets(self, *, optional: bool, with_entry: bool) -> Iterator[list[str]]:
        """Give sets of names: as wanted, then with fewer or more of the optional ones."""
        if optional:
            most = None if self._most is None else max(0, self._most - len(self.needed))
            all_names = [*self.needed, *itertools.islice(self._usable(), most)]
            yield self._filled(all_names, self._least)
            for name in self._others[:MOST_EXCHANGED]:
                yield [other for other in all_names if other != name]
        if with_entry:  # the first names may be refused, as they are by a dict[int, str]
            for name in self._invented(self.needed, ALTERNATIVES):
                yield self._filled([*self.needed, name], self._least)
        missing = max(0, self._least - len(self.needed))
        yield self._filled(
            [*self.needed, *itertools.islice(self._usable(), missing)], self._least
        )
        yield list(self.needed)
        for name in itertools.islice(self._usable(), MOST_EXCHANGED):
            yield [*self.needed, name]
        yield self._filled(self.needed, len(self.needed) + 1)

    def _usable(self) -> Iterator[str]:
        return (name for name in self._others if self.have_values([name]))

    def _filled(self, names: Sequence[str], least: int) -> list[str]:
        return [*names, *self._invented(names, least - len(names))]

    def _invented(self, taken: Sequence[str], count: int) -> Iterator[str]:
        """Make up names of properties that the schema doesn't name."""
        if count <= 0:
            return iter(())
        sources: list[Iterator[Any]] = []
        named = self._flat.nodes("propertyNames")
        if named:
            given = map(self._part(named, "key").get, itertools.count())
            sources.append(itertools.takewhile(_is_there, given))
        for patterns in self._flat.stated("patternProperties"):
            sources += [_keys(pattern) for pattern in patterns]
        sources += [iter(("key", "1", "2")), _keys(None)]
        texts = filter(_is_text, itertools.chain.from_iterable(sources))
        fresh = (name for name in dict.fromkeys(texts) if name not in taken)
        usable = (name for name in fresh if self.have_values([name]))
        return itertools.islice(usable, min(count, _MOST_INVENTED))

    def _with_dependents(self, names: Iterable[str]) -> list[str]:
        found: dict[str, None] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = None
                waiting += self._flat.dependents(name)
        return list(found)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_there(value: object) -> bool:
    return value is not MISSING


def _keys(pattern: str | None) -> Iterator[str]:
    patterns = () if pattern is None else (pattern,)
    made = strings("key", low=0, high=None, patterns=patterns, formats=(), rng=None)
    return itertools.islice(made, 100)
