import asyncio
import copy
import datetime as dt
import gc
import json
import logging
import pickle
import socket
import ssl
import sys
import traceback
from dataclasses import replace
from enum import Enum
from typing import Literal

import pytest
from pydantic import BaseModel

from toolnexus import (
    EndpointModel,
    MissingExtraError,
    ModelError,
    ToolContext,
    define_tool,
    round_trip,
    to_openai,
)
from toolnexus.models import check_history
from toolnexus.models._endpoint_errors import Asked, not_reached
from toolnexus.models._keys import read_key
from toolnexus.models._presets import PRESETS

KEY = "sk-proj-Very_Secret-0123456789abcdef"


class Sky(Enum):
    CLEAR = "clear"
    CLOUDY = "cloudy"


class Place(BaseModel):
    """Where."""

    city: str
    near: "Place | None" = None
    coordinates: tuple[float, float] | None = None


def get_weather(
    place: Place,
    day: dt.date,
    sky: Sky = Sky.CLEAR,
    unit: Literal["°C", "°F"] = "°C",
    extra: dict[str, int | list[str]] | None = None,
) -> str:
    """Weather for a place: Zürich, 日本, 👩‍👩‍👧."""
    return f"sunny in {place.city}"


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def ping() -> str:
    """Say pong."""
    return "pong"


TOOLS = [define_tool(fn) for fn in (get_weather, add, ping)]
REQUEST = {"model": "x", "messages": [{"role": "user", "content": "hello"}]}


def completion(message, **more):
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    return {"id": "c1", "object": "chat.completion", "choices": [choice], **more}


def call(name, arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    entry = {"id": "call_1", "type": "function", "function": function}
    return completion({"content": None, "tool_calls": [entry]})


def chunk(delta, **more):
    choice = {"index": 0, "delta": delta, "finish_reason": None}
    return {"id": "c1", "object": "chat.completion.chunk", "choices": [choice], **more}


ANSWER = completion({"content": "Hello."})
CALL_CHUNKS = [
    chunk({"role": "assistant", "content": None}),
    chunk(
        {
            "tool_calls": [
                {
                    "index": 0,
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "add", "arguments": ""},
                }
            ]
        }
    ),
    chunk({"tool_calls": [{"index": 0, "function": {"arguments": '{"a": 17,'}}]}),
    chunk({"tool_calls": [{"index": 0, "function": {"arguments": ' "b": 25}'}}]}),
]
ANSWER_CHUNKS = [
    chunk({"role": "assistant", "content": "It is"}),
    ": keep-alive",
    chunk({"content": " 42."}),
    {"id": "c1", "choices": [], "usage": {"prompt_tokens": 3, "total_tokens": 5}},
]


@pytest.fixture(autouse=True)
def no_settings_of_the_machine(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def key(monkeypatch):
    monkeypatch.setenv("GATEWAY_KEY", KEY)
    return "GATEWAY_KEY"


@pytest.fixture
def model(recorder, key):
    return EndpointModel(recorder.url, "small", api_key_env=key, timeout=20)


async def whole(model, request):
    answer = await model(dict(request))
    return [one async for one in answer] if hasattr(answer, "__aiter__") else answer


async def refusal(model, request=REQUEST):
    with pytest.raises(ModelError) as caught:
        await whole(model, request)
    return caught.value


# --- what goes out ----------------------------------------------------------------------------


async def test_tools_on_the_wire_are_those_of_to_openai(recorder, model):
    recorder.replies = [ANSWER]
    await round_trip("hello", TOOLS, model)
    (body,) = recorder.bodies
    assert body["tools"] == to_openai(TOOLS)
    assert json.dumps(body["tools"]) == json.dumps(to_openai(TOOLS))


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_body_goes_out_as_it_is_but_for_the_model(recorder, model, stream):
    recorder.replies = [ANSWER]
    request = {
        "model": "another",
        "messages": [{"role": "user", "content": "héllo", "name": "ann"}],
        "tools": to_openai(TOOLS),
        "tool_choice": {"type": "function", "function": {"name": "add"}},
        "temperature": 0,
        "top_k": 3,
        "null": None,
        "nothing_known": {"a": [1, {"b": None}]},
        **({"stream": True} if stream else {}),
    }
    asked = copy.deepcopy(request)
    await model(asked)
    assert recorder.bodies == [{**request, "model": "small"}]
    assert asked == request
    (sent,) = recorder.sent
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["Authorization"] == f"Bearer {KEY}"


async def test_answer_comes_back_as_it_was_sent(recorder, model):
    answer = completion(
        {"content": "x", "reasoning": "because", "annotations": [], "tool_calls": None},
        provider="Someone",
        usage={"prompt_tokens": 1, "cost": 0.1, "details": None},
    )
    recorder.replies = [answer]
    assert await model(dict(REQUEST)) == answer


async def test_chunks_come_back_as_they_were_sent(recorder, model):
    chunks = [chunk({"content": "a", "reasoning": "b"}, provider="x"), {"choices": []}]
    recorder.replies = [chunks]
    answer = await model({**REQUEST, "stream": True})
    assert [one async for one in answer] == chunks


async def test_options_go_into_each_request_and_into_the_transcript(recorder):
    model = EndpointModel(recorder.url, "small", temperature=0, seed=1)
    recorder.replies = [call("ping", {}), ANSWER]
    transcript = await round_trip("hello", TOOLS, model, seed=2)
    assert [(body["temperature"], body["seed"]) for body in recorder.bodies] == [(0, 2)] * 2
    assert transcript.request(1) == recorder.bodies[0]
    assert transcript.request(2) == recorder.bodies[1]
    recorder.replies = [ANSWER]
    await model(dict(REQUEST))
    assert recorder.bodies[2] == {**REQUEST, "model": "small", "temperature": 0, "seed": 1}


async def test_no_key_is_sent_where_none_is_named(recorder, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    recorder.replies = [ANSWER]
    await EndpointModel(recorder.url, "small")(dict(REQUEST))
    assert "Authorization" not in recorder.sent[0].headers
    assert KEY not in str(recorder.sent[0].headers)


async def test_what_is_set_for_openai_goes_to_nobody_else(recorder, monkeypatch, model):
    monkeypatch.setenv("OPENAI_ORG_ID", "org-mine")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-mine")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Tenant: mine\nX-Other: mine, too")
    recorder.replies = [ANSWER]
    await model(dict(REQUEST))
    assert "mine" not in str(recorder.sent[0].headers)


async def test_proxies_do_not_stand_before_this_machine(recorder, monkeypatch, model):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    recorder.replies = [ANSWER]
    assert await model(dict(REQUEST)) == ANSWER


async def test_key_is_read_at_the_time_of_the_call(recorder, monkeypatch, model):
    recorder.replies = [ANSWER]
    for key in ("first-key-1", "second-key-2 \n"):
        monkeypatch.setenv("GATEWAY_KEY", key)
        await model(dict(REQUEST))
    sent = [sent.headers["Authorization"] for sent in recorder.sent]
    assert sent == ["Bearer first-key-1", "Bearer second-key-2"]


@pytest.mark.parametrize(
    ("provider", "url", "variable"),
    [
        ("openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
        ("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        ("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
        ("together", "https://api.together.ai/v1", "TOGETHER_API_KEY"),
        ("ollama", "http://localhost:11434/v1", ""),
        ("https://llm.example.com/v1", "https://llm.example.com/v1", ""),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000", ""),
    ],
)
def test_where_each_system_is(provider, url, variable):
    model = EndpointModel(provider, "m")
    assert (model._server.base_url, model._server.key_variable) == (url, variable)
    assert (model.name, model.is_simulated) == ("m", False)


# --- a whole round trip -----------------------------------------------------------------------


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_whole_round_trip(recorder, model, stream):
    recorder.replies = [
        CALL_CHUNKS if stream else call("add", {"a": 17, "b": 25}),
        ANSWER_CHUNKS if stream else completion({"content": "It is 42."}),
    ]
    options = {"stream": True} if stream else {}
    async with model:
        transcript = await round_trip("17 + 25?", TOOLS, model, **options)
    assert transcript.answer == "It is 42."
    assert [step.result.value for step in transcript.calls] == [42]
    assert (transcript.model, transcript.is_simulated) == ("small", False)
    first, second = recorder.bodies
    assert first["tools"] == second["tools"] == to_openai(TOOLS)
    assert second["messages"][-1] == {
        "role": "tool",
        "tool_call_id": "call_1",
        "content": "42",
    }
    check_history(second["messages"])
    if stream:
        assert transcript.usage["total_tokens"] == 5


async def test_a_server_that_does_not_stream_is_understood(recorder, model):
    recorder.replies = [call("add", {"a": 1, "b": 2}), ANSWER]
    transcript = await round_trip("1 + 2?", TOOLS, model, stream=True)
    assert transcript.answer == "Hello."
    assert recorder.bodies[0]["stream"] is True


@pytest.mark.filterwarnings("error")
def test_works_in_one_event_loop_after_another(recorder, model):
    recorder.replies = [ANSWER]
    for _ in range(3):
        assert asyncio.run(round_trip("hello", [], model)).answer == "Hello."
    gc.collect()  # a connection that was left open would warn here
    assert len(recorder.sent) == 3


async def test_closed_model_can_be_used_again(recorder, model):
    recorder.replies = [ANSWER]
    async with model as same:
        assert same is model
        await model(dict(REQUEST))
    await model.close()
    assert await model(dict(REQUEST)) == ANSWER
    await model.close()


async def test_several_requests_at_the_same_time(recorder, model):
    recorder.replies = [ANSWER]
    answers = await asyncio.gather(*(model(dict(REQUEST)) for _ in range(8)))
    assert answers == [ANSWER] * 8


# --- what goes wrong --------------------------------------------------------------------------

ECHO = f"Incorrect API key provided: {KEY}. Also: sk-proj-****cdef and sk-proj-…cdef"

ERRORS = {
    "refused_key": (
        (401, {"error": {"message": ECHO, "code": "invalid_api_key"}}),
        r"refused the key in GATEWAY_KEY \(401\): Incorrect API key provided: \[key\]\. Also: "
        r"\[key\] and \[key\]\. Put a valid one into GATEWAY_KEY\.",
    ),
    "not_allowed": (
        (403, {"error": {"message": "Country not supported"}}),
        r"does not allow this to the key that was sent \(403\): Country not supported",
    ),
    "no_credits": (
        (402, {"error": {"message": "Insufficient credits", "code": 402}}),
        r"wants to be paid first \(402\): Insufficient credits",
    ),
    "unknown_model": (
        (404, {"error": {"message": "The model `small` does not exist"}}),
        r"has no model 'small' \(404\): The model `small` does not exist\. Look at the model's",
    ),
    "unknown_model_openrouter": (
        (400, {"error": {"message": "small is not a valid model ID", "code": 400}}),
        r"has no model 'small' \(400\): small is not a valid model ID",
    ),
    "unknown_path": (
        (404, {"detail": "Not Found"}),
        r"did not find what was asked for \(404\): Not Found\. Look at .* base URL, http",
    ),
    "bad_request": (
        (400, {"error": {"message": "array too long", "param": "tools", "type": "x"}}),
        r"refused the request \(400\): array too long \(at tools\)",
    ),
    "bad_request_behind_a_gateway": (
        (
            400,
            {
                "error": {
                    "message": "Provider returned error",
                    "code": 400,
                    "metadata": {"raw": '{"error": "Invalid schema for add"}'},
                }
            },
        ),
        r"refused the request \(400\): Provider returned error: .*Invalid schema for add",
    ),
    "validation": (
        (422, {"detail": [{"loc": ["body", "tools"], "msg": "field required"}]}),
        r"refused the request \(422\): .*field required",
    ),
    "plain_text": ((500, "<h1>Oops</h1>"), r"failed \(500\): <h1>Oops</h1>"),
    "empty": ((503, ""), r"failed \(503\): "),
    "rate_limit": (
        (429, {"error": {"message": "Rate limit reached"}}, {"Retry-After": "7"}),
        r"has had enough requests for now \(429\): Rate limit reached\. Wait 7 s, then ask",
    ),
    "rate_limit_in_milliseconds": (
        (429, {"error": {"message": "Slow down."}}, {"Retry-After-Ms": "1500"}),
        r"Slow down\. Wait 1\.5 s, then ask again\.",
    ),
    "rate_limit_until_a_date": (
        (429, {"error": "no"}, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}),
        r"\(429\): no\. Wait 0 s",
    ),
    "rate_limit_without_wait": (
        (429, {"error": {"message": "Too many"}}),
        r"Too many\. Wait a little, then ask again; the server does not say how long\.",
    ),
    "no_quota": (
        (429, {"error": {"message": "You exceeded it", "code": "insufficient_quota"}}),
        r"You exceeded it\. Waiting does not help",
    ),
    "error_with_status_200": (
        (200, {"error": {"message": "Provider is down", "code": 502}}),
        r"failed \(502\): Provider is down",
    ),
    "web_page": ((200, "<html>Sign in</html>"), r"sent no JSON.*/v1\. It sent: '<html>Sign in"),
    "list": ((200, ["what"]), r"sent no JSON|sent: '\[\"what\"\]'"),
}


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize(("reply", "words"), ERRORS.values(), ids=ERRORS)
async def test_error_in_words(recorder, model, reply, words, stream):
    recorder.replies = [recorder.Reply(*reply)]
    error = await refusal(model, {**REQUEST, "stream": stream} if stream else REQUEST)
    assert error.__cause__ is None
    assert error.__context__ is None
    with pytest.raises(ModelError, match=words):
        raise error
    assert KEY not in "".join(traceback.format_exception(error))
    assert len(recorder.sent) == 1, "it was tried again"


async def test_wait_is_there_for_code_too(recorder, model):
    recorder.replies = [recorder.Reply(429, {"error": {}}, {"retry-after": "3"})]
    assert (await refusal(model)).retry_after == 3
    recorder.replies = [recorder.Reply(400, {"error": {}})]
    assert (await refusal(model)).retry_after is None


async def test_tool_use_failed_shows_what_the_model_wrote(recorder, model):
    error = {
        "message": "Failed to call a function. See 'failed_generation' for more details.",
        "type": "invalid_request_error",
        "code": "tool_use_failed",
        "failed_generation": '<function=add{"a": "17"}</function>',
    }
    recorder.replies = [recorder.Reply(400, {"error": error})]
    transcript = await round_trip("17 + 25?", TOOLS, model)
    assert transcript.end.reason == "error"
    assert "refused the tool call that the model wrote (400): Failed" in transcript.end.text
    assert transcript.end.text.endswith('<function=add{"a": "17"}</function>')


async def test_error_inside_a_stream(recorder, model):
    error = {"error": {"message": f"overloaded, {KEY}", "code": 503}}
    recorder.replies = [[chunk({"content": "It"}), error]]
    told = await refusal(model, {**REQUEST, "stream": True})
    assert "failed (503): overloaded, [key]" in str(told)


async def test_chunk_that_is_no_json(recorder, model):
    recorder.replies = [[chunk({"content": "It"}), "data: {oops"]]
    assert "sent no JSON" in str(await refusal(model, {**REQUEST, "stream": True}))


async def test_connection_that_breaks(recorder, model):
    half = {"Content-Length": "5000", "Connection": "close"}
    recorder.replies = [recorder.Reply(200, {"choices": []}, half)]
    assert f"the connection to {recorder.url} failed: peer closed" in str(await refusal(model))


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (
            socket.gaierror(-2, "Name or service not known"),
            "was not found .*: is it right, and",
        ),
        (ssl.SSLError(1, "certificate verify failed"), "failed: .*certificate verify failed"),
        (ConnectionResetError(), "failed: ConnectionResetError"),
        (None, "failed: no reason given"),
    ],
)
def test_why_there_is_no_connection(cause, words):
    error = not_reached(Asked(PRESETS["groq"], "m", None, 1), cause)
    with pytest.raises(ModelError, match=rf"https://api\.groq\.com/openai/v1 {words}"):
        raise error


@pytest.mark.parametrize(
    ("provider", "words"),
    [
        ("ollama", r"nothing answers at .*: is the server running\? .*`ollama serve`"),
        (
            "http://127.0.0.1:9/v1",
            r"nothing answers at http://127\.0\.0\.1:9/v1: is the server",
        ),
    ],
)
async def test_server_that_is_not_there(provider, words, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    model = EndpointModel(provider, "qwen3")
    if provider == "ollama":  # one may be running here
        model._server = replace(model._server, base_url="http://localhost:9/v1")
    with pytest.raises(ModelError, match=words):
        raise await refusal(model)


async def test_model_that_ollama_has_not_fetched(recorder, monkeypatch):
    model = EndpointModel("ollama", "qwen3")
    model._server = replace(model._server, base_url=recorder.url)
    error = {"message": 'model "qwen3" not found, try pulling it first', "type": "api_error"}
    recorder.replies = [recorder.Reply(404, {"error": error})]
    told = str(await refusal(model))
    assert "ollama has no model 'qwen3' (404)" in told
    assert "Fetch it with `ollama pull qwen3`" in told


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_time_limit(recorder, stream):
    model = EndpointModel(recorder.url, "small", timeout=0.2)
    recorder.replies = [[chunk({"content": "It"}), recorder.HANG] if stream else recorder.HANG]
    told = await refusal(model, {**REQUEST, "stream": True} if stream else REQUEST)
    assert str(told).endswith(
        "did not answer within 0.2 s; give it longer with timeout=..., or ask for less"
    )
    assert await asyncio.to_thread(recorder.hung_up.wait, 5)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_cancelling_closes_the_connection(recorder, model, stream):
    recorder.replies = [[chunk({"content": "It"}), recorder.HANG] if stream else recorder.HANG]
    task = asyncio.ensure_future(round_trip("hello", [], model, stream=stream or None))
    assert await asyncio.to_thread(recorder.begun.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(recorder.hung_up.wait, 5)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_cancelling_the_context_closes_the_connection(recorder, model, stream):
    recorder.replies = [[chunk({"content": "It"}), recorder.HANG] if stream else recorder.HANG]
    ctx = ToolContext()
    task = asyncio.ensure_future(round_trip("hello", [], model, ctx=ctx, stream=stream or None))
    assert await asyncio.to_thread(recorder.begun.wait, 5)
    ctx.signal.set()
    transcript = await task
    assert transcript.end.reason == "cancelled"
    assert await asyncio.to_thread(recorder.hung_up.wait, 5)


async def test_reading_no_further_closes_the_connection(recorder, model):
    recorder.replies = [[chunk({"content": "It"}), recorder.HANG]]
    answer = await model({**REQUEST, "stream": True})
    async for _ in answer:
        break
    await answer.aclose()
    assert await asyncio.to_thread(recorder.hung_up.wait, 5)


async def test_tries_again_if_asked_to(recorder):
    model = EndpointModel(recorder.url, "small", max_retries=1)
    recorder.replies = [recorder.Reply(429, {"error": {}}, {"Retry-After-Ms": "1"}), ANSWER]
    assert await model(dict(REQUEST)) == ANSWER
    assert len(recorder.sent) == 2


@pytest.mark.parametrize("value", [float("nan"), "half \ud83d", {1, 2}], ids=repr)
async def test_request_that_is_no_json(recorder, model, value):
    assert "the request can't be sent" in str(await refusal(model, {**REQUEST, "x": value}))
    assert recorder.sent == []


# --- what a person did wrong ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("provider", "words"),
    [
        ("grok", r"got 'grok'; did you mean 'groq'\?"),
        ("", r"expected openai, openrouter, groq, together or ollama, or a base URL"),
        ("localhost:11434", r"starts with https:// or http://, got 'localhost:11434'"),
        ("http://", r"starts with https://"),
        ("http://a:b/v1", r"starts with https://"),
        ("http://h/v1/chat/completions/", r"write 'http://h/v1'"),
        (f"https://me:{KEY}@example.com/v1", r"holds neither user, password nor query"),
        (f"https://example.com/v1?key={KEY}", r"holds neither user, password nor query"),
    ],
)
def test_what_is_no_provider(provider, words):
    with pytest.raises(ValueError, match=words) as caught:
        EndpointModel(provider, "m")
    assert KEY not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("given", [KEY, "", "gsk_abcDEF", "MY KEY"])
def test_key_in_place_of_a_name_is_refused_and_not_repeated(given):
    with pytest.raises(ValueError, match="name of the environment variable") as caught:
        EndpointModel("openai", "m", api_key_env=given)
    assert not given or given not in str(caught.value)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("api_key", "takes no api_key: a key is read from the environment"),
        ("base_url", "takes no base_url: hand it in as the first"),
        ("messages", "takes no messages"),
        ("tools", "takes no tools"),
    ],
)
def test_options_that_belong_elsewhere(option, words):
    with pytest.raises(TypeError, match=words) as caught:
        EndpointModel("openai", "m", **{option: KEY})
    assert KEY not in str(caught.value)


async def test_key_that_is_not_set(monkeypatch):
    monkeypatch.delenv("GROQ_API_KEY", raising=False)
    told = str(await refusal(EndpointModel("groq", "m")))
    assert told.startswith("groq wants a key, and the environment variable GROQ_API_KEY is not")


async def test_key_that_can_be_none(recorder, model, monkeypatch):
    monkeypatch.setenv("GATEWAY_KEY", "zwölf Boxkämpfer")
    told = str(await refusal(model))
    assert "what the environment variable GATEWAY_KEY holds can't be a key" in told
    assert "zwölf" not in told
    assert recorder.sent == []


async def test_server_that_wants_a_key_and_got_none(recorder):
    recorder.replies = [recorder.Reply(401, {"error": {"message": "no"}})]
    told = str(await refusal(EndpointModel(recorder.url, "m")))
    assert "wants a key, and none was sent (401): no. Name the environment variable" in told


async def test_package_that_is_missing(monkeypatch, recorder):
    monkeypatch.setitem(sys.modules, "openai", None)
    monkeypatch.delitem(sys.modules, "toolnexus.models._openai_client", raising=False)
    words = (
        r"needs the package openai: install the extra `openai` .* pip install -e '\.\[openai\]'"
    )
    with pytest.raises(MissingExtraError, match=words):
        await EndpointModel(recorder.url, "m")(dict(REQUEST))


# --- where a key must not be ------------------------------------------------------------------


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_key_is_nowhere(recorder, model, caplog, capfd, stream):
    said = f"Your key is {KEY}."  # a gateway that shows what it was sent
    recorder.replies = [
        CALL_CHUNKS if stream else call("add", {"a": 1, "b": 2}),
        [chunk({"content": said})] if stream else completion({"content": said, "x": [KEY]}),
        recorder.Reply(401, {"error": {"message": ECHO}}),
    ]
    options = {"stream": True} if stream else {}
    with caplog.at_level(logging.DEBUG):
        transcripts = [await round_trip("hello", TOOLS, model, **options) for _ in range(2)]
    assert transcripts[0].answer == "Your key is [key]."
    assert transcripts[1].end.reason == "error"
    assert KEY in str(recorder.sent[0].headers)
    shown = [repr(model), str(vars(model)), caplog.text, *capfd.readouterr()]
    for transcript in transcripts:
        shown += [
            repr(transcript),
            str(vars(transcript)),
            transcript.to_json(),
            transcript.to_markdown(),
            transcript.to_python(),
            transcript.to_pytest(),
            transcript.to_curl(),
            transcript._repr_html_(),
        ]
    assert [text for text in shown if KEY in text or KEY[-12:] in text] == []


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
async def test_key_in_pieces_is_taken_out_and_nothing_else_is_lost(recorder, model, size):
    said = f"Key {KEY}, key {KEY[:9]}, {KEY[:3]}{KEY}!{KEY[:5]}"
    pieces = [said[at : at + size] for at in range(0, len(said), size)]
    calls = [{"index": 1, "id": "c", "function": {"name": "add", "arguments": ""}}]
    streamed = [chunk({"tool_calls": calls, "role": "assistant"})]
    for piece in pieces:
        function = {"index": 1, "function": {"arguments": piece}}
        streamed += [chunk({"content": piece}), chunk({"tool_calls": [function]})]
    recorder.replies = [streamed]
    chunks = [one async for one in await model({**REQUEST, "stream": True})]
    expected = f"Key [key], key {KEY[:9]}, {KEY[:3]}[key]!{KEY[:5]}"
    deltas = [one["choices"][0]["delta"] for one in chunks]
    assert "".join(delta.get("content", "") for delta in deltas) == expected
    arguments = [delta["tool_calls"][0] for delta in deltas if "tool_calls" in delta]
    assert {part["index"] for part in arguments} == {1}
    assert "".join(part["function"]["arguments"] for part in arguments) == expected


async def test_stream_of_strange_chunks_passes_whole(recorder, model):
    odd = [
        {"choices": None},
        {"choices": ["x", {"delta": None}, {"delta": {"content": None, "tool_calls": [3]}}]},
        chunk({"tool_calls": [{"index": {}, "function": {"arguments": "sk"}}]}),
        chunk({"tool_calls": [{"function": None}, {"function": {}}]}),
    ]
    recorder.replies = [odd]
    assert [one async for one in await model({**REQUEST, "stream": True})] == odd


async def test_no_traceback_shows_a_value_with_the_key(recorder, model):
    recorder.replies = [recorder.Reply(401, {"error": {"message": ECHO}})]
    error = await refusal(model)
    seen = traceback.TracebackException.from_exception(error, capture_locals=True)
    assert KEY not in "".join(seen.format())


def test_key_shows_nothing_and_is_not_written(monkeypatch):
    monkeypatch.setenv("GATEWAY_KEY", KEY)
    key = read_key("GATEWAY_KEY", "x")
    assert (repr(key), str(key), f"{key}") == ("Key()",) * 3
    with pytest.raises(TypeError, match="not written anywhere"):
        pickle.dumps(key)


@pytest.mark.parametrize("word", ["none", "ollama", "EMPTY"])
async def test_placeholder_for_a_key_leaves_answers_alone(recorder, model, monkeypatch, word):
    monkeypatch.setenv("GATEWAY_KEY", word)
    answer = completion({"content": f"There is {word} of it."})
    recorder.replies = [answer]
    assert await model(dict(REQUEST)) == answer
