"""Exercises of `03_reading_schemas`: what is accepted, and what else is told."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, NamedTuple, TypedDict

import pytest
from pydantic import BaseModel, Field

from toolnexus import Tool, ToolError, course, define_tool, tool

CITY = {"type": "string", "description": "Name of the city, in English."}


async def missing(exercise: str, *made: object) -> str:
    """Check what has one thing wrong, and return what is said of it."""
    report = await course.check(exercise, *made)
    assert len(report.missing) == 1, report
    return report.missing[0]


# --- left-out --------------------------------------------------------------------------------


def hotels(fn: Callable[..., str], description: str | None = None) -> Tool:
    return define_tool(fn, name="find_hotel", description=description)


def described(text: str, name: str = "guests", **schema: object) -> Tool:
    properties = {"city": CITY, name: {"type": "integer", "description": text, **schema}}
    return Tool(
        "find_hotel",
        "Hotels.",
        {"properties": properties, "required": ["city"]},
        execute=lambda args: f"a room for {args.get(name, 1)}",
    )


def documented(city: str, guests: int = 1) -> str:
    """Hotels with a free room.

    Args:
        city: Name of the city, in English.
        guests: How many people need a bed. Send it whenever somebody says who travels.
    """
    return f"a room for {guests} in {city}"


async def in_numpy_style(city: str, guests: int | None = None) -> str:
    """Hotels with a free room.

    Parameters
    ----------
    city
        Name of the city.
    guests
        How many sleep there; 1 if left out.
    """
    return f"a room for {guests}"


def required(city: Annotated[str, Field(description="City, in English")], guests: int) -> str:
    return f"a room for {guests}"


def annotated(
    city: Annotated[str, Field(description="City, in English")],
    guests: Annotated[int, Field(description="Always give the number of beds wanted")] = 1,
) -> str:
    return f"a room for {guests}"


def renamed(city: str, guest: int = 1) -> str:
    """Hotels.

    Args:
        city: Name of the city, in English.
        guest: How many people need a bed. Must be sent if people are mentioned.
    """
    return f"a room for {guest}"


def told_above(city: str, guests: int = 1) -> str:
    """Hotels. Always send guests when it is known who travels.

    Args:
        city: Name of the city, in English.
        guests: How many people need a bed.
    """
    return f"a room for {guests}"


def told_above_only(
    city: Annotated[str, Field(description="City, in English")], guests: int = 1
) -> str:
    """Hotels with free beds. Whenever the number of travellers is known, send guests."""
    return f"a room for {guests}"


@pytest.mark.parametrize(
    "made",
    [told_above_only, documented, in_numpy_style, required, annotated, renamed, told_above],
    ids=lambda fn: fn.__name__,
)
async def test_what_a_model_will_send_is_accepted(made):
    report = await course.check("left-out", hotels(made))
    assert report.passed, report


async def test_parameter_may_be_described_in_a_schema():
    made = described("How many beds. Send it if you know who travels.")
    assert (await course.check("left-out", made)).passed


async def test_parameter_described_under_another_name_is_told():
    def misspelt(city: str, guests: int = 1) -> str:
        """Hotels.

        Args:
            city: Name of the city, in English.
            guest: How many people need a bed. Send it whenever somebody says who travels.
        """
        return f"a room for {guests}"

    told = await missing("left-out", hotels(misspelt))
    assert told.startswith("`guests` has no description on the card: nothing that was written")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The guests.", "'The guests.', says no more than its name"),
        ("How many people sleep there.", "says what it is, but not when to send it"),
    ],
    ids=["only its name", "not when"],
)
async def test_description_that_moves_no_model_is_told(text, told):
    assert told in await missing("left-out", described(text))


async def test_parameter_that_is_gone_is_told():
    def gone(city: str) -> str:
        return city

    assert await missing("left-out", hotels(gone)) == (
        "`find_hotel` has no parameter `guests`; it has 'city'"
    )


async def test_number_that_never_arrives_is_told():
    def deaf(city: Annotated[str, Field(description="City, in English")], guests: int) -> str:
        return city

    def picky(city: Annotated[str, Field(description="City, in English")], guests: str) -> str:
        return guests

    assert "is told the same" in await missing("left-out", hotels(deaf))
    assert "should be accepted; it says: find_hotel was not run. guests: expected a" in (
        await missing("left-out", hotels(picky))
    )


async def test_description_of_the_city_stays():
    def bare(city: str, guests: int) -> str:
        return f"{guests}"

    assert "`city` has lost its description" in await missing("left-out", hotels(bare))


# --- structured-output -----------------------------------------------------------------------

Guests = Annotated[int, Field(ge=1)]


class Booking(BaseModel):
    name: str
    arrival: date
    guests: Guests
    wishes: list[str] = []


@dataclass
class Plain:
    name: str
    arrival: date
    guests: Guests
    wishes: tuple[str, ...] = ()


class Facts(TypedDict, total=False):
    name: str
    arrival: date
    guests: Guests
    wishes: list[str]


class Row(NamedTuple):
    name: str
    arrival: date
    guests: int
    wishes: list[str]


def of_a_model(booking: Booking) -> Booking:
    """Note what a mail says of a booking."""
    return booking


async def async_of_a_dataclass(mail: Plain) -> Plain:
    """Note what a mail says of a booking."""
    return mail


def as_a_dict(
    name: str, arrival: date, guests: Guests, wishes: list[str] | None = None
) -> dict[str, object]:
    """Note what a mail says of a booking."""
    return {"name": name, "arrival": arrival, "guests": guests, "wishes": wishes or []}


def as_a_tuple(name: str, arrival: date, guests: Guests, wishes: list[str] = []) -> Row:  # noqa: B006
    """Note what a mail says of a booking."""
    return Row(name, arrival, guests, wishes)


def as_a_plain_tuple(
    name: str, arrival: date, guests: Guests, wishes: frozenset[str] = frozenset()
) -> tuple[object, ...]:
    """Note what a mail says of a booking."""
    return name, arrival, guests, wishes


def checked_by_itself(
    name: str, arrival: str, guests: int, wishes: list[str] | None = None
) -> dict[str, Booking]:
    """Note what a mail says of a booking."""
    if guests < 1:
        msg = "At least one guest."
        raise ToolError(msg)
    day = date.fromisoformat(arrival)
    return {"booking": Booking(name=name, arrival=day, guests=guests, wishes=wishes or [])}


@pytest.mark.parametrize(
    "made",
    [
        of_a_model,
        async_of_a_dataclass,
        as_a_dict,
        as_a_tuple,
        as_a_plain_tuple,
        checked_by_itself,
    ],
    ids=lambda fn: fn.__name__,
)
async def test_any_way_to_get_the_facts_is_accepted(made):
    report = await course.check("structured-output", define_tool(made))
    assert report.passed, report


async def test_class_itself_may_be_the_tool():
    made = define_tool(Booking, description="Note what a mail says of a booking.")
    report = await course.check("structured-output", made)
    assert report.passed, report


async def test_facts_without_a_parameter_are_told():
    def note_booking(name: str, text: str) -> str:
        return text

    assert await missing("structured-output", define_tool(note_booking)) == (
        "`note_booking` has no parameter `arrival`, `guests` or `wishes`: what has no "
        "name there is not asked for"
    )


def variant(returned: Callable[[Booking], object] = lambda booking: booking, **hints: object):
    """Make a right tool that is wrong in one point."""

    def note_booking(name, arrival, guests, wishes=()):
        """Note what a mail says of a booking."""
        return returned(
            Booking.model_construct(name=name, arrival=arrival, guests=guests, wishes=wishes)
        )

    note_booking.__annotations__ = {
        "name": str,
        "arrival": date,
        "guests": Guests,
        "wishes": list[str],
    } | hints
    return define_tool(note_booking)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (variant(lambda _: "noted"), "your code gets the str 'noted': let the function return"),
        (variant(lambda _: None), "your code gets nothing: let the function return the facts"),
        (variant(lambda b: {"name": b.name}), "what the function returns has no `arrival`"),
        (variant(guests=int), '`{"guests": 0}` is accepted; nobody books for no guest'),
        (variant(guests=Annotated[float, Field(ge=1)]), ""),
        (variant(wishes=str), "should be accepted; the model is told"),
        (
            variant(lambda b: {**vars(b), "guests": 1}),
            "`guests` was sent as 4, and Python gets 1",
        ),
        (variant(lambda b: {**vars(b), "wishes": "a cot"}), "several of them are a list"),
    ],
    ids=["text", "nothing", "part", "no guest", "float", "one wish", "changed", "joined"],
)
async def test_facts_that_python_does_not_get_are_told(made, told):
    report = await course.check("structured-output", made)
    assert told in " ".join(report.missing)
    assert len(report.missing) == (1 if told else 0)


async def test_day_that_stays_a_text_is_told():
    report = await course.check("structured-output", variant(arrival=str))
    assert report.missing[0] == (
        "Python gets '2027-06-03' for `arrival`, and can't count with that; what is annotated "
        "as a `date` comes as one, and can be returned as it is"
    )
    assert '{"arrival": "next Friday"}` is accepted; annotate `arrival`' in report.missing[1]


async def test_wishes_that_must_be_sent_are_told():
    def note_booking(name: str, arrival: date, guests: Guests, wishes: list[str]) -> Row:
        """Note what a mail says of a booking."""
        return Row(name, arrival, guests, wishes)

    told = await missing("structured-output", define_tool(note_booking))
    assert "wishes: required, but missing" in told
    assert told.endswith("makes it up. Let `wishes` be left out")


async def test_wishes_that_must_be_sent_hide_no_other_fault():
    def note_booking(name: str, arrival: date, guests: int, wishes: list[str]) -> Row:
        """Note what a mail says of a booking."""
        return Row(name, arrival, guests, wishes)

    report = await course.check("structured-output", define_tool(note_booking))
    assert [text.partition("}`")[0] for text in report.missing] == [
        '`{"guests": 0',
        '`{"name": "Ada Byron", "arrival": "2027-06-03", "guests": 4',
    ]


async def test_more_than_facts_is_told():
    def note_booking(mail: str, booking: Booking) -> Booking:
        """Note what a mail says of a booking."""
        return booking

    assert (await missing("structured-output", define_tool(note_booking))).startswith(
        "`mail` has to be sent as well, which is no fact"
    )


async def test_tool_without_a_purpose_is_told():
    @tool
    def note_booking(name: str, arrival: date, guests: Guests, wishes: list[str] = []) -> Row:  # noqa: B006
        return Row(name, arrival, guests, wishes)

    assert "give it a docstring" in await missing("structured-output", note_booking)


# --- fewer-tokens ----------------------------------------------------------------------------


def short(city: str, check_in: str, nights: int = 1, budget: float | None = None) -> str:
    """Hotels with a free room. Books nothing; book_hotel does.

    Args:
        city: Its English name.
        check_in: Day of arrival, as YYYY-MM-DD.
        budget: Euros per night, at most.
    """
    return city


async def by_types(
    city: Annotated[str, Field(description="In English")],
    check_in: date,
    nights: Annotated[int, Field(ge=1)] = 1,
    budget: Annotated[float | None, Field(description="In EUR, per night")] = None,
) -> list[str]:
    """Find hotels; this does not reserve anything."""
    return [city]


def told_at_the_top(
    city: str, check_in: str, nights: int = 1, budget: float | None = None
) -> str:
    """Find hotels, without booking. City in English, check_in like 2027-06-03, budget in €."""
    return city


def as_hotels(fn: Callable[..., object], **changes: object) -> Tool:
    return define_tool(fn, name="find_hotel", **changes)


@pytest.mark.parametrize("made", [short, by_types, told_at_the_top], ids=lambda fn: fn.__name__)
async def test_tool_that_says_it_in_few_words_is_accepted(made):
    report = await course.check("fewer-tokens", as_hotels(made))
    assert report.passed, report


async def test_short_tool_may_have_a_written_schema():
    schema = as_hotels(short).input_schema
    schema["properties"]["budget"] = {"type": "number", "description": "In euros, at most."}
    made = Tool("find_hotel", "Hotels; book_hotel books.", schema, execute=str)
    assert (await course.check("fewer-tokens", made)).passed


async def test_all_that_a_model_still_knows_is_said_once():
    report = await course.check("fewer-tokens", as_hotels(short))
    assert [goal.text for goal in report.goals if "knows" in goal.text] == [
        "the model still knows that a city has its English name, how a day is written, what "
        "the budget is counted in and that it books nothing"
    ]


async def test_parameters_that_may_all_be_left_out_are_told():
    schema = as_hotels(short).input_schema
    del schema["required"]
    made = as_hotels(short).replace(input_schema=schema)
    assert (await missing("fewer-tokens", made)).startswith("nothing has to be sent now; befo")


async def test_wordy_tool_is_told_how_much_it_takes():
    long = as_hotels(short, description="Hotels, not for booking. " * 20)
    assert await missing("fewer-tokens", long) == (
        "it takes about 241 tokens, and 160 are enough: leave out what the name, the type or "
        "`required` says already"
    )


async def test_parameter_that_was_saved_is_told():
    def find_hotel(city: str, check_in: str, nights: int = 1) -> str:
        return city

    told = await missing("fewer-tokens", define_tool(find_hotel))
    assert told.startswith("`find_hotel` has no parameter `budget`; it has 'city'")


@pytest.mark.parametrize(
    ("hints", "told"),
    [
        ({"city": object}, '`{"city": ["Rome"]}` is accepted now: the type of `city` is gone'),
        ({"nights": object}, '`{"nights": "a few"}` is accepted now: the type of `nights`'),
        ({"budget": int | None}, "120.5}` is refused now: find_hotel was not run. budget: ex"),
    ],
    ids=["any city", "any number", "whole euros"],
)
async def test_type_that_was_saved_is_told(hints, told):
    def find_hotel(city, check_in, nights=1, budget=None):
        return "a hotel"

    find_hotel.__annotations__ = {**short.__annotations__, **hints}
    find_hotel.__doc__ = short.__doc__
    assert told in await missing("fewer-tokens", define_tool(find_hotel))


async def test_default_that_was_saved_is_told():
    def find_hotel(city: str, check_in: str, nights: int, budget: float | None = None) -> str:
        return city

    made = define_tool(find_hotel, description=told_at_the_top.__doc__)
    told = (await course.check("fewer-tokens", made)).missing
    assert told[0].startswith("`city`, `check_in` and `nights` have to be sent now; before,")


@pytest.mark.parametrize(
    ("description", "told"),
    [
        (
            "Hotels, no booking. check_in as YYYY-MM-DD, budget in euros",
            'the model no longer knows that `city` is the English name: now "Roma" is as good',
        ),
        (
            "Hotels, no booking. City in English, budget in euros",
            'the model no longer knows how `check_in` is written: "3 June" would be sent, too',
        ),
        (
            "Hotels, no booking. City in English, check_in as YYYY-MM-DD",
            "the model no longer knows what `budget` is counted in: 100 could be dollars",
        ),
        (
            "Hotels to book. City in English, check_in as YYYY-MM-DD, budget in euros",
            "the model no longer knows that this tool books nothing, and which one does",
        ),
    ],
    ids=["English", "day", "euros", "booking"],
)
async def test_knowledge_that_was_saved_is_told(description, told):
    made = as_hotels(told_at_the_top, description=description)
    assert (await missing("fewer-tokens", made)).startswith(told)


async def test_each_thing_that_was_saved_is_told_by_itself():
    made = as_hotels(short, description="Hotels.")
    schema = made.input_schema
    for name in schema["properties"]:
        schema["properties"][name].pop("description", None)
    report = await course.check("fewer-tokens", made.replace(input_schema=schema))
    assert [text.partition(" knows ")[2][:8] for text in report.missing] == [
        "that `ci",
        "how `che",
        "what `bu",
        "that thi",
    ]


# --- call-a-real-tool ------------------------------------------------------------------------

FIELD = {
    "type": "object",
    "properties": {
        "element": {"type": "string"},
        "target": {"type": "string"},
        "name": {"type": "string"},
        "type": {"enum": ["textbox", "checkbox", "combobox"]},
        "value": {"type": "string"},
    },
    "required": ["target", "name", "type", "value"],
    "additionalProperties": False,
}
ENTRY = {
    "name": "browser_fill_form",
    "description": "Fill in fields.",
    "inputSchema": {
        "type": "object",
        "properties": {"fields": {"type": "array", "items": FIELD}},
        "required": ["fields"],
    },
}
GUEST = {"target": "e12", "name": "Guest", "type": "textbox", "value": "Ada Byron"}
BOARD = {"target": "e14", "name": "Board", "type": "combobox", "value": "half board"}
PARKING = {"target": "e15", "name": "Parking", "type": "checkbox", "value": "true"}


def sent(*fields: dict) -> str:
    return json.dumps({"fields": fields})


@pytest.mark.parametrize(
    "arguments",
    [
        sent(GUEST, BOARD, PARKING),
        sent(PARKING, {**GUEST, "element": "the name of the guest"}, {**BOARD, "name": "b"}),
        json.dumps({"fields": [GUEST, BOARD, PARKING]}, indent=4) + "\n",
    ],
    ids=["in order", "in another order", "in lines"],
)
async def test_arguments_that_meet_the_wish_are_accepted(arguments):
    assert (await course.check("call-a-real-tool", ENTRY, arguments)).passed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (..., "there are no arguments here yet: got the ellipsis Ellipsis"),
        ({"fields": [GUEST]}, "this is a Python dict, and a model sends text: put it in"),
        ("{'fields': []}", "the tool refuses them: browser_fill_form was not run. The arg"),
        ("{}", "the tool refuses them: browser_fill_form was not run. fields: required, but"),
        (json.dumps(GUEST), "fields: required, but missing"),
        (sent({**GUEST, "type": "text"}), "fields[0].type: expected"),
        (
            sent(GUEST, BOARD, {**PARKING, "value": True}),
            "got true. Read once more what the description of `value` says of a checkbox.",
        ),
        (sent(GUEST), "nothing is filled in for `e14` and `e15`; `target` is what names"),
        (
            sent(GUEST, BOARD, {**PARKING, "value": "on"}),
            "`e15` gets 'on': how to tick it, the description of `value` says",
        ),
        (
            sent({**GUEST, "value": "Ada"}, BOARD, {**PARKING, "type": "textbox"}),
            "`e12` gets 'Ada' instead of 'Ada Byron' and `e15` is a checkbox, not a textbox",
        ),
        (sent(GUEST, BOARD, PARKING, {**GUEST, "target": "e1"}), "nobody asked for `e1`"),
    ],
    ids=[
        "nothing",
        "dict",
        "Python",
        "empty",
        "field",
        "type",
        "true",
        "one",
        "on",
        "other",
        "too much",
    ],
)
async def test_arguments_that_miss_the_wish_are_told(arguments, told):
    assert told in await missing("call-a-real-tool", ENTRY, arguments)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ([ENTRY], "is the entry of `browser_fill_form`, as it is in the file; got the list"),
        ({**ENTRY, "name": "fetch"}, "is the entry of `browser_fill_form`"),
        ({**ENTRY, "inputSchema": {"type": 3}}, "Run the cell again that reads the file"),
    ],
    ids=["list", "another", "broken"],
)
async def test_another_entry_is_told(entry, told):
    assert told in await missing("call-a-real-tool", entry, sent(GUEST, BOARD, PARKING))
