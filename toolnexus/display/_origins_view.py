"""The view of an entry's lines, each with where it comes from beside it.

What the origins are is found by `_origins.py`; here lines that go together share one note.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toolnexus._origins import WRITTEN, origins
from toolnexus._problems import Path
from toolnexus._schema._origins import Origin
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, JsonValue
from toolnexus._wording import join
from toolnexus.display._json import pieces, pretty
from toolnexus.display._text import count, one_line

_LINES = 400
_COLUMN = 50
"""Where notes begin at the latest, in characters, for lines that leave room for them."""

_UNTOLD = ("can't be told", "")
_SCHEMA = ("function", "parameters")


def known_origins(tool: Tool) -> dict[Path, Origin]:
    """Find the origins of a tool's entry; none where that fails."""
    try:
        return origins(tool)
    except Exception:  # noqa: BLE001 - code of others is read; the card goes on without
        return {}


def in_schema(found: Mapping[Path, Origin]) -> dict[Path, Origin]:
    """Give the origins in the schema by their paths there."""
    return {path[2:]: origin for path, origin in found.items() if path[:2] == _SCHEMA}


def origins_of_entry(entry: JsonObject, found: Mapping[Path, Origin]) -> JsonObject:
    """Say where the lines of an entry come from.

    Args:
        entry: What `to_openai` writes for a tool.
        found: Where its lines come from.

    Returns:
        `lines`: each with its `pieces`, and with a `label` and `text` that say where it comes
        from, empty where it is the same as on the line above; `gap` keeps the notes in one
        column where nothing else does. No lines for a schema that was written, of which
        `written` says all there is to say; otherwise that is empty. `more` says what is cut.
    """
    if not found:
        return {"lines": [], "written": "", "more": ""}
    if any(found.get((*_SCHEMA, keyword)) in WRITTEN for keyword in ("type", "properties")):
        return {"lines": [], "written": _written(found), "more": ""}
    lines = pretty(entry).split("\n")
    hidden = max(0, len(lines) - _LINES)
    return {
        "lines": list(_noted(lines[:_LINES], entry, found)),
        "written": "",
        "more": f"and {count(hidden, 'more line')}" if hidden else "",
    }


def _noted(
    lines: list[str], entry: JsonObject, found: Mapping[Path, Origin]
) -> Iterator[JsonObject]:
    column = max((len(line) for line in lines if len(line) <= _COLUMN), default=0)
    last: Any = None
    for line, path in zip(lines, _paths(entry, ()), strict=False):
        note = last
        if path is not None:
            origin = found.get(path)
            note = _words(origin) if origin else _UNTOLD
        label, text = note if note != last else ("", "")
        last = note
        yield {
            "pieces": pieces(line),
            "gap": " " * (max(column - len(line), 0) + 2),
            "label": label,
            "text": one_line(text, 80),
        }


def _words(origin: Origin) -> tuple[str, str]:
    """Tell the words of an origin from the code in it."""
    return (str(origin), "") if origin.kind == "toolnexus" else (origin.label, origin.text)


def _paths(value: JsonValue, path: Path) -> Iterator[Path | None]:
    """Give the path of the value that begins on each line; None for a line that only closes."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _paths(inner, (*path, index))
    if value and isinstance(value, (dict, list)):
        yield None


def _written(found: Mapping[Path, Origin]) -> str:
    """Say in one line where a written schema, its name and its description come from."""
    told = []
    for key in ("name", "description"):
        origin = found.get(("function", key))
        if origin is not None and origin.kind != "given":
            told.append(f"{key} from {origin}")
    added = [
        str(path[2])
        for path, origin in found.items()
        if len(path) == 3 and path[:2] == _SCHEMA and origin.kind == "toolnexus"
    ]
    is_given = any(origin.kind == "written schema" for origin in found.values())
    told.append(f"schema {'written by hand or elsewhere' if is_given else 'not given'}")
    if added:
        told.append(f"{join(added, 'and')} added by toolnexus")
    return one_line(" · ".join(told), 200)
