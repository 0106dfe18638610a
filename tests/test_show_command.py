"""`toolnexus show`: the tools of a file, in the terminal or as a page."""

import json
import re

import pytest

from toolnexus import cli

TOOLS = '''
from toolnexus import Toolkit, ToolResult, define_tool

def find(city: str, days: int = 1) -> str:
    """Find a station near a place."""

def ping() -> str:
    """Say whether it is there."""

find_it = define_tool(find)
kit = Toolkit([find_it])
loose = define_tool(ping)
plain = [{"type": "function", "function": {"name": "plain_one", "parameters": {}}}]
words = ["find", "ping"]
settings = [{"name": "not a tool"}]
result = ToolResult("a result")
_hidden = [{"name": "hidden", "input_schema": {}}]
'''
ENTRIES = [
    {"name": "find", "description": "Find it.", "input_schema": {"type": "object"}},
    {"name": "<b>bold</b>", "input_schema": "none"},
]


@pytest.fixture
def python_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(TOOLS)
    return file


@pytest.fixture
def json_file(tmp_path):
    file = tmp_path / "tools.json"
    file.write_text(json.dumps({"tools": ENTRIES}))
    return file


def run(capsys, *argv):
    code = cli.main(["show", *map(str, argv)])
    out, err = capsys.readouterr()
    return code, " ".join(out.split()), err


def test_toolkits_then_tools_then_plain_arrays_of_a_python_file(python_file, capsys):
    code, out, err = run(capsys, python_file)
    assert (code, err) == (0, "")
    places = [out.index(words) for words in ("find(city", "ping() -> str", "plain_one")]
    assert places == sorted(places)
    assert "not a tool" not in out
    assert "hidden" not in out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("find_it", "city required"),
        ("kit", "1 tool in every request"),
        ("plain", "plain_one"),
        ("result", "a result"),
        ("_hidden", "hidden"),
    ],
)
def test_one_thing_of_a_python_file(python_file, capsys, name, words):
    code, out, err = run(capsys, f"{python_file}:{name}")
    assert (code, err) == (0, "")
    assert words in out


def test_entries_of_a_json_file(json_file, capsys):
    code, out, _ = run(capsys, json_file)
    assert code == 0
    assert "2 entries" in out
    assert "the schema is the string" in out
    code, out, _ = run(capsys, f"{json_file}:find")
    assert code == 0
    assert out.startswith("find()")


def test_file_with_a_colon_in_its_name(tmp_path, capsys):
    file = tmp_path / "a:b.json"
    file.write_text(json.dumps(ENTRIES))
    assert run(capsys, file)[0] == 0
    assert run(capsys, f"{file}:find")[1].startswith("find()")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mine.py:find_i", "nothing called 'find_i' to show in .* Did you mean find_it?"),
        ("mine.py:words_", "There are: find_it, kit, loose and result"),
        ("mine.py:find", "it is the function 'find', and no tool"),
        ("tools.json:fnd", "Did you mean find?"),
        ("gone.json", "Can't read"),
        ("gone.py:x", "Can't read"),
        ("number.json", "expected a `tools` array"),
        ("text.json", "neither a .py file nor JSON"),
    ],
)
def test_what_cant_be_shown_ends_with_2(python_file, json_file, tmp_path, capsys, name, words):
    (tmp_path / "number.json").write_text("3")
    (tmp_path / "text.json").write_text("tools")
    code, out, err = run(capsys, tmp_path / name)
    assert (code, out) == (2, "")
    assert re.search(words, err)


def test_page_goes_to_a_file_or_to_standard_output(json_file, tmp_path, capsys):
    page = tmp_path / "page.html"
    assert run(capsys, json_file, "--html", page)[:2] == (0, "")
    written = page.read_text(encoding="utf-8")
    assert written.startswith("<!doctype html>")
    assert "<title>tools.json</title>" in written
    assert "&lt;b&gt;bold&lt;/b&gt;" in written
    assert "<b>bold" not in written
    assert str(tmp_path) not in written
    assert cli.main(["show", str(json_file), "--html", "-"]) == 0
    assert capsys.readouterr().out == written


def test_page_that_cant_be_written_ends_with_2(json_file, tmp_path, capsys):
    code, _, err = run(capsys, json_file, "--html", tmp_path / "none" / "page.html")
    assert code == 2
    assert "Can't write" in err
