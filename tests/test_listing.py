"""`show`: what is read out of a `tools` array from anywhere."""

import collections
import json

import pytest

from toolnexus import Toolkit, ToolResult, define_tool, to_openai
from toolnexus.adapters import (
    to_anthropic,
    to_gemini,
    to_openai_responses,
)
from toolnexus.display import Entries, show

PING = define_tool(lambda: "pong", name="ping")
MCP = {"name": "ping", "inputSchema": {"type": "object"}}


@pytest.mark.parametrize(
    "tools",
    [
        to_openai([PING]),
        to_openai([PING])[0],
        to_openai_responses([PING]),
        to_anthropic([PING]),
        to_gemini([PING]),
        to_gemini([PING], legacy=True)[0],
        [{"function_declarations": [{"name": "ping"}]}],
        [MCP],
        (MCP,),
        {"tools": [MCP]},
        {"result": {"tools": [MCP]}},
        {"model": "any", "functions": [{"name": "ping", "parameters": {}}]},
        {"tools": [{"functionDeclarations": [{"name": "ping"}]}]},
        collections.OrderedDict(MCP),
        [PING],
        {"a": MCP}.values(),
    ],
)
def test_a_tool_is_found_in_every_shape(tools):
    entries = show(tools)
    assert isinstance(entries, Entries)
    assert [each.name for each in entries.listed] == ["ping"]
    assert repr(entries) == "Entries(ping)"


def test_places_are_those_of_what_was_given():
    body = {"tools": [MCP, {"functionDeclarations": [MCP, 3], "googleSearch": {}}]}
    assert [(each.where, each.is_own) for each in show(body).listed] == [
        ("tools[0]", False),
        ("tools[1].functionDeclarations[0]", False),
        ("tools[1].functionDeclarations[1]", False),
        ("tools[1]", True),
    ]


def test_nothing_is_left_out():
    own = {"type": "web_search_preview"}
    tools = [MCP, own, 3, None, "x", [], {}, {"name": None}, object(), {"tools": 3}]
    entries = show(tools)
    assert list(entries) == tools
    assert len(entries) == 10
    assert entries[0] is MCP
    assert entries[1:3].listed == entries.listed[1:3]
    assert entries.listed[1].is_own
    assert repr(entries).startswith("Entries(ping, [1], [2], [3]")


def test_nothing_given_is_changed():
    tools = [{"name": "a", "parameters": {"type": "OBJECT", "properties": {}}}]
    before = json.dumps(tools)
    repr(show(tools)), show(tools)._repr_html_()
    assert json.dumps(tools) == before


def test_findings_say_what_is_wrong():
    assert show([{"input_schema": {}}]).findings.errors[0].path == "name"


@pytest.mark.parametrize("obj", [PING, Toolkit([PING]), ToolResult("x"), show([])], ids=str)
def test_what_shows_itself_is_given_back(obj):
    assert show(obj) is obj


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (3, "Can't show the int 3: expected a `tools` array"),
        (None, "Can't show the NoneType None"),
        ("[]", "JSON text is read with json.loads first"),
        (b"[]", "JSON text is read with json.loads first"),
        (len, "Make a tool of a function with define_tool"),
        (iter([]), "Can't show a list_iterator"),
        (object(), "Can't show a object"),
    ],
    ids=["int", "none", "text", "bytes", "function", "iterator", "object"],
)
def test_what_is_neither_a_list_nor_a_dict_is_refused(value, words):
    with pytest.raises(TypeError, match=words):
        show(value)
