"""Words of a text, so that texts can be compared by what they are about."""

from __future__ import annotations

import re

_PARTS = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_EMPTY = frozenset(
    _PARTS.findall(
        "a about after all also am an and any are as at be been but by can could did do "
        "does for from had has have he her his how i if in into is it its let like may me "
        "my need no not of on one only or our out over please s shall she should so some "
        "such t tell than that the their them then there these they this to up us use "
        "used using want was we were what when where which who whom why will with would "
        "you your"
    )
)


def telling_words(text: str) -> list[str]:
    """List the words of a text that say what it is about, in lower case and in the singular.

    Example:
        >>> telling_words("getWeather_forecast for the next days")
        ['get', 'weather', 'forecast', 'next', 'day']
    """
    spaced = _HUMP.sub(" ", text)
    found = (stem(word) for word in _PARTS.findall(spaced.lower()) if word not in _EMPTY)
    return list(dict.fromkeys(found))


def stem(word: str) -> str:
    """Take the ending of the plural off.

    Example:
        >>> stem("cities"), stem("boats"), stem("glass")
        ('city', 'boat', 'glass')
    """
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
