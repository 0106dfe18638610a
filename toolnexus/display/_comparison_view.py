"""The view of a comparison: by tool, what has changed and what that means for calls."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from toolnexus._comparing import Change, Comparison
from toolnexus._schema._words import type_words
from toolnexus._types import JsonObject, JsonValue
from toolnexus._visible import visible
from toolnexus._wording import join
from toolnexus.display._json import compact
from toolnexus.display._text import count, one_line

_TOOLS = 50
"""Tools whose changes are listed; the rest are counted."""

_ROWS = 100
"""Rows for one tool."""

_LONGEST_TEXT = 2000
"""Characters of a text that is compared word by word."""

_LONGEST_KEPT = 120
"""Characters that stay where a long piece of text is the same."""

_WORD = re.compile(r"\s+|\w+\s*|[^\w\s]\s*")
_TEXTS = ("description", "title")
_CALLS = {
    "yes": ("some are refused", "bad"),
    "maybe": ("some may be refused", "warn"),
    "no": ("stay valid", ""),
}


def comparison_view(comparison: Comparison) -> JsonObject:
    """Make the view of a comparison."""
    groups = [(name, list(found)) for name, found in groupby(comparison.changes, _tool_of)]
    alike = len(comparison.tools) - len(groups)
    return {
        "kind": "comparison",
        "name": one_line(comparison.tools[0], 100) if _has_one_name(comparison) else "",
        "is_same": not comparison.changes,
        "is_breaking": any(change.breaks == "yes" for change in comparison.changes),
        "state": _state(comparison),
        "counts": _counts(comparison.changes),
        "tools": [_tool(name, found) for name, found in groups[:_TOOLS]],
        "notes": list(_notes(comparison, len(groups) - _TOOLS, alike)),
    }


def _tool_of(change: Change) -> str:
    return change.tool


def _has_one_name(comparison: Comparison) -> bool:
    return comparison.is_one and bool(comparison.tools)


def _state(comparison: Comparison) -> str:
    if not comparison.changes:
        return "nothing has changed"
    return count(len(comparison.changes), "change")


def _counts(changes: Iterable[Change]) -> str:
    of = [change.breaks for change in changes]
    if not of:
        return ""
    calls = "refuse calls that were valid"
    told = [
        f"{of.count('yes'):,} {calls}" if "yes" in of else "",
        f"{of.count('maybe'):,} may {'do so' if 'yes' in of else calls}"
        if "maybe" in of
        else "",
    ]
    return join([part for part in told if part], "and") or "every call that was valid stays so"


def _notes(comparison: Comparison, hidden: int, alike: int) -> Iterator[str]:
    if hidden > 0:
        yield f"and what has changed in {count(hidden, 'more tool')}"
    if alike > 0 and not comparison.is_one:
        yield f"{count(alike, 'tool')} as before"
    if not comparison.is_whole:
        yield "there is more than can be compared: not all of it was looked at"


def _tool(name: str, found: list[Change]) -> JsonObject:
    rows = [_row(change) for change in found[:_ROWS]]
    hidden = len(found) - len(rows)
    return {
        "name": one_line(name, 100) or "a tool without a name",
        "is_name": bool(name),
        "summary": found[0].what if _is_whole_tool(found) else count(len(found), "change"),
        "is_whole": _is_whole_tool(found),
        "breaks": _CALLS[found[0].breaks][0] if _is_whole_tool(found) else "",
        "is_bad": any(change.breaks == "yes" for change in found),
        "rows": rows,
        "more": f"and {count(hidden, 'more change')}" if hidden > 0 else "",
    }


def _is_whole_tool(found: list[Change]) -> bool:
    return len(found) == 1 and not found[0].where and found[0].what in ("new", "gone")


def _row(change: Change) -> JsonObject:
    calls, mood = _CALLS[change.breaks]
    is_text = isinstance(change.old, str) and isinstance(change.new, str)
    is_words = is_text and change.what.partition(" ")[0] in _TEXTS
    return {
        "where": one_line(change.where, 100) or "the tool",
        "is_name": bool(change.where),
        "what": one_line(change.what, 300),
        "aside": _aside(change),
        "calls": calls,
        "mood": mood,
        "path": one_line(change.path, 120),
        "was": [] if not is_words else _pieces(change, is_new=False),
        "now": [] if not is_words else _pieces(change, is_new=True),
        **({} if is_words else _values(change)),
    }


def _aside(change: Change) -> str:
    """Say of what type a new parameter is."""
    is_new = change.what.startswith("new, ") and isinstance(change.new, dict)
    return one_line(type_words(change.new, {}), 120) if is_new else ""


def _values(change: Change) -> JsonObject:
    """Show values that the words don't have."""
    last = change.what.rpartition(" ")[2]
    is_told = change.what.startswith("new") or last not in ("added", "gone", "changed")
    if is_told or change.what == "gone":
        return {}
    return {"was": _whole(change.old, "gone"), "now": _whole(change.new, "new")}


def _whole(value: JsonValue, kind: str) -> list[JsonObject]:
    if value is None:
        return []
    text = visible(value) if isinstance(value, str) else compact(value)
    return [{"text": one_line(text, 400), "kind": kind}]


def _pieces(change: Change, *, is_new: bool) -> list[JsonObject]:
    """Cut a text into what both have and what only one of them has."""
    sides = [visible(str(text)[:_LONGEST_TEXT]) for text in (change.old, change.new)]
    old, new = (_WORD.findall(text) for text in sides)
    words, own = (new, "new") if is_new else (old, "gone")
    found: list[JsonObject] = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        text = "".join(words[c:d] if is_new else words[a:b])
        if tag == "equal":
            found.append({"text": _shortened(text), "kind": ""})
        elif text:
            bare = text.strip()
            found.append({"text": bare, "kind": own})
            found.append({"text": text[text.index(bare) + len(bare) :], "kind": ""})
    if len(str(change.new if is_new else change.old)) > _LONGEST_TEXT:
        found.append({"text": "…", "kind": ""})
    return [piece for piece in found if piece["text"]]


def _shortened(text: str) -> str:
    half = _LONGEST_KEPT // 2
    return text if len(text) <= 2 * _LONGEST_KEPT else f"{text[:half]} … {text[-half:]}"
