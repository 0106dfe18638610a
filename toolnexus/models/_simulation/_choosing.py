"""Which of the tools of a request a prompt is about, as far as words can tell."""

from __future__ import annotations

import difflib
import functools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toolnexus._types import JsonObject
from toolnexus._wording import join
from toolnexus.errors import ModelError
from toolnexus.models._simulation._parameters import Parameters
from toolnexus.models._simulation._words import telling_words

_MOST_WORDS = 80
_LONGEST = 4000  # characters that are read of a prompt
_ALIKE = 0.75
# What tools are called for doing; it says little about what they are about.
_VERBS = frozenset(
    re.findall(
        r"\w+",
        "add calculate check compute convert create delete fetch find get list look lookup "
        "make read retrieve run search set show update write",
    )
)


@dataclass(frozen=True, eq=False)
class Offered:
    """A tool that a request offers."""

    name: str
    description: str
    parameters: Parameters


def offered_tools(request: JsonObject) -> list[Offered]:
    """Read the `tools` of a request; what isn't an entry of a tool is passed over."""
    entries: Any = request.get("tools")
    found: dict[str, Offered] = {}
    for entry in entries if isinstance(entries, (list, tuple)) else ():
        function = entry.get("function", entry) if isinstance(entry, dict) else None
        name = function.get("name") if isinstance(function, dict) else None
        if not isinstance(function, dict) or not isinstance(name, str) or not name:
            continue
        parameters = _parameters(_schema_text(function.get("parameters")))
        description = function.get("description")
        text = description if isinstance(description, str) else ""
        found.setdefault(name, Offered(name, text, parameters))
    return list(found.values())


@functools.lru_cache(maxsize=512)
def _parameters(text: str) -> Parameters:
    """Read a schema once: a round trip's requests repeat it, and checking takes time."""
    return Parameters(json.loads(text))


def _schema_text(schema: Any) -> str:
    try:
        return json.dumps(schema)
    except (TypeError, ValueError, RecursionError):
        return "null"  # no JSON, so it says nothing about the arguments


@dataclass(frozen=True)
class Choice:
    """What `tool_choice` allows: which tools, and whether one has to be called."""

    tools: Sequence[Offered]
    is_forced: bool = False


def allowed(request: JsonObject, tools: Sequence[Offered]) -> Choice:
    """Read `tool_choice`.

    Raises:
        ModelError: It names a tool that the request doesn't offer, or asks for a call of none,
            for which a server refuses the request.
    """
    choice: Any = request.get("tool_choice")
    if choice is None or choice == "auto":
        return Choice(tools)
    if choice == "none":
        return Choice(())
    if choice in ("required", "any"):
        if not tools:
            msg = f"400: tool_choice is {choice!r}, but the request offers no tools"
            raise ModelError(msg)
        return Choice(tools, is_forced=True)
    limit = choice.get("allowed_tools") if isinstance(choice, dict) else None
    if isinstance(limit, dict):
        named = [_named(entry, tools) for entry in limit.get("tools") or ()]
        return Choice(named, is_forced=limit.get("mode") == "required")
    return Choice([_named(choice, tools)], is_forced=True)


def _named(entry: Any, tools: Sequence[Offered]) -> Offered:
    function = entry.get("function", entry) if isinstance(entry, dict) else None
    name = function.get("name") if isinstance(function, dict) else entry
    for tool in tools:
        if tool.name == name:
            return tool
    there = join([tool.name for tool in tools], "and") or "none"
    msg = f"400: tool_choice asks for {name!r:.80}; the tools of the request are {there}"
    raise ModelError(msg)


def fitting_tools(prompt: str, tools: Sequence[Offered]) -> list[Offered]:
    """Choose the tools that a prompt is about.

    Words of a tool's name count most, then those of its parameters and its description; a word
    that many of the tools share counts less. Of equals the first is taken. Where no word is the
    same, similar ones count: a prompt in another language may still be understood.

    Args:
        prompt: What the user says.
        tools: The tools to choose from.

    Returns:
        The one that fits best; with it, in the prompt's order, others whose whole name the
        prompt mentions with words of their own; an empty list if nothing fits. A single tool
        always fits.
    """
    if len(tools) < 2:
        return list(tools)
    said = telling_words(prompt[:_LONGEST])
    known = [_Known.of(tool) for tool in tools]
    for words in (said, _translated(said, known)):
        scores = [_score(words, one, known) for one in known]
        best = max(range(len(tools)), key=lambda index: scores[index])
        if scores[best] > 0:
            return _with_others_named(best, said, tools)
    return []


@dataclass(frozen=True)
class _Known:
    """The words of one tool."""

    name: frozenset[str]
    other: frozenset[str]
    all: frozenset[str]

    @classmethod
    def of(cls, tool: Offered) -> _Known:
        name = frozenset(telling_words(tool.name))
        parameters = tool.parameters
        inside = [*parameters.properties]
        for one in parameters.properties:
            inside += [value for value in parameters.choices(one) if isinstance(value, str)]
        described = telling_words(tool.description)[:_MOST_WORDS]
        other = frozenset([*described, *telling_words(" ".join(inside))[:_MOST_WORDS]])
        return cls(name, other, name | other)


def _score(said: Sequence[str], tool: _Known, tools: Sequence[_Known]) -> float:
    total = 0.0
    for word in said:
        if word not in tool.all:
            continue
        sharing = sum(word in other.all for other in tools)
        weight = 3 if word in tool.name and word not in _VERBS else 1
        total += weight / sharing
    return total


def _translated(said: Sequence[str], known: Sequence[_Known]) -> list[str]:
    """Put the most similar word of the tools in the place of each word."""
    words = sorted(frozenset().union(*(tool.all for tool in known)))
    found = []
    for word in said:
        if len(word) > 3:
            found += difflib.get_close_matches(word, words, n=1, cutoff=_ALIKE)
    return found


def _with_others_named(
    best: int, said: Sequence[str], tools: Sequence[Offered]
) -> list[Offered]:
    taken = set(_own_words(tools[best]))
    chosen = {best}
    for index, tool in enumerate(tools):
        own = set(_own_words(tool))
        if index != best and own and own.issubset(said) and not own & taken:
            chosen.add(index)
            taken |= own
    if len(chosen) == 1 or not taken.intersection(said):
        return [tools[best]]

    def place(index: int) -> int:
        places = [said.index(word) for word in _own_words(tools[index]) if word in said]
        return min(places, default=-1)

    return [tools[index] for index in sorted(chosen, key=place)]


def _own_words(tool: Offered) -> list[str]:
    words = telling_words(tool.name)
    return [word for word in words if word not in _VERBS] or words
