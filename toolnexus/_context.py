"""What a running tool is handed: `ToolContext`, with cancellation, a time limit and progress.

Who waits, and what a time limit does to a call, is in `_execute.py`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio  # slow to load, and only named here


class CancelSignal(threading.Event):
    """An event that can be waited for in a thread, polled, or observed.

    Example:
        >>> signal = CancelSignal()
        >>> signal.add_observer(lambda: print("stopping"))
        >>> signal.set()
        stopping
        >>> signal.is_set()
        True
    """

    def __init__(self) -> None:
        super().__init__()
        self._observers: list[Callable[[], None]] = []

    def __repr__(self) -> str:
        """Show the state; threading's own repr carries an address."""
        return f"CancelSignal({'set' if self.is_set() else 'unset'})"

    def add_observer(self, observer: Callable[[], None]) -> None:
        """Call `observer` once the signal is set, in the thread that sets it."""
        self._observers.append(observer)

    def remove_observer(self, observer: Callable[[], None]) -> None:
        """Forget `observer`; nothing happens if it is not there."""
        if observer in self._observers:
            self._observers.remove(observer)

    def set(self) -> None:
        """Set the signal and tell whoever observes it."""
        super().set()
        for observer in tuple(self._observers):
            observer()


class RunningCall:
    """One execution under way, as the function's own thread or task sees it.

    It is kept in a context variable, so that one `ToolContext` can be shared by several calls:
    a call that ran out of time is stopped without stopping the others.

    Args:
        loop: The event loop that waits for the call.
    """

    __slots__ = ("_loop", "_thread", "deadline", "stopped")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.stopped = False
        self.deadline: float | None = None
        """When its time is over, for a call that holds up the loop, whose clock this is."""
        self._loop = loop
        self._thread = threading.get_ident()

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.stopped or (self.deadline is not None and self._loop.time() > self.deadline)

    def deliver(self, report: Callable[[], None]) -> None:
        """Run something in the thread of the event loop."""
        if threading.get_ident() == self._thread:
            self._guarded(report)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._guarded, report)

    def _guarded(self, report: Callable[[], None]) -> None:
        try:
            report()
        except Exception as exc:  # noqa: BLE001 - the observer's fault, not the tool's
            message = "toolnexus: on_progress raised"
            self._loop.call_exception_handler({"message": message, "exception": exc})


running_call: ContextVar[RunningCall | None] = ContextVar(
    "toolnexus_running_call", default=None
)


@dataclass(frozen=True, eq=False)
class ToolContext:
    """Cancellation, a time limit and progress for one or more executions.

    A function gets it in a parameter annotated `ToolContext` (or in an unannotated parameter
    called `ctx`); the parameter is not part of the schema.

    Args:
        timeout: Seconds that an execution may take; None for no limit. When they are over, the
            execution ends with an error result. A function that runs in a thread can't be
            stopped from outside: it goes on until it looks at `cancelled`. Where there are no
            threads, as in a page of JupyterLite, everything stands still until a sync function
            returns, and only then is its result an error.
        signal: Set it (or call `cancel`) to end the executions that use this context.
        on_progress: Called with (done, total, message) for each progress report, in the thread
            of the event loop that waits for the execution.

    Raises:
        ValueError: `timeout` is not a number of seconds above 0.

    Example:
        >>> import asyncio
        >>> from toolnexus import ToolContext, define_tool
        >>> def count(upto: int, ctx: ToolContext) -> int:
        ...     '''Count.'''
        ...     for done in range(upto):
        ...         if ctx.cancelled:
        ...             break
        ...         ctx.report_progress(done + 1, upto)
        ...     return upto
        >>> seen = []
        >>> ctx = ToolContext(on_progress=lambda done, total, message: seen.append(done))
        >>> asyncio.run(define_tool(count).execute({"upto": 3}, ctx)).output
        '3'
        >>> seen
        [1, 2, 3]
    """

    signal: CancelSignal = field(default_factory=CancelSignal)
    timeout: float | None = None
    on_progress: Callable[[float, float | None, str], None] | None = field(
        default=None, repr=False
    )

    def __post_init__(self) -> None:
        """Refuse a time limit that is none."""
        limit: object = self.timeout
        if limit is None:
            return
        if isinstance(limit, bool) or not isinstance(limit, (int, float)) or not limit > 0:
            msg = (
                f"ToolContext's timeout is a number of seconds above 0, or None; got {limit!r}"
            )
            raise ValueError(msg)

    @property
    def cancelled(self) -> bool:
        """Whether the function should stop: it was cancelled, or its time is over."""
        call = running_call.get()
        return self.signal.is_set() or (call is not None and call.is_over)

    def cancel(self) -> None:
        """End the executions that use this context."""
        self.signal.set()

    def report_progress(
        self, done: float, total: float | None = None, message: str = ""
    ) -> None:
        """Tell whoever watches how far the function is.

        Args:
            done: How much is done, in whatever unit the function counts.
            total: How much there is, in the same unit; None if that isn't known.
            message: A few words for the person who waits.
        """
        observer = self.on_progress
        if observer is None:
            return
        call = running_call.get()
        if call is None:
            observer(done, total, message)
        else:
            # Delivered by the loop, so that a widget or a list is touched by one thread only
            # and a fault of the observer is not taken for a fault of the tool.
            call.deliver(lambda: observer(done, total, message))
