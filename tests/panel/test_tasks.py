"""What goes wrong in a handler or a task is told."""

import asyncio

import pytest

from toolnexus.panel._tasks import Tasks


def boom(*args):
    msg = "no"
    raise RuntimeError(msg)


async def boom_later():
    boom()


def test_handler_tells_and_lives_on():
    told = []
    handler = Tasks(told.append).guarded(boom)
    handler("click")
    handler("click")
    assert [str(exc) for exc in told] == ["no", "no"]


async def test_task_tells():
    told = []
    task = Tasks(told.append).start(boom_later())
    await asyncio.wait({task})
    await asyncio.sleep(0)
    assert [str(exc) for exc in told] == ["no"]


async def test_cancelled_task_has_nothing_to_tell():
    told = []
    tasks = Tasks(told.append)
    task = tasks.start(asyncio.Event().wait())
    await asyncio.sleep(0)
    tasks.cancel()
    await asyncio.wait({task})
    await asyncio.sleep(0)
    assert task.cancelled()
    assert told == []


def test_task_without_a_loop_is_refused_and_leaves_no_warning():
    with pytest.raises(RuntimeError, match="a button needs an event loop"):
        Tasks(print).start(boom_later())
