"""Tables of parameters in a terminal, from the same views as in HTML."""

from __future__ import annotations

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from toolnexus._types import JsonObject


def parameter_tables(parts: list[JsonObject]) -> list[RenderableType]:
    """Render what `parameter_parts` made: a terminal can't fold, so all of it at once."""
    found: list[RenderableType] = []
    for part in parts:
        if part["heading"]:
            found.append(Text(part["heading"], "dim"))
        if part["told"]["shown"]:
            found.append(told_text(part["told"], ""))
        if part["rows"]:
            table = plain_table("parameter", "type", "default", "what the model is told")
            _add_rows(table, part["rows"], "")
            found += [Text(), table, Text()]
        found += [Text(note, "dim") for note in _notes(part)]
    return found


def _add_rows(table: Table, rows: list[JsonObject], indent: str) -> None:
    for row in rows:
        name = Text.assemble(indent, (row["name"], "bold" if row["is_name"] else ""))
        if row["is_required"]:
            name.append(" required", "cyan")
        table.add_row(
            name,
            Text.assemble(row["type"], (f" ({row['note']})" if row["note"] else "", "dim")),
            Text(row["default"]),
            _told_in(row),
        )
        for part in row["fold"]["parts"] if row["fold"] else ():
            if part["heading"]:
                table.add_row(Text(f"{indent}  {part['heading']}", "dim"))
            if part["told"]["shown"]:
                table.add_row("", "", "", told_text(part["told"], ""))
            _add_rows(table, part["rows"], f"{indent}  ")
            for note in _notes(part):
                table.add_row("", "", "", Text(note, "dim"))


def _notes(part: JsonObject) -> list[str]:
    return [*([f"also: {part['also']}"] if part["also"] else []), *filter(None, [part["note"]])]


def _told_in(row: JsonObject) -> Text:
    text = told_text(row["told"], "no description")
    if row["told_by"]:
        text.append(f" ({row['told_by']})", "dim")
    if row["also"]:
        text.append(f"\nalso: {row['also']}", "dim")
    if row["choices"]:
        text.append(f"\n{row['choices']['summary']}: {row['choices']['text']}", "dim")
    return text


def plain_table(*headings: str) -> Table:
    """Make a table with quiet headings."""
    table = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 2, 0, 0),
        pad_edge=False,
        header_style="dim",
    )
    for heading in headings:
        table.add_column(Text(heading), overflow="fold")
    return table


def told_text(text: JsonObject, missing: str) -> Text:
    """Render what the model is told, or that nothing is."""
    if not text["shown"]:
        return Text(missing, "yellow")
    more = f"… ({text['more']})" if text["more"] else ""
    return Text.assemble(text["shown"], (more, "dim"))
