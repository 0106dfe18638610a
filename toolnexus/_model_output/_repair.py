"""Text that is broken JSON, mended with the package json-repair, and what that cost.

It guesses, and what it can't place it drops or merges; so it comes last, and what it lost or
made up is told. Its time grows with the square of some texts, so it gets an allowance.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any, SupportsIndex

MOST_CHARACTERS = 100_000
_MOST_STEPS = 1_000_000
_SHOWN = 5

_ESCAPES = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|.)", re.DOTALL)
_EMPTY = re.compile(r"\"\"|''")
_WORD = re.compile(r"\w+")
_CONSTANTS = {"None": "null", "True": "true", "False": "false", "undefined": "null"}


class AllowanceSpentError(Exception):
    """There is no allowance left for mending."""


@dataclass
class Allowance:
    """How much may still be tried on one text."""

    characters: int = MOST_CHARACTERS  # to be mended
    steps: int = _MOST_STEPS  # of mending
    is_spent: bool = False  # whether something was not mended for that
    looks: int = 3_000_000  # at characters, in search of values


@dataclass(frozen=True)
class Repaired:
    """What a text was mended to, and the words that are in just one of the two."""

    value: Any
    lost: tuple[str, ...]
    invented: tuple[str, ...]


def repair(text: str, allowance: Allowance) -> Repaired | None:
    """Mend a text.

    Args:
        text: Broken JSON, from its first bracket on.
        allowance: What may be spent on it; it gets less.

    Returns:
        An object or an array, and what it cost; None if nothing came of it.

    Raises:
        AllowanceSpentError: It is too long, or it takes too many steps.

    Example:
        >>> repair('{"city": "Goa" "days": 3}', Allowance()).value
        {'city': 'Goa', 'days': 3}
    """
    if len(text) > allowance.characters:
        raise AllowanceSpentError
    allowance.characters -= len(text)
    # Imported on first use: most texts need no mending.
    import json_repair  # noqa: PLC0415

    try:
        value = json_repair.loads(_Metered.of(text, allowance), skip_json_loads=True)
    except AllowanceSpentError:
        raise
    except Exception:  # noqa: BLE001 - another package's trouble with a hostile text is no news
        return None
    if not isinstance(value, (dict, list)):
        return None
    return _compared(text, value)


class _Metered(str):
    """A text that counts how often its characters are looked at, and stops it in the end.

    json-repair (0.64) looks at characters by index, over and over in some texts; this bounds
    its time without a clock. https://github.com/mangiucugna/json_repair
    """

    __slots__ = ("_allowance",)
    _allowance: Allowance

    @classmethod
    def of(cls, text: str, allowance: Allowance) -> _Metered:
        metered = cls(text)
        metered._allowance = allowance
        return metered

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        self._allowance.steps -= 1
        if self._allowance.steps < 0:
            raise AllowanceSpentError
        return str.__getitem__(self, key)


def _compared(text: str, value: Any) -> Repaired | None:
    try:
        written = json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return None
    before, behind = _words(text), _words(written)
    lost = list((before - behind).elements())
    invented = list((behind - before).elements())
    made_up = _first(invented)
    empty = _empty(value)
    if len(empty) > len(_EMPTY.findall(text)):
        made_up = (*made_up, "an empty text for " + ", ".join(_first(empty)))
    if len(lost) * 2 > before.total():  # then it is not what was meant
        return None
    return Repaired(value, _first(lost), made_up)


def _empty(value: Any, name: str = "an item") -> list[str]:
    """List the names of empty texts."""
    if isinstance(value, dict):
        return [found for key in value for found in _empty(value[key], repr(key))]
    if isinstance(value, list):
        return [found for item in value for found in _empty(item)]
    return [name] if value == "" else []


def _words(text: str) -> Counter[str]:
    plain = _ESCAPES.sub(_plain, text)
    return Counter(_CONSTANTS.get(word, word) for word in _WORD.findall(plain))


def _plain(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code:
        return chr(int(code, 16))
    return " " if match[0][1:] in "nrtbf" else match[0][1:]


def _first(words: list[str]) -> tuple[str, ...]:
    shown = tuple(word[:40] for word in words[:_SHOWN])
    return (*shown, "...") if len(words) > _SHOWN else shown
