"""Every way through references and unions, as schemas without either.

What values these have is for `_search.py`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from toolnexus._schema._located import Located
from toolnexus._schema._sample._flat import Flat, Node
from toolnexus._types import JsonObject

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
# How often a definition may stand inside itself before that way is given up.
_MOST_TURNS = 3

_Choice = list[Node]


@dataclass(frozen=True)
class Branches:
    """Takes references and unions apart.

    Args:
        alone: Whether `$ref` hides what stands beside it, as it does up to draft-07.
        eager: Whether rules that depend on an optional property are followed first.
    """

    alone: bool
    eager: bool

    def flats(
        self, node: Node, opened: tuple[int, ...], rng: Random | None, *, closing: bool
    ) -> Iterator[Flat]:
        """Give the combinations of branches, those that end soon first.

        Args:
            node: The schemas to fit.
            opened: Which definitions lead here.
            rng: What chooses among branches; None for their order.
            closing: Whether this is inside a definition that stands inside itself.
        """
        return self._expand(node, Flat((), opened, closing), frozenset(), rng)

    def _expand(
        self, pending: Node, flat: Flat, seen: frozenset[int], rng: Random | None
    ) -> Iterator[Flat]:
        if not pending:
            yield flat
            return
        first, rest = pending[0], pending[1:]
        schema = first.schema
        if schema is False:
            return
        if not isinstance(schema, dict) or id(schema) in seen:
            # True, or a schema that refers to itself without an object or array between.
            yield from self._expand(rest, flat, seen, rng)
            return
        targets = self._targets(first)
        is_alone = self.alone and bool(targets)
        before = flat.opened
        for target in targets:
            turns = before.count(id(target.schema))
            if turns > _MOST_TURNS:
                return
            closing = flat.closing or turns > 0
            opened = (*flat.opened, id(target.schema))
            flat = replace(flat, opened=opened, closing=closing)
        if not is_alone:
            flat = flat.with_part(first)
            if not flat.type_groups():
                return
        musts = () if is_alone else tuple(map(first.inner, schema.get("allOf", [])))
        choices = [] if is_alone else self._choices(first, flat, rng)
        seen = seen | {id(schema)}
        for picked in itertools.product(*choices):
            chosen = tuple(itertools.chain.from_iterable(picked))
            yield from self._expand((*targets, *musts, *chosen, *rest), flat, seen, rng)

    def _targets(self, located: Located) -> Node:
        written = [located.schema.get(keyword) for keyword in _REFERENCES]
        found = [located.followed(text) for text in written if isinstance(text, str)]
        return tuple(target for target in found if target is not None)

    def _choices(self, located: Located, flat: Flat, rng: Random | None) -> list[_Choice]:
        schema: JsonObject = located.schema
        choices = [
            self._ordered([located.inner(branch) for branch in schema[keyword]], flat, rng)
            for keyword in ("anyOf", "oneOf")
            if keyword in schema
        ]
        if "if" in schema and ("then" in schema or "else" in schema):
            matching = [located.inner(schema[key]) for key in ("if", "then") if key in schema]
            choices.append([tuple(matching), (located.inner(schema.get("else", True)),)])
        for keyword in ("dependentSchemas", "dependencies"):
            rules = schema.get(keyword)
            for name, inner in rules.items() if isinstance(rules, dict) else ():
                if isinstance(inner, list):
                    continue
                applied, free = (located.inner(inner),), ()
                if name in flat.required():
                    choices.append([applied])
                else:
                    choices.append([applied, free] if self.eager else [free, applied])
        return choices

    def _ordered(self, branches: Sequence[Located], flat: Flat, rng: Random | None) -> _Choice:
        """Put branches that lead back to an open definition last, and null before those."""
        listed = list(branches)
        if rng is not None:
            rng.shuffle(listed)
        return [(branch,) for branch in sorted(listed, key=lambda b: self._rank(b, flat))]

    def _rank(self, branch: Located, flat: Flat) -> int:
        if not isinstance(branch.schema, dict):
            return 0
        targets = self._targets(branch)
        if any(id(target.schema) in flat.opened for target in targets):
            return 2
        if flat.closing:
            return 2 if targets else 0
        return 1 if branch.schema.get("type") == "null" else 0
