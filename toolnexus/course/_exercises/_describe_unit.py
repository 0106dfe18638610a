"""A parameter without a description gets one."""

from __future__ import annotations

from collections.abc import AsyncIterator

from toolnexus._tool import Tool
from toolnexus.course._exercise import Exercise, Goal
from toolnexus.course._looking import a_tool, description_of, parameter
from toolnexus.course._telling import tells


async def _look(get_weather: object) -> AsyncIterator[Goal]:
    tool = a_tool(get_weather, "get_weather")
    parameter(tool, "unit")
    yield Goal(
        _takes(tool, "celsius") and _takes(tool, "fahrenheit") and not _takes(tool, "warm"),
        "`unit` takes one of two words",
        "`unit` no longer says which words it takes; keep the Literal in the signature",
    )
    told = description_of(tool, "unit")
    yield Goal(
        bool(told),
        "`unit` has a description",
        "`unit` has no description: the model sees its name and two words, and has to guess "
        "what they change",
    )
    if told:
        yield Goal(
            tells(told, "unit celsius fahrenheit"),
            "and it says what the choice is about",
            f"its description, {told!r}, says no more than the name does: which quantity is in "
            "that unit?",
        )
    yield Goal(
        bool(description_of(tool, "city") and description_of(tool, "days")),
        "the other two have kept theirs",
        "`city` and `days` have lost their descriptions: add a line, and leave theirs",
    )


def _takes(tool: Tool, unit: str) -> bool:
    """Tell whether a unit fits, however the schema says so."""
    return tool.check_arguments({"city": "Rome", "unit": unit})[1] is None


DESCRIBE_UNIT = Exercise(
    name="describe-unit",
    notebook="00_quickstart",
    title="Say what a parameter means",
    hints=(
        "What the model is told of `city` and `days` stands under `Args:` in the docstring.",
        "Add one more line there: the parameter's name, a colon, what it means.",
        "`unit: Scale of the temperatures.` would do. Indent it like the lines above it.",
    ),
    solution='''\
@tool
def get_weather(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
) -> str:
    """Current weather and forecast for a city.

    Args:
        city: Name of the city, in English.
        days: How many days ahead to forecast, 1 to 14.
        unit: Scale of the temperatures in the answer.
    """
    degrees = "31 °C" if unit == "celsius" else "88 °F"
    return f"sunny in {city}, {degrees}, for {days} day(s)"
''',
    look=_look,
)
