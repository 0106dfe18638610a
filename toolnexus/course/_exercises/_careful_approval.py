"""Harmless calls run, a costly one does not run as it was asked for."""

from __future__ import annotations

import copy
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from toolnexus._calling import Ended
from toolnexus._define import define_tool
from toolnexus._roundtrip import round_trip
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, ToolCall
from toolnexus._wording import python_words
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._running import SECONDS, as_json, called, shortened
from toolnexus.models import ScriptedModel

_MOST_NIGHTS = 3
_HARMLESS: tuple[tuple[str, JsonObject], ...] = (
    ("get_weather", {"city": "Rome", "days": 14}),
    ("find_hotel", {"city": "Oslo"}),
)
_SHORT: tuple[JsonObject, ...] = (
    {"hotel_id": 101, "nights": 2},
    {"hotel_id": 101, "nights": 3},
    {"hotel_id": 101},
)
_LONG: tuple[JsonObject, ...] = ({"hotel_id": 202, "nights": 14}, {"hotel_id": 4, "nights": 4})
_SAYS_THREE = re.compile(
    r"(?<!\d)[3३٣](?!\d)|\b(three|drei|trois|tres|três|tre)\b|तीन|三"
    r"|((fewer|less) than|under|below|weniger als|moins de|menos de|<) *(4|four|vier)\b",
    re.IGNORECASE,
)


@dataclass
class _Asked:
    """What came of one call that somebody had to approve.

    Args:
        call: The call, for messages.
        status: What became of it.
        ran_with: The arguments it ran with.
        told: What the model was told.
        answer: What `approve` returned.
        raised: What it raised, in words.
        was_changed: Whether it changed the arguments that it was shown.
    """

    call: str
    status: str = ""
    ran_with: JsonObject | None = None
    told: str = ""
    answer: object = None
    raised: str = ""
    was_changed: bool = False


async def _look(approve: object) -> AsyncIterator[Goal]:
    if not callable(approve):
        msg = f"there is no function here yet: got {python_words(approve)}"
        raise NotThereYetError(msg)
    held = [_held_up(await _ask(approve, name, given), given) for name, given in _HARMLESS]
    yield Goal(not any(held), "what only looks something up runs", next(filter(None, held), ""))
    held = [_held_up(await _ask(approve, "book_hotel", given), given) for given in _SHORT]
    yield Goal(
        not any(held),
        f"up to {_MOST_NIGHTS} nights are booked as they were asked for",
        next(filter(None, held), ""),
    )
    asked = [await _ask(approve, "book_hotel", given) for given in _LONG]
    ran = [_ran(one) for one in asked]
    yield Goal(not any(ran), "longer stays are not", next(filter(None, ran), ""))
    if not any(ran):
        helpless = [_helpless(one) for one in asked]
        yield Goal(
            not any(helpless),
            "and the model can go on from there",
            next(filter(None, helpless), ""),
        )


async def _ask(approve: Callable[..., Any], name: str, arguments: JsonObject) -> _Asked:
    """Play a round trip with one call, and see what `approve` makes of it."""
    asked = _Asked(f"`{name}` with {as_json(arguments)}")

    async def watched(call: ToolCall, given: JsonObject) -> Any:
        before = copy.deepcopy(given)
        done = await called(approve, call, given)  # it may take forever
        if isinstance(done.raised, Ended):
            msg = f"for {asked.call}: {shortened(str(done.raised))}"
            raise NotThereYetError(msg)
        if done.raised is not None:
            raise done.raised
        asked.answer = done.value
        asked.was_changed = given != before
        return asked.answer

    async def play() -> None:
        model = ScriptedModel([(name, arguments), "done"])
        run = await round_trip("Go on", _tools(asked), model, approve=watched)
        asked.status = run.calls[0].status
        asked.told = run.calls[0].result.output

    done = await called(play, seconds=2 * SECONDS)  # the limit of `approve` comes first
    if isinstance(done.raised, NotThereYetError):
        raise done.raised
    asked.raised = done.told
    return asked


def _tools(asked: _Asked) -> list[Tool]:
    def get_weather(city: str, days: int = 1) -> str:
        return f"sunny in {city} for {days} day(s)"

    def find_hotel(city: str) -> str:
        return f"Grand {city}"

    def book_hotel(hotel_id: int, nights: int = 1) -> str:
        asked.ran_with = {"hotel_id": hotel_id, "nights": nights}
        return f"hotel {hotel_id} is booked for {nights} night(s)"

    return [define_tool(fn, in_thread=False) for fn in (get_weather, find_hotel, book_hotel)]


def _held_up(asked: _Asked, arguments: JsonObject) -> str:
    """Say why a call that should have run did not, or not as it was; empty if it did."""
    if asked.raised:
        return f"for {asked.call} it raised {asked.raised}; {_reason(asked, arguments)}"
    if asked.status == "not approved":
        if asked.answer is None:
            return (
                f"{asked.call} did not run: `approve` returned nothing for it, and only "
                "`return True` lets a call run"
            )
        return f"{asked.call} should run; `approve` answered {_answer(asked)}"
    if asked.status != "executed":
        return f"{asked.call} should run; the model is told: {shortened(asked.told)}"
    if asked.ran_with not in (None, {"nights": 1, **arguments}):
        return f"{asked.call} ran, but with {as_json(asked.ran_with)}"
    return ""


def _reason(asked: _Asked, arguments: JsonObject) -> str:
    """Say what an exception is likely to come from."""
    if "positional argument" in asked.raised:
        return "it is called with two things: the call, and its arguments"
    if "string indices" in asked.raised:
        return "`call.arguments` is text, and the second thing it is given is the dict"
    if "subscriptable" in asked.raised:
        return "a call has attributes, `call.name` and `call.arguments`; the dict is the other"
    if "book_hotel" in asked.call and "nights" not in arguments:
        return "the model left `nights` out, which has a default: 1"
    return "it is asked about every call, so it has to look at `call.name` first"


def _answer(asked: _Asked) -> str:
    return shortened(repr(asked.answer))


def _ran(asked: _Asked) -> str:
    """Say that a long stay was booked, or what else went wrong; empty if it was not."""
    if asked.raised:
        return f"for {asked.call} it raised {asked.raised}"
    nights = (asked.ran_with or {}).get("nights", 0)
    if nights > _MOST_NIGHTS and asked.was_changed and asked.answer is True:
        return (
            f"{asked.call} ran for {nights} nights all the same: to run it with other "
            "arguments, return them"
        )
    if nights > _MOST_NIGHTS:
        return (
            f"{asked.call} ran, for {nights} nights; {_MOST_NIGHTS} are the most that may run "
            "unasked"
        )
    return ""


def _helpless(asked: _Asked) -> str:
    """Say why a model could not go on after a long stay; empty if it can."""
    if asked.status == "executed":
        return ""  # with fewer nights, and the result says with how many
    if asked.status != "not approved":
        return (
            f"for {asked.call} `approve` answered {_answer(asked)}, and the model is told: "
            f"{shortened(asked.told)}"
        )
    if not isinstance(asked.answer, str) or not asked.answer.strip():
        return (
            f"it refuses {asked.call}, and the model is not told why: return a text instead of "
            f"{_answer(asked)}"
        )
    if not _SAYS_THREE.search(asked.answer):
        return (
            f"the model is told {shortened(asked.answer)!r}, and still doesn't know how many "
            "nights it may book"
        )
    return ""


CAREFUL_APPROVAL = Exercise(
    name="careful-approval",
    notebook="01_round_trip",
    title="Approve with care",
    hints=(
        "Begin with the name: if `call.name` is not `book_hotel`, the answer is `True`.",
        'A model may leave `nights` out. `arguments.get("nights", 1)` has an answer then, '
        '`arguments["nights"]` has none.',
        "Refuse with the rule in the text, such as `at most 3 nights without a person's "
        "consent; book fewer`. Everything else ends in `return True`.",
    ),
    solution="""\
def approve(call, arguments):
    nights = arguments.get("nights", 1)
    if call.name == "book_hotel" and nights > 3:
        return f"{nights} nights need a person's consent. You may book up to 3 nights yourself."
    return True
""",
    look=_look,
)
