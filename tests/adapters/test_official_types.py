"""What the providers' own packages say of our entries and messages, those that are there."""

import datetime as dt
import json
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field, TypeAdapter

from toolnexus import ToolCall, ToolResult, adapters, define_tool


class Point(BaseModel):
    """A place."""

    lat: Annotated[float, Field(ge=-90, le=90)]
    label: str = "here"


class Node(BaseModel):
    value: int
    children: list["Node"] = []


class Cat(BaseModel):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]
    tricks: list[str] | None = None


def travel(
    p: Annotated[Point, Field(description="Where to.")],
    at: dt.datetime,
    node: Node,
    pet: Annotated[Cat | Dog, Field(discriminator="kind")],
    pair: tuple[int, str] = (1, "a"),
    level: Literal[1, 2, 3] = 1,
    name: Annotated[str, Field(min_length=1, max_length=9)] = "Zürich",
    note: str | None = None,
) -> str:
    """Go somewhere."""
    return "done"


def visit(p: Point, level: Literal["low", "high"] = "low") -> str:
    """Stay where it is."""
    return "done"


def ping() -> str:
    return "pong"


TOOLS = [define_tool(travel), define_tool(visit), define_tool(ping)]
PAIRS = [
    (ToolCall("c1", "visit", "{}"), ToolResult("done")),
    (ToolCall("c2", "visit", "{}"), ToolResult("p: required.", is_error=True)),
]


def same(adapter_of, values):
    """Types of a package drop what they don't know: what they keep must be all there was."""
    adapter = TypeAdapter(adapter_of)
    assert values
    for value in values:
        assert adapter.validate_python(value) == value


def without_types(schema):
    """Anthropic's package leaves out the type where values are listed."""
    if isinstance(schema, list):
        return [without_types(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    left_out = {"type"} if "enum" in schema else set()
    return {key: without_types(value) for key, value in schema.items() if key not in left_out}


def test_openai_takes_them():
    chat = pytest.importorskip("openai.types.chat")
    responses = pytest.importorskip("openai.types.responses")
    for strict in (False, True, "if_possible"):
        same(chat.ChatCompletionFunctionToolParam, adapters.to_openai(TOOLS, strict=strict))
        flat = adapters.to_openai_responses(TOOLS, strict=strict)
        same(responses.FunctionToolParam, flat)
    same(chat.ChatCompletionFunctionToolParam, adapters.to_portable(TOOLS))
    same(chat.ChatCompletionToolMessageParam, adapters.results_to_openai(PAIRS))
    same(
        responses.response_input_item_param.FunctionCallOutput,
        adapters.results_to_responses(PAIRS),
    )


def test_openai_calls_are_read():
    responses = pytest.importorskip("openai.types.responses")
    item = responses.ResponseFunctionToolCall(
        type="function_call", call_id="c1", name="visit", arguments="{}"
    )
    answer = responses.Response.model_construct(output=[item], error=None)
    assert adapters.calls_from_responses(answer) == [PAIRS[0][0]]
    assert adapters.calls_from_responses([item]) == [PAIRS[0][0]]


def test_anthropic_takes_them():
    types = pytest.importorskip("anthropic.types")
    same(types.ToolParam, adapters.to_anthropic(TOOLS))
    same(types.ToolParam, adapters.to_anthropic(TOOLS[1:], strict=True))
    (message,) = adapters.results_to_anthropic(PAIRS)
    assert message.keys() == {"role", "content"}
    same(types.ToolResultBlockParam, message["content"])


def test_anthropic_calls_are_read():
    types = pytest.importorskip("anthropic.types")
    block = types.ToolUseBlock(type="tool_use", id="c1", name="visit", input={})
    answer = types.Message.model_construct(role="assistant", content=[block])
    assert adapters.calls_from_anthropic(answer) == [PAIRS[0][0]]


def test_anthropic_own_rewriting_has_nothing_left_to_do():
    anthropic = pytest.importorskip("anthropic")
    for entry in adapters.to_anthropic(TOOLS[1:], strict=True):
        assert anthropic.transform_schema(entry["input_schema"]) == without_types(
            entry["input_schema"]
        )


@pytest.mark.parametrize("legacy", [False, True], ids=["json_schema", "legacy"])
def test_gemini_takes_them(legacy):
    types = pytest.importorskip("google.genai.types")
    (written,) = adapters.to_gemini(TOOLS, legacy=legacy)
    read = types.Tool.model_validate(written)
    assert read.model_dump(exclude_unset=True, by_alias=True, mode="json") == written
    (content,) = adapters.results_to_gemini(PAIRS)
    read = types.Content.model_validate(content)
    assert read.model_dump(exclude_unset=True, by_alias=True, mode="json") == content


def test_gemini_calls_are_read():
    types = pytest.importorskip("google.genai.types")
    call = types.FunctionCall(id="c1", name="visit", args={})
    content = types.Content(role="model", parts=[types.Part(function_call=call)])
    answer = types.GenerateContentResponse(candidates=[types.Candidate(content=content)])
    assert adapters.calls_from_gemini(answer) == [PAIRS[0][0]]


def test_ollama_keeps_what_its_client_has_fields_for_and_its_calls_are_read():
    ollama = pytest.importorskip("ollama")
    (written,) = adapters.to_portable(TOOLS[1:2])
    kept = ollama.Tool.model_validate(written).model_dump(exclude_none=True)
    level = written["function"]["parameters"]["properties"]["level"]
    assert kept["function"]["parameters"]["properties"]["level"] == level
    function = ollama.Message.ToolCall.Function(name="visit", arguments={})
    message = ollama.Message(
        role="assistant", tool_calls=[ollama.Message.ToolCall(function=function)]
    )
    for given in (message, ollama.ChatResponse(message=message)):
        (call,) = adapters.calls_from_ollama(given)
        assert (call.name, call.arguments) == ("visit", "{}")
    for result in adapters.results_to_ollama(PAIRS):
        assert ollama.Message(**result).model_dump(exclude_none=True) == result


def test_mistral_takes_them():
    calls = pytest.importorskip("mistral_common.protocol.instruct.tool_calls")
    for entry in [*adapters.to_openai(TOOLS, strict=True), *adapters.to_portable(TOOLS)]:
        read = calls.Tool.model_validate(entry)
        assert read.function.parameters == entry["function"]["parameters"]


def test_grammars_can_be_made_of_them():
    matcher = pytest.importorskip("llguidance").LLMatcher
    schemas = [entry["function"]["parameters"] for entry in adapters.to_portable(TOOLS)]
    strict = adapters.to_openai(TOOLS, strict=True)
    schemas += [entry["function"]["parameters"] for entry in strict]
    schemas += [e["input_schema"] for e in adapters.to_anthropic(TOOLS[1:], strict=True)]
    for schema in schemas:
        grammar = matcher.grammar_from_json_schema(json.dumps(schema))
        assert not matcher.validate_grammar(grammar)
