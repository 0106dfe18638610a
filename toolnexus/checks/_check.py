"""`check` and `apply_fixes`: what providers would refuse, and the tools with that put right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from toolnexus._visible import visible
from toolnexus.checks._entries import (
    DECLARATIONS,
    Entry,
    declarations,
    entries_of,
    items_of,
)
from toolnexus.checks._findings import Finding, Findings
from toolnexus.checks._fixes import RuleKey, fixed_everywhere, path_of
from toolnexus.checks._nodes import nodes_of
from toolnexus.checks._registry import RuleSet, provider_names, rules_for
from toolnexus.checks._rule import EntryRule, Rule, SchemaRule

_ROUNDS = 3
"""A rewrite can bring up something new, such as what was behind a reference."""

_ORDER = {"error": 0, "warning": 1, "info": 2}


def check(tools: Any, providers: str | Iterable[str] | None = None) -> Findings:
    """Say what providers would refuse, lose or advise against, before anything is sent.

    Args:
        tools: A tool, tools, a Toolkit, or entries as any provider takes them: of chat
            completions, of OpenAI's responses, Anthropic's, Gemini's, MCP's.
        providers: Whom to check for, one or more of `PROVIDERS` and `PROFILES`; all of
            `PROVIDERS` if left out. A profile, such as `openai strict`, has the rules of its
            provider and some more.

    Returns:
        The findings, by tool, errors first.

    Raises:
        TypeError: There are no tools in it.
        ValueError: There is no such provider.

    Example:
        >>> from toolnexus import check, define_tool
        >>> def find(tags: list[str], near: dict) -> str:
        ...     '''Find stations that have all of these tags.'''
        ...     return ""
        >>> findings = check(define_tool(find), "openai")
        >>> assert not findings.errors
        >>> [(f.path, f.what) for f in findings.warnings]
        [('parameters.properties.near', 'it is an object, and what is in it is not said')]
    """
    names = provider_names(providers)
    return _found(tools, names, rules_for(names))


def grave_findings(tools: Any) -> Findings:
    """Say what `check` says, but for the advice: enough for a card, and sooner there."""
    names = provider_names(None)
    return _found(tools, names, rules_for(names, with_advice=False))


def _found(tools: Any, names: tuple[str, ...], rules: RuleSet) -> Findings:
    entries = entries_of(items_of(tools))
    found = [
        _finding(rule, tool, "", what)
        for rule in rules.request
        for tool, what in rule.look(entries)
    ]
    for entry in entries:
        found += sorted(_findings_of(entry, rules), key=lambda f: _ORDER[f.severity])
    return Findings(found, names, len(entries))


def apply_fixes(tools: Any, findings: Iterable[Finding] | None = None) -> list[Any]:
    """Make tools in which everything is put right that a rewrite can cure.

    A rewrite keeps what a schema means and cuts nothing; what it can't cure stays. Doing it
    again changes nothing more. Calls come to a tool's new name, if it gets one.

    Args:
        tools: As for `check`.
        findings: What to put right: the rules of these findings, wherever they apply in the
            tools that the findings name, and what that brings up. All that `check` finds if
            left out.

    Returns:
        The tools, or the entries, in order: new ones, but for those that were fine.

    Raises:
        TypeError: There are no tools in it.

    Example:
        >>> from toolnexus.checks import apply_fixes, check
        >>> entry = {
        ...     "name": "find station",
        ...     "description": "Find a station by its tags.",
        ...     "input_schema": {"type": "object", "properties": {"tags": {"type": "array"}}},
        ... }
        >>> (fixed,) = apply_fixes([entry])
        >>> fixed["name"], fixed["input_schema"]["properties"]["tags"]
        ('find_station', {'type': 'array', 'items': {}})
        >>> check([fixed]).errors
        Findings(none)
    """
    items = items_of(tools)
    providers = findings.providers if isinstance(findings, Findings) else None
    wanted: dict[str, set[RuleKey]] = {}
    for finding in check(items, providers) if findings is None else findings:
        if finding.can_fix:
            wanted.setdefault(finding.tool, set()).add((finding.rule, finding.provider))
    taken = {entry.name for entry in entries_of(items)}
    return [_fixed(item, wanted, providers, taken) for item in items]


def _fixed(
    item: Any,
    wanted: dict[str, set[RuleKey]],
    providers: tuple[str, ...] | None,
    taken: set[str],
) -> Any:
    inner = declarations(item)
    if inner is not None:
        fixed = [_fixed(each, wanted, providers, taken) for each in inner]
        return {key: fixed if key in DECLARATIONS else item[key] for key in item}
    keys = {key for entry in entries_of([item]) for key in wanted.get(_label(entry), ())}
    for _ in range(_ROUNDS):
        if not keys:
            break
        before = _curable(item, providers)
        item = fixed_everywhere(item, keys, taken)
        keys = _curable(item, providers) - before
    return item


def _curable(item: Any, providers: tuple[str, ...] | None) -> set[RuleKey]:
    """List the rules that could be applied."""
    return {(found.rule, found.provider) for found in check([item], providers) if found.can_fix}


def _label(entry: Entry) -> str:
    return visible(entry.name)


def _findings_of(entry: Entry, rules: RuleSet) -> Iterator[Finding]:
    label, is_whole = _label(entry), entry.is_whole
    for rule in rules.entry:
        what = rule.look(entry)
        if what:
            path = rule.at(entry) if callable(rule.at) else rule.at
            yield _finding(rule, label, path_of(path), what, is_whole=is_whole)
    looks = [(rule.look, rule) for rule in rules.schema]
    for node in nodes_of(entry):
        for look, schema_rule in looks:
            what = look(node)
            if what:
                yield _finding(schema_rule, label, path_of(node.path), what, is_whole=is_whole)


def _finding(rule: Rule, tool: str, path: str, what: str, *, is_whole: bool = True) -> Finding:
    can_fix = isinstance(rule, (EntryRule, SchemaRule)) and rule.fix is not None and is_whole
    return Finding(
        rule=rule.id,
        provider=rule.provider,
        severity=rule.severity,
        tool=tool,
        path=path,
        what=visible(what),
        why=rule.why,
        source=rule.source,
        do=rule.do,
        can_fix=can_fix,
    )
