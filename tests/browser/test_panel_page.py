"""The page for people who should see no code, as Binder opens it, cut off from the world."""

import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

PAGE = Path(__file__).parents[2] / "notebooks/panel_page.ipynb"


@pytest.fixture(scope="module")
def page(lab, module_opener):
    """Open the page from JupyterLab's own server, where no other host can be reached."""
    shutil.copy(PAGE, lab.root)
    opened = module_opener.new_page(width=1100, height=1000)
    opened.refused = []

    def stay_here(route):
        if urlsplit(route.request.url).hostname == "127.0.0.1":
            route.continue_()
        else:
            opened.refused.append(route.request.url)
            route.abort()

    opened.page.route("**/*", stay_here)
    opened.page.goto(f"{lab.url}/voila/render/{PAGE.name}?token={lab.token}")
    opened.page.locator(".tn-panel .tn-form").wait_for()
    return opened


@pytest.fixture
def expect():
    from playwright.sync_api import expect  # noqa: PLC0415 - may be missing, as `browser` says

    return expect


def button(page, name):
    return page.page.get_by_role("button", name=name, exact=True).filter(visible=True)


def test_page_has_a_title_says_what_to_do_and_shows_no_code(page, expect):
    expect(page.page).to_have_title("Try a tool")
    expect(page.page.get_by_role("heading", name="Try a tool")).to_be_visible()
    text = page.page.locator("body").inner_text()
    assert "press Run" in text
    assert "import" not in text
    assert "toolkit" not in text
    assert page.page.locator(".jp-CodeCell .jp-InputArea").filter(visible=True).count() == 0


def test_tool_is_run(page, expect):
    page.page.get_by_label("city", exact=True).filter(visible=True).fill("Chennai")
    page.page.get_by_label("city", exact=True).filter(visible=True).blur()
    button(page, "Run").click()
    result = page.page.locator(".tn-result")
    expect(result).to_contain_text("sunny in Chennai, 31 °C, for 1 day(s)")
    page.photograph("run")


def test_round_trip_is_played(page, expect):
    button(page, "Round trip").click()
    prompt = page.page.get_by_label("prompt", exact=True).filter(visible=True)
    prompt.fill("What's the weather in Rome for three days?")
    prompt.blur()
    button(page, "Play").click()
    line = page.page.locator(".tn-transcript")
    expect(line).to_contain_text("get_weather says: sunny in Rome")
    page.photograph("round-trip")


@pytest.mark.parametrize("width", [1100, 400])
def test_page_is_readable_at_any_width(page, width, expect):
    button(page, "Try").click()
    expect(page.page.locator(".tn-panel .tn-form").filter(visible=True)).to_be_visible()
    page.resize(width, 1000)
    page.photograph(str(width))
    assert page.look(page.page.locator(".tn-panel")) == []
    needed = "document.documentElement.scrollWidth"
    assert page.page.evaluate(needed) <= width
    page.resize(1100, 1000)


def test_nothing_came_from_another_host(page):
    # Icons and formulas are what Voila asks for. There are none here: all of the above worked.
    assert [url for url in page.refused if not re.search("fontawesome|mathjax", url)] == []
