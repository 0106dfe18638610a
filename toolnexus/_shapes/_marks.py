"""What an adapter made of a schema, difference by difference, called by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal

from toolnexus._comparing import (
    MISSING,
    Difference,
    Flat,
    alternative,
    place_text,
    schema_path_text,
)
from toolnexus._schema._words import short_json, type_words
from toolnexus._types import JsonObject, JsonValue
from toolnexus._visible import visible

_NUMBERS = re.compile(r"-?\d[\d.]*")
# Said in words of its own, which the value doesn't turn up in.
_PHRASES = {
    ("uniqueItems", True): "No item comes twice",
    ("deprecated", True): "Deprecated",
}
_LONGEST = 60


@dataclass(frozen=True)
class ShapeChange:
    """One thing that an adapter made other than the tool's own schema has it.

    Args:
        where: Which parameter, such as `near.lat`; empty for all arguments together.
        what: What became of it, such as `dropped: default`, `made nullable`, or `moved into
            the description: maximum`.
        kind: `lost` for what the model isn't told any more; `told` for what it is told in
            words; `tightened` for what it must keep to now; `restated` for the same in another
            form; `added` for what the tool's own schema doesn't say.
        path: Where: in the tool's own schema if it is there, else in the written one.
        old: What the tool's own schema says; None if nothing.
        new: What the written one says; None if nothing.
    """

    where: str
    what: str
    _: KW_ONLY
    kind: Literal["lost", "told", "tightened", "restated", "added"]
    path: str
    old: JsonValue = field(default=None, hash=False, repr=False)
    new: JsonValue = field(default=None, hash=False, repr=False)

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{self.where}: {self.what}" if self.where else self.what


def shape_changes(found: list[Difference]) -> tuple[ShapeChange, ...]:
    """Name each difference between a tool's own schema and what an adapter wrote."""
    changes = []
    cut_off: set[str] = set()
    for difference in found:
        if _is_cut_off(difference):
            parent = place_text(difference.place[:-1])
            if parent not in cut_off:
                cut_off.add(parent)
                changes.append(_cut_off(difference, parent))
            continue
        what, kind = _mark(difference)
        changes.append(_change(difference, what, kind))
    return tuple(c for c in changes if c.where not in cut_off or not _goes_with_cut(c))


def _change(difference: Difference, what: str, kind: Any) -> ShapeChange:
    path = difference.old_path if difference.is_in_old else difference.new_path
    old, new = difference.values()
    return ShapeChange(
        place_text(difference.place),
        visible(what),
        kind=kind,
        path=schema_path_text(path),
        old=_plain(old),
        new=_plain(new),
    )


def _plain(value: Any) -> JsonValue:
    if isinstance(value, Flat):
        return alternative(value)
    if isinstance(value, list) and any(isinstance(item, Flat) for item in value):
        return [alternative(item) for item in value]
    return None if value is MISSING else value


def _is_cut_off(difference: Difference) -> bool:
    """Tell whether it is a property of a definition that is not written out once more."""
    return (
        difference.keyword in ("(parameter)", "(required)")
        and bool(difference.old_value.names)
        and not difference.new_value.properties
    )


def _goes_with_cut(change: ShapeChange) -> bool:
    return change.what == "changed: description" or change.what.startswith("written out in")


def _cut_off(difference: Difference, parent: str) -> ShapeChange:
    name = difference.old_value.names[-1]
    return ShapeChange(
        parent,
        visible(f"not written out once more: {name[:_LONGEST]}"),
        kind="told" if difference.new_value.texts() else "lost",
        path=schema_path_text(difference.old_value.path),
    )


# --- what it is called -----------------------------------------------------------------------


def _mark(difference: Difference) -> tuple[str, str]:
    named = _NAMED.get(difference.keyword)
    if named is not None:
        return named(difference)
    keyword = difference.keyword[:_LONGEST]
    if difference.new is MISSING:
        if _is_told(difference):
            return f"moved into the description: {keyword}", "told"
        # What is only for validators is no loss to a model.
        return f"dropped: {keyword}", "restated" if keyword.startswith("$") else "lost"
    if difference.old is MISSING:
        return f"added: {keyword}", "added"
    return f"changed: {keyword}", "restated"


def _description(difference: Difference) -> tuple[str, str]:
    old, new = difference.old, difference.new
    if new is MISSING:
        if any(isinstance(old, str) and old.strip() in t for t in difference.new_value.texts()):
            return "moved into the description around it: description", "told"
        return "dropped: description", "lost"
    if old is MISSING:
        return "says more: description", "told"
    if isinstance(old, str) and old.strip() in str(new):
        return "says more: description", "told"
    return "changed: description", "restated"


def _null(difference: Difference) -> tuple[str, str]:
    return ("made nullable", "added") if difference.new else ("no longer nullable", "lost")


def _required(difference: Difference) -> tuple[str, str]:
    return ("made required", "tightened") if difference.new else ("no longer required", "lost")


def _further(difference: Difference) -> tuple[str, str]:
    old, new = difference.old, difference.new
    if new is False:
        return "closed: no names but the listed ones", "tightened"
    if new is MISSING and old is not False and _is_told(difference):
        return "moved into the description: additionalProperties", "told"
    if new is MISSING:
        return "dropped: additionalProperties", "lost"
    return "changed: additionalProperties", "restated"


def _parameter(difference: Difference) -> tuple[str, str]:
    if difference.new is MISSING:
        return "dropped: the parameter", "lost"
    return "added: the parameter, which is required", "added"


def _type(difference: Difference) -> tuple[str, str]:
    if difference.old is MISSING:
        return "added: type", "added"
    if difference.new is MISSING:
        return "dropped: type", "lost"
    return "changed: type", "restated"


def _branch(difference: Difference) -> tuple[str, str]:
    if difference.new is MISSING:
        return f"dropped: the alternative {alternative(difference.old)}", "lost"
    return f"added: the alternative {alternative(difference.new)}", "added"


def _alternatives(difference: Difference) -> tuple[str, str]:
    if difference.new is not MISSING:
        return "any value written as one of each type", "restated"
    is_told = len(difference.new_value.texts()) > 0
    what = "alternatives for all at once"
    return (
        (f"moved into the description: {what}", "told")
        if is_told
        else (f"dropped: {what}", "lost")
    )


def _definition(difference: Difference) -> tuple[str, str]:
    if difference.new is MISSING:
        return f"written out in place: {difference.old[-1][:_LONGEST]}", "restated"
    return f"now a definition: {difference.new[-1][:_LONGEST]}", "restated"


def _elsewhere(_: Difference) -> tuple[str, str]:
    return "changed: definitions", "restated"


def _unused(difference: Difference) -> tuple[str, str]:
    if difference.new is MISSING:
        return "dropped: definitions that nothing uses", "restated"
    return "added: definitions", "added"


def _spelling_of_null(difference: Difference) -> tuple[str, str]:
    spelled = {"type": "a list of types", "anyOf": "an alternative", "oneOf": "an alternative"}
    old, new = (spelled.get(s, s) for s in (difference.old, difference.new))
    if old == new:
        return f"{difference.old} written as {difference.new}", "restated"
    return f"null as {old} written as {new}", "restated"


def _spelling(difference: Difference) -> tuple[str, str]:
    old = "a list of types" if difference.old == "type" else difference.old
    return f"{old} written as {difference.new}", "restated"


def _spelling_of_type(_: Difference) -> tuple[str, str]:
    return "type in capitals", "restated"


_NAMED = {
    "(parameter)": _parameter,
    "(required)": _required,
    "(null)": _null,
    "(branch)": _branch,
    "(alternatives)": _alternatives,
    "(definition)": _definition,
    "(definition elsewhere)": _elsewhere,
    "(unused definition)": _unused,
    "(spelling of null)": _spelling_of_null,
    "(spelling of enum)": _spelling,
    "(spelling of anyOf)": _spelling,
    "(spelling of type)": _spelling_of_type,
    "additionalProperties": _further,
    "description": _description,
    "type": _type,
}


# --- whether it is told in words -------------------------------------------------------------


def added_text(difference: Difference) -> str:
    """Return what the descriptions of a value say now, without what they said before."""
    now = "\n".join(difference.new_value.texts())
    for before in difference.old_value.texts():
        now = now.replace(before.strip(), "", 1) if before.strip() else now
    return now


def _is_told(difference: Difference) -> bool:
    """Tell whether what a keyword says turns up in what the description says besides."""
    keyword, value, text = difference.keyword, difference.old, added_text(difference)
    if not text.strip():
        return False
    phrase = _PHRASES.get((keyword, value)) if isinstance(value, bool) else None
    if phrase:
        return phrase in text
    if keyword == "format" and isinstance(value, str):
        words = type_words({"type": "string", "format": value}, {})
        return words.lower() in text.lower() or value in text
    if keyword == "default":
        return f"Default: {short_json(value, 200)}" in text
    leaves = list(_leaves(value))
    return bool(leaves) and all(_is_in(leaf, text) for leaf in leaves)


def _is_in(leaf: JsonValue, text: str) -> bool:
    if isinstance(leaf, str):
        return leaf in text or short_json(leaf)[1:-1] in text
    return str(leaf) in [number.rstrip(".") for number in _NUMBERS.findall(text)]


def _leaves(value: JsonValue) -> Iterator[JsonValue]:
    """List the texts and numbers in a value, and the names of what is no keyword."""
    if isinstance(value, dict):
        inner: JsonObject = value
        for name, item in inner.items():
            if isinstance(item, dict):
                yield name
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield value
