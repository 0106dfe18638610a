"""`replay`: the calls of a transcript against today's tools, and what has changed since."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolnexus._context import ToolContext
from toolnexus._repr import Displayed
from toolnexus._roundtrip._outcomes import status_of
from toolnexus._roundtrip._steps import CallStep
from toolnexus._roundtrip._transcript import Transcript
from toolnexus._roundtrip._transcript_json import json_text
from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus._types import JsonObject, ToolResult
from toolnexus._visible import visible

_MOST_LINES = 2000

Verdict: TypeAlias = Literal["same", "changed", "now refused", "unknown", "not run"]
"""How a call does today.

same: the same output. changed: another one. now refused: its arguments don't fit any more.
unknown: there is no such tool any more. not run: it was not approved when it was recorded.
"""


@dataclass(frozen=True)
class ReplayedCall:
    """One call of a transcript, then and now.

    Args:
        step: The call as it was recorded.
        verdict: How it does today.
        now: What came of it today; None if it was not run.
        diff: Both outputs as a unified diff, line by line; empty if they are the same.
    """

    step: CallStep
    verdict: Verdict
    now: ToolResult | None = None
    diff: str = ""

    def to_dict(self) -> JsonObject:
        """Write it as plain JSON, without the Python value."""
        before, now = self.step.result, self.now
        return {
            "call": vars(self.step.call),
            "arguments": self.step.arguments,
            "verdict": self.verdict,
            "before": {"output": before.output, "is_error": before.is_error},
            "now": now and {"output": now.output, "is_error": now.is_error},
            "diff": self.diff,
        }


@dataclass(frozen=True, repr=False)
class Replay(Displayed):
    """What has changed since a round trip was recorded.

    Args:
        calls: All calls, in order.
    """

    calls: Sequence[ReplayedCall]

    @property
    def changes(self) -> list[ReplayedCall]:
        """The calls that do something else today."""
        return [call for call in self.calls if call.verdict not in ("same", "not run")]

    @property
    def ok(self) -> bool:
        """Whether every call does today what it did."""
        return not self.changes

    def to_json(self, *, indent: int | None = None) -> str:
        """Write the report as JSON.

        Args:
            indent: Spaces for each level; None for one line.
        """
        return json_text({"ok": self.ok, "calls": [c.to_dict() for c in self.calls]}, indent)

    def __repr__(self) -> str:
        """Count the calls, and name the first that changed."""
        if not self.calls:
            return "Replay(ok: no calls)"
        parts = [verdict_counts(self.calls)]
        parts += [f"{call.step.call.name!r:.60} {call.verdict}" for call in self.changes[:3]]
        if len(self.changes) > 3:
            parts.append(f"and {len(self.changes) - 3} more")
        return f"Replay({'ok' if self.ok else 'not ok'}: {'; '.join(parts)})"


async def replay(
    transcript: Transcript, tools: Iterable[Tool], *, ctx: ToolContext | None = None
) -> Replay:
    """Execute the calls of a transcript with today's tools, and compare what comes of them.

    The calls run one after the other, as they were sent (or as whoever approved them changed
    them); those that were not approved are not run.

    Args:
        transcript: What was recorded.
        tools: Today's tools: a list or a `Toolkit`.
        ctx: Handed to each execution.

    Example:
        >>> import asyncio
        >>> from toolnexus import ScriptedModel, define_tool, replay, round_trip
        >>> def add(a: int, b: int) -> int:
        ...     '''Add two numbers.'''
        ...     return a + b
        >>> model = ScriptedModel([("add", {"a": 17, "b": 25}), "It is 42."])
        >>> recorded = asyncio.run(round_trip("17 + 25?", [define_tool(add)], model))
        >>> asyncio.run(replay(recorded, [define_tool(add)]))
        Replay(ok: 1 call, 1 same)
        >>> wrong = define_tool(lambda a, b: a - b, name="add")
        >>> print(asyncio.run(replay(recorded, [wrong])).changes[0].diff)
        --- before
        +++ now
        @@ -1 +1 @@
        -42
        +-8
    """
    toolkit = tools if isinstance(tools, Toolkit) else Toolkit(tools)
    return Replay(tuple([await _replayed(step, toolkit, ctx) for step in transcript.calls]))


async def _replayed(step: CallStep, toolkit: Toolkit, ctx: ToolContext | None) -> ReplayedCall:
    if step.status == "not approved":
        return ReplayedCall(step, "not run")
    return compared(step, await toolkit.execute(step.call.name, step.sent, ctx))


def compared(step: CallStep, now: ToolResult) -> ReplayedCall:
    """Compare what came of a call with what comes of it now."""
    before = step.result
    if (now.output, now.is_error) == (before.output, before.is_error):
        return ReplayedCall(step, "same", now)
    return ReplayedCall(step, _verdict(step, now), now, _diff(before, now))


def _verdict(step: CallStep, now: ToolResult) -> Verdict:
    status = status_of(now)
    if status == "unknown" and step.status != "unknown":
        return "unknown"
    if status == "refused" and step.status != "refused":
        return "now refused"
    return "changed"


def _diff(before: ToolResult, now: ToolResult) -> str:
    if before.output == now.output:
        told = {True: "an error", False: "no error"}
        return f"the same text, but {told[now.is_error]} instead of {told[before.is_error]}"
    old, new = _laid_out(before.output), _laid_out(now.output)
    if old == new:
        return "the same values, but written differently"
    lines = difflib.unified_diff(_lines(old), _lines(new), "before", "now", lineterm="")
    return "\n".join(lines)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if len(lines) <= _MOST_LINES:
        return lines
    # Comparing takes time with the square of the lines.
    rest = "\n".join(lines[_MOST_LINES:])
    return [*lines[:_MOST_LINES], f"and {len(rest):,} more characters"]


def _laid_out(output: str) -> str:
    """Lay JSON out, so that a diff points at the value that changed."""
    if output[:1] in ("{", "["):
        try:
            return json_text(json.loads(output), 2)
        except (ValueError, RecursionError):
            pass
    return visible(output)


def verdict_counts(calls: Sequence[ReplayedCall]) -> str:
    """Count the verdicts, in words.

    Example:
        >>> verdict_counts([])
        '0 calls'
    """
    parts = [f"{len(calls):,} call{'' if len(calls) == 1 else 's'}"]
    for verdict in ("same", "changed", "now refused", "unknown", "not run"):
        number = sum(call.verdict == verdict for call in calls)
        if number:
            parts.append(f"{number:,} {verdict}")
    return ", ".join(parts)
