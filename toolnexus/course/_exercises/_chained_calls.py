"""A result tells what the next call needs."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from toolnexus._define import define_tool
from toolnexus._roundtrip import round_trip
from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus._wording import join
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._looking import a_tool
from toolnexus.course._running import executed, gets, shortened
from toolnexus.models import ScriptedModel

HOTELS = {
    "Rome": {101: "Grand Rome", 102: "Rome Inn"},
    "Oslo": {201: "Grand Oslo", 202: "Oslo Inn"},
}
"""As the notebook has them."""

_NUMBER = re.compile(r"(?<!\d)\d+(?!\d)")


async def _look(find_hotel: object) -> AsyncIterator[Goal]:
    tool = a_tool(find_hotel, "find_hotel")
    told = {city: await _told(tool, city) for city in HOTELS}
    nameless = next(filter(None, (_nameless(city, told[city]) for city in HOTELS)), "")
    yield Goal(not nameless, "the hotels have their names", nameless)
    unsaid = [_unsaid(city, told[city]) for city in HOTELS]
    yield Goal(
        not any(unsaid),
        "and the numbers that `book_hotel` asks for",
        next(filter(None, unsaid), ""),
    )
    if nameless or any(unsaid):
        return
    mistaken = [
        wrong
        for city, hotels in HOTELS.items()
        for hotel in hotels.values()
        if (wrong := await _mistaken(tool, city, hotel))
    ]
    yield Goal(
        not mistaken,
        "a model that reads one result books the right hotel with the next call",
        next(iter(mistaken), ""),
    )


async def _told(tool: Tool, city: str) -> str:
    """Execute the tool as a model would.

    Raises:
        NotThereYetError: It fails, or has nothing to say.
    """
    result = await executed(tool, {"city": city})
    if result.is_error:
        msg = f"for {city} the model is told: {shortened(result.output)}"
        raise NotThereYetError(msg)
    if result.output == "null":
        msg = f"for {city} the model gets {gets(result)}"
        raise NotThereYetError(msg)
    return result.output


def _nameless(city: str, text: str) -> str:
    """Say which names the model would need; empty if they are there."""
    gone = [name for name in HOTELS[city].values() if name not in text]
    if not gone:
        return ""
    return (
        f"for {city} the model is told {shortened(text) or 'nothing'}: no {join(gone, 'and')} "
        "in it, so it doesn't know what it books"
    )


def _unsaid(city: str, text: str) -> str:
    """Say which numbers the model would need; empty if they are there."""
    numbers = [int(number) for number in _NUMBER.findall(text)]
    if set(HOTELS[city]) <= set(numbers):
        return ""
    wanted = join([str(number) for number in HOTELS[city]], "and")
    if not numbers:
        return (
            f"for {city} the model is told {shortened(text) or 'nothing'}: no `hotel_id` in "
            "it, so the next call could only make one up"
        )
    return (
        f"for {city} the model is told {shortened(text)}; the numbers that `book_hotel` knows "
        f"there are {wanted}"
    )


async def _mistaken(tool: Tool, city: str, hotel: str) -> str:
    """Play the chain with a model that pairs names and numbers in the order it reads them."""

    def book(request: JsonObject) -> tuple[str, JsonObject]:
        text = str(request["messages"][-1]["content"])
        names = sorted(HOTELS[city].values(), key=text.index)
        found = [int(number) for number in _NUMBER.findall(text)]
        numbers = list(dict.fromkeys(n for n in found if n in HOTELS[city]))
        return ("book_hotel", {"hotel_id": numbers[names.index(hotel)]})

    model = ScriptedModel([("find_hotel", {"city": city}), book, "It is booked."])
    run = await round_trip(f"Book the {hotel} in {city}", [tool, _book_hotel()], model)
    booked = run.calls[-1].result.output
    if hotel in booked:
        return ""
    text = shortened(run.calls[0].result.output)
    return (
        f"the model is told {text}. It wanted the {hotel}, and what it got is: {booked}. Put "
        "each number beside its name"
    )


def _book_hotel() -> Tool:
    def book_hotel(hotel_id: int, nights: int = 1) -> str:
        """Book a hotel."""
        names = {number: name for found in HOTELS.values() for number, name in found.items()}
        return f"{names[hotel_id]} is booked for {nights} night(s)"

    return define_tool(book_hotel, in_thread=False)


CHAINED_CALLS = Exercise(
    name="chained-calls",
    notebook="01_round_trip",
    title="Let one call lead to the next",
    hints=(
        "Be the model: all you have is what `find_hotel` returned. Can you write the "
        "arguments of `book_hotel` from that?",
        "`HOTELS` has what is missing: its keys are the numbers. The tool throws them away "
        "when it takes only the `values()`.",
        'Return one dict for each hotel: `[{"hotel_id": number, "name": name} for number, name '
        "in HOTELS.get(city, {}).items()]`.",
    ),
    solution='''\
@tool
def find_hotel(city: str) -> list[dict]:
    """Hotels in a city, each with the hotel_id that book_hotel takes.

    Args:
        city: Name of the city, in English.
    """
    hotels = HOTELS.get(city, {})
    return [{"hotel_id": number, "name": name} for number, name in hotels.items()]
''',
    look=_look,
)
