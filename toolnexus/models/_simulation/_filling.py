"""Arguments for a prompt: valid in any case, and believable where the prompt says enough."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from toolnexus._types import JsonObject, JsonValue
from toolnexus.models._simulation._mentions import Mention, Mentions, mentions_in
from toolnexus.models._simulation._parameters import Parameters
from toolnexus.models._simulation._words import telling_words

_Candidate: TypeAlias = tuple[JsonValue, Mention | None]
_MOST_CALLS = 4
_FROM = frozenset(["from", "origin", "source", "departure", "start", "sender"])
_TO = frozenset(["to", "destination", "target", "arrival", "end", "recipient", "receiver"])
_WHOLE = frozenset(["query", "q", "question", "prompt", "text", "message", "input", "search"])
_IDS = frozenset(["id", "number", "code", "key", "no", "num", "ref", "reference", "identifier"])
_SHAPE_OF_WORD = {
    "date": ("date", "day"),
    "day": ("day", "date"),
    "when": ("date-time", "date", "day", "time"),
    "time": ("date-time", "time"),
    "datetime": ("date-time", "date"),
    "timestamp": ("date-time",),
    "email": ("email",),
    "url": ("uri",),
    "uri": ("uri",),
    "link": ("uri",),
    "path": ("path", "uri"),
    "file": ("path",),
    "filename": ("path",),
}
_PLACES = frozenset(
    ["city", "town", "place", "location", "country", "region", "where", "address", "airport"]
)


def arguments_for(prompt: str, parameters: Parameters, seed: int) -> list[JsonObject]:
    """Make up the arguments of the calls that a prompt asks of one tool.

    Args:
        prompt: What the user says.
        parameters: The tool's parameters.
        seed: For the values that the prompt doesn't tell.

    Returns:
        The arguments of one call; of several where the prompt lists several names for the
        same parameter.

    Example:
        >>> schema = {"properties": {"city": {"type": "string"}}, "required": ["city"]}
        >>> arguments_for("Compare the weather in Oslo and Lima", Parameters(schema), 0)
        [{'city': 'Oslo'}, {'city': 'Lima'}]
    """
    mentions = mentions_in(prompt)
    filling = _Filling(parameters, mentions, parameters.sample(seed))
    filling.fill()
    first = filling.arguments
    others: list[JsonObject] = []
    for run in mentions.lists:
        at = [name for name in parameters.required if first.get(name) == run[0]]
        if not at or any(text in first.values() for text in run[1:]):
            continue
        more = ({**first, at[0]: text} for text in run[1:_MOST_CALLS])
        others += [arguments for arguments in more if parameters.fits(arguments)]
    return [first, *others]


class _Filling:
    """Arguments on the way from a sample to what the prompt says."""

    def __init__(
        self, parameters: Parameters, mentions: Mentions, arguments: JsonObject
    ) -> None:
        self._parameters = parameters
        self._mentions = mentions
        self._used: list[Mention] = []
        self._filled: set[str] = set()
        self.arguments = arguments

    def fill(self) -> None:
        """Put in what is clearly meant, then what is left for parameters that need a value."""
        required = [n for n in self._parameters.required if n in self._parameters.properties]
        optional = [n for n in self._parameters.properties if n not in required]
        for name in [*required, *optional]:
            self._take(name, self._clear(name))
        for name in required:
            self._take(name, self._behind_name(name))
        for name in required:
            self._take(name, self._left(name))

    def _take(self, name: str, candidates: Iterable[_Candidate]) -> None:
        if name in self._filled:
            return
        for value, mention in candidates:
            tried = {**self.arguments, name: value}
            if self._parameters.fits(tried):
                self.arguments = tried
                self._filled.add(name)
                if mention is not None:
                    self._used.append(mention)
                return

    def _free(self, mentions: Iterable[Mention]) -> list[Mention]:
        """List what is not used yet, nor part of something used."""
        return [
            one
            for one in mentions
            if not any(used.start < one.end and one.start < used.end for used in self._used)
        ]

    # --- what is clearly meant for a parameter -----------------------------------------------

    def _clear(self, name: str) -> Iterator[_Candidate]:
        choices = self._parameters.choices(name)
        if choices:
            yield from self._chosen(choices)
            return
        types = self._parameters.types(name)
        if types & {"integer", "number"}:
            about = self._words_about(name)
            for one in self._free(self._mentions.numbers):
                if one.after in about or one.before in about:
                    yield _number(one.text), one
        if "string" in types:
            yield from self._shaped(name)
            yield from self._pointed_at(name)

    def _chosen(self, choices: Iterable[JsonValue]) -> Iterator[_Candidate]:
        texts = [choice for choice in choices if isinstance(choice, str) and choice.strip()]
        for choice in sorted(texts, key=len, reverse=True):
            spoken = re.escape(choice).replace("_", "[ _-]")
            flags = re.IGNORECASE if len(choice) > 2 else 0
            found = re.search(rf"(?<!\w){spoken}(?!\w)", self._mentions.prompt, flags)
            if found and choice.lower() not in ("a", "i", "in", "on", "is", "or", "no"):
                yield choice, Mention(found[0], found.start(), found.end())
        for number in self._free(self._mentions.numbers):
            value = _number(number.text)
            if any(type(one) in (int, float) and one == value for one in choices):
                yield value, number

    def _shaped(self, name: str) -> Iterator[tuple[JsonValue, Mention]]:
        stated: Any = self._parameters.property(name).get("format")
        shapes = (stated,) if isinstance(stated, str) else self._shapes_by_name(name)
        for shape in shapes:
            for one in self._free(self._mentions.shaped.get(shape, ())):
                yield one.text, one

    def _shapes_by_name(self, name: str) -> tuple[str, ...]:
        for word in reversed(telling_words(name)):
            if word in _SHAPE_OF_WORD:
                return _SHAPE_OF_WORD[word]
        return ("date-time", "date", "time") if name.lower() == "when" else ()

    def _pointed_at(self, name: str) -> Iterator[tuple[JsonValue, Mention]]:
        """Find texts with the parameter's name before them, or with `from` and `to`."""
        if self._is_shaped(name):
            return
        words = frozenset(name.lower().split("_"))
        about = {form for word in telling_words(name) for form in _spoken(word)}
        for one in self._free([*self._mentions.quoted, *self._mentions.names]):
            comes_from = one.before == "from" and words & _FROM
            goes_to = one.before == "to" and words & _TO
            if one.before in about or comes_from or goes_to:
                yield one.text, one

    def _is_shaped(self, name: str) -> bool:
        return "format" in self._parameters.property(name) or bool(self._shapes_by_name(name))

    def _words_about(self, name: str) -> frozenset[str]:
        described: Any = self._parameters.property(name).get("description")
        text = described if isinstance(described, str) else ""
        return frozenset([*telling_words(name), *telling_words(text)[:30]])

    def _behind_name(self, name: str) -> Iterator[tuple[JsonValue, Mention]]:
        """Find the word behind the parameter's name: `the repo harbour`."""
        if "string" not in self._parameters.types(name) or self._parameters.choices(name):
            return
        spoken = re.escape(name.lower()).replace("_", "[ _-]")
        pattern = rf"\b{spoken}\s*(?:[:=]|\bis\b)?\s*([^\W_][\w./-]*\w|\d)"
        for match in re.finditer(pattern, self._mentions.prompt, re.IGNORECASE):
            one = Mention(match[1], match.start(1), match.end(1))
            if telling_words(match[1]) and self._free([one]):
                yield match[1], one

    # --- what is left, for parameters that need a value --------------------------------------

    def _left(self, name: str) -> Iterator[_Candidate]:
        if self._parameters.choices(name):
            return
        types = self._parameters.types(name)
        numbers = self._free(self._mentions.numbers)
        if types & {"integer", "number"}:
            yield from ((_number(one.text), one) for one in numbers)
        if "string" in types and not self._is_shaped(name):
            yield from self._texts(name)
        if "array" in types and self._mentions.prompt:
            texts = [
                one.text for one in self._free(self._mentions.quoted or self._mentions.names)
            ]
            for values in ([_number(one.text) for one in numbers], texts):
                if values:
                    yield values, None

    def _texts(self, name: str) -> Iterator[_Candidate]:
        words = frozenset(telling_words(name))
        mentions = self._mentions
        if words & _IDS:
            yield from ((one.text.lstrip("#"), one) for one in self._free(mentions.codes))
            yield from ((one.text, one) for one in self._free(mentions.quoted))
            return
        yield from ((one.text, one) for one in self._free(mentions.quoted))
        if words & _WHOLE and mentions.prompt.strip():
            yield mentions.prompt.strip(), None
        yield from ((one.text, one) for one in self._free(mentions.names))
        if words & _PLACES and not self._free(mentions.names):
            yield from ((one.text, one) for one in self._free(mentions.places))


def _spoken(word: str) -> tuple[str, ...]:
    """List how a parameter is called before its value: `titled "Boats"`, `named "Iris"`."""
    formed = f"{word}d" if word.endswith("e") else f"{word}ed"
    return (word, formed, "called", "named") if word in ("name", "title") else (word, formed)


def _number(text: str) -> JsonValue:
    return float(text) if "." in text else int(text)
