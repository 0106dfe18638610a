"""The view of a drill: what to do better first, then each mistake and what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from toolnexus._roundtrip import DrillReport, DrillRow
from toolnexus._types import JsonObject
from toolnexus.display._text import count, cut, one_line
from toolnexus.models import FAULTS

_TOOLS = 50
"""Tools whose mistakes are listed; the rest are counted."""

_BECAME = {
    "executed": "read right, and executed",
    "failed": "read right; the function failed",
    "refused": "refused, function not entered",
    "unknown": "refused: no tool of that name",
    "answer": "no call, so nothing was executed",
    "empty": "nothing to answer, and the end",
    "error": "the server refused it, and the end",
    "refusal": "the model declined, and the end",
    "content_filter": "cut off by the server, and the end",
}


def drill_view(report: DrillReport) -> JsonObject:
    """Make the view of a drill report."""
    by_tool = [(name, list(rows)) for name, rows in groupby(report.rows, lambda row: row.tool)]
    harmless = sum(row.ok for row in report.rows)
    return {
        "kind": "drill",
        "is_ok": report.ok,
        "state": "passed" if report.ok else "not passed",
        "counts": f"{harmless} of {count(len(report.rows), 'mistake')} did no harm",
        "findings": [
            {
                "tool": one_line(finding.tool, 100),
                "what": one_line(finding.what, 400),
                "way_out": one_line(finding.way_out, 200),
            }
            for finding in report.findings
        ],
        "tools": [_tool(name, rows) for name, rows in by_tool[:_TOOLS]],
        "notes": list(_notes(report, len(by_tool))),
    }


def _tool(name: str, rows: list[DrillRow]) -> JsonObject:
    return {
        "name": one_line(name, 100),
        "count": count(len(rows), "mistake"),
        "rows": [_row(row) for row in rows],
    }


def _notes(report: DrillReport, tools: int) -> Iterator[str]:
    if tools > _TOOLS:
        yield f"and the mistakes made on {count(tools - _TOOLS, 'more tool')}"
    if report.skipped:
        of = "this tool" if tools == 1 else "one of these tools"
        yield f"{count(len(report.skipped), 'mistake')} can't be made on {of}"
    if not report.executed:
        yield "the functions themselves were not executed"


def _row(row: DrillRow) -> JsonObject:
    fault = FAULTS.get(row.fault)
    became = f"escaped: {row.escaped}" if row.escaped else _BECAME.get(row.status, row.status)
    if row.corrected is not None:
        became += "; then put right" if row.corrected else "; not put right"
    told = cut(row.told, 600, 12)
    return {
        "fault": one_line(row.fault, 100),
        "what": fault.what if fault else "",
        "is_ok": row.ok,
        "became": one_line(became, 300),
        "told": told["text"],
        "told_note": told["note"],
    }
