"""What exports give is run: by Python, by pytest, by a shell, by a Markdown parser."""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from toolnexus import ScriptedModel, Transcript, define_tool, round_trip
from toolnexus._roundtrip._export._literals import literal
from toolnexus._roundtrip._export._markdown import code, escaped, fence, quote
from toolnexus._visible import visible

ROOT = Path(__file__).parents[2]

FAKE_OPENAI = """
import json
import os
from pathlib import Path


class Thing:
    def __init__(self, value):
        self.value = value

    def __getattr__(self, name):
        value = self.value.get(name)
        if isinstance(value, dict):
            return Thing(value)
        return [Thing(item) for item in value] if isinstance(value, list) else value

    def model_dump(self, exclude_none):
        assert exclude_none
        return {key: value for key, value in self.value.items() if value is not None}


class OpenAI:
    def __init__(self):
        self.chat = self.completions = self
        self.script = json.loads(Path(os.environ["FAKE_SCRIPT"]).read_text("utf-8"))
        self.asked = []

    def create(self, **request):
        self.asked.append(json.loads(json.dumps(request)))
        Path(os.environ["FAKE_ASKED"]).write_text(json.dumps(self.asked), "utf-8")
        return Thing({"choices": [{"message": self.script.pop(0)}]})
"""


async def recorded(script, tools, prompt="hello", **options):
    return await round_trip(prompt, tools, ScriptedModel(script), **options)


class AnyModel:
    """Says its lines whatever it is asked."""

    is_simulated = True

    def __init__(self, name, messages):
        self.name, self.messages = name, messages

    async def __call__(self, _):
        return {"choices": [{"message": {"role": "assistant", **self.messages.pop(0)}}]}


def echo_of(text):
    return define_tool(lambda **_: text, name="echo", description=text)


async def hostile_transcript(text):
    """A round trip with the text in every place where foreign text can be."""
    calls = [("echo", {text or "x": [text, {"deep": text}]}), (text, text), ("echo", text)]
    answer = {"content": text, "tool_calls": entries(calls)}
    return await round_trip(
        [{"role": "system", "content": text}, {"role": text, "content": [{"type": text}]}],
        [echo_of(text)],
        AnyModel(text, [answer, {"content": text}]),
        stop=[text],
        **{"odd option": text},
    )


def entries(calls):
    return [
        {
            "id": f"id {number} {name}",
            "type": "function",
            "function": {
                "name": name,
                "arguments": args if isinstance(args, str) else json.dumps(args),
            },
        }
        for number, (name, args) in enumerate(calls)
    ]


def run(command, **options):
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=False, **options
    )


# --- Python ----------------------------------------------------------------------------------


def run_script(script, folder, *, script_of_model):
    """Run a generated script with a stand-in for the openai package on its path."""
    (folder / "openai.py").write_text(FAKE_OPENAI, "utf-8")
    (folder / "repeat.py").write_text(script, "utf-8")
    (folder / "script.json").write_text(json.dumps(script_of_model), "utf-8")
    env = {
        "PYTHONPATH": str(folder),
        "PYTHONIOENCODING": "utf-8:backslashreplace",
        "FAKE_SCRIPT": str(folder / "script.json"),
        "FAKE_ASKED": str(folder / "asked.json"),
        "SYSTEMROOT": "",
    }
    done = run([sys.executable, "-W", "error", str(folder / "repeat.py")], env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout, json.loads((folder / "asked.json").read_text("utf-8"))


async def test_script_repeats_the_run(toolkit, tmp_path):
    model = ScriptedModel(
        [
            [("get_weather", {"city": "Malmö", "days": 2}), ("add", '{"a": 1'), ("nope", "")],
            ("get_weather", '{"days":2,  "city":"Malmö"}'),
            "It's sunny.\n$HOME `x`",
        ]
    )
    transcript = await round_trip(
        *("What's the weather?", toolkit, model),
        system="Be brief.",
        tool_choice="get_weather",
        temperature=0.5,
        top_k=3,
        stream=False,
    )
    answers = [step.received for step in transcript.answers]
    out, asked = run_script(transcript.to_python(), tmp_path, script_of_model=answers)
    assert out == "It's sunny.\n$HOME `x`\n"
    assert len(asked) == 3
    for request, sent in zip(asked, model.requests, strict=True):
        assert request.pop("extra_body") == {"top_k": 3}
        bare = [message for message in request["messages"] if message["role"] != "assistant"]
        assert bare == [m for m in sent["messages"] if m["role"] != "assistant"]
        assert request["tools"] == sent["tools"]
        assert request["temperature"] == 0.5
        assert request.get("tool_choice") == sent.get("tool_choice")
    assert "tool_choice" in asked[0]
    assert "tool_choice" not in asked[1]


async def test_script_gives_what_was_told_before_in_the_same_order(tmp_path):
    told = iter("abc")
    tool = define_tool(lambda: next(told), name="tick")
    transcript = await recorded([[("tick", {})] * 2, ("tick", {}), "done"], [tool])
    answers = [step.received for step in transcript.answers]
    _, asked = run_script(transcript.to_python(), tmp_path, script_of_model=answers)
    outputs = [m["content"] for m in asked[-1]["messages"] if m["role"] == "tool"]
    assert sorted(outputs) == ["a", "b", "c"]


async def test_script_without_tools_and_calls(tmp_path):
    transcript = await recorded(["fine"], [], tool_choice="auto", stream=True)
    out, asked = run_script(
        transcript.to_python(), tmp_path, script_of_model=[{"content": None}]
    )
    assert out == "The model sent no text.\n"
    assert asked == [{"model": "scripted", "messages": [{"role": "user", "content": "hello"}]}]


async def test_script_ends_when_the_model_goes_on_calling(toolkit, tmp_path):
    transcript = await recorded([("boom", {}), "x"], toolkit)
    endless = [transcript.answers[0].received] * 20
    out, asked = run_script(transcript.to_python(), tmp_path, script_of_model=endless)
    assert out == "The model still calls tools after 10 turns.\n"
    assert len(asked) == 10


async def test_script_says_what_to_change(toolkit):
    script = (await recorded([("boom", {}), "x"], toolkit)).to_python()
    assert 'MODEL = "scripted"  # nothing but a stand-in: name a model' in script
    assert script.count("Your own tools go here") == 1
    assert "api_key" not in script


async def test_scripts_of_hostile_contents_do_nothing_but_repeat_them(hostile, tmp_path):
    transcript = await hostile_transcript(hostile)
    script = transcript.to_python()
    constants = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse(script).body
        if isinstance(node, ast.Assign)
    }
    request = transcript.request()
    assert constants["TOOLS"] == request["tools"]
    assert constants["MESSAGES"] == request["messages"]
    assert constants["OPTIONS"]["extra_body"] == {"odd option": hostile}
    answers = [step.received for step in transcript.answers]
    _, asked = run_script(script, tmp_path, script_of_model=answers)
    told = [message["content"] for message in transcript.messages if message["role"] == "tool"]
    assert [m["content"] for m in asked[-1]["messages"] if m["role"] == "tool"] == told


async def test_generated_python_keeps_to_its_width(toolkit):
    transcript = await recorded(
        [("get_weather", {"city": "words " * 60}), "x"], toolkit, prompt="more words " * 50
    )
    for text in (transcript.to_python(), transcript.to_pytest()):
        assert max(map(len, text.splitlines())) <= 96


# --- pytest ----------------------------------------------------------------------------------

MY_TOOLS = '''
from toolnexus import ToolError, Toolkit, define_tool

def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b

def get_weather(city: str, days: int = 1) -> str:
    """Current weather for a city."""
    return f"sunny in {city} for {days}"

def book(seats: int) -> str:
    """Book seats."""
    raise ToolError("Only 2 seats are left. Ask for 1 or 2.")

def boom() -> str:
    """Fail."""
    raise ValueError("out of the question")

tools = [define_tool(fn) for fn in (add, get_weather, book, boom)]
toolkit = Toolkit(tools)
'''


ECHO = """
from toolnexus import define_tool
toolkit = [define_tool(lambda **_: text, name="echo", description=text)]
"""


def run_pytest(folder):
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "--rootdir", str(folder)]
    env = {"PYTHONPATH": f"{folder}:{ROOT}", "PATH": ""}
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plain pytest, none for async functions
    return run([*command, "-p", "no:cacheprovider", "."], cwd=folder, env=env)


def run_recorded(test, folder, my_tools=MY_TOOLS):
    (folder / "my_tools.py").write_text(my_tools, "utf-8")
    (folder / "test_recorded.py").write_text(test, "utf-8")
    done = run_pytest(folder)
    return done.returncode, done.stdout


CALLS = [
    ("add", {"a": 17, "b": 25}),
    ("add", {"a": "x"}),
    ("get_weather", '{"city":"Malmö"}'),
    ("add", '{"a": 1'),
    ("book", {"seats": 5}),
    ("boom", {}),
    ("nope", {}),
    ("add", {"a": 99, "b": 1}),
    ("add", {"a": 5, "b": 5}),
]


def approve(call, arguments):
    return {99: False, 5: {"a": 1, "b": 1}}.get(arguments.get("a"), True)


@pytest.mark.parametrize(
    "imports",
    ["from my_tools import toolkit", "from my_tools import tools as toolkit"],
    ids=["toolkit", "list"],
)
async def test_generated_tests_pass_with_the_same_tools(imports, toolkit, tmp_path):
    transcript = await recorded([CALLS, "done"], toolkit, approve=approve)
    test = Transcript.from_json(transcript.to_json()).to_pytest(imports)
    assert "# call 8 is left out: it was not approved" in test
    code, out = run_recorded(test, tmp_path)
    assert code == 0, out
    assert "8 passed" in out


async def test_generated_tests_fail_where_a_tool_has_changed(toolkit, tmp_path):
    transcript = await recorded([CALLS, "done"], toolkit, approve=approve)
    changed = MY_TOOLS.replace("return a + b", "return a - b")
    code, out = run_recorded(transcript.to_pytest(), tmp_path, changed)
    assert code == 1
    assert "2 failed, 6 passed" in out
    assert "[1-add]" in out


async def test_tests_without_a_call_are_skipped(tmp_path):
    code, out = run_recorded((await recorded(["fine"], [])).to_pytest(), tmp_path)
    assert (code, "1 skipped" in out) == (0, True)


async def test_tests_of_hostile_contents_hold_them(all_hostile, tmp_path):
    for number, text in enumerate(all_hostile):
        module = f"my_tools_{number}"
        source = f"text = {text!r}\n{ECHO}"
        (tmp_path / f"{module}.py").write_text(source, "utf-8")
        test = (await hostile_transcript(text)).to_pytest(f"from {module} import toolkit")
        (tmp_path / f"test_{number}.py").write_text(test, "utf-8")
    done = run_pytest(tmp_path)
    assert done.returncode == 0, done.stdout
    assert f"{3 * len(all_hostile)} passed" in done.stdout


# --- curl ------------------------------------------------------------------------------------

SHELL = shutil.which("sh")
PRINT_ARGUMENTS = """\
curl() {
  for argument in "$@"; do printf '%s\\0' "$argument"; done
}
"""


def shell_arguments(command, **env):
    done = run([SHELL, "-c", PRINT_ARGUMENTS + command], env=env)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split("\0")[:-1]


needs_shell = pytest.mark.skipif(SHELL is None, reason="there is no sh here")


@needs_shell
async def test_command_sends_the_request(toolkit):
    model = ScriptedModel([("add", {"a": 1, "b": 2}), "3"])
    transcript = await round_trip("What's 1 + 2?", toolkit, model, temperature=0)
    for turn in (1, 2):
        command = transcript.to_curl(turn)
        url, *headers, flag, body = shell_arguments(command, OPENAI_API_KEY="secret")
        assert url == "https://api.openai.com/v1/chat/completions"
        assert headers == [
            *("-H", "Authorization: Bearer secret"),
            *("-H", "Content-Type: application/json"),
        ]
        assert (flag, json.loads(body)) == ("-d", model.requests[turn - 1])
        assert "secret" not in command


@needs_shell
async def test_command_takes_another_endpoint_from_the_environment(toolkit):
    command = (await recorded(["x"], toolkit)).to_curl()
    assert command.startswith("curl ")
    url = shell_arguments(command, OPENAI_BASE_URL="http://localhost:8080/v1")[0]
    assert url == "http://localhost:8080/v1/chat/completions"


@needs_shell
async def test_commands_with_hostile_contents_only_send_them(hostile):
    transcript = await hostile_transcript(hostile)
    for turn in (1, 2):
        *_, body = shell_arguments(transcript.to_curl(turn), HOME="leaked", OPENAI_API_KEY="k")
        assert json.loads(body) == transcript.request(turn)


async def test_command_of_a_request_that_was_not_made_is_refused(toolkit):
    transcript = await recorded(["x"], toolkit)
    with pytest.raises(ValueError, match="there was 1 request"):
        transcript.to_curl(2)


# --- Markdown --------------------------------------------------------------------------------

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def tokens_of(markdown):
    for token in PARSER.parse(markdown):
        yield token
        yield from token.children or ()


def text_of(markdown):
    """The text that a reader sees, line by line."""
    parts = []
    for token in tokens_of(markdown):
        if token.type in ("text", "code_inline", "fence", "text_special"):
            parts.append(token.content)
        elif token.type in ("hardbreak", "softbreak", "paragraph_close", "heading_close"):
            parts.append("\n")
    return "".join(parts)


def shapes_of(markdown):
    return [token.type for token in PARSER.parse(markdown)]


async def test_markdown_reads_from_top_to_bottom(toolkit):
    model = ScriptedModel(
        [
            {"content": "Let me see.", "tool_calls": entries([("add", {"a": 1, "b": "x"})])},
            [("get_weather", {"city": "Goa"}), ("nope", "{")],
            ("add", {"a": 1, "b": 2}),
        ]
    )
    transcript = await round_trip(
        *("What's 1 + 2?", toolkit, model),
        system="Be brief.",
        approve=lambda call, _: "No sums." if call.name == "add" else True,
    )
    markdown = transcript.to_markdown()
    text = text_of(markdown)
    order = [
        "Model: scripted, simulated: no language model was asked.",
        "System\nBe brief.",
        "You\nWhat's 1 + 2?",
        "Model\nLet me see.",
        "Note: text came along with the calls",
        "Model calls add",
        '{"a": 1, "b": "x"}',
        "Parsed · refused: b · function not entered.",
        "expected an integer",
        "Model calls get_weather",
        "Parsed · valid · executed.",
        "sunny in Goa for 1",
        "Model calls nope",
        "Unknown: there is no such tool · nothing executed.",
        "Parsed · valid · not approved · function not entered.",
        "The call was not approved: No sums.",
        "End\nThe model could not be asked: the script has 3 lines",
        "4 calls, 1 refused, 1 unknown, 1 not approved; the model was asked 3 times; about",
    ]
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    assert "```json\n" in markdown
    assert transcript.to_markdown() == markdown


async def test_markdown_tells_of_other_arguments_and_empty_texts(toolkit):
    silent = define_tool(lambda: "", name="silent")
    script = [[("add", {"a": 1, "b": 2}), ("silent", "")], {"content": ""}]
    transcript = await recorded(
        *(script, [toolkit["add"], silent]),
        approve=lambda call, _: {"a": 5, "b": 5} if call.name == "add" else True,
    )
    text = text_of(transcript.to_markdown())
    assert 'Whoever was asked put others in their place:\n{"a": 5, "b": 5}' in text
    assert text.count("(nothing)") == 2
    assert "It sent nothing." in text
    assert "the model sent neither text nor a tool call" in text.lower()


async def test_markdown_without_an_end_is_written_too():
    transcript = Transcript(messages=({"role": "user", "content": "hello"},), steps=())
    assert "no calls" in transcript.to_markdown()


async def test_hostile_text_stays_text_in_markdown(hostile):
    transcript = await hostile_transcript(hostile)
    markdown = transcript.to_markdown()
    markdown.encode()
    plain = (await hostile_transcript("plain")).to_markdown()
    known = {token.type for token in tokens_of(plain)}
    known |= {"hardbreak", "text_special"}
    assert {token.type for token in tokens_of(markdown)} <= known
    headings = [line for line in shapes_of(markdown) if line == "heading_open"]
    asked = "Model" in [line[3:] for line in markdown.splitlines()]
    assert abs(len(headings) - shapes_of(plain).count("heading_open")) <= (
        2 if not asked else 1
    )
    fences = [token.content for token in PARSER.parse(markdown) if token.type == "fence"]
    assert fences[0] == f"{transcript.calls[0].call.arguments}\n"


def test_quoted_text_is_read_as_it_was(hostile):
    expected = [" ".join(line.split()) for line in visible(hostile).splitlines()]
    read = text_of(quote(hostile)).replace("\u00a0", " ").splitlines()
    assert [line for line in map(str.split, read) if line] == [
        line.split() for line in expected if line
    ]


def test_fenced_text_is_read_as_it_was(hostile):
    if hostile.strip():
        (token,) = PARSER.parse(fence(hostile, "text"))
        assert (token.type, token.info) == ("fence", "text")
        assert token.content.replace("\r", "\n") == f"{visible(hostile)}\n"


@pytest.mark.parametrize("text", ["a`b", "``", "`", "a", "`` x ` y", "x`", "\\"])
def test_code_in_a_line_is_read_as_it_was(text):
    (token,) = PARSER.parse(f"say {code(text)} now")[1].children[1:2]
    assert (token.type, token.content) == ("code_inline", text)


def test_code_is_never_empty_nor_longer_than_its_line():
    assert code("") == code(" \n ") == "(nothing)"
    assert "\n" not in code("a\nb")


def test_escaped_line_is_one_line():
    assert escaped("a\nb") == "a b"
    assert escaped("12. x") == "12\\. x"


# --- literals --------------------------------------------------------------------------------


def deep(levels, inner):
    for _ in range(levels):
        inner = {"x": [inner]}
    return inner


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, False, 0, -1, 10**30, 1.5, -1e300, "", "'", '"', "'\"", [], {}, [[]]),
        {"a": None, "": "", "b'": [1, "x", {}]},
        {"text": "word " * 100, "list": list(range(100)), "one": ["word " * 50]},
        ["\n".join(f"line {n}" for n in range(30))],
        {"long key " * 20: {"long key " * 20: "x"}},
        deep(30, "x"),
        deep(300, {"a": "\u2028"}),
    ],
    ids=range(21),
)
def test_literal_gives_the_same_value(value):
    written = literal(value)
    assert eval(written, {"json": json}) == value  # noqa: S307 - what is tested
    for lines in (written, literal(value, 50, 8)):
        ast.parse(f"x = {lines}")


def test_literal_of_numbers_that_json_has_not():
    assert literal([float("inf"), float("-inf"), float("nan")]) == (
        '[float("inf"), float("-inf"), float("nan")]'
    )


def test_literal_is_laid_out():
    assert literal({"a": "word " * 25, "b": [1]}) == (
        "{\n"
        '    "a": (\n'
        f'        "{"word " * 16}"\n'
        f'        "{"word " * 9}"\n'
        "    ),\n"
        '    "b": [1],\n'
        "}"
    )
