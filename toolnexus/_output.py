"""From what a function returned to the text that the model gets."""

from __future__ import annotations

import base64
import json
import math
from array import array
from collections import UserList
from collections.abc import Callable, ItemsView, Iterable, KeysView, Mapping, ValuesView
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from json.encoder import encode_basestring
from types import SimpleNamespace
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, to_jsonable_python

from toolnexus._types import JsonValue
from toolnexus._wording import without_addresses

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
# What `_encoder.encode` makes anew for each value. A value in a circle is found by recursion.
_make_encoder = getattr(json.encoder, "c_make_encoder", None)  # in C, where Python has it
_chunks: Callable[[Any, int], Iterable[str]] = (
    _make_encoder(
        *(None, _encoder.default, encode_basestring, None),
        *(_encoder.key_separator, _encoder.item_separator),
        *(False, False, False),
    )
    if _make_encoder
    else lambda value, _: _encoder.iterencode(value)
)
_PANDAS_NULLS = ("NAType", "NaTType")


def output_text(value: Any) -> str:
    """Write a value as text: strings as they are, everything else as JSON where it has a form.

    Text is never escaped to ASCII. NaN becomes null and an infinity a string, since JSON has
    neither. Bytes become their UTF-8 text, or base64. A DataFrame becomes its rows.

    Args:
        value: Whatever a function returned.

    Returns:
        The text, free of memory addresses.

    Example:
        >>> output_text({"city": "Zürich", "open": True})
        '{"city": "Zürich", "open": true}'
    """
    if type(value) is str and value.isascii():
        return value
    if type(value) is dict or type(value) is list:  # before the tests that take longer
        text = _json_text(value)
    elif isinstance(value, Enum):
        return output_text(value.value)
    else:
        text = str.__str__(value) if isinstance(value, str) else _json_text(value)
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair: no request could carry it
        text = text.encode("utf-8", "backslashreplace").decode()
    return text


def capped(text: str, most: int | None) -> str:
    """Cut a text to `most` characters, and say so in it."""
    if most is None or len(text) <= most:
        return text
    return f"{text[:most]}\n[cut: the first {most:,} of {len(text):,} characters]"


def _json_text(value: Any) -> str:
    try:
        # Nearly everything is plain JSON already, and this is the fastest way to write it.
        return "".join(_chunks(value, 0))
    except (TypeError, ValueError, RecursionError):
        plain = _plain(value)
    return plain if isinstance(plain, str) else _encoder.encode(plain)


def _plain(value: Any, around: tuple[int, ...] = ()) -> JsonValue:
    """Turn a value into what `json.dumps` takes; what has no such form into its text."""
    if isinstance(value, Enum):
        return _plain(value.value, around)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return _plain_float(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _plain_bytes(bytes(value))
    if id(value) in around:
        return "[the same again]"
    around = (*around, id(value))
    if isinstance(value, Mapping):
        return {_key(key): _plain(item, around) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, around) for item in value]
    if isinstance(value, (set, frozenset)):
        # In an order that is the same in every process.
        return [_plain(item, around) for item in sorted(value, key=_sort_key)]
    return _plain_other(value, around)


def _plain_other(value: Any, around: tuple[int, ...]) -> JsonValue:
    if type(value).__name__ in _PANDAS_NULLS and _library(value) == "pandas":
        return None
    if isinstance(value, Decimal) and not value.is_finite():
        return None if value.is_nan() else _plain_float(float(value))
    if isinstance(value, (KeysView, ValuesView, ItemsView, UserList, array)):
        return _plain(list(value), around)
    if isinstance(value, SimpleNamespace):
        return _plain(vars(value), around)
    rows = _table_rows(value)
    if rows is not None:
        return _plain(rows, around)
    kind = type(value)  # asked instead of the value, which may have any attribute one asks for
    if hasattr(kind, "dtype") and hasattr(kind, "tolist"):
        return _plain(value.tolist(), around)  # arrays and scalars of numpy and its kin
    try:
        written = to_jsonable_python(value, bytes_mode="base64")
    except (PydanticSerializationError, ValueError, TypeError, RecursionError):
        return _own_text(value)
    return _plain(_sets_in_order(value, written), around)


def _sets_in_order(value: Any, written: JsonValue) -> JsonValue:
    """Put what was a set in an order that is the same in every process; pydantic leaves it."""
    if isinstance(value, (set, frozenset)) and isinstance(written, list):
        return sorted(written, key=_sort_key)
    if isinstance(value, (list, tuple)) and isinstance(written, list):
        pairs = zip(value, written, strict=False)
        return (
            [_sets_in_order(*pair) for pair in pairs] if len(value) == len(written) else written
        )
    held = _held(value)
    if isinstance(written, dict) and held:
        return {
            key: _sets_in_order(held[key], item) if key in held else item
            for key, item in written.items()
        }
    return written


def _held(value: Any) -> Mapping[Any, Any]:
    """Give what is in a model, a dataclass or a dict, by the names it is written with."""
    if isinstance(value, BaseModel):
        infos = type(value).model_fields.items()
        names = {name: info.serialization_alias or info.alias or name for name, info in infos}
        return {names.get(name, name): held for name, held in vars(value).items()}
    if is_dataclass(type(value)):
        return {field.name: getattr(value, field.name, None) for field in fields(value)}
    return value if isinstance(value, Mapping) else {}


def _table_rows(value: Any) -> Any:
    """Give the rows of a DataFrame or Series of pandas or polars; None for anything else."""
    library = _library(value)
    if library == "pandas" and hasattr(value, "reset_index"):
        if not hasattr(value, "columns"):
            return value.to_dict()
        unnamed = type(value.index).__name__ == "RangeIndex"
        table = value if unnamed else value.reset_index(allow_duplicates=True)
        columns = [str(column) for column in table.columns]
        if len(set(columns)) == len(columns):
            return [
                dict(zip(columns, row, strict=True))
                for row in table.itertuples(index=False, name=None)
            ]
        return {"columns": columns, "rows": list(table.itertuples(index=False, name=None))}
    if library == "polars" and callable(getattr(value, "to_dicts", None)):
        return value.to_dicts()
    if library == "polars" and callable(getattr(value, "to_list", None)):
        return value.to_list()
    return None


def _library(value: Any) -> str:
    return type(value).__module__.partition(".")[0]


def _plain_float(value: float) -> JsonValue:
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return float(value)


def _plain_bytes(value: bytes) -> JsonValue:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}


def _key(key: Any) -> str:
    plain = _plain(key)
    return plain if isinstance(plain, str) else _encoder.encode(plain)


def _sort_key(value: Any) -> tuple[str, Any]:
    if isinstance(value, (int, float)):
        return ("", value)
    return (type(value).__name__, str(value))


def _own_text(value: Any) -> str:
    return without_addresses(str(value))
