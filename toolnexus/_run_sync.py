"""Running a coroutine to its end from sync code, also inside a running event loop."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from toolnexus._calling import Outcome

T = TypeVar("T")
_POLL_SECONDS = 0.2


def run_sync(start: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine to its end from sync code, also inside a running event loop.

    Inside a running loop (a notebook cell) it runs in a helper thread, and the loop stands
    still meanwhile; `await` is better there.
    """
    if not _is_in_a_loop():
        return asyncio.run(start())
    helper = _HelperThread(start)
    try:
        helper.start()
    except RuntimeError as exc:
        msg = (
            "an event loop is running here and there are no threads, as in a browser; write "
            "`await tool.execute(...)` instead of tool.run(...)"
        )
        raise RuntimeError(msg) from exc
    try:
        while helper.is_alive():
            helper.join(_POLL_SECONDS)
    except KeyboardInterrupt:
        helper.cancel()
        raise
    return helper.outcome.unwrap()  # type: ignore[no-any-return]


def _is_in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class _HelperThread(threading.Thread):
    """Runs one coroutine in a loop of its own, with the context variables of the caller."""

    def __init__(self, start: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        super().__init__(name="toolnexus-run", daemon=True)
        self.outcome = Outcome()
        self._start = start
        self._context = contextvars.copy_context()
        self._task: asyncio.Task[Any] | None = None

    def run(self) -> None:
        try:
            self.outcome = Outcome(self._context.run(asyncio.run, self._main()))
        except BaseException as exc:  # noqa: BLE001 - raised again where it is waited for
            self.outcome = Outcome(raised=exc)

    async def _main(self) -> Any:
        self._task = asyncio.current_task()
        return await self._start()

    def cancel(self) -> None:
        if self._task is not None:
            self._task.get_loop().call_soon_threadsafe(self._task.cancel)
