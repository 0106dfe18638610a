"""What the displays look like wherever they are shown: nothing cut off or hard to read."""

import pytest
from nbconvert import HTMLExporter

SETUP = '''
from typing import Annotated, Literal
from pydantic import BaseModel, Field
from toolnexus import (
    SimulatedModel, Toolkit, check, course, drill, replay, round_trip, tool
)
from toolnexus.adapters import to_anthropic, to_gemini
from toolnexus.display import compare, provider_shapes, show

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

described = get_weather.replace(
    input_schema={"properties": {
        "city": {"type": "string", "description": "Name of the city, in English."},
        "days": {"type": "integer", "description": "How many days ahead to forecast."},
        "unit": {"enum": ["celsius", "fahrenheit"], "description": "Scale of the degrees."},
    }, "required": ["city"]}
)

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

@tool(name="get_weather")
def get_forecast(city: str, days: Annotated[int, Field(ge=1, le=7)], lang: str = "en") -> str:
    """Weather forecast for a city.

    Args:
        city: Name of the city, in its own language.
        days: How many days ahead to forecast.
    """

toolkit = Toolkit([get_weather, plan_journey, ping])
entries = [
    *to_anthropic([get_weather]),
    *to_gemini([get_weather], legacy=True),
    {"type": "web_search"},
    {"description": "A tool without a name.", "input_schema": "none"},
    3,
]
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
    "shapes": "provider_shapes(plan_journey)",
    "comparison": "compare(Toolkit([get_weather, ping]), [get_forecast, plan_journey])",
    "entries": "show(entries)",
    "exercise": 'await course.check("describe-unit", get_weather)',
    "solved exercise": 'await course.check("describe-unit", described)',
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
    if words in ("light-1000", "dark-400"):
        notebook.photograph(f"{words}-{name}", of=display)
    assert notebook.look(display) == []


def test_keyboard_reaches_and_opens_every_fold(live):
    notebook = live.page.locator(".jp-Notebook")
    live.fold(notebook, is_open=False)
    folds = notebook.locator(".tn details").count()
    assert folds > 2 * len(SHOWN)
    live.page.locator(".jp-CodeCell").nth(1).locator(".jp-InputPrompt").click()
    for _ in range(2 * folds):  # code that scrolls is reached, too
        live.page.keyboard.press("Tab")
        if live.page.evaluate("document.activeElement.matches('.tn summary')"):
            live.page.keyboard.press("Enter")
        if notebook.locator(".tn details[open]").count() == folds:
            break
    assert notebook.locator(".tn details[open]").count() == folds
    live.fold(notebook, is_open=False)


# --- notebooks that nobody trusts, and pages -------------------------------------------------


@pytest.fixture(scope="module")
def executed(execute):
    """Run all displays without a front end, as a notebook in a repository was."""
    return execute(CELLS)


@pytest.fixture(scope="module")
def displays(executed):
    """Give the HTML of each display."""
    cells = executed.cells[1:]
    return {name: html_of(cell) for name, cell in zip(SHOWN, cells, strict=True)}


def html_of(cell):
    (output,) = cell.outputs
    return output.data["text/html"]


@pytest.fixture(scope="module")
def opened(executed, module_opener):
    """Open the notebook on a machine where it was never run."""
    notebook = module_opener.notebook(executed, height=5000)
    notebook.page.locator(".jp-OutputArea-output").last.wait_for()
    return notebook


@pytest.fixture(scope="module", params=["light", "dark"])
def untrusted(opened, request):
    """Show the notebook that nobody trusts in each theme."""
    opened.set_theme(request.param)
    opened.photograph(f"untrusted-{opened.theme}")
    return opened


@each_display
def test_display_reads_well_in_an_untrusted_notebook(name, untrusted):
    display = untrusted.output(place_of(name))
    assert display.is_visible()
    assert display.locator("style, svg, [style], [id]").count() == 0
    assert untrusted.look(display) == []


def test_untrusted_notebook_is_readable_when_it_is_narrow(untrusted):
    untrusted.resize(400, 5000)
    untrusted.photograph(f"untrusted-{untrusted.theme}-400")
    for name in SHOWN:
        wrong = untrusted.look(untrusted.output(place_of(name)))
        # Jupyter lets a bare table scroll within its output.
        assert [found for found in wrong if "contrast" in found or "page" in found] == []
    untrusted.resize(1000, 5000)


BARE = {
    "tool": ["parameter", "type", "default", "what the model is told", "city required"],
    "nested tool": ["legs required", "inside legs: kind, crossing, kind, seats"],
    "tool without anything": ["no parameters", "no description"],
    "toolkit": ["3 tools in every request", "tool", "what it does", "size"],
    "result": ["what the model gets", "what Python returned"],
    "refused result": ["error: the arguments don't fit", "nothing: function not entered"],
    "failed result": ["error: the function failed", "nothing: it raised LookupError"],
    "empty result": ["nothing: the text is empty"],
    "transcript": ["you", "model simulated", "refused: days", "function not entered"],
    "findings": ["severity", "error", "warning", "what is wrong, and what to do"],
    "drill": ["passed:", "mistake", "what became of it", "what the model was told"],
    "shapes": ["in 8 shapes", "{ … the schema }", "moved into the description", "can't be"],
    "comparison": ["5 refuse calls", "maximum 14 -> 7", "some are refused", "ping: gone"],
    "entries": ["5 entries", "a tool of the provider's own", "it has no name"],
    "exercise": [
        "not there yet",
        "2 of 3 goals met",
        "missing: unit has",
        "hint 1 of 3",
        "Args:",
    ],
    "solved exercise": ["Say what a parameter means: done", "done: unit has a description"],
}


@each_display
def test_nothing_is_said_by_style_alone(name, untrusted):
    display = untrusted.output(place_of(name))
    untrusted.fold(display, is_open=True)
    text = " ".join(display.inner_text().split())
    places = [text.find(words) for words in BARE[name]]
    assert -1 not in places
    assert display.locator("table:not(:has(thead th))").count() == 0


LIGHT = """
--vscode-editor-foreground:#3b3b3b;--vscode-editor-background:#fff;
--vscode-panel-border:#e5e5e5;--vscode-textLink-foreground:#005fb8;
--vscode-errorForeground:#f85149;--vscode-charts-green:#388a34;--vscode-charts-orange:#d18616;
background:#fff;color:#3b3b3b"""
DARK = """
--vscode-editor-foreground:#ccc;--vscode-editor-background:#1f1f1f;
--vscode-panel-border:#2b2b2b;--vscode-textLink-foreground:#4daafc;
--vscode-errorForeground:#f85149;--vscode-charts-green:#89d185;--vscode-charts-orange:#d18616;
background:#1f1f1f;color:#ccc"""
PAGES = {
    "plain light": "color-scheme:light",
    "plain dark": "color-scheme:dark",
    "as in VS Code light": LIGHT,
    "as in VS Code dark": DARK,
}


@pytest.mark.parametrize("width", [1000, 400])
@pytest.mark.parametrize("style", PAGES.values(), ids=PAGES)
def test_displays_are_readable_on_any_page(style, width, displays, new_page):
    page = new_page(width=width)
    page.page.set_content(f"<html style='{style}'><body>{''.join(displays.values())}")
    found = page.page.locator(".tn")
    assert found.count() == len(SHOWN)
    page.fold(page.page.locator("body"), is_open=True)
    for number in range(found.count()):
        assert page.look(found.nth(number)) == []


def test_display_looks_the_same_beside_others(displays, new_page):
    page = new_page().page
    alone = []
    for html in displays.values():
        page.set_content(html)
        alone += page.locator(".tn").evaluate_all(SIZES)
    page.set_content("".join(displays.values()))
    assert page.locator(".tn").evaluate_all(SIZES) == alone


SIZES = """roots => roots.map((root) => [...root.querySelectorAll("*")].map((element) => {
    const box = element.getBoundingClientRect();
    return `${element.tagName}.${element.className} ${box.width} ${box.height}`;
}))"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_displays_are_readable_in_an_exported_page(theme, executed, new_page, tmp_path):
    html, _ = HTMLExporter(theme=theme).from_notebook_node(executed)
    (path := tmp_path / "page.html").write_text(html, encoding="utf-8")
    page = new_page(offline=True, height=5000)  # its mathematics would come from elsewhere
    page.page.goto(path.as_uri())
    for width in (1000, 400):
        page.resize(width, 5000)
        found = page.page.locator(".tn")
        assert found.count() == len(SHOWN)
        for number in range(found.count()):
            assert page.look(found.nth(number)) == []
