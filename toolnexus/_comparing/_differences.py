"""What differs between two schemas, value by value, whatever way each is spelled.

What a difference is called, and what it means, is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

from toolnexus._comparing._alternatives import alike, matched, may_overlap
from toolnexus._comparing._flat import Flat, Stated, flat
from toolnexus._comparing._same import is_same
from toolnexus._problems import Path
from toolnexus._types import JsonObject, JsonValue

ITEMS, VALUES = "[]", ".*"
"""Steps of a place that lead to each item, and to each value under a name that isn't listed."""

_FLAGS = ("(required)", "(null)")
_MOST_NODES = 20_000
_MOST_DEPTH = 60
_MOST_BRANCHES = 500
_INNER = ("items", "additionalProperties")
_TUPLES = ("prefixItems", "items")
_CONTAINING = ("prefixItems", "items", "additionalProperties")


class Step(NamedTuple):
    """A step of a place that is not a name."""

    text: str


Place: TypeAlias = tuple["str | Step", ...]
"""Which value: the names and steps that lead to it in the arguments."""


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING: Any = _Missing()
"""What is said where nothing is said."""


@dataclass(frozen=True)
class Difference:
    """One thing that is said of a value in one schema and not, or otherwise, in the other.

    Args:
        place: Of which value.
        keyword: The keyword, or in words what it is: `(parameter)`, `(required)`, `(null)`,
            `(branch)`, `(alternatives)`, `(definition)`, `(definition elsewhere)`,
            `(unused definition)`, and how the same was spelled:
            `(spelling of null)`, `(spelling of enum)`, `(spelling of anyOf)`,
            `(spelling of type)`.
        old: What the old schema says, or MISSING.
        new: What the new one says, or MISSING.
        old_path: Where in the old schema; where it would be, if it isn't there.
        new_path: Where in the new one.
        old_value: All the old schema says of the value; for a parameter, of its object.
        new_value: All the new one says.
        is_alternative: Whether the value is one of several that would do.
    """

    place: Place
    keyword: str
    old: Any
    new: Any
    old_path: Path
    new_path: Path
    old_value: Flat = field(repr=False)
    new_value: Flat = field(repr=False)
    is_alternative: bool = False

    def values(self) -> tuple[Any, Any]:
        """Return what both say as the schemas have it; MISSING where one says nothing."""
        both = (self.old, self.new)
        if self.keyword in ("type", "(spelling of type)"):
            both = tuple(v[0] if isinstance(v, list) and len(v) == 1 else v for v in both)
        elif self.keyword == "(definition)":
            both = tuple(v if v is MISSING else v[-1] for v in both)
        return both

    @property
    def is_in_old(self) -> bool:
        """Whether the old schema says something here."""
        return bool(self.old) if self.keyword in _FLAGS else self.old is not MISSING

    @property
    def is_in_new(self) -> bool:
        """Whether the new schema says something here."""
        return bool(self.new) if self.keyword in _FLAGS else self.new is not MISSING


def differences(old: JsonValue, new: JsonValue) -> tuple[list[Difference], bool]:
    """Find what differs between two schemas.

    Args:
        old: A schema.
        new: The schema that is compared with it.

    Returns:
        The differences, in the order of the parameters; and whether all was looked at, which
        is not so for schemas without end.

    Example:
        >>> old = {"properties": {"days": {"type": "integer", "maximum": 14}}}
        >>> new = {"properties": {"days": {"type": "integer", "maximum": 7}}}
        >>> found, is_whole = differences(old, new)
        >>> [(d.place, d.keyword, d.old, d.new) for d in found], is_whole
        ([(('days',), 'maximum', 14, 7)], True)
    """
    if is_same(old, new):
        return [], True
    walk = _Walk(old if isinstance(old, dict) else {}, new if isinstance(new, dict) else {})
    walk.compare(Stated(old, ()), Stated(new, ()), ())
    walk.compare_unused()
    return walk.found, not walk.is_cut


class _Walk:
    """One comparison, within bounds: a schema may unroll without end."""

    def __init__(self, old: JsonObject, new: JsonObject) -> None:
        self.roots = (old, new)
        self.found: list[Difference] = []
        self.is_cut = False
        self._left = _MOST_NODES
        self._seen: set[tuple[Any, ...]] = set()
        self._used: tuple[set[str], set[str]] = (set(), set())

    def compare(self, old: Stated, new: Stated, place: Place) -> None:
        """Compare the schemas of one value."""
        if not self._is_first(old.path, new.path):
            return
        self._left -= 1
        if self._left < 0 or len(place) > _MOST_DEPTH:
            self.is_cut = True
            return
        self.compare_values(self._flat(old, 0), self._flat(new, 1), place)

    def compare_unused(self) -> None:
        """Compare the definitions that were not come by: what refers to them isn't followed.

        One that only one of the schemas has belongs to what refers to it there.
        """
        sides = [_definitions(root) for root in self.roots]
        referred = [_references(root) for root in self.roots]
        for name in dict.fromkeys([*sides[0], *sides[1]]):
            old, new = (side.get(name, Stated(MISSING, ("$defs", name))) for side in sides)
            if any(name in used for used in self._used):
                continue
            is_referred = [name in names for names in referred]
            if old.value is not MISSING and new.value is not MISSING:
                keyword = (
                    "(definition elsewhere)" if any(is_referred) else "(unused definition)"
                )
                if not is_same(old.value, new.value):
                    self._add((), keyword, old, new, Flat(()), Flat(()))
            elif not any(is_referred):
                self._add((), "(unused definition)", old, new, Flat(()), Flat(()))

    def compare_values(self, one: Flat, other: Flat, place: Place) -> None:
        """Compare all that is said of one value."""
        one, other = alike(self._with_branches(one, 0), self._with_branches(other, 1))
        self._spellings(one, other, place)
        keywords = dict.fromkeys([*one.keywords, *other.keywords])
        for keyword in keywords:
            if keyword not in _CONTAINING:
                self._keyword(keyword, one, other, place)
        if one.takes_null != other.takes_null:
            old, new = (Stated(side.takes_null, side.spelled("null")) for side in (one, other))
            self._add(place, "(null)", old, new, one, other)
        self._branches(one, other, place)
        for keyword in _CONTAINING:  # what is in it comes behind all that is said of itself
            self._keyword(keyword, one, other, place)
        self._properties(one, other, place)

    # --- what is said of it -----------------------------------------------------------------

    def _spellings(self, one: Flat, other: Flat, place: Place) -> None:
        if one.names != other.names:
            old, new = (Stated(side.names or MISSING, side.path) for side in (one, other))
            self._add(place, "(definition)", old, new, one, other)
        for what in ("null", "enum", "anyOf"):
            sides = [side.spellings.get(what) for side in (one, other)]
            if sides[0] and sides[1] and sides[0].value != sides[1].value:
                self._add(place, f"(spelling of {what})", sides[0], sides[1], one, other)

    def _keyword(self, keyword: str, one: Flat, other: Flat, place: Place) -> None:
        for said in _unlike(one.keywords.get(keyword, []), other.keywords.get(keyword, [])):
            old, new = (
                stated or Stated(MISSING, (*side.path, keyword))
                for stated, side in zip(said, (one, other), strict=True)
            )
            if keyword in _INNER and _are(dict, old.value, new.value):
                step = Step(ITEMS if keyword == "items" else VALUES)
                self.compare(old, new, (*place, step))
            elif keyword in _TUPLES and _are(list, old.value, new.value):
                self._tuple(keyword, old, new, place, one, other)
            elif is_same(old.value, new.value):
                continue
            elif keyword == "type" and _folded(old.value) == _folded(new.value):
                self._add(place, "(spelling of type)", old, new, one, other)
            else:
                self._add(place, keyword, old, new, one, other)

    def _tuple(
        self, keyword: str, old: Stated, new: Stated, place: Place, one: Flat, other: Flat
    ) -> None:
        if len(old.value) != len(new.value):
            self._add(place, keyword, old, new, one, other)
            return
        for number, inner in enumerate(old.value):
            self.compare(
                Stated(inner, (*old.path, number)),
                Stated(new.value[number], (*new.path, number)),
                (*place, Step(f"[{number}]")),
            )

    def _branches(self, one: Flat, other: Flat, place: Place) -> None:
        if bool(one.branches) != bool(other.branches):
            old, new = (
                Stated(side.branches or MISSING, side.spelled("anyOf")) for side in (one, other)
            )
            self._add(place, "(alternatives)", old, new, one, other)
            return
        for old_branch, new_branch in matched(one.branches, other.branches):
            if old_branch is None or new_branch is None:
                old, new = (
                    Stated(branch or MISSING, branch.path if branch else side.path)
                    for branch, side in ((old_branch, one), (new_branch, other))
                )
                self._add(place, "(branch)", old, new, one, other)
            elif self._is_first(old_branch.path, new_branch.path, "branch"):
                start = len(self.found)
                self.compare_values(old_branch, new_branch, place)
                others = [each for each in other.branches if each is not new_branch]
                if any(may_overlap(new_branch, each) for each in others):
                    self.found[start:] = [
                        replace(found, is_alternative=True) for found in self.found[start:]
                    ]

    def _with_branches(self, value: Flat, side: int, levels: int = 4) -> Flat:
        """Read the alternatives; those that are alternatives again stand for them."""
        branches: list[Flat] = []
        for schema in value.listed:
            branch = self._flat(schema, side)
            if branch.listed and levels and branch.without(annotations=True).is_anything:
                branch = self._with_branches(branch, side, levels - 1)
                branches += branch.branches
            else:
                branches.append(branch)
            value.take_null_from(branch)
        value.branches = [*value.branches, *branches[:_MOST_BRANCHES]]
        value.listed = []
        return value

    # --- what is in it ----------------------------------------------------------------------

    def _properties(self, one: Flat, other: Flat, place: Place) -> None:
        for name in dict.fromkeys([*one.properties, *other.properties]):
            old, new = (
                side.properties.get(name, Stated(MISSING, (*side.path, "properties", name)))
                for side in (one, other)
            )
            if old.value is MISSING or new.value is MISSING:
                self._add((*place, name), "(parameter)", old, new, one, other)
            else:
                self._required(name, one, other, place)
                self.compare(old, new, (*place, name))
        for name in dict.fromkeys([*one.required, *other.required]):
            if name not in one.properties and name not in other.properties:
                self._required(name, one, other, place)

    def _required(self, name: str, one: Flat, other: Flat, place: Place) -> None:
        if (name in one.required) != (name in other.required):
            old, new = (
                Stated(name in side.required, side.required.get(name, (*side.path, "required")))
                for side in (one, other)
            )
            self._add((*place, name), "(required)", old, new, one, other)

    # --- bookkeeping ------------------------------------------------------------------------

    def _flat(self, stated: Stated, side: int) -> Flat:
        found = flat(*stated, self.roots[side])
        self._used[side].update(found.names)
        return found

    def _add(
        self, place: Place, keyword: str, old: Stated, new: Stated, one: Flat, other: Flat
    ) -> None:
        # One list of required names holds many of them.
        which = place[-1] if keyword == "(required)" else ""
        if self._is_first(old.path, new.path, keyword, which):
            facts = (place, keyword, old.value, new.value, old.path, new.path, one, other)
            self.found.append(Difference(*facts))

    def _is_first(self, *key: Any) -> bool:
        """Tell whether these two places are compared for the first time: references recur."""
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


def _unlike(
    olds: list[Stated], news: list[Stated]
) -> Iterator[tuple[Stated | None, Stated | None]]:
    """Pair what a keyword says in two schemas, without what both say."""
    left = list(news)
    changed = []
    for old in olds:
        same = next((new for new in left if is_same(old.value, new.value)), None)
        if same is None:
            changed.append(old)
            continue
        left.remove(same)
        if isinstance(old.value, (dict, list)):  # what it refers to may have changed
            yield old, same
    # What one schema says twice, the other may say once.
    added = [new for new in left if not any(is_same(new.value, old.value) for old in olds)]
    gone = [old for old in changed if not any(is_same(old.value, new.value) for new in news)]
    yield from zip_longest(gone, added)


def _are(kind: type, *values: Any) -> bool:
    return all(isinstance(value, kind) for value in values)


def _folded(listed: Any) -> list[str]:
    return sorted(str(kind).lower() for kind in listed) if isinstance(listed, list) else []


def _references(root: JsonObject) -> set[str]:
    """List the names of all that is referred to, from wherever."""
    found = set()
    waiting: list[Any] = [root]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, dict):
            ref = inner.get("$ref")
            if isinstance(ref, str):
                found.add(ref.rpartition("/")[2])
            waiting += inner.values()
        elif isinstance(inner, list):
            waiting += inner
    return found


def _definitions(root: JsonObject) -> dict[str, Stated]:
    return {
        name: Stated(inner, (key, name))
        for key in ("$defs", "definitions")
        if isinstance(root.get(key), dict)
        for name, inner in root[key].items()
    }
