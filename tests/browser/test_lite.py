"""The course as static pages: built, opened without a network, and run in the page itself."""

import http.server
import json
import os
import re
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COURSE = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
REAL_MODEL = "06_real_model.ipynb"
# The page answers what it is asked, and no cell is left out.
ASKABLE = {
    "exposeAppInBrowser": True,
    "settingsOverrides": {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}},
}
# Chromium asks its maker about each field that could be filled in; the page has no part in it.
OF_THE_BROWSER = "content-autofill.googleapis.com"
RUN_CELL = """async source => {
    const notebook = jupyterapp.shell.currentWidget.content;
    notebook.model.sharedModel.insertCell(0, {cell_type: "code", source});
    notebook.activeCellIndex = 0;
    await jupyterapp.commands.execute("notebook:run-cell");
}"""
LOOK_UP = """async code => {
    const {kernel} = jupyterapp.shell.currentWidget.sessionContext.session;
    const at = {code, cursor_pos: code.length};
    const completion = await kernel.requestComplete(at);
    const help = await kernel.requestInspect({...at, detail_level: 0});
    return {...completion.content, help: help.content.data?.["text/plain"]};
}"""
PANEL = '''
import asyncio
from toolnexus import ToolContext, Toolkit

toolkit = Toolkit()

@toolkit.tool
def get_weather(city: str, days: int = 1) -> str:
    """Current weather for a city."""
    return f"sunny in {city}"

@toolkit.tool
async def wait(ctx: ToolContext) -> None:
    """Wait for ever."""
    ctx.report_progress(1, 4, "thinking")
    await asyncio.Event().wait()

panel = toolkit.panel()
panel
'''
CELLS = """() => jupyterapp.shell.currentWidget.content.model.toJSON().cells"""
EXECUTE = """async code => {
    const {kernel} = jupyterapp.shell.currentWidget.sessionContext.session;
    const outputs = [];
    const future = kernel.requestExecute({code});
    future.onIOPub = ({header, content}) => {
        outputs.push({output_type: header.msg_type, ...content});
    };
    const {content} = await future.done;
    return {outputs, status: content.status};
}"""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the site, or take the one that is named."""
    if given := os.environ.get("TOOLNEXUS_LITE_SITE"):
        return Path(given)
    folder = tmp_path_factory.mktemp("lite") / "site"
    command = [sys.executable, str(ROOT / "lite/build.py"), "--output", str(folder)]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode:
        give_up = (
            pytest.fail if os.environ.get("TOOLNEXUS_BROWSER") == "required" else pytest.skip
        )
        give_up(f"the site can't be built: {(built.stdout + built.stderr)[-2000:]}")
    return folder


class Serving(http.server.ThreadingHTTPServer):
    """A server on this machine, as long as a `with` block lasts; it notes what it is asked."""

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.asked = []
        self.url = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exception):
        self.shutdown()
        self.server_close()


MIME_TYPES = {
    **http.server.SimpleHTTPRequestHandler.extensions_map,
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}


class Nobody(http.server.BaseHTTPRequestHandler):
    """Stands where the network would be, and lets nothing through."""

    def handle_one_request(self):
        self.server.asked.append(self.rfile.readline().decode())
        self.close_connection = True


@pytest.fixture(scope="module")
def network():
    """All that a page asks of other machines ends here."""
    with Serving(Nobody) as server:
        yield server


@pytest.fixture(scope="module")
def url(site):
    class Files(http.server.SimpleHTTPRequestHandler):
        extensions_map = MIME_TYPES

        def __init__(self, *arguments):
            super().__init__(*arguments, directory=site)

        def log_message(self, *words):
            pass

        def do_GET(self):
            if self.path.partition("?")[0] != "/jupyter-lite.json":
                super().do_GET()
                return
            # The one thing that isn't as it is published.
            settings = json.loads((site / "jupyter-lite.json").read_text())
            settings["jupyter-config-data"] |= ASKABLE
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(settings).encode())

    with Serving(Files) as server:
        yield server.url


@pytest.fixture(scope="module")
def offline(module_opener, network):
    """Open pages that reach this machine and no other."""
    return partial(module_opener.new_page, proxy={"server": network.url, "bypass": "127.0.0.1"})


@pytest.fixture(scope="module")
def quickstart(offline, url):
    """Come from the front page to the quickstart, and run it."""
    opened = offline()
    opened.page.goto(url)
    opened.page.get_by_role("link").first.click()
    opened.run_all()
    return opened


def words(outputs):
    """What outputs say in plain text, and what they ended with."""
    said = []
    for output in outputs:
        kind = output["output_type"]
        if kind == "stream":
            said.append("".join(output["text"]))
        elif kind in ("execute_result", "display_data"):
            said.append("".join(output["data"]["text/plain"]))
        elif kind == "error":
            said.append(f"{output['ename']}: {output['evalue']}")
    text = re.sub(r"\b(in|after) (under )?[\d.,]+ (ms|s)\b", r"\1 TIME", "".join(said))
    return text.replace("float division by zero", "division by zero")  # so until Python 3.13


def code_of(name):
    notebook = json.loads((ROOT / "notebooks" / name).read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def played(opened, name):
    """Run the cells of another notebook in the page, and return what each of them put out."""
    opened.page.evaluate(EXECUTE, "%reset -f")
    return [opened.page.evaluate(EXECUTE, "".join(c["source"])) for c in code_of(name)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_front_page_leads_to_every_notebook(offline, url, theme):
    opened = offline(theme=theme, width=400)
    opened.page.goto(url)
    links = opened.page.get_by_role("link")
    paths = links.evaluate_all("all => all.map(link => link.href.split('path=')[1])")
    assert paths == COURSE
    assert opened.look(opened.page.locator("body")) == []
    opened.photograph(f"front-{theme}")


def test_quickstart_runs(quickstart):
    cells = [c for c in quickstart.page.evaluate(CELLS) if c["cell_type"] == "code"]
    assert [words(c["outputs"]) for c in cells] == [
        words(c["outputs"]) for c in code_of(COURSE[0])
    ]
    assert all(c["execution_count"] for c in cells)
    quickstart.page.locator(".jp-OutputArea .tn-result").first.scroll_into_view_if_needed()
    quickstart.photograph("quickstart")


@pytest.mark.parametrize("name", [name for name in COURSE if name != REAL_MODEL])
def test_notebook_says_in_the_page_what_it_says_elsewhere(quickstart, name):
    outcomes = played(quickstart, name)
    for cell, outcome in zip(code_of(name), outcomes, strict=True):
        assert words(outcome["outputs"]) == words(cell["outputs"]), "".join(cell["source"])


def test_stand_in_plays_where_no_real_model_can(quickstart):
    outcomes = played(quickstart, REAL_MODEL)
    assert {outcome["status"] for outcome in outcomes} == {"ok"}
    assert "a process of its own, which a page in a browser can't" in words(
        outcomes[0]["outputs"]
    )
    assert "Transcript(answer: 'get_weather says: sunny" in words(outcomes[2]["outputs"])


def test_completion_and_help_know_the_package(quickstart):
    quickstart.page.evaluate(EXECUTE, "from toolnexus import Toolkit\ntoolkit = Toolkit()")
    known = quickstart.page.evaluate(LOOK_UP, "toolkit.to_op")
    assert "to_openai" in known["matches"]
    known = quickstart.page.evaluate(LOOK_UP, "toolkit.to_openai")
    assert "as the `tools` array of a chat completion" in known["help"]


def test_panel_is_used_with_the_mouse(quickstart):
    quickstart.page.evaluate(RUN_CELL, PANEL)
    panel = quickstart.page.locator(".jp-OutputArea .tn-panel").first
    panel.get_by_label("city", exact=True).fill("Oslo")
    panel.get_by_label("city", exact=True).blur()
    panel.get_by_role("button", name="Run", exact=True).click()
    panel.get_by_text("sunny in Oslo").first.wait_for()
    quickstart.photograph("panel")
    # The page goes on while an async tool waits.
    quickstart.page.evaluate(EXECUTE, "panel.tool = 'wait'")
    panel.get_by_role("button", name="Run", exact=True).click()
    panel.get_by_text("thinking").first.wait_for()
    panel.get_by_role("button", name="Cancel", exact=True).click()
    panel.get_by_text("wait was cancelled before it was done.").first.wait_for()


def test_nothing_was_asked_of_the_network(quickstart, url, network):
    assert quickstart.requests
    assert [asked for asked in quickstart.requests if not asked.startswith(url)] == []
    assert [asked for asked in network.asked if OF_THE_BROWSER not in asked] == []
    # It would have been seen: whatever Python asks for in the page comes here as well.
    outcome = quickstart.page.evaluate(
        EXECUTE, "from pyodide.http import pyfetch; await pyfetch('http://example.com/')"
    )
    assert outcome["status"] == "error"
    assert any("example.com" in asked for asked in network.asked)
