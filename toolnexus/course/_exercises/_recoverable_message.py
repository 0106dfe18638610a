"""An error whose text lets a model put its call right."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus._wording import join
from toolnexus.course._exercise import Exercise, Goal
from toolnexus.course._looking import a_tool
from toolnexus.course._running import as_json, executed, numbers_in, shortened
from toolnexus.course._telling import words_in

FREE = {"Rome": 4, "Oslo": 2}
"""The free rooms, as the notebook has them."""

_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
    "deux": 2,
    "trois": 3,
    "quatre": 4,
    "cinq": 5,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "दो": 2,
    "तीन": 3,
    "चार": 4,
    "पाँच": 5,
}
_TOO_MANY = 3
"""So many numbers that nothing stands behind are no help, whatever else is among them."""
_BELOW = re.compile(
    r"\b(fewer|less|under|below|weniger|unter|moins|menos)\b|<(?!=)", re.IGNORECASE
)
_RIGHT = ({"city": "Rome", "rooms": 4}, {"city": "Oslo", "rooms": 1})


async def _look(book_rooms: object) -> AsyncIterator[Goal]:
    tool = a_tool(book_rooms, "book_rooms")
    unbooked = await _unbooked(tool)
    yield Goal(not unbooked, "what is free can be booked", unbooked)
    city: JsonObject = {"city": "Paris", "rooms": 1}
    many: list[JsonObject] = [{"city": "Rome", "rooms": 9}, {"city": "Oslo", "rooms": 3}]
    taken = [wrong for one in (city, *many) if (wrong := await _not_refused(tool, one))]
    yield Goal(not taken, "what is not free is refused", next(iter(taken), ""))
    if unbooked or taken:
        return
    lost = await _lost_for_a_city(tool, city)
    yield Goal(not lost, "the text about another city leads to a booking", lost)
    lost = next(filter(None, [await _lost_for_a_number(tool, one) for one in many]), "")
    yield Goal(not lost, "and so does the text about too many rooms", lost)


async def _unbooked(tool: Tool) -> str:
    for arguments in _RIGHT:
        result = await executed(tool, arguments)
        if result.is_error:
            return (
                f"{as_json(arguments)} should be booked; the model gets: "
                f"{shortened(result.output)}"
            )
    return ""


async def _not_refused(tool: Tool, arguments: JsonObject) -> str:
    result = await executed(tool, arguments)
    if result.is_error:
        return ""
    return (
        f"{as_json(arguments)} counts as done, with the text: {shortened(result.output)}. "
        "Raise `ToolError` with what you have to say"
    )


async def _lost_for_a_city(tool: Tool, arguments: JsonObject) -> str:
    """Follow the text of an error: book in a city that it names."""
    text = (await executed(tool, arguments)).output
    named = [city for city in FREE if re.search(rf"\b{city}\b", text, re.IGNORECASE)]
    unnamed = [city for city in FREE if city not in named]
    if not unnamed:
        return await _still_refused(tool, text, {**arguments, "city": named[0]})
    return (
        f"for {as_json(arguments)} the model reads {_quoted(text)} and can't know which city "
        f"to try: {join(unnamed, 'and')} {_is(unnamed)} not named"
    )


async def _lost_for_a_number(tool: Tool, arguments: JsonObject) -> str:
    """Follow the text of an error: book as many rooms as it says."""
    text = (await executed(tool, arguments)).output
    most = FREE[arguments["city"]]
    numbers = {*numbers_in(text), *(n for word, n in _WORDS.items() if word in words_in(text))}
    if len(_made_up(numbers, arguments)) >= _TOO_MANY:
        return (
            f"for {as_json(arguments)} the model reads {_quoted(text)} and can't know which of "
            "the numbers is right"
        )
    if most in numbers or (most + 1 in numbers and _BELOW.search(text)):
        return await _still_refused(tool, text, {**arguments, "rooms": most})
    return (
        f"for {as_json(arguments)} the model reads {_quoted(text)} and can't know how many "
        "rooms it could have: the number is not there"
    )


async def _still_refused(tool: Tool, text: str, arguments: JsonObject) -> str:
    result = await executed(tool, arguments)
    if not result.is_error:
        return ""
    return (
        f"the model read {_quoted(text)} and sends {as_json(arguments)}; that is refused "
        f"as well: {shortened(result.output)}"
    )


def _made_up(numbers: set[float], arguments: JsonObject) -> set[float]:
    """Find small numbers that are neither what is free, nor what was asked for."""
    known = {*FREE.values(), arguments["rooms"], 1, FREE[arguments["city"]] + 1}
    return {number for number in numbers if 0 < number < 10} - known


def _quoted(text: str) -> str:
    return f'"{shortened(text)}"'


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


RECOVERABLE_MESSAGE = Exercise(
    name="recoverable-message",
    notebook="02_when_models_go_wrong",
    title="A message to recover from",
    hints=(
        "Two different things go wrong, so there are two different messages. What would you "
        "have to know yourself to send a better call?",
        "For a city that is not there, name those that are. For too many rooms, say how many "
        "are free. Both stand in `FREE`.",
        'First `if city not in FREE: raise ToolError(f"No hotel in {city}; there are some in '
        "{', '.join(FREE)}.\")`, then `if rooms > FREE[city]:` with the number in its text.",
    ),
    solution='''\
FREE = {"Rome": 4, "Oslo": 2}  # rooms that are free tonight


@tool
def book_rooms(city: str, rooms: int) -> str:
    """Book rooms for tonight.

    Args:
        city: Name of the city, in English.
        rooms: How many rooms.
    """
    if city not in FREE:
        raise ToolError(f"No hotel in {city}. There are hotels in {' and '.join(FREE)}.")
    if rooms > FREE[city]:
        raise ToolError(f"Only {FREE[city]} rooms are free in {city}, not {rooms}.")
    return f"{rooms} room(s) in {city} booked"
''',
    look=_look,
)
