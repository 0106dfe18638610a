"""The exercises of 01_round_trip: each right answer is accepted, each wrong one told why."""

import copy
import json
from pathlib import Path

import pytest

from toolnexus import course
from toolnexus.course._exercises._unanswered_call import BROKEN

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "01_round_trip.ipynb"


def defined_in_the_notebook(cell_id: str) -> dict:
    """Execute one cell of the notebook, and return what it defines."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    (source,) = ["".join(cell["source"]) for cell in cells if cell["id"] == cell_id]
    names: dict = {}
    exec(source, names)  # noqa: S102 - our own notebook
    return names


# --- unanswered-call -------------------------------------------------------------------------

HOTEL = {"role": "tool", "tool_call_id": "call_2", "content": "Grand Oslo"}
QUESTION, CALLS, WEATHER, PACK = BROKEN


async def missing(messages: object) -> tuple[str, ...]:
    before = copy.deepcopy(messages)
    told = (await course.check("unanswered-call", messages)).missing
    assert messages == before
    return told


def test_history_of_the_check_is_that_of_the_notebook(capsys):
    assert defined_in_the_notebook("broken")["broken"] == list(BROKEN)
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
            "the answer to `call_2` needs a text as its `content`",
        ),
        (
            [QUESTION, CALLS, WEATHER, {**HOTEL, "content": ["Grand Oslo"]}, PACK],
            "the answer to `call_2` needs a text as its `content`",
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
