"""How names are listed in a message, and which valid name a wrong one is nearest to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MOST_VALUES = 20
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


def join(words: Sequence[str], last: str, *, most: int = MOST_VALUES) -> str:
    """Join words as a sentence does, and count what is over `most`.

    Example:
        >>> join(["a", "b", "c"], "or")
        'a, b or c'
    """
    shown = list(words[:most])
    if len(words) > most:
        shown.append(f"{len(words) - most} more")
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def without_addresses(text: str) -> str:
    """Take out the memory addresses that Python writes for objects without a text of their own.

    Example:
        >>> without_addresses("<Port object at 0x7f1e5c0b2d90>")
        '<Port object>'
    """
    return _ADDRESS.sub("", text)


def has_address(text: str) -> bool:
    """Tell whether `without_addresses` would change a text."""
    return _ADDRESS.search(text) is not None


def python_words(value: object) -> str:
    """Name a Python object for a message, without its address.

    Example:
        >>> python_words(len)
        "the function 'len'"
        >>> python_words(3)
        'the int 3'
    """
    name = getattr(value, "__name__", None)
    if callable(value) and isinstance(name, str):
        return f"the {'class' if isinstance(value, type) else 'function'} {name!r}"
    text = f"{value!r:.80}"
    kind = type(value).__name__
    return f"a {kind}" if has_address(text) else f"the {kind} {text}"


def names(words: Iterable[str]) -> str:
    """List names for a message, each in quotes.

    Example:
        >>> names(["city", "days"])
        "'city' and 'days'"
    """
    return join([f"'{word}'" for word in words], "and")


def nearest(name: str, valid: Iterable[str]) -> str | None:
    """Find the valid name that a misspelt one stands for, if one is near.

    Example:
        >>> nearest("contry", ["city", "country"])
        'country'
    """
    import difflib  # noqa: PLC0415 - only needed once a name is wrong

    folded = {_fold(candidate): candidate for candidate in valid}
    found = difflib.get_close_matches(_fold(name), folded, n=1, cutoff=0.6)
    if found:
        return folded[found[0]]
    # One-letter names and cut names are nobody's close match by ratio.
    prefixed = [full for key, full in folded.items() if _shares_start(key, _fold(name))]
    return prefixed[0] if len(prefixed) == 1 else None


def _fold(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def _shares_start(one: str, other: str) -> bool:
    return bool(one) and bool(other) and (one.startswith(other) or other.startswith(one))
