"""A card among many in one output: its texts are cut where they are long."""

from __future__ import annotations

from collections.abc import Iterator

from toolnexus._types import JsonObject
from toolnexus.display._text import count

_BEGINNING = 100


def keep_small(card: JsonObject, characters: int) -> None:
    """Cut the texts of a card, which is our own and made for this.

    Args:
        card: The view of a card. Of each text at least the beginning stays, and how much is
            left out is said behind it.
        characters: How many characters the texts may have, about.
    """
    for text in _texts(card):
        whole = len(text["shown"]) + len(text["hidden"])
        text["shown"] = text["shown"][: max(characters, _BEGINNING)]
        characters -= len(text["shown"])
        text["hidden"] = text["hidden"][: max(characters, 0)]
        characters -= len(text["hidden"])
        if whole > len(text["shown"]) + len(text["hidden"]):
            text["more"] = count(whole - len(text["shown"]), "more character")
            text["more"] += (
                f", the first {len(text['hidden']):,} here" if text["hidden"] else ""
            )


def _texts(card: JsonObject) -> Iterator[JsonObject]:
    yield card["description"]
    yield from _of_rows(card["parts"])


def _of_rows(parts: list[JsonObject]) -> Iterator[JsonObject]:
    for part in parts:
        for row in part["rows"]:
            yield row["told"]
            yield from _of_rows(row["fold"]["parts"] if row["fold"] else [])
