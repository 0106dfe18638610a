"""What every adapter promises. A new one gets its tests by joining the lists."""

import copy
import functools
import json

import pytest

from toolnexus import (
    DuplicateToolError,
    Tool,
    ToolCall,
    Toolkit,
    ToolResult,
    adapters,
    define_tool,
    errors,
)


def get_weather(city: str, days: int = 1) -> str:
    """Current weather for a city.

    Args:
        city: Name of the city.
    """
    return f"sunny in {city} for {days}"


def ping() -> str:
    return "pong"


def declarations(written):
    return [entry for group in written for entry in group["functionDeclarations"]]


def functions(written):
    assert all(entry["type"] == "function" for entry in written)
    return [entry["function"] for entry in written]


# name: what writes it, the method of a toolkit, where its entries are, the key of the schema
WRITERS = {
    "openai": ("to_openai", {}, functions, "parameters"),
    "openai strict": ("to_openai", {"strict": True}, functions, "parameters"),
    "responses": ("to_openai_responses", {}, list, "parameters"),
    "responses strict": ("to_openai_responses", {"strict": True}, list, "parameters"),
    "anthropic": ("to_anthropic", {}, list, "input_schema"),
    "anthropic strict": ("to_anthropic", {"strict": True}, list, "input_schema"),
    "gemini": ("to_gemini", {}, declarations, "parametersJsonSchema"),
    "gemini legacy": ("to_gemini", {"legacy": True}, declarations, "parameters"),
    "portable": ("to_portable", {}, functions, "parameters"),
}


@pytest.fixture(params=WRITERS.values(), ids=WRITERS)
def writer(request):
    return request.param


@pytest.fixture
def write(writer):
    name, options, _, _ = writer
    return functools.partial(getattr(adapters, name), **options)


@pytest.fixture
def entries(writer):
    return writer[2]


@pytest.fixture
def key(writer):
    return writer[3]


def test_no_tools_are_an_empty_list(write):
    assert write([]) == []
    assert write(Toolkit()) == []


def test_order_names_and_descriptions_are_kept(write, entries):
    tools = [define_tool(get_weather), define_tool(ping)]
    for given in (tools, tuple(tools), iter(tools), Toolkit(tools)):
        weather, pinging = entries(write(given))
        assert (weather["name"], pinging["name"]) == ("get_weather", "ping")
        assert weather["description"] == "Current weather for a city."
        assert "description" not in pinging


def test_the_schema_is_there_under_its_key(write, entries, key):
    (entry,) = entries(write([define_tool(get_weather)]))
    assert entry[key]["type"].lower() == "object"
    assert list(entry[key]["properties"]) == ["city", "days"]
    assert entry[key]["properties"]["city"]["description"] == "Name of the city."


def test_it_is_plain_json_and_the_same_each_time(write):
    written = write([define_tool(get_weather)])
    text = json.dumps(written, allow_nan=False)
    assert json.loads(text) == written
    assert json.dumps(write([define_tool(get_weather)])) == text


def test_it_is_a_fresh_copy_each_time(write, entries, key):
    schema = {"properties": {"a": {"enum": ["x"], "default": "x"}}}
    tools = [define_tool(get_weather), Tool("t", "", schema, execute=print)]
    before = copy.deepcopy([tool.input_schema for tool in tools])
    written = copy.deepcopy(write(tools))
    for entry in entries(write(tools)):
        entry["name"] = "other"
        for inner in entry[key]["properties"].values():
            inner["type"] = "changed"
            inner.get("enum", []).append("y")
        entry[key]["properties"].clear()
    assert write(tools) == written
    assert [tool.input_schema for tool in tools] == before


def test_two_tools_of_one_name_are_refused(write):
    with pytest.raises(DuplicateToolError, match="Two tools are called 'ping'"):
        write([define_tool(ping), define_tool(lambda: 1, name="ping")])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (define_tool(ping), r"write to_\w+\(\[ping\]\)"),
        ([ping], r"to_\w+ takes tools, got the function 'ping'; make one with define_tool"),
        (["ping"], "got the str 'ping'"),
    ],
    ids=["a tool", "a function", "a string"],
)
def test_what_is_no_list_of_tools_is_refused(write, given, told):
    with pytest.raises(TypeError, match=told):
        write(given)


def test_a_toolkit_does_the_same(writer, write):
    name, options, _, _ = writer
    toolkit = Toolkit([define_tool(get_weather), define_tool(ping)])
    assert getattr(toolkit, name)(**options) == write(toolkit)


# --- strict ----------------------------------------------------------------------------------


def save(options: dict[str, int]) -> str:
    """Save options."""
    return "saved"


STRICT = {name: WRITERS[name] for name in WRITERS if name.endswith("strict")}


@pytest.fixture(params=STRICT.values(), ids=STRICT)
def strict_writer(request):
    name, _, entries, key = request.param
    return getattr(adapters, name), entries, key


def test_a_strict_entry_says_so(strict_writer):
    write, entries, key = strict_writer
    (entry,) = entries(write([define_tool(get_weather)], strict=True))
    assert entry["strict"] is True
    assert entry[key]["additionalProperties"] is False
    (entry,) = entries(write([define_tool(get_weather)]))
    assert not entry.get("strict")
    assert entry[key] == define_tool(get_weather).input_schema


def test_a_tool_that_cannot_be_strict_is_refused_by_name_and_place(strict_writer):
    write, _, _ = strict_writer
    tools = [define_tool(get_weather), define_tool(save)]
    told = (
        r"^'save' can't be strict: an object of any keys at properties\.options\. "
        r'.*, with strict="if_possible"\.$'
    )
    with pytest.raises(errors.StrictError, match=told) as caught:
        write(tools, strict=True)
    assert caught.value.refused == {"save": ["an object of any keys at properties.options"]}
    assert isinstance(caught.value, ValueError)


def test_many_tools_that_cannot_be_strict_are_counted(strict_writer):
    write, _, _ = strict_writer
    free = {f"p{number}": {"type": "object"} for number in range(7)}
    tools = [Tool(f"t{n}", "", {"properties": free}, execute=print) for n in range(7)]
    with pytest.raises(errors.StrictError, match=r"; 2 more\. .* And 2 more tools\."):
        write(tools, strict=True)


def test_it_goes_out_as_it_is_where_that_is_asked_for(strict_writer):
    write, entries, key = strict_writer
    tools = [define_tool(get_weather), define_tool(save)]
    weather, saving = entries(write(tools, strict="if_possible"))
    assert weather["strict"] is True
    assert not saving.get("strict")
    assert saving[key] == tools[1].input_schema


def test_any_other_wish_is_refused(strict_writer):
    write, _, _ = strict_writer
    with pytest.raises(ValueError, match="strict=True, False or \"if_possible\"; got 'yes'"):
        write([], strict="yes")


# --- calls and results -----------------------------------------------------------------------


def openai_message(calls):
    entries = [{"id": i, "function": {"name": n, "arguments": a}} for i, n, a in calls]
    return {"role": "assistant", "content": None, "tool_calls": entries}


def responses_message(calls):
    items = [
        {"type": "function_call", "call_id": i, "name": n, "arguments": a} for i, n, a in calls
    ]
    return {"output": [{"type": "reasoning", "summary": []}, *items], "error": None}


def anthropic_message(calls):
    blocks = [
        {"type": "tool_use", "id": i, "name": n, "input": json.loads(a)} for i, n, a in calls
    ]
    return {"role": "assistant", "content": [{"type": "text", "text": "Let me see."}, *blocks]}


def gemini_message(calls):
    parts = [{"functionCall": {"id": i, "name": n, "args": json.loads(a)}} for i, n, a in calls]
    content = {"role": "model", "parts": [{"text": "Let me see."}, *parts]}
    return {"candidates": [{"content": content}]}


def ollama_message(calls):
    entries = [{"function": {"name": n, "arguments": json.loads(a)}} for _, n, a in calls]
    return {"message": {"role": "assistant", "content": "", "tool_calls": entries}}


def texts_of(messages):
    """The texts of results, wherever they stand."""
    found = []
    for message in messages:
        for part in message.get("parts") or message.get("content") or [message]:
            inner = part if isinstance(part, dict) else message
            response = inner.get("functionResponse", {}).get("response", {})
            found += response.values() or [inner.get("content", inner.get("output"))]
            if inner is message:
                break
    return found


READERS = {
    "openai": openai_message,
    "responses": responses_message,
    "anthropic": anthropic_message,
    "gemini": gemini_message,
    "ollama": ollama_message,
}
CALLS = [
    ("c1", "get_weather", '{"city": "Zürich"}'),
    ("c2", "ping", "{}"),
    ("c3", "ping", '{"deep": [{"a": null}]}'),
]


@pytest.fixture(params=READERS)
def provider(request):
    return request.param


@pytest.fixture
def read(provider):
    return getattr(adapters, f"calls_from_{provider}")


@pytest.fixture
def results(provider):
    return getattr(adapters, f"results_to_{provider}")


def test_calls_are_read_in_order_with_their_arguments_as_text(provider, read):
    message = READERS[provider](CALLS)
    before = copy.deepcopy(message)
    calls = read(message)
    assert [(call.name, call.arguments) for call in calls] == [(n, a) for _, n, a in CALLS]
    assert all(isinstance(call, ToolCall) for call in calls)
    assert message == before
    if provider != "ollama":  # which has no ids
        assert [call.id for call in calls] == ["c1", "c2", "c3"]


@pytest.mark.parametrize("ids", [("", "", ""), (None, None, None), ("a", "a", "a")], ids=str)
def test_ids_that_are_missing_or_twice_are_made_up_the_same_each_time(provider, read, ids):
    calls = [(call_id, *CALLS[1][1:]) for call_id in ids]
    message = READERS[provider](calls)
    made = [call.id for call in read(message)]
    assert len(set(made)) == 3
    assert all(made)
    assert [call.id for call in read(message)] == made


def test_a_message_without_calls_has_none(provider, read):
    assert read(READERS[provider]([])) == []


@pytest.mark.parametrize(
    "given", ["hello", None, 5, {"role": "user", "content": "hi"}], ids=repr
)
def test_what_is_no_message_is_refused(read, given):
    with pytest.raises(errors.MessageFormatError, match="expected a"):
        read(given)


def test_results_go_back_in_order_each_with_its_text(provider, read, results):
    calls = read(READERS[provider](CALLS))
    outcomes = [
        ToolResult("sunny"),
        ToolResult("pong"),
        ToolResult("deep: unknown.", is_error=True),
    ]
    pairs = list(zip(calls, outcomes, strict=True))
    messages = results(iter(pairs))
    assert texts_of(messages) == ["sunny", "pong", "deep: unknown."]
    assert json.loads(json.dumps(messages)) == messages
    assert results(pairs) == messages
    assert results([]) == []


async def test_a_whole_turn_is_answered(provider, read, results):
    toolkit = Toolkit([define_tool(get_weather), define_tool(ping)])
    calls = read(READERS[provider](CALLS))
    messages = results([(call, await toolkit.execute_call(call)) for call in calls])
    weather, pong, refused = texts_of(messages)
    assert (weather, pong) == ("sunny in Zürich for 1", "pong")
    assert "deep: unknown" in refused
