"""Tables of pandas, polars and numpy as their first rows and columns.

However large the table, only these are read.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from toolnexus._types import JsonObject
from toolnexus.display._python import repr_of
from toolnexus.display._text import count, one_line
from toolnexus.display._values._known import is_a

_ROWS, _COLUMNS = 10, 8


def table_of(value: Any) -> JsonObject | None:
    """Make the view of a table.

    Args:
        value: Any object.

    Returns:
        `columns` (each with `name` and `type`), `rows` (each with `label` and `cells`),
        `has_labels`, `facts` on the whole and `note` on what is not shown; None if it is no
        table.
    """
    if is_a(value, "pandas", "DataFrame"):
        return _pandas_frame(value)
    if is_a(value, "pandas", "Series"):
        return _pandas_series(value)
    if is_a(value, "polars", "DataFrame"):
        return _polars_frame(value)
    if is_a(value, "polars", "Series"):
        return _polars_series(value)
    if is_a(value, "numpy", "ndarray"):
        return _array(value)
    return None


def array_facts(value: Any) -> str:
    """Say how large an array is of which its repr shows only the corners."""
    if not is_a(value, "numpy", "ndarray") or not value.ndim:
        return ""
    shape = " x ".join(f"{length:,}" for length in value.shape)
    size = shape if value.ndim > 1 else count(value.shape[0], "value")
    return f"{size}, {one_line(str(value.dtype), 40)}"


def _pandas_frame(frame: Any) -> JsonObject:
    part = frame.iloc[:_ROWS, :_COLUMNS]
    # By position: two columns may have one name.
    columns = [part.iloc[:, at] for at in range(part.shape[1])]
    names = zip(part.columns.tolist(), columns, strict=True)
    return _table(
        [(_label(name), column.dtype) for name, column in names],
        [column.tolist() for column in columns],
        shape=frame.shape,
        labels=part.index.tolist(),
        labels_name=_index_name(part.index),
    )


def _pandas_series(series: Any) -> JsonObject:
    part = series.iloc[:_ROWS]
    return _table(
        [("" if series.name is None else _label(series.name), series.dtype)],
        [part.tolist()],
        shape=(len(series),),
        labels=part.index.tolist(),
        labels_name=_index_name(part.index),
    )


def _polars_frame(frame: Any) -> JsonObject:
    part = frame[:_ROWS, :_COLUMNS]
    return _table(
        list(zip(part.columns, part.dtypes, strict=True)),
        [column.to_list() for column in part.get_columns()],
        shape=frame.shape,
    )


def _polars_series(series: Any) -> JsonObject:
    values = series.head(_ROWS).to_list()
    return _table([(series.name, series.dtype)], [values], shape=(len(series),))


def _array(array: Any) -> JsonObject | None:
    fields = array.dtype.names
    if array.ndim == 1 and fields:
        part = array[:_ROWS]
        return _table(
            [(name, array.dtype[name]) for name in fields[:_COLUMNS]],
            [part[name].tolist() for name in fields[:_COLUMNS]],
            shape=(len(array), len(fields)),
            labels=range(len(part)),
        )
    if array.ndim != 2 or fields:
        return None
    part = array[:_ROWS, :_COLUMNS]
    table = _table(
        [(str(at), "") for at in range(part.shape[1])],
        list(zip(*part.tolist(), strict=True)) or [()] * part.shape[1],
        shape=array.shape,
        labels=range(part.shape[0]),
    )
    # All columns are of one type: said once, not above each.
    return {**table, "facts": f"{table['facts']}, {one_line(str(array.dtype), 40)}"}


def _table(
    columns: list[tuple[Any, Any]],
    values: list[Any],
    *,
    shape: tuple[int, ...],
    labels: Iterable[Any] = (),
    labels_name: str = "",
) -> JsonObject:
    """Put a table's first columns together, each a list of its first values."""
    labels = [_label(label) for label in labels]
    cells = list(zip(*([_cell(value) for value in column] for column in values), strict=True))
    # A table without columns still has rows to count, and one without rows its columns.
    texts = cells or [()] * len(labels)
    rows = [
        {"label": label, "cells": list(row)}
        for label, row in zip(labels or [""] * len(texts), texts, strict=True)
    ]
    return {
        "columns": [
            {"name": one_line(str(name), 60), "type": one_line(str(kind), 40)}
            for name, kind in columns
        ],
        "rows": rows,
        "has_labels": bool(labels),
        "labels_name": labels_name,
        "facts": _facts(shape),
        "note": _note(shape, len(rows), len(columns)),
    }


def _facts(shape: tuple[int, ...]) -> str:
    if len(shape) == 1:
        return count(shape[0], "value")
    return f"{count(shape[0], 'row')}, {count(shape[1], 'column')}"


def _note(shape: tuple[int, ...], rows: int, columns: int) -> str:
    noun = "row" if len(shape) == 2 else "value"
    hidden = [f"{rows} of {count(shape[0], noun)}"] if rows < shape[0] else []
    if len(shape) == 2 and columns < shape[1]:
        hidden.append(f"{columns} of {count(shape[1], 'column')}")
    if not shape[0]:
        return f"no {noun}s"
    return f"the first {' and '.join(hidden)}" if hidden else ""


def _index_name(index: Any) -> str:
    return ", ".join(one_line(str(name), 60) for name in index.names if name is not None)


def _label(label: Any) -> str:
    """Write a row's or a column's name, which has several parts where there are levels."""
    if type(label) is tuple:
        return ", ".join(_cell(part) for part in label[:_COLUMNS])
    return _cell(label)


def _cell(value: Any) -> str:
    kind = type(value)
    if kind is float:
        return _number(value)
    if kind is str:
        return one_line(value, 60)
    if issubclass(kind, date):
        # Times of day only where there are any, as pandas writes them.
        return one_line(str(value).removesuffix(" 00:00:00"), 60)
    return one_line(repr_of(value), 60)


def _number(value: float) -> str:
    """Write a float in six digits, unless it is short as it is or would lose its units."""
    text = repr(value)
    if len(text) <= 10:
        return "NaN" if text == "nan" else text
    return f"{value:.1f}" if 1e6 <= abs(value) < 1e15 else f"{value:.6g}"
