"""The exercises of 01_round_trip: each right answer is accepted, each wrong one told why."""

import copy
from typing import Annotated

import pytest
from pydantic import Field

from toolnexus import Tool, course, tool
from toolnexus.course import ExerciseReport
from toolnexus.course._exercises._chained_calls import HOTELS
from toolnexus.course._exercises._unanswered_call import BROKEN
from toolnexus.models import check_history

# --- unanswered-call -------------------------------------------------------------------------

HOTEL = {"role": "tool", "tool_call_id": "call_2", "content": "Grand Oslo"}
QUESTION, CALLS, WEATHER, PACK = BROKEN


async def missing(messages: object) -> tuple[str, ...]:
    before = copy.deepcopy(messages)
    told = (await course.check("unanswered-call", messages)).missing
    assert messages == before
    return told


def test_history_of_the_check_is_that_of_the_notebook(defined_in, capsys):
    assert defined_in("01_round_trip", "broken")["broken"] == list(BROKEN)
    assert "['call_2'] are not answered" in capsys.readouterr().out


@pytest.mark.parametrize(
    "messages",
    [
        [QUESTION, CALLS, WEATHER, HOTEL, PACK],
        [QUESTION, CALLS, HOTEL, WEATHER, PACK],
        (QUESTION, CALLS, WEATHER, {**HOTEL, "name": "find_hotel"}, PACK),
        [QUESTION, CALLS, WEATHER, {**HOTEL, "content": "The hotels are closed."}, PACK],
    ],
    ids=["behind the first answer", "before it", "a tuple, and a name", "an error"],
)
async def test_any_answer_in_its_place_is_right(messages):
    check_history(messages)
    assert await missing(messages) == ()


async def test_no_answer_is_told():
    assert await missing(list(BROKEN)) == (
        "there is no answer to `call_2`: count the `tool_calls`, then the messages of the role "
        "`tool`",
    )


async def test_answer_at_the_end_is_told_where_it_belongs():
    assert await missing([*BROKEN, HOTEL]) == (
        "the answer to `call_2` stands in the wrong place: all answers come right behind the "
        "message with the calls, before anybody says something else",
    )


async def test_answers_before_the_calls_are_told():
    (told,) = await missing([QUESTION, HOTEL, CALLS, WEATHER, PACK])
    assert told.startswith("the answer to `call_2` stands in the wrong place")


async def test_answer_to_another_id_is_told():
    told = await missing([*BROKEN[:3], {**HOTEL, "tool_call_id": "call_3"}, PACK])
    assert told == (
        "a tool message answers 'call_3', and no call has that id; a tool message has the id "
        "of its call as `tool_call_id`",
    )


async def test_answer_without_an_id_is_told():
    (told,) = await missing([*BROKEN[:3], {"role": "tool", "content": "Grand Oslo"}, PACK])
    assert told.startswith("a tool message has no `tool_call_id`")


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        ([QUESTION, CALLS, WEATHER, HOTEL, HOTEL, PACK], "`call_2` is answered twice"),
        ([QUESTION, CALLS, WEATHER, WEATHER, HOTEL, PACK], "`call_1` is answered twice"),
        ([QUESTION, CALLS, WEATHER, HOTEL], "the second question is gone or was changed"),
        (
            [PACK, QUESTION, CALLS, WEATHER, HOTEL],
            "the first question stands behind the second",
        ),
        ([QUESTION, CALLS, HOTEL, PACK], "the answer to `call_1` is gone or was changed"),
        (
            [QUESTION, {**CALLS, "tool_calls": CALLS["tool_calls"][:1]}, WEATHER, PACK],
            "the assistant message is gone or was changed; what a model has asked for stays",
        ),
        (
            [QUESTION, CALLS, WEATHER, HOTEL, {"role": "assistant", "content": "?"}, PACK],
            "a message of the role 'assistant' was added",
        ),
        (
            [QUESTION, CALLS, WEATHER, {**HOTEL, "content": None}, PACK],
            "the answer to `call_2` needs a text as its `content`, got nothing; `(await",
        ),
        (
            [QUESTION, CALLS, WEATHER, {**HOTEL, "content": ["Grand Oslo"]}, PACK],
            "the answer to `call_2` needs a text as its `content`, got the list ['Grand Oslo']",
        ),
        ([QUESTION, CALLS, [WEATHER, HOTEL], PACK], "`repaired[2]` is a list inside the list"),
        (
            [QUESTION, CALLS, WEATHER, "Grand Oslo", PACK],
            "`repaired[3]` is no message: got the",
        ),
        ([{}], "the first question is gone"),
    ],
)
async def test_other_wrong_turns_are_told(messages, told):
    assert (await missing(messages))[0].startswith(told)


# --- chained-calls ---------------------------------------------------------------------------

LISTS = [
    pytest.param(
        lambda found: [{"hotel_id": n, "name": name} for n, name in found.items()], id="dicts"
    ),
    pytest.param(dict, id="the numbers as keys"),
    pytest.param(lambda found: [f"{n}: {name}" for n, name in found.items()], id="texts"),
    pytest.param(
        lambda found: "\n".join(f"{name} (5 stars), no. {n}" for n, name in found.items()),
        id="lines with another number",
    ),
    pytest.param(
        lambda found: [[name, n] for n, name in reversed(found.items())], id="pairs reversed"
    ),
    pytest.param(lambda found: {"ids": [*found], "names": [*found.values()]}, id="two lists"),
]


def hotels(listed: object) -> Tool:
    def find_hotel(city: str) -> object:
        """Hotels in a city."""
        return listed(HOTELS.get(city, {}))

    return tool(find_hotel)


async def chain(made: object) -> ExerciseReport:
    return await course.check("chained-calls", made)


def test_hotels_of_the_check_are_those_of_the_notebook(defined_in):
    given = {"Annotated": Annotated, "Field": Field, "tool": tool}
    defined = defined_in("01_round_trip", "hotels", **given)
    assert defined["HOTELS"] == HOTELS
    assert set(defined["book_hotel"].input_schema["properties"]) == {"hotel_id", "nights"}


@pytest.mark.parametrize("listed", LISTS)
async def test_numbers_beside_names_are_right_in_any_form(listed):
    assert (await chain(hotels(listed))).passed


async def test_an_async_tool_is_right():
    @tool
    async def find_hotel(city: str) -> list[tuple[int, str]]:
        """Hotels."""
        return list(HOTELS[city].items())

    assert (await chain(find_hotel)).passed


async def test_names_alone_are_told():
    report = await chain(hotels(lambda found: list(found.values())))
    assert report.missing == (
        'for Rome the model is told ["Grand Rome", "Rome Inn"]: no `hotel_id` in it, so the '
        "next call could only make one up",
    )


async def test_numbers_alone_are_told():
    report = await chain(hotels(list))
    assert report.missing == (
        "for Rome the model is told [101, 102]: no Grand Rome and Rome Inn in it, so it "
        "doesn't know what it books",
    )


async def test_numbers_of_ones_own_are_told():
    report = await chain(hotels(lambda found: list(enumerate(found.values()))))
    assert report.missing == (
        'for Rome the model is told [[0, "Grand Rome"], [1, "Rome Inn"]]; the numbers that '
        "`book_hotel` knows there are 101 and 102",
    )


async def test_the_hotels_of_one_city_for_all_are_told():
    text = "101 Grand Rome, 102 Rome Inn; Grand Oslo, Oslo Inn"
    report = await chain(hotels(lambda found: text))
    assert report.missing[0].startswith(f"for Oslo the model is told {text}; the numbers that")


async def test_numbers_beside_the_wrong_names_are_told():
    def crossed(found: dict) -> list:
        return list(zip(found, reversed(found.values()), strict=True))

    report = await chain(hotels(crossed))
    assert report.missing == (
        'the model is told [[101, "Rome Inn"], [102, "Grand Rome"]]. It wanted the Grand Rome, '
        "and what it got is: Rome Inn is booked for 1 night(s). Put each number beside its "
        "name",
    )


async def test_tool_that_only_prints_is_told():
    report = await chain(hotels(print))
    assert report.missing == (
        "for Rome the model gets null, since the function returned nothing (a model sees "
        "nothing that is printed)",
    )


async def test_tool_that_fails_is_told():
    report = await chain(hotels(lambda found: found["id"]))
    assert report.missing == ("for Rome the model is told: find_hotel failed. KeyError: 'id'",)
