"""What a prompt mentions that could be an argument: quotes, names, numbers, dates and more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolnexus.models._simulation._words import stem

_QUOTED = re.compile(
    r'"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|`([^`\n]+)`'
    r"|(?<![\w'])'([^'\n]+)'(?!\w)"
)
_SHAPED = {
    "date-time": re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?\b"),
    "date": re.compile(r"\b\d{4}-\d\d-\d\d\b"),
    "time": re.compile(r"\b\d\d?:\d\d(?::\d\d)?\b"),
    "email": re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "uri": re.compile(r"\bhttps?://[^\s\"'<>]*[^\s\"'<>.,;:!?)]"),
    "path": re.compile(r"(?<!\S)(?:~|\.{0,2})/?(?:[\w.-]+/)*[\w-]+\.[A-Za-z]\w{0,4}\b"),
    "day": re.compile(
        r"\b(?:today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
        re.IGNORECASE,
    ),
}
_NAME = re.compile(r"[^\W\d_][\w'.-]*")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:,\d{3})+(?:\.\d+)?(?!\w)|(?<![\w.])-?\d+(?:\.\d+)?")
_CODE = re.compile(r"\b(?=\w*\d)\w[\w-]*\b|#\d+")
_COUNTS = re.findall(r"\w+", "one two three four five six seven eight nine ten eleven twelve")
_COUNT = re.compile(rf"\b({'|'.join(_COUNTS)})\b(?=\s+\w)", re.IGNORECASE)
_NO_COUNT_BEHIND = frozenset(["the", "this", "that", "which", "no", "any", "each", "every"])
_PLACE = re.compile(r"\b(?:in|at|near|for|to|from)\s+([a-z][\w'-]{2,})")
_NO_PLACE = frozenset(
    re.findall(
        r"\w+",
        "the this that these those here there next last now today tonight tomorrow all "
        "any each every some one two three four five celsius fahrenheit detail total me "
        "you him her them it our your his their more less free please",
    )
)
_LONGEST = 4000  # characters that are read of a prompt
_PLAIN = str.maketrans("\u2019\u2212", "'-")  # a typographic apostrophe and minus
_MOST_FIGURES = 300  # that Python surely turns into a number
_LIST = re.compile(r"\s*(?:,|,?\s*(?:and|or|&|und|et|y))\s*")


@dataclass(frozen=True)
class Mention:
    """Something in a prompt, with the words around it in lower case."""

    text: str
    start: int
    end: int
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Mentions:
    """All that a prompt mentions.

    Args:
        prompt: The prompt, cut where it is very long.
        quoted: What stands in quotes.
        names: Capitalised words that don't start a sentence, joined where they stand together.
        numbers: Numbers as figures or, up to twelve, as words.
        codes: Words with figures in them, such as `B-17` or `4711`.
        shaped: Dates, times, addresses and the like, by their format.
        lists: Names that are listed, such as `Chennai and Lisbon`.
        places: Words behind `in`, `at` and the like, for prompts without capitals.
    """

    prompt: str
    quoted: Sequence[Mention]
    names: Sequence[Mention]
    numbers: Sequence[Mention]
    codes: Sequence[Mention]
    shaped: Mapping[str, Sequence[Mention]]
    lists: Sequence[Sequence[str]]
    places: Sequence[Mention]


def mentions_in(prompt: str) -> Mentions:
    """Read a prompt.

    Example:
        >>> found = mentions_in("Is it warm in New York or Chennai for three days?")
        >>> [one.text for one in found.names], [one.text for one in found.numbers]
        (['New York', 'Chennai'], ['3'])
    """
    said = prompt[:_LONGEST]
    prompt = said.translate(_PLAIN)
    quoted = [
        _mention(prompt, m, next(group for group in m.groups() if group is not None))
        for m in _QUOTED.finditer(prompt)
    ]
    shaped = {
        name: [_mention(prompt, m) for m in pattern.finditer(prompt)]
        for name, pattern in _SHAPED.items()
    }
    whole = [*quoted, *(one for name, many in shaped.items() if name != "day" for one in many)]
    names = [one for one in _names(prompt) if not _inside(one, whole)]
    return Mentions(
        prompt=said,
        quoted=quoted,
        names=names,
        numbers=[one for one in _numbers(prompt) if not _inside(one, whole)],
        codes=[
            one
            for one in (_mention(prompt, m) for m in _CODE.finditer(prompt))
            if not _inside(one, whole)
        ],
        shaped=shaped,
        lists=list(_listed(prompt, names)),
        places=[
            _mention(prompt, m, m[1]) for m in _PLACE.finditer(prompt) if m[1] not in _NO_PLACE
        ],
    )


def _mention(prompt: str, match: re.Match[str], text: str | None = None) -> Mention:
    before = re.findall(r"\w+", prompt[max(0, match.start() - 40) : match.start()])
    after = re.findall(r"\w+", prompt[match.end() : match.end() + 40])
    return Mention(
        match[0] if text is None else text,
        match.start(),
        match.end(),
        stem(before[-1].lower()) if before else "",
        stem(after[0].lower()) if after else "",
    )


def _inside(one: Mention, others: Sequence[Mention]) -> bool:
    return any(other.start <= one.start < other.end for other in others)


def _names(prompt: str) -> Iterator[Mention]:
    words = list(_NAME.finditer(prompt))
    capitals = sum(word[0][0].isupper() for word in words)
    if len(words) > 3 and capitals > 0.7 * len(words):
        return  # all of it is in capitals, or a title
    index = 0
    while index < len(words):
        first = last = words[index]
        index += 1
        if not _is_name(first, prompt):
            continue
        while index < len(words) and _goes_on(last, words[index], prompt):
            last = words[index]
            index += 1
        text = prompt[first.start() : last.end()].removesuffix("'s")
        text = text.rstrip(".'-")
        around = _mention(prompt, first)
        after = re.findall(r"\w+", prompt[last.end() : last.end() + 40])
        yield Mention(
            text,
            first.start(),
            first.start() + len(text),
            around.before,
            stem(after[0].lower()) if after else "",
        )


def _is_name(word: re.Match[str], prompt: str) -> bool:
    text = word[0]
    if not text[0].isupper() or text == "I" or text.startswith("I'"):
        return False
    ahead = prompt[: word.start()].rstrip(" \"'“„«(")
    return bool(ahead) and ahead[-1] not in ".!?:;\n"


def _goes_on(last: re.Match[str], word: re.Match[str], prompt: str) -> bool:
    between = prompt[last.end() : word.start()]
    return between == " " and word[0][0].isupper() and not last[0].endswith(("'s", "."))


def _numbers(prompt: str) -> Iterator[Mention]:
    found = []
    for match in _NUMBER.finditer(prompt):
        text = match[0].replace(",", "")
        if text.startswith("-") and prompt[: match.start()][-1:].isalnum():
            text = text[1:]
        if len(text) <= _MOST_FIGURES:
            found.append(_mention(prompt, match, text))
    for match in _COUNT.finditer(prompt):
        one = _mention(prompt, match, str(_COUNTS.index(match[0].lower()) + 1))
        if one.before not in _NO_COUNT_BEHIND:
            found.append(one)
    yield from sorted(found, key=lambda one: one.start)


def _listed(prompt: str, names: Sequence[Mention]) -> Iterator[list[str]]:
    """Find names with nothing but a comma or an `and` between them."""
    run: list[Mention] = []
    for one in names:
        if run and not _LIST.fullmatch(prompt[run[-1].end : one.start]):
            if len(run) > 1:
                yield [each.text for each in run]
            run = []
        run.append(one)
    if len(run) > 1:
        yield [each.text for each in run]
