"""What Ollama's server keeps of a schema, and what its Python client does."""

from __future__ import annotations

from collections.abc import Callable

from toolnexus.checks._entries import Entry
from toolnexus.checks._nodes import Node, nodes_of
from toolnexus.checks._rewrites import const_to_enum, one_of_to_any_of
from toolnexus.checks._rule import (
    EntryRule,
    Rule,
    SchemaRule,
    listing,
    not_told,
    where_possible,
)
from toolnexus.checks._written_out import can_write_out, write_out

_SERVER = "ollama/ollama api/types.go; measured"
_LIMITS = (
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
)


def _is_read(node: Node) -> bool:
    """Tell whether the server reads it keyword by keyword; items it hands on as they are."""
    return node.parent is not None and node.ways() <= {"properties", "anyOf"}


def _lost_reference(node: Node) -> str:
    target = node.target
    is_lost = "$ref" in node.schema and _is_read(node)
    is_lost = is_lost and isinstance(target, dict) and "$ref" not in target
    return "it is a reference: the model sees nothing of it" if is_lost else ""


def _lost(keyword: str, *, unless: str) -> Callable[[Node], str]:
    def look(node: Node) -> str:
        is_lost = keyword in node.schema and unless not in node.schema and _is_read(node)
        return f'it has "{keyword}": the model sees nothing of it' if is_lost else ""

    return look


def _lost_limits(node: Node) -> str:
    if not _is_read(node):
        return ""
    found = not_told(node, _LIMITS)
    found += [key for key in ("allOf", "not", "prefixItems") if key in node.schema]
    found += ["additionalProperties"] * isinstance(
        node.schema.get("additionalProperties"), dict
    )
    return f"it has {listing(found)}, and the description doesn't say so" if found else ""


def _lost_default(node: Node) -> str:
    is_lost = _is_read(node) and node.schema.get("default") is not None
    found = not_told(node, ["default"]) if is_lost else []
    return "it has a default, and the description doesn't say so" if found else ""


def _lost_at_client(entry: Entry) -> str:
    lost = [
        ".".join(str(step) for step in node.path[1:])
        for node in nodes_of(entry)
        if node.parent is not None
        and node.via == "properties"
        and not {"properties", "anyOf"}.isdisjoint(node.schema)
    ]
    more = f" and {len(lost) - 3} more" if len(lost) > 3 else ""
    return f"what is inside {listing(lost[:3])}{more} is lost" if lost else ""


RULES: tuple[Rule, ...] = (
    *where_possible(
        id="OLL-001",
        provider="ollama",
        severity="error",
        look=_lost_reference,
        can=lambda node: can_write_out(node.schema, node.root),
        fix=lambda node: write_out(node.schema, node.root),
        why="the server keeps no references of properties",
        source=_SERVER,
        do="write out what the reference leads to",
    ),
    SchemaRule(
        id="OLL-002",
        provider="ollama",
        severity="warning",
        look=_lost("oneOf", unless="anyOf"),
        fix=lambda node: one_of_to_any_of(node.schema),
        why="the server keeps anyOf only",
        source=_SERVER,
        do="write anyOf",
    ),
    SchemaRule(
        id="OLL-002",
        provider="ollama",
        severity="warning",
        look=_lost("const", unless="enum"),
        fix=lambda node: const_to_enum(node.schema),
        why="the server keeps enum only",
        source=_SERVER,
        do="write an enum of one value, with its type",
    ),
    SchemaRule(
        id="OLL-002",
        provider="ollama",
        severity="warning",
        look=_lost_limits,
        why="the server drops it",
        source=_SERVER,
        do="say it there, as to_portable(tools) does",
    ),
    SchemaRule(
        id="OLL-002",
        provider="ollama",
        severity="info",
        look=_lost_default,
        why="the server drops it",
        source=_SERVER,
        do="say it there, as to_portable(tools) does",
    ),
    EntryRule(
        id="OLL-003",
        provider="ollama client",
        severity="warning",
        look=_lost_at_client,
        at=lambda entry: entry.schema_path,
        why='the Python client drops "anyOf" and the properties of properties',
        source="SDK ollama, measured",
        do="use the server's OpenAI-shaped endpoint, /v1",
    ),
)
