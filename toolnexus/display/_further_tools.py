"""The tools of a toolkit that have no row in its display: by name, and how each can be seen."""

from __future__ import annotations

from toolnexus._types import JsonObject
from toolnexus.display._text import count, one_line

_NAMED = 2000
"""Beyond this, names are counted as well: an output is not a directory."""


def further_tools(names: list[str], rows: int) -> JsonObject:
    """Name the tools behind the rows, in groups as large as what the rows hold.

    Args:
        names: The names of all tools, in order.
        rows: How many tools have a row.

    Returns:
        `more`, how many there are; `example`, the Python for one of them; `groups`, each with
        the `expression` for a toolkit of just these, `first`, `last` and `names`; `unnamed`,
        how many are not even named. All empty where every tool has a row.

    Example:
        >>> view = further_tools(["a", "b", "c"], 2)
        >>> view["more"], view["example"], view["groups"][0]["expression"]
        ('and 1 more tool', "toolkit['c']", 'toolkit[2:3]')
    """
    further = names[rows:]
    if not further:
        return {"more": "", "example": "", "groups": [], "unnamed": ""}
    end = min(len(names), rows + _NAMED)
    unnamed = len(names) - end
    return {
        "more": f"and {count(len(further), 'more tool')}",
        "example": f"toolkit[{one_line(repr(further[0]), 100)}]",
        "groups": [
            _group(names, start, min(start + rows, end)) for start in range(rows, end, rows)
        ],
        "unnamed": f"and {count(unnamed, 'more tool')}, not named here" if unnamed else "",
    }


def _group(names: list[str], start: int, end: int) -> JsonObject:
    shown = [one_line(name, 100) for name in names[start:end]]
    return {
        "expression": f"toolkit[{start}:{end}]",
        "first": shown[0],
        "last": shown[-1],
        "names": shown,
    }
