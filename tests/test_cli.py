import json
import subprocess
import sys
from pathlib import Path

import pytest

from toolnexus import cli

ROOT = Path(__file__).parents[1]


@pytest.fixture
def packaged(tmp_path, monkeypatch):
    """An installed package with notebooks inside and no checkout around it; an empty folder."""
    notebooks = tmp_path / "lib" / "toolnexus" / "_notebooks"
    (notebooks / "data").mkdir(parents=True)
    (notebooks / "00_quickstart.ipynb").write_text("packaged")
    (notebooks / "data" / "ports.csv").write_text("packaged")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.setattr(cli, "__file__", str(notebooks.parent / "cli.py"))
    monkeypatch.chdir(work)
    return work


@pytest.fixture
def started(monkeypatch):
    """The commands that would have been started."""
    commands = []

    class Process:
        def __init__(self, command):
            commands.append(command)

        def wait(self):
            return 0

    monkeypatch.setattr(cli.subprocess, "Popen", Process)
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda name: name)
    return commands


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


def test_lab_without_jupyterlab_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda _: None)
    assert cli.main(["lab"]) == 1
    err = capsys.readouterr().err
    assert 'pip install -e ".[lab]"' in err
    # The name belongs to another library in the package index.
    assert "pip install toolnexus" not in err


def test_lab_opens_the_notebooks_of_a_checkout_where_they_are(tmp_path, monkeypatch, started):
    notebook = tmp_path / "notebooks" / "00_quickstart.ipynb"
    notebook.parent.mkdir()
    notebook.write_text("")
    monkeypatch.setattr(cli, "__file__", str(tmp_path / "toolnexus" / "cli.py"))
    assert cli.main(["lab"]) == 0
    assert started == [[sys.executable, "-m", "jupyterlab", str(notebook)]]


def test_lab_hands_further_arguments_on(packaged, started):
    assert cli.main(["lab", "--no-browser", "--port=9000", "--version"]) == 0
    assert started[0][-3:] == ["--no-browser", "--port=9000", "--version"]


def test_lab_copies_packaged_notebooks_to_where_they_can_be_saved(packaged, started, capsys):
    assert cli.main(["lab"]) == 0
    copy = packaged / "toolnexus-notebooks"
    assert (copy / "00_quickstart.ipynb").read_text() == "packaged"
    assert (copy / "data" / "ports.csv").read_text() == "packaged"
    assert started[0][-1] == str(Path("toolnexus-notebooks", "00_quickstart.ipynb"))
    assert capsys.readouterr().out == "the notebooks are in toolnexus-notebooks\n"


def test_lab_never_overwrites_a_notebook(packaged, started, capsys):
    mine = packaged / "toolnexus-notebooks" / "00_quickstart.ipynb"
    mine.parent.mkdir()
    mine.write_text("mine")
    assert cli.main(["lab"]) == 0
    assert mine.read_text() == "mine"
    assert (mine.parent / "data" / "ports.csv").read_text() == "packaged"
    assert "what was there is kept as it is" in capsys.readouterr().out


def test_lab_that_cannot_copy_says_so(packaged, started, capsys):
    (packaged / "toolnexus-notebooks").write_text("a file")
    assert cli.main(["lab"]) == 1
    assert capsys.readouterr().err.startswith(
        "Can't copy the notebooks to toolnexus-notebooks: "
    )
    assert started == []


def test_lab_without_any_notebooks_says_so(packaged, started, monkeypatch, capsys):
    monkeypatch.setattr(cli, "__file__", str(packaged / "toolnexus" / "cli.py"))
    assert cli.main(["lab"]) == 1
    assert "has no notebooks" in capsys.readouterr().err


@pytest.mark.parametrize(("ended", "code"), [(0, 0), (3, 3), (-15, 143)])
def test_lab_ends_with_the_exit_code_of_jupyterlab(packaged, monkeypatch, ended, code):
    class Process:
        interrupts = 1

        def __init__(self, command):
            assert command[:3] == [sys.executable, "-m", "jupyterlab"]

        def wait(self):
            if self.interrupts:
                self.interrupts -= 1
                raise KeyboardInterrupt
            return ended

    monkeypatch.setattr(cli.subprocess, "Popen", Process)
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda name: name)
    assert cli.main(["lab"]) == code


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
