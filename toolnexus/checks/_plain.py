"""Plain, bounded copies of what may be anything, and what in it was not JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import PydanticSerializationError, to_jsonable_python

from toolnexus._problems import Path
from toolnexus._types import JsonValue

_MOST_VALUES = 50_000
_MOST_LEVELS = 100
_MISSING = object()


@dataclass(frozen=True)
class Fault:
    """A place that is not plain JSON.

    Args:
        path: Where it is.
        what: What is there.
        is_cut: Whether something was left out because there is too much of it.
    """

    path: Path
    what: str
    is_cut: bool = False


@dataclass(frozen=True)
class Copied:
    """A copy: plain JSON, its text, and what had to be changed on the way."""

    value: JsonValue
    text: str
    faults: list[Fault]


def plain_copy(value: Any) -> Copied:
    """Copy a value as plain JSON.

    What is not JSON is written as JSON where there is a usual way (a date, a set), and left
    out where there is none.

    Example:
        >>> copied = plain_copy({"a": (1, 2), "b": float("nan")})
        >>> copied.value, copied.faults[0].what
        ({'a': [1, 2]}, 'nan')
    """
    if _is_moderate(value):
        try:
            text = _dumps(value)
            text.encode()
            return Copied(json.loads(text), text, [])
        except (ValueError, TypeError, RecursionError):
            pass  # told place by place below
    cleaning = _Cleaning()
    cleaned = cleaning.cleaned(value, ())
    cleaned = None if cleaned is _MISSING else cleaned
    return Copied(cleaned, _dumps(cleaned), cleaning.faults)


def _dumps(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _is_moderate(value: Any) -> bool:
    """Tell whether it is small enough to be written; a value that holds itself is not."""
    level = [value]
    seen = 0
    for _ in range(_MOST_LEVELS):
        seen += len(level)
        if not level or seen > _MOST_VALUES:
            break
        level = [inner for item in level for inner in _inside(item)]
    return not level and seen <= _MOST_VALUES


def _inside(value: Any) -> Any:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, (list, tuple)) else ()


@dataclass
class _Cleaning:
    """One copy that is being made, within bounds."""

    faults: list[Fault] = field(default_factory=list)
    _left: int = _MOST_VALUES
    _around: set[int] = field(default_factory=set)

    def cleaned(self, value: Any, path: Path) -> Any:
        self._left -= 1
        if self._left < 0 or len(path) > _MOST_LEVELS:
            if self._left >= -1 or len(path) > _MOST_LEVELS:
                self._fault(path, "more than can be looked at", is_cut=True)
            return _MISSING
        if isinstance(value, (Mapping, list, tuple)):
            return self._container(value, path)
        if isinstance(value, str):
            return self._text(str.__str__(value), path)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, (int, float)):
            return self._number(value, path)
        return self._foreign(value, path)

    def _container(self, value: Any, path: Path) -> Any:
        if id(value) in self._around:
            self._fault(path, "a value that holds itself")
            return _MISSING
        self._around.add(id(value))
        pairs = list(self._pairs(value, path))
        self._around.discard(id(value))
        return dict(pairs) if isinstance(value, Mapping) else [item for _, item in pairs]

    def _pairs(self, value: Any, path: Path) -> Iterator[tuple[Any, Any]]:
        keyed = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, item in keyed:
            if self._left < 0:
                break  # told once
            step = key if isinstance(key, int) and not isinstance(value, Mapping) else str(key)
            if isinstance(step, str) and not _is_encodable(step):
                step = self._text(step, path)
            cleaned = self.cleaned(item, (*path, step))
            if cleaned is not _MISSING:
                yield step, cleaned

    def _text(self, text: str, path: Path) -> str:
        if _is_encodable(text):
            return text
        self._fault(path, "text with half a character, which can't be encoded")
        return text.encode("utf-8", "replace").decode()

    def _number(self, value: Any, path: Path) -> Any:
        try:
            _dumps(value)
        except ValueError:
            shown = repr(value) if isinstance(value, float) else "a number of too many digits"
            self._fault(path, shown)
            return _MISSING
        return value

    def _foreign(self, value: Any, path: Path) -> Any:
        self._fault(path, f"a Python {type(value).__name__}")
        if isinstance(value, (set, frozenset)):
            value = sorted(value, key=repr)  # whose own order is another one in each process
        try:
            return json.loads(_dumps(to_jsonable_python(value)))
        except (PydanticSerializationError, ValueError, TypeError, RecursionError):
            return _MISSING

    def _fault(self, path: Path, what: str, *, is_cut: bool = False) -> None:
        self.faults.append(Fault(path, what, is_cut))


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
