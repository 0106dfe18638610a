"""What happens when a tool's function runs: threads, time limits, cancellation, exceptions."""

import asyncio
import contextlib
import contextvars
import threading
import time
from typing import Any

import pytest

from toolnexus import CancelSignal, ToolContext, ToolError, define_tool

where: contextvars.ContextVar[str] = contextvars.ContextVar("where", default="nowhere")


def empty() -> None:
    raise ValueError


def with_text() -> None:
    msg = "disk is full"
    raise OSError(msg)


def key() -> None:
    raise KeyError("missing")  # noqa: EM101


def leaves() -> None:
    raise SystemExit(3)


def stops() -> None:
    raise StopIteration


def ends() -> None:
    raise GeneratorExit


def cancels() -> None:
    raise asyncio.CancelledError


def fails_late():
    yield 1
    msg = "half way"
    raise RuntimeError(msg)


async def async_fails() -> None:
    msg = "later"
    raise LookupError(msg)


async def waits_for_cancelled() -> None:
    task = asyncio.ensure_future(asyncio.sleep(60))
    task.cancel()
    await task


def finds_none() -> int:
    return next(port for port in (1, 2) if port > 2)


async def finds_none_later() -> int:
    return next(iter(()))


def finds_none_halfway():
    yield 1
    yield next(iter(()))


def tells_an_address() -> None:
    msg = f"{object()} is no port"
    raise ValueError(msg)


class SilentError(Exception):
    def __str__(self) -> str:
        raise NotImplementedError


def silent() -> None:
    raise SilentError


FAILING: dict[str, tuple[Any, str]] = {
    "empty message": (empty, "empty failed. ValueError (no message)"),
    "message": (with_text, "with_text failed. OSError: disk is full"),
    "key error": (key, "key failed. KeyError: 'missing'"),
    "system exit": (leaves, "leaves failed. SystemExit: 3"),
    "generator exit": (ends, "ends failed. GeneratorExit (no message)"),
    "half a generator": (fails_late, "fails_late failed. RuntimeError: half way"),
    "async": (async_fails, "async_fails failed. LookupError: later"),
    "nothing found": (finds_none, "finds_none failed. StopIteration (no message)"),
    "nothing found, async": (
        finds_none_later,
        "finds_none_later failed. StopIteration (no message)",
    ),
    "nothing found, half way": (
        finds_none_halfway,
        "finds_none_halfway failed. StopIteration (no message)",
    ),
    "address": (
        tells_an_address,
        "tells_an_address failed. ValueError: <object object> is no port",
    ),
    "exception without text": (silent, "silent failed. SilentError (no message)"),
}


@pytest.mark.parametrize("ctx", [None, ToolContext()], ids=["without context", "with context"])
@pytest.mark.parametrize("in_thread", [True, False], ids=["thread", "loop"])
@pytest.mark.parametrize(("fn", "output"), FAILING.values(), ids=FAILING)
async def test_exception_becomes_an_error_result(fn, output, in_thread, ctx):
    result = await define_tool(fn, in_thread=in_thread).execute({}, ctx)
    assert (result.output, result.is_error) == (output, True)
    error = result.metadata["error"]
    assert error["kind"] == "unexpected"
    assert error["type"] in output
    assert "Traceback" not in result.output
    assert __file__ not in result.output
    assert f"in {fn.__name__}" in result.metadata["traceback"]
    assert "await call_function(" not in result.metadata["traceback"]


@pytest.mark.parametrize("ctx", [None, ToolContext()], ids=["without context", "with context"])
@pytest.mark.parametrize("in_thread", [True, False], ids=["thread", "loop"])
@pytest.mark.parametrize("fn", [stops, cancels, waits_for_cancelled])
async def test_exceptions_that_asyncio_minds_do_not_escape(fn, in_thread, ctx):
    if fn is not stops and ctx is None and not hasattr(asyncio.Task, "cancelling"):
        pytest.skip("Python 3.10 can't tell this from its own cancellation")
    result = await define_tool(fn, in_thread=in_thread).execute({}, ctx)
    assert result.is_error
    assert result.output.startswith(f"{fn.__name__} failed. ")


@pytest.mark.parametrize("in_thread", [True, False], ids=["thread", "loop"])
async def test_tool_error_goes_to_the_model_word_for_word(in_thread):
    def book() -> None:
        msg = "Only 2 seats are left."
        raise ToolError(msg)

    result = await define_tool(book, in_thread=in_thread).execute()
    assert result.output == "Only 2 seats are left."
    assert result.metadata["error"]["kind"] == "tool_error"


async def test_tool_error_without_text_is_not_empty():
    def book() -> None:
        raise ToolError

    assert (await define_tool(book).execute()).output == "book failed and gave no reason."


async def test_long_exception_text_is_cut_with_its_length():
    def book() -> None:
        raise ValueError("x" * 100_000)

    output = (await define_tool(book).execute()).output
    assert len(output) < 5000
    assert output.endswith("… (100,000 characters)")


async def test_keyboard_interrupt_passes_through():
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await define_tool(interrupted, in_thread=False).execute()


# --- threads ------------------------------------------------------------------------------


def ident() -> int:
    return threading.get_ident()


async def test_sync_functions_leave_the_loop_free_and_overlap():
    both_run = threading.Barrier(2, timeout=30)

    def meet() -> int:
        return both_run.wait()

    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    ticker = asyncio.ensure_future(tick())
    tool = define_tool(meet)
    results = await asyncio.gather(tool.execute(), tool.execute())
    ticker.cancel()
    assert sorted(result.output for result in results) == ["0", "1"]
    assert ticks > 1


async def test_context_variables_reach_the_thread_and_stay_apart():
    where.set("here")

    def look() -> str:
        seen = where.get()
        where.set("changed inside")
        return seen

    assert (await define_tool(look).execute()).output == "here"
    assert where.get() == "here"


async def test_function_in_the_loop_runs_in_the_loops_thread():
    tool = define_tool(ident)
    assert (await tool.execute()).value != threading.get_ident()
    quick = define_tool(ident, in_thread=False)
    assert (await quick.execute()).value == threading.get_ident()


async def test_threads_are_reused():
    tool = define_tool(ident)
    idents = {(await tool.execute()).value for _ in range(50)}
    assert len(idents) <= 3


async def test_without_threads_the_function_runs_in_the_loop(monkeypatch):
    monkeypatch.setattr("toolnexus._calling.run_in_thread", lambda _: False)
    tool = define_tool(ident)
    assert (await tool.execute()).value == threading.get_ident()


# --- time limits and cancellation ---------------------------------------------------------


@pytest.fixture
def release():
    """An event that lets blocked functions go at the end of a test."""
    event = threading.Event()
    yield event
    event.set()


async def test_time_limit_ends_the_wait_for_a_thread(release):
    stopped = threading.Event()

    def hang(ctx: ToolContext) -> None:
        while not ctx.cancelled and not release.wait(0.01):
            pass
        stopped.set()

    result = await define_tool(hang).execute({}, ToolContext(timeout=0.05))
    assert result.output == "hang did not finish within 0.05 seconds and was given up."
    assert result.metadata["error"]["kind"] == "timeout"
    assert stopped.wait(30), "the function is told to stop"


async def test_time_limit_cancels_an_async_function():
    ended = asyncio.Event()

    async def hang() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.set()

    result = await define_tool(hang).execute({}, ToolContext(timeout=0.05))
    assert result.metadata["error"]["kind"] == "timeout"
    await asyncio.wait_for(ended.wait(), 30)


async def test_time_limit_does_not_wait_for_a_function_that_ignores_it():
    finish = asyncio.Event()

    async def stubborn() -> None:
        while not finish.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(0.01)

    result = await define_tool(stubborn).execute({}, ToolContext(timeout=0.05))
    assert result.metadata["error"]["kind"] == "timeout"
    finish.set()
    await asyncio.sleep(0.05)


async def test_a_context_can_be_used_again_after_its_time_was_over(release):
    ctx = ToolContext(timeout=0.05)

    def wait(long: bool) -> str:
        if long:
            release.wait()
        return "done"

    tool = define_tool(wait)
    assert (await tool.execute({"long": True}, ctx)).is_error
    assert (await tool.execute({"long": False}, ToolContext(timeout=60))).output == "done"
    assert not ctx.signal.is_set()


async def wait_async() -> None:
    await asyncio.sleep(3600)


@pytest.mark.parametrize("kind", ["thread", "async"])
async def test_cancelling_the_context_gives_an_error_result_at_once(kind, release):
    def wait() -> None:
        release.wait()

    ctx = ToolContext()
    asyncio.get_running_loop().call_soon(ctx.cancel)
    result = await define_tool(wait if kind == "thread" else wait_async).execute({}, ctx)
    assert result.metadata["error"]["kind"] == "cancelled"
    assert result.output.endswith("was cancelled before it was done.")


async def test_cancelling_from_another_thread_works(release):
    ctx = ToolContext()
    threading.Timer(0.02, ctx.cancel).start()
    result = await define_tool(wait_async).execute({}, ctx)
    assert result.metadata["error"]["kind"] == "cancelled"


async def test_cancelled_before_it_started_never_enters():
    entered = []
    ctx = ToolContext()
    ctx.cancel()
    result = await define_tool(lambda: entered.append(1), name="t").execute({}, ctx)
    assert result.output == "t was not run: it was cancelled before it started."
    assert entered == []


@pytest.mark.parametrize("ctx", [None, ToolContext()], ids=["without context", "with context"])
@pytest.mark.parametrize("kind", ["thread", "async"])
async def test_cancelling_the_task_passes_through_at_once(kind, ctx, release):
    started = threading.Event()

    def wait() -> None:
        started.set()
        release.wait()

    async def wait_later() -> None:
        started.set()
        await asyncio.sleep(3600)

    tool = define_tool(wait if kind == "thread" else wait_later)
    task = asyncio.ensure_future(tool.execute({}, ctx))
    while not started.is_set():
        await asyncio.sleep(0.001)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ctx is None or not ctx.signal.is_set()


def test_a_function_that_never_returns_does_not_keep_the_loop_from_ending(release):
    def hang() -> None:
        release.wait()

    result = asyncio.run(define_tool(hang).execute({}, ToolContext(timeout=0.05)))
    assert result.is_error


async def test_generator_stops_when_its_time_is_over(release):
    closed = threading.Event()

    def forever():
        try:
            while True:
                yield release.wait(0.01)
        finally:
            closed.set()

    result = await define_tool(forever).execute({}, ToolContext(timeout=0.05))
    assert result.metadata["error"]["kind"] == "timeout"
    assert closed.wait(30)


@pytest.mark.parametrize("limit", [0, -1, float("nan"), "5", True])
def test_time_limit_is_checked(limit):
    with pytest.raises(ValueError, match="seconds above 0"):
        ToolContext(timeout=limit)


# --- progress -----------------------------------------------------------------------------


@pytest.mark.parametrize("in_thread", [True, False], ids=["thread", "loop"])
async def test_progress_arrives_in_order_in_the_loops_thread(in_thread):
    seen = []

    def observe(done: float, total: float | None, message: str) -> None:
        seen.append((done, total, message, threading.get_ident()))

    def work(ctx: ToolContext) -> None:
        ctx.report_progress(1, 2, "half")
        ctx.report_progress(2, 2)

    tool = define_tool(work, in_thread=in_thread)
    assert not (await tool.execute({}, ToolContext(on_progress=observe))).is_error
    here = threading.get_ident()
    assert seen == [(1, 2, "half", here), (2, 2, "", here)]


async def test_a_failing_observer_does_not_fail_the_tool():
    complaints = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))

    def observe(done: float, total: float | None, message: str) -> None:
        raise ValueError(message)

    async def work(ctx: ToolContext) -> str:
        ctx.report_progress(1)
        return "done"

    result = await define_tool(work).execute({}, ToolContext(on_progress=observe))
    assert result.output == "done"
    assert "on_progress raised" in complaints[0]["message"]


def test_context_works_outside_of_an_execution():
    seen = []
    ctx = ToolContext(on_progress=lambda *report: seen.append(report))
    ctx.report_progress(1)
    ToolContext().report_progress(1)
    assert seen == [(1, None, "")]
    assert not ctx.cancelled
    ctx.cancel()
    assert ctx.cancelled
    assert repr(ctx.signal) == "CancelSignal(set)"


def test_signal_observers_can_be_taken_away():
    signal, seen = CancelSignal(), []
    signal.add_observer(lambda: seen.append(1))
    gone = seen.clear
    signal.add_observer(gone)
    signal.remove_observer(gone)
    signal.remove_observer(gone)
    signal.set()
    assert seen == [1]


# --- from sync code -----------------------------------------------------------------------


def test_run_works_without_a_loop():
    assert define_tool(lambda: 1, name="t").run().output == "1"


async def test_run_works_inside_a_running_loop():
    where.set("caller")
    tool = define_tool(lambda: where.get(), name="t")
    assert tool.run().output == "caller"


async def test_run_names_await_where_there_are_no_threads(monkeypatch):
    def no_threads(self: object) -> None:
        msg = "can't start new thread"
        raise RuntimeError(msg)

    monkeypatch.setattr(threading.Thread, "start", no_threads)
    with pytest.raises(RuntimeError, match=r"await tool\.execute"):
        define_tool(lambda: 1, name="t").run()


async def test_run_raises_what_passes_through():
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        define_tool(interrupted, in_thread=False).run()


def test_many_executions_build_nothing_anew(monkeypatch):
    tool = define_tool(lambda a: a, name="t", in_thread=False)

    def forbidden(*args: object, **kwargs: object) -> None:
        msg = "built again"
        raise AssertionError(msg)

    monkeypatch.setattr("toolnexus._schema._core_schema.SchemaValidator", forbidden)
    monkeypatch.setattr("inspect.signature", forbidden)

    async def many() -> None:
        for _ in range(100):
            assert not (await tool.execute({"a": time.monotonic()})).is_error

    asyncio.run(many())
