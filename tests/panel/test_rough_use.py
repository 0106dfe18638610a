"""The panel in rough hands: closed too early, odd tools and models, no threads, no loop."""

import asyncio
import gc
import json
import math

import comm
import pytest
import traitlets
from ipywidgets.widgets import widget as registry
from pydantic import SecretStr

from toolnexus import ScriptedModel, ToolContext, Toolkit, define_tool
from toolnexus.panel import ToolPanel
from toolnexus.panel._execution import Execution
from toolnexus.panel._form._state import MASK

SECRET = "sesame-open-9"  # noqa: S105 - made up


def get_weather(city: str, days: int = 1) -> str:
    """Current weather for a city."""
    return f"sunny in {city} for {days} day(s)"


async def wait(ctx: ToolContext) -> None:
    """Wait for ever."""
    await asyncio.Event().wait()


def unlock(user: str, key: SecretStr) -> str:
    """Unlock the door."""
    return f"unlocked for {user} with {key.get_secret_value()}"


@pytest.fixture
def open_panel():
    before = set(registry._instances)
    panels = []

    def opened(*functions, models=()):
        panels.append(ToolPanel(Toolkit(map(define_tool, functions)), models))
        return panels[-1]

    yield opened
    for panel in panels:
        panel.close()
    assert set(registry._instances) == before


def everything():
    states = [widget.get_state() for widget in registry._instances.values()]
    return json.dumps(states, default=str, ensure_ascii=False)


async def until(condition):
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.002)
    pytest.fail("it never came to that")


# --- closing ----------------------------------------------------------------------------------


async def test_closing_ends_a_run_that_a_cell_waits_for(open_panel):
    panel = open_panel(wait)
    run = asyncio.ensure_future(panel.run())
    await asyncio.sleep(0)
    panel.close()
    result = await asyncio.wait_for(run, 5)
    assert "was cancelled" in result.output


async def test_closed_panel_refuses_to_work_and_makes_no_widget(open_panel):
    panel = open_panel(get_weather)
    panel.close()
    before = set(registry._instances)
    with pytest.raises(ValueError, match="this panel is closed; open another one"):
        await panel.run()
    with pytest.raises(ValueError, match="this panel is closed; open another one"):
        await panel.round_trip("weather in Rome")
    panel.tool = None
    panel.tool = "get_weather"
    assert set(registry._instances) == before


async def test_removed_tool_runs_no_more(open_panel):
    panel = open_panel(wait, get_weather)
    panel._try.run_button.click()
    await until(lambda: panel._try._running)
    panel.toolkit.remove("wait")
    await until(lambda: not panel._tasks._running)
    assert panel.tool.name == "get_weather"
    panel.toolkit.register(define_tool(wait))
    panel.tool = "wait"
    assert panel._try._result.value == ""  # that was another tool


# --- without a loop, without threads ----------------------------------------------------------


def test_click_without_an_event_loop_says_what_to_write(open_panel):
    panel = open_panel(get_weather)
    panel.arguments = {"city": "Rome"}
    panel._try.run_button.click()
    assert "asyncio.run(panel.run())" in panel._notice.value
    for _ in range(2):
        assert asyncio.run(panel.run()).output == "sunny in Rome for 1 day(s)"
        assert asyncio.run(panel.round_trip("weather in Rome")).answer


async def test_many_tools_are_weighed_where_there_are_no_threads(monkeypatch):
    async def none_left(*_):
        msg = "can't start new thread"
        raise RuntimeError(msg)

    monkeypatch.setattr(asyncio, "to_thread", none_left)
    panel = ToolPanel([define_tool(lambda: 1, name=f"tool_{i}") for i in range(60)])
    await until(lambda: "in brackets" in panel._list._foot.value)
    assert "tokens in every request" in panel._list._foot.value
    assert panel._notice.value == ""
    panel.close()


# --- odd tools --------------------------------------------------------------------------------


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_tool_that_would_end_the_program_ends_its_run(open_panel, raised, is_async):
    def stop() -> None:
        raise raised

    async def stop_later() -> None:
        raise raised

    panel = open_panel(stop_later if is_async else stop)

    async def press():
        panel._try.run_button.click()
        await until(lambda: not panel._tasks._running)
        panel.tabs.value = "Round trip"
        panel._trip.prompt.value = "stop"
        panel._trip.model.value = "scripted"
        panel._trip.script.value = f"{panel.tool.name} {{}}\ndone"
        panel._trip.play_button.click()
        await until(lambda: not panel._tasks._running)

    asyncio.run(press())  # it came to its end
    assert not panel._try.run_button.disabled
    assert not panel._trip.play_button.disabled
    gc.collect()


@pytest.mark.parametrize(
    ("done", "total", "drawn"),
    [
        (math.nan, 4, (4, 0)),
        (1, math.nan, (1, 1)),
        (math.inf, 4, (4, 0)),
        (1, math.inf, (1, 1)),
        (-1, 4, (4, 0)),
        (1, 0, (1, 1)),
        (1, -3, (1, 1)),
        ("a", "b", (1, 0)),
        (None, None, (1, 0)),
        (10**400, 4, (4, 0)),
        (9, 4, (4, 4)),
    ],
    ids=str,
)
async def test_progress_that_is_none_is_drawn_all_the_same(open_panel, done, total, drawn):
    async def work(ctx: ToolContext) -> None:
        ctx.report_progress(done, total, "so far")
        await asyncio.Event().wait()

    panel = open_panel(work)
    panel._try.run_button.click()
    await until(lambda: "so far" in panel._try._bar.description)
    assert (panel._try._bar.max, panel._try._bar.value) == drawn
    assert panel._notice.value == ""
    json.dumps(panel._try._bar.get_state(["max", "value"]), allow_nan=False)


async def test_execution_of_a_finished_tool_keeps_what_it_reported():
    def work(ctx: ToolContext) -> None:
        for done in range(1000):
            ctx.report_progress(done, 999, None)

    execution = Execution(define_tool(work), {})
    await execution.run()
    assert execution.progress == (999, 999, "")


# --- traits -----------------------------------------------------------------------------------


async def test_each_run_is_told_also_if_it_brings_the_same(open_panel):
    panel, seen = open_panel(get_weather), []
    panel.observe(lambda change: seen.append(change["new"]), "result")
    panel.arguments = {"city": "Rome"}
    results = [await panel.run(), await panel.run()]
    assert [a is b for a, b in zip(results, seen, strict=True)] == [True, True]


def test_arguments_that_python_finds_equal_are_not(open_panel):
    panel = open_panel(get_weather)
    for days in (1, True, 1.0):
        panel.arguments = {"city": "Rome", "days": days}
        assert type(panel.form.value["days"]) is type(days)


@pytest.mark.parametrize(
    "wrong", [{"x": object()}, {1: 2}, {"x": {1}}, None, [1], "x"], ids=str
)
def test_arguments_that_are_none_change_nothing(open_panel, wrong):
    panel = open_panel(get_weather)
    panel.arguments = {"city": "Rome"}
    with pytest.raises(traitlets.TraitError):
        panel.arguments = wrong
    assert panel.arguments == panel.form.value == {"city": "Rome"}


def test_arguments_need_a_tool(open_panel):
    panel = open_panel(get_weather)
    panel.tool = None
    with pytest.raises(traitlets.TraitError, match=r"none is chosen; set panel\.tool first"):
        panel.arguments = {"city": "Rome"}
    for name in panel.tabs.options:
        panel.tabs.value = name
    assert panel._notice.value == ""


async def test_arguments_changed_in_place_are_what_is_run_and_shown(open_panel):
    panel = open_panel(get_weather)
    given = {"city": "Rome"}
    panel.arguments = given
    given["city"] = "Paris"
    assert panel.arguments == {"city": "Rome"}
    panel.arguments["city"] = "Oslo"
    assert "Oslo" in (await panel.run()).output
    assert '"Oslo"' in panel.form._json._text.value


async def test_observer_that_raises_ends_no_round_trip(open_panel):
    panel = open_panel(get_weather)
    panel.observe(lambda _: 1 / 0, ["result", "transcript"])
    panel.arguments = {"city": "Rome"}
    assert (await panel.run()).output
    assert (await panel.round_trip("weather in Rome")).answer
    assert "ZeroDivisionError" in panel._notice.value
    assert len(panel._session.runs) == 2


# --- odd models -------------------------------------------------------------------------------


async def test_model_that_fails_is_told_and_kept(open_panel):
    async def broken(_):
        msg = "<b>no</b>"
        raise ValueError(msg)

    panel = open_panel(get_weather, models=broken)
    panel.tabs.value = "Round trip"
    panel._trip.prompt.value = "Hello"
    panel._trip.play_button.click()
    await until(lambda: not panel._tasks._running)
    assert 'data-state="failed"' in panel._trip._status.value
    assert "ValueError: &lt;b&gt;no&lt;/b&gt;" in panel._trip._status.value
    assert [run.title for run in panel._session.runs] == ["1 · Hello: not ended"]
    assert "broken" in panel._trip.model.options


async def test_model_of_a_taken_name_plays_too(open_panel):
    mine = ScriptedModel(["mine"])
    panel = open_panel(get_weather, models={"simulated": mine, "scripted": mine})
    assert (await panel.round_trip("Hello")).answer == "mine"
    assert panel._trip.model.options[2:] == ("simulated'", "scripted'")


# --- secrets ----------------------------------------------------------------------------------


async def test_pasted_secret_does_not_stay_in_the_box(open_panel):
    panel = open_panel(unlock)
    call = {"name": "unlock", "arguments": {"user": "Ada", "key": SECRET}}
    panel._try.paste.text.value = json.dumps(call)
    panel._try.paste.read_button.click()
    await until(lambda: panel.arguments == {"user": "Ada", "key": SECRET})
    assert "there is a secret in it" in panel._try.paste._notes.value
    assert SECRET not in everything()


async def test_secret_that_the_model_sends_is_found_nowhere(open_panel):
    panel = open_panel(unlock)
    panel.tabs.value = "Round trip"
    trip = panel._trip
    trip.prompt.value = f"Unlock the door for Ada with {SECRET}"
    trip.model.value = "scripted"
    trip.script.value = f"unlock {json.dumps({'user': 'Ada', 'key': SECRET})}\nOpen."
    trip.step_button.click()
    await until(lambda: trip.stop.text.value)
    assert json.loads(trip.stop.text.value) == {"user": "Ada", "key": MASK}
    trip.stop.text.value = json.dumps({"user": "Bob", "key": MASK})
    trip.stop.go_button.click()
    await until(lambda: "unlocked for Bob" in trip.stop.text.value)
    trip.stop.play_button.click()
    await until(lambda: not panel._tasks._running)
    assert panel.transcript.calls[0].result.output == f"unlocked for Bob with {MASK}"
    assert SECRET not in everything()
    assert SECRET not in panel.transcript.to_json() + repr(panel._session.runs)
    assert SECRET not in panel._session.runs[-1].played


@pytest.mark.parametrize("secret", ["7", "ab"])
async def test_short_secret_is_masked_where_it_was_typed(open_panel, secret):
    panel = open_panel(unlock)
    panel.arguments = {"user": "Ada", "key": secret}
    await panel.run()
    (step,) = panel._session.runs[-1].calls
    assert step.arguments == {"user": "Ada", "key": MASK}
    assert json.loads(step.call.arguments) == {"user": "Ada", "key": MASK}


# --- stops ------------------------------------------------------------------------------------


async def test_playing_the_rest_plays_what_was_changed(open_panel):
    panel = open_panel(get_weather)
    panel.tabs.value = "Round trip"
    trip = panel._trip
    trip.prompt.value = "weather in Rome"
    trip.step_button.click()
    await until(lambda: trip.stop.text.value)
    trip.stop.text.value = '{"city": '
    assert trip.stop.play_button.disabled
    trip.stop.text.value = '{"city": "Oslo"}'
    trip.stop.play_button.click()
    await until(lambda: not panel._tasks._running)
    assert "sunny in Oslo" in panel.transcript.answer


async def test_calls_of_one_message_are_told_apart(open_panel):
    panel = open_panel(get_weather)
    calls = [("get_weather", {"city": city}) for city in ("Rome", "Oslo")]
    trip = asyncio.ensure_future(
        panel.round_trip("both", ScriptedModel([calls, "done"]), step_by_step=True)
    )
    seen, shown = [], panel._trip.stop
    while True:
        await until(lambda: trip.done() or (shown.text.value and shown._stop not in seen))
        if trip.done():
            break
        seen.append(shown._stop)
        assert f"get_weather ({shown._stop.call.id})" in panel._trip._status.value
        if shown._stop.kind == "call":
            city = json.loads(shown.text.value)["city"]
            shown.text.value = json.dumps({"city": f"New {city}"})
        shown.go_button.click()
    assert [stop.kind for stop in seen] == ["call", "call", "result", "result"]
    told = [
        message["content"] for message in (await trip).messages if message["role"] == "tool"
    ]
    assert told == ["sunny in New Rome for 1 day(s)", "sunny in New Oslo for 1 day(s)"]


# --- what it costs ----------------------------------------------------------------------------


@pytest.fixture
def sent(monkeypatch):
    """What goes to the front end."""
    messages = []
    monkeypatch.setattr(
        comm.DummyComm, "publish_msg", lambda _, kind, **more: messages.append((kind, more))
    )
    return messages


def many_parameters(
    a: str, b: int, c: float, d: bool, e: list[str], f: str = "", g: int = 1, h: float = 0.5
) -> None:
    """Take many."""


def test_thousand_tools_are_opened_with_no_more_messages_than_ten(open_panel, sent):
    costs = []
    for amount in (10, 1000):
        sent.clear()
        tools = [define_tool(many_parameters, name=f"tool_{i}") for i in range(amount)]
        panel = ToolPanel(tools)
        costs.append(len(sent))
        panel.close()
    assert costs[1] <= costs[0]


def test_key_and_choice_send_few_messages(open_panel, sent):
    panel = ToolPanel([define_tool(many_parameters, name=f"tool_{i}") for i in range(3)])
    sent.clear()
    panel.tool = "tool_1"
    assert len(sent) < 200
    form = panel.form
    form.value = {"a": "x"}
    box = next(w for w in registry._instances.values() if getattr(w, "description", "") == "a")
    sent.clear()
    box.value = "xy"
    assert len(sent) <= 4
    panel.close()


async def test_quick_round_trip_is_not_drawn_for_every_step(open_panel, monkeypatch):
    panel = open_panel(get_weather)
    monkeypatch.setattr("toolnexus.panel._parts._trip._TICK_SECONDS", 3600)
    panel.tabs.value = "Round trip"
    drawn, steps = [], []
    panel._trip._line.observe(lambda _: drawn.append(1), "value")
    panel.observe(lambda _: steps.append(1), "transcript")
    calls = [("get_weather", {"city": "Rome"})] * 50
    await panel.round_trip("all", ScriptedModel([calls, "done"]))
    assert len(steps) > 50
    assert len(drawn) <= 2
    assert "done" in panel._trip._line.value
