"""Views: plain dicts with everything a display says, and every choice of what it says.

HTML and console are made from the same views, so both state the same facts. Text in a view is
foreign text made visible, never escaped for a medium.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from toolnexus._comparing import Comparison
from toolnexus._listing import Entries
from toolnexus._problems import Path
from toolnexus._roundtrip import DrillReport, Replay, Transcript
from toolnexus._schema._origins import Origin
from toolnexus._shapes import ProviderShapes
from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus._types import JsonObject, JsonValue, ToolResult
from toolnexus._wording import join
from toolnexus.adapters import to_openai
from toolnexus.checks import Findings
from toolnexus.checks._check import grave_findings
from toolnexus.course import ExerciseReport
from toolnexus.display._comparison_view import comparison_view
from toolnexus.display._drill_view import drill_view
from toolnexus.display._entries_view import entries_view
from toolnexus.display._exercise_view import exercise_view
from toolnexus.display._findings_view import findings_of_card, findings_view
from toolnexus.display._further_tools import further_tools
from toolnexus.display._json import as_array, as_object, as_string, pieces, pretty
from toolnexus.display._origins_view import in_schema, known_origins, origins_of_entry
from toolnexus.display._parameters import listed, parameter_parts
from toolnexus.display._python import repr_of, signature_from, stable_traceback
from toolnexus.display._shapes_view import shapes_view
from toolnexus.display._size_view import entry_size, toolkit_size
from toolnexus.display._small_card import keep_small
from toolnexus.display._text import count, cut, folded, one_line, reflowed
from toolnexus.display._transcript_view import replay_view, transcript_view
from toolnexus.display._values import value_view

_CARDS = 50
"""Tools a toolkit shows; the rest are named and counted."""

_ROWS, _ROWS_IN_TOOLKIT, _ROWS_OF_TOOLKIT = 200, 30, 350
"""Rows of parameters in one card, nested ones included; and in all cards of a toolkit."""

_ENTRY, _ENTRY_IN_TOOLKIT, _ENTRIES_OF_TOOLKIT = 20_000, 2000, 40_000
"""Characters of an entry in one card; and of those in all cards of a toolkit."""

_KINDS = {
    "unknown_tool": "there is no tool of that name",
    "invalid_json": "the arguments are not JSON",
    "invalid_arguments": "the arguments don't fit",
    "tool_error": "the tool said no",
    "timeout": "it took too long",
    "cancelled": "it was cancelled",
    "not_approved": "it was not approved",
    "unexpected": "the function failed",
}
_NOT_ENTERED = ("unknown_tool", "invalid_json", "invalid_arguments", "not_approved")


def view_of(obj: Any) -> JsonObject:
    """Make the view of anything that displays itself.

    Args:
        obj: What has a view; see `_VIEWS`.

    Returns:
        The view; its `kind` says which template it is for.

    Raises:
        TypeError: There is no view of such an object.
    """
    for kind, view in _VIEWS:
        if isinstance(obj, kind):
            made: JsonObject = view(obj)
            return made
    names = join([f"a {kind.__name__}" for kind, _ in _VIEWS], "or")
    msg = f"Can't display a {type(obj).__name__}: expected {names}."
    raise TypeError(msg)


def tool_view(tool: Tool) -> JsonObject:
    """Make the view of one tool, from top to bottom what the model gets."""
    entry = to_openai([tool])[0]
    found = known_origins(tool)
    view = {
        "kind": "tool",
        **_card(tool, entry, _ROWS, in_schema(found)),
        "entry": _entry(entry),
    }
    view["entry"] |= origins_of_entry(entry, found)
    return view


def toolkit_view(toolkit: Toolkit) -> JsonObject:
    """Make the view of a toolkit: a row and a card for each of the first tools."""
    entries = to_openai(toolkit)
    names = [tool.name for tool in toolkit]
    number = max(min(len(entries), _CARDS), 1)
    rows = min(_ROWS_OF_TOOLKIT // number, _ROWS_IN_TOOLKIT)
    characters = min(_ENTRIES_OF_TOOLKIT // number, _ENTRY_IN_TOOLKIT)
    shown = [
        _row(tool, entry, rows, characters)
        for tool, entry in islice(zip(toolkit, entries, strict=True), _CARDS)
    ]
    return {
        "kind": "toolkit",
        "count": count(len(entries), "tool"),
        "size": toolkit_size(names, entries),
        "tools": shown,
        **further_tools(names, _CARDS),
    }


def result_view(result: ToolResult) -> JsonObject:
    """Make the view of a result: what the model gets beside what Python returned."""
    metadata = result.metadata or {}
    error = as_object(metadata.get("error"))
    has_value = result.value is not None or not result.is_error
    return {
        "kind": "result",
        "is_error": result.is_error,
        "state": _state(error) if result.is_error else "",
        "error_kind": one_line(as_string(error.get("kind")), 60),
        "output": _output(result.output),
        "value": value_view(result.value) if has_value else None,
        "no_value": _no_value(error),
        "details": [_detail(item, result.output) for item in as_array(error.get("details"))],
        "notes": _notes(metadata),
        "traceback": _traceback(metadata.get("traceback")),
    }


def _card(
    tool: Tool, entry: JsonObject, rows: int, origins: Mapping[Path, Origin] | None = None
) -> JsonObject:
    schema = tool.input_schema
    return {
        "name": one_line(tool.name, 100),
        "signature": one_line(tool.signature or signature_from(schema), 300),
        "description": folded(reflowed(tool.description), 600),
        "parts": parameter_parts(schema, rows, origins),
        "size": entry_size(entry),
        "source": one_line(tool.source, 100),
        "findings": findings_of_card(grave_findings(tool)),
    }


def _row(tool: Tool, entry: JsonObject, rows: int, characters: int) -> JsonObject:
    # Fifty cards in one output: each is kept small, and the entry goes without colours.
    text = cut(pretty(entry), characters, 1000)
    plain = [{"kind": "", "text": text["text"]}]
    card = _card(tool, entry, rows)
    card["size"]["parts"] = []
    keep_small(card, characters)
    card["entry"] = {"writer": "to_openai", "pieces": plain, "note": text["note"]}
    card["entry"] |= {"lines": [], "written": ""}
    names = [row["name"] for part in card["parts"] for row in part["rows"]]
    return {
        "card": card,
        "name": card["name"],
        "does": one_line(tool.description.strip().partition("\n\n")[0], 160),
        "parameters": sum(len(part["rows"]) + part["hidden"] for part in card["parts"]),
        "names": listed(names, sum(part["hidden"] for part in card["parts"]))
        or "no parameters",
        "size": card["size"],
        "findings": card["findings"] or {"count": "", "has_errors": False},
    }


def _entry(entry: JsonObject) -> JsonObject:
    text = cut(pretty(entry), _ENTRY, 1000)
    return {"writer": "to_openai", "pieces": pieces(text["text"]), "note": text["note"]}


def _output(output: str) -> JsonObject:
    shown = cut(output, 2000, 24)
    blank = "nothing: the text is empty" if not output else ""
    if output and not output.strip():
        blank = f"nothing but white space, {count(len(output), 'character')}"
    return {**shown, "blank": blank, "length": count(len(output), "character")}


def _state(error: JsonObject) -> str:
    return _KINDS.get(as_string(error.get("kind")), "the tool reported a failure")


def _no_value(error: JsonObject) -> str:
    kind, name = as_string(error.get("kind")), as_string(error.get("type"))
    if kind in _NOT_ENTERED:
        return "nothing: function not entered"
    raised = name and kind in ("tool_error", "unexpected")
    return f"nothing: it raised {one_line(name, 100)}" if raised else "nothing"


def _notes(metadata: JsonObject) -> list[str]:
    """Say what was done to make the call work, which the text alone doesn't tell."""
    notes = []
    if decoded := [str(path) or "the arguments" for path in as_array(metadata.get("decoded"))]:
        paths = one_line(", ".join(decoded), 300)
        notes.append(f"sent in another form, read as meant: {paths}")
    if isinstance(length := metadata.get("full_length"), int):
        notes.append(f"cut for the model: the whole text has {count(length, 'character')}")
    return notes


def _traceback(text: JsonValue) -> JsonObject | None:
    return cut(stable_traceback(text), 8000, 200) if isinstance(text, str) else None


def _detail(item: JsonValue, output: str) -> JsonObject:
    facts = as_object(item)
    path, message = facts.get("path", ""), facts.get("message")
    what = str(message) if message is not None else repr_of(item)
    if isinstance(path, list):
        path = ".".join(str(step) for step in path)
    return {
        "where": one_line(str(path), 100),
        "what": one_line(what, 500),
        "is_in_output": what in output,
    }


_VIEWS: tuple[tuple[type, Callable[[Any], JsonObject]], ...] = (
    (Tool, tool_view),
    (Toolkit, toolkit_view),
    (ToolResult, result_view),
    (Transcript, transcript_view),
    (Replay, replay_view),
    (DrillReport, drill_view),
    (Findings, findings_view),
    (Comparison, comparison_view),
    (ProviderShapes, shapes_view),
    (Entries, entries_view),
    (ExerciseReport, exercise_view),
)
