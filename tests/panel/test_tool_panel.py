"""The panel, its buttons pressed and its boxes filled in without a browser."""
# ruff: noqa: T201 - tools that print are what some of this is about

import asyncio
import json

import pytest
import traitlets
from ipywidgets.widgets import widget as ipywidgets_widget
from pydantic import SecretStr

from toolnexus import (
    SimulatedModel,
    ToolContext,
    ToolError,
    Toolkit,
    define_tool,
    sample_arguments,
)
from toolnexus.display import provider_shapes
from toolnexus.panel import ToolPanel


def get_weather(city: str, days: int = 1) -> str:
    """Current weather for a city.

    More of it.
    """
    print(f"asking {city}")
    return f"sunny in {city} for {days} day(s)"


def find_hotel(city: str) -> list[str]:
    """Hotels in a city."""
    return [f"Grand {city}"]


def unlock(user: str, key: SecretStr) -> str:
    """Unlock the door."""
    print(key.get_secret_value())
    return f"unlocked for {user} with {key.get_secret_value()}"


async def wait(ctx: ToolContext) -> None:
    """Wait for ever."""
    ctx.report_progress(1, 4, "thinking")
    await asyncio.Event().wait()


def refuse() -> None:
    """Say no."""
    raise ToolError("No.")  # noqa: EM101


def alive():
    return len(ipywidgets_widget._instances)


@pytest.fixture
def toolkit():
    return Toolkit(map(define_tool, (get_weather, find_hotel, unlock, wait, refuse)))


@pytest.fixture
def panel(toolkit):
    before = alive()
    panel = ToolPanel(toolkit)
    yield panel
    panel.close()
    assert alive() == before


def everything_in(panel):
    """All state of all widgets, as a saved notebook would have it."""
    states = [widget.get_state() for widget in ipywidgets_widget._instances.values()]
    return json.dumps(states, default=str)


def words(panel):
    """What its HTML says."""
    return " ".join(
        state["value"]
        for state in (widget.get_state() for widget in ipywidgets_widget._instances.values())
        if state["_model_name"] == "HTMLModel" and "<style" not in state["value"][:10]
    )


async def until(condition):
    """Let the loop turn until something holds."""
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.005)
    pytest.fail("it never came to that")


def state_of(part):
    return part._status.value.split('data-state="')[1].split('"')[0]


# --- the list ---------------------------------------------------------------------------------


def test_first_tool_is_open_and_ready_to_fill_in(panel, toolkit):
    assert panel.tool is toolkit["get_weather"]
    assert [name for _, name in panel._list.select.options] == [t.name for t in toolkit]
    assert panel.tabs.value == "Try"
    assert "Current weather for a city." in words(panel)
    assert "More of it" not in words(panel)
    assert "can&#39;t run yet: city is required" in words(panel)
    assert panel._try.run_button.disabled


def test_search_shortens_the_list_and_leaves_the_tool_open(panel):
    panel._list.search.value = "HOTELS"
    assert [name for _, name in panel._list.select.options] == ["find_hotel"]
    assert panel.tool.name == "get_weather"
    panel._list.select.value = "find_hotel"
    assert panel.tool.name == "find_hotel"
    panel._list.search.value = "nothing like it"
    assert panel._list.select.options == ()
    assert "0 of 5 tools found" in words(panel)


def test_panel_without_tools_says_what_to_do():
    panel = ToolPanel([])
    assert "no tools yet: register some" in words(panel)
    for name in panel.tabs.options:
        panel.tabs.value = name
    panel.toolkit.register(define_tool(find_hotel))
    assert panel.tool.name == "find_hotel"
    panel.close()


def test_only_the_open_tool_has_a_form():
    small = ToolPanel([define_tool(find_hotel)])
    few = alive()
    small.close()
    big = ToolPanel([define_tool(find_hotel, name=f"tool_{i}") for i in range(300)])
    assert alive() == few
    big.close()


async def test_many_tools_are_weighed_and_checked_later():
    panel = ToolPanel([define_tool(lambda: 1, name=f"tool_{i}") for i in range(60)])
    assert "tokens" not in panel._list._foot.value
    await until(lambda: "tokens in every request" in panel._list._foot.value)
    await until(lambda: "in brackets" in panel._list._foot.value)
    panel.close()


# --- from a cell ------------------------------------------------------------------------------


def test_tool_is_set_by_its_name_or_as_itself(panel, toolkit):
    panel.tool = "find_hotel"
    assert panel.tool is toolkit["find_hotel"]
    panel.tool = toolkit["wait"]
    assert panel._list.select.value == "wait"
    with pytest.raises(traitlets.TraitError, match=r"no tool called 'find_hotl'.*find_hotel"):
        panel.tool = "find_hotl"
    with pytest.raises(traitlets.TraitError, match=r"register it in panel\.toolkit first"):
        panel.tool = define_tool(find_hotel)
    assert panel.tool.name == "wait"


def test_arguments_are_set_read_and_observed(panel):
    seen = []
    panel.observe(lambda change: seen.append(change["new"]), "arguments")
    panel.arguments = {"city": "Rome", "days": 2}
    assert panel.form.value == {"city": "Rome", "days": 2}
    panel.form.value = {"city": "Oslo"}
    assert panel.arguments == {"city": "Oslo"}
    panel.tool = "find_hotel"
    assert panel.arguments == {}
    assert seen == [{"city": "Rome", "days": 2}, {"city": "Oslo"}, {}]


async def test_run_returns_shows_and_keeps_the_result(panel):
    panel.arguments = {"city": "Rome"}
    result = await panel.run()
    assert result.value == "sunny in Rome for 1 day(s)"
    assert panel.result is result
    assert "done in" in panel._try._status.value
    assert "sunny in Rome" in panel._try._result.value
    assert "asking Rome" in panel._try._printed.value
    assert "asking" not in panel._try._result.value


async def test_arguments_that_do_not_fit_are_an_error_result(panel):
    panel.arguments = {"city": "Rome", "days": "three"}
    result = await panel.run()
    assert result.is_error
    assert state_of(panel._try) == "blocked"
    assert "function not entered" in panel._try._result.value


async def test_round_trip_from_a_cell(panel):
    seen = []
    panel.observe(lambda change: seen.append(len(change["new"].steps)), "transcript")
    transcript = await panel.round_trip("What is the weather in Rome?")
    assert transcript.answer == "get_weather says: sunny in Rome for 1 day(s)"
    assert panel.transcript.messages == transcript.messages
    assert seen == [0, 1, 2, 3, 4]
    other = await panel.round_trip("weather", SimulatedModel(faults=["wrong_type"]))
    assert other.calls[0].status == "refused"


# --- Try --------------------------------------------------------------------------------------


async def test_click_on_run_runs(panel):
    panel.arguments = {"city": "Rome"}
    panel._try.run_button.click()
    await until(lambda: panel.result is not None)
    assert panel.result.output == "sunny in Rome for 1 day(s)"


async def test_letters_that_a_click_has_overtaken_are_waited_for(panel):
    panel.arguments = {"city": "A"}
    panel._try.run_button.click()
    await asyncio.sleep(0)
    panel.arguments = {"city": "Agra"}  # what the front end held back
    await until(lambda: panel.result is not None)
    assert panel.result.output == "sunny in Agra for 1 day(s)"


async def test_click_overtaking_letters_that_do_not_fit_runs_nothing(panel):
    panel.arguments = {"city": "Agra", "days": 1}
    panel._try.run_button.click()
    await asyncio.sleep(0)
    panel.arguments = {"city": "Agra", "days": "1x"}
    await until(lambda: panel._tasks.is_idle)
    assert panel.result is None
    assert state_of(panel._try) == "blocked"


async def test_running_tool_shows_its_progress_and_is_cancelled(panel):
    panel.tool = "wait"
    panel._try.run_button.click()
    await until(lambda: panel._try._bar.description == "1 of 4 thinking")
    assert (panel._try._bar.max, panel._try._bar.value) == (4, 1)
    assert state_of(panel._try) == "running"
    assert panel._try.run_button.disabled
    panel._try.cancel_button.click()
    await until(lambda: state_of(panel._try) == "cancelled")
    assert panel.result.is_error
    assert not panel._try.run_button.disabled


async def test_time_limit_ends_a_run_and_a_wrong_one_blocks_it(panel):
    panel.tool = "wait"
    panel._try.limit.value = "soon"
    assert "a number of seconds above 0, or nothing; got &#39;soon&#39;" in words(panel)
    assert panel._try.run_button.disabled
    panel._try.limit.value = "0.01"
    assert "did not finish within 0.01 seconds" in (await panel.run()).output


async def test_two_runs_at_once_never_mix(panel):
    panel.arguments = {"city": "Rome"}
    first = asyncio.ensure_future(panel.run())
    await asyncio.sleep(0)
    panel.tool = "find_hotel"
    panel.arguments = {"city": "Oslo"}
    results = [await first, await panel.run()]
    assert [r.output for r in results] == ["sunny in Rome for 1 day(s)", '["Grand Oslo"]']
    assert "Grand Oslo" in panel._try._result.value
    assert panel._try._printed.value == ""
    panel.tool = "get_weather"
    assert "sunny in Rome" in panel._try._result.value
    assert "asking Rome" in panel._try._printed.value


def test_samples_fit_and_go_on(panel):
    samples = []
    for _ in range(5):
        panel._try.sample_button.click()
        assert not panel._try.run_button.disabled
        samples.append(panel.arguments)
    assert any(sample != samples[0] for sample in samples)
    assert samples == [sample_arguments(panel.tool, seed=seed) for seed in range(5)]
    assert "ready, with sample_arguments(tool, seed=4)" in panel._try._status.value
    panel.arguments = {"city": "Rome"}
    assert "sample" not in panel._try._status.value
    panel._try.clear_button.click()
    assert panel.arguments == {}


async def test_exception_in_a_handler_is_shown_and_the_button_lives(panel, monkeypatch):
    monkeypatch.setattr(panel._try, "fill", lambda _: 1 / 0)
    panel._try.sample_button.click()
    assert "ZeroDivisionError: division by zero" in panel._notice.value
    monkeypatch.undo()
    panel._try.sample_button.click()
    assert panel.arguments


# --- Round trip -------------------------------------------------------------------------------


def trip_of(panel):
    panel.tabs.value = "Round trip"
    return panel._trip


async def test_steps_are_changed_before_they_go_on(panel):
    trip = trip_of(panel)
    trip.prompt.value = "What is the weather in Rome?"
    trip.step_button.click()
    await until(lambda: trip.stop.text.value)
    assert json.loads(trip.stop.text.value) == {"city": "Rome"}
    trip.stop.text.value = '{"city": "Oslo", "days": '
    assert trip.stop.go_button.disabled
    assert "not JSON" in trip.stop._says.value
    trip.stop.text.value = '{"city": "Oslo", "days": 3}'
    trip.stop.go_button.click()
    await until(lambda: trip.stop.text.value.startswith("sunny in Oslo"))
    assert "parsed · valid · executed" in trip.stop._says.value
    trip.stop.text.value = "raining"
    trip.stop.go_button.click()
    await until(lambda: state_of(trip) == "done")
    assert panel.transcript.answer == "get_weather says: raining"
    assert "tn-hidden" in trip.stop.box._dom_classes


async def test_fault_is_stepped_over(panel):
    trip = trip_of(panel)
    trip.prompt.value = "What is the weather in Rome for three days?"
    trip.fault.value = "wrong_type"
    trip.step_button.click()
    await until(lambda: trip.stop.text.value)
    assert "it will be refused: get_weather was not run" in trip.stop._says.value
    trip.stop.play_button.click()
    await until(lambda: state_of(trip) == "done")
    assert [step.status for step in panel.transcript.calls] == ["refused", "executed"]


async def test_call_is_refused_by_hand(panel):
    trip = trip_of(panel)
    trip.prompt.value = "What is the weather in Rome?"
    trip.step_button.click()
    await until(lambda: trip.stop.text.value)
    trip.stop.refuse_button.click()
    await until(lambda: "was not approved" in trip.stop.text.value)
    trip.stop.play_button.click()
    await until(lambda: state_of(trip) in ("done", "failed"))
    assert panel.transcript.calls[0].status == "not approved"


async def test_stopped_round_trip_is_cancelled(panel):
    trip = trip_of(panel)
    trip.prompt.value = "What is the weather in Rome?"
    trip.step_button.click()
    await until(lambda: trip.stop.text.value)
    trip.cancel_button.click()
    await until(lambda: state_of(trip) == "cancelled")
    assert panel.transcript.end.reason == "cancelled"
    assert not trip.play_button.disabled


async def test_script_is_played(panel):
    trip = trip_of(panel)
    trip.model.value = "scripted"
    trip.prompt.value = "Hello"
    assert trip.play_button.disabled
    trip.script.value = 'find_hotel {"city": "Oslo"}\nTake the Grand.'
    trip.play_button.click()
    await until(lambda: state_of(trip) == "done")
    assert panel.transcript.answer == "Take the Grand."


async def test_model_that_was_handed_in_is_the_first_choice(toolkit):
    panel = ToolPanel(toolkit, {"mine": SimulatedModel(name="other")})
    trip = trip_of(panel)
    assert trip.model.value == "mine"
    assert (await panel.round_trip("weather in Rome")).model == "other"
    panel.close()


async def test_only_the_open_tool_is_offered_on_request(panel):
    trip = trip_of(panel)
    trip.offered.value = "one"
    panel.tool = "find_hotel"
    transcript = await panel.round_trip("Anything in Oslo")
    assert [entry["function"]["name"] for entry in transcript.tools] == ["find_hotel"]


async def test_one_round_trip_at_a_time_and_never_without_a_prompt(panel):
    with pytest.raises(ValueError, match="there is no prompt; write what a person asks"):
        await panel.round_trip()
    trip = asyncio.ensure_future(panel.round_trip("weather in Rome", step_by_step=True))
    await until(lambda: panel._trip.stop.text.value)
    with pytest.raises(ValueError, match="a round trip is under way"):
        await panel.round_trip("again")
    panel._trip.stop.play_button.click()
    assert (await trip).answer


# --- Schema, Checks, History ------------------------------------------------------------------


def test_entry_is_there_to_copy_in_every_shape(panel, toolkit):
    panel.tabs.value = "Schema"
    schema = panel._parts["Schema"]
    assert json.loads(schema.entry.value) == toolkit.to_openai()[:1]
    assert len(schema.shape.options) == len(provider_shapes(toolkit["get_weather"]))
    for _, shape in schema.shape.options:
        schema.shape.value = shape
        assert "get_weather" in schema.entry.value
    schema.shape.value = "anthropic"
    panel.tool = "find_hotel"
    assert json.loads(schema.entry.value)[0]["name"] == "find_hotel"


def test_shape_that_cannot_be_says_why(toolkit):
    def save(options: dict[str, int]) -> str:
        """Save."""

    panel = ToolPanel([define_tool(save)])
    panel.tabs.value = "Schema"
    panel._parts["Schema"].shape.value = "openai strict"
    assert panel._parts["Schema"].entry.value == ""
    assert "properties.options" in panel._parts["Schema"]._status.value
    panel.close()


async def test_history_that_nobody_sees_is_not_written(panel):
    panel.tabs.value = "History"
    history = panel._parts["History"]
    panel.tabs.value = "Try"
    panel.arguments = {"city": "Rome"}
    await panel.run()
    assert history.select.options == ()
    panel.tabs.value = "History"
    assert len(history.select.options) == 1
    assert "Rome" in history._view.value


async def test_history_replays_compares_and_writes(panel):
    panel.tabs.value = "History"
    history = panel._parts["History"]
    assert "nothing yet" in history._status.value
    for city in ("Rome", "Oslo"):
        panel.arguments = {"city": city}
        await panel.run()
    assert [value for _, value in history.select.options] == [2, 1]
    assert history.code.value.startswith("await toolkit.execute(")
    history.compare.click()
    assert "run 2 compared with run 1" in history._status.value
    assert "sunny in Oslo" in history._view.value
    history.replay.click()
    await until(lambda: state_of(history) == "done")
    assert "nothing has changed" in history._status.value
    history.select.value = 1
    assert history.compare.disabled
    history.kind.value = "curl"
    assert history.code.value.startswith("curl")
    await panel.round_trip("weather in Rome")
    assert history.run.transcript is not None


async def test_code_that_is_too_long_for_a_box_is_not_put_there(panel, toolkit):
    toolkit.register(define_tool(lambda: "x" * 300_000, name="long"))
    panel.tool = "long"
    panel.tabs.value = "History"
    await panel.run()
    history = panel._parts["History"]
    history.kind.value = "pytest"
    assert history.code.value == ""
    assert "too long for this box: 300," in history._code_says.value
    history.kind.value = "notebook cell"
    assert history.code.value == 'await toolkit.execute("long", {})\n'
    assert "too long" not in history._code_says.value


# --- while prototyping ------------------------------------------------------------------------


def test_new_version_of_the_open_tool_keeps_what_was_typed(panel, toolkit):
    panel.arguments = {"city": "Rome", "days": 2}

    @toolkit.tool
    def get_weather(city: str, unit: str = "celsius") -> str:
        """Weather in other units."""
        return unit

    assert panel.tool is get_weather
    assert panel.arguments == {"city": "Rome"}
    assert "Weather in other units." in words(panel)
    assert "changed:" in panel._head.value
    assert "unit: new" in panel._head.value
    assert "days: gone" in panel._head.value
    assert "left out, for it has no place any more: days" in panel._head.value


def test_tool_that_is_removed_makes_room_for_the_next(panel, toolkit):
    toolkit.remove("get_weather")
    assert panel.tool.name == "find_hotel"
    toolkit.remove("find_hotel", "unlock", "wait", "refuse")
    assert panel.tool is None
    assert "no tools yet" in words(panel)


def test_other_tools_come_without_touching_the_form(panel, toolkit):
    panel.arguments = {"city": "Rome"}
    form = panel.form
    toolkit.register(define_tool(find_hotel, name="find_inn"))
    assert "find_inn" in [name for _, name in panel._list.select.options]
    assert panel.form is form
    assert panel.arguments == {"city": "Rome"}


def test_closed_panel_follows_no_more(toolkit):
    before = alive()
    panel = ToolPanel(toolkit)
    for name in panel.tabs.options:
        panel.tabs.value = name
    panel.close()
    panel.close()
    toolkit.remove("wait")
    assert alive() == before


def test_twenty_panels_leave_nothing_behind(toolkit):
    before = alive()
    for _ in range(20):
        panel = ToolPanel(toolkit)
        panel.tool = "unlock"
        panel.close()
    assert alive() == before


# --- secrets ----------------------------------------------------------------------------------


async def test_secret_is_found_nowhere_after_the_run(panel):
    secret = "sesame-open-7"  # noqa: S105 - made up
    panel.tool = "unlock"
    panel.arguments = {"user": "Ada", "key": secret}
    result = await panel.run()
    assert result.output == "unlocked for Ada with ••••••••"
    assert panel.arguments == {"user": "Ada"}
    panel.tabs.value = "History"
    history = panel._parts["History"]
    for kind in history.kind.options:
        history.kind.value = kind
        assert secret not in history.code.value
    assert secret not in everything_in(panel)
    assert secret not in repr(panel._session.runs)
    assert "••••••••" in panel._try._printed.value


async def test_secret_typed_into_a_step_is_found_nowhere(panel):
    secret = "sesame-open-8"  # noqa: S105 - made up
    trip = trip_of(panel)
    panel.tool = "unlock"
    trip.offered.value = "one"
    trip.prompt.value = "Unlock the door for Ada"
    trip.step_button.click()
    await until(lambda: trip.stop.text.value)
    trip.stop.text.value = json.dumps({"user": "Ada", "key": secret})
    trip.stop.go_button.click()
    await until(lambda: "unlocked" in trip.stop.text.value)
    trip.stop.go_button.click()
    await until(lambda: state_of(trip) == "done")
    assert secret not in everything_in(panel)
    assert secret not in panel.transcript.to_json()
    assert secret not in repr(panel._session.runs)


# --- elsewhere --------------------------------------------------------------------------------


def test_front_end_without_widgets_gets_the_card(panel, toolkit):
    bundle = panel._repr_mimebundle_()
    assert bundle["text/plain"] == repr(panel)
    assert repr(panel) == "ToolPanel([get_weather, find_hotel, unlock, wait and refuse])"
    assert bundle["text/html"] == toolkit._repr_html_()
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_card_of_many_tools_is_that_of_the_open_one():
    panel = ToolPanel([define_tool(find_hotel, name=f"tool_{i}") for i in range(60)])
    assert panel._repr_mimebundle_()["text/html"] == panel.tool._repr_html_()
    panel.close()


def test_toolkit_opens_its_panel(toolkit):
    panel = toolkit.panel()
    assert panel.toolkit is toolkit
    panel.close()


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "</style><script>x</script>"])
def test_hostile_text_is_text(text):
    def tool(word: str) -> str:
        print(word)
        return word

    panel = ToolPanel([define_tool(tool, description=text)], {text: SimulatedModel()})
    for name in panel.tabs.options:
        panel.tabs.value = name
    panel.arguments = {"word": text}
    asyncio.run(panel.run())
    asyncio.run(panel.round_trip(text))
    assert text not in words(panel)
    panel.close()


# --- pasted model output ----------------------------------------------------------------------


def paste(panel, text):
    panel._try.paste.text.value = text
    panel._try.paste.read_button.click()
    return panel._try.paste._notes.value


def test_broken_arguments_fill_the_form_and_their_faults_are_said(panel):
    said = paste(panel, "Sure!\n```json\n{'city': 'Rome', 'days': '3',}\n```")
    assert panel.arguments == {"city": "Rome", "days": "3"}
    for words in ("code fence", "single quotes", "comma"):
        assert words in said
    assert "as it stands" not in said
    assert panel._try.run_button.disabled  # "3" is no integer, and stays what was written


def test_call_of_another_tool_opens_that_tool(panel):
    said = paste(panel, '{"name": "find_hotel", "arguments": "{\\"city\\": \\"Oslo\\"}"}')
    assert panel.tool.name == "find_hotel"
    assert panel.arguments == {"city": "Oslo"}
    assert "a program would have read it as it stands" in said


def test_several_calls_are_looked_at_one_by_one(panel):
    calls = [
        {"id": "1", "function": {"name": "get_weather", "arguments": '{"city": "Rome"}'}},
        {"id": "2", "function": {"name": "find_hotel", "arguments": '{"city": "Oslo"}'}},
    ]
    paste(panel, json.dumps({"role": "assistant", "tool_calls": calls}))
    assert panel.arguments == {"city": "Rome"}
    panel._try.paste.call.value = 1
    assert (panel.tool.name, panel.arguments) == ("find_hotel", {"city": "Oslo"})


def test_what_is_no_call_changes_nothing_and_says_what_was_expected(panel):
    panel.arguments = {"city": "Rome"}
    assert "expected" in paste(panel, "I can't do that.")
    assert panel.arguments == {"city": "Rome"}


async def test_calls_are_all_that_was_run_the_oldest_first(toolkit):
    panel = ToolPanel(toolkit)
    assert panel.calls == ()
    panel.arguments = {"city": "Oslo"}
    await panel.run()
    await panel.round_trip("How is the weather in Rome?")
    assert [(step.call.name, step.arguments) for step in panel.calls] == [
        ("get_weather", {"city": "Oslo"}),
        ("get_weather", {"city": "Rome"}),
    ]
    panel.close()


async def test_secrets_are_masked_in_calls(toolkit):
    toolkit.tool(unlock)
    panel = ToolPanel(toolkit)
    panel.tool = "unlock"
    panel.arguments = {"user": "ada", "key": "sesame-7"}
    await panel.run()
    assert "sesame-7" not in repr(panel.calls)
    panel.close()
