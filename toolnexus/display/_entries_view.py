"""The view of a `tools` array from anywhere: a row and a card for each of the first entries."""

from __future__ import annotations

from collections import Counter
from typing import Any

from toolnexus._listing import Entries, Listed
from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus.checks import Findings, check
from toolnexus.checks._entries import ANTHROPIC, CHAT, GEMINI, MCP, RESPONSES, Entry, read_entry
from toolnexus.checks._nodes import nodes_of
from toolnexus.display._findings_view import findings_of_card
from toolnexus.display._json import compact, pieces, pretty, size_of
from toolnexus.display._parameters import listed, parameter_parts
from toolnexus.display._python import repr_of, signature_from
from toolnexus.display._text import cut, folded, one_line, reflowed

_CARDS = 50
"""Entries that are shown; the rest are counted."""

_ROWS, _ROWS_OF_MANY = 200, 30
"""Rows of parameters in one card, nested ones included."""

_ENTRY, _ENTRY_OF_MANY = 20_000, 2000
"""Characters of an entry in one card."""

_FAULTS = 2
"""What is wrong that is said in the table already."""

_FEW = 3
"""So many entries, and each has the room of a single one."""

_PROVIDERS = {RESPONSES: "openai", ANTHROPIC: "anthropic", GEMINI: "gemini"}
"""Who gets entries of a shape that is one provider's alone."""

_CUT = "not the whole: it is too large or too deep to be read to its end"

_SHAPES = {
    CHAT: "chat completions",
    RESPONSES: "OpenAI's Responses",
    ANTHROPIC: "Anthropic",
    GEMINI: "Gemini",
    MCP: "MCP",
}


def entries_view(entries: Entries) -> JsonObject:
    """Make the view of entries."""
    names = Counter(each.name for each in entries.listed)
    is_few = len(entries) <= _FEW
    shown = [_row(each, names[each.name], is_few=is_few) for each in entries.listed[:_CARDS]]
    hidden = len(entries) - len(shown)
    return {
        "kind": "entries",
        "count": _entries(len(entries)),
        "size": size_of(_characters(entries)),
        "wrong": _wrong(shown),
        "is_single": len(entries) == 1,
        "rows": shown,
        "more": f"and {_entries(hidden, 'more ')}" if hidden else "",
    }


def _entries(number: int, which: str = "") -> str:
    return f"{number:,} {which}{'entry' if number == 1 else 'entries'}"


def _characters(entries: Entries) -> int:
    return 2 + sum(len(read_entry(each.item).text) + 1 for each in entries.listed)


def _wrong(shown: list[JsonObject]) -> str:
    broken = sum(row["wrong"] is not None for row in shown)
    return f"{_entries(broken)} with errors" if broken else ""


def _row(each: Listed, times: int, *, is_few: bool) -> JsonObject:
    entry = read_entry(each.item)
    grave, others = _findings(each, entry)
    schema = _readable(each.item) if isinstance(entry.schema, dict) else {}
    parts = parameter_parts(schema, _ROWS if is_few else _ROWS_OF_MANY)
    described = entry.description if isinstance(entry.description, str) else ""
    names = [row["name"] for part in parts for row in part["rows"]]
    return {
        "where": each.where,
        "name": one_line(entry.name, 100) or _no_name(each),
        "is_name": bool(entry.name),
        "does": one_line(described.strip().partition("\n\n")[0], 160),
        "no_description": "a tool of the provider's own" if each.is_own else "no description",
        "is_own": each.is_own,
        "signature": one_line(signature_from(schema), 300) if entry.name else "",
        "description": folded(reflowed(described), 600),
        "parts": parts,
        "no_parts": "no parameters" if isinstance(entry.schema, dict) else _no_schema(entry),
        "parameters": sum(len(part["rows"]) + part["hidden"] for part in parts),
        "names": listed(names) or "the entry",
        "shape": _shape(each, entry),
        "size": size_of(len(entry.text)),
        "cut": "" if entry.is_whole else "as far as it was read",
        "times": f"{_entries(times)} of this name" if times > 1 and entry.name else "",
        "wrong": grave,
        "faults": [row["what"] for row in grave["rows"][:_FAULTS]] if grave else [],
        "findings": others,
        "entry": _as_given(each, entry, _ENTRY if is_few else _ENTRY_OF_MANY),
    }


def _findings(each: Listed, entry: Entry) -> tuple[JsonObject | None, JsonObject | None]:
    """Tell what is wrong for whomever it is sent to from what only some others refuse."""
    if each.is_own:
        return None, None
    whose = _PROVIDERS.get(entry.shape)
    found = check([each.item], whose)
    grave = [f for f in found.errors if f.provider == "all" or f.provider == whose]
    others = [f for f in found if f not in grave]
    return (
        findings_of_card(Findings(grave, found.providers, 1)),
        findings_of_card(Findings(others, found.providers, 1)),
    )


def _no_name(each: Listed) -> str:
    item = each.item
    if each.is_own:
        kind = item.get("type")
        return one_line(kind if isinstance(kind, str) else str(next(iter(item), "")), 100)
    return f"{each.where}, without a name"


def _no_schema(entry: Entry) -> str:
    if entry.schema is None:
        return "no schema of parameters"
    return f"no parameters: the schema is {one_line(compact(entry.schema), 80)}"


def _shape(each: Listed, entry: Entry) -> str:
    if isinstance(each.item, Tool):
        return "a Tool of toolnexus"
    if each.is_own:
        return "a tool of the provider's own"
    return f"shape: {_SHAPES[entry.shape]}" if entry.shape in _SHAPES else "of no known shape"


def _readable(item: Any) -> JsonObject:
    """Write a schema as JSON Schema does where it is in Gemini's older form."""
    entry = read_entry(item)
    for node in nodes_of(entry):
        kind = node.schema.get("type")
        if isinstance(kind, str) and kind.isupper():
            is_nullable = node.schema.get("nullable") is True
            node.schema["type"] = [kind.lower(), "null"] if is_nullable else kind.lower()
    schema: JsonObject = entry.schema
    return schema


def _as_given(each: Listed, entry: Entry, limit: int) -> JsonObject:
    is_json = all(fault.is_cut for fault in entry.faults)
    if isinstance(each.item, Tool) or is_json:
        text = cut(pretty(entry.whole), limit, 1000)
        is_coloured = limit == _ENTRY
        shown = pieces(text["text"]) if is_coloured else [{"kind": "", "text": text["text"]}]
        return {"pieces": shown, "note": text["note"] if entry.is_whole else _CUT}
    # Written as Python has it, since JSON can't: whatever it is, nothing of it is left out.
    text = cut(repr_of(each.item), limit, 1000)
    note = text["note"] or "as Python writes it, for it is not all JSON"
    return {"pieces": [{"kind": "", "text": text["text"]}], "note": note}
