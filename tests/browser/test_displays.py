"""What the displays look like in JupyterLab: nothing cut off, nothing hard to read."""

import pytest

SETUP = '''
from typing import Annotated, Literal
from pydantic import BaseModel, Field
from toolnexus import SimulatedModel, Toolkit, check, drill, replay, round_trip, tool

class Station(BaseModel):
    """A place that measures."""
    name: str = Field(description="Its short name.")
    height: float | None = Field(None, description="Metres above the sea.")
    nearby: list["Station"] = []

class Ferry(BaseModel):
    kind: Literal["ferry"]
    crossing: str = Field(description="From where to where, such as Dover-Calais.")

class Train(BaseModel):
    kind: Literal["train"]
    seats: dict[str, int] = Field({}, description="How many seats of which class.")

@tool
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
    return f"sunny in {city}, 31 °C; tomorrow 30 °C; then rain"

@tool
def plan_journey(
    legs: list[Ferry | Train],
    departure_date_and_time_zone: str,
    currency: Literal["CHF", "CZK", "DKK", "EUR", "GBP", "HUF", "NOK", "PLN", "SEK", "USD"],
    notes: Annotated[str, Field(pattern="^[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+[.][A-Za-z0-9-.]+$")],
    budget: tuple[int, int] = (100, 500),
) -> dict[str, str]:
    """Plan a journey leg by leg, with ferries and trains, and say what it costs.

    Asks each company in turn. Prices are those of today and may be others tomorrow; where a
    company doesn't answer, the last known price is taken and marked as such.

    Args:
        legs: Each leg, in order.
        departure_date_and_time_zone: ISO 8601, such as 2027-05-01T09:30+02:00.
        currency: Currency of all prices.
        notes: Whom to write to.
    """
    raise LookupError(f"no timetable for {departure_date_and_time_zone}")

@tool
def ping() -> str:
    return ""

toolkit = Toolkit([get_weather, plan_journey, ping])
question = "What's the weather in Chennai for the next three days?"
journey = {
    "legs": [{"kind": "ferry", "crossing": "Dover-Calais"}],
    "departure_date_and_time_zone": "2027-05-01T09:30+02:00",
    "currency": "EUR",
    "notes": "someone@example.org",
}
'''

SHOWN = {
    "tool": "get_weather",
    "nested tool": "plan_journey",
    "tool without anything": "ping",
    "toolkit": "toolkit",
    "result": 'await get_weather.execute({"city": "Chennai", "days": 3})',
    "refused result": 'await get_weather.execute({"days": "three", "unit": "kelvin"})',
    "failed result": "await plan_journey.execute(journey)",
    "empty result": "await ping.execute({})",
    "transcript": (
        'await round_trip(question, toolkit, SimulatedModel(faults=["wrong_type"]))'
    ),
    "findings": "check(toolkit)",
    "drill": "await drill(get_weather)",
}
CELLS = [SETUP, *SHOWN.values()]
each_display = pytest.mark.parametrize("name", SHOWN)


def place_of(name):
    return [*SHOWN].index(name) + 1


@pytest.fixture(scope="module")
def live(module_opener):
    """Run all displays in a notebook."""
    return module_opener.notebook(CELLS, height=5000)


@pytest.fixture(
    scope="module",
    params=[(theme, width) for theme in ("light", "dark") for width in (1000, 400)],
    ids=lambda param: f"{param[0]}-{param[1]}",
)
def looked_at(live, request):
    """Show the notebook in each theme, wide and narrow."""
    theme, width = request.param
    live.resize(width, 5000)
    live.set_theme(theme)
    live.fold(live.page.locator(".jp-Notebook"), is_open=False)
    live.photograph(f"{theme}-{width}")
    return live, f"{theme}-{width}"


@each_display
def test_display_is_whole_and_readable(name, looked_at):
    notebook, words = looked_at
    display = notebook.output(place_of(name)).locator(".tn")
    assert display.is_visible()
    notebook.fold(display, is_open=False)
    assert notebook.look(display) == []
    notebook.fold(display, is_open=True)
    notebook.photograph(f"{words}-{name}", of=display)
    assert notebook.look(display) == []
