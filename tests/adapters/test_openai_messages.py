"""Assistant messages of all kinds of servers, read and written for the next request."""

import json
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict

from toolnexus import Toolkit, define_tool
from toolnexus._types import ToolCall, ToolResult
from toolnexus.adapters import (
    calls_from_openai,
    completion_from_openai,
    message_from_openai,
    tool_message,
)
from toolnexus.errors import MessageFormatError, ModelError
from toolnexus.models import check_history


def entry(call_id="c1", name="ping", arguments="{}"):
    function = {"name": name, "arguments": arguments}
    return {"id": call_id, "type": "function", "function": function}


def with_calls(*entries, **more):
    return {"role": "assistant", "content": None, "tool_calls": list(entries), **more}


class Function(BaseModel):
    """As in the openai package: fields, and whatever else a server sends."""

    model_config = ConfigDict(extra="allow")
    name: str
    arguments: str


class Call(BaseModel):
    id: str
    function: Function
    type: Literal["function"] = "function"


class Message(BaseModel):
    model_config = ConfigDict(extra="allow")
    role: Literal["assistant"] = "assistant"
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[Call] | None = None
    function_call: Function | None = None


class Choice(BaseModel):
    index: int = 0
    message: Message
    finish_reason: str = "stop"


class Completion(BaseModel):
    id: str = "x"
    choices: list[Choice]


SDK_MESSAGE = Message(
    tool_calls=[Call(id="c1", function=Function(name="ping", arguments="{}"))]
)


# --- what holds a message --------------------------------------------------------------------


@pytest.mark.parametrize(
    "holder",
    [
        with_calls(entry()),
        {"tool_calls": [entry()]},
        {"choices": [{"message": with_calls(entry())}]},
        {"choices": [{"message": SDK_MESSAGE}]},
        with_calls(*SDK_MESSAGE.tool_calls),
        SDK_MESSAGE,
        Choice(message=SDK_MESSAGE).message,
        Completion(choices=[Choice(message=SDK_MESSAGE)]),
        with_calls() | {"tool_calls": (entry(),)},
        with_calls() | {"tool_calls": entry()},
    ],
    ids=[
        *("dict", "no_role", "completion", "mixed", "sdk_calls", "sdk", "sdk_of_choice"),
        *("sdk_completion", "tuple", "one_dict"),
    ],
)
def test_a_call_is_found_in_whatever_holds_it(holder):
    assert calls_from_openai(holder) == [ToolCall("c1", "ping", "{}")]
    written = message_from_openai(holder)
    assert written == {"role": "assistant", "content": None, "tool_calls": [entry()]}


@pytest.mark.parametrize(
    "message",
    [{"content": "hi"}, with_calls(), {"tool_calls": None}, {"tool_calls": "x"}, Message()],
    ids=["words", "empty_list", "none", "text", "sdk"],
)
def test_no_calls_is_an_empty_list(message):
    assert calls_from_openai(message) == []
    assert "tool_calls" not in message_from_openai(message)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("hello", "expected a message or a chat completion.*got the str 'hello'"),
        (None, "got the NoneType None"),
        ([], "got the list"),
        (Message, "got the class 'Message'"),
        ({"role": "user", "content": "hi"}, "assistant message, got one of role 'user'"),
        ({"choices": []}, "has no choices"),
        ({"choices": None}, "has no choices"),
        ({"choices": [{"delta": {}}]}, "put the chunks together with message_from_chunks"),
        ({"choices": ["x"]}, "got the str 'x'"),
    ],
    ids=[
        *("text", "none", "list", "class", "user", "no_choices", "null_choices", "chunk"),
        "odd_choice",
    ],
)  # fmt: skip
@pytest.mark.parametrize("read", [calls_from_openai, message_from_openai])
def test_what_is_no_message_is_the_developers_mistake(read, given, told):
    with pytest.raises(MessageFormatError, match=told):
        read(given)


# --- arguments -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ('{"a": 1}', '{"a": 1}'),
        ({"a": "é"}, '{"a": "é"}'),
        ([1], "[1]"),
        (5, "5"),
        (None, ""),
        ("", ""),
        (" \n", " \n"),
        ('{"a": "\ud83d"}', '{"a": "\ud83d"}'),
    ],
    ids=["text", "object", "list", "number", "null", "empty", "blank", "half_character"],
)
def test_arguments_become_text_and_text_stays_as_it_is(arguments, text):
    (call,) = calls_from_openai(with_calls(entry(arguments=arguments)))
    assert call.arguments == text


def test_a_missing_key_is_no_arguments():
    (call,) = calls_from_openai(with_calls({"id": "c1", "function": {"name": "ping"}}))
    assert call == ToolCall("c1", "ping", "")


@pytest.mark.parametrize(
    ("arguments", "kept"),
    [
        ('{"a": 1}', '{"a": 1}'),
        ('{\n\n  "a" : 1}', '{\n\n  "a" : 1}'),
        ({"a": 1}, '{"a": 1}'),
        ("", "{}"),
        (None, "{}"),
        ("null", "{}"),
        ("  ", "{}"),
        ('{"a": "x\ny"}', '{"a": "x\\ny"}'),
        ('"{\\"a\\": \\"é\\"}"', '{"a": "é"}'),
        ('"{\\"a\\": \\"\\\\ud83d\\"}"', '{"a": "\\ud83d"}'),
        ('{"a": 1', "{}"),
        ("{'a': 1}", "{}"),
        ("[1]", "{}"),
        ('{"a": NaN}', "{}"),
        ("[" * 100_000, "{}"),
        ('{"a":' * 100_000, "{}"),
    ],
    ids=[
        *("fine", "spaced", "object", "empty", "none", "null", "blank", "raw_newline"),
        *("twice", "twice_half_character", "cut", "single_quotes", "list", "nan"),
        *("deep_list", "deep_object"),
    ],
)
def test_the_history_gets_the_text_of_an_object(arguments, kept):
    written = message_from_openai(with_calls(entry(arguments=arguments)))
    assert written["tool_calls"][0]["function"]["arguments"] == kept
    assert isinstance(json.loads(kept), dict)
    json.dumps(written, ensure_ascii=False).encode()


NO_ARGUMENTS = ("", " \n ", "null", None, "{}", "{ \n}", {}, '"{}"')


@pytest.mark.parametrize("arguments", [*NO_ARGUMENTS, ...], ids=repr)
async def test_a_call_without_arguments_runs_once_however_it_is_written(arguments):
    runs = []

    def ping() -> str:
        runs.append(1)
        return "pong"

    call = entry(arguments=arguments)
    if arguments is ...:
        del call["function"]["arguments"]
    (answer,) = await Toolkit([define_tool(ping)]).execute_calls(with_calls(call))
    assert answer == {"role": "tool", "tool_call_id": "c1", "content": "pong"}
    assert runs == [1]


# --- ids -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ids",
    [
        [...],
        [None],
        [""],
        ["  "],
        ["a", "a"],
        ["a", "a", "a"],
        [None, None],
        ["", "a", ""],
        [{"not": "an id"}],
        [["x"]],
    ],
    ids=repr,
)
async def test_ids_are_completed_once_and_used_in_both_messages(ids):
    entries = [entry(call_id) for call_id in ids]
    for one in entries:
        if one["id"] is ...:
            del one["id"]
    message = with_calls(*entries)
    written = message_from_openai(message)
    answers = await Toolkit([define_tool(lambda: "pong", name="ping")]).execute_calls(message)
    made = [one["id"] for one in written["tool_calls"]]
    assert [answer["tool_call_id"] for answer in answers] == made
    assert len(set(made)) == len(ids)
    assert all(isinstance(one, str) and one.strip() for one in made)
    check_history([written, *answers])
    assert message_from_openai(message) == written
    assert message_from_openai(written) == written


def test_an_id_that_is_fine_is_kept_and_a_number_is_one():
    assert [c.id for c in calls_from_openai(with_calls(entry("a"), entry("b")))] == ["a", "b"]
    assert calls_from_openai(with_calls(entry(7)))[0].id == "7"
    assert calls_from_openai(with_calls(entry("a"), entry("a")))[0].id == "a"


# --- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["functions.ping", "multi_tool_use.parallel", "a b", "", None, 5, "é" * 80, "x" * 200],
    ids=repr,
)
async def test_a_name_that_servers_refuse_never_goes_into_the_history(name):
    message = with_calls(entry(name=name))
    (call,) = calls_from_openai(message)
    assert call.name == (name if isinstance(name, str) else "")
    answers = await Toolkit([define_tool(lambda: 1, name="ping")]).execute_calls(message)
    check_history([message_from_openai(message), *answers])
    assert "There is no tool called" in answers[0]["content"]


@pytest.mark.parametrize("odd", ["ping", 5, None, ["ping"], {}, {"function": "ping"}], ids=repr)
async def test_an_entry_that_is_no_call_is_answered_too(odd):
    message = with_calls(odd, entry())
    assert len(calls_from_openai(message)) == 2
    answers = await Toolkit([define_tool(lambda: "pong", name="ping")]).execute_calls(message)
    assert [answer["content"] for answer in answers][1] == "pong"
    check_history([message_from_openai(message), *answers])


# --- whole messages --------------------------------------------------------------------------


def test_a_legacy_call_becomes_a_tool_call():
    message = {"content": None, "function_call": {"name": "ping", "arguments": "{}"}}
    (call,) = calls_from_openai(message)
    assert (call.name, call.arguments) == ("ping", "{}")
    written = message_from_openai(message)
    assert "function_call" not in written
    assert written["tool_calls"] == [entry(call.id)]
    legacy = Message(function_call=Function(name="ping", arguments="{}"))
    assert calls_from_openai(legacy) == [call]


@pytest.mark.parametrize("calls", [None, []], ids=["null", "empty"])
def test_a_legacy_call_counts_only_where_there_are_no_tool_calls(calls):
    legacy = {"name": "old", "arguments": "{}"}
    both = with_calls(entry(), function_call=legacy)
    assert [call.name for call in calls_from_openai(both)] == ["ping"]
    only = {"tool_calls": calls, "function_call": legacy}
    assert [call.name for call in calls_from_openai(only)] == ["old"]


def test_a_call_of_the_custom_kind_and_a_flat_one_are_read():
    custom = {"id": "c1", "type": "custom", "custom": {"name": "ping", "input": "free text"}}
    flat = {"id": "c2", "name": "ping", "arguments": "{}"}
    assert calls_from_openai(with_calls(custom, flat)) == [
        ToolCall("c1", "ping", "free text"),
        ToolCall("c2", "ping", "{}"),
    ]


def test_text_beside_calls_is_kept():
    written = message_from_openai(with_calls(entry(), content="Let me see."))
    assert written["content"] == "Let me see."
    assert written["tool_calls"] == [entry()]


def test_a_refusal_is_kept_and_what_only_some_servers_know_is_left_out():
    message = {
        "role": "assistant",
        "content": None,
        "refusal": "No.",
        "reasoning": "…",
        "reasoning_content": "…",
        "annotations": [],
        "audio": None,
        "provider_specific_fields": {},
    }
    assert message_from_openai(message) == {
        "role": "assistant", "content": "", "refusal": "No."
    }  # fmt: skip
    assert message_from_openai({**message, "refusal": None}) == {
        "role": "assistant", "content": ""
    }  # fmt: skip
    assert message_from_openai(Message(content="hi", reasoning="…")) == {
        "role": "assistant", "content": "hi"
    }  # fmt: skip


def test_a_message_is_not_changed_and_what_is_written_is_of_its_own():
    message = with_calls(entry(None, arguments={"a": [1]}))
    before = json.dumps(message)
    message_from_openai(message)["tool_calls"][0]["function"]["name"] = "changed"
    calls_from_openai(message)
    assert json.dumps(message) == before


def test_a_tool_message_is_what_the_official_types_ask_for():
    assert tool_message(ToolCall("c1", "ping", ""), ToolResult("", is_error=True)) == {
        "role": "tool", "tool_call_id": "c1", "content": ""
    }  # fmt: skip


# --- completions -----------------------------------------------------------------------------


def test_a_completion_is_read_as_plain_dicts():
    completion = completion_from_openai(Completion(choices=[Choice(message=SDK_MESSAGE)]))
    (choice,) = completion["choices"]
    assert choice["message"]["tool_calls"][0]["function"] == {"name": "ping", "arguments": "{}"}
    assert type(choice["message"]["tool_calls"][0]) is dict


def test_only_the_first_choice_is_read_and_the_rest_is_kept():
    choices = [{"message": {"content": text}} for text in ("one", "two")]
    completion = completion_from_openai({"choices": choices, "usage": {"total_tokens": 3}})
    assert [choice["message"]["content"] for choice in completion["choices"]] == ["one"]
    assert completion["usage"] == {"total_tokens": 3}
    assert len(choices) == 2


@pytest.mark.parametrize(
    ("answer", "text", "failed"),
    [
        ({"error": {"message": "busy"}}, "busy", ""),
        ({"error": "busy"}, "busy", ""),
        ({"error": {"code": 500}}, "500", ""),
        ({"error": {"message": "no", "failed_generation": "<f>"}, "choices": []}, "no", "<f>"),
        ({"error": {"message": None, "code": 1}}, "'code': 1", ""),
    ],
    ids=["dict", "text", "no_message", "failed_generation", "null_message"],
)
def test_a_servers_error_is_raised_with_what_it_says(answer, text, failed):
    with pytest.raises(ModelError, match=text) as caught:
        completion_from_openai(answer)
    assert caught.value.failed_generation == failed


def test_a_null_error_beside_choices_is_none():
    completion = completion_from_openai({"error": None, "choices": [{"message": {}}]})
    assert completion["choices"] == [{"message": {}}]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"id": "x", "object": "y"}, "a chat completion with choices, got 'id and object'"),
        ({"choices": []}, "has no choices"),
        ("text", "got the str 'text'"),
    ],
    ids=["no_choices_key", "no_choices", "text"],
)  # fmt: skip
def test_what_is_no_completion_is_refused(answer, told):
    with pytest.raises(MessageFormatError, match=told):
        completion_from_openai(answer)
