"""The fault drill: every mistake a model makes, tried on a tool before a model makes it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable

from toolnexus._context import ToolContext
from toolnexus._roundtrip._drill_report import DrillFinding, DrillReport, DrillRow
from toolnexus._roundtrip._edges import edge_arguments
from toolnexus._roundtrip._loop import round_trip
from toolnexus._roundtrip._probe import Probe, probed
from toolnexus._roundtrip._transcript import Transcript
from toolnexus._tool import Tool
from toolnexus._types import TIMEOUT, JsonObject, ToolResult, error_kind
from toolnexus._wording import join
from toolnexus.errors import ToolError
from toolnexus.models import FAULTS, SimulatedModel, sample_arguments

_SAMPLES = ((0, False), (0, True), (1, False), (2, True))
_MOST_EXECUTIONS = 16
_GRACE_SECONDS = 1.0
_NOT_EXECUTED = "done (nothing was executed)"
_PYTHON_REPR = re.compile(r"<[\w.]+(\.[\w<>]+)* object( at 0x[0-9a-f]+)?>")


async def drill(
    tools: Tool | Iterable[Tool], *, execute: bool = True, seed: int = 0, timeout: float = 5.0
) -> DrillReport:
    """Try every mistake a model makes on a tool, and look what the model would be told.

    First the tool is executed up to 16 times with made-up arguments that its schema allows,
    ordinary ones and those at the edges, to see what its author forgot: exceptions without a
    text, results that are no text, a schema that lets through what the function rejects, work
    that can't be stopped. Then a
    `SimulatedModel` makes each mistake in turn, and sees whether it can correct itself from the
    answer; the function is not run for that, only whether it would have been is noted.

    Args:
        tools: A tool, several, or a `Toolkit`.
        execute: Whether the tools' own functions are run at all. Turn it off for tools that
            write, delete or send.
        seed: For the made-up arguments.
        timeout: Seconds that an execution may take.

    Returns:
        The report; its `ok` is for use in a test.

    Example:
        >>> import asyncio
        >>> from toolnexus import define_tool, drill
        >>> def double(n: int) -> int:
        ...     '''Double a number.'''
        ...     return 2 * n
        >>> asyncio.run(drill(define_tool(double))).ok
        True
    """
    rows: list[DrillRow] = []
    findings: list[DrillFinding] = []
    skipped: list[tuple[str, str]] = []
    for tool in [tools] if isinstance(tools, Tool) else tools:
        said = _NOT_EXECUTED
        if execute:
            baseline = _Baseline(tool, seed, timeout)
            findings += [finding async for finding in baseline.findings()]
            said = baseline.output or said
        for fault in FAULTS:
            row = await _row(tool, fault, seed, said)
            if row is None:
                skipped.append((tool.name, fault))
            else:
                rows.append(row)
    return DrillReport(tuple(rows), tuple(findings), tuple(skipped), execute)


# --- what the author forgot ------------------------------------------------------------------


class _Baseline:
    """The tool executed with valid arguments, a few times.

    Args:
        tool: The tool.
        seed: For the arguments.
        timeout: Seconds that each execution may take.
    """

    def __init__(self, tool: Tool, seed: int, timeout: float) -> None:
        self._tool = tool
        self._seed = seed
        self._timeout = timeout
        self.output = ""
        """What the model got from the first execution that worked."""

    async def findings(self) -> AsyncIterator[DrillFinding]:
        """Execute the tool and say what is not as it should be, each kind once."""
        seen: set[str] = set()
        for arguments in self._arguments():
            watched, probe = probed(self._tool)
            result = await watched.execute(arguments, ToolContext(timeout=self._timeout))
            if not result.is_error:
                self.output = self.output or result.output
            finding = await _finding(self._tool, arguments, result, probe)
            if finding is not None and finding.kind not in seen:
                seen.add(finding.kind)
                yield finding
            if error_kind(result) == TIMEOUT:
                return  # each further try would take as long

    def _arguments(self) -> list[JsonObject]:
        """Make up arguments that the schema allows: ordinary ones, then those at the edges."""
        made = [
            sample_arguments(self._tool, self._seed + more, optional=optional)
            for more, optional in _SAMPLES
        ]
        tried: list[JsonObject] = []
        for arguments in [*made, *edge_arguments(self._tool.input_schema, made[0])]:
            is_allowed = (
                arguments is made[0] or self._tool.check_arguments(arguments)[1] is None
            )
            if is_allowed and arguments not in tried:
                tried.append(arguments)
        return tried[:_MOST_EXECUTIONS]


async def _finding(
    tool: Tool, arguments: JsonObject, result: ToolResult, probe: Probe
) -> DrillFinding | None:
    given = f"with {arguments}" if arguments else "without arguments"
    if error_kind(result) == TIMEOUT:
        return await _slow(tool, given, result, probe)
    if probe.entered == 0:
        what = f"{given}, which its schema allows: {result.output}"
        return DrillFinding(tool.name, "rejected", what, "say in the schema what is refused")
    raised = probe.raised[-1] if probe.raised else None
    if raised is not None and not str(raised).strip():
        what = f"{given} it raised {type(raised).__name__} without a text"
        return DrillFinding(
            tool.name, "no_message", what, "raise ToolError with a text the model can act on"
        )
    if raised is not None and not isinstance(raised, ToolError):
        what = f"{given}, which its schema allows, it raised {type(raised).__name__}: {raised}"
        way_out = "narrow the schema, or raise ToolError with a text the model can act on"
        return DrillFinding(tool.name, "rejected", what, way_out)
    if not result.is_error and _PYTHON_REPR.search(result.output):
        what = f"{given} it returned {type(result.value).__name__}, which is no text to a model"
        return DrillFinding(
            tool.name, "not_text", what, "return a text, or values that are JSON"
        )
    return None


async def _slow(tool: Tool, given: str, result: ToolResult, probe: Probe) -> DrillFinding:
    for _ in range(20):
        if probe.left.is_set():
            way_out = "make it faster, or give it the time it needs with timeout=..."
            return DrillFinding(tool.name, "too_slow", f"{given}: {result.output}", way_out)
        await asyncio.sleep(_GRACE_SECONDS / 20)
    what = f"{given}: {result.output} It went on nevertheless"
    way_out = "take a parameter annotated ToolContext and stop once ctx.cancelled is true"
    return DrillFinding(tool.name, "ignores_cancellation", what, way_out)


# --- what a model does wrong -----------------------------------------------------------------


async def _row(tool: Tool, fault: str, seed: int, said: str) -> DrillRow | None:
    """Have one mistake made; None if it can't be made on this tool."""
    watched, probe = probed(tool, stub=lambda *args, **kwargs: said)  # noqa: ARG005
    model = SimulatedModel(seed, faults=[fault])
    entered_after: list[int] = []
    try:
        transcript = await round_trip(
            f"Use {tool.name}: {tool.description}",
            [watched],
            model,
            max_turns=5,
            on_step=lambda _: entered_after.append(probe.entered),
            stream=True,
        )
    except Exception as exc:  # noqa: BLE001 - that something escapes is what the drill looks for
        escaped = f"{type(exc).__name__}: {exc}"
        return DrillRow(tool.name, fault, "escaped", probe.entered > 0, "", None, escaped)
    if fault in model.skipped:
        return None
    return _told(tool, fault, transcript, entered_after)


def _told(tool: Tool, fault: str, transcript: Transcript, entered_after: list[int]) -> DrillRow:
    first = [step for step in transcript.calls if step.turn == 1]
    if not first:
        end = transcript.end
        return DrillRow(
            tool.name, fault, end.reason if end else "", entered=False, told="", corrected=None
        )
    wrong = [step for step in first if step.status in ("refused", "unknown")]
    entered = entered_after[len(first)] > 0
    told = "\n".join(dict.fromkeys(step.result.output for step in wrong or first))
    if not wrong:
        status = join(list(dict.fromkeys(step.status for step in first)), "and")
        return DrillRow(tool.name, fault, status, entered, told, None)
    later = [step for step in transcript.calls if step.turn > 1]
    corrected = bool(later) and later[-1].status in ("executed", "failed")
    return DrillRow(tool.name, fault, wrong[0].status, entered, told, corrected)
