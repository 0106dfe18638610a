"""`round_trip` and `stream_round_trip`: a whole round trip in one line, or step by step."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from toolnexus._context import ToolContext
from toolnexus._roundtrip._steps import Step
from toolnexus._roundtrip._transcript import Transcript
from toolnexus._roundtrip._trip import Approve, OnCall, OnResult, RoundTrip
from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus.models._protocol import Model


async def round_trip(
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
        on_call: Asked about every call of the model before `approve` is, also about one that
            will be refused. None lets it be; otherwise it answers as `approve` does. A dict
            takes the place of what the model sent.
        on_result: Asked with the step of every call before its tool message goes back. None
            lets it be; a text is what the model gets instead.
        limit: How many calls of one message may run at the same time; None for all.
        on_step: Called with each step as it happens. A function or an async function.
        **options: Further keys of the requests, such as `temperature`, `stream`, `tool_choice`
            ("auto", "none", "required" or the name of a tool; it holds for the first request)
            or `parallel_tool_calls`.

    Returns:
        All that went back and forth. What the model does wrong is in it and never raised.

    Raises:
        MessageFormatError: `prompt` is neither text nor messages, or the model's answer is no
            chat completion.
        ValueError: `max_turns` or `limit` is less than 1.
        TypeError: `messages` are among the options; they are the prompt.
        UnknownToolError: `tool_choice` is a name that no tool has.

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
        on_call=on_call,
        on_result=on_result,
        limit=limit,
        **options,
    )
    # Closed at once if on_step raises: what is still running must not run on.
    async with contextlib.aclosing(aiter(trip)) as steps:
        async for step in steps:
            seen = None if on_step is None else on_step(step)
            if inspect.isawaitable(seen):
                await seen
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
