"""The panel as a person uses it, in JupyterLab and as a Voila page."""

import json
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import nbformat
import pytest

ACTIVE = re.compile("mod-active")
TOOLS = '''
import asyncio
from datetime import date
from typing import Annotated, Any, Literal
from pydantic import BaseModel, Field
from toolnexus import Toolkit, ToolContext

toolkit = Toolkit()

class Place(BaseModel):
    """A point on the map."""

    lat: Annotated[float, Field(ge=-90, le=90)]
    lon: float

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
    print("asking the station in", city)
    return f"sunny in {city}, 31 degrees {unit}, for {days} day(s)"

@toolkit.tool
def book(
    name: str,
    nights: int,
    near: Place,
    day: date,
    price: float = 1.5,
    is_quiet: bool = False,
    tags: list[str] = [],
    extra: dict[str, int] = {},
    room: int | str = 1,
    note: str | None = None,
    other: Any = None,
) -> dict:
    """Book a room."""
    return {"name": name, "near": near.lat, "tags": tags, "room": room, "day": str(day)}

@toolkit.tool
async def wait(ctx: ToolContext) -> None:
    """Wait for ever."""
    ctx.report_progress(1, 4, "thinking")
    await asyncio.Event().wait()
'''
PANEL = TOOLS + "\npanel = toolkit.panel()\npanel"


class Panel:
    """The panel in a page, found by the names that people see."""

    def __init__(self, opened):
        # Imported here: where playwright is missing, the fixture that opens a page says so.
        from playwright.sync_api import expect  # noqa: PLC0415

        self.expect = expect
        self.opened = opened
        self.page = opened.page
        self.root = self.page.locator(".tn-panel")

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True).filter(visible=True)

    def field(self, name):
        return self.root.get_by_label(name, exact=True).filter(visible=True)

    def fill(self, name, text):
        self.field(name).fill(text)
        self.field(name).blur()

    def open(self, name, tab="Try"):
        """Open a tool, with an empty form, and a tab."""
        tools = self.root.locator(".tn-tools select")
        label = tools.locator("option", has_text=re.compile(rf"^{name}\b")).inner_text()
        tools.select_option(label=label)
        self.expect(self.root.locator(".tn-panel-name code")).to_have_text(name)
        self.button("Try").click()
        # Until the form is another one: what is typed before that goes nowhere.
        self.arguments().fill('{"typed before": 1}')
        self.arguments().blur()
        self.expect(self.field("typed before")).to_be_visible()
        self.button("Clear").click()
        self.expect(self.field("typed before")).to_have_count(0)
        self.button(tab).click()
        self.expect(self.button(tab)).to_have_class(ACTIVE)

    def state(self, state):
        """Wait until the open tab is in a state; return the line that says so."""
        line = self.root.locator(f'.tn-status[data-state="{state}"]').filter(visible=True)
        self.expect(line).to_be_visible()
        return line.inner_text()

    def arguments(self):
        return self.field("arguments as the model would send them")

    def sends(self, arguments):
        """Wait until these are the arguments, as the JSON beside the form has them."""
        for _ in range(100):
            try:
                if json.loads(self.arguments().input_value()) == arguments:
                    return
            except ValueError:
                pass
            self.page.wait_for_timeout(50)
        assert json.loads(self.arguments().input_value()) == arguments


@pytest.fixture(scope="module")
def voila(lab, browser, tmp_path_factory):
    """Serve the panel as a page without code."""
    path = tmp_path_factory.mktemp("voila") / "panel.ipynb"
    cells = [nbformat.v4.new_code_cell(PANEL)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, path)
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    options = ["--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]
    command = [sys.executable, "-m", "voila", str(path), *options]
    with (path.parent / "log").open("w") as log:
        server = subprocess.Popen(command, env=lab.env, stdout=log, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            if server.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{url}/static/", timeout=1)  # noqa: S310 - loopback
            except urllib.error.HTTPError:
                break  # it answers
            except OSError:
                time.sleep(0.1)
            else:
                break
        yield url
    finally:
        server.terminate()
        server.wait(60)


@pytest.fixture(scope="module", params=["lab", "voila"])
def panel(request, module_opener):
    if request.param == "lab":
        opened = module_opener.notebook([PANEL], height=1300)
    else:
        opened = module_opener.new_page(height=1300)
        opened.name = "panel-voila"
        opened.page.goto(request.getfixturevalue("voila"))
    opened.page.locator(".tn-panel .tn-form").wait_for()
    return Panel(opened)


def test_tool_is_chosen_and_every_control_filled_in(panel):
    panel.open("book")
    panel.fill("name", "Ada")
    panel.fill("nights", "9007199254740993")
    panel.fill("lat", "13.08")
    panel.fill("lon", "80")
    panel.fill("day", "2031-04-05")
    panel.fill("price", "99.5")
    panel.sends(
        {
            "name": "Ada",
            "nights": 9007199254740993,
            "near": {"lat": 13.08, "lon": 80},
            "day": "2031-04-05",
            "price": 99.5,
        }
    )


def test_controls_of_every_other_kind_send_what_they_show(panel):
    panel.open("book")
    panel.field("is_quiet").select_option("true")
    panel.button("add item").click()
    panel.fill("tags[0]", "sea")
    panel.button("add item").click()
    panel.fill("tags[1]", "view")
    panel.button("up").last.click()
    panel.field("extra").select_option("fill in")
    panel.fill("new name", "towels")
    panel.button("add").click()
    panel.fill("towels", "2")
    panel.field("as").select_option("string")
    panel.expect(panel.button("empty")).to_have_count(3)  # its box is another one now
    panel.fill("room", "7")
    panel.fill("other", '{"any": [1, null]}')
    # Null, and absent again; an empty text is something else than either.
    panel.button("null").click()
    sent = {
        "near": {},
        "is_quiet": True,
        "tags": ["view", "sea"],
        "extra": {"towels": 2},
        "room": "7",
        "note": None,
        "other": {"any": [1, None]},
    }
    panel.sends(sent)
    panel.opened.photograph("controls", panel.root)
    panel.fill("note", "quiet")
    panel.sends({**sent, "note": "quiet"})
    panel.fill("note", "")
    panel.sends({key: value for key, value in sent.items() if key != "note"})
    panel.field("as").select_option("integer")
    panel.expect(panel.button("empty")).to_have_count(2)
    panel.expect(panel.field("room")).to_have_value("7")  # what was there is there again
    panel.fill("room", "8")
    panel.sends({**{k: v for k, v in sent.items() if k != "note"}, "room": 8})


def test_what_does_not_fit_is_said_beside_its_field_and_blocks_run(panel):
    panel.open("get_weather")
    assert "city is required" in panel.state("blocked")
    panel.fill("city", "Chennai")
    panel.fill("days", "30")
    panel.expect(panel.root.get_by_text("expected an integer from 1 to 14")).to_be_visible()
    assert panel.state("blocked") == "can't run yet: days is out of range"
    panel.expect(panel.button("Run")).to_be_disabled()
    panel.opened.photograph("blocked", panel.root)
    panel.fill("days", "3")
    panel.expect(panel.button("Run")).to_be_enabled()


def test_run_shows_both_sides_and_what_was_printed(panel):
    panel.open("get_weather")
    panel.fill("city", "Rome")
    panel.button("Run").click()
    assert panel.state("done").startswith("done in")
    shown = panel.root.locator(".tn-result")
    panel.expect(shown).to_contain_text("sunny in Rome, 31 degrees celsius, for 1 day(s)")
    panel.expect(panel.root.locator(".tn-printed")).to_have_text("asking the station in Rome")
    panel.opened.photograph("result", panel.root)


def test_running_tool_is_cancelled(panel):
    panel.open("wait")
    panel.button("Run").click()
    panel.state("running")
    panel.expect(panel.root.locator(".tn-progress").filter(visible=True)).to_contain_text(
        "1 of 4 thinking"
    )
    panel.button("Cancel").click()
    assert panel.state("cancelled").startswith("cancelled after")


def test_sample_fits(panel):
    panel.open("book")
    panel.button("Sample").click()
    panel.expect(panel.button("Run")).to_be_enabled()
    panel.button("Run").click()
    panel.state("done")


def test_broken_model_output_fills_the_form_and_its_faults_are_said(panel):
    panel.open("get_weather")
    panel.button("Paste model output").click()
    arguments = json.dumps('{"city": "Goa", "days": 2,}')
    written = f"Sure! {{'name': 'get_wether', 'arguments': {arguments}}}"
    panel.fill("model output", written)
    panel.button("Read it").click()
    panel.sends({"city": "Goa", "days": 2})
    notes = panel.root.locator(".tn-paste-part")
    for words in ("get_weather was meant", "single quotes", "comma"):
        panel.expect(notes).to_contain_text(words)
    panel.opened.photograph("pasted", panel.root)
    panel.button("Paste model output").click()


def test_half_typed_json_stays_as_it_is_and_then_fills_the_form(panel):
    panel.open("get_weather")
    panel.arguments().fill('{"city": "Os')
    panel.expect(panel.arguments()).to_have_value('{"city": "Os')
    panel.arguments().fill('{"city": "Oslo", "days": 2}')
    panel.arguments().blur()
    panel.expect(panel.field("city")).to_have_value("Oslo")
    panel.expect(panel.field("days")).to_have_value("2")


def test_fault_is_stepped_through_and_changed_on_the_way(panel):
    panel.open("get_weather", "Round trip")
    panel.fill("prompt", "What's the weather in Chennai for three days?")
    panel.field("mistake").select_option("wrong_type")
    panel.button("Step by step").click()
    panel.expect(panel.field("arguments")).to_have_value('{"city": "Chennai", "days": "3"}')
    panel.opened.photograph("stopped", panel.root)
    panel.button("Go on").click()
    panel.expect(panel.field("tool message")).to_have_value(re.compile("was not run"))
    panel.button("Go on").click()
    panel.expect(panel.field("arguments")).to_have_value('{"city": "Chennai", "days": 3}')
    panel.fill("arguments", '{"city": "Oslo", "days": 3}')
    panel.button("Go on").click()
    panel.expect(panel.field("tool message")).to_have_value(re.compile("sunny in Oslo"))
    panel.button("Play the rest").click()
    panel.state("done")
    line = panel.root.locator(".tn-transcript")
    panel.expect(line).to_contain_text("refused: days")
    panel.expect(line).to_contain_text("get_weather says: sunny in Oslo")
    panel.opened.photograph("round-trip", panel.root)


def test_run_is_replayed_and_taken_away_from_history(panel):
    panel.open("get_weather")
    panel.fill("city", "Goa")
    panel.button("Run").click()
    panel.state("done")
    panel.button("History").click()
    code = panel.field("code, to copy")
    panel.expect(code).to_have_value(re.compile(r'"city": "Goa"'))
    panel.field("copy as").select_option("curl")
    panel.expect(code).to_have_value(re.compile("^curl"))
    panel.button("Replay").click()
    assert panel.state("done") == "replayed: nothing has changed"
    panel.opened.photograph("history", panel.root)


def test_keyboard_alone_fills_in_runs_and_changes_the_tab(panel):
    panel.open("get_weather")
    panel.field("city").focus()
    keyboard = panel.page.keyboard
    keyboard.type("Pune")
    keyboard.press("Enter")
    panel.state("done")
    panel.expect(panel.root.locator(".tn-result")).to_contain_text("sunny in Pune")
    panel.field("city").focus()
    keyboard.press("Control+a")
    keyboard.type("Agra")
    keyboard.press("Tab")
    focused = "document.activeElement.closest('.widget-text, .jupyter-button')?.innerText"
    for _ in range(12):
        if "Run" in (panel.page.evaluate(focused) or ""):
            break
        keyboard.press("Tab")
    keyboard.press("Enter")
    panel.expect(panel.root.locator(".tn-result")).to_contain_text("sunny in Agra")
    panel.button("Schema").focus()
    keyboard.press("Enter")
    panel.expect(panel.root.locator(".tn-tool")).to_be_visible()


@pytest.mark.parametrize("tab", ["Schema", "Try", "Round trip", "Checks", "History"])
def test_every_tab_is_readable_in_both_themes_and_narrow(panel, tab):
    panel.open("get_weather", tab)
    for theme in ("light", "dark"):
        if hasattr(panel.opened, "set_theme"):
            panel.opened.set_theme(theme)
        for width in (1100, 480):
            panel.opened.resize(width, 1300)
            panel.opened.photograph(f"{tab}-{theme}-{width}", panel.root)
            seen = panel.opened.look(panel.root)
            assert not seen, "\n".join(seen)
        panel.opened.resize(1100, 1300)
    if hasattr(panel.opened, "set_theme"):
        panel.opened.set_theme("light")


def test_saved_and_opened_by_somebody_else_it_is_the_card(open_notebook, execute):
    opened = open_notebook(execute([PANEL]))
    card = opened.output(0).locator(".tn-toolkit")
    card.wait_for()
    assert "get_weather" in card.inner_text()
    assert opened.page.locator(".tn-panel").count() == 0
