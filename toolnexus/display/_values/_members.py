"""What parts a value has: items, keys or fields, read without running code of its own."""

from __future__ import annotations

import dataclasses
import heapq
import inspect
import math
import reprlib
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import MappingProxyType, SimpleNamespace
from typing import Any

from pydantic import BaseModel, RootModel

from toolnexus._visible import visible
from toolnexus.display._python import repr_of
from toolnexus.display._values._leaf import Piece, leaf, piece

_SORTED, _SHOWN_OF_SET = 100_000, 40


@dataclass
class Members:
    """The parts of a value.

    Args:
        opening: What stands before them.
        parts: Each with the label before it; read only as far as needed.
        length: How many there are.
        closing: What stands behind them.
    """

    opening: list[Piece]
    parts: Iterable[tuple[list[Piece], Any]]
    length: int
    closing: str


def members_of(value: Any) -> Members | None:
    """Return the parts of a value; None for one that has none or has its own repr for them."""
    kind = type(value)
    if issubclass(kind, (dict, MappingProxyType)):
        return _mapping(value, kind)
    if issubclass(kind, (set, frozenset)):
        return _set(value, kind)
    if issubclass(kind, tuple) and isinstance(fields := getattr(kind, "_fields", None), tuple):
        return _fields(kind, zip(fields, tuple.__iter__(value), strict=False), len(fields))
    if issubclass(kind, (list, tuple, deque)):
        return _sequence(value, kind)
    if issubclass(kind, BaseModel):
        return _model(value, kind)
    if dataclasses.is_dataclass(kind):
        return _dataclass(value, kind)
    if kind is SimpleNamespace:
        return _fields(kind, vars(value).items(), len(vars(value)))
    return None


def _mapping(value: Any, kind: type) -> Members:
    base = dict if issubclass(kind, dict) else MappingProxyType
    items = base.items(value)
    parts = (([*_key(key), piece("", ": ")], inner) for key, inner in items)
    return Members(*_wrapped(kind, dict, "{", "}", parts, base.__len__(value)))


def _sequence(value: Any, kind: type) -> Members:
    base = next(base for base in (list, tuple, deque) if issubclass(kind, base))
    length = base.__len__(value)
    parts: Iterable[tuple[list[Piece], Any]] = (([], item) for item in base.__iter__(value))
    if base is not tuple:
        return Members(*_wrapped(kind, list, "[", "]", parts, length))
    return Members(*_wrapped(kind, tuple, "(", ",)" if length == 1 else ")", parts, length))


def _set(value: Any, kind: type) -> Members:
    base = set if issubclass(kind, set) else frozenset
    length = base.__len__(value)
    if not length:
        return Members([piece("", f"{_name(kind)}()")], (), 0, "")
    # In an order that is the same in every process; ordering millions takes too long.
    items = () if length > _SORTED else base.__iter__(value)
    shown = heapq.nsmallest(_SHOWN_OF_SET, items, key=_order)
    parts: Iterable[tuple[list[Piece], Any]] = (([], item) for item in shown)
    return Members(*_wrapped(kind, set, "{", "}", parts, length))


def _model(value: Any, kind: type[BaseModel]) -> Members | None:
    # A repr of its own may be there to hide something.
    if kind.__repr__ is not BaseModel.__repr__:
        return None
    if kind.__repr_args__ not in (BaseModel.__repr_args__, RootModel.__repr_args__):
        return None
    held = vars(value)
    fields = [
        (name, held[name])
        for name, info in kind.model_fields.items()
        if info.repr and name in held
    ]
    fields += (value.__pydantic_extra__ or {}).items()
    return _fields(kind, fields, len(fields))


def _dataclass(value: Any, kind: type) -> Members | None:
    # As above: only the repr that dataclasses write themselves is taken apart.
    code = getattr(kind.__repr__, "__code__", None)
    if getattr(code, "co_filename", "") not in (dataclasses.__file__, reprlib.__file__):
        return None
    fields = [
        (field.name, held)
        for field in dataclasses.fields(kind)
        if field.repr and (held := _held(value, field.name)) is not _NOTHING
    ]
    return _fields(kind, fields, len(fields))


_NOTHING = object()


def _held(value: Any, name: str) -> Any:
    """Return what a field holds: from the instance, or from a slot; nothing is computed."""
    held = getattr(value, "__dict__", {})
    if name in held:
        return held[name]
    slot = inspect.getattr_static(type(value), name, None)
    return getattr(value, name, _NOTHING) if inspect.ismemberdescriptor(slot) else _NOTHING


def _fields(kind: type, fields: Iterable[tuple[Any, Any]], length: int) -> Members:
    parts = (
        ([piece("key", visible(str(name))), piece("", "=")], held) for name, held in fields
    )
    return Members([piece("", f"{_name(kind)}(")], parts, length, ")")


def _wrapped(
    kind: type,
    plain: type,
    opening: str,
    closing: str,
    parts: Iterable[tuple[list[Piece], Any]],
    length: int,
) -> tuple[list[Piece], Iterator[tuple[list[Piece], Any]], int, str]:
    """Put the type's name around brackets that don't tell it."""
    if kind is not plain:
        opening, closing = f"{_name(kind)}({opening}", f"{closing})"
    return [piece("", opening)], iter(parts), length, closing


def _key(key: Any) -> list[Piece]:
    pieces, _ = leaf(key)
    return [piece("key", "".join(part["text"] for part in pieces))]


def _order(value: Any) -> tuple[str, Any]:
    is_number = type(value) in (int, float, bool)
    if is_number and not math.isnan(value):  # which is neither less nor more than anything
        return ("", value)
    return (type(value).__name__, value if type(value) is str else repr_of(value))


def _name(kind: type) -> str:
    return visible(kind.__name__)
