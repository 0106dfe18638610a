"""The view of findings: by tool, what is refused first, one row for all places of one kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from toolnexus._types import JsonObject
from toolnexus._wording import join
from toolnexus.checks import PROVIDERS, Finding, Findings
from toolnexus.display._text import count, one_line

_TOOLS = 50
"""Tools whose findings are listed; the rest are counted."""

_ROWS = 40
"""Rows for one tool."""

_PLACES = 4
"""Places named in one row; the rest are counted."""


def findings_view(findings: Findings) -> JsonObject:
    """Make the view of findings."""
    by_tool = [(name, list(found)) for name, found in groupby(findings, lambda f: f.tool)]
    errors = len(findings.errors)
    return {
        "kind": "findings",
        "has_errors": bool(errors),
        "state": severities(findings) or "nothing found",
        "counts": f"{count(findings.checked, 'tool')} checked for {_whom(findings.providers)}",
        "tools": [_tool(name, found) for name, found in by_tool[:_TOOLS]],
        "more": _more(len(by_tool) - _TOOLS),
    }


def findings_of_card(findings: Findings) -> JsonObject | None:
    """Make the view of what a tool's card says of it; None if there is nothing to say."""
    grave = [finding for finding in findings if finding.severity != "info"]
    if not grave:
        return None
    rows = list(_rows(grave))
    return {
        "count": count(len(grave), "finding"),
        "has_errors": any(finding.severity == "error" for finding in grave),
        "summary": severities(grave),
        "rows": rows[:_ROWS],
        "more": f"and {count(len(rows) - _ROWS, 'more')}" if len(rows) > _ROWS else "",
    }


def severities(findings: Iterable[Finding]) -> str:
    """Count findings by severity, in words.

    Example:
        >>> from toolnexus import check, define_tool
        >>> severities(check(define_tool(lambda: None, name="ping")))
        '1 warning'
    """
    of = [finding.severity for finding in findings]
    told = [count(of.count(s), s) for s in ("error", "warning", "info") if s in of]
    return join(told, "and")


def _whose(provider: str) -> str:
    return "every provider" if provider == "all" else one_line(provider, 40)


def _whom(providers: tuple[str, ...]) -> str:
    if providers == PROVIDERS:
        return f"all {len(PROVIDERS)} providers"
    return one_line(join(providers, "and"), 200) or "no provider"


def _more(hidden: int) -> str:
    return f"and what was found in {count(hidden, 'more tool')}" if hidden > 0 else ""


def _tool(name: str, found: list[Finding]) -> JsonObject:
    grave = list(_rows([finding for finding in found if finding.severity != "info"]))
    advice = list(_rows([finding for finding in found if finding.severity == "info"]))
    hidden = max(len(grave) - _ROWS, 0) + max(len(advice) - _ROWS, 0)
    return {
        "name": one_line(name, 100) if name else "all tools together",
        "is_name": bool(name),
        "summary": severities(found),
        "rows": grave[:_ROWS],
        "advice": advice[:_ROWS],
        "advice_summary": severities([f for f in found if f.severity == "info"]),
        "more": f"and {count(hidden, 'more row')}" if hidden else "",
    }


def _rows(found: Iterable[Finding]) -> Iterator[JsonObject]:
    """Make one row of all places where the same is wrong."""
    kinds: dict[tuple[str, ...], list[Finding]] = {}
    for finding in found:
        key = (finding.rule, finding.provider, finding.severity, finding.what, finding.do)
        kinds.setdefault(key, []).append(finding)
    for alike in kinds.values():
        first = alike[0]
        paths = [one_line(finding.path, 120) for finding in alike if finding.path]
        yield {
            "severity": first.severity,
            "is_error": first.severity == "error",
            "places": paths[:_PLACES],
            "more_places": f"and {len(paths) - _PLACES} more" if len(paths) > _PLACES else "",
            "what": one_line(first.what, 400),
            "why": one_line(first.why, 200),
            "do": one_line(first.do, 200),
            "source": one_line(first.source, 200),
            "provider": _whose(first.provider),
            "rule": one_line(first.rule, 40),
            "can_fix": first.can_fix,
        }
