"""The exercises of 01_round_trip about what may run: right and wrong answers."""

import copy
import sys

import pytest

from toolnexus import course

# --- which-choice ----------------------------------------------------------------------------

RIGHT = {
    "chat": {},
    "search": {"tool_choice": "find_hotel"},
    "summary": {"tool_choice": "none"},
    "careful": {"parallel_tool_calls": False},
}
ENTRY = {"type": "function", "function": {"name": "find_hotel"}}
ALLOWED = {"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": [ENTRY]}}


async def choose(**changes: object) -> tuple[str, ...]:
    options = {**RIGHT, **changes}
    before = copy.deepcopy(options)
    told = (await course.check("which-choice", options)).missing
    assert options == before
    return told


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"chat": {"tool_choice": "auto"}, "search": {"tool_choice": ENTRY}},
        {"chat": {"tool_choice": None, "temperature": 0}, "search": {"tool_choice": ALLOWED}},
        {"careful": {"tool_choice": "auto", "parallel_tool_calls": False}},
    ],
    ids=["as few as can be", "in full", "with other keys", "both keys"],
)
async def test_each_way_to_write_a_choice_is_right(changes):
    assert await choose(**changes) == ()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"chat": {"tool_choice": "required"}},
            "`chat`: it had to call `get_weather` for 'Thank you, that is all.', where words",
        ),
        (
            {"chat": {"tool_choice": "none"}},
            "`chat`: it must not look anything up for 'How is the weather in Rome?'",
        ),
        (
            {"search": {"tool_choice": "required"}},
            "`search`: for 'Thank you, that is all.' it had to call some tool and chose "
            "`get_weather`; one tool can be asked for by its name",
        ),
        (
            {"search": {}},
            "`search`: for 'Thank you, that is all.' it called nothing; nobody told it to",
        ),
        (
            {"search": {"tool_choice": "find_hotels"}},
            "`search`: `{'tool_choice': 'find_hotels'}` can't be sent: There is no tool called",
        ),
        (
            {"search": {"tool_choice": {"name": "hotel"}}},
            "`search`: `{'tool_choice': {'name': 'hotel'}}` is refused: 400: tool_choice asks",
        ),
        (
            {"summary": {}},
            "`summary`: for 'How is the weather in Rome?' it still called `get_weather`",
        ),
        (
            {"careful": {"tool_choice": "auto"}},
            "`careful`: for 'How is the weather in Rome and Oslo?' it made 2 calls in one "
            "message; a key of the request says with `True` or `False`",
        ),
        (
            {"careful": {"tool_choice": "required", "parallel_tool_calls": False}},
            "`careful`: it had to call `get_weather` for 'Thank you",
        ),
        (
            {"careful": {"parallel_tool_calls": "no"}},
            "`careful`: for 'How is the weather in Rome and Oslo?' it made 2 calls",
        ),
        (
            {"summary": {"tool_choice": None}},
            "`summary`: for 'How is the weather in Rome?' it still called `get_weather`; "
            '`None` counts as left out, `"none"` is another thing',
        ),
        (
            {"chat": "auto"},
            "`chat`: expected keys of a request; write `{\"tool_choice\": 'auto'}`",
        ),
        ({"chat": None}, "`chat`: expected the keys of a request as a dict, got the NoneType"),
        ({"chat": {1: 2}}, "`chat`: `{1: 2}` can't be sent: "),
        ({"chat": {"messages": []}}, "`chat`: `{'messages': []}` can't be sent: the messages"),
    ],
)
async def test_choice_that_does_not_fit_is_told_what_happens(changes, told):
    (missing,) = await choose(**changes)
    assert missing.startswith(told)


# --- careful-approval ------------------------------------------------------------------------


def refusing(call, arguments):
    if call.name == "book_hotel" and arguments.get("nights", 1) > 3:
        return "At most three nights."
    return True


async def refusing_later(call, arguments):
    return refusing(call, arguments)


def shortening(call, arguments):
    if call.name == "book_hotel":
        arguments["nights"] = min(arguments.get("nights", 1), 3)
        return arguments
    return True


class Approval:
    def __call__(self, call, arguments):
        return refusing(call, arguments)


@pytest.mark.parametrize(
    "approve",
    [refusing, refusing_later, shortening, Approval()],
    ids=["refuses", "async", "books less", "object"],
)
async def test_refusing_and_changing_are_both_right(approve):
    assert (await course.check("careful-approval", approve)).passed


def by_argument(call, arguments):
    return "at most 3 nights" if arguments["nights"] > 3 else True


def named_first(call, arguments):
    if call.name == "book_hotel" and arguments["nights"] > 3:
        return "at most 3 nights"
    return True


def without_true(call, arguments):
    if call.name == "book_hotel" and arguments.get("nights", 1) > 3:
        return "at most 3 nights"


def nobody_books(call, arguments):
    return call.name != "book_hotel"


def two_at_most(call, arguments):
    return "only 2 or 3" if arguments.get("nights", 1) > 2 else True


def in_place(call, arguments):
    if arguments.get("nights", 1) > 3:
        arguments["nights"] = 3
    return True


def silent(call, arguments):
    return arguments.get("nights", 1) <= 3


def vague(call, arguments):
    return True if arguments.get("nights", 1) <= 3 else "That is too long."


def without_the_hotel(call, arguments):
    return True if arguments.get("nights", 1) <= 3 else {"nights": 3}


def always_one_night(call, arguments):
    return {**arguments, "nights": 1} if call.name == "book_hotel" else True


def of_one(call):
    return True


def from_the_text(call, arguments):
    return call.name != "book_hotel" or call.arguments["nights"] <= 3


def as_dict(call, arguments):
    return call["name"] != "book_hotel"


LONG = '`book_hotel` with `{"hotel_id": 202, "nights": 14}`'


@pytest.mark.parametrize(
    ("approve", "told"),
    [
        (
            by_argument,
            'for `get_weather` with `{"city": "Rome", "days": 14}` it raised KeyError: '
            "'nights'; it is asked about every call, so it has to look at `call.name` first",
        ),
        (
            named_first,
            "for `book_hotel` with `{\"hotel_id\": 101}` it raised KeyError: 'nights'; the "
            "model left `nights` out, which has a default: 1",
        ),
        (
            without_true,
            '`get_weather` with `{"city": "Rome", "days": 14}` did not run: `approve` returned '
            "nothing for it, and only `return True` lets a call run",
        ),
        (
            nobody_books,
            '`book_hotel` with `{"hotel_id": 101, "nights": 2}` should run; `approve` answered '
            "False",
        ),
        (
            two_at_most,
            '`book_hotel` with `{"hotel_id": 101, "nights": 3}` should run; `approve` answered '
            "'only 2 or 3'",
        ),
        (
            in_place,
            f"{LONG} ran for 14 nights all the same: to run it with other arguments, return "
            "them",
        ),
        (
            lambda call, arguments: True,
            f"{LONG} ran, for 14 nights; 3 are the most that may run unasked",
        ),
        (
            silent,
            f"it refuses {LONG}, and the model is not told why: return a text instead of False",
        ),
        (
            vague,
            "the model is told 'That is too long.', and still doesn't know how many nights it "
            "may book",
        ),
        (
            without_the_hotel,
            f"for {LONG} `approve` answered {{'nights': 3}}, and the model is told: book_hotel "
            "was not run. hotel_id: required, but missing; expected an integer.",
        ),
        (
            always_one_night,
            '`book_hotel` with `{"hotel_id": 101, "nights": 2}` ran, but with '
            '`{"hotel_id": 101, "nights": 1}`',
        ),
        (
            of_one,
            'for `get_weather` with `{"city": "Rome", "days": 14}` it raised TypeError: '
            "of_one() takes 1 positional argument but 2 were given; it is called with two "
            "things: the call, and its arguments",
        ),
        (
            as_dict,
            'for `get_weather` with `{"city": "Rome", "days": 14}` it raised TypeError: '
            "'ToolCall' object is not subscriptable; a call has attributes, `call.name` and "
            "`call.arguments`; the dict is the other",
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_wrong_approval_is_told(approve, told):
    assert (await course.check("careful-approval", approve)).missing[0] == told


async def test_arguments_read_from_the_text_are_told():
    (told, *_) = (await course.check("careful-approval", from_the_text)).missing
    assert told.endswith(
        "; `call.arguments` is text, and the second thing it is given is the dict"
    )


async def test_approval_that_ends_the_program_is_told():
    report = await course.check("careful-approval", lambda call, arguments: sys.exit())
    assert "it raised SystemExit" in report.missing[0]
