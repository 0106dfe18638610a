"""Transcripts and replays in a terminal: who on the left, what on the right."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from toolnexus._types import JsonObject

_MOODS = {"good": "green", "bad": "red", "aside": "dim", "": ""}


def timeline(view: JsonObject) -> RenderableType:
    """Render the view of a transcript or a replay."""
    foot = Text(" · ".join(view["foot"]), "dim")
    if not view["rows"]:
        return foot
    table = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    for row in view["rows"]:
        who = Text(row["who"], _MOODS[row["mood"]] or "dim")
        if row["aside"]:
            who.append(f"\n{row['aside']}", "dim")
        table.add_row(who, Group(*_row(row)))
    return Group(table, foot)


def _row(row: JsonObject) -> Iterator[RenderableType]:
    if row["call"]:
        yield from _call(row["call"])
    if row["label"]:
        yield Text(row["label"], "dim")
    if row["text"]:
        yield from _said(row["text"])
    if row["blank"]:
        yield Text(row["blank"], "dim")
    if row["diff"]:
        for line in row["diff"]["lines"]:
            yield Text(line["text"], _MOODS[line["mood"]])
        yield from _note(row["diff"]["note"])
    for note in row["notes"]:
        yield Text(f"note: {note}", "yellow")
    if row["traceback"]:
        yield Text("traceback", "dim")
        yield Padding(Text(row["traceback"]["text"]), (0, 0, 0, 2), expand=False)
        yield from _note(row["traceback"]["note"])


def _call(call: JsonObject) -> Iterator[RenderableType]:
    head = Text.assemble((call["name"], "bold"), (f" {call['id']}", "dim"))
    if call["place"]:
        head.append(f" · {call['place']}", "dim")
    yield head
    if call["blank"]:
        yield Padding(Text(call["blank"], "dim"), (0, 0, 0, 2), expand=False)
    else:
        parts = ((p["text"], "bold red" if p["is_wrong"] else "") for p in call["pieces"])
        yield Padding(Text.assemble(*parts), (0, 0, 0, 2), expand=False)
    yield from _note(call["note"])
    if call["replaced"]:
        yield Text(call["replaced"]["label"], "yellow")
        yield Padding(Text(call["replaced"]["text"]), (0, 0, 0, 2), expand=False)
        yield from _note(call["replaced"]["note"])
    if call["stages"]:
        line = Text()
        for index, stage in enumerate(call["stages"]):
            line.append(" · " if index else "").append(stage["text"], _MOODS[stage["mood"]])
            line.append(f" {stage['aside']}" if stage["aside"] else "", "dim")
        yield line


def _said(text: JsonObject) -> Iterator[RenderableType]:
    more = f"… ({text['more']})" if text["more"] else ""
    yield Text.assemble(text["shown"], (more, "dim"))
    yield from _note(text["note"])


def _note(note: str) -> Iterator[RenderableType]:
    if note:
        yield Text(note, "dim")
