import json
import subprocess
import sys
from pathlib import Path

import pytest

from toolnexus import cli

ROOT = Path(__file__).parents[1]


def test_demo_tells_the_whole_story_without_control_sequences(capsys):
    assert cli.main(["demo"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "\x1b" not in out
    story = [
        "def get_weather(",
        "define_tool(get_weather)",
        "what the model is told",
        '"type": "function"',
        "Chennai: sunny",
        "error: the arguments don't fit",
        "expected an integer from 1 to 14, got the string",
        "nothing: function not entered",
        "toolnexus lab",
    ]
    out = " ".join(out.split())
    places = [out.index(words) for words in story]
    assert places == sorted(places)


def test_command_runs_in_a_terminal_that_knows_ascii_only():
    # -I would hide the checkout from an interpreter where the package isn't installed.
    code = "import sys; from toolnexus.cli import main; sys.exit(main(['demo']))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    assert b"sunny, 31 ?C" in done.stdout
    assert b"\x1b" not in done.stdout


def test_without_a_command_it_explains_itself(capsys):
    assert cli.main([]) == 0
    assert "a short tour in this terminal" in capsys.readouterr().out


def test_version_is_stated(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("toolnexus ")


@pytest.mark.parametrize("argv", [["demo", "--fast"], ["dance"], ["--dance"]])
def test_unreadable_command_line_ends_with_2(argv, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(argv)
    assert stopped.value.code == 2
    assert "usage: toolnexus" in capsys.readouterr().err


def test_interrupt_is_quiet(monkeypatch, capsys):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_demo", interrupt)
    assert cli.main(["demo"]) == 130
    assert capsys.readouterr() == ("", "")


TOOLS = '''
from __future__ import annotations

from dataclasses import dataclass

from toolnexus import Toolkit, define_tool


@dataclass
class Place:
    lat: float


def find(near: Place, days: int = 1) -> str:
    """Find a station near a place."""


def ping() -> str:
    """Say whether it is there."""


find_it = define_tool(find)
kit = Toolkit([find_it])
loose = [define_tool(ping), define_tool(ping, name="find")]
'''


@pytest.fixture
def tools_file(tmp_path):
    file = tmp_path / "json.py"  # as a module of the standard library is called
    file.write_text(TOOLS)
    return file


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ([], 1, "error ollama, OLL-001: parameters.properties.near"),
        (["--provider", "openai"], 0, "3 tools checked for openai"),
        (["--provider", "openai", "--provider", "vllm"], 0, "for openai and grammar"),
        (["--provider", "openai strict"], 1, "OAI-102"),
    ],
    ids=["all", "one", "two", "strict"],
)
def test_check_ends_with_1_if_there_are_errors(tools_file, capsys, options, code, words):
    assert cli.main(["check", str(tools_file), *options]) == code
    out, err = capsys.readouterr()
    assert err == ""
    assert words in " ".join(out.split())
    assert "ALL-001" not in out  # a toolkit is one request, what is in none another


def test_check_writes_json(tools_file, capsys):
    assert cli.main(["check", str(tools_file), "--json"]) == 1
    written = json.loads(capsys.readouterr().out)
    assert (written["ok"], written["checked"], written["counts"]["error"]) == (False, 3, 1)


@pytest.mark.parametrize("wrapped", [True, False], ids=["request", "array"])
def test_check_reads_a_tools_array(tmp_path, capsys, wrapped):
    schema = {"type": "object", "properties": {"tags": {"type": "array"}}}
    entries = [{"name": "find", "description": "Find a station.", "input_schema": schema}]
    file = tmp_path / "tools.json"
    file.write_text(json.dumps({"model": "any", "tools": entries} if wrapped else entries))
    assert cli.main(["check", str(file)]) == 1
    assert "input_schema.properties.tags" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("gone.py", None, "Can't read"),
        ("tools.txt", "tools", "it is neither a .py file nor JSON"),
        ("tools.json", "5", "expected a `tools` array"),
        ("tools.json", "[]", "There are no tools in"),
        ("tools.py", "x = 1", "There are no tools in"),
        ("tools.py", "1 / 0", "ZeroDivisionError: division by zero"),
    ],
    ids=["gone", "no_json", "number", "empty", "no_tools", "raises"],
)
def test_check_of_what_has_no_tools_ends_with_2(tmp_path, capsys, name, text, words):
    file = tmp_path / name
    if text is not None:
        file.write_text(text)
    assert cli.main(["check", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err


def test_check_for_nobody_known_ends_with_2(tools_file, capsys):
    assert cli.main(["check", str(tools_file), "--provider", "opneai"]) == 2
    assert "Did you mean 'openai'?" in capsys.readouterr().err
