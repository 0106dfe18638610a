"""What happened in a round trip, in words: the same in exports and in displays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from toolnexus._roundtrip._outcomes import is_told_otherwise
from toolnexus._roundtrip._steps import CallStep, EndStep
from toolnexus._types import CANCELLED, INVALID_JSON, UNEXPECTED, JsonObject, error_kind
from toolnexus._wording import join

Mood: TypeAlias = Literal["good", "bad", ""]

_WHO = {"user": "you", "assistant": "model"}
_FAILED = {
    "tool_error": "the tool said no",
    "timeout": "it took too long",
    "cancelled": "it was cancelled",
}
_ENDS = {
    "refusal": "the model declined",
    "content_filter": "the server's content filter cut the answer off",
    "length": "the answer was cut off at the token limit",
    "error": "the model could not be asked",
}
_MOST_PATHS = 6


class Stage(NamedTuple):
    """How far a call came, one stage of it."""

    text: str
    mood: Mood


def who_of(role: Any) -> str:
    """Name who says a message of a role.

    Example:
        >>> who_of("assistant"), who_of("system")
        ('model', 'system')
    """
    return _WHO.get(role, role) if isinstance(role, str) and role else "nobody"


def stages_of(step: CallStep) -> list[Stage]:
    """Say which stages a call went through, and where it ended.

    Example:
        >>> from toolnexus import ToolCall, ToolResult
        >>> call = ToolCall("call_1", "ping", "{}")
        >>> message = {"role": "tool", "tool_call_id": "call_1", "content": "pong"}
        >>> step = CallStep(1, call, {}, "executed", ToolResult("pong"), message)
        >>> " · ".join(stage.text for stage in stages_of(step))
        'parsed · valid · executed'
    """
    stages = _stages(step)
    if is_told_otherwise(step):
        stages.append(Stage("the model was told something else", ""))
    return stages


def _stages(step: CallStep) -> list[Stage]:
    if step.status == "unknown":
        return [Stage("unknown: there is no such tool", "bad"), Stage("nothing executed", "")]
    not_entered = Stage("function not entered", "")
    parsed, valid = Stage("parsed", "good"), Stage(_valid(step), "good")
    if step.status == "refused":
        refused = Stage(f"refused: {_refused(step)}", "bad")
        is_parsed = error_kind(step.result) != INVALID_JSON
        return [*([parsed] if is_parsed else []), refused, not_entered]
    if step.status == "not approved":
        return [parsed, valid, Stage("not approved", "bad"), not_entered]
    if step.status == "executed":
        return [parsed, valid, Stage("executed", "good")]
    failed = Stage(f"failed: {_failed(step)}", "bad")
    return [parsed, failed, not_entered] if was_not_run(step) else [parsed, valid, failed]


def was_not_run(step: CallStep) -> bool:
    """Tell whether a call failed before its function was entered."""
    # Cancelled before it started, or a type's own validator raised: the text says so.
    is_early = error_kind(step.result) in (CANCELLED, UNEXPECTED)
    return is_early and step.result.output.startswith(f"{step.call.name} was not run:")


def wrong_paths(step: CallStep) -> list[str]:
    """Return where the arguments of a call are wrong, as `path_text` writes it."""
    return [str(detail.get("path", "")) for detail in _details(step)]


def unknown_paths(step: CallStep) -> list[str]:
    """Return where there are arguments that the tool doesn't know."""
    return [str(d.get("path", "")) for d in _details(step) if d.get("type") == "unknown"]


def end_words(end: EndStep | None) -> str:
    """Say why a round trip ended; empty if it was by an answer.

    Example:
        >>> end_words(EndStep(1, "error", "no such host"))
        'the model could not be asked: no such host'
    """
    if end is None:
        return "it has not ended yet"
    if end.reason == "answer":
        return ""
    words = _ENDS.get(end.reason)
    if words is None:
        return end.text
    return f"{words}: {end.text}" if end.reason == "error" and end.text else words


def usage_words(usage: JsonObject, *, is_estimate: bool) -> str:
    """Say how many tokens were counted; empty if nobody told.

    Args:
        usage: The counts of all requests together.
        is_estimate: Whether they were made up by a model that is none.

    Example:
        >>> usage = {"prompt_tokens": 1200, "completion_tokens": 40, "total_tokens": 1240}
        >>> usage_words(usage, is_estimate=False)
        '1,240 tokens (1,200 in, 40 out) as the server counted'
    """
    sent, received = usage.get("prompt_tokens"), usage.get("completion_tokens")
    total = usage.get("total_tokens")
    if total is None and sent is not None and received is not None:
        total = sent + received
    if total is None:
        return ""
    parts = [f"{n:,} {way}" for n, way in ((sent, "in"), (received, "out")) if n is not None]
    aside = f" ({', '.join(parts)})" if parts else ""
    if is_estimate:
        return f"about {counted(total, 'token')}{aside}, an estimate: characters / 4"
    return f"{counted(total, 'token')}{aside} as the server counted"


def calls_words(steps: Sequence[CallStep]) -> str:
    """Count calls, and those of which nothing came.

    Example:
        >>> calls_words([])
        'no calls'
    """
    if not steps:
        return "no calls"
    parts = [counted(len(steps), "call")]
    for status in ("refused", "failed", "unknown", "not approved"):
        number = sum(step.status == status for step in steps)
        if number:
            parts.append(f"{number:,} {status}")
    return ", ".join(parts)


def counted(number: int, noun: str) -> str:
    """Return a number with its unit."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _valid(step: CallStep) -> str:
    decoded = (step.result.metadata or {}).get("decoded")
    if not isinstance(decoded, list) or not decoded:
        return "valid"
    paths = [str(path) or "the arguments" for path in decoded]
    return f"valid once decoded: {join(paths, 'and', most=_MOST_PATHS)}"


def _refused(step: CallStep) -> str:
    details = _details(step)
    if error_kind(step.result) == INVALID_JSON:
        is_other = any(detail.get("type") == "not_an_object" for detail in details)
        return "not a JSON object" if is_other else "not valid JSON"
    paths = list(dict.fromkeys(path for path in wrong_paths(step) if path))
    return join(paths, "and", most=_MOST_PATHS) or "the arguments"


def _failed(step: CallStep) -> str:
    kind = error_kind(step.result)
    error = (step.result.metadata or {}).get("error")
    name = error.get("type") if isinstance(error, dict) else ""
    if kind == UNEXPECTED and name:
        where = "the check of its arguments" if was_not_run(step) else "it"
        return f"{where} raised {name}"
    return _FAILED.get(kind, "it reported an error")


def _details(step: CallStep) -> list[JsonObject]:
    error = (step.result.metadata or {}).get("error")
    details = error.get("details") if isinstance(error, dict) else None
    return [d for d in details if isinstance(d, dict)] if isinstance(details, list) else []
