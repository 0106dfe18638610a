"""The exercise of `06_real_model`: what is accepted, and what else is told."""

from collections.abc import Callable
from datetime import date
from typing import Annotated

import pytest
from pydantic import Field

from toolnexus import Tool, ToolError, course, define_tool


def room(body: Callable[[date, date], str]) -> Tool:
    def book_room(city: str, arrival: date, departure: date) -> str:
        """Book a room."""
        return body(arrival, departure)

    return define_tool(book_room)


def refusing(error: Exception) -> Tool:
    def body(arrival: date, departure: date) -> str:
        if departure <= arrival:
            raise error
        return "booked"

    return room(body)


def anything(arrival: date, departure: date) -> str:
    return "booked"


def approving(answer: object) -> Callable[..., object]:
    def approve(call, arguments):
        return True if arguments["departure"] > arguments["arrival"] else answer

    return approve


async def approve_later(call, arguments):
    return approving("departure has to be later")(call, arguments)


def by_nights(city: str, arrival: date, nights: Annotated[int, Field(ge=1)]) -> str:
    return f"{nights} nights"


def everything(call, arguments):
    return True


@pytest.mark.parametrize(
    ("made", "approve"),
    [
        (refusing(ToolError("departure must be after arrival")), everything),
        (refusing(ToolError("At least one night, please.")), None),
        (refusing(ValueError("leave later than you arrive")), everything),
        (room(anything), approving("departure has to be later")),
        (room(anything), approve_later),
        (define_tool(by_nights, name="book_room"), everything),
    ],
    ids=["tool", "no approval", "any error", "approval", "async approval", "nights"],
)
async def test_guard_may_stand_in_the_tool_or_before_it(made, approve):
    report = await course.check("guard-the-call", made, approve)
    assert report.passed, report


def too_strict(arrival: date, departure: date) -> str:
    if departure.day <= arrival.day:
        msg = "departure must be after arrival"
        raise ToolError(msg)
    return "booked"


def same_day_only(arrival: date, departure: date) -> str:
    if departure == arrival:
        msg = "departure must be after arrival"
        raise ToolError(msg)
    return "booked"


def told_as_a_result(arrival: date, departure: date) -> str:
    return "error: departure must be later" if departure <= arrival else "booked"


def failing(call, arguments):
    raise KeyError(arguments["city"])


OTHER_DAYS = {"city": "Rome", "arrival": "2027-01-01", "departure": "2027-01-02"}


@pytest.mark.parametrize(
    ("made", "approve", "told"),
    [
        (room(anything), everything, '"2027-06-30"}` is no night at all, and is booked: "boo'),
        (room(same_day_only), everything, '"2027-06-05"}` is leaving before arriving, and is'),
        (room(too_strict), everything, '"2027-07-01"}` makes sense and is refused: departure'),
        (
            room(told_as_a_result),
            everything,
            'gets "error: departure must be later" as a result like any other; what is refused',
        ),
        (
            refusing(ValueError()),
            everything,
            'the model is told "book_room failed. ValueError (no message)", and not which day '
            "is wrong or what would be right; a `ToolError` goes to it word for word",
        ),
        (
            room(anything),
            approving(False),
            "a text that `approve` returns goes to it word for word",
        ),
        (
            room(anything),
            approving(OTHER_DAYS),
            '`approve` has `{"city": "Rome", "arrival": "2027-01-01", "departure": '
            '"2027-01-02"}` booked in its place',
        ),
        (
            room(anything),
            lambda call, arguments: OTHER_DAYS,
            '"2027-06-05"}` makes sense, and `approve` has',
        ),
        (room(anything), failing, "\"2027-06-05\"}`: KeyError: 'Rome'"),
        (room(anything), lambda call: True, "`approve` failed for"),
        (room(anything), "yes", "`approve` is no function any more: got the str 'yes'"),
        (define_tool(lambda city, arrival: "", name="book_room"), None, "no parameter `depart"),
    ],
    ids=[
        "untouched",
        "same day",
        "next month",
        "result",
        "silent",
        "False",
        "other days",
        "always other days",
        "raises",
        "one parameter",
        "text",
        "no departure",
    ],
)
async def test_booking_that_makes_no_sense_is_told(made, approve, told):
    report = await course.check("guard-the-call", made, approve)
    assert not report.passed
    assert told in report.missing[0]
