"""What a tool takes of every request, and what of it takes most."""

import json
import re

import pytest

from toolnexus import Toolkit, to_openai
from toolnexus.display import render_html, render_text
from toolnexus.display._json import compact
from toolnexus.display._size_view import entry_size, toolkit_size

SCHEMA = {
    "properties": {
        "filters": {"type": "object", "description": "x" * 400},
        "city": {"type": "string"},
        "near": {"$ref": "#/$defs/Near"},
    },
    "$defs": {"Near": {"type": "object", "description": "y" * 100}},
}


def flat(html):
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL).split())


def characters_of(part):
    return int(part["size"].split()[0].replace(",", ""))


def test_parts_add_up_to_the_whole(make_tool):
    entry = to_openai([make_tool(SCHEMA)])[0]
    size = entry_size(entry)
    assert [part["words"] for part in size["parts"]][-1].startswith("the JSON around them")
    assert sum(map(characters_of, size["parts"])) == len(compact(entry))
    assert size["characters"] == f"{len(compact(entry))} characters"


def test_part_that_takes_most_is_named(make_tool):
    tool = make_tool(SCHEMA)
    most = entry_size(to_openai([tool])[0])["most"]
    assert re.fullmatch(r"most of it: parameter filters \(\d\d %\)", most)
    html, text = render_html(tool), render_text(tool)
    assert most in flat(html)
    assert most in " ".join(text.split())
    share = re.search(r"\d+ %", most).group()
    assert f"parameter filters 444 characters {share}" in flat(html)
    assert f"of it: parameter filters {share}, the shared definitions" in " ".join(text.split())


def test_largest_part_of_several_is_not_called_most(make_tool):
    tool = make_tool({"properties": {f"p{n}": {"type": "string"} for n in range(9)}})
    assert entry_size(to_openai([tool])[0])["most"] == "largest part: the description (7 %)"


def test_many_small_parts_are_put_together(make_tool):
    tool = make_tool({"properties": {f"p{n}": {"type": "string"} for n in range(300)}})
    entry = to_openai([tool])[0]
    parts = entry_size(entry)["parts"]
    assert len(parts) == 14
    assert parts[-2]["words"] == "290 smaller parts"
    assert sum(map(characters_of, parts)) == len(compact(entry))


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"function": 3},
        {"function": {"name": None, "parameters": []}},
        {"function": {"parameters": {"properties": [1], "$defs": 3}}},
    ],
    ids=["empty", "no function", "no schema", "malformed"],
)
def test_entry_of_any_shape_has_a_size(entry):
    assert entry_size(entry)["parts"]
    json.dumps(entry_size(entry))


def test_toolkit_names_the_tools_that_take_most(make_tool):
    tools = [
        make_tool({}, description="x" * (50 if n != 3 else 500)).replace(name=f"tool_{n}")
        for n in range(9)
    ]
    toolkit = Toolkit(tools)
    most = toolkit_size([tool.name for tool in toolkit], toolkit.to_openai())["most"]
    assert re.fullmatch(r"largest: tool_3 \(\d\d %\), tool_0 \(\d %\), tool_1 \(\d %\)", most)
    assert most in flat(render_html(toolkit))
    assert most in " ".join(render_text(toolkit).split())
    # Of three tools or fewer, the rows say it.
    assert "largest:" not in render_html(toolkit[:3])


def test_toolkit_is_as_large_as_the_array_sent(make_tool):
    toolkit = Toolkit(make_tool(SCHEMA).replace(name=name) for name in "abc")
    sent = len(compact(toolkit.to_openai()))
    size = toolkit_size(["a", "b", "c"], toolkit.to_openai())
    assert size["characters"] == f"{sent:,} characters"


def test_size_is_the_same_with_and_without_a_tokenizer(make_tool, monkeypatch):
    def fail(*args):
        pytest.fail("loaded a tokenizer")

    monkeypatch.setattr("toolnexus.checks._tokens._counter", fail)
    html = render_html(make_tool(SCHEMA))
    assert "(an estimate: characters / 4)" in html
