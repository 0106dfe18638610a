"""A tool whose parameters are the facts that a text holds."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Mapping
from typing import Any

from toolnexus._schema._paths import resolve
from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus._wording import join, python_words
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._looking import a_tool
from toolnexus.course._running import as_json, executed, shortened
from toolnexus.course._telling import tells

_FACTS = ("name", "arrival", "guests", "wishes")
_SENT: JsonObject = {
    "name": "Ada Byron",
    "arrival": "2027-06-03",
    "guests": 4,
    "wishes": ["a cot", "a quiet room"],
}
_OTHER: JsonObject = {
    "name": "Mary Jackson",
    "arrival": "2028-02-29",
    "guests": 1,
    "wishes": ["breakfast"],
}
_PLAIN = {key: value for key, value in _SENT.items() if key != "wishes"}
_NONSENSE: tuple[tuple[str, object, str], ...] = (
    ("arrival", "next Friday", "annotate `arrival` as a `date`"),
    ("guests", "a family", "annotate `guests` as an `int`"),
    ("guests", 0, "nobody books for no guest: give `guests` a least number"),
)


async def _look(note_booking: object) -> AsyncIterator[Goal]:
    tool = a_tool(note_booking)
    around = _around(tool)
    yield Goal(met=True, done="there is a parameter for each fact", missing="")
    yield Goal(
        tells(tool.description, tool.name),
        "the model is told what the tool is for",
        "the model is not told what the tool is for: give it a docstring",
    )
    result = await executed(tool, _within(around, _SENT))
    if result.is_error:
        what = f"{as_json(_within(around, _SENT))} should be accepted; the model is told: "
        raise NotThereYetError(what + shortened(result.output))
    amiss = _amiss(result.value, _SENT) or _amiss(
        (await executed(tool, _within(around, _OTHER))).value, _OTHER
    )
    yield Goal(not amiss, "Python gets each fact as what it is", amiss)
    accepted = await _accepted(tool, around)
    yield Goal(not accepted, "what is no fact is refused", accepted)
    plain = _within(around, _PLAIN)
    result = await executed(tool, plain)
    yield Goal(
        not result.is_error,
        "and a mail without wishes is a booking, too",
        f"{as_json(plain)} is refused: {shortened(result.output)} Where a text doesn't say "
        "something, a model that has to send it makes it up. Let `wishes` be left out",
    )


def _around(tool: Tool) -> str:
    """Find the one parameter that holds all facts; empty if they are parameters themselves.

    Raises:
        NotThereYetError: A fact has no parameter, or more than facts have to be sent.
    """
    schema = tool.input_schema
    properties = schema.get("properties", {})
    outer, fields = "", properties
    for name, inner in properties.items():
        held = resolve(inner, schema)
        held = held.get("properties", {}) if isinstance(held, dict) else {}
        if set(_FACTS) & set(held):
            outer, fields = name, held
    _expect_all(tool, fields)
    others = set(schema.get("required", [])) - ({outer} if outer else set(_FACTS))
    if others:
        msg = (
            f"`{min(others)}` has to be sent as well, which is no fact: a model would spend "
            "tokens on it, and may get it wrong"
        )
        raise NotThereYetError(msg)
    return outer


def _expect_all(tool: Tool, properties: JsonObject) -> None:
    missing = [f"`{fact}`" for fact in _FACTS if fact not in properties]
    if missing:
        msg = (
            f"`{tool.name}` has no parameter {join(missing, 'or')}: what has no name there "
            "is not asked for"
        )
        raise NotThereYetError(msg)


def _within(around: str, facts: JsonObject) -> JsonObject:
    return {around: facts} if around else facts


def _got(value: object) -> JsonObject | None:
    """Read the facts out of what the tool returned: a model, a dict, a tuple, or one in it."""
    if isinstance(value, (tuple, list)) and len(value) == len(_FACTS):
        return dict(zip(_FACTS, value, strict=True))
    inside = list(value.values()) if isinstance(value, Mapping) else _listed(value)
    inside = inside or list(getattr(value, "__dict__", {}).values())
    for holder in (value, *inside):
        found = {fact: _of(holder, fact) for fact in _FACTS}
        if any(each is not _NOTHING for each in found.values()):
            return found
    return None


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else []


_NOTHING: Any = object()


def _of(holder: object, fact: str) -> Any:
    if isinstance(holder, Mapping):
        return holder.get(fact, _NOTHING)
    if isinstance(holder, (str, int, float, list, tuple)) and not hasattr(holder, "_fields"):
        return _NOTHING
    return getattr(holder, fact, _NOTHING)


def _amiss(value: object, sent: JsonObject) -> str:
    """Say which fact Python doesn't get, or not as what it is."""
    got = _got(value)
    if got is None:
        what = "nothing" if value is None else python_words(value)
        return f"your code gets {what}: let the function return the facts, such as the model"
    for fact in _FACTS:
        if got[fact] is _NOTHING:
            return f"what the function returns has no `{fact}`"
    arrival = got["arrival"]
    if not isinstance(arrival, dt.date):
        return (
            f"Python gets {arrival!r:.60} for `arrival`, and can't count with that; what is "
            "annotated as a `date` comes as one, and can be returned as it is"
        )
    wishes = got["wishes"]
    if not isinstance(wishes, (list, tuple, set, frozenset)):
        return f"Python gets {wishes!r:.60} for `wishes`; several of them are a list"
    day = arrival.date() if isinstance(arrival, dt.datetime) else arrival
    same = {
        "name": got["name"] == sent["name"],
        "arrival": day.isoformat() == sent["arrival"],
        "guests": got["guests"] == sent["guests"],
        "wishes": set(map(str, wishes)) == set(sent["wishes"]),
    }
    for fact, is_same in same.items():
        if not is_same:
            return f"`{fact}` was sent as {sent[fact]!r}, and Python gets {got[fact]!r:.60}"
    return ""


async def _accepted(tool: Tool, around: str) -> str:
    """Say which nonsense is taken for a fact; empty if none is."""
    for fact, nonsense, way_out in _NONSENSE:
        arguments = _within(around, {**_SENT, fact: nonsense})
        if not (await executed(tool, arguments)).is_error:
            return f"{as_json({fact: nonsense})} is accepted; {way_out}"
    return ""


STRUCTURED_OUTPUT = Exercise(
    name="structured-output",
    notebook="03_reading_schemas",
    title="Facts out of a mail",
    hints=(
        "Each fact is a parameter, or a field of a class that is the only parameter, as in "
        "`Review` above. What the class returns is what your code gets.",
        "A day is a `date`, several texts are a `list[str]`, and a number of at least 1 is "
        "`Annotated[int, Field(ge=1)]`. What a mail need not say has a default.",
        "`class Booking(BaseModel)` with `name: str`, `arrival: date`, `guests: Annotated[int, "
        "Field(ge=1)]` and `wishes: list[str] = []`; then `def note_booking(booking: Booking) "
        "-> Booking`, which returns `booking`.",
    ),
    solution='''\
class Booking(BaseModel):
    """What a mail says of a booking."""

    name: str = Field(description="Who books.")
    arrival: date
    guests: Annotated[int, Field(ge=1, description="How many people come, children too.")]
    wishes: list[str] = Field([], description="What they ask for, each in a few words.")


@tool
def note_booking(booking: Booking) -> Booking:
    """Note what a mail says of a booking."""
    return booking
''',
    look=_look,
)
