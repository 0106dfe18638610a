"""Tools and entries with what a rule found put right, as new ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias, TypeVar

from toolnexus._names import LONGEST_NAME
from toolnexus._problems import path_text
from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus._visible import visible
from toolnexus.checks._entries import Entry, read_entry
from toolnexus.checks._nodes import Node, nodes_of
from toolnexus.checks._registry import RULES
from toolnexus.checks._rule import EntryRule, Rule, SchemaRule
from toolnexus.checks._written_out import drop_unused_definitions

_Item = TypeVar("_Item")
_ROUNDS = 10
"""One rewrite can open the way for another; more rounds than this, none needs."""


RuleKey: TypeAlias = tuple[str, str]
"""A rule's id and its provider."""


def fixed_at(item: _Item, key: RuleKey, path: str) -> _Item:
    """Apply the rewrites of one rule in one place.

    Raises:
        TypeError: It is neither a tool nor an entry.
    """
    if not isinstance(item, (Tool, Mapping)):
        msg = f"Can't fix a {type(item).__name__}: expected a Tool or an entry."
        raise TypeError(msg)
    entry = read_entry(item)
    if _is_out_of_reach(entry, {key}):
        return item
    before = _state(entry)
    _apply_once(entry, _rules({key}), lambda node: path_of(node.path) == path)
    return item if _state(entry) == before else _written(item, entry)


def fixed_everywhere(item: _Item, keys: Collection[RuleKey], taken: set[str]) -> _Item:
    """Apply the rewrites of some rules wherever they find something.

    Args:
        item: A tool, an entry, or what a `tools` array has besides.
        keys: Which rules.
        taken: The names that a repaired name may not be; it is added to them.
    """
    if not isinstance(item, (Tool, Mapping)):
        return item
    entry = read_entry(item)
    if _is_out_of_reach(entry, keys):
        return item
    before, name = _state(entry), entry.name
    rules = _rules(keys)
    for _ in range(_ROUNDS):
        if not _apply_once(entry, rules, lambda _: True):
            break
    if entry.name != name:
        _make_unique(entry, taken)
    return item if _state(entry) == before else _written(item, entry)


def path_of(path: tuple[str | int, ...]) -> str:
    """Write a path as findings have it."""
    return visible(path_text(path))


def _rules(keys: Collection[RuleKey]) -> list[Rule]:
    return [rule for rule in RULES if (rule.id, rule.provider) in keys]


def _is_out_of_reach(entry: Entry, keys: Collection[RuleKey]) -> bool:
    """Tell whether a rewrite would take something else out on the way."""
    return not entry.is_whole or (bool(entry.faults) and ("ALL-012", "all") not in keys)


def _apply_once(
    entry: Entry, rules: Collection[Rule], is_meant: Callable[[Node], bool]
) -> bool:
    changed = False
    for rule in rules:
        if isinstance(rule, EntryRule) and rule.fix and rule.look(entry):
            changed |= rule.fix(entry)
        elif isinstance(rule, SchemaRule) and rule.fix:
            for node in nodes_of(entry):
                if is_meant(node) and rule.look(node):
                    changed |= rule.fix(node)
    if changed and isinstance(entry.schema, dict):
        drop_unused_definitions(entry.schema)
    return changed


def _state(entry: Entry) -> tuple[str, str]:
    return repr(entry.whole), repr(entry.faults)


def _written(item: Any, entry: Entry) -> Any:
    if not isinstance(item, Tool):
        return entry.whole
    changes: JsonObject = {}
    if entry.name != item.name:
        changes["name"] = entry.name
    if entry.schema != item.input_schema:
        changes["input_schema"] = entry.schema
    said = entry.description or ""
    if said != item.description:
        changes["description"] = said
    return item.replace(**changes)


def _make_unique(entry: Entry, taken: set[str]) -> None:
    name, number = entry.name, 2
    while entry.name in taken:
        end = f"_{number}"
        entry.holder["name"] = f"{name[: LONGEST_NAME - len(end)]}{end}"
        number += 1
    taken.add(entry.name)
