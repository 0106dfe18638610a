"""One JupyterLab and one Chromium for all browser tests, and notebooks opened in them.

A test takes `open_notebook`, gives it cells, and gets a `Notebook`: its page, its outputs, what
it asked the network for. Every page is photographed, when its test is over if not before.
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import v4

HERE = Path(__file__).parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# No GPU where tests run, and no asking its maker's servers for anything.
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    "--force-color-profile=srgb",
]
# Light or dark as the page prefers, so that one server shows both; no cell is left out.
SETTINGS = {
    "apputils-extension/themes": {"adaptive-theme": True},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
# By the menu, cells could be run before the kernel hears of them, and nothing would come of it.
RUN_ALL = """async () => {
    const session = jupyterapp.shell.currentWidget.sessionContext;
    await session.ready;
    await session.session.kernel.info;
    await jupyterapp.commands.execute("notebook:run-all-cells");
}"""
IN_PAGE = (HERE / "in_page.js").read_text()
PATIENCE = 60  # seconds: how long a state is waited for before the test gives up


def pytest_collection_modifyitems(items):
    # Playwright's event loop stays running in this thread, where no async test can run then.
    items.sort(key=lambda item: HERE in item.path.parents)


class Lab(NamedTuple):
    """A running JupyterLab."""

    url: str
    token: str
    root: Path
    env: dict


@pytest.fixture(scope="session")
def lab(browser, tmp_path_factory):
    """Start JupyterLab, with nothing of the person's own Jupyter in it."""
    home = tmp_path_factory.mktemp("lab")
    (root := home / "root").mkdir()
    kinds = ("JUPYTER_CONFIG", "JUPYTER_DATA", "JUPYTER_RUNTIME")
    kinds = (*kinds, "JUPYTERLAB_SETTINGS", "JUPYTERLAB_WORKSPACES")
    token = secrets.token_hex()
    env = {**os.environ, **{f"{kind}_DIR": str(home / kind) for kind in kinds}}
    env |= {"IPYTHONDIR": str(home / "ipython"), "JUPYTER_TOKEN": token}
    for name, settings in SETTINGS.items():
        path = home / "JUPYTERLAB_SETTINGS/@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings))
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--ip=127.0.0.1", "--port=0", f"--ServerApp.root_dir={root}", "--LabApp.news_url="),
        "--LabApp.expose_app_in_browser=True",
    ]
    with (home / "log").open("w") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=subprocess.STDOUT)
    try:
        yield Lab(url_of(server, home), token, root, env)
    finally:
        server.terminate()
        server.wait(PATIENCE)


def url_of(server, home):
    """Wait until the server has written down where it listens."""
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience and server.poll() is None:
        for path in (home / "JUPYTER_RUNTIME").glob("jpserver-*.json"):
            if text := path.read_text():
                return json.loads(text)["url"].rstrip("/")
        time.sleep(0.05)
    pytest.fail(f"JupyterLab did not start: {(home / 'log').read_text()}")


@pytest.fixture(scope="session")
def browser():
    """Start a browser, or say what to install."""
    try:
        from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 - may be missing
    except ImportError:
        do_without("playwright is not installed: pip install -e '.[test]'")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        do_without(f"no browser ({', '.join(BROWSERS)}): apt-get install chromium")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        except Error as error:
            do_without(f"{path} does not start: {error.message.splitlines()[0]}")
        yield browser
        browser.close()


def do_without(reason):
    if os.environ.get("TOOLNEXUS_BROWSER") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def in_page():
    """Read the checks that run in a page."""
    return IN_PAGE


@pytest.fixture(scope="session")
def pictures(tmp_path_factory):
    """Name the folder for screenshots; never one in the repository."""
    given = os.environ.get("TOOLNEXUS_SCREENSHOTS")
    folder = Path(given) if given else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class OpenPage:
    """A page, with what it asked for and what it opened."""

    def __init__(self, context, name, pictures):
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.name = name
        self.pictures = pictures
        self.requests = []
        self.dialogs = []
        self.is_photographed = False
        context.on("request", lambda request: self.requests.append(request.url))
        self.page.on("dialog", self._dismiss)

    def _dismiss(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def photograph(self, name="", of=None):
        """Save a picture of the page, or of one element."""
        words = "-".join(filter(None, [self.name, name]))
        path = self.pictures / f"{re.sub(r'[^A-Za-z0-9]+', '-', words).strip('-')}.png"
        (of or self.page).screenshot(path=path)
        self.is_photographed = True

    def run_all(self):
        """Run all cells of the notebook that is open, and wait until the last one is done."""
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        self.page.evaluate(RUN_ALL)

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})

    def fold(self, within, *, is_open):
        """Open or close every fold in an element."""
        within.evaluate(
            """(element, isOpen) => {
                for (const fold of element.querySelectorAll("details")) fold.open = isOpen;
            }""",
            is_open,
        )

    def look(self, of):
        """Say what is wrong with how an element looks; see in_page.js."""
        self.page.evaluate(IN_PAGE)
        return of.evaluate("element => window.look(element)")


class Notebook(OpenPage):
    """A notebook open in JupyterLab."""

    def open(self, lab, path):
        self.page.goto(
            f"{lab.url}/doc/workspaces/{path.stem}/tree/{path.name}?token={lab.token}"
        )
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()

    def output(self, number):
        """Find the output of a code cell, counted from 0; its source is not in it."""
        return self.page.locator(".jp-CodeCell").nth(number).locator(".jp-OutputArea-output")

    theme = ""

    def set_theme(self, theme):
        self.theme = theme
        self.page.emulate_media(color_scheme=theme)
        is_light = "true" if theme == "light" else "false"
        self.page.locator(f'body[data-jp-theme-light="{is_light}"]').wait_for(state="attached")
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")


class Opener:
    """Opens pages and notebooks; closes them, with a picture of each that has none yet."""

    def __init__(self, browser, name, pictures, lab):
        self.browser = browser
        self.name = name
        self.pictures = pictures
        self.lab = lab  # a function: not every page needs a server
        self.opened = []

    def new_page(self, kind=OpenPage, *, theme="light", width=1000, height=1400, **options):
        """Open an empty page, for HTML that needs no server."""
        size = {"width": width, "height": height}
        context = self.browser.new_context(viewport=size, color_scheme=theme, **options)
        page = kind(context, self.name, self.pictures)
        self.opened.append((context, page))
        return page

    def notebook(self, cells, *, run=True, **options):
        """Open a notebook: cells to run, or one that was run before, as anybody opens it."""
        lab = self.lab()
        was_run = isinstance(cells, nbformat.NotebookNode)
        opened = self.new_page(Notebook, **options)
        # A file and a workspace for each: two pages on one file disturb each other.
        path = lab.root / f"notebook-{len(list(lab.root.iterdir())) + 1}.ipynb"
        nbformat.write(cells if was_run else notebook_of(cells), path)
        opened.open(lab, path)
        opened.set_theme(options.get("theme", "light"))
        if run and not was_run:
            opened.run_all()
        return opened

    def close(self):
        for number, (context, page) in enumerate(self.opened, 1):
            if not page.is_photographed:
                page.photograph(f"end-{number}" if len(self.opened) > 1 else "end")
            context.close()


def opener_for(request, browser, pictures):
    node = request.node.path.stem.removeprefix("test_")
    if request.scope == "function":
        node = f"{node}-{request.node.name.removeprefix('test_')}"
    return Opener(browser, node, pictures, lambda: request.getfixturevalue("lab"))


@pytest.fixture
def opener(request, browser, pictures):
    """Open pages for one test."""
    opener = opener_for(request, browser, pictures)
    yield opener
    opener.close()


@pytest.fixture(scope="module")
def module_opener(request, browser, pictures):
    """Open pages that all tests of a file look at."""
    opener = opener_for(request, browser, pictures)
    yield opener
    opener.close()


@pytest.fixture
def new_page(opener):
    return opener.new_page


@pytest.fixture
def open_notebook(opener):
    return opener.notebook


def notebook_of(cells):
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return v4.new_notebook(
        cells=[v4.new_code_cell(cell.strip()) for cell in cells],
        metadata={"kernelspec": kernel},
    )


@pytest.fixture(scope="session")
def execute():
    """Execute cells without any front end; nobody trusts the notebook that comes of it."""

    def execute_(cells):
        notebook = notebook_of(cells)
        NotebookClient(notebook, kernel_name="python3", timeout=PATIENCE).execute()
        return notebook

    return execute_
