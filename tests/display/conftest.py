import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from toolnexus import Tool, Toolkit, ToolResult, define_tool


class HtmlFile(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "html"


@pytest.fixture
def html_snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(HtmlFile)


class Station(BaseModel):
    """A place that measures."""

    name: str = Field(description="Its short name.")
    nearby: list["Station"] = []


def get_weather(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
    near: Station | None = None,
) -> str:
    """Current weather and forecast for a city.

    Args:
        city: Name of the city, in English.
        days: How many days ahead to forecast.
        near: Only stations near this one.
    """
    return f"sunny in {city}"


def ping() -> str:
    return "pong"


@pytest.fixture
def weather() -> Tool:
    return define_tool(get_weather)


@pytest.fixture
def bare() -> Tool:
    return define_tool(ping)


@pytest.fixture
def failed() -> ToolResult:
    traceback = (
        "Traceback (most recent call last):\n"
        '  File "/tmp/ipykernel_7/12.py", line 2, in tide\n'
        "ValueError: no such port\n"
    )
    error = {"kind": "unexpected", "type": "ValueError", "details": []}
    metadata = {"error": error, "traceback": traceback}
    return ToolResult("tide failed. ValueError: no such port", is_error=True, metadata=metadata)


@pytest.fixture
def refused(weather: Tool) -> ToolResult:
    return asyncio.run(weather.execute({"city": "Chennai", "days": "three"}))


@pytest.fixture
def toolkit(weather: Tool, bare: Tool) -> Toolkit:
    return Toolkit([weather, bare])


@pytest.fixture
def make_tool() -> Callable[..., Tool]:
    def make(schema: dict[str, Any], description: str = "Do it.", source: str = "test") -> Tool:
        return Tool("a_tool", description, schema, source, lambda args: args)

    return make
