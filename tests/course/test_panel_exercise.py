"""The exercise of `04_panel`: what is accepted, and what else is told."""

import pytest

from toolnexus import ScriptedModel, Toolkit, course
from toolnexus.panel import ToolPanel

HOTEL = ("find_hotel", {"city": "Lisbon", "stars": 4})
TRIP = ("plan_trip", {"cities": ["Lisbon", "Porto"]})


def find_hotel(city: str, stars: int = 3) -> list[str]:
    return [f"Grand {city}"]


async def plan_trip(cities: list[str]) -> str:
    return " - ".join(cities)


@pytest.fixture
def panel():
    toolkit = Toolkit()
    toolkit.tool(find_hotel)
    toolkit.tool(plan_trip)
    opened = ToolPanel(toolkit)
    yield opened
    opened.close()


async def run(panel, *calls):
    for name, arguments in calls:
        panel.tool = name
        panel.arguments = arguments
        await panel.run()
    return await course.check("use-the-panel", panel)


async def test_runs_by_hand_are_accepted(panel):
    assert (await run(panel, HOTEL, TRIP)).passed


async def test_runs_may_come_in_any_order_among_others(panel):
    rome = ("find_hotel", {"city": "Rome"})
    assert (
        await run(panel, TRIP, rome, ("find_hotel", {"city": " lisbon", "stars": 5}), rome)
    ).passed


async def test_runs_of_a_round_trip_are_accepted(panel):
    await panel.round_trip(
        "Lisbon and Porto, four stars", ScriptedModel([[HOTEL, TRIP], "Done."])
    )
    assert (await course.check("use-the-panel", panel)).passed


async def test_panel_in_which_nothing_was_run_is_told(panel):
    report = await course.check("use-the-panel", panel)
    assert report.missing == (
        "nothing was run in this panel yet: choose a tool on its left, fill in the form under "
        "Try, and press Run",
    )


async def test_toolkit_is_no_panel():
    report = await course.check("use-the-panel", Toolkit())
    assert "there is no panel here: got the Toolkit" in report.missing[0]


async def test_transcript_is_no_panel(panel):
    transcript = await panel.round_trip("Lisbon", ScriptedModel([[HOTEL, TRIP], "Done."]))
    report = await course.check("use-the-panel", transcript)
    assert "there is no panel here: got the Transcript" in report.missing[0]


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ([TRIP], "`find_hotel` was not run yet: choose it on the left"),
        (
            [TRIP, ("find_hotel", {"city": "Rome", "stars": 4})],
            '`find_hotel` was run with `{"city": "Rome", "stars": 4}`: the wish is Lisbon',
        ),
        (
            [TRIP, ("find_hotel", {"city": "Lisbon"})],
            "without `stars`, your function takes its default, 3",
        ),
        ([TRIP, ("find_hotel", {"city": "Lisbon", "stars": 3})], "too few stars"),
        (
            [TRIP, ("find_hotel", {"city": "Lisbon", "stars": 4.5})],
            "and that ended in an error: find_hotel was not run. stars: expected an integer",
        ),
        ([HOTEL], "`plan_trip` was not run yet"),
        ([HOTEL, ("plan_trip", {"cities": ["Porto", "Lisbon"]})], "Lisbon comes first"),
        (
            [HOTEL, ("plan_trip", {"cities": ["Lisbon and Porto"]})],
            "the trip is to Lisbon and Porto, one item each",
        ),
        ([HOTEL, ("plan_trip", {"cities": ["Lisbon", "Faro"]})], "the trip is to Lisbon and P"),
    ],
    ids=[
        "no hotel",
        "Rome",
        "any stars",
        "few stars",
        "half a star",
        "no trip",
        "turned",
        "one text",
        "Faro",
    ],
)
async def test_what_the_last_run_lacks_is_told(panel, calls, told):
    report = await run(panel, *calls)
    assert len(report.missing) == 1
    assert told in report.missing[0]
