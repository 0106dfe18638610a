"""Whether a text tells anything, in whatever language it is written."""

from __future__ import annotations

import re
import unicodedata

_UNSPACED = re.compile("([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+)")
_ENDING = re.compile(r"(?<=\w\w\w)(ings?|ed|es|s)$")
_DIGITS = frozenset("0123456789")

_EMPTY_WORDS = """
a an and any are arg argument as be by description field for from given here in input int
integer into is it its name number object of on or param parameter provided some something str
string text that the thing this to tool type use used value which with your
bar baz bla blah dummy etc foo ipsum lorem placeholder tba tbd test todo xxx
"""
"""Words that fit every parameter, and those that stand where a description shall come."""

_ENGLISH_WORDS = """
an and are be by cannot each error failed for from give how is it many not of out people please
room send that the their these they this to when who with you
"""
"""Two of these, and a text is taken for English; one may be a word of another language, too."""

_EMPTY = frozenset(_EMPTY_WORDS.split())
_ENGLISH = frozenset(_ENGLISH_WORDS.split())


def tells(description: str, name: str) -> bool:
    """Tell whether a description says more than the name that it belongs to.

    One word of substance is enough, since there are languages that need no more.

    Example:
        >>> tells("Name of the city.", "city"), tells("City, in English.", "city")
        (False, True)
        >>> tells("Temperatureinheit", "unit"), tells("城市的英文名称", "city")
        (True, True)
    """
    known = {_stem(word) for word in words_in(name)}
    return any(
        word not in _EMPTY and _stem(word) not in known and len(set(word) - _DIGITS) > 1
        for word in words_in(description)
    )


def words_in(text: str) -> list[str]:
    """List the words of a text; where none are spaced, two characters count as one.

    Example:
        >>> words_in("Wie viele?"), words_in("कितने लोग"), words_in("几位客人")
        (['wie', 'viele'], ['कितने', 'लोग'], ['几位', '客人'])
    """
    letters = (char if unicodedata.category(char)[0] in "LMN" else " " for char in text)
    found: list[str] = []
    for word in "".join(letters).casefold().split():
        for part in filter(None, _UNSPACED.split(word)):
            size = 2 if _UNSPACED.match(part) else len(part)
            found += [part[at : at + size] for at in range(0, len(part), size)]
    return found


def is_long_in_another_language(text: str, least: int) -> bool:
    """Tell whether a text isn't English, and has at least so many words.

    What an English text says can be looked for. Another one gets the benefit of the doubt when
    it is long enough to say it.

    Example:
        >>> is_long_in_another_language("Wie viele Leute kommen", 4)
        True
        >>> is_long_in_another_language("How many people there are", 4)
        False
    """
    words = set(words_in(text))
    return len(words) >= least and len(_ENGLISH & words) < 2


def _stem(word: str) -> str:
    return _ENDING.sub("", word)
