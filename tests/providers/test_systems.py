"""Each system's own package sends our request to a server here, and reads its answer.

What goes over the wire must be what `to_openai` wrote, the package's own types must take it
with nothing lost, and the loop must come to its end: a call in that system's own form, the
tool message, the answer. What is not installed is skipped; CONTRIBUTING has the command.
"""

import datetime as dt
import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, TypeAdapter

from toolnexus import Toolkit, adapters, define_tool, to_openai
from toolnexus.checks import check
from toolnexus.models import check_history


class Unit(Enum):
    CELSIUS = "°C"
    FAHRENHEIT = "°F"


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
    extra: dict[str, int | list[str] | None],
    pair: tuple[int, str] = (1, "a"),
    unit: Unit = Unit.CELSIUS,
    name: Annotated[str, Field(min_length=1, pattern="^[A-Zü日]")] = "Zürich",
    note: str | None = None,
) -> str:
    """Go somewhere: Zürich, 日本, 👩‍👩‍👧, "quoted" <b>."""
    return "done"


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def ping() -> str:
    return "pong"


NEEDED = "needs the packages of the group `providers`"
TOOLKIT = Toolkit(map(define_tool, (add, travel, ping)))
ENTRIES = to_openai(TOOLKIT)
USER = {"role": "user", "content": "What is 17 plus 25?"}
USAGE = {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}


def completion(message, finish_reason, **more):
    choice = {"index": 0, "message": {"role": "assistant", **message}, "logprobs": None}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "m",
        "choices": [{**choice, "finish_reason": finish_reason}],
        "usage": USAGE,
        **more,
    }


def call(call_id, arguments='{"a": 17, "b": 25}', **more):
    function = {"name": "add", "arguments": arguments}
    return {"id": call_id, "type": "function", "function": function, **more}


def chunk(delta, finish_reason=None, **more):
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
    return {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1700000000,
        "model": "m",
        "choices": [choice],
        **more,
    }


def pieces(call_id, **more):
    """Stream a call as OpenAI does: the head, then the arguments in pieces."""
    head = call(call_id, "", index=0, **more)
    rest = [
        {"index": 0, "function": {"arguments": text}} for text in ('{"a": 17,', ' "b": 25}')
    ]
    return [chunk({"role": "assistant", "tool_calls": [head]}), *_chunks_of(rest)]


def _chunks_of(rest):
    return [*(chunk({"tool_calls": [piece]}) for piece in rest), chunk({}, "tool_calls")]


@dataclass
class System:
    """One system: how its package sends a request, and how its servers write a call.

    `client` gets the recorder's address, `send` the client, messages, tools and whether to
    stream. `types` names the package's own type of one entry.
    """

    package: str
    client: Callable[[Any, Any], Any]
    send: Callable[..., Any]
    types: tuple[str, str]
    called: dict
    streamed: list
    answer: dict = field(default_factory=dict)
    path: str = "/v1/chat/completions"


def openai_style(client, messages, tools, stream):
    more = {"stream": True} if stream else {}
    return client.chat.completions.create(model="m", messages=messages, tools=tools, **more)


def openrouter_style(client, messages, tools, stream):
    return client.chat.send(model="m", messages=messages, tools=tools, stream=stream)


def mistral_style(client, messages, tools, stream):
    send = client.chat.stream if stream else client.chat.complete
    return send(model="m", messages=messages, tools=tools)


SYSTEMS = {
    "openai": System(
        "openai",
        lambda sdk, server: sdk.OpenAI(api_key="k", base_url=server.url, max_retries=0),
        openai_style,
        ("openai.types.chat", "ChatCompletionFunctionToolParam"),
        completion(
            {
                "content": None,
                "refusal": None,
                "annotations": [],
                "tool_calls": [call("call_1")],
            },
            "tool_calls",
            service_tier="default",
            system_fingerprint="fp_1",
        ),
        pieces("call_1"),
    ),
    "openrouter": System(
        "openrouter",
        lambda sdk, server: sdk.OpenRouter(api_key="k", server_url=server.url),
        openrouter_style,
        ("openrouter.components", "ChatFunctionTool"),
        completion(
            {
                "content": "",
                "refusal": None,
                "reasoning": "I need to add.",
                "tool_calls": [call("call_1", index=0)],
            },
            "tool_calls",
            provider="Someone",
            system_fingerprint=None,
        ),
        [
            ": OPENROUTER PROCESSING",
            *(
                {**one, "provider": "Someone", "system_fingerprint": None}
                for one in pieces("call_1")
            ),
        ],
        answer={"system_fingerprint": None},
    ),
    "groq": System(
        "groq",
        lambda sdk, server: sdk.Groq(api_key="k", base_url=server.root, max_retries=0),
        openai_style,
        ("groq.types.chat", "ChatCompletionToolParam"),
        completion(
            {"reasoning": "I need to add.", "tool_calls": [call("fc_01-abc")]},
            "tool_calls",
            x_groq={"id": "req_1"},
            usage={**USAGE, "queue_time": 0.1, "total_time": 0.2},
        ),
        [
            chunk({"role": "assistant", "content": None}, x_groq={"id": "req_1"}),
            chunk({"tool_calls": [call("fc_01-abc", index=0)]}),
            chunk({}, "tool_calls", x_groq={"id": "req_1", "usage": USAGE}),
        ],
        path="/openai/v1/chat/completions",
    ),
    "together": System(
        "together",
        lambda sdk, server: sdk.Together(api_key="k", base_url=server.root, max_retries=0),
        openai_style,
        ("together.types", "ToolsParam"),
        completion(
            {"content": None, "tool_calls": [call("call_1", index=0)]}, "tool_calls", prompt=[]
        ),
        pieces("call_1"),
    ),
    "ollama_v1": System(
        "openai",
        lambda sdk, server: sdk.OpenAI(api_key="ollama", base_url=server.url, max_retries=0),
        openai_style,
        ("openai.types.chat", "ChatCompletionFunctionToolParam"),
        completion(
            {
                "content": "",
                "reasoning": "I need to add.",
                "tool_calls": [call("call_l8h2x1d0", '{"a":17,"b":25}', index=0)],
            },
            "tool_calls",
            system_fingerprint="fp_ollama",
        ),
        [
            chunk(
                {"role": "assistant", "content": "", "tool_calls": [call("call_1", index=0)]}
            ),
            chunk({"role": "assistant", "content": ""}, "stop"),
        ],
    ),
    "mistral": System(
        "mistralai.client",
        lambda sdk, server: sdk.Mistral(api_key="k", server_url=server.root),
        mistral_style,
        ("mistralai.client.models", "Tool"),
        completion({"content": "", "tool_calls": [call("D681PevKs")]}, "tool_calls"),
        [
            chunk({"role": "assistant", "content": ""}),
            chunk({"content": "", "tool_calls": [call("D681PevKs", index=0)]}, "tool_calls"),
        ],
    ),
}


@pytest.fixture(params=SYSTEMS.values(), ids=SYSTEMS)
def system(request):
    pytest.importorskip(request.param.package, reason=NEEDED)
    return request.param


def same(written, expected):
    """Tell whether two values are the same JSON, with the keys in any order."""
    texts = (json.dumps(value, sort_keys=True) for value in (written, expected))
    return len(set(texts)) == 1


def plain(value, *, by_alias=False):
    """Take what a package's types made of a value back to plain dicts."""
    dump = getattr(value, "model_dump", None)
    return dump(mode="json", by_alias=by_alias, exclude_unset=True) if dump else value


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_loop_with_the_systems_own_package(system, recorder, stream):
    answer = completion({"content": "It is 42."}, "stop", **system.answer)
    told = chunk({"role": "assistant", "content": "It is 42."}, "stop", **system.answer)
    recorder.replies = [system.streamed, [told]] if stream else [system.called, answer]
    sdk = importlib.import_module(system.package)

    def ask(messages):
        with system.client(sdk, recorder) as client:
            got = system.send(client, messages, ENTRIES, stream)
            if not stream:
                return got
            chunks = [getattr(one, "data", one) for one in got]  # some wrap them in events
        return adapters.completion_from_chunks(chunks)

    messages = [USER]
    message = ask(messages)
    (wanted,) = adapters.calls_from_openai(message)
    assert (wanted.name, json.loads(wanted.arguments)) == ("add", {"a": 17, "b": 25})
    messages += [
        adapters.message_from_openai(message),
        *await TOOLKIT.execute_calls(message),
    ]
    assert messages[-1] == {"role": "tool", "tool_call_id": wanted.id, "content": "42"}
    check_history(messages)
    last = adapters.message_from_openai(ask(messages))
    assert last == {"role": "assistant", "content": "It is 42."}

    assert [sent.path for sent in recorder.sent] == [system.path] * 2
    for body in recorder.bodies:
        assert same(body["tools"], ENTRIES), "the tools were changed on their way"
    sent = recorder.bodies[1]["messages"][-1]
    assert (sent["tool_call_id"], sent["content"]) == (wanted.id, "42")
    (entry,) = recorder.bodies[1]["messages"][1]["tool_calls"]
    assert entry["id"] == wanted.id
    assert entry["function"] == {"name": "add", "arguments": wanted.arguments}


def test_own_types_take_entries_with_nothing_lost(system):
    module, name = system.types
    adapter = TypeAdapter(getattr(importlib.import_module(module), name))
    for entry in ENTRIES:
        assert same(plain(adapter.validate_python(entry), by_alias=True), entry)


# --- Ollama's own client, which does not take everything along ------------------------------

NATIVE_CALL = {"function": {"name": "add", "arguments": {"a": 17, "b": 25}}}


def native(message, reason="stop"):
    return {
        "model": "m",
        "created_at": "2026-01-01T00:00:00Z",
        "message": {"role": "assistant", "content": "", **message},
        "done": True,
        "done_reason": reason,
    }


def ask_ollama(recorder, messages, tools):
    ollama = pytest.importorskip("ollama", reason=NEEDED)
    client = ollama.Client(host=recorder.root)
    try:
        return client.chat("m", messages, tools=tools)
    finally:
        client._client.close()


async def test_loop_with_ollamas_own_client(recorder):
    recorder.replies = [native({"tool_calls": [NATIVE_CALL]}), native({"content": "It is 42."})]
    tools = adapters.to_portable(TOOLKIT)
    messages = [USER]
    got = ask_ollama(recorder, messages, tools)
    calls = adapters.calls_from_ollama(got)
    assert [(one.name, json.loads(one.arguments)) for one in calls] == [
        ("add", {"a": 17, "b": 25})
    ]
    results = [await TOOLKIT.execute(one.name, one.arguments) for one in calls]
    messages += [
        got.message.model_dump(exclude_none=True),
        *adapters.results_to_ollama(zip(calls, results, strict=True)),
    ]
    assert ask_ollama(recorder, messages, tools).message.content == "It is 42."
    assert [sent.path for sent in recorder.sent] == ["/api/chat"] * 2
    sent = recorder.bodies[1]["messages"]
    assert sent[1]["tool_calls"] == [NATIVE_CALL]
    assert sent[2] == {"role": "tool", "tool_name": "add", "content": "42"}
    names = [entry["function"]["name"] for entry in recorder.bodies[0]["tools"]]
    assert names == ["add", "travel", "ping"]


def sent_by_ollamas_client(recorder, entries):
    recorder.replies = [native({"content": "ok"})]
    ask_ollama(recorder, [USER], entries)
    return recorder.bodies[-1]["tools"]


@pytest.mark.xfail(strict=True, reason="the client of ollama leaves out what it does not know")
def test_ollamas_own_client_takes_everything_along(recorder):
    assert same(sent_by_ollamas_client(recorder, ENTRIES), ENTRIES)


def test_what_ollamas_client_leaves_out_is_said_beforehand(recorder):
    sent = {
        entry["function"]["name"]: entry["function"]["parameters"]
        for entry in sent_by_ollamas_client(recorder, ENTRIES)
    }
    properties = sent["travel"]["properties"]
    # A model never gets to know what these are: reference, union, default, pattern.
    assert properties["node"] == {}
    assert properties["pet"] == {}
    assert "default" not in properties["name"]
    assert "pattern" not in properties["name"]
    found = check(TOOLKIT, providers=["ollama", "ollama client"])
    assert {"OLL-001", "OLL-002", "OLL-003"} <= {finding.rule for finding in found}


def test_portable_form_says_in_words_what_ollamas_client_leaves_out(recorder):
    portable = adapters.to_portable(TOOLKIT)
    sent = {
        entry["function"]["name"]: entry["function"]
        for entry in sent_by_ollamas_client(recorder, portable)
    }
    for entry in portable:
        function = entry["function"]
        kept = sent[function["name"]]
        assert kept.get("description") == function.get("description")
        for name, schema in function["parameters"]["properties"].items():
            arrived = kept["parameters"]["properties"][name]
            assert arrived.get("description") == schema.get("description")
            assert arrived.get("type") == schema.get("type")
    assert "Zürich" in sent["travel"]["parameters"]["properties"]["name"]["description"]
