"""Runs are kept, compared and taken away as code that does the same again."""

import ast
import asyncio
import json
import subprocess
import sys

import pytest

from toolnexus import ScriptedModel, SimulatedModel, Toolkit, define_tool, round_trip
from toolnexus.adapters import calls_from_openai
from toolnexus.panel._runs import (
    WRITERS,
    as_cell,
    as_curl,
    as_pytest,
    as_tool_calls,
    changes,
    executed,
    played,
)
from toolnexus.panel._script import read_script, script_text


def add(a: int, b: int = 2) -> int:
    """Add two numbers."""
    return a + b


TOOL = define_tool(add)
TOOLKIT = Toolkit([TOOL])


async def by_hand(number=1, **arguments):
    result = await TOOL.execute(arguments)
    return executed(number, TOOL, arguments, result, seconds=0.1, printed="adding\n")


async def by_model(number=1, prompt="Add 1 and 2", **options):
    transcript = await round_trip(prompt, TOOLKIT, SimulatedModel(**options))
    written = ", ".join(f"{name}={value!r}" for name, value in options.items())
    return played(number, transcript, f"SimulatedModel({written})")


async def test_run_by_hand_knows_its_result():
    run = await by_hand(3, a=1)
    assert run.title == '3 · add {"a": 1}: executed'
    assert (run.result.value, run.printed, run.transcript) == (3, "adding\n", None)


async def test_run_of_a_model_knows_its_transcript():
    run = await by_model(4, faults=["wrong_type"])
    assert run.title == "4 · Add 1 and 2: answer"
    assert (run.result, len(run.calls)) == (None, 2)


async def run_cell(code):
    """Run what a notebook would, and return the value of the last line."""
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    tree = ast.parse(code)
    last = tree.body.pop()
    scope = {"toolkit": TOOLKIT}
    exec(compile(tree, "cell", "exec"), scope)  # noqa: S102 - what was just written
    found = eval(  # noqa: S307
        compile(ast.Expression(last.value), "cell", "eval", flags=flags), scope
    )
    return await found if asyncio.iscoroutine(found) else found


async def test_cell_does_it_again():
    run = await by_hand(a=1, b=5)
    assert as_cell(run) == 'await toolkit.execute("add", {"a": 1, "b": 5})\n'
    assert (await run_cell(as_cell(run))).value == 6


async def test_cell_of_a_round_trip_does_it_again():
    run = await by_model(faults=["wrong_type"])
    again = await run_cell(as_cell(run))
    assert [step.call for step in again.calls] == [step.call for step in run.calls]


async def test_cell_of_a_script_does_it_again():
    script = read_script('add {"a": 1, "b": 5} | add {"a": "x"}\nIt is "6".\n')
    transcript = await round_trip("1 + 5?", TOOLKIT, ScriptedModel(script))
    run = played(1, transcript, script_text(script))
    assert (await run_cell(as_cell(run))).messages == transcript.messages


@pytest.mark.parametrize("make", [by_hand, by_model], ids=["by hand", "round trip"])
async def test_test_passes_on_the_same_tool(tmp_path, make):
    run = await make(a=1) if make is by_hand else await make()
    (tmp_path / "my_tools.py").write_text(
        "from toolnexus import Toolkit\n"
        "toolkit = Toolkit()\n"
        "@toolkit.tool\n"
        "def add(a: int, b: int = 2) -> int:\n"
        "    return a + b\n"
    )
    (tmp_path / "test_it.py").write_text(as_pytest(run))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


async def test_tool_calls_are_read_as_they_were():
    run = await by_hand(a=1, b=5)
    message = {"role": "assistant", "tool_calls": json.loads(as_tool_calls(run))}
    (call,) = calls_from_openai(message)
    assert (await TOOLKIT.execute_call(call)).value == 6


async def test_command_asks_a_model_for_the_same_call():
    written = as_curl(await by_hand(a=1, b=5))
    assert '"name": "add"' in written
    assert '{\\"a\\": 1, \\"b\\": 5}' in written
    assert "$OPENAI_API_KEY" in written
    assert "Add 1 and 2" in as_curl(await by_model())


async def test_runs_are_compared_call_by_call():
    first, second = await by_hand(1, a=1), await by_hand(2, a=2)
    assert changes(first, await by_hand(3, a=1)).ok
    (change,) = changes(first, second).changes
    assert "-3\n+4" in change.diff


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
async def test_run_without_a_call_is_written_too(write):
    transcript = await round_trip("Hello", [], SimulatedModel())
    assert isinstance(write(played(1, transcript, "SimulatedModel()")), str)
