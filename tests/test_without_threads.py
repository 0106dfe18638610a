"""What works where no thread can be started, as in a page of JupyterLite; played here."""

import sys
import threading
import time

import pytest

from toolnexus import (
    EndpointModel,
    LocalModel,
    MissingExtraError,
    SimulatedModel,
    ToolContext,
    Toolkit,
    define_tool,
    drill,
    replay,
    round_trip,
)
from toolnexus.panel import ToolPanel

pytestmark = pytest.mark.usefixtures("no_threads")


def get_weather(city: str, days: int = 1) -> str:
    """Current weather for a city.

    Args:
        city: Name of the city, in English.
        days: How many days ahead to forecast.
    """
    return f"sunny in {city} for {days} day(s)"


@pytest.fixture
def weather():
    return define_tool(get_weather)


@pytest.fixture
def clock(monkeypatch):
    """A clock for the loop and the tools that only tools set."""
    now = [time.monotonic()]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def later(seconds):
        now[0] += seconds

    return later


async def test_sync_tool_runs_in_the_loop():
    tool = define_tool(lambda: threading.get_ident(), name="ident")
    assert (await tool.execute()).value == threading.get_ident()


async def test_async_tool_and_generator(weather):
    async def ask(city: str) -> str:
        return (await weather.execute({"city": city})).output

    def days(upto: int):
        yield from range(upto)

    assert (await define_tool(ask).execute({"city": "Rome"})).output.startswith("sunny in Rome")
    assert (await define_tool(days).execute({"upto": 3})).value == [0, 1, 2]


async def test_function_sees_nothing_of_the_thread_that_did_not_start():
    tool = define_tool(lambda: repr(sys.exc_info()[1]), name="handled")
    assert (await tool.execute({}, ToolContext(timeout=9))).output == "None"


async def test_progress_is_told_while_the_function_runs():
    seen = []

    def count(ctx: ToolContext) -> int:
        ctx.report_progress(1, 2)
        return len(seen)

    ctx = ToolContext(on_progress=lambda *report: seen.append(report))
    assert (await define_tool(count).execute({}, ctx)).value == 1


async def test_function_that_is_too_slow_is_out_of_time_when_it_returns(clock):
    def slow() -> str:
        clock(3)
        return "done"

    result = await define_tool(slow).execute({}, ToolContext(timeout=2))
    assert result.is_error
    assert result.output == "slow did not finish within 2 seconds and was given up."
    result = await define_tool(slow).execute({}, ToolContext(timeout=4))
    assert result.output == "done"


async def test_function_can_see_that_its_time_is_over(clock):
    steps = []

    def patient(ctx: ToolContext) -> int:
        while not ctx.cancelled and len(steps) < 10:
            steps.append(clock(1))
        return len(steps)

    result = await define_tool(patient).execute({}, ToolContext(timeout=2.5))
    assert result.metadata["error"]["kind"] == "timeout"
    assert len(steps) == 3


async def test_exception_that_comes_too_late_is_out_of_time_too(clock):
    def slow() -> str:
        clock(3)
        msg = "no"
        raise ValueError(msg)

    result = await define_tool(slow).execute({}, ToolContext(timeout=2))
    assert result.metadata["error"]["kind"] == "timeout"


async def test_what_ends_a_program_still_ends_it(clock):
    def interrupted() -> None:
        clock(3)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await define_tool(interrupted).execute({}, ToolContext(timeout=2))


async def test_cancelled_before_it_started(weather):
    ctx = ToolContext()
    ctx.cancel()
    assert (await weather.execute({"city": "Rome"}, ctx)).metadata["error"][
        "kind"
    ] == "cancelled"


async def test_waiting_from_sync_code_says_what_to_write(weather):
    with pytest.raises(RuntimeError, match=r"no threads, as in a browser; write `await tool\."):
        weather.run({"city": "Rome"})


def test_waiting_from_sync_code_without_a_loop(weather):
    assert weather.run({"city": "Rome"}).output == "sunny in Rome for 1 day(s)"


async def test_whole_round_trip_replay_and_drill(weather):
    transcript = await round_trip("Weather in Rome?", [weather], SimulatedModel())
    assert transcript.answer == "get_weather says: sunny in Rome for 1 day(s)"
    assert not (await replay(transcript, [weather])).changes
    assert (await drill(weather)).ok


async def test_panel(weather):
    panel = ToolPanel(Toolkit([weather]))
    panel.arguments = {"city": "Oslo"}
    assert (await panel.run()).output == "sunny in Oslo for 1 day(s)"
    assert (await panel.round_trip("Weather in Rome?")).answer
    panel.close()


@pytest.mark.parametrize("module", ["openai", "anyio"])
async def test_endpoint_in_a_page_says_where_it_works(monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "toolnexus.models._openai_client", raising=False)
    with pytest.raises(MissingExtraError, match=r"the extra `openai`"):
        await EndpointModel("ollama", "small")({"messages": []})
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(MissingExtraError, match=r"this page .* take a SimulatedModel\(\)"):
        await EndpointModel("ollama", "small")({"messages": []})


def test_local_model_in_a_page_says_where_it_works(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(MissingExtraError, match=r"a process of its own, .* SimulatedModel\(\)"):
        LocalModel()
