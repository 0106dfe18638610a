"""The pictures of the README: taken by these tests, and what they show is there."""

import pytest

TOOLS = '''
from typing import Annotated, Literal
from pydantic import Field
from toolnexus import SimulatedModel, Toolkit, round_trip

toolkit = Toolkit()

@toolkit.tool
def get_weather(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
) -> str:
    """Current weather and forecast for a city.

    Args:
        city: Name of the city, in English.
        days: How many days ahead to forecast, 1 to 14.
        unit: Scale of the temperatures.
    """
    return f"sunny in {city}, 31 °C, for {days} day(s)"

@toolkit.tool
def find_hotel(city: str, stars: Annotated[int, Field(ge=1, le=5)] = 3) -> list[str]:
    """Hotels in a city.

    Args:
        city: Name of the city, in English.
        stars: The least number of stars.
    """
    return [f"Grand {city}", f"{city} Inn"]

@toolkit.tool
def cancel_booking(booking: int) -> str:
    """Cancel a booking for good.

    Args:
        booking: Number of the booking.
    """
    return f"booking {booking} is cancelled"
'''
PANEL = """
panel = toolkit.panel()
panel.arguments = {"city": "Chennai", "days": 3}
panel
"""
TRANSCRIPT = """
prompt = "What's the weather in Chennai for the next three days?"
await round_trip(prompt, toolkit, SimulatedModel(faults=["wrong_type"]))
"""
# Twice as many pixels: sharp on any screen.
OPTIONS = {"width": 1060, "height": 1200, "device_scale_factor": 2}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_panel(open_notebook, theme):
    opened = open_notebook([TOOLS, PANEL], theme=theme, **OPTIONS)
    panel = opened.page.locator(".tn-panel")
    panel.get_by_role("button", name="Run", exact=True).filter(visible=True).click()
    panel.get_by_text("sunny in Chennai, 31 °C, for 3 day(s)").first.wait_for()
    # The mouse away from the button, which would look pressed.
    opened.page.mouse.move(0, 0)
    opened.photograph(of=panel)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_transcript(open_notebook, theme):
    opened = open_notebook([TOOLS, TRANSCRIPT], theme=theme, **OPTIONS)
    transcript = opened.output(1)
    transcript.get_by_text("get_weather says").wait_for()
    # Nothing is to be seen around it: room, so that it does not touch the picture's edge.
    transcript.evaluate("element => { element.style.padding = '16px'; }")
    opened.photograph(of=transcript)
