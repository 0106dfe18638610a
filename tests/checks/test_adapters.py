"""The forms that adapters write are those that the rules ask for."""

from enum import Enum

import pytest
from pydantic import BaseModel, Field

from toolnexus import Tool, define_tool, to_openai
from toolnexus.adapters import to_anthropic, to_gemini, to_openai_responses, to_portable
from toolnexus.checks import check


class Unit(Enum):
    CELSIUS = 1
    FAHRENHEIT = 2


class Station(BaseModel):
    """A place that measures."""

    name: str = Field(pattern="^[a-z]+$", description="Its short name.")
    position: tuple[float, float] = Field(description="Latitude and longitude.")
    nearby: list[str] = Field(default=[], min_length=2, description="Others.")


def book(
    station: Station,
    at: list[Station],
    near: Station | str | None = None,
    unit: Unit = Unit.CELSIUS,
    days: int = Field(default=1, ge=1, le=14),
) -> None:
    """Book a visit to a station.

    Args:
        station: Which one.
        at: Where else.
        near: What must be near.
        unit: Scale of the temperatures.
        days: How many.
    """


def ping() -> str:
    """Say whether it is there."""
    return "pong"


WRITTEN_SCHEMA = {
    "properties": {
        "kind": {"const": "buoy"},
        "code": {"type": "string", "pattern": "^(?!x)"},
        "tags": {"type": ["array", "null"], "items": {"type": "string"}, "uniqueItems": True},
        "depth": {"oneOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "null"}]},
    },
    "required": ["kind"],
}
TOOLS = [
    define_tool(book),
    define_tool(ping),
    Tool("find", "Find a station by its kind.", WRITTEN_SCHEMA, execute=str),
]


@pytest.mark.parametrize(
    ("write", "provider"),
    [
        (lambda tools: to_openai(tools, strict=True), "openai strict"),
        (lambda tools: to_openai_responses(tools, strict=True), "openai strict"),
        (lambda tools: to_anthropic(tools, strict=True), "anthropic strict"),
        (lambda tools: to_gemini(tools, legacy=True), "gemini legacy"),
        (to_portable, "ollama"),
        (to_portable, "vllm"),
    ],
    ids=["openai", "responses", "anthropic", "gemini_older", "ollama", "grammar"],
)
def test_form_of_an_adapter_has_no_findings(write, provider):
    entries = write(TOOLS)
    findings = check(entries, provider)
    assert findings.checked == len(TOOLS)
    own = [finding for finding in findings if finding.provider != "all"]
    assert not [finding for finding in own if finding.severity != "info"]
    assert not findings.errors
