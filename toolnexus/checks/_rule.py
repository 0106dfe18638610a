"""What a rule is: facts for people, a predicate, and a rewrite where one can cure it.

A predicate says in words what is wrong, or gives an empty text; a rewrite changes what it is
given, in place, and tells whether it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from toolnexus._problems import Path
from toolnexus._wording import join
from toolnexus.checks._entries import Entry
from toolnexus.checks._nodes import Node

Severity: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """Something that a provider refuses, loses or advises against.

    Args:
        id: Its name. Records of one id differ in severity or in whether they can be cured.
        provider: Whose rule it is: a provider, a profile, or `all`.
        severity: error for what is refused or silently broken, warning for what some models or
            versions refuse or lose, info for advice.
        why: What happens otherwise.
        source: Where that is known from.
        do: What to do about it.
    """

    id: str
    provider: str
    severity: Severity
    why: str
    source: str
    do: str


@dataclass(frozen=True, kw_only=True)
class SchemaRule(Rule):
    """A rule about each schema inside a tool's schema."""

    look: Callable[[Node], str]
    fix: Callable[[Node], bool] | None = None


@dataclass(frozen=True, kw_only=True)
class EntryRule(Rule):
    """A rule about one entry.

    Args:
        at: Where in the entry; a function of the entry if that differs.
    """

    look: Callable[[Entry], str]
    fix: Callable[[Entry], bool] | None = None
    at: Path | Callable[[Entry], Path] = ()


@dataclass(frozen=True, kw_only=True)
class RequestRule(Rule):
    """A rule about all entries of a request; its predicate gives (tool's name, what)."""

    look: Callable[[Sequence[Entry]], Iterable[tuple[str, str]]]


def listing(keywords: Iterable[str]) -> str:
    """List keywords for a message, as many as are readable.

    Example:
        >>> listing(["pattern", "minLength"])
        '"pattern" and "minLength"'
    """
    return join([f'"{keyword}"' for keyword in keywords], "and", most=8)


def has_any(keywords: Iterable[str]) -> Callable[[Node], str]:
    """Make a predicate that finds keywords.

    Example:
        >>> from toolnexus.checks._entries import read_entry
        >>> from toolnexus.checks._nodes import nodes_of
        >>> entry = read_entry({"name": "f", "parameters": {"not": {"type": "null"}}})
        >>> has_any(["not", "if"])(nodes_of(entry)[0])
        'it has "not"'
    """
    wanted = tuple(keywords)

    def look(node: Node) -> str:
        found = [keyword for keyword in wanted if keyword in node.schema]
        return f"it has {listing(found)}" if found else ""

    return look


def not_told(node: Node, keywords: Iterable[str]) -> list[str]:
    """List the keywords of a schema that its description doesn't repeat."""
    said = node.text.casefold()
    return [
        keyword
        for keyword in keywords
        if keyword in node.schema and not _is_told(node.schema[keyword], said)
    ]


def _is_told(value: object, said: str) -> bool:
    if isinstance(value, (dict, list)):
        return False
    text = str(value).casefold()
    return bool(text) and (text in said or text.replace("-", " ") in said)


def where_possible(
    *,
    look: Callable[[Node], str],
    can: Callable[[Node], bool],
    fix: Callable[[Node], bool],
    **facts: Any,
) -> tuple[SchemaRule, SchemaRule]:
    """Make the two records of a rule whose findings can be cured in some places only.

    Args:
        look: The predicate.
        can: Whether the rewrite can be used.
        fix: The rewrite.
        **facts: What else a rule has.
    """

    def look_where(node: Node, *, is_curable: bool) -> str:
        what = look(node)
        return what if what and can(node) == is_curable else ""

    facts_of_others = {**facts, "do": f"{facts['do']}; no rewrite can do that here"}
    return (
        SchemaRule(look=partial(look_where, is_curable=True), fix=fix, **facts),
        SchemaRule(look=partial(look_where, is_curable=False), **facts_of_others),
    )
