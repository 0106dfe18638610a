"""Right answers in other words than ours, and wrong ones that look right."""

import enum
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Annotated, Literal

import pytest
from pydantic import Field

from toolnexus import Tool, ToolError, course, define_tool
from toolnexus.course import _running
from toolnexus.course._exercises._unanswered_call import BROKEN
from toolnexus.course._running import numbers_in
from toolnexus.course._telling import tells


@pytest.mark.parametrize(
    "text",
    [
        "Temperature unit.",
        "Einheit der Temperaturen.",
        "Temperatureinheit",
        "तापमान की इकाई",
        "温度单位",
        "°C oder °F, je nach Land",
    ],
)
def test_one_word_of_substance_tells(text):
    assert tells(text, "unit celsius fahrenheit")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \u00a0\t",
        "...",
        "1 2 3",
        "unit",
        "The units.",
        "blah blah",
        "TODO: description",
        "string value of the parameter",
        "celsius or fahrenheit",
        "xx yy",
    ],
)
def test_filler_tells_nothing(text):
    assert not tells(text, "unit celsius fahrenheit")


class Scale(enum.Enum):
    CELSIUS = "celsius"
    FAHRENHEIT = "fahrenheit"


@pytest.mark.parametrize("hint", [Scale, Scale | None], ids=["enum", "or none"])
async def test_choice_may_be_an_enum(hint):
    def get_weather(
        city: Annotated[str, Field(description="Name of the city")],
        days: Annotated[int, Field(description="How many days ahead")] = 1,
        unit: Annotated[hint, Field(description="Scale of the temperatures")] = Scale.CELSIUS,
    ) -> str:
        return city

    report = await course.check("describe-unit", define_tool(get_weather))
    assert report.passed, report


def hotels(guests: str) -> Tool:
    properties = {
        "city": {"type": "string", "description": "Stadt"},
        "guests": {"type": "integer", "description": guests},
    }
    schema = {"properties": properties, "required": ["city"]}
    return Tool("find_hotel", "Hotels.", schema, execute=str)


@pytest.mark.parametrize(
    "text",
    [
        "Anzahl der Reisenden; immer angeben, wenn bekannt.",
        "कितने लोग हैं; जब भी पता हो, भेजें।",
        "入住人数。如果用户说了人数就填写。",
        "Kolik lidí potřebuje postel; uveď, kdykoli to někdo řekne.",
        "Number of travellers as mentioned by the user.",
    ],
)
async def test_when_to_send_may_be_said_in_any_language(text):
    report = await course.check("left-out", hotels(text))
    assert report.passed, report


@pytest.mark.parametrize("text", ["Anzahl der Reisenden", "How many people there are in total"])
async def test_what_it_is_says_not_when_to_send_it(text):
    assert not (await course.check("left-out", hotels(text))).passed


@pytest.mark.parametrize(
    ("city", "budget", "purpose"),
    [
        ("Name auf Englisch", "In Euro", "Freie Hotels. Bucht nichts."),
        ("Nom en anglais", "En euros", "Hôtels libres. Ne réserve rien."),
        ("शहर, अंग्रेज़ी में", "यूरो में", "होटल खोजें, बुक नहीं करता"),
        ("English name", "EUR", "Free hotels. Read-only."),
        ("English name", "EUR", "Only searches for free hotels."),
    ],
    ids=["German", "French", "Hindi", "read-only", "only searches"],
)
async def test_facts_may_remain_in_any_language(city, budget, purpose):
    def find_hotel(
        city: Annotated[str, Field(description=city)],
        check_in: date,
        nights: int = 1,
        budget: Annotated[float | None, Field(description=budget)] = None,
    ) -> str:
        return city

    made = define_tool(find_hotel, description=purpose)
    report = await course.check("fewer-tokens", made)
    assert report.passed, report


def room(text: str) -> Tool:
    def book_room(city: str, arrival: date, departure: date) -> str:
        if departure <= arrival:
            raise ToolError(text)
        return "gebucht"

    return define_tool(book_room)


@pytest.mark.parametrize(
    ("text", "helps"),
    [
        ("Die Abreise muss hinter der Anreise liegen.", True),
        ("प्रस्थान की तारीख आगमन के बाद होनी चाहिए", True),
        ("Das geht nicht.", False),
        ("This is not valid, please try something else.", False),
    ],
)
async def test_refusal_may_help_in_any_language(text, helps):
    assert (await course.check("guard-the-call", room(text), None)).passed is helps


@pytest.mark.parametrize(
    "text", ["Höchstens drei Nächte.", "अधिकतम ३ रातें", "less than 4, please", "最多三晚"]
)
async def test_most_nights_may_be_said_in_any_language(text):
    def approve(call, arguments):
        long = call.name == "book_hotel" and arguments.get("nights", 1) > 3
        return text if long else True

    report = await course.check("careful-approval", approve)
    assert report.passed, report


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("360INR", [360]),
        ("USD0.50", [0.5]),
        ("₹360.00", [360]),
        ("B12", []),
        ("-3°", [-3]),
    ],
)
def test_number_beside_its_unit_is_found(text, numbers):
    assert numbers_in(text) == numbers


async def test_approval_that_never_ends_is_given_up(monkeypatch):
    over = threading.Event()
    monkeypatch.setattr(_running.called, "__kwdefaults__", {"seconds": 0.05})

    def approve(call, arguments):
        over.wait()
        return True

    careful = await course.check("careful-approval", approve)
    guarded = await course.check("guard-the-call", room("Abreise vor Anreise"), approve)
    over.set()
    assert careful.missing == (
        'for `get_weather` with `{"city": "Rome", "days": 14}`: approve did not finish '
        "within 0.05 seconds and was given up.",
    )
    assert "approve did not finish" in guarded.missing[0]


@pytest.mark.parametrize(
    ("content", "right"),
    [
        ([{"type": "text", "text": "Grand Oslo"}], True),
        ("ग्रैंड ओस्लो", True),
        ("...", False),
        ([{"type": "text", "text": " "}], False),
        ([], False),
    ],
)
async def test_answer_may_be_a_list_of_texts(content, right):
    answer = {"role": "tool", "tool_call_id": "call_2", "content": content}
    repaired = [*BROKEN[:3], answer, BROKEN[3]]
    assert (await course.check("unanswered-call", repaired)).passed is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Nur noch {0} Zimmer", True),
        ("Es müssen weniger als {1} sein", True),
        ("चार या दो, Rome: चार, Oslo: दो", True),
        ("1, 2, 3, 4, 5, 6, 7 or 8 rooms", False),
    ],
)
async def test_free_rooms_may_be_told_in_any_language(text, right):
    free = {"Rome": 4, "Oslo": 2}

    def book_rooms(city: str, rooms: int) -> str:
        if city not in free:
            raise ToolError("Rome, Oslo")
        if rooms > free[city]:
            raise ToolError(text.format(free[city], free[city] + 1))
        return "gebucht"

    report = await course.check("recoverable-message", define_tool(book_rooms))
    assert report.passed is right, report


async def test_answer_that_never_changes_is_told():
    def convert_money(
        amount: Annotated[float, Field(ge=0)], to: Literal["USD", "INR"] = "USD"
    ) -> str:
        return "360, 0.5, 5 and 0"

    def split_bill(
        total: Annotated[float, Field(ge=0)], people: Annotated[int, Field(ge=1)]
    ) -> str:
        return "30, 2.5 and 12.5"

    for name, fn in (("first-tool", convert_money), ("green-drill", split_bill)):
        report = await course.check(name, define_tool(fn))
        assert report.missing[0].startswith("whatever is asked, the model gets the same: 3")


@dataclass
class Booking:
    name: str
    arrival: date
    guests: int
    wishes: list[str]


def noting(booked: Callable[[Booking], object]) -> Tool:
    def note(
        name: str,
        arrival: date,
        guests: Annotated[int, Field(ge=1)],
        wishes: Sequence[str] = (),
    ) -> object:
        return booked(Booking(name, arrival, guests, list(wishes)))

    return define_tool(note, description="Buchung aus einer Mail")


async def test_facts_may_be_in_a_list():
    report = await course.check("structured-output", noting(lambda booking: [booking]))
    assert report.passed, report


async def test_facts_that_never_change_are_told():
    fixed = Booking("Ada Byron", date(2027, 6, 3), 4, ["a cot", "a quiet room"])
    report = await course.check("structured-output", noting(lambda _: fixed))
    assert report.missing == ("`name` was sent as 'Mary Jackson', and Python gets 'Ada Byron'",)


async def test_options_may_be_any_mapping():
    options = {
        "chat": {},
        "search": {"tool_choice": "find_hotel"},
        "summary": {"tool_choice": "none"},
        "careful": {"parallel_tool_calls": False},
    }
    assert (await course.check("which-choice", MappingProxyType(options))).passed
