"""A round trip that stops at every call and every tool message, until somebody goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from toolnexus._roundtrip import CallStep
from toolnexus._roundtrip._outcomes import Approval
from toolnexus._types import JsonObject, ToolCall


@dataclass(frozen=True)
class Stop:
    """Where a round trip stands still.

    Args:
        kind: call: the model wants this call, and it has not run. result: the tool message is
            about to go back.
        call: The call.
        text: The arguments as the model sent them, or the tool message.
        step: What became of the call, if it has been answered.
    """

    kind: Literal["call", "result"]
    call: ToolCall
    text: str
    step: CallStep | None = None


class Stepping:
    """What a round trip asks at every stop: its `on_call` and `on_result`.

    Args:
        on_stop: Called with nothing when it stops, and when it goes on.

    Example:
        >>> import asyncio
        >>> from toolnexus import ScriptedModel, define_tool, round_trip
        >>> ping = define_tool(lambda: "pong", name="ping")
        >>> async def play():
        ...     stepping = Stepping()
        ...     trip = asyncio.ensure_future(
        ...         round_trip(
        ...             "Is it there?",
        ...             [ping],
        ...             ScriptedModel([("ping", {}), "It answered."]),
        ...             on_call=stepping.on_call,
        ...             on_result=stepping.on_result,
        ...         )
        ...     )
        ...     await stepping.stopped()
        ...     stepping.go_on()
        ...     await stepping.stopped()
        ...     stepping.tell("nothing")
        ...     return (await trip).messages[2]["content"]
        >>> asyncio.run(play())
        'nothing'
    """

    def __init__(self, on_stop: Callable[[], object] | None = None) -> None:
        self.stop: Stop | None = None
        self._on_stop = on_stop
        self._is_playing = False
        self._answer: asyncio.Future[Approval] | None = None
        self._stopped = asyncio.Event()

    # --- asked by the round trip --------------------------------------------------------------

    async def on_call(self, call: ToolCall) -> Approval:
        """Stand still before a call."""
        return await self._wait(Stop("call", call, call.arguments))

    async def on_result(self, step: CallStep) -> str | None:
        """Stand still before a tool message goes back."""
        text = str(step.message.get("content"))
        told = await self._wait(Stop("result", step.call, text, step))
        return told if isinstance(told, str) else None

    # --- answered by a person -----------------------------------------------------------------

    async def stopped(self) -> Stop:
        """Wait until it stops."""
        await self._stopped.wait()
        assert self.stop is not None  # noqa: S101 - that is what is waited for
        return self.stop

    def go_on(self, arguments: JsonObject | None = None) -> None:
        """Let the call run, with other arguments if there are any; or let the message go."""
        self._decide(arguments)

    def refuse(self, reason: str = "") -> None:
        """Don't let the call run, and tell the model why."""
        if self.stop is not None and self.stop.kind == "call":
            self._decide(reason.strip() or False)

    def tell(self, text: str) -> None:
        """Let the message go with another text."""
        if self.stop is not None and self.stop.kind == "result":
            self._decide(None if text == self.stop.text else text)

    def play_on(self) -> None:
        """Go on, and don't stop again."""
        self._is_playing = True
        self._decide(None)

    async def _wait(self, stop: Stop) -> Approval:
        if self._is_playing:
            return None
        self.stop, self._answer = stop, asyncio.get_running_loop().create_future()
        self._stopped.set()
        self._tell()
        try:
            return await self._answer
        finally:
            self.stop = self._answer = None
            self._stopped.clear()
            self._tell()

    def _decide(self, answer: Approval) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)
            # At once, so that a second click or a second wait isn't for the stop that is over.
            self._stopped.clear()

    def _tell(self) -> None:
        if self._on_stop is not None:
            self._on_stop()
