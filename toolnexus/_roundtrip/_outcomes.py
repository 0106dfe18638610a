"""What becomes of a call: its status, and what is said of calls that nobody executed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from toolnexus._arguments import parse_arguments
from toolnexus._problems import ArgumentsRefused
from toolnexus._roundtrip._steps import CallStatus, CallStep
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
from toolnexus.adapters import tool_message

Approval: TypeAlias = bool | str | JsonObject | None
"""yes: True; no: False, or the reason as a text; other arguments: a dict."""

_STATUS: dict[str, CallStatus] = {
    INVALID_JSON: "refused",
    INVALID_ARGUMENTS: "refused",
    UNKNOWN_TOOL: "unknown",
    NOT_APPROVED: "not approved",
}


_CUT = " Your output was cut off at its limit: make it shorter."


def status_of(result: ToolResult) -> CallStatus:
    """Tell what became of a call from its result."""
    if not result.is_error:
        return "executed"
    return _STATUS.get(error_kind(result), "failed")


def parsed(arguments: Any) -> JsonObject | None:
    """Read arguments; None if they can't be read."""
    try:
        return parse_arguments(arguments)[0]
    except ArgumentsRefused:
        return None


def not_approved(call: ToolCall, reason: Approval) -> ToolResult:
    """Answer a call that whoever was asked said no to."""
    text = f"{call.name} was not run: the call was not approved."
    if isinstance(reason, str) and reason.strip():
        text = f"{call.name} was not run. The call was not approved: {reason.strip()}"
    error = {"kind": NOT_APPROVED, "type": "", "details": []}
    return ToolResult(text, is_error=True, metadata={"error": error})


def told_of_the_cut(step: CallStep) -> CallStep:
    """Tell the model that it was cut off, where that is why its arguments can't be read.

    Only the message says so: the result is what the tool says of such arguments at any time.
    """
    if error_kind(step.result) != INVALID_JSON:
        return step
    text = f"{step.result.output}{_CUT}"
    return replace(step, message={**step.message, "content": text})


def told_instead(step: CallStep, text: object) -> CallStep:
    """Put another text into the message, if there is one.

    Raises:
        TypeError: It is no text.
    """
    if text is None:
        return step
    if not isinstance(text, str):
        msg = f"on_result returns the text that the model gets, or None; got {text!r:.60}"
        raise TypeError(msg)
    return replace(step, message={**step.message, "content": text})


def is_told_otherwise(step: CallStep) -> bool:
    """Tell whether the model got another text than what came of the call."""
    told = step.message.get("content")
    as_it_is = (step.result.output, f"{step.result.output}{_CUT}", _content_of(step))
    return isinstance(told, str) and told not in as_it_is


def _content_of(step: CallStep) -> Any:
    return tool_message(step.call, step.result)["content"]
