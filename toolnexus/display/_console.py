"""The same displays in a terminal, made with rich from the same views.

Foreign text only ever enters as `rich.text.Text`: a string would be read as markup.
"""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from toolnexus._types import JsonObject, JsonValue
from toolnexus._visible import visible
from toolnexus.display._console_comparing import comparison, entries, shapes
from toolnexus.display._console_parameters import parameter_tables, plain_table, told_text
from toolnexus.display._console_timeline import timeline
from toolnexus.display._console_value import value_lines
from toolnexus.display._json import pieces, pretty
from toolnexus.display._views import view_of

_WIDTH = 88
_STYLES = {"key": "cyan", "string": "green", "number": "yellow", "literal": "yellow"}


def render_console(obj: Any) -> RenderableType:
    """Render an object for a rich console.

    Args:
        obj: A Tool, Toolkit, ToolResult, Transcript, Replay, DrillReport or Findings.

    Returns:
        Something that `rich.print` shows.

    Raises:
        TypeError: There is no view of such an object.

    Example:
        >>> from rich.console import Console
        >>> from toolnexus import ToolResult
        >>> Console(width=60).print(render_console(ToolResult("list[str]")))
        what the model gets · 9 characters
          list[str]
        what Python returned · None
          None
    """
    view = view_of(obj)
    return _RENDERERS[view["kind"]](view)


def console_or_repr(obj: Any) -> RenderableType:
    """Render an object for a rich console, or as its plain repr where that fails."""
    try:
        return render_console(obj)
    except Exception:  # noqa: BLE001 - as in html_or_none: a display never breaks a cell
        return Text(visible(repr(obj)))


def render_text(obj: Any) -> str:
    """Render an object as plain text, without colours.

    Args:
        obj: A Tool, Toolkit, ToolResult, Transcript, Replay, DrillReport or Findings.

    Returns:
        Lines of at most 88 columns, each ending in a line break.

    Raises:
        TypeError: There is no view of such an object.

    Example:
        >>> from toolnexus import ToolResult
        >>> "list[str]" in render_text(ToolResult("list[str]"))
        True
    """
    console = Console(file=StringIO(), width=_WIDTH, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        console.print(render_console(obj))
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def json_console(value: JsonValue) -> RenderableType:
    """Render a JSON value for a rich console.

    Args:
        value: Any JSON value, such as what `to_openai` returns.

    Returns:
        Indented JSON, in colours where the console has any.

    Example:
        >>> from rich.console import Console
        >>> Console().print(json_console({"days": 3}))
        {
          "days": 3
        }
    """
    return _coloured(pieces(pretty(value)))


def _coloured(cut_up: list[JsonObject]) -> Text:
    return Text.assemble(*((piece["text"], _STYLES.get(piece["kind"], "")) for piece in cut_up))


def _tool(view: JsonObject) -> RenderableType:
    foot = (_size(view["size"]), f"source: {view['source']}", view["entry"]["written"])
    return Group(
        Text.assemble((view["name"], "bold"), (view["signature"], "dim")),
        told_text(view["description"], "no description: the model has only the name to go by"),
        *(parameter_tables(view["parts"]) if view["parts"] else [Text("no parameters", "dim")]),
        Text(" · ".join(filter(None, foot)), "dim"),
        Text(_shares(view["size"]["parts"]), "dim"),
        *(_found(view["findings"]["rows"]) if view["findings"] else []),
        *_entry(view["entry"]),
    )


def _entry(entry: JsonObject) -> list[RenderableType]:
    """Render an entry where there is something to say of its lines: a terminal can't fold."""
    if not entry["lines"]:
        return []
    grid = Table.grid(Column(overflow="fold"), Column(overflow="fold"), padding=(0, 2, 0, 0))
    for line in entry["lines"]:
        note = " ".join(filter(None, (line["label"], line["text"])))
        grid.add_row(_hung(_coloured(line["pieces"])), Text(f"← {note}" if note else "", "dim"))
    label = Text(f"what {entry['writer']} sends ← where each line comes from", "dim")
    more = [Text(entry["more"], "dim")] if entry["more"] else []
    return [Text(), label, grid, *more]


def _hung(line: Text) -> RenderableType:
    """Let a line of JSON that is too long go on below its beginning, not at the left edge."""
    indent = len(line.plain) - len(line.plain.lstrip(" "))
    return Padding(line[indent:], (0, 0, 0, indent), expand=False)


def _toolkit(view: JsonObject) -> RenderableType:
    if not view["tools"]:
        return Text("no tools in this toolkit", "dim")
    table = plain_table("tool", "what it does", "parameters", "size")
    for tool in view["tools"]:
        does = Text(tool["does"]) if tool["does"] else Text("no description", "yellow")
        number = Text(str(tool["parameters"]))
        size, found = Text(tool["size"]["tokens"]), tool["findings"]
        if found["count"]:
            size.append(f"\n{found['count']}", "red" if found["has_errors"] else "dim")
        table.add_row(Text(tool["name"], "bold"), does, number, size)
    total = Text.assemble((view["count"], "bold"), f" in every request: {_size(view['size'])}")
    return Group(total, Text(), table, *(_further(view) if view["more"] else []))


def _further(view: JsonObject) -> list[RenderableType]:
    """Name the groups of tools without a row: a terminal can't fold their names away."""
    groups = view["groups"]
    shows = f"{view['example']} shows one of them, {groups[0]['expression']} some together"
    lines = [f"{view['more']}: {shows}"]
    lines += [
        f"  {group['expression']} {group['first']} to {group['last']}" for group in groups
    ]
    lines += [view["unnamed"]] if view["unnamed"] else []
    return [Text(line, "dim") for line in lines]


def _result(view: JsonObject) -> RenderableType:
    lines: list[RenderableType] = []
    if view["is_error"]:
        kind = f" ({view['error_kind']})" if view["error_kind"] else ""
        lines.append(Text.assemble(("error:", "bold red"), f" {view['state']}", (kind, "dim")))
    output, value = view["output"], view["value"]
    lines.append(_label("what the model gets", output["length"]))
    lines += _cut({**output, "text": output["blank"] or output["text"]})
    kind = ", ".join(filter(None, [value["type"], value["facts"]])) if value else ""
    lines.append(_label("what Python returned", kind))
    lines += value_lines(value) if value else _cut({"text": view["no_value"], "note": ""})
    lines += [Text(note, "dim") for note in view["notes"]]
    for detail in view["details"]:
        # A terminal can't fold, and what the model was told is above already.
        if not detail["is_in_output"]:
            where = f"{detail['where']}: " if detail["where"] else ""
            lines.append(Text.assemble("  · ", (where, "bold"), detail["what"]))
    if view["traceback"]:
        lines += [_label("traceback", ""), *_cut(view["traceback"])]
    return Group(*lines)


def _findings(view: JsonObject) -> RenderableType:
    state = (view["state"], "bold red" if view["has_errors"] else "bold")
    lines: list[RenderableType] = [Text.assemble(state, (f" · {view['counts']}", "dim"))]
    for tool in view["tools"]:
        name = (tool["name"], "bold" if tool["is_name"] else "")
        lines += [Text(), Text.assemble(name, (f": {tool['summary']}", "dim"))]
        lines += [*_found(tool["rows"]), *_found(tool["advice"])]
        lines += [Text(tool["more"], "dim")] if tool["more"] else []
    return Group(*lines, *([Text(view["more"], "dim")] if view["more"] else []))


def _found(rows: list[JsonObject]) -> list[RenderableType]:
    """Render what was found: a terminal shows in lines what HTML has in a table."""
    lines: list[RenderableType] = []
    for row in rows:
        places = ", ".join([*row["places"], *filter(None, [row["more_places"]])])
        text = Text.assemble(
            (row["severity"], "red" if row["is_error"] else "yellow"),
            f" {row['provider']}, {row['rule']}: ",
            (f"{places}: " if places else "", "bold"),
            f"{row['what']}; {row['do']}",
        )
        lines.append(Padding(text, (0, 0, 0, 2), expand=False))
    return lines


def _drill(view: JsonObject) -> RenderableType:
    style = "bold" if view["is_ok"] else "bold red"
    lines: list[RenderableType] = [
        Text.assemble((f"{view['state']}:", style), f" {view['counts']}")
    ]
    for finding in view["findings"]:
        what = Text.assemble(
            "  · ", (finding["tool"], "bold"), " ", (finding["what"], "yellow")
        )
        lines += [what, Text(f"    {finding['way_out']}")]
    for tool in view["tools"]:
        table = plain_table("mistake", "what became of it", "what the model was told")
        for row in tool["rows"]:
            told = f"{row['told']} {row['told_note']}".strip()
            became = Text(row["became"], "" if row["is_ok"] else "red")
            table.add_row(Text(row["fault"], "bold"), became, Text(told))
        lines += [
            Text(),
            Text.assemble(f"{tool['count']} tried on ", (tool["name"], "bold")),
            table,
        ]
    return Group(*lines, *(Text(note, "dim") for note in view["notes"]))


def _exercise(view: JsonObject) -> RenderableType:
    style = "green" if view["passed"] else "yellow"
    counts = f" · {view['counts']}" if view["counts"] else ""
    head = Text.assemble(
        (f"{view['title']}: ", "bold"), (view["state"], style), (counts, "dim")
    )
    table = Table.grid(Column(no_wrap=True), Column(overflow="fold"), padding=(0, 2, 0, 0))
    for goal in view["goals"]:
        said = Text("".join(piece["text"] for piece in goal["pieces"]))
        table.add_row(Text(goal["state"], "green" if goal["met"] else "yellow"), said)
    # A terminal can't fold, and a hint that can't be folded is no hint.
    help_ = "" if view["passed"] else "hints are in report.exercise.hints, "
    where = Text(f"{help_}{view['solution_label']}: report.exercise.solution", "dim")
    return Group(head, table, where)


_RENDERERS: dict[str, Callable[[JsonObject], RenderableType]] = {
    "tool": _tool,
    "toolkit": _toolkit,
    "result": _result,
    "transcript": timeline,
    "replay": timeline,
    "drill": _drill,
    "findings": _findings,
    "comparison": comparison,
    "shapes": shapes,
    "exercise": _exercise,
    "entries": lambda view: entries(view, parameter_tables, _found),
}


def _size(size: JsonObject) -> str:
    facts = (
        f"{size['tokens']} (an estimate: characters / 4)",
        size["characters"],
        size["most"],
    )
    return " · ".join(filter(None, facts))


def _shares(parts: list[JsonObject]) -> str:
    named = (" ".join(filter(None, [part["words"], part["name"]])) for part in parts)
    shares = zip(named, parts, strict=True)
    return "of it: " + ", ".join(f"{name} {part['share']}" for name, part in shares)


def _label(words: str, aside: str) -> Text:
    return Text.assemble((words, "dim"), (f" · {aside}" if aside else "", "dim"))


def _cut(text: JsonObject) -> list[RenderableType]:
    lines: list[RenderableType] = [Padding(Text(text["text"]), (0, 0, 0, 2), expand=False)]
    if text["note"]:
        lines.append(Padding(Text(text["note"], "dim"), (0, 0, 0, 2), expand=False))
    return lines
