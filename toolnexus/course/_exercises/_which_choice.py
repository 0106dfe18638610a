"""Options of a request for four situations, tried out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence

from toolnexus._define import define_tool
from toolnexus._roundtrip import Transcript, round_trip
from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus._wording import join, python_words
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._running import shortened
from toolnexus.models import SimulatedModel

_PARALLEL = "a key of the request says with `True` or `False` whether calls may be parallel"
_BYE = "Thank you, that is all."
_ROME = "How is the weather in Rome?"
_BOTH = "How is the weather in Rome and Oslo?"
_SITUATIONS = {
    "chat": "the model decides whether it calls a tool",
    "search": "whatever is said becomes a call of `find_hotel`",
    "summary": "no tool is called any more",
    "careful": "the model decides, and makes one call at a time",
}


async def _look(options: object) -> AsyncIterator[Goal]:
    if not isinstance(options, Mapping):
        msg = f"there are no options here yet: got {python_words(options)} instead of a dict"
        raise NotThereYetError(msg)
    for situation, wanted in _SITUATIONS.items():
        wrong = await _wrong(situation, options.get(situation))
        yield Goal(not wrong, f"`{situation}`: {wanted}", f"`{situation}`: {wrong}")


async def _wrong(situation: str, options: object) -> str:
    """Say what goes wrong with these options in a situation; empty if nothing does."""
    if isinstance(options, str):
        return f'expected keys of a request; write `{{"tool_choice": {options!r:.60}}}`'
    if not isinstance(options, dict):
        return f"expected the keys of a request as a dict, got {python_words(options)}"
    try:
        runs = {prompt: await _run(prompt, options) for prompt in (_BYE, _ROME, _BOTH)}
    except Exception as exc:  # noqa: BLE001 - whatever was put into the request
        return f"{_written(options)} can't be sent: {shortened(str(exc))}"
    failed = next((run.end for run in runs.values() if run.end and not run.answer), None)
    if failed is not None:
        return f"{_written(options)} is refused: {shortened(failed.text)}"
    wrong = {
        "chat": _wrong_chat,
        "search": _wrong_search,
        "summary": _wrong_summary,
        "careful": _wrong_careful,
    }[situation]({prompt: _called(run) for prompt, run in runs.items()})
    if wrong and options.get("tool_choice", "") is None:
        wrong += '; `None` counts as left out, `"none"` is another thing'
    return wrong


async def _run(prompt: str, options: JsonObject) -> Transcript:
    return await round_trip(prompt, _tools(), SimulatedModel(), **options)


def _tools() -> Sequence[Tool]:
    def get_weather(city: str) -> str:
        """Current weather for a city."""
        return f"sunny in {city}"

    def find_hotel(city: str) -> str:
        """Hotels in a city."""
        return f"Grand {city}"

    return [define_tool(fn, in_thread=False) for fn in (get_weather, find_hotel)]


def _called(run: Transcript) -> list[list[str]]:
    """List the tools called in each of the model's messages."""
    return [[call.name for call in step.calls] for step in run.answers if step.calls]


def _wrong_chat(calls: dict[str, list[list[str]]]) -> str:
    if calls[_BYE]:
        return f"it had to call {_names(calls[_BYE])} for {_BYE!r}, where words would do"
    if not calls[_ROME]:
        return f"it must not look anything up for {_ROME!r}"
    return ""


def _wrong_search(calls: dict[str, list[list[str]]]) -> str:
    for prompt, names in calls.items():
        if not names:
            return f"for {prompt!r} it called nothing; nobody told it to call `find_hotel`"
        if set(names[0]) != {"find_hotel"}:
            return (
                f"for {prompt!r} it had to call some tool and chose {_names(names)}; one tool "
                "can be asked for by its name"
            )
    return ""


def _wrong_summary(calls: dict[str, list[list[str]]]) -> str:
    for prompt, names in calls.items():
        if names:
            return f"for {prompt!r} it still called {_names(names)}"
    return ""


def _wrong_careful(calls: dict[str, list[list[str]]]) -> str:
    together = [names for names in calls[_BOTH] if len(names) > 1]
    if together:
        return f"for {_BOTH!r} it made {len(together[0])} calls in one message; {_PARALLEL}"
    return _wrong_chat(calls)


def _names(names: list[list[str]]) -> str:
    return join(list(dict.fromkeys(f"`{name}`" for one in names for name in one)), "and")


def _written(options: JsonObject) -> str:
    return f"`{shortened(repr(options))}`"


WHICH_CHOICE = Exercise(
    name="which-choice",
    notebook="01_round_trip",
    title="The right choice",
    hints=(
        "What is left out is `auto`: the model decides. One of the four needs no more.",
        "`none` forbids every tool. `required` demands a call, and leaves it to the model "
        "which; the name of a tool demands that one.",
        'For one call at a time there is `"parallel_tool_calls": False`. It stands beside '
        "`tool_choice`, not inside.",
    ),
    solution="""\
options = {
    "chat": {"tool_choice": "auto"},
    "search": {"tool_choice": "find_hotel"},
    "summary": {"tool_choice": "none"},
    "careful": {"parallel_tool_calls": False},
}
""",
    look=_look,
)
