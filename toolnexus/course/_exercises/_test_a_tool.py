"""A test that notices when a tool is broken."""

from __future__ import annotations

import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from types import CodeType
from typing import Annotated, Any

from pydantic import Field

from toolnexus._define import define_tool
from toolnexus._tool import Tool
from toolnexus._wording import python_words
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._running import Called, called

_DESCRIPTION = "Book a table for tonight."


async def _look(test_book_table: object) -> AsyncIterator[Goal]:
    test = _a_test(test_book_table)
    executions: list[int] = []
    done = await called(test, _right(executions))
    failed = _failed(test, done)
    if failed and not set(executions) <= set(range(1, 7)):
        failed += ". Called directly, a tool checks nothing; use `await tool.execute(...)`"
    yield Goal(done.raised is None, "the right tool passes", failed)
    if done.raised is not None:
        return
    yield Goal(
        bool(executions),
        "the tool that is handed in is executed",
        "the tool that is handed in is never executed with arguments that it takes: that is "
        "`await`, the name of your parameter, and `.execute(...)`",
    )
    if not executions:
        return
    unnoticed = [
        what for what, broken in _broken() if (await called(test, broken)).raised is None
    ]
    for what, _ in _broken():
        yield Goal(
            what not in unnoticed,
            f"noticed: a tool that {what}",
            f"not noticed: a tool that {what}",
        )
    if len(unnoticed) == len(list(_broken())) and done.value is not None:
        missing = "what a test returns is not looked at; it fails by `assert`"
        yield Goal(met=False, done="", missing=missing)


def _a_test(made: object) -> Callable[..., Any]:
    if isinstance(made, Tool):
        msg = "this is the tool; hand in the function that tests it"
        raise NotThereYetError(msg)
    if not callable(made):
        msg = f"there is no test here yet: got {python_words(made)} instead of a function"
        raise NotThereYetError(msg)
    return made


def _right(executions: list[int]) -> Tool:
    def book_table(guests: Annotated[int, Field(ge=1, le=6)]) -> str:
        executions.append(guests)
        return f"table for {guests} booked"

    return define_tool(book_table, description=_DESCRIPTION)


def _broken() -> Iterator[tuple[str, Tool]]:
    """Make tools that are broken in one way each."""

    def bigger(guests: Annotated[int, Field(ge=1, le=7)]) -> str:
        return f"table for {guests} booked"

    def smaller(guests: Annotated[int, Field(ge=1, le=5)]) -> str:
        return f"table for {guests} booked"

    def empty(guests: Annotated[int, Field(le=6)]) -> str:
        return f"table for {guests} booked"

    def same(guests: Annotated[int, Field(ge=1, le=6)]) -> str:  # noqa: ARG001 - that is wrong
        return "table for 2 booked"

    def silent(guests: int) -> str:
        if not 1 <= guests <= 6:
            raise ValueError
        return f"table for {guests} booked"

    broken = {
        "books for 7": bigger,
        "refuses 6": smaller,
        "books for 0": empty,
        "says it booked for 2, however many come": same,
        "refuses too many guests without saying how many it takes": silent,
    }
    for what, fn in broken.items():
        yield what, define_tool(fn, name="book_table", description=_DESCRIPTION)


def _failed(test: Callable[..., Any], done: Called) -> str:
    """Say why the right tool doesn't pass, with the line that says so."""
    if done.raised is None:
        return ""
    told = f"it fails for a tool that is right: {done.told}"
    if "positional argument" in done.told:
        return f"{told}. The tool is handed in: the test needs a parameter for it, and no more"
    if "coroutine" in done.told:
        return f"{told}. Put `await` before `tool.execute(...)`"
    if "DID NOT RAISE" in done.told:
        return f"{told}. `execute` never raises; look at `result.is_error`"
    line = _line_of(test, done.raised)
    return f"{told}, in the line `{line}`" if line and "`" not in line else told


def _line_of(test: Callable[..., Any], raised: BaseException) -> str:
    code = getattr(test, "__code__", None)
    if not isinstance(code, CodeType):
        return ""
    frames = traceback.extract_tb(raised.__traceback__)
    lines = [frame.line or "" for frame in frames if frame.name == code.co_name]
    return lines[-1] if lines else ""


TEST_A_TOOL = Exercise(
    name="test-a-tool",
    notebook="02_when_models_go_wrong",
    title="Test a tool",
    hints=(
        "Which calls are right, and which is the last one that is? Limits are where tools "
        "break: try 1 and 6, and the numbers just outside.",
        "For each number that fits: `assert not result.is_error`, and the number is in "
        "`result.output`. For each that doesn't: `assert result.is_error`.",
        'A refusal has to help: `assert "6" in result.output` for 7 guests. And test a booking '
        "for another number than 2, or an answer that never changes goes unnoticed.",
    ),
    solution="""\
async def test_book_table(tool):
    for guests in (1, 4, 6):
        result = await tool.execute({"guests": guests})
        assert not result.is_error
        assert str(guests) in result.output
    for guests in (0, 7):
        result = await tool.execute({"guests": guests})
        assert result.is_error
        assert "6" in result.output
""",
    look=_look,
)
