"""Calling a tool's function, in the loop or in a thread, until it is done or given up.

What becomes of what it returns or raises is in `_execute.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import inspect
import weakref
from asyncio import get_running_loop
from collections.abc import Awaitable, Callable
from typing import Any

from toolnexus._context import RunningCall, ToolContext, running_call
from toolnexus._plan import Plan
from toolnexus._threads import run_in_thread
from toolnexus._types import CANCELLED, TIMEOUT, UNEXPECTED, Bound

_HEARTBEAT_SECONDS = 0.2


class Ended(Exception):  # noqa: N818 - an outcome, not an error of the program
    """The wait is over before the function is: its time ran out, or it was cancelled."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


async def call_function(plan: Plan, bound: Bound, ctx: ToolContext | None) -> Any:
    """Call the function, in the loop or in a thread; return or raise what it does."""
    if ctx is not None and ctx.signal.is_set():
        raise Ended(CANCELLED, f"{plan.name} was not run: it was cancelled before it started.")
    args, kwargs = bound
    if plan.context_at:
        args, kwargs = _with_context(plan, args, kwargs, ctx or ToolContext())
    loop = asyncio.get_running_loop()
    call = RunningCall(loop)
    heart = beating_heart()
    heart.waiting += 1
    try:
        if plan.in_thread:
            value = await _in_thread(plan, lambda: plan.fn(*args, **kwargs), ctx, call)
            is_plain = type(value) in PLAIN
            if is_plain or not (inspect.isawaitable(value) or inspect.isasyncgen(value)):
                return value
            # A sync wrapper around an async function.
            return await _in_loop(plan, lambda: value, ctx, call)
        return await _in_loop(plan, lambda: plan.fn(*args, **kwargs), ctx, call)
    finally:
        call.stopped = True
        heart.waiting -= 1


def _with_context(
    plan: Plan, args: tuple[Any, ...], kwargs: dict[str, Any], ctx: ToolContext
) -> Bound:
    positional = list(args)
    for place in plan.context_at:
        if isinstance(place, int):
            positional.insert(place, ctx)
        else:
            kwargs = {**kwargs, place: ctx}
    return tuple(positional), kwargs


async def _in_loop(
    plan: Plan, start: Callable[[], Any], ctx: ToolContext | None, call: RunningCall
) -> Any:
    if ctx is None:
        return await _collected(start, call)
    # A task of its own, so that the wait can end although the function does not.
    task = asyncio.ensure_future(outcome_of(_collected(start, call)))
    task.add_done_callback(_forget)
    _abandoned.add(task)
    try:
        await _first_of(plan, task, ctx)
    except BaseException:
        task.cancel()
        raise
    if task.cancelled():
        raise gave_up(plan)
    return task.result().unwrap()


async def _in_thread(
    plan: Plan, start: Callable[[], Any], ctx: ToolContext | None, call: RunningCall
) -> Any:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Outcome] = loop.create_future()
    context = contextvars.copy_context()

    def job() -> None:
        outcome = context.run(_outcome_of_sync, start, call)
        try:
            loop.call_soon_threadsafe(_settle, done, outcome)
        except RuntimeError:  # nobody waits any more: the loop is closed
            return

    if not run_in_thread(job):
        return await _without_threads(plan, start, ctx, call)
    try:
        if ctx is None:
            await done
        else:
            await _first_of(plan, done, ctx)
    except BaseException:
        call.stopped = True
        raise
    outcome = done.result()
    if isinstance(outcome.raised, asyncio.CancelledError):  # the function's own, not ours
        raise gave_up(plan) from outcome.raised
    return outcome.unwrap()


async def _without_threads(
    plan: Plan, start: Callable[[], Any], ctx: ToolContext | None, call: RunningCall
) -> Any:
    """Call a sync function in the loop where there are no threads, as in a browser.

    The loop stands still meanwhile: better than not at all. Out of time comes to the same as in
    a thread, only later: the function can see it, and what it returns then is not taken.
    """
    if ctx is None or ctx.timeout is None:
        return await _in_loop(plan, start, ctx, call)
    call.deadline = asyncio.get_running_loop().time() + ctx.timeout
    outcome = await outcome_of(_in_loop(plan, start, ctx, call))
    if call.is_over and not isinstance(outcome.raised, Ended | KeyboardInterrupt):
        raise _out_of_time(plan, ctx.timeout)
    return outcome.unwrap()


def gave_up(plan: Plan) -> Ended:
    return Ended(UNEXPECTED, f"{plan.name} failed. Something it waited for was cancelled.")


async def _first_of(plan: Plan, done: asyncio.Future[Any], ctx: ToolContext) -> None:
    """Wait until it is done, cancelled or out of time; raise `Ended` if it isn't done."""
    loop = asyncio.get_running_loop()
    cancelled: asyncio.Future[None] = loop.create_future()

    def cancel() -> None:
        loop.call_soon_threadsafe(_settle, cancelled, None)

    ctx.signal.add_observer(cancel)
    try:
        if ctx.signal.is_set():
            cancel()
        await asyncio.wait(
            {done, cancelled}, timeout=ctx.timeout, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        ctx.signal.remove_observer(cancel)
    if done.done():
        return
    if cancelled.done():
        raise Ended(CANCELLED, f"{plan.name} was cancelled before it was done.")
    raise _out_of_time(plan, ctx.timeout)


def _out_of_time(plan: Plan, limit: float | None) -> Ended:
    return Ended(
        TIMEOUT, f"{plan.name} did not finish within {limit:g} seconds and was given up."
    )


async def _collected(start: Callable[[], Any], call: RunningCall) -> Any:
    """Call, await what is awaitable, and collect what is a generator."""
    token = running_call.set(call)
    try:
        return await all_of(start(), call)
    finally:
        running_call.reset(token)


async def all_of(value: Any, call: RunningCall | None = None) -> Any:
    """Await what is awaitable, and collect what is a generator."""
    while inspect.isawaitable(value):
        value = await value
    if inspect.isasyncgen(value):
        async with contextlib.aclosing(value):
            return [item async for item in value]
    return _collected_sync(value, call)


PLAIN = frozenset({str, dict, list, int, float, bool, type(None)})
"""Types of which nothing is to be awaited or collected; most results are one of them."""


def _collected_sync(value: Any, call: RunningCall | None) -> Any:
    if type(value) in PLAIN or not inspect.isgenerator(value):
        return value
    items = []
    with contextlib.closing(value):
        for item in value:
            if call is not None and call.is_over:
                break
            items.append(item)
    return items


class Outcome:
    """What a function did, carried over to where it is waited for.

    An exception can't simply be left to a task or future: SystemExit would end the loop, and
    StopIteration can't be put into a future.
    """

    __slots__ = ("raised", "value")

    def __init__(self, value: Any = None, raised: BaseException | None = None) -> None:
        self.value = value
        self.raised = raised

    def unwrap(self) -> Any:
        if self.raised is not None:
            raise self.raised
        return self.value


async def outcome_of(running: Awaitable[Any]) -> Outcome:
    """Await something in a task of its own, whatever it raises.

    What ends a program (SystemExit, KeyboardInterrupt) would leave such a task through the
    event loop, and so end a kernel; it has to be raised where the task is waited for.
    """
    try:
        return Outcome(await running)
    except asyncio.CancelledError:
        raise
    except BaseException as exc:  # noqa: BLE001 - see Outcome
        return Outcome(raised=exc)


def _outcome_of_sync(start: Callable[[], Any], call: RunningCall) -> Outcome:
    running_call.set(call)
    try:
        return Outcome(_collected_sync(start(), call))
    except BaseException as exc:  # noqa: BLE001 - see Outcome
        return Outcome(raised=exc)


def _settle(future: asyncio.Future[Any], value: Any) -> None:
    if not future.done():
        future.set_result(value)


_abandoned: set[asyncio.Future[Any]] = set()
"""Tasks on the way; a task that nobody holds can be collected before it has ended."""


def _forget(task: asyncio.Future[Any]) -> None:
    _abandoned.discard(task)
    if not task.cancelled():
        task.exception()  # looked at, so that asyncio doesn't complain that nobody did


class _Heart:
    """Keeps an event loop turning while functions are awaited in it.

    Without it a loop that only waits for a far timer does not notice an interrupt of the
    kernel before the timer goes off.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.waiting = 0
        self.is_beating = False
        self.loop = weakref.ref(loop)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self.is_beating:
            self.is_beating = True
            loop.call_later(_HEARTBEAT_SECONDS, self._beat)

    def _beat(self) -> None:
        loop = self.loop()
        self.is_beating = self.waiting > 0 and loop is not None
        if self.is_beating and loop is not None:
            loop.call_later(_HEARTBEAT_SECONDS, self._beat)


_hearts: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _Heart] = (
    weakref.WeakKeyDictionary()
)
_last_heart: _Heart | None = None
"""The one that was asked for last, which is nearly always the one asked for next."""


def beating_heart() -> _Heart:
    """Return the heart of the running loop, beating."""
    global _last_heart
    heart, loop = _last_heart, get_running_loop()
    if heart is None or heart.loop() is not loop:
        heart = _hearts.get(loop)
        if heart is None:
            heart = _hearts[loop] = _Heart(loop)
        _last_heart = heart
    if not heart.is_beating:
        heart.start(loop)
    return heart
