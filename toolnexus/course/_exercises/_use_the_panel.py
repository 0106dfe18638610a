"""Two runs in the panel that meet a wish."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from toolnexus._roundtrip import CallStep
from toolnexus._wording import python_words
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._running import as_json, shortened

_CITY = "Lisbon"
_STOPS = ["Lisbon", "Porto"]


async def _look(panel: object) -> AsyncIterator[Goal]:
    calls = _calls(panel)
    yield _met(
        calls,
        "find_hotel",
        _hotel_amiss,
        f"a hotel in {_CITY} with four stars was looked for",
    )
    yield _met(calls, "plan_trip", _trip_amiss, "and the trip was planned")


def _calls(panel: object) -> Sequence[CallStep]:
    # A panel is known by what it has: widgets are a layer above, and may not be here at all.
    calls = getattr(panel, "calls", None)
    if not isinstance(calls, tuple) or not hasattr(panel, "toolkit"):
        msg = f"there is no panel here: got {python_words(panel)}; hand in `panel`"
        raise NotThereYetError(msg)
    if not calls:
        msg = (
            "nothing was run in this panel yet: choose a tool on its left, fill in the form "
            "under Try, and press Run"
        )
        raise NotThereYetError(msg)
    return calls


def _met(
    calls: Sequence[CallStep], name: str, amiss: Callable[[dict[str, Any]], str], done: str
) -> Goal:
    """Look for a call that does it; if there is none, say what the last one lacks."""
    of_tool = [step for step in calls if step.call.name == name]
    told = [_amiss(step, amiss) for step in of_tool]
    missing = told[-1] if told else f"`{name}` was not run yet: choose it on the left"
    return Goal("" in told, done, missing)


def _amiss(step: CallStep, amiss: Callable[[dict[str, Any]], str]) -> str:
    what = amiss(step.arguments or {})
    ran = f"`{step.call.name}` was run with {as_json(step.arguments or {})}"
    if what:
        return f"{ran}: {what}"
    if step.result.is_error:
        return f"{ran}, and that ended in an error: {shortened(step.result.output)}"
    return ""


def _hotel_amiss(arguments: dict[str, Any]) -> str:
    if not _is(arguments.get("city"), _CITY):
        return f"the wish is {_CITY}"
    if "stars" not in arguments:
        return "without `stars`, your function takes its default, 3"
    stars = arguments["stars"]
    return "" if isinstance(stars, (int, float)) and stars >= 4 else "that may be too few stars"


def _trip_amiss(arguments: dict[str, Any]) -> str:
    cities = arguments.get("cities")
    if not isinstance(cities, list) or len(cities) != len(_STOPS):
        return f"the trip is to {' and '.join(_STOPS)}, one item each"
    if all(map(_is, cities, _STOPS)):
        return ""
    if all(map(_is, cities, _STOPS[::-1])):
        return f"{_STOPS[0]} comes first"
    return f"the trip is to {' and '.join(_STOPS)}"


def _is(given: object, wished: str) -> bool:
    return isinstance(given, str) and given.strip().casefold() == wished.casefold()


USE_THE_PANEL = Exercise(
    name="use-the-panel",
    notebook="04_panel",
    title="Two runs in the panel",
    hints=(
        "Choose `find_hotel` on the left of the panel. Under Try it has a field for `city` and "
        "one for `stars`; fill in both, and press Run. History has it then.",
        "`plan_trip` takes a list: press `add item` for each city.",
        'The same from a cell: `panel.tool = "find_hotel"`, then `panel.arguments = {"city": '
        '"Lisbon", "stars": 4}`, then `await panel.run()`.',
    ),
    solution="""\
panel.tool = "find_hotel"
panel.arguments = {"city": "Lisbon", "stars": 4}
await panel.run()

panel.tool = "plan_trip"
panel.arguments = {"cities": ["Lisbon", "Porto"]}
await panel.run()
""",
    look=_look,
)
