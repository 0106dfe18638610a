"""What Anthropic takes, and what its strict mode does."""

from __future__ import annotations

import re

from toolnexus._names import sanitize
from toolnexus.checks._entries import Entry
from toolnexus.checks._nodes import Node
from toolnexus.checks._rewrites import can_split_types, split_types
from toolnexus.checks._rule import (
    EntryRule,
    Rule,
    SchemaRule,
    listing,
    not_told,
    where_possible,
)

_NAMES = "issues home-assistant/core#147760, anthropics/claude-code#96152"
_LIMITS = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "maxItems",
)
_FORMATS = frozenset(
    [
        "date",
        "date-time",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "time",
        "uri",
        "uuid",
    ]
)


def _refused_name(entry: Entry) -> str:
    name = entry.name
    if len(name) > 128:
        return f"the name has {len(name)} characters, over 128"
    odd = re.search(r"[^a-zA-Z0-9_-]", name)
    return f"the name {name!r:.80} has other signs than a-z A-Z 0-9 _ -" if odd else ""


def _long_name(entry: Entry) -> str:
    return f"the name has {len(entry.name)} characters" if 64 < len(entry.name) <= 128 else ""


def _repair_name(entry: Entry) -> bool:
    entry.holder["name"] = sanitize(entry.name)
    return True


def _unenforced(node: Node) -> str:
    schema = node.schema
    keywords = list(_LIMITS)
    least, form = schema.get("minItems"), schema.get("format")
    keywords += ["minItems"] if isinstance(least, int) and least > 1 else []
    keywords += ["format"] if isinstance(form, str) and form not in _FORMATS else []
    found = not_told(node, keywords)
    return f"it has {listing(found)}, and the description doesn't say so" if found else ""


def _type_list(node: Node) -> str:
    return 'its "type" is a list' if isinstance(node.schema.get("type"), list) else ""


RULES: tuple[Rule, ...] = (
    EntryRule(
        id="ANT-001",
        provider="anthropic",
        severity="error",
        look=_refused_name,
        fix=_repair_name,
        at=("name",),
        why="the whole request is refused",
        source=_NAMES,
        do="rename it, and answer calls to the new name",
    ),
    EntryRule(
        id="ANT-001",
        provider="anthropic",
        severity="warning",
        look=_long_name,
        fix=_repair_name,
        at=("name",),
        why="64 characters were the limit once, and still are elsewhere",
        source=_NAMES,
        do="rename it, and answer calls to the new name",
    ),
    SchemaRule(
        id="ANT-101",
        provider="anthropic strict",
        severity="warning",
        look=_unenforced,
        why="strict mode doesn't hold the model to it",
        source="SDK anthropic",
        do="repeat it in the description, as to_anthropic(tools, strict=True) does",
    ),
    *where_possible(
        id="ANT-102",
        provider="anthropic strict",
        severity="warning",
        look=_type_list,
        can=lambda node: can_split_types(node.schema),
        fix=lambda node: split_types(node.schema),
        why="the SDK's helper for strict schemas fails on lists",
        source="measured",
        do="write anyOf",
    ),
)
