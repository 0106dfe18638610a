"""One execution of a tool as a person follows it: how far it is, what it prints, its end."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from toolnexus._context import ToolContext
from toolnexus._tool import Tool
from toolnexus._types import CANCELLED, JsonObject, ToolResult, error_kind
from toolnexus.panel._printing import printed_to
from toolnexus.panel._secrets import Secrets
from toolnexus.panel._tasks import ticking

State: TypeAlias = Literal["running", "done", "failed", "cancelled"]

_MOST_PRINTED = 100_000
"""Characters of printed text to keep; a tool that prints on and on fills no notebook."""


class Progress(NamedTuple):
    """How far a tool says it is.

    Args:
        done: How much is done.
        total: How much there is; None if that isn't known.
        message: A few words.
    """

    done: float
    total: float | None
    message: str


class Execution:
    r"""A tool at work on its arguments.

    Args:
        tool: The tool.
        arguments: The arguments of this one execution.
        timeout: Seconds that it may take; None for no limit.
        secrets: What is masked in its result and in what it prints.
        on_change: Called with nothing whenever there is something new to see, in the thread of
            the event loop, several times a second at most.

    Raises:
        ValueError: `timeout` is not a number of seconds above 0.

    Example:
        >>> import asyncio
        >>> from toolnexus import define_tool
        >>> ping = define_tool(lambda: print("looking") or "pong", name="ping")
        >>> execution = Execution(ping, {})
        >>> asyncio.run(execution.run()).output, execution.printed, execution.state
        ('pong', 'looking\n', 'done')
    """

    def __init__(
        self,
        tool: Tool,
        arguments: JsonObject,
        *,
        timeout: float | None = None,
        secrets: Secrets | None = None,
        on_change: Callable[[], object] | None = None,
    ) -> None:
        self.tool = tool
        self.arguments = arguments
        self.state: State = "running"
        self.result: ToolResult | None = None
        self.progress: Progress | None = None
        self.seconds = 0.0
        self._ctx = ToolContext(timeout=timeout, on_progress=self._on_progress)
        self._secrets = secrets or Secrets()
        self._on_change = on_change
        self._printed: list[str] = []
        self._length = 0

    @property
    def printed(self) -> str:
        """What the tool has printed so far, its beginning if that is too much."""
        text = self._secrets.text("".join(self._printed))
        if self._length <= _MOST_PRINTED:
            return text
        note = f"the first {_MOST_PRINTED:,} of {self._length:,} characters"
        return f"{text[:_MOST_PRINTED]}\n… {note}"

    def cancel(self) -> None:
        """Ask it to end."""
        self._ctx.cancel()

    async def run(self) -> ToolResult:
        """Execute, and tell on the way that there is something new to see.

        Returns:
            The result; it doesn't raise for what the tool does.
        """
        started = time.perf_counter()

        def tick() -> None:
            self.seconds = time.perf_counter() - started
            self._tell()

        try:
            executed = await ticking(self._executed(), tick)
        except BaseException:
            self.state = "cancelled"
            self.seconds = time.perf_counter() - started
            raise
        self.result = result = self._secrets.result(executed)
        self.seconds = time.perf_counter() - started
        if not result.is_error:
            self.state = "done"
        else:
            self.state = "cancelled" if error_kind(result) == CANCELLED else "failed"
        self._tell()
        return result

    async def _executed(self) -> ToolResult:
        with printed_to(self._on_print):
            return await self.tool.execute(self.arguments, self._ctx)

    def _on_progress(self, done: object, total: object, message: object) -> None:
        # A tool may report anything; no front end can draw NaN, or a part of nothing.
        whole = _finite(total)
        told = "" if message is None else str(message)
        self.progress = Progress(_finite(done), whole if whole > 0 else None, told)

    def _on_print(self, text: str) -> None:
        if self._length <= _MOST_PRINTED:
            self._printed.append(text)
        self._length += len(text)

    def _tell(self) -> None:
        if self._on_change is not None:
            self._on_change()


def _finite(number: object) -> float:
    """Read a number that can be drawn; 0 for anything else."""
    if not isinstance(number, (int, float)):
        return 0.0
    try:
        read = float(number)
    except OverflowError:
        return 0.0
    return read if math.isfinite(read) else 0.0
