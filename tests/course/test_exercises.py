"""Every right answer is accepted, and every wrong one is told what is missing."""

from typing import Annotated, Literal

from pydantic import Field

from toolnexus import Tool, course, tool

UNIT = {"type": "string", "enum": ["celsius", "fahrenheit"], "description": "Scale of degrees."}


def weather(unit: dict, **others: dict) -> Tool:
    city = {"type": "string", "description": "Name of the city."}
    days = {"type": "integer", "description": "How many days."}
    properties = {"city": city, "days": days, "unit": unit, **others}
    return Tool("get_weather", "Weather.", {"properties": properties}, execute=str)


# --- describe-unit ---------------------------------------------------------------------------


async def test_unit_may_be_described_in_an_annotation():
    @tool
    def get_weather(
        city: Annotated[str, Field(description="Name of the city")],
        days: Annotated[int, Field(description="How many days ahead")] = 1,
        unit: Annotated[
            Literal["celsius", "fahrenheit"], Field(description="unit of the temperature shown")
        ] = "celsius",
    ) -> str:
        """Weather in a city."""
        return city

    assert (await course.check("describe-unit", get_weather)).passed


async def test_unit_may_be_described_in_a_schema():
    assert (await course.check("describe-unit", weather(UNIT))).passed


async def test_unit_described_by_its_name_is_told():
    report = await course.check("describe-unit", weather({**UNIT, "description": "The unit."}))
    assert report.missing == (
        "its description, 'The unit.', says no more than the name does: which quantity is in "
        "that unit?",
    )


async def test_unit_without_its_words_is_told():
    report = await course.check("describe-unit", weather({**UNIT, "enum": ["kelvin"]}))
    assert "keep the Literal" in report.missing[0]


async def test_function_that_is_no_tool_is_told():
    def get_weather(city: str) -> str:
        return city

    report = await course.check("describe-unit", get_weather)
    assert report.missing == (
        "there is no tool here yet: got the function 'get_weather'; "
        "put @tool above the function",
    )
