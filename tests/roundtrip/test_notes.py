"""What is odd about a model's message, in words."""

import pytest

from toolnexus._roundtrip._notes import notes_of
from toolnexus.adapters import calls_from_openai

TOOLS = {"tools": [{"type": "function", "function": {"name": "add"}}]}


def entry(call_id="c1", arguments='{"a": 1}'):
    return {"id": call_id, "function": {"name": "add", "arguments": arguments}}


def notes(received, finish_reason="tool_calls", **request):
    calls = calls_from_openai(received)
    return list(notes_of(received, calls, finish_reason, {**TOOLS, **request}))


def test_ordinary_messages_have_no_notes():
    assert notes({"tool_calls": [entry()]}) == []
    assert notes({"tool_calls": [entry(), entry("c2", "{}")]}, None) == []
    assert notes({"content": "It is 3."}, "stop") == []
    assert notes({"content": [{"type": "text", "text": "It is 3."}]}, "stop") == []
    assert notes({"content": '{"city": "Goa"}'}, "stop") == []


@pytest.mark.parametrize(
    ("received", "finish_reason", "note"),
    [
        (
            {"function_call": {"name": "add", "arguments": "{}"}},
            "function_call",
            "the legacy function_call was read as a tool call",
        ),
        ({"tool_calls": [entry(None)]}, "tool_calls", "ids were missing; made up: call_"),
        ({"tool_calls": [entry(""), entry("", "{}")]}, "tool_calls", "ids were missing"),
        (
            {"tool_calls": [entry("x"), entry("x", "{}")]},
            "tool_calls",
            "an id was missing or not the only one of its kind; made up: call_",
        ),
        (
            {"tool_calls": [entry("c1", {"a": 1})]},
            "tool_calls",
            "arguments came as an object instead of JSON text",
        ),
        (
            {"tool_calls": [entry("c1"), entry("c2")]},
            "tool_calls",
            "the same call came more than once",
        ),
        (
            {"content": "Let me see.", "tool_calls": [entry()]},
            "tool_calls",
            "text came along with the calls",
        ),
        (
            {"tool_calls": [entry()]},
            "stop",
            "finish_reason is 'stop' although there are calls",
        ),
        (
            {"content": "fine"},
            "tool_calls",
            "finish_reason is 'tool_calls' although there are no calls",
        ),
        (
            {"content": "fine", "reasoning_content": "hm"},
            "stop",
            "the model's reasoning came along; it is not part of the answer",
        ),
    ],
    ids=[
        *("legacy", "no_id", "blank_ids", "same_ids", "object", "twice", "text"),
        *("wrong_reason", "reason_without_calls", "reasoning"),
    ],
)
def test_oddity_is_noted_once(received, finish_reason, note):
    (found,) = notes(received, finish_reason)
    assert found.startswith(note)


def test_calls_that_should_not_be_parallel_are_noted():
    received = {"tool_calls": [entry(), entry("c2", "{}")]}
    (note,) = notes(received, parallel_tool_calls=False)
    assert note == "2 calls came although parallel_tool_calls is false"


@pytest.mark.parametrize(
    "content",
    [
        "<tool_call>\n{}\n</tool_call>",
        'I call <function=add>{"a": 1}</function>',
        "[TOOL_CALLS][]",
        '{"name": "add", "arguments": {"a": 1}}',
        '```json\n{"name": "add", "arguments": {}}\n```',
        '[{"name": "add", "parameters": {}}]',
        '{"tool": "add"}',
    ],
    ids=["tags", "llama", "mistral", "json", "fenced", "list", "other_key"],
)
def test_text_that_looks_like_a_call_is_noted(content):
    (note,) = notes({"content": content}, "stop")
    assert note == "the text looks like a tool call, but is none: nothing was executed"


@pytest.mark.parametrize(
    "content",
    ['{"name": "Ada"}', '{"name": ["add"]}', '{"name": {"a": 1}}', "[]", "[[1]]", "[" * 5000],
    ids=["other_name", "list", "object", "empty", "nested", "deep"],
)
def test_other_json_is_not_taken_for_a_call(content):
    assert notes({"content": content}, "stop") == []


@pytest.mark.parametrize("calls", [5, "x", {}, [None], [[]], {"id": "c1"}], ids=repr)
def test_calls_of_the_wrong_shape_are_no_obstacle(calls):
    assert isinstance(notes({"content": "x", "tool_calls": calls}), list)
