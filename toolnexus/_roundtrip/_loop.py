"""The loop: ask the model, answer its calls, until it answers in words or has had its turns."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import inspect
import time
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Sequence,
)
from dataclasses import replace
from typing import Any, TypeAlias

from toolnexus._arguments import parse_arguments
from toolnexus._context import ToolContext
from toolnexus._problems import ArgumentsRefused
from toolnexus._roundtrip._notes import notes_of
from toolnexus._roundtrip._steps import (
    AssistantStep,
    CallStatus,
    CallStep,
    EndReason,
    EndStep,
    Step,
)
from toolnexus._roundtrip._transcript import Transcript
from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus._types import (
    INVALID_ARGUMENTS,
    INVALID_JSON,
    NOT_APPROVED,
    UNKNOWN_TOOL,
    JsonObject,
    ToolCall,
    ToolResult,
    error_kind,
)
from toolnexus._wording import python_words
from toolnexus.adapters import (
    calls_from_openai,
    completion_from_chunks,
    completion_from_openai,
    message_from_openai,
    tool_message,
)
from toolnexus.errors import MessageFormatError, ModelError
from toolnexus.models._protocol import Model

Approval: TypeAlias = bool | str | JsonObject | None
"""yes: True; no: False, or the reason as a text; other arguments: a dict."""
Approve: TypeAlias = Callable[[ToolCall, JsonObject], Approval | Awaitable[Approval]]

_FOR_TOOLS = ("tool_choice", "parallel_tool_calls")


async def round_trip(
    prompt: str | Sequence[JsonObject],
    tools: Iterable[Tool],
    model: Model,
    *,
    max_turns: int = 10,
    ctx: ToolContext | None = None,
    system: str | None = None,
    approve: Approve | None = None,
    limit: int | None = None,
    on_step: Callable[[Step], object] | None = None,
    **options: Any,
) -> Transcript:
    """Play a whole round trip: the model asks for tools, they run, it answers.

    Args:
        prompt: What the user says, or the messages so far.
        tools: The tools the model may call: a list or a `Toolkit`.
        model: Who plays the model's part.
        max_turns: How often the model is asked at most.
        ctx: Handed to each execution; cancelling it ends the round trip.
        system: Instructions to the model, put before the messages.
        approve: Asked before each execution with the call and its arguments: True lets it run,
            False or a reason as text doesn't (the model is told), a dict runs it with other
            arguments. A function or an async function.
        limit: How many calls of one message may run at the same time; None for all.
        on_step: Called with each step as it happens.
        **options: Further keys of the requests, such as `temperature`, `stream`, `tool_choice`
            ("auto", "none", "required" or the name of a tool; it holds for the first request)
            or `parallel_tool_calls`.

    Returns:
        All that went back and forth. What the model does wrong is in it and never raised.

    Raises:
        MessageFormatError: `prompt` is neither text nor messages, or the model's answer is no
            chat completion.
        ValueError: `max_turns` is less than 1.

    Example:
        >>> import asyncio
        >>> from toolnexus import ScriptedModel, define_tool, round_trip
        >>> def add(a: int, b: int) -> int:
        ...     '''Add two numbers.'''
        ...     return a + b
        >>> model = ScriptedModel([("add", {"a": 17, "b": 25}), "It is 42."])
        >>> transcript = asyncio.run(round_trip("17 + 25?", [define_tool(add)], model))
        >>> transcript.answer, transcript.calls[0].result.output
        ('It is 42.', '42')
    """
    trip = RoundTrip(
        prompt,
        tools,
        model,
        max_turns=max_turns,
        ctx=ctx,
        system=system,
        approve=approve,
        limit=limit,
        **options,
    )
    async for step in trip:
        if on_step is not None:
            on_step(step)
    return trip.transcript


def stream_round_trip(
    prompt: str | Sequence[JsonObject], tools: Iterable[Tool], model: Model, **options: Any
) -> RoundTrip:
    """Play a round trip and look at each step as it happens, with `async for`.

    Args:
        prompt: As for `round_trip`.
        tools: As for `round_trip`.
        model: As for `round_trip`.
        **options: As for `round_trip`, but for `on_step`.

    Returns:
        What yields the steps, and has the transcript so far in its attribute `transcript`.
    """
    return RoundTrip(prompt, tools, model, **options)


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
        limit: int | None = None,
        **options: Any,
    ) -> None:
        if max_turns < 1:
            msg = f"max_turns is how often the model is asked, at least 1; got {max_turns!r}"
            raise ValueError(msg)
        self._toolkit = tools if isinstance(tools, Toolkit) else Toolkit(tools)
        self._model = model
        self._max_turns = max_turns
        self._ctx = ctx
        self._approve = approve
        self._gate = asyncio.Semaphore(limit) if limit else None
        self._messages = _first_messages(prompt, system)
        self._entries = self._toolkit.to_openai()
        self._options = _written_options(options, self._toolkit)
        self._name = str(options.get("model") or getattr(model, "name", "") or "model")
        self._steps: list[Step] = []
        self._turn = 0

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

    async def __aiter__(self) -> AsyncIterator[Step]:
        """Yield the steps as they happen; the last is an `EndStep`."""
        end: EndStep | None = None
        while end is None:
            try:
                answer = await self._ask()
            except ModelError as exc:
                end = self._end("error", _error_text(exc))
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

    def _record(self, step: Step) -> Step:
        self._steps.append(step)
        return step

    # --- the model's part ---------------------------------------------------------------------

    def _request(self) -> JsonObject:
        request: JsonObject = {"model": self._name, "messages": [*self._messages]}
        if self._entries:
            request["tools"] = self._toolkit.to_openai()
        for key, value in self._options.items():
            if key in _FOR_TOOLS and not self._entries:
                continue  # servers refuse a choice among no tools
            if key == "tool_choice" and self._turn > 1 and _is_forced(value):
                continue  # or the model could never answer
            request[key] = value
        return request

    async def _ask(self) -> AssistantStep:
        self._turn += 1
        request = self._request()
        started = time.perf_counter()
        sent = len(self._messages)
        completion = await _completion(self._model, request)
        seconds = time.perf_counter() - started
        choice = completion["choices"][0]
        received = dict(choice["message"])
        calls = tuple(calls_from_openai(received))
        message = message_from_openai(received)
        self._messages.append(message)
        finish_reason = choice.get("finish_reason")
        return AssistantStep(
            turn=self._turn,
            sent=sent,
            received=received,
            message=message,
            calls=calls,
            notes=notes_of(received, calls, finish_reason, request),
            finish_reason=finish_reason,
            usage=completion.get("usage"),
            seconds=seconds,
        )

    def _verdict(self, answer: AssistantStep) -> EndStep | None:
        """Tell whether the model's message ends the round trip: if it asks for nothing."""
        if answer.calls:
            return None
        received = answer.received
        text = _text_of(received.get("content"))
        if received.get("refusal"):
            return self._end("refusal", str(received["refusal"]))
        if answer.finish_reason == "content_filter":
            return self._end("content_filter", text or "the server's content filter cut it off")
        if not text.strip():
            return self._end("empty", "the model sent neither text nor a tool call")
        if answer.finish_reason == "length":
            return self._end("length", text)
        return self._end("answer", text)

    def _limits(self) -> EndStep | None:
        if self._ctx is not None and self._ctx.signal.is_set():
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
        running: list[asyncio.Task[CallStep]] = []
        try:
            for call in calls:
                approved = await self._ask_about(call)
                running.append(asyncio.ensure_future(self._answer(call, approved)))
            for task in running:
                step = await task
                if finish_reason == "length":
                    step = _told_of_the_cut(step)
                self._messages.append(step.message)
                yield step
        finally:
            for task in running:
                task.cancel()

    async def _ask_about(self, call: ToolCall) -> Approval:
        tool = self._toolkit.get(call.name)
        if self._approve is None or tool is None:
            return True
        arguments, refusal = tool.check_arguments(call.arguments)
        if refusal is not None:
            return True  # there is nothing to approve: it will be refused
        answer = self._approve(call, arguments)
        return await answer if inspect.isawaitable(answer) else answer

    async def _answer(self, call: ToolCall, approved: Approval) -> CallStep:
        started = time.perf_counter()
        sent: Any = approved if isinstance(approved, dict) else call.arguments
        if approved is True or isinstance(approved, dict):
            async with self._gate or contextlib.nullcontext():
                result = await self._toolkit.execute(call.name, sent, self._ctx)
        else:
            result = _not_approved(call, approved)
        return CallStep(
            turn=self._turn,
            call=call,
            arguments=_parsed(sent),
            status=_status(result),
            result=result,
            message=tool_message(call, result),
            seconds=time.perf_counter() - started,
        )


# --- requests --------------------------------------------------------------------------------


def _first_messages(prompt: str | Sequence[JsonObject], system: str | None) -> list[JsonObject]:
    messages: list[JsonObject] = []
    if system is not None:
        messages.append({"role": "system", "content": system})
    if isinstance(prompt, str):
        return [*messages, {"role": "user", "content": prompt}]
    given: object = prompt
    if isinstance(given, Sequence) and given and all(isinstance(m, dict) for m in given):
        return [*messages, *(copy.deepcopy(m) for m in given)]
    msg = (
        "a round trip starts with what the user says, a text or a list of messages that is not "
        f"empty; got {python_words(prompt)}"
    )
    raise MessageFormatError(msg)


def _written_options(options: JsonObject, toolkit: Toolkit) -> JsonObject:
    """Write a tool's name as the choice of that tool; leave out what is None."""
    written = {key: value for key, value in options.items() if value is not None}
    written.pop("model", None)
    choice = written.get("tool_choice")
    if isinstance(choice, str) and choice not in ("auto", "none", "required", "any"):
        toolkit[choice]  # a name that no tool has is the caller's mistake
        written["tool_choice"] = {"type": "function", "function": {"name": choice}}
    return written


def _is_forced(choice: Any) -> bool:
    return isinstance(choice, dict) or choice in ("required", "any")


async def _completion(model: Model, request: JsonObject) -> JsonObject:
    """Ask a model; put the chunks together if it streams."""
    answer: Any = await model(request)
    if hasattr(answer, "__aiter__"):
        return completion_from_chunks([chunk async for chunk in answer])
    return completion_from_openai(answer)


def _error_text(error: ModelError) -> str:
    if not error.failed_generation:
        return str(error)
    return f"{error} The model had written: {error.failed_generation}"


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(str(p.get("text", "")) for p in parts if isinstance(p, dict))


# --- answers to calls ------------------------------------------------------------------------


def _not_approved(call: ToolCall, reason: Approval) -> ToolResult:
    text = f"{call.name} was not run: the call was not approved."
    if isinstance(reason, str) and reason.strip():
        text = f"{call.name} was not run. The call was not approved: {reason.strip()}"
    error = {"kind": NOT_APPROVED, "type": "", "details": []}
    return ToolResult(text, is_error=True, metadata={"error": error})


def _parsed(arguments: Any) -> JsonObject | None:
    try:
        return parse_arguments(arguments)[0]
    except ArgumentsRefused:
        return None


_STATUS: dict[str, CallStatus] = {
    INVALID_JSON: "refused",
    INVALID_ARGUMENTS: "refused",
    UNKNOWN_TOOL: "unknown",
    NOT_APPROVED: "not approved",
}


def _status(result: ToolResult) -> CallStatus:
    if not result.is_error:
        return "executed"
    return _STATUS.get(error_kind(result), "failed")


def _told_of_the_cut(step: CallStep) -> CallStep:
    """Tell the model that it was cut off, where that is why its arguments can't be read."""
    if error_kind(step.result) != INVALID_JSON:
        return step
    text = f"{step.result.output} Your output was cut off at its limit: make it shorter."
    result = replace(step.result, output=text)
    return replace(step, result=result, message=tool_message(step.call, result))
