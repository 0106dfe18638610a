"""A gateway of one's own: the LiteLLM proxy on this machine, and a whole loop through it.

It is a large install and takes its time to start, so it has a virtual environment of its own
and runs only where TOOLNEXUS_LITELLM names its command; CONTRIBUTING says how.
"""

import os
import socket
import subprocess
import time

import pytest

from toolnexus import EndpointModel, ModelError, define_tool, round_trip, to_openai

COMMAND = os.environ.get("TOOLNEXUS_LITELLM", "")
KEY = "sk-gateway-0123456789"

pytestmark = [
    pytest.mark.gateway,
    pytest.mark.skipif(
        not COMMAND, reason="TOOLNEXUS_LITELLM does not name the command litellm"
    ),
]


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def get_weather(city: str, unit: str | None = None) -> str:
    """Weather for a city: Zürich, 日本."""
    return f"sunny in {city}"


TOOLS = [define_tool(add), define_tool(get_weather)]


def completion(message):
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "small",
        "choices": [choice],
        "usage": usage,
    }


def chunk(delta, finish_reason=None):
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "small",
        "choices": [choice],
    }


CALL = {"id": "call_1", "type": "function"}
CALLED = completion(
    {
        "content": None,
        "tool_calls": [{**CALL, "function": {"name": "add", "arguments": '{"a":17,"b":25}'}}],
    }
)
CALLED_IN_PIECES = [
    chunk(
        {
            "role": "assistant",
            "tool_calls": [
                {**CALL, "index": 0, "function": {"name": "add", "arguments": '{"a":17'}}
            ],
        }
    ),
    chunk({"tool_calls": [{"index": 0, "function": {"arguments": ',"b":25}'}}]}),
    chunk({}, "tool_calls"),
]
ANSWER = completion({"content": "It is 42."})
ANSWER_IN_PIECES = [
    chunk({"role": "assistant", "content": "It is"}),
    chunk({"content": " 42."}),
    chunk({}, "stop"),
]


@pytest.fixture
def gateway(recorder, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = tmp_path / "config.yaml"
    config.write_text(
        "model_list:\n"
        "  - model_name: small\n"
        "    litellm_params:\n"
        "      model: openai/upstream\n"
        f"      api_base: {recorder.url}\n"
        "      api_key: upstream\n"
        f"general_settings:\n  master_key: {KEY}\n"
    )
    command = [COMMAND, "--config", str(config), "--host", "127.0.0.1", "--port", str(port)]
    environment = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    with (tmp_path / "log").open("w+b") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        try:
            for _ in range(600):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert process.poll() is None, (tmp_path / "log").read_text()
                time.sleep(0.2)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


async def test_whole_loop_through_a_gateway(gateway, recorder, monkeypatch):
    monkeypatch.setenv("GATEWAY_KEY", KEY)
    model = EndpointModel(gateway, "small", api_key_env="GATEWAY_KEY")
    recorder.replies = [CALLED, ANSWER, CALLED_IN_PIECES, ANSWER_IN_PIECES]
    for options in ({}, {"stream": True}):
        transcript = await round_trip("17 + 25?", TOOLS, model, **options)
        assert transcript.end.text == "It is 42."
        assert [step.result.value for step in transcript.calls] == [42]
        assert KEY not in transcript.to_json()
    assert len(recorder.sent) == 4
    for body in recorder.bodies:
        assert body["tools"] == to_openai(TOOLS)
        assert body["model"] == "upstream"
    for body in recorder.bodies[1::2]:
        assert body["messages"][-1] == {
            "role": "tool",
            "tool_call_id": "call_1",
            "content": "42",
        }

    with pytest.raises(ModelError, match=r"has no model 'gone' \(400\)"):
        await EndpointModel(gateway, "gone", api_key_env="GATEWAY_KEY")(
            {"messages": [{"role": "user", "content": "hello"}]}
        )
