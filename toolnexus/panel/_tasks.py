"""Handlers that fail where a person sees it, and tasks that nobody loses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from toolnexus._calling import outcome_of

T = TypeVar("T")

TICK_SECONDS = 0.2


async def ticking(work: Coroutine[Any, Any, T], on_tick: Callable[[], object]) -> T:
    """Do something in a task of its own, and call `on_tick` several times a second meanwhile.

    What it raises is raised here, also what would end an event loop if a task raised it.
    """
    task = asyncio.ensure_future(outcome_of(work))
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=TICK_SECONDS)
            if not task.done():
                on_tick()
    except BaseException:
        task.cancel()
        raise
    return task.result().unwrap()  # type: ignore[no-any-return]  # what the work returned


class Tasks:
    """Starts what takes its time, and catches what goes wrong in it.

    A front end has no place for the exception of a click or of a task: it would be lost, and
    the button look dead. So each is told to the panel.

    Args:
        on_error: Called with the exception.
    """

    def __init__(self, on_error: Callable[[BaseException], object]) -> None:
        self._on_error = on_error
        self._running: set[asyncio.Task[Any]] = set()

    def guarded(self, call: Callable[..., object]) -> Callable[..., None]:
        """Make a handler of a function: whatever it raises is told."""

        def handler(*args: Any) -> None:
            try:
                call(*args)
            except Exception as exc:  # noqa: BLE001 - a person has to see it, whatever it is
                self._on_error(exc)

        return handler

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start something in the event loop, and keep it until it is done.

        Raises:
            RuntimeError: No event loop runs here.
        """
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError as exc:
            work.close()
            msg = (
                "a button needs an event loop, as a notebook has one; elsewhere write "
                "asyncio.run(panel.run()) or asyncio.run(panel.round_trip(prompt))"
            )
            raise RuntimeError(msg) from exc
        task = loop.create_task(self._looked_after(work))
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    @property
    def is_idle(self) -> bool:
        """Whether nothing runs that was started here."""
        return not self._running

    def cancel(self) -> None:
        """Cancel whatever still runs."""
        for task in tuple(self._running):
            task.cancel()

    async def _looked_after(self, work: Coroutine[Any, Any, Any]) -> Any:
        try:
            return await work
        except (KeyboardInterrupt, SystemExit) as exc:  # would end the kernel
            self._on_error(exc)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (exc := task.exception()) is not None:
            self._on_error(exc)
