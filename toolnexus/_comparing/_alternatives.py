"""Schemas with several alternatives: brought into one form, and paired one with another."""

from __future__ import annotations

from typing import Any

from toolnexus._comparing._flat import Flat, Stated


def alike(one: Flat, other: Flat) -> tuple[Flat, Flat]:
    """Write a schema as alternatives where the other one has alternatives.

    A list of types is so many of them, and a single type is one. What is said of all of them at
    once is said of each, where the other schema says it of each.
    """
    if one.branches and other.branches:
        bases = [side.without(annotations=True) for side in (one, other)]
        if bases[0].is_anything != bases[1].is_anything:
            return (
                (one, _distributed(other, bases[1]))
                if bases[0].is_anything
                else (_distributed(one, bases[0]), other)
            )
    if one.branches and not other.branches:
        return one, _in_branches(other, one)
    if other.branches and not one.branches:
        return _in_branches(one, other), other
    return one, other


def _in_branches(single: Flat, listing: Flat) -> Flat:
    if single.is_anything or not listing.without(annotations=True).is_anything:
        return single  # the alternatives are something besides, of a value that is one thing
    kinds = [str(kind) for kind in single.types]
    outside = single.without(annotations=False)
    if len(kinds) > 1:
        at = single.keywords["type"][0].path
        outside.spellings["anyOf"] = Stated("type", at)
        outside.branches = [single.only(kind) for kind in kinds]
    else:
        outside.branches = [single.without(annotations=True)]
    return outside


def _distributed(value: Flat, base: Flat) -> Flat:
    outside = value.without(annotations=False)
    outside.branches = [branch.with_base(base) for branch in value.branches]
    return outside


def matched(olds: list[Flat], news: list[Flat]) -> list[tuple[Flat | None, Flat | None]]:
    """Pair alternatives: by name, then the same ones, then by what they have and by type."""
    left = list(news)
    pairs: dict[int, Flat] = {}
    for is_pair in (_have_one_name, _are_same, _are_alike, _have_one_type):
        for index, old in enumerate(olds):
            if index not in pairs:
                new = next((each for each in left if is_pair(old, each)), None)
                if new is not None:
                    pairs[index] = new
                    left = [each for each in left if each is not new]
    found: list[tuple[Flat | None, Flat | None]] = [
        (old, pairs.get(index)) for index, old in enumerate(olds)
    ]
    return [*found, *((None, new) for new in left)]


def may_overlap(one: Flat, other: Flat) -> bool:
    """Tell whether some value may fit both, as far as their types say."""
    kinds, others = _kinds(one), _kinds(other)
    return not kinds or not others or bool(kinds & others)


def _kinds(value: Flat) -> set[str]:
    kinds = {str(kind).lower() for kind in value.types}
    return kinds | {"integer"} if "number" in kinds else kinds


def _have_one_name(one: Flat, other: Flat) -> bool:
    return bool(one.names) and one.names[-1:] == other.names[-1:]


def _are_same(one: Flat, other: Flat) -> bool:
    return bool(_said(one) == _said(other))


def _said(value: Flat) -> Any:
    keywords = {key: [s.value for s in said] for key, said in value.keywords.items()}
    properties = {name: inner.value for name, inner in value.properties.items()}
    return keywords, properties, set(value.required), len(value.branches)


def _are_alike(one: Flat, other: Flat) -> bool:
    if not _have_one_type(one, other):
        return False
    values = (one.said("enum"), other.said("enum"))
    shared = one.properties.keys() & other.properties.keys()
    return bool(shared) or (values[0] is not None and values[0] == values[1])


def _have_one_type(one: Flat, other: Flat) -> bool:
    return _kinds(one) == _kinds(other)
