"""One execution: read the arguments, call the function, turn every outcome into a `ToolResult`.

This is the only place that catches whatever a tool raises. What arguments are valid is decided
by the `bind` that it is given.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from types import CoroutineType
from typing import Any, NamedTuple

from toolnexus._arguments import parse_arguments
from toolnexus._calling import PLAIN, Ended, all_of, beating_heart, call_function, gave_up
from toolnexus._context import ToolContext
from toolnexus._output import capped, output_text
from toolnexus._plan import Plan
from toolnexus._problems import ArgumentsRefused
from toolnexus._types import (
    TOOL_ERROR,
    UNEXPECTED,
    Bound,
    JsonObject,
    ToolResult,
)
from toolnexus._wording import without_addresses
from toolnexus.errors import ToolError

_LONGEST_MESSAGE = 4000


async def execute(plan: Plan, args: Any = None, ctx: ToolContext | None = None) -> ToolResult:
    """Execute a tool once.

    Args:
        plan: The tool's side of it.
        args: A dict, the JSON text a model sent, or None.
        ctx: Cancellation, time limit and progress.

    Returns:
        What came of it. Whatever the arguments or the function did wrong is an error result;
        only cancellation of the awaiting task and KeyboardInterrupt pass through.
    """
    bound = None if plan.bind_text is None or type(args) is not str else plan.bind_text(args)
    decoded: Sequence[str] = ()
    if bound is None:
        ready = _ready(plan, args)
        if isinstance(ready, ToolResult):
            return ready
        _, bound, decoded = ready
    try:
        if ctx is not None or not plan.is_direct:
            value = await call_function(plan, bound, ctx)
        else:
            # As `call_function` does, with all that takes time left out: nobody can stop the
            # function, and it is told of nothing.
            value = plan.fn(*bound[0], **bound[1])
            if type(value) not in PLAIN:
                heart = beating_heart()
                heart.waiting += 1
                try:
                    if type(value) is CoroutineType:
                        value = await value
                    if type(value) not in PLAIN:
                        value = await all_of(value)
                finally:
                    heart.waiting -= 1
    except BaseException as exc:  # a SystemExit, too: it must not end the kernel
        failed = _failed(plan, exc)
        if failed is None:
            raise
        return failed
    return _result(plan, value, decoded)


def _failed(plan: Plan, exc: BaseException) -> ToolResult | None:
    """Say what an exception means for the model; None for one that has to pass through."""
    if isinstance(exc, Ended):
        return _error(exc.kind, str(exc))
    if isinstance(exc, ToolError):
        text = _text_of(exc) or f"{plan.name} failed and gave no reason."
        return _failure(TOOL_ERROR, text, exc)
    if isinstance(exc, KeyboardInterrupt):
        return None
    if isinstance(exc, asyncio.CancelledError):
        if _is_being_cancelled():
            return None
        return _failure(UNEXPECTED, str(gave_up(plan)), exc)
    exc = _as_raised(exc)
    return _failure(UNEXPECTED, f"{plan.name} failed. {_told(exc)}", exc)


def check(plan: Plan, args: Any) -> tuple[JsonObject, ToolResult | None]:
    """Read and check arguments without executing anything.

    Returns:
        The arguments as far as they can be read, and what `execute` would answer if they can't
        be used; None if they can.
    """
    ready = _ready(plan, args)
    return ({}, ready) if isinstance(ready, ToolResult) else (ready.arguments, None)


class _Ready(NamedTuple):
    """Arguments on their way into a function."""

    arguments: JsonObject
    bound: Bound
    decoded: list[str]


def _ready(plan: Plan, args: Any) -> _Ready | ToolResult:
    """Read and check arguments; an error result if they can't be used."""
    try:
        arguments, twice = parse_arguments(args)
        bound, decoded = plan.bind(arguments)
    except ArgumentsRefused as refused:
        details = [problem.details() for problem in refused.problems]
        text = refused.text(plan.name)
        return _error(refused.kind, text, "ArgumentsRefused", details)
    except KeyboardInterrupt:
        raise
    except BaseException as exc:  # noqa: BLE001 - a type's own validator may raise anything
        text = f"{plan.name} was not run: its arguments could not be checked. {_told(exc)}"
        return _failure(UNEXPECTED, text, exc)
    return _Ready(arguments, bound, ["", *decoded] if twice else decoded)


def _result(plan: Plan, value: Any, decoded: Sequence[str]) -> ToolResult:
    if type(value) is not str and isinstance(value, ToolResult):
        return value
    try:
        text = output_text(value)
    except Exception as exc:  # noqa: BLE001 - an object's own code may raise anything
        told = f"{plan.name} ran, but what it returned can't be written as text. {_told(exc)}"
        failed = _failure(UNEXPECTED, told, exc)
        return ToolResult(failed.output, is_error=True, metadata=failed.metadata, value=value)
    if not decoded and plan.max_output is None:
        return ToolResult(text, False, None, value)  # noqa: FBT003 - by position, for its speed
    metadata: JsonObject = {}
    if decoded:
        metadata["decoded"] = list(decoded)
    shown = capped(text, plan.max_output)
    if shown is not text:
        metadata["full_length"] = len(text)
    return ToolResult(shown, metadata=metadata or None, value=value)


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    # Python 3.10 can't tell a cancelled task from a function that raises CancelledError itself.
    return task is None or sys.version_info < (3, 11) or task.cancelling() > 0


def _error(
    kind: str, text: str, cause: str = "", details: Sequence[JsonObject] = ()
) -> ToolResult:
    error = {"kind": kind, "type": cause, "details": list(details)}
    return ToolResult(text, is_error=True, metadata={"error": error})


def _failure(kind: str, text: str, exc: BaseException) -> ToolResult:
    frames = exc.__traceback__
    while frames is not None and frames.tb_frame.f_globals.get("__package__") == __package__:
        frames = frames.tb_next  # our own frames tell a tool's author nothing
    import traceback  # noqa: PLC0415 - only needed for failures

    lines = traceback.format_exception(type(exc), exc, frames)
    error = {"kind": kind, "type": type(exc).__name__, "details": []}
    return ToolResult(
        text, is_error=True, metadata={"error": error, "traceback": "".join(lines)}
    )


def _as_raised(exc: BaseException) -> BaseException:
    """Undo what Python makes of a StopIteration that leaves a coroutine or a generator."""
    cause = exc.__cause__
    if type(exc) is RuntimeError and isinstance(cause, (StopIteration, StopAsyncIteration)):
        return cause
    return exc


def _told(exc: BaseException) -> str:
    """Name an exception and what it says, for the model: never empty, no traceback."""
    text = without_addresses(_text_of(exc))
    notes = [note for note in getattr(exc, "__notes__", ()) if isinstance(note, str)]
    inner = getattr(exc, "exceptions", ())
    told = f"{type(exc).__name__}: {text}" if text else f"{type(exc).__name__} (no message)"
    if isinstance(inner, (list, tuple)):
        notes += [_told(one) for one in inner if isinstance(one, BaseException)][:5]
    return "\n".join([told, *notes])


def _text_of(exc: BaseException) -> str:
    try:
        text = str(exc).strip()
    except Exception:  # noqa: BLE001 - an exception whose own text fails
        return ""
    if len(text) > _LONGEST_MESSAGE:
        text = f"{text[:_LONGEST_MESSAGE]}… ({len(text):,} characters)"
    return text.encode("utf-8", "backslashreplace").decode()
