"""What Groq, Mistral, Cohere and servers with grammars take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from toolnexus._schema._paths import types_of
from toolnexus.checks._entries import Entry
from toolnexus.checks._keywords import old_form, renew_form, wrong_form
from toolnexus.checks._nodes import Node, nodes_of
from toolnexus.checks._rule import RequestRule, Rule, SchemaRule, has_any, listing

_MOST_FIELDS = 200
_LOOK_AROUND = re.compile(r"\(\?<?[=!]")
_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")


def _null_refused(node: Node) -> str:
    if node.via != "properties" or node.is_required:
        return ""
    types = types_of(node.schema, node.root)
    is_refused = types is not None and "null" not in types
    return "it may be left out, but null is refused" if is_refused else ""


def _many_fields(entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    fields = sum(node.via == "properties" for entry in entries for node in nodes_of(entry))
    if fields > _MOST_FIELDS:
        yield "", f"the tools have {fields} fields, and {_MOST_FIELDS} are taken"


def _looks_around(node: Node) -> str:
    pattern = node.schema.get("pattern")
    is_found = isinstance(pattern, str) and _LOOK_AROUND.search(pattern)
    return 'its "pattern" looks ahead or behind' if is_found else ""


def _leaky_bounds(node: Node) -> str:
    if "number" not in node.types or node.entry.tool is not None:  # a Tool checks arguments
        return ""
    found = [keyword for keyword in _BOUNDS if keyword in node.schema]
    return f"it is a number with {listing(found)}" if found else ""


GROQ: tuple[Rule, ...] = (
    SchemaRule(
        id="GRQ-001",
        provider="groq",
        # Nearly every tool has one, and models rarely send null.
        severity="info",
        look=_null_refused,
        why="the server checks arguments and fails the request if a model sends null",
        source="issues sipeed/picoclaw#400, OpenHands/OpenHands#10048, laravel/ai#239",
        do="accept null, as in int | None = None",
    ),
)
MISTRAL: tuple[Rule, ...] = (
    SchemaRule(
        id="MIS-002",
        provider="mistral",
        severity="error",
        look=old_form,
        fix=renew_form,
        why="the schema is checked, and this is none",
        source="SDK mistral-common, measured",
        do="write it as drafts of today do",
    ),
    SchemaRule(
        id="MIS-002",
        provider="mistral",
        severity="error",
        look=wrong_form,
        why="the schema is checked, and this is none",
        source="SDK mistral-common, measured",
        do="write it as JSON Schema says",
    ),
)
COHERE: tuple[Rule, ...] = (
    RequestRule(
        id="COH-001",
        provider="cohere strict",
        severity="error",
        look=_many_fields,
        why="strict_tools has a limit over all tools",
        source="doc docs.cohere.com, tool use parameter types",
        do="offer the tools that the task needs",
    ),
)
GRAMMAR: tuple[Rule, ...] = (
    SchemaRule(
        id="GRM-001",
        provider="grammar",
        severity="warning",
        look=_looks_around,
        why="llguidance refuses it, xgrammar ignores it",
        source="measured",
        do="write a pattern without, and check the rest in the function",
    ),
    SchemaRule(
        id="GRM-002",
        provider="grammar",
        severity="warning",
        look=has_any(["uniqueItems", "contains", "if", "then", "dependentRequired", "not"]),
        why="llguidance refuses it, xgrammar ignores it",
        source="measured",
        do="check it in the function, and say it in the description",
    ),
    SchemaRule(
        id="GRM-003",
        provider="grammar",
        severity="warning",
        look=_leaky_bounds,
        why="a llama.cpp server let other values through",
        source="measured",
        do="check the arguments yourself",
    ),
)
