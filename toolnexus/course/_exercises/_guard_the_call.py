"""A call that fits its schema and makes no sense is caught before anything happens."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import date
from typing import Any

from toolnexus._context import ToolContext
from toolnexus._roundtrip import CallStep, round_trip
from toolnexus._schema._paths import types_of
from toolnexus._tool import Tool
from toolnexus._types import NOT_APPROVED, TOOL_ERROR, JsonObject, ToolCall, error_kind
from toolnexus._wording import python_words
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._looking import a_tool, parameter
from toolnexus.course._running import as_json, called, shortened
from toolnexus.course._telling import is_long_in_another_language
from toolnexus.models import ScriptedModel

_SECONDS = 5.0
_RIGHT = (("2027-06-03", "2027-06-05"), ("2027-06-30", "2027-07-01"))
_WRONG = (
    ("2027-06-30", "2027-06-30", "no night at all"),
    ("2027-06-30", "2027-06-05", "leaving before arriving"),
    ("2027-12-30", "2026-12-31", "leaving a year too early"),
)
_HELPS = re.compile(
    r"departure|arrival|leav|arriv|after|later|before|earlier|night|check.?(in|out)|[<>≤≥]",
    re.IGNORECASE,
)
_WORDS = 4
"""So many words of another language than English are enough to say what would be right."""
_SAYS_NO = re.compile(r"\b(error|not|no|must|can't|cannot|invalid)\b", re.IGNORECASE)


async def _look(book_room: object, approve: object) -> AsyncIterator[Goal]:
    tool = a_tool(book_room, "book_room")
    if approve is not None and not callable(approve):
        msg = f"`approve` is no function any more: got {python_words(approve)}"
        raise NotThereYetError(msg)
    nights = _nights(tool)
    held_up, booked, helpless = [], [], []
    for arrival, departure in _RIGHT:
        held_up.append(_held_up(await _asked(tool, approve, arrival, departure, nights)))
    for arrival, departure, what in _WRONG:
        step = await _asked(tool, approve, arrival, departure, nights)
        booked.append(_booked(step, what))
        helpless.append(_helpless(step))
    yield _none_of(held_up, "what makes sense is booked")
    yield _none_of(booked, "what makes none is not")
    if not any(booked):
        yield _none_of(helpless, "and the model is told what would make sense")


def _none_of(wrong: list[str], done: str) -> Goal:
    missing = next(filter(None, wrong), "")
    return Goal(not missing, done, missing)


def _nights(tool: Tool) -> str:
    """Find the parameter that counts nights, where there is one in place of `departure`.

    Raises:
        NotThereYetError: A parameter is missing.
    """
    schema = tool.input_schema
    for name in ("city", "arrival"):
        parameter(tool, name)
    if "departure" in schema["properties"]:
        return ""
    for name, inner in schema["properties"].items():
        if types_of(inner, schema) == {"integer"}:
            return str(name)
    parameter(tool, "departure")
    return ""


# --- one call ---------------------------------------------------------------------------------


async def _asked(
    tool: Tool, approve: Any, arrival: str, departure: str, nights: str
) -> CallStep:
    """Let a model ask for a room, and return what became of its call.

    Raises:
        NotThereYetError: Whoever approves it fails.
    """
    arguments: JsonObject = {"city": "Rome", "arrival": arrival, "departure": departure}
    if nights:
        stay = date.fromisoformat(departure) - date.fromisoformat(arrival)
        arguments = {"city": "Rome", "arrival": arrival, nights: stay.days}

    async def within_seconds(call: ToolCall, given: JsonObject) -> Any:
        done = await called(approve, call, given)
        if done.raised is not None:
            raise done.raised
        return done.value

    asking = None if approve is None else within_seconds
    model = ScriptedModel([("book_room", arguments), "Done."])
    ctx = ToolContext(timeout=_SECONDS)
    try:
        run = await round_trip("A room, please.", [tool], model, approve=asking, ctx=ctx)
    except Exception as exc:
        what = f"{type(exc).__name__}: {shortened(str(exc))}"
        msg = f"`approve` failed for {as_json(arguments)}: {what}"
        raise NotThereYetError(msg) from exc
    return run.calls[0]


def _held_up(step: CallStep) -> str:
    """Say how a call is held up that makes sense; empty if it isn't."""
    asked = f"`{step.call.arguments}` makes sense"
    if step.result.is_error:
        return f"{asked} and is refused: {shortened(step.result.output)}"
    return f"{asked}, and {_replaced(step)}" if _replaced(step) else ""


def _replaced(step: CallStep) -> str:
    if step.sent == step.call.arguments:
        return ""
    return (
        f"`approve` has {as_json(step.arguments)} booked in its place: days that nobody asked "
        "for. Refuse it, and let the model ask"
    )


def _booked(step: CallStep, what: str) -> str:
    """Say how a call was booked that makes no sense; empty if it wasn't."""
    if step.result.is_error:
        return ""
    asked = f"`{step.call.arguments}` is {what}, and "
    told = shortened(step.result.output)
    if _SAYS_NO.search(told):
        return (
            f'{asked}the model gets "{told}" as a result like any other; what is refused is '
            "raised, as a `ToolError`"
        )
    return asked + (_replaced(step) or f'is booked: "{told}"')


def _helpless(step: CallStep) -> str:
    """Say why a model can't go on from what it is told; empty if it can."""
    text = step.result.output.replace("book_room", "")
    own_words = error_kind(step.result) in (NOT_APPROVED, TOOL_ERROR)
    if _HELPS.search(text) or (own_words and is_long_in_another_language(text, _WORDS)):
        return ""
    way_out = (
        "a text that `approve` returns goes to it word for word"
        if error_kind(step.result) == NOT_APPROVED
        else "a `ToolError` goes to it word for word"
    )
    return (
        f'the model is told "{shortened(step.result.output)}", and not which day is wrong or '
        f"what would be right; {way_out}"
    )


GUARD_THE_CALL = Exercise(
    name="guard-the-call",
    notebook="06_real_model",
    title="No night at all",
    hints=(
        "No schema compares two parameters. The function can, before it books: `arrival` and "
        "`departure` are dates there. `approve` can as well; its `arguments` are what the "
        "model sent, so that the days are texts.",
        "`if departure <= arrival:` catches both, the same day and a day before. A `ToolError` "
        "goes to the model word for word: say what would be right.",
        "After `from toolnexus import ToolError`, the function begins with "
        "`if departure <= arrival:` and, indented, "
        '`raise ToolError("departure must be after arrival. How many nights is it?")`.',
    ),
    solution='''\
from datetime import date

from toolnexus import ToolError

prompt = "Book a room in Rome, from 3 June 2027 for two nights."


@tool
def book_room(city: str, arrival: date, departure: date) -> str:
    """Book a room in a hotel.

    Args:
        city: Name of the city, in English.
        arrival: First day, as YYYY-MM-DD.
        departure: Last day, as YYYY-MM-DD.
    """
    if departure <= arrival:
        raise ToolError("departure must be after arrival: how many nights is it?")
    return f"booked in {city}: {(departure - arrival).days} night(s) from {arrival}"


def approve(call, arguments):
    return True


await round_trip(prompt, [book_room], model, approve=approve)
''',
    look=_look,
)
