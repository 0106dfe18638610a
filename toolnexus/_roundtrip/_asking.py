"""Asking the model once: until it has answered, or nobody wants to know any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from toolnexus._calling import outcome_of
from toolnexus._context import ToolContext
from toolnexus._types import JsonObject
from toolnexus.adapters import completion_from_chunks, completion_from_openai
from toolnexus.errors import ModelError
from toolnexus.models._protocol import Model


class AskCancelled(Exception):  # noqa: N818 - an outcome, not an error of the program
    """The context was cancelled while the model was asked."""


async def ask_model(model: Model, request: JsonObject, ctx: ToolContext | None) -> JsonObject:
    """Ask a model, and put the chunks together if it streams.

    Args:
        model: Who is asked.
        request: The body of the request; it is the model's from now on.
        ctx: Ends the wait when it is cancelled.

    Returns:
        A chat completion with its first choice and that choice's message.

    Raises:
        AskCancelled: The context was cancelled first.
        MessageFormatError: What came is no chat completion.
        ModelError: The model could not be asked.
    """
    asking = _completion(model, request)
    return await asking if ctx is None else await _unless_cancelled(asking, ctx)


async def _completion(model: Model, request: JsonObject) -> JsonObject:
    answer: Any = await model(request)
    if hasattr(answer, "__aiter__"):
        return completion_from_chunks([chunk async for chunk in answer])
    return completion_from_openai(answer)


async def _unless_cancelled(
    asking: Coroutine[Any, Any, JsonObject], ctx: ToolContext
) -> JsonObject:
    loop = asyncio.get_running_loop()
    cancelled = asyncio.Event()
    task = asyncio.ensure_future(outcome_of(asking))
    waiting = asyncio.ensure_future(cancelled.wait())

    def cancel() -> None:  # the signal may be set in any thread
        loop.call_soon_threadsafe(cancelled.set)

    ctx.signal.add_observer(cancel)
    try:
        if ctx.signal.is_set():
            cancel()
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            answer: JsonObject = task.result().unwrap()
            return answer
        raise AskCancelled
    finally:
        ctx.signal.remove_observer(cancel)
        task.cancel()
        waiting.cancel()
        await asyncio.gather(task, waiting, return_exceptions=True)


def error_text(error: ModelError) -> str:
    """Say why a model could not be asked."""
    if not error.failed_generation:
        return str(error)
    return f"{error} The model had written: {error.failed_generation}"


def text_of(content: Any) -> str:
    """Return the text of a message's content, which may come in parts.

    Example:
        >>> text_of([{"type": "text", "text": "sunny"}])
        'sunny'
    """
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(str(p.get("text") or "") for p in parts if isinstance(p, dict))
