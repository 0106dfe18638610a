"""`%%tool` in an IPython."""

import pytest
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

from toolnexus import Tool, Toolkit, load_ipython_extension
from toolnexus.errors import ToolDefinitionError

ADD = "def add(a: int, b: int) -> int:\n    '''Add two numbers.'''\n    return a + b\n"


@pytest.fixture
def shell():
    shell = InteractiveShell()
    load_ipython_extension(shell)
    yield shell
    InteractiveShell.clear_instance()
    shell.history_manager.end_session() if shell.history_manager else None


def magic(shell, cell, line=""):
    return shell.run_cell_magic("tool", line, cell)


def test_function_becomes_a_tool_of_the_toolkit(shell):
    tool = magic(shell, ADD)
    assert isinstance(tool, Tool)
    assert shell.user_ns["add"] is tool
    assert shell.user_ns["toolkit"].tools() == [tool]
    assert tool.description == "Add two numbers."
    assert shell.user_ns["add"](1, 2) == 3


def test_cell_run_again_replaces_the_tool_in_place(shell):
    magic(shell, ADD)
    toolkit = shell.user_ns["toolkit"]
    magic(shell, "def other(): ...")
    tool = magic(shell, ADD.replace("b: int", "b: int = 1"))
    assert shell.user_ns["toolkit"] is toolkit
    assert [t.name for t in toolkit] == ["add", "other"]
    assert toolkit["add"] is tool
    assert tool.input_schema["required"] == ["a"]


def test_several_functions_and_what_they_need(shell):
    cell = (
        "from pydantic import BaseModel\n"
        "class Place(BaseModel):\n    lat: float\n"
        "def _near(place): return place.lat\n"
        "def first(place: Place) -> float: return _near(place)\n"
        "async def second() -> int: return 2\n"
    )
    shown = magic(shell, cell)
    assert [tool.name for tool in shown] == ["first", "second"]
    assert callable(shell.user_ns["_near"])
    assert shown["first"].run({"place": {"lat": 3}}).value == 3


def test_tool_that_is_one_already_is_taken_as_it_is(shell):
    cell = "from toolnexus import tool\n@tool(name='plus')\n" + ADD
    magic(shell, cell)
    assert [tool.name for tool in shell.user_ns["toolkit"]] == ["plus"]


def test_toolkit_of_another_name(shell):
    mine = shell.user_ns["mine"] = Toolkit()
    magic(shell, ADD, "mine")
    assert "add" in mine
    assert "toolkit" not in shell.user_ns


def test_toolkit_that_the_cell_makes_itself(shell):
    magic(shell, "from toolnexus import Toolkit\ntoolkit = mine = Toolkit()\n" + ADD)
    assert shell.user_ns["toolkit"] is shell.user_ns["mine"]
    assert "add" in shell.user_ns["mine"]


def test_cell_that_raises_makes_nothing(shell, capsys):
    assert magic(shell, ADD + "1 / 0") is None
    assert "ZeroDivisionError" in capsys.readouterr().out
    assert "toolkit" not in shell.user_ns


@pytest.mark.parametrize(
    ("line", "cell", "words"),
    [
        ("", "x = 1", "this cell leaves none; add a `def` that is not indented"),
        ("not a name", ADD, "takes the name of a toolkit, or nothing; got 'not a name'"),
        ("", ADD + "del add", "this cell leaves none"),
        ("", ADD + "add = 3", "this cell leaves none"),
        ("", "def toolkit(): ...", "put the tool toolkit in the place of the toolkit; rename"),
        ("number", ADD, "into a Toolkit, and number is a int; name another one"),
    ],
)
def test_misuse_is_said_in_a_line(shell, line, cell, words):
    shell.user_ns["number"] = 3
    with pytest.raises(UsageError, match=words):
        magic(shell, cell, line)


def test_function_that_can_be_no_tool_is_refused(shell):
    with pytest.raises(ToolDefinitionError):
        magic(shell, "def f(x: object()): ...")


def test_all_functions_of_a_cell_or_none(shell):
    with pytest.raises(ToolDefinitionError):
        magic(shell, ADD + "def f(x: object()): ...")
    assert "toolkit" not in shell.user_ns or not list(shell.user_ns["toolkit"])
    toolkit = shell.user_ns["toolkit"] = Toolkit()
    with pytest.raises(ToolDefinitionError):
        magic(shell, ADD + "def f(x: object()): ...")
    assert list(toolkit) == []
