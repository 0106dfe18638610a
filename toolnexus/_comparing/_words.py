"""What a difference is called: in the words of whoever reads what has changed."""

from __future__ import annotations

from typing import Any

from toolnexus._comparing._differences import MISSING, Difference, Place, Step
from toolnexus._comparing._flat import Flat
from toolnexus._problems import Path, path_text
from toolnexus._schema._words import short_json
from toolnexus._visible import visible
from toolnexus._wording import join

_MOST_VALUES = 8
_LONG = 60


def place_text(place: Place) -> str:
    """Write which value it is, as people write it.

    Example:
        >>> place_text(("stops", Step("[]"), "unit price"))
        'stops[]["unit price"]'
    """
    text, names = "", list[str]()
    for step in (*place, Step("")):
        if not isinstance(step, Step):
            names.append(step)
            continue
        named = path_text(tuple(names))
        text += f".{named}" if text and named and named[0] != "[" else named
        text, names = text + step.text, []
    return visible(text)


def schema_path_text(path: Path) -> str:
    """Write where something is in a schema."""
    return visible(path_text(path))


def change_words(difference: Difference) -> str:
    """Say what has changed.

    Example:
        >>> from toolnexus._comparing._differences import differences
        >>> old = {"properties": {"days": {"type": "integer", "maximum": 14}}}
        >>> new = {"properties": {"days": {"type": "integer", "maximum": 7}}}
        >>> [change_words(found) for found in differences(old, new)[0]]
        ['maximum 14 -> 7']
    """
    words = _WORDS.get(difference.keyword, _keyword)
    return visible(words(difference))


def _keyword(difference: Difference) -> str:
    old, new = difference.old, difference.new
    if isinstance(old, (dict, list)) or isinstance(new, (dict, list)):
        return f"{difference.keyword} {_event(difference)}"
    return f"{_cut(difference.keyword)} {_shown(old)} -> {_shown(new)}"


def _event(difference: Difference) -> str:
    if difference.old is MISSING:
        return "added"
    return "gone" if difference.new is MISSING else "changed"


def _text(difference: Difference) -> str:
    return f"{difference.keyword} {_event(difference)}"


def _value(difference: Difference) -> str:
    return f"{difference.keyword} {_shown(difference.old)} -> {_shown(difference.new)}"


def _shown(value: Any) -> str:
    return "none" if value is MISSING else short_json(value, _LONG)


def _cut(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"


def _parameter(difference: Difference) -> str:
    if difference.new is MISSING:
        return "gone"
    is_required = difference.place[-1] in difference.new_value.required
    return f"new, {'required' if is_required else 'optional'}"


def _required(difference: Difference) -> str:
    return "now required" if difference.new else "now optional"


def _null(difference: Difference) -> str:
    return "now takes null" if difference.new else "no longer takes null"


def _type(difference: Difference) -> str:
    return f"type {_types(difference.old)} -> {_types(difference.new)}"


def _types(listed: Any) -> str:
    if listed is MISSING:
        return "any"
    if not isinstance(listed, list):
        return short_json(listed, _LONG)
    return join([_cut(str(kind)) for kind in listed], "or", most=_MOST_VALUES)


def _enum(difference: Difference) -> str:
    old, new = difference.old, difference.new
    if not isinstance(old, list) or not isinstance(new, list):
        if isinstance(new, list):
            return f"now only {_values(new)}"
        return f"no longer only {_values(old)}" if isinstance(old, list) else _value(difference)
    added = [value for value in new if value not in old]
    gone = [value for value in old if value not in new]
    told = [f"now also {_values(added)}"] if added else []
    told += [f"no longer {_values(gone)}"] if gone else []
    return ", ".join(told) or "values in another order"


def _values(listed: list[Any]) -> str:
    return join([short_json(value, _LONG) for value in listed], "or", most=_MOST_VALUES)


def _further(difference: Difference) -> str:
    old, new = difference.old, difference.new
    if new is False:
        return "no names but the listed ones any more"
    if isinstance(new, dict) and new:
        return f"what other names hold {_event(difference)}"
    return "other names are taken, too" if old is False else _keyword(difference)


def _branch(difference: Difference) -> str:
    if difference.old is MISSING:
        return f"now also takes {alternative(difference.new)}"
    return f"no longer takes {alternative(difference.old)}"


def alternative(value: Flat) -> str:
    """Name one of several alternatives, by its definition or its type."""
    if value.names:
        return _cut(value.names[-1])
    values = value.said("enum")
    if isinstance(values, list):
        return _values(values)
    return _types(value.types) if value.types else "any value"


def _alternatives(difference: Difference) -> str:
    listed = difference.new if difference.old is MISSING else difference.old
    what = f"{len(listed)} alternatives"
    return f"now one of {what}" if difference.old is MISSING else f"no longer one of {what}"


def _definition(difference: Difference) -> str:
    old, new = difference.old, difference.new
    if new is MISSING:
        return f"definition {_cut(old[-1])} written out in place"
    if old is MISSING:
        return f"now by the definition {_cut(new[-1])}"
    return f"definition {_cut(old[-1])} -> {_cut(new[-1])}"


def _unused(difference: Difference) -> str:
    path = difference.old_path if difference.new is MISSING else difference.new_path
    what = f"definition {_cut(str(path[-1]))} {_event(difference)}"
    return what if difference.keyword == "(definition elsewhere)" else f"unused {what}"


def _spelling(difference: Difference) -> str:
    what = difference.keyword.rpartition(" ")[2].rstrip(")")
    old, new = difference.old, difference.new
    if what == "type":
        return f"type {_types(old)} written {_types(new)}"
    spelled = {"type": "a list of types", "nullable": "nullable"}
    words = {
        "null": "null written as",
        "enum": "written as",
        "anyOf": "alternatives written as",
    }
    return f"{words[what]} {spelled.get(new, new)}, not {spelled.get(old, old)}"


def _whole(difference: Difference) -> str:
    if difference.new is False:
        return "now takes nothing"
    if difference.old is False:
        return "no longer takes nothing"
    return f"the schema {_event(difference)}"


_WORDS = {
    "(parameter)": _parameter,
    "(required)": _required,
    "(null)": _null,
    "(branch)": _branch,
    "(alternatives)": _alternatives,
    "(definition)": _definition,
    "(definition elsewhere)": _unused,
    "(unused definition)": _unused,
    "(spelling of null)": _spelling,
    "(spelling of enum)": _spelling,
    "(spelling of anyOf)": _spelling,
    "(spelling of type)": _spelling,
    "(whole)": _whole,
    "type": _type,
    "enum": _enum,
    "description": _text,
    "title": _text,
    "$schema": _text,
    "$comment": _text,
    "default": _value,
    "additionalProperties": _further,
}
