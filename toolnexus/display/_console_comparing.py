"""Comparisons, shapes and entries in a terminal, from the same views as their HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from toolnexus._types import JsonObject
from toolnexus.display._console_parameters import plain_table

Renderer: TypeAlias = Callable[[list[JsonObject]], list[RenderableType]]

_CALLS = {"bad": "red", "warn": "yellow", "": "dim"}
_MARKS = {"lost": "yellow", "told": "", "tightened": "cyan", "added": "cyan", "restated": "dim"}
_PIECES = {"key": "cyan", "string": "green", "number": "yellow", "literal": "yellow"}


def comparison(view: JsonObject) -> RenderableType:
    """Render the view of a comparison."""
    head = Text.assemble(
        (f"{view['name']} " if view["name"] else "", "bold"),
        (view["state"], "bold red" if view["is_breaking"] else "bold"),
        (f" · {view['counts']}" if view["counts"] else "", "dim"),
    )
    lines: list[RenderableType] = [head]
    for tool in view["tools"]:
        if tool["is_whole"]:
            calls = f" · calls that were valid: {tool['breaks']}"
            style = "red" if tool["is_bad"] else "dim"
            lines.append(
                Text.assemble((tool["name"], "bold"), f": {tool['summary']}", (calls, style))
            )
            continue
        if not view["name"]:
            lines += [Text(), Text.assemble((tool["name"], "bold"), f": {tool['summary']}")]
        lines += [_changes(tool["rows"]), *_note(tool["more"])]
    return Group(*lines, *(Text(note, "dim") for note in view["notes"]))


def _changes(rows: list[JsonObject]) -> Table:
    table = plain_table("where", "what has changed", "calls that were valid")
    for row in rows:
        what = Text(row["what"])
        what.append(f" ({row['aside']})" if row["aside"] else "", "dim")
        for label in ("was", "now"):
            if row[label]:
                what.append(f"\n{label} ", "dim")
                for piece in row[label]:
                    what.append(
                        piece["text"], {"gone": "red", "new": "green"}.get(piece["kind"])
                    )
        where = Text(row["where"], "bold" if row["is_name"] else "")
        table.add_row(where, what, Text(row["calls"], _CALLS[row["mood"]]))
    return table


def shapes(view: JsonObject) -> RenderableType:
    """Render the view of one tool in all shapes."""
    lines: list[RenderableType] = [
        Text.assemble((view["name"], "bold"), (f" {view['counts']}", "dim"))
    ]
    for shape in view["same"]:
        lines += [*_head(shape), _outline(shape["outline"])]
        lines += _note(f"the tool's own schema, in {shape['schema_at']} · {_tokens(shape)}")
    for shape in view["rewritten"]:
        lines += [*_head(shape), *_marks(shape)]
        lines += _note(f"the schema, rewritten, in {shape['schema_at']} · {_tokens(shape)}")
    for shape in view["refused"]:
        lines += [*_head(shape), Padding(Text("can't be written:", "red"), (0, 0, 0, 2))]
        lines += [Padding(Text(f"· {reason}"), (0, 0, 0, 2)) for reason in shape["reasons"]]
        lines += _note(shape["more"])
    return Group(*lines)


def _head(shape: JsonObject) -> Iterator[RenderableType]:
    yield Text()
    yield Text.assemble((shape["title"], "bold"), (f" {shape['code']}", "dim"))


def _tokens(shape: JsonObject) -> str:
    return str(shape["size"]["tokens"])


def _outline(pieces: list[JsonObject]) -> RenderableType:
    text = Text.assemble(*((p["text"], _PIECES.get(p["kind"], "")) for p in pieces))
    return Padding(text, (0, 0, 0, 2), expand=False)


def _marks(shape: JsonObject) -> Iterator[RenderableType]:
    table = plain_table("what became of it", "where")
    for mark in shape["marks"]:
        what = Text(mark["verb"], _MARKS[mark["kind"]])
        what.append(f": {mark['things']}" if mark["things"] else "")
        table.add_row(what, Text(mark["places"]))
    yield Padding(table, (0, 0, 0, 2), expand=False)
    yield from _note(shape["more"])
    yield from _note(shape["note"])


def entries(view: JsonObject, render_parts: Renderer, render_found: Renderer) -> RenderableType:
    """Render the view of entries.

    Args:
        view: The view.
        render_parts: Renders parameters, as for a tool.
        render_found: Renders findings, as for a tool.
    """
    if not view["rows"]:
        return Text("no entries in this array", "dim")
    if view["is_single"]:
        return Group(*_entry(view["rows"][0], render_parts, render_found))
    head = Text.assemble((view["count"], "bold"), f": {_size(view['size'])}")
    head.append(f" · {view['wrong']}" if view["wrong"] else "", "red")
    table = plain_table("entry", "what it does", "parameters", "size")
    for row in view["rows"]:
        size = Text(row["size"]["tokens"])
        for found, style in ((row["wrong"], "red"), (row["findings"], "dim")):
            size.append(f"\n{found['summary']}" if found else "", style)
        size.append(f"\n{row['times']}" if row["times"] else "", "yellow")
        number = Text("" if row["is_own"] else str(row["parameters"]))
        does = Text(row["does"]) if row["does"] else _undescribed(row)
        table.add_row(Text(row["name"], "bold" if row["is_name"] else ""), does, number, size)
    lines: list[RenderableType] = [head, Text(), table]
    for row in view["rows"]:
        if row["wrong"]:
            lines += [Text(), Text(row["name"], "bold" if row["is_name"] else "")]
            lines += render_found(row["wrong"]["rows"])
    return Group(*lines, *_note(view["more"]))


def _entry(
    row: JsonObject, render_parts: Renderer, render_found: Renderer
) -> Iterator[RenderableType]:
    name = (row["name"], "bold" if row["is_name"] else "")
    yield Text.assemble(name, (row["signature"], "dim"))
    description = row["description"]
    if description["shown"]:
        more = f"… ({description['more']})" if description["more"] else ""
        yield Text.assemble(description["shown"], (more, "dim"))
    else:
        yield _undescribed(row)
    if row["wrong"]:
        yield from render_found(row["wrong"]["rows"])
    yield from render_parts(row["parts"])
    if not row["is_own"] and not row["parts"]:
        yield Text(row["no_parts"], "dim")
    cut = f" {row['cut']}" if row["cut"] else ""
    foot = Text(f"{_size(row['size'])}{cut} · {row['shape']}", "dim")
    foot.append(f" · {row['times']}" if row["times"] else "", "yellow")
    yield foot
    if row["findings"]:
        yield from render_found(row["findings"]["rows"])


def _undescribed(row: JsonObject) -> Text:
    return Text(row["no_description"], "dim" if row["is_own"] else "yellow")


def _size(size: JsonObject) -> str:
    return f"{size['tokens']} (an estimate: characters / 4) · {size['characters']}"


def _note(words: str) -> list[RenderableType]:
    return [Padding(Text(words, "dim"), (0, 0, 0, 2))] if words else []
