"""Calls and results in the shapes of providers other than OpenAI's chat completions."""

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from toolnexus import ToolCall, ToolResult
from toolnexus.adapters import (
    calls_from_anthropic,
    calls_from_gemini,
    calls_from_ollama,
    calls_from_responses,
    results_to_anthropic,
    results_to_gemini,
    results_to_ollama,
    results_to_openai,
    results_to_responses,
)
from toolnexus.errors import MessageFormatError

CALL = ToolCall("c1", "add", '{"a": 1}')
GOOD = ToolResult("3")
BAD = ToolResult("a: expected an integer.", is_error=True)


class Record(BaseModel):
    """As the objects of the providers' packages: whatever fields there are."""

    model_config = ConfigDict(extra="allow")


def test_openai_results_are_tool_messages():
    assert results_to_openai([(CALL, GOOD), (CALL, BAD)]) == [
        {"role": "tool", "tool_call_id": "c1", "content": "3"},
        {"role": "tool", "tool_call_id": "c1", "content": "a: expected an integer."},
    ]


# --- Anthropic -------------------------------------------------------------------------------


def test_anthropic_results_go_back_in_one_user_message():
    assert results_to_anthropic([(CALL, GOOD), (CALL, BAD)]) == [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": "3"},
                {
                    "type": "tool_result",
                    "tool_use_id": "c1",
                    "content": "a: expected an integer.",
                    "is_error": True,
                },
            ],
        }
    ]


def test_anthropic_calls_are_read_from_objects_of_the_package():
    block = Record(type="tool_use", id="c1", name="add", input={"a": 1})
    message = Record(role="assistant", content=[Record(type="text", text="…"), block])
    assert calls_from_anthropic(message) == [CALL]
    assert calls_from_anthropic({"content": (block,)}) == [CALL]


def test_what_anthropic_executes_itself_is_no_call():
    block = {"type": "server_tool_use", "id": "c1", "name": "web_search", "input": {}}
    assert calls_from_anthropic({"role": "assistant", "content": [block]}) == []
    assert calls_from_anthropic({"role": "assistant", "content": "Sunny."}) == []


# --- Gemini ----------------------------------------------------------------------------------


class Call(BaseModel):
    """As in the google-genai package: attributes in Python's spelling."""

    model_config = ConfigDict(populate_by_name=True)
    id: str | None = None
    name: str | None = None
    args: dict[str, Any] | None = None


class Part(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    text: str | None = None
    function_call: Call | None = Field(default=None, alias="functionCall")


class Content(BaseModel):
    role: str | None = None
    parts: list[Part] | None = None


class Candidate(BaseModel):
    content: Content | None = None


class Response(BaseModel):
    candidates: list[Candidate] | None = None


def test_gemini_calls_are_read_from_objects_of_the_package():
    part = Part(function_call=Call(id="c1", name="add", args={"a": 1}))
    content = Content(role="model", parts=[Part(text="…"), part])
    response = Response(candidates=[Candidate(content=content), Candidate()])
    for given in (response, content, Candidate(content=content), {"parts": [part]}):
        assert calls_from_gemini(given) == [CALL]


@pytest.mark.parametrize(
    "response",
    [
        {"candidates": []},
        {"candidates": None},
        {"candidates": [{"finishReason": "SAFETY"}]},
        {"candidates": [{"content": {"role": "model"}}]},
        Response(candidates=[Candidate(content=Content(role="model", parts=None))]),
        {"role": "model", "parts": [{"text": "Sunny."}]},
    ],
    ids=["empty", "none", "blocked", "no_parts", "sdk", "words"],
)
def test_gemini_may_answer_without_parts(response):
    assert calls_from_gemini(response) == []


def test_gemini_may_leave_out_arguments():
    (call,) = calls_from_gemini({"parts": [{"functionCall": {"name": "ping"}}]})
    assert (call.name, call.arguments) == ("ping", "{}")


def test_gemini_results_go_back_in_one_content():
    assert results_to_gemini([(CALL, GOOD), (CALL, BAD)]) == [
        {
            "role": "user",
            "parts": [
                {
                    "functionResponse": {
                        "id": "c1",
                        "name": "add",
                        "response": {"output": "3"},
                    }
                },
                {
                    "functionResponse": {
                        "id": "c1",
                        "name": "add",
                        "response": {"error": "a: expected an integer."},
                    }
                },
            ],
        }
    ]


def test_an_id_that_gemini_did_not_give_does_not_go_back():
    (call,) = calls_from_gemini({"parts": [{"functionCall": {"name": "add", "args": {}}}]})
    assert call.id
    (content,) = results_to_gemini([(call, GOOD)])
    assert content["parts"][0]["functionResponse"] == {
        "name": "add", "response": {"output": "3"}
    }  # fmt: skip


# --- Responses -------------------------------------------------------------------------------


def test_responses_are_read_whole_or_as_their_items():
    item = {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "add"}
    item["arguments"] = '{"a": 1}'
    for given in ({"output": [item]}, [item], (Record(**item),), Record(output=[item])):
        assert calls_from_responses(given) == [CALL]


def test_responses_results_are_items():
    assert results_to_responses([(CALL, BAD)]) == [
        {
            "type": "function_call_output",
            "call_id": "c1",
            "output": "a: expected an integer.",
        }
    ]


# --- Ollama ----------------------------------------------------------------------------------


def test_ollama_calls_are_read_from_the_answer_and_its_message():
    message = {"role": "assistant", "tool_calls": [{"function": {"name": "add"}}]}
    message["tool_calls"][0]["function"]["arguments"] = {"a": 1}
    for given in (message, {"message": message}, Record(message=Record(**message))):
        (call,) = calls_from_ollama(given)
        assert (call.name, call.arguments) == ("add", '{"a": 1}')


def test_ollama_results_name_the_tool():
    assert results_to_ollama([(CALL, GOOD)]) == [
        {"role": "tool", "tool_name": "add", "content": "3"}
    ]


@pytest.mark.parametrize("read", [calls_from_ollama, calls_from_anthropic])
def test_a_users_message_is_not_an_assistants(read):
    with pytest.raises(MessageFormatError, match="expected an assistant message"):
        read({"role": "user", "content": "hi"})
