"""An execution as a person follows it."""
# ruff: noqa: T201 - tools that print are what this is about

import asyncio

import pytest

from toolnexus import ToolContext, ToolError, define_tool
from toolnexus.panel._execution import Execution


def speak(word: str, ctx: ToolContext) -> str:
    """Say a word, and print it."""
    print(f"saying {word}")
    ctx.report_progress(1, 2, "half")
    return word.upper()


async def wait_for_ever(ctx: ToolContext) -> str:
    """Wait."""
    ctx.report_progress(3)
    print("waiting")
    await asyncio.Event().wait()


def fail() -> None:
    """Fail."""
    print("before")
    raise ToolError("No.")  # noqa: EM101


async def test_it_knows_its_result_its_text_and_its_progress():
    execution = Execution(define_tool(speak), {"word": "hi"})
    assert execution.state == "running"
    result = await execution.run()
    assert (result.output, execution.result, execution.state) == ("HI", result, "done")
    assert execution.printed == "saying hi\n"
    assert execution.progress == (1, 2, "half")
    assert execution.seconds > 0


@pytest.mark.parametrize(
    ("tool", "arguments", "state"),
    [(fail, {}, "failed"), (speak, {"wrd": "x"}, "failed")],
    ids=["tool error", "misfit"],
)
async def test_error_is_a_result(tool, arguments, state):
    execution = Execution(define_tool(tool), arguments)
    assert (await execution.run()).is_error
    assert execution.state == state


async def test_cancelled_while_it_runs_it_tells_what_it_had_printed():
    seen = asyncio.Event()
    execution = Execution(define_tool(wait_for_ever), {}, on_change=seen.set)
    running = asyncio.ensure_future(execution.run())
    await seen.wait()
    assert (execution.state, execution.printed) == ("running", "waiting\n")
    assert execution.progress.done == 3
    execution.cancel()
    assert (await running).is_error
    assert execution.state == "cancelled"


async def test_task_that_is_cancelled_cancels_the_tool():
    execution = Execution(define_tool(wait_for_ever), {})
    running = asyncio.ensure_future(execution.run())
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert execution.state == "cancelled"


async def test_time_limit():
    execution = Execution(define_tool(wait_for_ever), {}, timeout=0.01)
    result = await execution.run()
    assert "did not finish within 0.01 seconds" in result.output
    assert execution.state == "failed"


async def test_two_at_once_never_mix():
    both = [Execution(define_tool(speak), {"word": word}) for word in ("a", "b")]
    results = await asyncio.gather(*(execution.run() for execution in both))
    assert [result.output for result in results] == ["A", "B"]
    assert [execution.printed for execution in both] == ["saying a\n", "saying b\n"]


async def test_endless_printing_is_cut_with_its_full_length():
    chatty = define_tool(
        lambda: [print("x" * 1000) for _ in range(500)] and None, name="chatty"
    )
    execution = Execution(chatty, {})
    await execution.run()
    assert len(execution.printed) < 110_000
    assert execution.printed.endswith("… the first 100,000 of 500,500 characters")
