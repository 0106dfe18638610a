"""A toolkit of very many tools: each is within reach, and the output stays small."""

import re

import pytest

from toolnexus import Toolkit
from toolnexus.display import render_html, render_text
from toolnexus.display._further_tools import further_tools

WORDY = {
    "type": "object",
    "properties": {
        f"parameter_{n}": {"type": "string", "description": "What it is for. " * 20}
        for n in range(40)
    },
}


NAMES = [f"tool_{n:04d}_{'x' * 50}" for n in range(1000)]


@pytest.fixture
def toolkit(make_tool):
    tool = make_tool({})
    return Toolkit(tool.replace(name=name) for name in NAMES)


def test_every_tool_is_named_and_reachable(toolkit):
    html = render_html(toolkit)
    text = re.sub(r"<[^>]*>", "", html)
    assert all(name in text for name in NAMES)
    assert html.count('class="tn-sig"') == 50
    assert "and 950 more tools" in text
    groups = re.findall(r"<code>(toolkit\[\d+:\d+\])</code> ", html)
    shown = [eval(group, {"toolkit": toolkit}) for group in groups[1:]]  # noqa: S307
    assert [tool.name for some in shown for tool in some] == NAMES[50:]


def test_output_stays_small_whatever_the_tools(toolkit, make_tool):
    wordy = make_tool(WORDY, description="What it does. " * 1000)
    toolkit.register(*(wordy.replace(name=name) for name in NAMES[:50]), replace=True)
    html = render_html(toolkit)
    assert len(html.encode()) < 400_000
    # What is left out is counted, and the tool's own card has it.
    assert "… (219 more characters)" in html
    assert "more characters)" not in render_html(wordy)


def test_console_names_the_groups(toolkit):
    text = render_text(toolkit)
    assert "and 950 more tools" in text
    for start in range(50, 1000, 50):
        assert f"toolkit[{start}:{start + 50}] tool_{start:04d}_" in text
    assert len(text.splitlines()) < 400


@pytest.mark.parametrize(
    ("number", "groups", "more", "unnamed"),
    [
        (0, [], "", ""),
        (50, [], "", ""),
        (51, ["toolkit[50:51]"], "and 1 more tool", ""),
        (120, ["toolkit[50:100]", "toolkit[100:120]"], "and 70 more tools", ""),
    ],
)
def test_groups_go_to_the_last_tool(number, groups, more, unnamed):
    view = further_tools([f"t{n}" for n in range(number)], 50)
    assert [group["expression"] for group in view["groups"]] == groups
    assert (view["more"], view["unnamed"]) == (more, unnamed)


def test_there_is_an_end_to_naming():
    view = further_tools([f"t{n}" for n in range(100_000)], 50)
    assert sum(len(group["names"]) for group in view["groups"]) == 2000
    assert view["unnamed"] == "and 97,950 more tools, not named here"


def test_name_in_the_example_is_quoted_as_python_would():
    view = further_tools(["a", """it's "<b>\x1b"""], 1)
    assert view["example"] == r"""toolkit['it\'s "<b>\x1b']"""
