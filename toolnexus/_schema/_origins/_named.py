"""What is known of the source of one property: of a parameter, or of a class's field."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from toolnexus._schema._origins._origin import Origin
from toolnexus._schema._origins._sayings import Saying


@dataclass(frozen=True, kw_only=True)
class Named:
    """A property and its source.

    Args:
        names: What it may be called in the schema, its aliases before its own name.
        hint: Its type, without what stands beside that in `Annotated`.
        origin: Where its name comes from.
        hint_origin: Where its type comes from.
        required: Why it is required, if it is.
        sayings: What else is said of it.
        metadata: What stands beside the type.
        null_origin: Why it takes null, if its hint doesn't.
    """

    names: tuple[str, ...]
    hint: Any
    origin: Origin
    hint_origin: Origin
    required: Origin
    sayings: tuple[Saying, ...]
    metadata: tuple[Any, ...] = ()
    null_origin: Origin | None = None


def by_name(properties: Iterable[str], named: Iterable[Named]) -> dict[str, Named]:
    """Find the source of each property; those that go by an alias are found first.

    Args:
        properties: The names in the schema.
        named: All that could be sources.
    """
    every = list(named)
    first = {one.names[0]: one for one in reversed(every)}
    others = {name: one for one in reversed(every) for name in one.names}
    return {
        name: found for name in properties if (found := first.get(name) or others.get(name))
    }
