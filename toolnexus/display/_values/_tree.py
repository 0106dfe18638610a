"""Python values as text to read: on one line where it fits, else a line for each part.

It is Python's own notation, in coloured pieces, but for three things: dates stand bare, sets
are in order, and what is left out is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from toolnexus._types import JsonObject
from toolnexus.display._values._leaf import Piece, leaf, piece
from toolnexus.display._values._members import Members, members_of

_DEPTH = 6
_ITEMS = 40
_CHARACTERS = 4000
"""Of all parts together: a list of lists of lists is long although each is short."""

_LINE = 44
"""Half a card is about as wide."""


def tree_of(value: Any) -> JsonObject:
    """Make the view of a value as text.

    Args:
        value: Any object, also one that contains itself.

    Returns:
        `pieces`, and `note`: how long a text is that was cut. Of what has parts, the pieces
        say how many there are.
    """
    if (members := members_of(value)) is None:
        pieces, note = leaf(value, whole=True)
        return {"pieces": pieces, "note": note}
    return {"pieces": _merged(_laid_out(_Reading().node(members, (id(value),)), 0)), "note": ""}


@dataclass
class _Node:
    """A value with its parts; without any, it is only what `opening` says."""

    opening: list[Piece]
    closing: str = ""
    items: list[tuple[list[Piece], _Node]] = field(default_factory=list)
    more: str = ""

    def width(self) -> int:
        """Return how many characters it takes on one line; more than there are if it can't."""
        if self.more:
            return _LINE + 1
        own = sum(len(part["text"]) for part in self.opening) + len(self.closing)
        inner = sum(_length(label) + node.width() for label, node in self.items)
        return own + inner + 2 * max(len(self.items) - 1, 0)


@dataclass
class _Reading:
    characters_left: int = _CHARACTERS

    def node(self, members: Members, above: tuple[int, ...]) -> _Node:
        """Read a value's parts, as far as there is room; `above` is what it stands in."""
        node = _Node([*members.opening], members.closing)
        self.characters_left -= _length(node.opening) + len(members.closing)
        for label, value in self.within(members, len(above)):
            self.characters_left -= _length(label) + 2
            node.items.append((label, self.part(value, above)))
        if (hidden := members.length - len(node.items)) and node.items:
            node.more = f"… {hidden:,} more, {members.length:,} in all"
        elif hidden:
            node.opening.append(piece("aside", f"… {members.length:,} inside …"))
        return node

    def within(self, members: Members, depth: int) -> Iterator[tuple[list[Piece], Any]]:
        """Go through the parts until there are enough."""
        if depth > _DEPTH:
            return
        for _, part in zip(range(_ITEMS), members.parts, strict=False):
            if self.characters_left <= 0:
                return
            yield part

    def part(self, value: Any, above: tuple[int, ...]) -> _Node:
        """Read one part."""
        if id(value) in above:
            return _Node([piece("aside", "the same again")])
        if (members := members_of(value)) is not None:
            return self.node(members, (*above, id(value)))
        pieces, note = leaf(value)
        self.characters_left -= _length(pieces)
        return _Node([*pieces, piece("aside", f" … {note}")] if note else pieces)


def _laid_out(node: _Node, indent: int) -> Iterator[Piece]:
    yield from node.opening
    is_open = node.width() + indent > _LINE and bool(node.items)
    start, column = f"\n{' ' * (indent + 2)}", 0
    for number, (label, inner) in enumerate(node.items):
        width = _length(label) + inner.width() + 2
        # Numbers and words by themselves fill their lines; all else has a line each.
        has_room = not label and not inner.closing and column + width + indent < _LINE
        if not is_open:
            yield piece("", ", " if number else "")
        elif has_room and number:
            yield piece("", " ")
            column += width
        else:
            yield piece("", start)
            column = _LINE if inner.closing else width
        yield from label
        yield from _laid_out(inner, indent + 2)
        yield piece("", "," if is_open else "")
    if is_open and node.more:
        yield piece("aside", f"{start}{node.more}")
    yield piece("", f"\n{' ' * indent}{node.closing}" if is_open else node.closing)


def _merged(pieces: Iterator[Piece]) -> list[Piece]:
    """Join neighbours of one colour: punctuation mostly."""
    merged: list[Piece] = []
    for one in pieces:
        if not one["text"]:
            continue
        if merged and merged[-1]["kind"] == one["kind"]:
            merged[-1] = piece(one["kind"], merged[-1]["text"] + one["text"])
        else:
            merged.append(one)
    return merged


def _length(pieces: list[Piece]) -> int:
    return sum(len(part["text"]) for part in pieces)
