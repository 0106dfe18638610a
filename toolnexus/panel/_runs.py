"""What was done in a panel, kept to be looked at, repeated, compared and taken away as code."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from toolnexus._roundtrip import CallStep, Replay, Transcript
from toolnexus._roundtrip._export import cases_of, curl_of
from toolnexus._roundtrip._export._literals import literal
from toolnexus._roundtrip._outcomes import status_of
from toolnexus._roundtrip._replay import compared
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, ToolCall, ToolResult
from toolnexus.adapters import to_openai, tool_message
from toolnexus.display._text import one_line

_CALL_ID = "call_1"
_MOST_TITLE = 80


@dataclass(frozen=True)
class Run:
    """One run: a tool executed by hand, or a whole round trip.

    Args:
        number: Which run of its panel it is, from 1.
        calls: The calls it made, with what came of them.
        entries: The `tools` array that was offered.
        transcript: The round trip; None for a tool executed by hand.
        played: The expression that makes whoever played the model's part; empty if that was a
            model handed in.
        printed: What the tool printed.
    """

    number: int
    calls: Sequence[CallStep]
    entries: Sequence[JsonObject]
    transcript: Transcript | None = None
    played: str = ""
    printed: str = ""

    @property
    def title(self) -> str:
        """One line that tells it from other runs."""
        if self.transcript is not None:
            end = self.transcript.end
            how = "not ended" if end is None else end.reason
            return one_line(f"{self.number} · {self.prompt}: {how}", _MOST_TITLE)
        (step,) = self.calls
        what = f"{step.call.name} {step.call.arguments}: {step.status}"
        return one_line(f"{self.number} · {what}", _MOST_TITLE)

    @property
    def prompt(self) -> str:
        """What the person said first in a round trip."""
        said = self.transcript.messages if self.transcript is not None else ()
        texts = [m.get("content") for m in said if m.get("role") == "user"]
        return texts[0] if texts and isinstance(texts[0], str) else ""

    @property
    def result(self) -> ToolResult | None:
        """What came of a tool executed by hand."""
        return None if self.transcript is not None else self.calls[0].result


def executed(
    number: int,
    tool: Tool,
    arguments: JsonObject,
    result: ToolResult,
    *,
    seconds: float = 0.0,
    printed: str = "",
) -> Run:
    """Keep one execution of a tool.

    Args:
        number: Which run it is.
        tool: The tool.
        arguments: What it was given.
        result: What came of it.
        seconds: How long it took.
        printed: What it printed.
    """
    call = ToolCall(_CALL_ID, tool.name, json.dumps(arguments, ensure_ascii=False))
    step = CallStep(
        turn=1,
        call=call,
        arguments=arguments,
        status=status_of(result),
        result=result,
        message=tool_message(call, result),
        seconds=seconds,
    )
    return Run(number, (step,), tuple(to_openai([tool])), printed=printed)


def played(number: int, transcript: Transcript, model: str = "", printed: str = "") -> Run:
    """Keep a round trip.

    Args:
        number: Which run it is.
        transcript: The round trip.
        model: The expression that makes its model; empty if there is none.
        printed: What the tools printed.
    """
    calls, entries = tuple(transcript.calls), tuple(transcript.tools)
    return Run(number, calls, entries, transcript, model, printed)


def changes(before: Run, now: Run) -> Replay:
    """Compare what the model gets in two runs, call by call."""
    calls = [
        compared(old, new.result) for old, new in zip(before.calls, now.calls, strict=False)
    ]
    return Replay(tuple(calls))


# --- as code ----------------------------------------------------------------------------------


def as_cell(run: Run) -> str:
    """Write a notebook cell that does it again.

    Returns:
        Python that needs a `toolkit`, and a `model` if one was handed in.
    """
    if run.transcript is None:
        (step,) = run.calls
        name = literal(step.call.name)
        start = f"await toolkit.execute({name}, "
        return f"{start}{literal(step.arguments or {}, len(start))})\n"
    imports = "from toolnexus import round_trip\n"
    model = textwrap.indent(run.played or "model", "    ").lstrip()
    if run.played:
        imports = f"from toolnexus import {run.played.partition('(')[0]}, round_trip\n"
    prompt = literal(run.prompt, 4, 4)
    return f"{imports}\nawait round_trip(\n    {prompt},\n    toolkit,\n    {model},\n)\n"


def as_pytest(run: Run) -> str:
    """Write a test that expects the same outputs."""
    return cases_of(run.calls, "from my_tools import toolkit")


def as_curl(run: Run) -> str:
    """Write a request that has a real model make the same call."""
    if run.transcript is not None and run.transcript.answers:
        return run.transcript.to_curl()
    (step,) = run.calls or (None,)
    if step is None:
        return ""
    function = {"type": "function", "function": {"name": step.call.name}}
    says = f"Call {step.call.name} with these arguments: {step.call.arguments}"
    return curl_of(
        {
            "model": "gpt-5-mini",
            "messages": [{"role": "user", "content": says}],
            "tools": list(run.entries),
            "tool_choice": function,
        }
    )


def as_tool_calls(run: Run) -> str:
    """Write the calls as an assistant message would carry them."""
    calls = [
        {
            "id": step.call.id,
            "type": "function",
            "function": {"name": step.call.name, "arguments": step.call.arguments},
        }
        for step in run.calls
    ]
    return json.dumps(calls, ensure_ascii=False, indent=2) + "\n"


WRITERS = {
    "notebook cell": as_cell,
    "pytest": as_pytest,
    "curl": as_curl,
    "tool_calls JSON": as_tool_calls,
}
"""Ways to take a run away, by their names."""
