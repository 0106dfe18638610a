"""What Python returned, in a terminal: the facts of the HTML, images and frames in words."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from toolnexus._types import JsonObject

_WIDTH = 80

_STYLES = {
    "key": "cyan",
    "string": "green",
    "number": "yellow",
    "literal": "yellow",
    "aside": "dim",
}


def value_lines(value: JsonObject) -> list[RenderableType]:
    """Render the view of a value.

    Args:
        value: What `value_view` made.

    Returns:
        Its lines, each indented, without a label above.
    """
    lines: list[RenderableType] = []
    if table := value["table"]:
        lines += [*_tables(table), *_note(table["note"])]
    elif image := value["image"]:
        lines += [Text(f"{image['words']}{_behind(': ', image['note'])}")]
    else:
        pieces = ((piece["text"], _STYLES.get(piece["kind"], "")) for piece in value["pieces"])
        lines += [Text.assemble(*pieces), *_note(value["note"])]
    if frame := value["frame"]:
        shown = frame["note"] if not frame["html"] else "shown in a notebook"
        lines += _note(f"its own HTML, {frame['size']}: {shown}")
    return [Padding(line, (0, 0, 0, 2), expand=False) for line in lines]


def _tables(view: JsonObject) -> Iterator[RenderableType]:
    """Render a table, in several where its columns don't fit beside each other."""
    label_width = max((cell_len(row["label"]) for row in view["rows"]), default=0)
    columns = range(len(view["columns"]))
    shown: list[int] = []
    left = _WIDTH - label_width
    for at in columns:
        texts = [*view["columns"][at].values(), *(row["cells"][at] for row in view["rows"])]
        width = max(map(cell_len, texts)) + 2
        if shown and width > left:
            yield _table(view, shown)
            shown, left = [], _WIDTH - label_width
        shown.append(at)
        left -= width
    if shown:
        yield _table(view, shown)


def _table(view: JsonObject, columns: list[int]) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 2, 0, 0),
        pad_edge=False,
        header_style="bold",
    )
    if view["has_labels"]:
        table.add_column(Text(view["labels_name"]), style="dim", overflow="fold")
    for at in columns:
        column = view["columns"][at]
        kind = f"\n{column['type']}" if column["type"] else ""
        table.add_column(Text.assemble(column["name"], (kind, "not bold dim")), overflow="fold")
    for row in view["rows"]:
        cells = [row["cells"][at] for at in columns]
        label = [row["label"]] if view["has_labels"] else []
        table.add_row(*(Text(cell) for cell in [*label, *cells]))
    return table


def _note(words: str) -> list[RenderableType]:
    return [Text(words, "dim")] if words else []


def _behind(separator: str, words: str) -> str:
    return f"{separator}{words}" if words else ""
