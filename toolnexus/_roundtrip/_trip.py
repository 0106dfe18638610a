"""`RoundTrip`: ask the model, answer its calls, until it answers or has had its turns."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from toolnexus._calling import Outcome, outcome_of
from toolnexus._context import ToolContext
from toolnexus._roundtrip._asking import AskCancelled, ask_model, error_text, text_of
from toolnexus._roundtrip._notes import notes_of
from toolnexus._roundtrip._outcomes import (
    Approval,
    not_approved,
    parsed,
    status_of,
    told_instead,
    told_of_the_cut,
)
from toolnexus._roundtrip._requests import first_messages, request_body, written_options
from toolnexus._roundtrip._steps import AssistantStep, CallStep, EndReason, EndStep, Step
from toolnexus._roundtrip._transcript import Transcript
from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus._types import JsonObject, ToolCall
from toolnexus.adapters import calls_from_openai, message_from_openai, tool_message
from toolnexus.errors import ModelError
from toolnexus.models._protocol import Model

T = TypeVar("T")
Approve: TypeAlias = Callable[[ToolCall, JsonObject], Approval | Awaitable[Approval]]
OnCall: TypeAlias = Callable[[ToolCall], Approval | Awaitable[Approval]]
OnResult: TypeAlias = Callable[[CallStep], str | Awaitable[str | None] | None]


class RoundTrip:
    """A round trip under way: it yields its steps, and knows the transcript so far.

    What it is made of is explained at `round_trip`.
    """

    def __init__(
        self,
        prompt: str | Sequence[JsonObject],
        tools: Iterable[Tool],
        model: Model,
        *,
        max_turns: int = 10,
        ctx: ToolContext | None = None,
        system: str | None = None,
        approve: Approve | None = None,
        on_call: OnCall | None = None,
        on_result: OnResult | None = None,
        limit: int | None = None,
        **options: Any,
    ) -> None:
        if max_turns < 1:
            msg = f"max_turns is how often the model is asked, at least 1; got {max_turns!r}"
            raise ValueError(msg)
        if limit is not None and limit < 1:
            msg = f"limit is a number of calls of at least 1, or None; got {limit!r}"
            raise ValueError(msg)
        self._toolkit = tools if isinstance(tools, Toolkit) else Toolkit(tools)
        self._model = model
        self._max_turns = max_turns
        self._ctx = ctx
        self._approve = approve
        self._on_call = on_call
        self._on_result = on_result
        self._gate = asyncio.Semaphore(limit) if limit else None
        self._messages = first_messages(prompt, system)
        self._entries = self._toolkit.to_openai()
        of_the_model = getattr(model, "request_options", None)
        given = {**of_the_model, **options} if isinstance(of_the_model, dict) else options
        self._options = written_options(given, self._toolkit)
        self._name = str(getattr(model, "name", "") or "model")
        self._steps: list[Step] = []
        self._turn = 0
        self._is_started = False

    @property
    def transcript(self) -> Transcript:
        """What has gone back and forth so far."""
        return Transcript(
            messages=tuple(self._messages),
            steps=tuple(self._steps),
            tools=tuple(self._entries),
            options=self._options,
            model=self._name,
            is_simulated=bool(getattr(self._model, "is_simulated", False)),
        )

    async def __aiter__(self) -> AsyncGenerator[Step, None]:
        """Yield the steps as they happen; the last is an `EndStep`.

        Raises:
            RuntimeError: It has been started before.
        """
        if self._is_started:
            msg = "a round trip is played once; start another with what is in its transcript"
            raise RuntimeError(msg)
        self._is_started = True
        end = self._limits()
        while end is None:
            try:
                answer = await self._ask()
            except ModelError as exc:
                end = self._end("error", error_text(exc))
                break
            except AskCancelled:
                end = self._end("cancelled", "it was cancelled while the model was asked")
                break
            yield self._record(answer)
            end = self._verdict(answer)
            if end is None:
                running = self._execute(answer.calls, answer.finish_reason)
                async with contextlib.aclosing(running):
                    async for step in running:
                        yield self._record(step)
                end = self._limits()
        yield self._record(end)

    def __repr__(self) -> str:
        """Show how far it has come."""
        return f"RoundTrip({self.transcript!r})"

    def _record(self, step: Step) -> Step:
        self._steps.append(step)
        return step

    # --- the model's part ---------------------------------------------------------------------

    async def _ask(self) -> AssistantStep:
        self._turn += 1
        # As they are now: a tool may have registered others.
        self._entries = self._toolkit.to_openai()
        request = request_body(
            self._name, self._messages, self._entries, self._options, self._turn
        )
        started = time.perf_counter()
        sent = len(self._messages)
        completion = await ask_model(self._model, request, self._ctx)
        seconds = time.perf_counter() - started
        choice = completion["choices"][0]
        received = dict(choice["message"])
        calls = tuple(calls_from_openai(received))
        message = message_from_openai(received)
        self._messages.append(message)
        finish_reason, usage = choice.get("finish_reason"), completion.get("usage")
        if not isinstance(finish_reason, str):
            finish_reason = None
        return AssistantStep(
            turn=self._turn,
            sent=sent,
            received=received,
            message=message,
            calls=calls,
            notes=notes_of(received, calls, finish_reason, request),
            finish_reason=finish_reason,
            usage=usage if isinstance(usage, dict) else None,
            seconds=seconds,
        )

    def _verdict(self, answer: AssistantStep) -> EndStep | None:
        """Tell whether the model's message ends the round trip: if it asks for nothing."""
        if answer.calls:
            return None
        received = answer.received
        text = text_of(received.get("content"))
        if received.get("refusal"):
            return self._end("refusal", str(received["refusal"]))
        if answer.finish_reason == "content_filter":
            return self._end("content_filter", text or "the server's content filter cut it off")
        if not text.strip():
            return self._end("empty", "the model sent neither text nor a tool call")
        if answer.finish_reason == "length":
            return self._end("length", text)
        return self._end("answer", text)

    def _is_cancelled(self) -> bool:
        return self._ctx is not None and self._ctx.signal.is_set()

    def _limits(self) -> EndStep | None:
        if self._is_cancelled():
            return self._end("cancelled", "it was cancelled")
        if self._turn >= self._max_turns:
            turns = f"{self._max_turns} turn{'' if self._max_turns == 1 else 's'}"
            return self._end("max_turns", f"the model still called tools after {turns}")
        return None

    def _end(self, reason: EndReason, text: str) -> EndStep:
        return EndStep(turn=self._turn, reason=reason, text=text)

    # --- the tools' part ----------------------------------------------------------------------

    async def _execute(
        self, calls: Sequence[ToolCall], finish_reason: str | None
    ) -> AsyncGenerator[CallStep, None]:
        """Answer the calls of one message: ask about each, run them together, in order."""
        running: list[asyncio.Task[Outcome]] = []
        try:
            for call in calls:
                approved = await self._decided(call)
                running.append(asyncio.ensure_future(outcome_of(self._answer(call, approved))))
            for task in running:
                step: CallStep = (await task).unwrap()
                if finish_reason == "length":
                    step = told_of_the_cut(step)
                if self._on_result is not None:
                    step = told_instead(step, await _awaited(self._on_result(step)))
                self._messages.append(step.message)
                yield step
        finally:
            for task in running:
                task.cancel()
            # Until they have ended: whoever cancels a round trip finds nothing running.
            await asyncio.gather(*running, return_exceptions=True)

    async def _decided(self, call: ToolCall) -> Approval:
        """Ask whoever follows the calls, and then whoever has to approve them."""
        decided: Approval = None
        if self._on_call is not None and not self._is_cancelled():
            decided = await _awaited(self._on_call(call))
        if decided is not None and decided is not True and not isinstance(decided, dict):
            return decided  # it said no
        sent = decided if isinstance(decided, dict) else call.arguments
        approved = await self._ask_about(call, sent)
        return decided if approved is True and isinstance(decided, dict) else approved

    async def _ask_about(self, call: ToolCall, sent: str | JsonObject) -> Approval:
        tool = self._toolkit.get(call.name)
        if self._approve is None or tool is None or self._is_cancelled():
            return True  # nobody has to decide what won't be run
        arguments, refusal = tool.check_arguments(sent)
        if refusal is not None:
            return True  # there is nothing to approve: it will be refused
        return await _awaited(self._approve(call, arguments))

    async def _answer(self, call: ToolCall, approved: Approval) -> CallStep:
        sent: Any = approved if isinstance(approved, dict) else call.arguments
        async with self._gate or contextlib.nullcontext():
            # Not before its turn has come: waiting is no part of the execution.
            started = time.perf_counter()
            if approved is True or isinstance(approved, dict):
                result = await self._toolkit.execute(call.name, sent, self._ctx)
            else:
                result = not_approved(call, approved)
            seconds = time.perf_counter() - started
        return CallStep(
            turn=self._turn,
            call=call,
            arguments=parsed(sent),
            status=status_of(result),
            result=result,
            message=tool_message(call, result),
            seconds=seconds,
        )


async def _awaited(answer: T | Awaitable[T]) -> T:
    """Return what a function or an async function answered."""
    return await answer if inspect.isawaitable(answer) else answer
