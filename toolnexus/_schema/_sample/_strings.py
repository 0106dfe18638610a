"""Strings that fit a length, patterns and a format, the most believable ones first."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from string_gen import StringGen, StringGenError

from toolnexus._schema._sample._words import SHAPES, texts_of_format, words_for

_LONGEST = 100_000
_LONGEST_FOR_NESTED = 20
_DRAWS = 12
_MOST_REPEATS = 8
# Characters that no one types into an argument, though `.` and `\s` match them.
_ODD = re.compile(r"[^\w .:/@+-]|[^\S ]")

_NESTED = re.compile(r"[+*}]\)[+*{]")


def strings(
    name: str,
    *,
    low: int,
    high: int | None,
    patterns: Sequence[str],
    formats: Sequence[str],
    rng: Random | None,
) -> Iterator[str]:
    """Make up strings.

    Args:
        name: The property's name, which tells what it may hold.
        low: The least number of characters.
        high: The most, or None.
        patterns: Regular expressions that are to be found in it; one that Python can't read is
            passed over, as in validation.
        formats: The formats asked for.
        rng: Where chance comes from; None for the most ordinary strings.

    Example:
        >>> next(strings("city", low=0, high=5, patterns=(), formats=(), rng=None))
        'Chenn'
        >>> next(strings("n", low=0, high=9, patterns=["^[A-Z]{2}-7$"], formats=(), rng=None))
        'LJ-7'
    """
    if low > _LONGEST:
        return
    rules = [rule for rule in map(_compiled, patterns) if rule is not None]
    typical = _typical(name, formats, rng)
    made = typical if not rules else _matching(name, typical, rules, low, rng)
    # Repeats inside repeats: to find that a long text doesn't match takes forever.
    longest = max(low, _LONGEST_FOR_NESTED) if any(map(_NESTED.search, patterns)) else _LONGEST
    for text in made:
        fitted = _fitted(text, low, high)
        if len(fitted) <= longest and all(rule.search(fitted) for rule in rules):
            yield fitted


def _typical(name: str, formats: Sequence[str], rng: Random | None) -> Iterator[str]:
    """List what a property of this name and format holds, then the same with numbers."""
    known = [text for one in formats for text in texts_of_format(one, name)]
    yield from _shuffled(known, rng)
    words = _shuffled(words_for(name), rng)
    if rng is not None and len(words) == 1:
        words = [f"{words[0]} {rng.randint(2, 99)}", words[0]]
    yield from words
    numbered = [f"{word} {number}" for number in range(2, 200) for word in words[:1]]
    yield from numbered[:3]
    yield from SHAPES  # for rules that the schema doesn't state
    yield from (*numbered[3:], *"abcdefghijklmnopqrstuvwxyz0123456789")


def _matching(
    name: str,
    typical: Iterable[str],
    rules: Sequence[re.Pattern[str]],
    low: int,
    rng: Random | None,
) -> Iterator[str]:
    """List what may match patterns: known texts in several spellings, then drawn ones."""
    for text in itertools.islice(typical, 50):
        yield from (text, *_spellings(text, low))
    for rule in rules:
        drawn = _drawn(rule.pattern, low, name if rng is None else f"{name} {rng.random()}")
        # Shortest first: the longer ones say no more.
        yield from sorted(drawn, key=lambda text: (len(_ODD.findall(text)), len(text)))


def _spellings(text: str, low: int) -> Iterator[str]:
    lower = text.lower()
    joined = re.sub(r"[^a-z0-9]+", "", lower)
    letters = re.sub(r"[^a-z]+", "", lower)
    yield from (re.sub(r"[^a-z0-9]+", "-", lower), re.sub(r"[^a-z0-9]+", "_", lower))
    for one in (joined, letters, letters.upper()):
        yield one
        if one and len(one) < low:
            yield (one * low)[:low]


def _drawn(pattern: str, low: int, seed: str) -> list[str]:
    """Draw strings that match a pattern, of ordinary characters if that can be."""
    if math.prod(int(n) for n in re.findall(r"\{(\d{1,9})", pattern) if int(n)) > _LONGEST:
        return []
    most = {_MOST_REPEATS, max(1, min(low, _LONGEST))}
    for variant in dict.fromkeys((_ordinary(pattern), pattern)):
        drawn = [text for repeats in sorted(most) for text in _draws(variant, seed, repeats)]
        if drawn:
            return list(dict.fromkeys(drawn))
    return []


def _draws(pattern: str, seed: str, repeats: int) -> list[str]:
    try:
        return StringGen(pattern, seed, max_repeat=repeats).render_list(_DRAWS)
    except (StringGenError, LookupError, ValueError, OverflowError):
        return []  # a construct it doesn't know, such as a conditional group


_PARTS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\.", re.DOTALL)
_END = r"(\\u[0-9a-fA-F]{4}|[^\x00-\x7f])"
_WIDE = re.compile(f"{_END}-{_END}")
_SHORT = 40
_ORDINARY = {".": "[a-z]", r"\w": "[a-z]", r"\s": " "}


def _ordinary(pattern: str) -> str:
    r"""Narrow a pattern to letters and blanks where it allows them among others.

    Example:
        >>> _ordinary(r"^.+[A-Za-z0-9_-]{3}\s[A-Z\s]$")
        '^[a-z]+[a-z]{3} [A-Z]$'
    """
    return _PARTS.sub(lambda match: _narrowed(match[0]), pattern)


def _narrowed(part: str) -> str:
    if not part.startswith("[") or part.startswith("[^"):
        return _ORDINARY.get(part, part)
    part = _WIDE.sub(_shortened, part)
    for letters in ("a-z", "A-Z", "0-9"):
        if letters in part or (letters == "a-z" and r"\w" in part):
            return f"[{letters}]"
    return part


def _shortened(match: re.Match[str]) -> str:
    """Shorten a range of another script: all of it is slow to draw from."""
    first, last = (ord(end) if len(end) == 1 else int(end[2:], 16) for end in match.groups())
    return f"{match[1]}-{chr(max(first, min(last, first + _SHORT)))}"


def _fitted(text: str, low: int, high: int | None) -> str:
    """Cut or repeat a text to a length."""
    if high is not None and len(text) > high:
        cut = text[: max(high, 0)]
        return cut.rstrip().ljust(low, ".") if cut.strip() else cut
    if len(text) < low:
        repeated = f"{text} " * (low // (len(text) + 1) + 1)
        text = repeated[:low].rstrip().ljust(low, ".")
    return text


def _compiled(pattern: str) -> re.Pattern[str] | None:
    try:
        return re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return None


def _shuffled(texts: Iterable[str], rng: Random | None) -> list[str]:
    listed = list(texts)
    if rng is not None:
        rng.shuffle(listed)
    return listed
