"""The view of one tool in all shapes: at first what differs, each whole entry folded away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy

from toolnexus._shapes import ProviderShapes, Shape, ShapeChange
from toolnexus._types import JsonObject, JsonValue
from toolnexus._wording import join
from toolnexus.display._json import compact, pieces, pretty, size
from toolnexus.display._parameters import listed
from toolnexus.display._text import count, cut, one_line

_MARKS = 24
"""Rows of what became of a schema, one for all places where the same did."""

_CHANGES = 60
"""Rows of the table of changes, place by place."""

_ENTRY = 6000
"""Characters of a whole entry: there are as many of them as shapes."""

_REASONS = 12
_SCHEMA = "(the schema)"
"""Stands for the schema in an outline until it is cut into pieces; see `_outline`."""

# What the model isn't told any more comes first; the same in another form comes last.
_ORDER = ("lost", "told", "tightened", "added", "restated")


def shapes_view(shapes: ProviderShapes) -> JsonObject:
    """Make the view of one tool in all shapes."""
    made = [shape for shape in shapes if not shape.refused]
    same = [_same(shape) for shape in made if not shape.changes]
    rewritten = [_rewritten(shape) for shape in made if shape.changes]
    refused = [_refused(shape) for shape in shapes if shape.refused]
    counts = [
        f"the same schema in {len(same)}" if same else "",
        f"rewritten in {len(rewritten)}" if rewritten else "",
        f"can't be written in {len(refused)}" if refused else "",
    ]
    return {
        "kind": "shapes",
        "name": one_line(shapes.tool.name, 100),
        "counts": f"in {count(len(shapes), 'shape')}: {join([c for c in counts if c], 'and')}",
        "same": same,
        "rewritten": rewritten,
        "refused": refused,
    }


def _shape(shape: Shape) -> JsonObject:
    return {"title": shape.title, "code": shape.code}


def _same(shape: Shape) -> JsonObject:
    return {**_shape(shape), **_written(shape, "the schema"), "marks": []}


def _rewritten(shape: Shape) -> JsonObject:
    rows = list(_marks(shape.changes))
    left = len(shape.changes) - _CHANGES
    return {
        **_shape(shape),
        **_written(shape, "rewritten"),
        "marks": rows[:_MARKS],
        "more": f"and {len(rows) - _MARKS} more" if len(rows) > _MARKS else "",
        "changes": [_change(change) for change in shape.changes[:_CHANGES]],
        "count": f"{count(len(shape.changes), 'change')}, place by place",
        "more_changes": f"and {left:,} more" if left > 0 else "",
        "note": "" if shape.is_whole else "the schema has no end: not all of it was compared",
    }


def _refused(shape: Shape) -> JsonObject:
    hidden = len(shape.refused) - _REASONS
    return {
        **_shape(shape),
        "reasons": [one_line(reason, 300) for reason in shape.refused[:_REASONS]],
        "more": f"and {hidden:,} more" if hidden > 0 else "",
    }


def _written(shape: Shape, schema_words: str) -> JsonObject:
    entry = shape.entry or {}
    text = cut(pretty(entry), _ENTRY, 400)
    return {
        "outline": _outline(shape, f"{{ … {schema_words} }}"),
        "schema_at": shape.schema_at,
        "size": size(entry),
        # As in a toolkit, without colours: eight of them are in one output.
        "entry": {"pieces": [{"kind": "", "text": text["text"]}], "note": text["note"]},
    }


def _outline(shape: Shape, schema_words: str) -> list[JsonObject]:
    """Write an entry with words in place of its schema, and with a short description."""
    schema, outline = shape.schema, _shortened(shape.entry or {}, shape.schema)
    found: list[JsonObject] = []
    for piece in pieces(pretty(outline)):
        is_schema = schema is not None and piece["text"] == f'"{_SCHEMA}"'
        found.append({"kind": "aside", "text": schema_words} if is_schema else piece)
    return found


def _shortened(value: JsonValue, schema: JsonObject | None) -> JsonValue:
    if schema is not None and value is schema:
        return _SCHEMA
    if isinstance(value, dict):
        return {key: _shortened(inner, schema) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shortened(inner, schema) for inner in value]
    return one_line(value, 22) if isinstance(value, str) else deepcopy(value)


# --- what became of the schema ---------------------------------------------------------------


def _marks(changes: Iterable[ShapeChange]) -> Iterator[JsonObject]:
    """Make a row of all places where the same was done, and of all that was done there."""
    places: dict[tuple[str, str, str], list[str]] = {}
    for change in changes:
        verb, _, thing = change.what.partition(": ")
        if verb != "says more":  # it does where something was moved into the description
            where = change.where or "all arguments"
            at = places.setdefault((change.kind, verb, thing), [])
            if where not in at:
                at.append(where)
    rows: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for (kind, verb, thing), where_ in places.items():
        rows.setdefault((kind, verb, tuple(where_)), []).append(thing)
    for kind, verb, at_ in sorted(rows, key=lambda row: _ORDER.index(row[0])):
        things = [one_line(thing, 80) for thing in rows[kind, verb, at_] if thing]
        yield {
            "kind": kind,
            "verb": one_line(verb, 80),
            "things": join(things, "and", most=8),
            "places": listed([one_line(where, 60) for where in at_]),
        }


def _change(change: ShapeChange) -> JsonObject:
    return {
        "where": one_line(change.where, 80) or "all arguments",
        "is_name": bool(change.where),
        "what": one_line(change.what, 120),
        "kind": change.kind,
        "path": one_line(change.path, 120),
        "old": _shown(change.old),
        "new": _shown(change.new),
    }


def _shown(value: JsonValue) -> str:
    if value is None or isinstance(value, bool):
        return ""
    return one_line(value if isinstance(value, str) else compact(value), 160)
