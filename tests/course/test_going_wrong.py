"""The exercises of 02_when_models_go_wrong: right answers, and what wrong ones are told."""

import asyncio
import gc
import warnings
from typing import Annotated, Literal

import pytest
from pydantic import Field

from toolnexus import Tool, ToolError, course, drill, tool
from toolnexus.course import ExerciseReport
from toolnexus.course._exercises._recoverable_message import FREE

# --- recoverable-message ---------------------------------------------------------------------


def rooms(city_text: str, rooms_text: str, error: type = ToolError) -> Tool:
    """Make the tool with two messages."""

    def book_rooms(city: str, rooms: int) -> str:
        """Book rooms."""
        if city not in FREE:
            raise error(city_text.format(city=city))
        if rooms > FREE[city]:
            raise error(rooms_text.format(rooms=rooms, most=FREE[city], more=FREE[city] + 1))
        return f"{rooms} booked"

    return tool(book_rooms)


CITIES = "There is none in {city}. Choose Oslo or Rome."
ROOMS = "{rooms} are too many, {most} are free."


async def told(made: object) -> tuple[str, ...]:
    return (await course.check("recoverable-message", made)).missing


def test_free_rooms_of_the_check_are_those_of_the_notebook(defined_in):
    cell = "ex-recoverable-message"
    assert defined_in("02_when_models_go_wrong", cell, tool=tool)["FREE"] == FREE


@pytest.mark.parametrize(
    "made",
    [
        rooms(CITIES, ROOMS),
        rooms("not one of oslo, rome", "fewer than {more}, please", ValueError),
        rooms("Rome: 4, Oslo: 2", "Rome: 4, Oslo: 2"),
    ],
    ids=["ToolError", "another exception, other words", "the whole table"],
)
async def test_any_text_that_leads_on_is_right(made):
    assert await told(made) == ()


async def test_cities_may_stand_in_the_schema():
    @tool
    async def book_rooms(city: Literal["Rome", "Oslo"], rooms: int) -> str:
        """Book rooms."""
        if rooms > FREE[city]:
            words = {4: "four", 2: "two"}
            raise ToolError(f"At most {words[FREE[city]]}.")
        return "booked"

    assert await told(book_rooms) == ()


@pytest.mark.parametrize(
    ("made", "missing"),
    [
        (
            rooms("Only Rome.", ROOMS),
            'for `{"city": "Paris", "rooms": 1}` the model reads "Only Rome." and '
            "can't know which city to try: Oslo is not named",
        ),
        (
            rooms(CITIES, "Sorry, {rooms} are too many."),
            'for `{"city": "Rome", "rooms": 9}` the model reads "Sorry, 9 are too '
            "many.\" and can't know how many rooms it could have: the number is not there",
        ),
        (
            rooms(CITIES, "At most 4."),
            'for `{"city": "Oslo", "rooms": 3}` the model reads "At most 4." and '
            "can't know how many rooms it could have: the number is not there",
        ),
    ],
    ids=["half of the cities", "no number", "the number of another city"],
)
async def test_text_that_leads_nowhere_is_told(made, missing):
    assert await told(made) == (missing,)


async def test_missing_check_of_the_city_is_told_as_the_model_sees_it():
    def book_rooms(city: str, rooms: int) -> str:
        if rooms > FREE[city]:
            raise ToolError(f"only {FREE[city]} are free")
        return "booked"

    (missing,) = await told(tool(book_rooms))
    assert "the model reads \"book_rooms failed. KeyError: 'Paris'\"" in missing


async def test_returned_text_is_told_to_be_no_error():
    def book_rooms(city: str, rooms: int) -> str:
        return f"only in {', '.join(FREE)}" if city not in FREE else "booked"

    assert await told(tool(book_rooms)) == (
        '`{"city": "Paris", "rooms": 1}` counts as done, with the text: only in Rome, Oslo. '
        "Raise `ToolError` with what you have to say",
    )


async def test_refusing_what_is_free_is_told():
    def book_rooms(city: str, rooms: int) -> str:
        raise ToolError("Rome has 4, Oslo has 2.")

    assert await told(tool(book_rooms)) == (
        '`{"city": "Rome", "rooms": 4}` should be booked; the model gets: Rome has 4, Oslo has '
        "2.",
    )


async def test_text_whose_advice_is_refused_again_is_told():
    def book_rooms(city: str, rooms: int) -> str:
        if (city, rooms) not in (("Rome", 4), ("Oslo", 1)):
            raise ToolError("Rome has 4, Oslo has 2.")
        return "booked"

    text = "Rome has 4, Oslo has 2."
    assert await told(tool(book_rooms)) == tuple(
        f'the model read "{text}" and sends `{{"city": "{city}", "rooms": {rooms}}}`; that '
        f"is refused as well: {text}"
        for city, rooms in (("Rome", 1), ("Oslo", 2))
    )


# --- green-drill -----------------------------------------------------------------------------

TOTAL = Annotated[float, Field(ge=0)]
PEOPLE = Annotated[int, Field(ge=1)]


async def shares(made: object) -> tuple[str, ...]:
    return (await course.check("green-drill", made)).missing


async def test_limits_in_the_schema_make_the_drill_green():
    @tool
    async def split_bill(total: TOTAL, people: PEOPLE) -> dict[str, float]:
        """Split a bill."""
        return {"each": total / people}

    assert await shares(split_bill) == ()


async def test_errors_with_a_text_make_it_green_as_well():
    @tool
    def split_bill(total: float, people: int) -> float:
        """Split a bill."""
        if total < 0 or people < 1:
            raise ToolError("Total 0 or more, at least 1 person.")
        return total / people

    assert await shares(split_bill) == ()


async def test_whatever_the_drill_finds_is_told():
    @tool
    def split_bill(total: float, people: int) -> str:
        """Split a bill."""
        if total < 0:
            raise ValueError
        return f"{total / people:.2f}"

    assert await shares(split_bill) == (
        "with {'total': -1, 'people': 1} it raised ValueError without a text; raise ToolError "
        "with a text the model can act on",
        "with {'total': 1, 'people': 0}, which its schema allows, it raised ZeroDivisionError: "
        "float division by zero; narrow the schema, or raise ToolError with a text the model "
        "can act on",
        "the drill is not green yet; `await drill(split_bill)` shows all of it",
    )


async def test_object_instead_of_text_is_told():
    class Share:
        pass

    @tool
    def split_bill(total: TOTAL, people: PEOPLE):
        """Split a bill."""
        return Share()

    first, last = await shares(split_bill)
    assert first.endswith("it returned Share, which is no text to a model; return a text, or "
                           "values that are JSON")  # fmt: skip
    assert last.startswith("the drill is not green yet")


async def test_green_tool_that_splits_no_bills_is_told():
    @tool
    def split_bill(total: TOTAL, people: Annotated[int, Field(ge=1, le=4)]) -> str:
        """Split a bill."""
        return f"{total / people:.2f}"

    assert (await drill(split_bill)).ok
    (missing,) = await shares(split_bill)
    assert missing.startswith(
        'for `{"total": 50, "people": 20}` the answer should have 2.5 in it; the model gets: '
        "split_bill was not run. people: expected an integer from 1 to 4, got the number 20."
    )


# --- test-a-tool -----------------------------------------------------------------------------


async def reported(made: object) -> ExerciseReport:
    return await course.check("test-a-tool", made)


async def test_an_async_test_that_notices_everything_is_right():
    async def in_order(tool):
        for guests in range(9):
            result = await tool.execute({"guests": guests})
            assert result.is_error == (guests not in range(1, 7))
            assert str(guests if 1 <= guests <= 6 else 6) in result.output

    assert (await reported(in_order)).passed


def test_a_test_may_use_the_schema_and_the_drill():
    async def in_short(tool):
        guests = tool.input_schema["properties"]["guests"]
        assert (guests["minimum"], guests["maximum"]) == (1, 6)
        assert "table for 5" in (await tool.execute('{"guests": 5}')).output

    assert asyncio.run(reported(in_short)).passed


async def test_a_sync_test_is_right():
    def in_sync(tool):
        outputs = {n: tool.run({"guests": n}).output for n in (0, 1, 6, 7)}
        assert outputs[1] == "table for 1 booked"
        assert outputs[6] == "table for 6 booked"
        assert "from 1 to 6" in outputs[0]
        assert "from 1 to 6" in asyncio.run(tool.execute({"guests": 7})).output

    assert (await reported(in_sync)).passed


async def test_every_broken_tool_that_goes_unnoticed_is_named():
    async def too_little(tool):
        assert not (await tool.execute({"guests": 2})).is_error

    assert (await reported(too_little)).missing == (
        "not noticed: a tool that books for 7",
        "not noticed: a tool that refuses 6",
        "not noticed: a tool that books for 0",
        "not noticed: a tool that says it booked for 2, however many come",
        "not noticed: a tool that refuses too many guests without saying how many it takes",
    )


async def test_one_more_assertion_is_one_less_to_notice():
    async def a_little(tool):
        assert (await tool.execute({"guests": 3})).output == "table for 3 booked"
        assert (await tool.execute({"guests": 7})).is_error

    assert (await reported(a_little)).missing == (
        "not noticed: a tool that refuses 6",
        "not noticed: a tool that books for 0",
        "not noticed: a tool that refuses too many guests without saying how many it takes",
    )


async def test_returning_instead_of_asserting_is_told():
    async def returning(tool):
        return (await tool.execute({"guests": 7})).is_error and (
            await tool.execute({"guests": 6})
        ).output

    assert (await reported(returning)).missing[-1] == (
        "what a test returns is not looked at; it fails by `assert`"
    )


async def test_test_that_fails_for_the_right_tool_shows_the_line():
    async def wrong(tool):
        result = await tool.execute({"guests": 6})
        assert result.is_error

    (missing,) = (await reported(wrong)).missing
    assert missing.startswith("it fails for a tool that is right: AssertionError")
    assert missing.endswith(", in the line `assert result.is_error`")


@pytest.fixture
def unawaited():
    """Allow coroutines that nobody awaits, until they are collected."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        yield
        gc.collect()


@pytest.mark.usefixtures("unawaited")
async def test_forgotten_await_is_told():
    def forgetful(tool):
        assert not tool.execute({"guests": 6}).is_error

    def more_forgetful(tool):
        assert tool.execute({"guests": 6})

    (missing,) = (await reported(forgetful)).missing
    assert missing.endswith("Put `await` before `tool.execute(...)`")
    (missing,) = (await reported(more_forgetful)).missing
    assert missing.startswith("the tool that is handed in is never executed")


async def test_waiting_for_an_exception_is_told():
    async def waiting(tool):
        with pytest.raises(ToolError):
            await tool.execute({"guests": 7})

    (missing,) = (await reported(waiting)).missing
    assert missing.endswith("`execute` never raises; look at `result.is_error`")


async def test_calling_the_tool_directly_is_told():
    def direct(tool):
        assert tool(7) != "table for 7 booked"

    (missing,) = (await reported(direct)).missing
    assert missing.endswith(
        "Called directly, a tool checks nothing; use `await tool.execute(...)`"
    )


async def test_test_of_another_tool_is_told():
    async def elsewhere(tool):
        assert rooms(CITIES, ROOMS) is not None

    (missing,) = (await reported(elsewhere)).missing
    assert missing.startswith("the tool that is handed in is never executed")


async def test_test_without_a_parameter_is_told():
    def bare(): ...

    (missing,) = (await reported(bare)).missing
    assert missing.endswith("the test needs a parameter for it, and no more")


async def test_tool_instead_of_a_test_is_told():
    assert (await reported(rooms(CITIES, ROOMS))).missing == (
        "this is the tool; hand in the function that tests it",
    )


async def test_failing_as_pytest_does_counts():
    async def with_pytest(tool):
        for guests in (0, 3, 6, 7):
            output = (await tool.execute({"guests": guests})).output
            if (f"for {guests} booked" in output) != (1 <= guests <= 6) or "for 2" in output:
                pytest.fail("not as it should be")
            if guests == 7 and "6" not in output:
                pytest.fail("not said why")

    assert (await reported(with_pytest)).missing == ()
