"""What a fault drill found, as plain values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from toolnexus._repr import Displayed
from toolnexus._types import JsonObject


@dataclass(frozen=True)
class DrillRow:
    """One mistake of a model, tried on one tool.

    Args:
        tool: The tool's name.
        fault: The mistake's name; see `toolnexus.models.FAULTS`.
        status: What became of the call, in a word: refused, executed, failed, unknown, or how
            the round trip ended if there was no call.
        entered: Whether the function was entered with the mistaken call.
        told: The text that the model got; empty if there was nothing to answer.
        corrected: Whether the model could put it right from that text; None if there was
            nothing to put right.
        escaped: The exception that escaped; empty if none did, as it should be.
    """

    tool: str
    fault: str
    status: str
    entered: bool
    told: str
    corrected: bool | None
    escaped: str = ""

    @property
    def ok(self) -> bool:
        """Whether the mistake did no harm: nothing escaped, and what can be put right was."""
        return not self.escaped and self.corrected is not False


@dataclass(frozen=True)
class DrillFinding:
    """Something the author of a tool can do better.

    Args:
        tool: The tool's name.
        kind: no_message, not_text, rejected, too_slow or ignores_cancellation.
        what: What was seen, in words.
        way_out: What to do about it.
    """

    tool: str
    kind: str
    what: str
    way_out: str


@dataclass(frozen=True, repr=False)
class DrillReport(Displayed):
    """What a fault drill found.

    Args:
        rows: One for each mistake and tool.
        findings: What the tools' authors can do better.
        skipped: The mistakes that can't be made on a tool, as (tool, fault).
        executed: Whether the tools' own functions were run.
    """

    rows: Sequence[DrillRow]
    findings: Sequence[DrillFinding] = ()
    skipped: Sequence[tuple[str, str]] = ()
    executed: bool = True

    @property
    def ok(self) -> bool:
        """Whether every mistake did no harm and there is nothing to be done better."""
        return not self.findings and all(row.ok for row in self.rows)

    def to_json(self, *, indent: int | None = None) -> str:
        """Write the report as JSON.

        Args:
            indent: Spaces for each level; None for one line.
        """
        written: JsonObject = {
            "ok": self.ok,
            "executed": self.executed,
            "rows": [{**vars(row), "ok": row.ok} for row in self.rows],
            "findings": [vars(finding) for finding in self.findings],
            "skipped": [list(pair) for pair in self.skipped],
        }
        return json.dumps(written, ensure_ascii=False, indent=indent)

    def __repr__(self) -> str:
        """Show the counts, and what is wrong."""
        harmless = sum(row.ok for row in self.rows)
        parts = [f"{harmless} of {len(self.rows)} mistakes did no harm"]
        parts += [f"{f.tool}: {f.what}" for f in self.findings[:3]]
        if len(self.findings) > 3:
            parts.append(f"{len(self.findings) - 3} more findings")
        return f"DrillReport({'ok' if self.ok else 'not ok'}: {'; '.join(parts)})"
