"""`compare`: what has changed from one tool to another, or from one version to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from itertools import groupby
from typing import Any, Literal

from toolnexus._comparing._differences import MISSING, Difference, differences
from toolnexus._comparing._effects import Breaks, breaks
from toolnexus._comparing._flat import Flat
from toolnexus._comparing._same import is_same
from toolnexus._comparing._words import (
    alternative,
    change_words,
    place_text,
    schema_path_text,
)
from toolnexus._repr import Displayed
from toolnexus._schema._words import short_json
from toolnexus._tool import Tool
from toolnexus._types import JsonValue
from toolnexus._visible import visible
from toolnexus._wording import python_words
from toolnexus.checks._entries import Entry, declarations, entries_of, items_of

_MOST_IN_SUMMARY, _MOST_OF_ONE = 6, 4


@dataclass(frozen=True)
class Change:
    """One thing that has changed.

    Args:
        tool: The tool's name; the old one, if it was renamed.
        where: Which parameter, such as `near.lat`; empty for the tool itself.
        what: What has changed, such as `maximum 14 -> 7`.
        kind: Whether something was added, removed or changed.
        breaks: Whether a call that was valid before is refused now: yes, no, or maybe where
            the schemas alone don't tell.
        path: Where in the schema, the new one if it is there; empty for what is not in it.
        old: What was there; None if nothing was.
        new: What is there now; None if nothing is.
    """

    tool: str
    where: str
    what: str
    _: KW_ONLY
    kind: Literal["added", "removed", "changed"]
    breaks: Breaks
    path: str = ""
    old: JsonValue = field(default=None, hash=False, repr=False)
    new: JsonValue = field(default=None, hash=False, repr=False)

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{self.where}: {self.what}" if self.where else self.what


@dataclass(frozen=True)
class Comparison(Displayed):
    """What has changed, by tool and parameter; see `compare`.

    Args:
        changes: All changes, in the order of the tools and their parameters.
        tools: The names of all tools that were compared.
        is_one: Whether two tools were compared, and not two sets of them.
        is_whole: Whether all was compared; schemas without end are not.

    Example:
        >>> from toolnexus.display import compare
        >>> def entry(**limits):
        ...     days = {"type": "integer", **limits}
        ...     return {"name": "f", "input_schema": {"properties": {"days": days}}}
        >>> compare(entry(maximum=14), entry(maximum=7, minimum=1))
        Comparison(days: maximum 14 -> 7, minimum none -> 1)
        >>> compare(entry(), entry())
        Comparison(nothing has changed)
    """

    changes: tuple[Change, ...]
    _: KW_ONLY
    tools: tuple[str, ...] = ()
    is_one: bool = True
    is_whole: bool = True

    @property
    def breaking(self) -> tuple[Change, ...]:
        """The changes that refuse calls which were valid before, or may do so."""
        return tuple(change for change in self.changes if change.breaks != "no")

    @property
    def summary(self) -> str:
        """All in one line, the first few changes in words; empty if nothing has changed.

        Example:
            >>> from toolnexus.display import compare
            >>> old = {"name": "f", "input_schema": {"properties": {}}}
            >>> new = {"name": "f", "input_schema": {"properties": {"near": {}}}}
            >>> compare(old, new).summary
            'near: new'
        """
        told = [
            _together(tool if not self.is_one else "", where, list(changes))
            for (tool, where), changes in groupby(self.changes, lambda c: (c.tool, c.where))
        ]
        more = [f"{len(told) - _MOST_IN_SUMMARY} more"] * (len(told) > _MOST_IN_SUMMARY)
        return "; ".join([*told[:_MOST_IN_SUMMARY], *more])

    def __repr__(self) -> str:
        """Show the summary."""
        return f"Comparison({self.summary or 'nothing has changed'})"


def compare(old: Any, new: Any) -> Comparison:
    """Say what has changed between two tools, or two versions of one, or of a whole set.

    Compared is what it means, however it is spelled: `"type": ["string", "null"]` is the same
    as `anyOf` with null, and a definition the same as what it stands for, but for the mention
    that it is spelled in another way. The order of keys and of tools is no change.

    Args:
        old: A Tool, a Toolkit, tools, an entry of any provider's shape, a `tools` array, or a
            request body that has one.
        new: The same of today. Two single ones are compared whatever their names are; in sets,
            tools are told apart by name.

    Returns:
        What shows itself in a notebook and in a terminal, with `changes` for code.

    Raises:
        TypeError: There are no tools in it.

    Example:
        >>> from typing import Literal
        >>> from toolnexus import define_tool
        >>> from toolnexus.display import compare
        >>> def find(city: str, unit: str = "km") -> str: ...
        >>> old = define_tool(find)
        >>> def find(city: str, unit: Literal["km", "mi"] = "km", near: int = 0) -> str: ...
        >>> for change in compare(old, define_tool(find)).changes:
        ...     print(change.where, "|", change.what, "|", change.breaks)
        unit | now only "km" or "mi" | yes
        near | new, optional | no
        >>> assert not compare(old, old).changes
    """
    olds, news = _read(old), _read(new)
    is_one = (_is_one(old) or _is_one(new)) and len(olds) == len(news) == 1
    pairs: list[tuple[Entry | None, Entry | None]]
    pairs = [(olds[0], news[0])] if is_one else list(_paired(olds, news))
    changes: list[Change] = []
    is_whole = True
    for before, after in pairs:
        found, is_complete = _compared(before, after)
        changes += found
        is_whole = is_whole and is_complete
    names = tuple(_name(entry) for pair in pairs for entry in _first(pair))
    return Comparison(tuple(changes), tools=names, is_one=is_one, is_whole=is_whole)


def _read(tools: Any) -> list[Entry]:
    if callable(tools) and not isinstance(tools, Tool):
        msg = f"Can't compare {python_words(tools)}: make a tool of it first, with define_tool."
        raise TypeError(msg)
    try:
        return entries_of(items_of(tools))
    except TypeError:
        msg = (
            f"Can't compare {python_words(tools)}: expected a Tool, a Toolkit, an entry or a "
            "`tools` array."
        )
        raise TypeError(msg) from None


def _first(pair: tuple[Entry | None, Entry | None]) -> list[Entry]:
    return [entry for entry in pair if entry is not None][:1]


def _is_one(tools: Any) -> bool:
    if isinstance(tools, Mapping):
        return not isinstance(tools.get("tools"), (list, tuple)) and declarations(tools) is None
    return isinstance(tools, Tool)


def _paired(
    olds: list[Entry], news: list[Entry]
) -> Iterator[tuple[Entry | None, Entry | None]]:
    """Pair tools by name; one that is gone, and is there under another name, is renamed."""
    before, after = _by_name(olds), _by_name(news)
    gone = [key for key in before if key not in after]
    added = {key: entry for key, entry in after.items() if key not in before}
    renamed: dict[tuple[str, int], tuple[str, int]] = {}
    for key in gone:
        same = next((k for k, entry in added.items() if _is_renamed(before[key], entry)), None)
        if same is not None:
            renamed[key] = same
            del added[same]
    for key, entry in before.items():
        yield entry, after.get(renamed.get(key, key))
    yield from ((None, entry) for entry in added.values())


def _by_name(entries: list[Entry]) -> dict[tuple[str, int], Entry]:
    seen: Counter[str] = Counter()
    found = {}
    for entry in entries:
        found[entry.name, seen[entry.name]] = entry
        seen[entry.name] += 1
    return found


def _is_renamed(old: Entry, new: Entry) -> bool:
    has_more = bool(old.description or old.schema)
    return has_more and old.description == new.description and is_same(old.schema, new.schema)


def _name(entry: Entry) -> str:
    return visible(entry.name)


# --- one tool --------------------------------------------------------------------------------


def _compared(old: Entry | None, new: Entry | None) -> tuple[list[Change], bool]:
    if old is None or new is None:
        gone = [
            Change(_name(e), "", "gone", kind="removed", breaks="yes")
            for e in _first((old, None))
        ]
        added = [
            Change(_name(e), "", "new", kind="added", breaks="no") for e in _first((new, None))
        ]
        return [*gone, *added], True
    tool = _name(old)
    found, is_whole = differences(_schema(old), _schema(new))
    changes = [*_heads(old, new), *(_change(tool, difference) for difference in found)]
    return changes, is_whole and old.is_whole and new.is_whole


def _schema(entry: Entry) -> JsonValue:
    """Return the schema; an entry may leave out one that says nothing."""
    return {"type": "object"} if entry.schema is None else entry.schema


def _heads(old: Entry, new: Entry) -> Iterator[Change]:
    tool = _name(old)
    if old.name != new.name:
        what = f"renamed to {_name(new) or 'nothing'}"
        facts = (old.name, new.name)
        yield Change(
            *(tool, "", what), kind="changed", breaks="yes", old=facts[0], new=facts[1]
        )
    if (old.description or "") != (new.description or ""):
        yield _head(tool, "description", old.description or None, new.description or None)
    if old.shape != new.shape:
        return  # each shape has its own envelope
    for key in dict.fromkeys([*old.holder, *new.holder]):
        before, after = old.holder.get(key), new.holder.get(key)
        is_known = key in ("name", "description", "type", old.key, new.key)
        if not is_known and not is_same(before, after):
            yield _head(tool, key, before, after)


def _head(tool: str, key: str, old: JsonValue, new: JsonValue) -> Change:
    kind = _kind(MISSING if old is None else old, MISSING if new is None else new)
    event = {"added": "added", "removed": "gone", "changed": "changed"}[kind]
    what = f"{key[:60]} {event}"
    if key != "description" and not isinstance(new, (dict, list)):
        shown = ["none" if value is None else short_json(value) for value in (old, new)]
        what = f"{key[:60]} {shown[0]} -> {shown[1]}"
    return Change(tool, "", visible(what), kind=kind, breaks="no", old=old, new=new)


def _change(tool: str, difference: Difference) -> Change:
    old, new = difference.values()
    path = difference.new_path if difference.is_in_new else difference.old_path
    return Change(
        tool,
        place_text(difference.place),
        change_words(difference),
        kind=_kind(old, new),
        breaks=breaks(difference),
        path=schema_path_text(path),
        old=_plain(old),
        new=_plain(new),
    )


def _kind(old: Any, new: Any) -> Literal["added", "removed", "changed"]:
    if old is MISSING:
        return "added"
    return "removed" if new is MISSING else "changed"


def _plain(value: Any) -> JsonValue:
    if isinstance(value, Flat):
        return alternative(value)
    if isinstance(value, list) and any(isinstance(item, Flat) for item in value):
        return None
    return None if value is MISSING else value


# --- in one line -----------------------------------------------------------------------------


def _together(tool: str, where: str, changes: list[Change]) -> str:
    what = ", ".join(_short(change) for change in changes[:_MOST_OF_ONE])
    if len(changes) > _MOST_OF_ONE:
        what += f" and {len(changes) - _MOST_OF_ONE} more"
    return ": ".join(part for part in (tool, where, what) if part)


def _short(change: Change) -> str:
    return "new" if change.what.startswith("new, ") else change.what
