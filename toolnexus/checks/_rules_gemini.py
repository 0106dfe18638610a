"""What Gemini takes as JSON Schema, and what its older form, a subset of OpenAPI, does."""

from __future__ import annotations

import re

from toolnexus._names import LONGEST_NAME, sanitize
from toolnexus._types import JsonObject
from toolnexus.checks._entries import Entry
from toolnexus.checks._nodes import Node
from toolnexus.checks._rewrites import (
    ANNOTATIONS,
    can_push_into_branches,
    can_split_types,
    const_to_enum,
    one_of_to_any_of,
    open_booleans,
    push_into_branches,
    say_type,
    split_types,
)
from toolnexus.checks._rule import (
    EntryRule,
    Rule,
    SchemaRule,
    has_any,
    listing,
    where_possible,
)
from toolnexus.checks._written_out import can_write_out, write_out

_OLDER = 'the older form, "parameters", refuses it'
_OLDER_SOURCE = "SDK google-genai; issue googleapis/python-genai#1122"
_SEND_JSON_SCHEMA = "send the schema as parametersJsonSchema"
_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}")
_PARAMETER = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}")
_UNKNOWN_THERE = (
    "allOf",
    "not",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "uniqueItems",
    "prefixItems",
    "patternProperties",
    "propertyNames",
    "examples",
)


def _refused_name(entry: Entry) -> str:
    name = entry.name
    if not name or _NAME.fullmatch(name):
        return ""
    return (
        f"the name {name!r:.80} is not a letter or _, and then up to 127 out of "
        "a-z A-Z 0-9 _ . : -"
    )


def _long_name(entry: Entry) -> str:
    is_long = len(entry.name) > LONGEST_NAME and not _refused_name(entry)
    return f"the name has {len(entry.name)} characters" if is_long else ""


def _repair_name(entry: Entry) -> bool:
    name = sanitize(entry.name)
    if not _NAME.fullmatch(name):
        name = f"_{name}"[:LONGEST_NAME]
    entry.holder["name"] = name
    return True


def _odd_argument(node: Node) -> str:
    if node.via != "properties" or _PARAMETER.fullmatch(node.name):
        return ""
    return f"the parameter's name {node.name!r:.80} is not letters, digits and _"


def _beside_any_of(schema: JsonObject, *, annotations: bool) -> list[str]:
    if "anyOf" not in schema:
        return []
    return [
        key
        for key in schema
        if key != "anyOf"
        and not key.startswith("$")
        and key != "definitions"
        and (annotations or key not in ANNOTATIONS)
    ]


def _crowded(node: Node) -> str:
    beside = _beside_any_of(node.schema, annotations=False)
    return f'beside "anyOf" there is {listing(beside)}' if beside and node.parent else ""


def _crowded_there(node: Node) -> str:
    if not node.parent or _beside_any_of(node.schema, annotations=False):
        return ""
    beside = _beside_any_of(node.schema, annotations=True)
    return f'beside "anyOf" there is {listing(beside)}' if beside else ""


def _beside_ref(node: Node) -> str:
    if "$ref" not in node.schema:
        return ""
    allowed = ("description", "default", "definitions")
    beside = [k for k in node.schema if not k.startswith("$") and k not in allowed]
    return f'beside "$ref" there is {listing(beside)}' if beside else ""


def _bare_const(node: Node) -> str:
    return 'it has a bare "const"' if "const" in node.schema and not _has_enum(node) else ""


def _has_enum(node: Node) -> bool:
    return "enum" in node.schema


def _type_list(node: Node) -> str:
    return 'its "type" is a list' if isinstance(node.schema.get("type"), list) else ""


def _boolean_inside(node: Node) -> str:
    schema = node.schema
    named = [schema.get(key) for key in ("properties", "$defs", "definitions")]
    inner = [value for part in named if isinstance(part, dict) for value in part.values()]
    listed = [schema.get(key) for key in ("anyOf", "prefixItems")]
    inner += [value for part in listed if isinstance(part, list) for value in part]
    inner.append(schema.get("items"))
    return 'a schema inside it is "true" or "false"' if _has_boolean(inner) else ""


def _has_boolean(values: list[object]) -> bool:
    return any(isinstance(value, bool) for value in values)


def _enum_of_others(node: Node) -> str:
    enum = node.schema.get("enum")
    if not isinstance(enum, list) or all(isinstance(value, str) for value in enum):
        return ""
    return 'its "enum" has values that are not strings'


def _enum_without_type(node: Node) -> str:
    enum = node.schema.get("enum")
    is_text = isinstance(enum, list) and all(isinstance(value, str) for value in enum)
    return 'its "enum" goes without a type' if is_text and "type" not in node.schema else ""


def _empty_object(node: Node) -> str:
    is_empty = "object" in node.types and node.schema.get("properties") == {}
    return "the object has no properties" if is_empty else ""


RULES: tuple[Rule, ...] = (
    EntryRule(
        id="GEM-001",
        provider="gemini",
        severity="error",
        look=_refused_name,
        fix=_repair_name,
        at=("name",),
        why="the request is refused",
        source="SDK google-genai; issue google-gemini/gemini-cli#2966",
        do="rename it, and answer calls to the new name",
    ),
    EntryRule(
        id="GEM-001",
        provider="gemini",
        severity="warning",
        look=_long_name,
        fix=_repair_name,
        at=("name",),
        why="over 64 characters were refused at times",
        source="issue cline/cline#7339",
        do="rename it, and answer calls to the new name",
    ),
    SchemaRule(
        id="GEM-002",
        provider="gemini",
        severity="warning",
        look=_odd_argument,
        why="names of parameters have a rule of their own",
        source="SDK google-genai",
        do="rename the parameter",
    ),
    *where_possible(
        id="GEM-006",
        provider="gemini",
        severity="error",
        look=_beside_ref,
        can=lambda node: can_write_out(node.schema, node.root),
        fix=lambda node: write_out(node.schema, node.root),
        why="a reference stands alone there, or the request is refused",
        source="issue anomalyco/opencode#12295",
        do="write out what the reference leads to",
    ),
    *where_possible(
        id="GEM-005",
        provider="gemini",
        severity="error",
        look=_crowded,
        can=lambda node: can_push_into_branches(node.schema),
        fix=lambda node: push_into_branches(node.schema, annotations=False),
        why='"anyOf" stands alone there, or the request is refused',
        source="issue vercel/ai#19000",
        do="move it into the branches",
    ),
    SchemaRule(
        id="GEM-008",
        provider="gemini",
        severity="warning",
        look=_bare_const,
        fix=lambda node: const_to_enum(node.schema),
        why="a gateway made an object of it",
        source="measured",
        do="write an enum of one value, with its type",
    ),
    *where_possible(
        id="GEM-003",
        provider="gemini legacy",
        severity="error",
        look=has_any(["$ref"]),
        can=lambda node: can_write_out(node.schema, node.root),
        fix=lambda node: write_out(node.schema, node.root),
        why=_OLDER,
        source=_OLDER_SOURCE,
        do="write out what the reference leads to",
    ),
    *where_possible(
        id="GEM-003",
        provider="gemini legacy",
        severity="error",
        look=has_any(["oneOf"]),
        can=lambda node: "anyOf" not in node.schema,
        fix=lambda node: one_of_to_any_of(node.schema),
        why=_OLDER,
        source=_OLDER_SOURCE,
        do="write anyOf",
    ),
    *where_possible(
        id="GEM-003",
        provider="gemini legacy",
        severity="error",
        look=has_any(["const"]),
        can=lambda node: not _has_enum(node),
        fix=lambda node: const_to_enum(node.schema),
        why=_OLDER,
        source=_OLDER_SOURCE,
        do="write an enum of one value, with its type",
    ),
    *where_possible(
        id="GEM-003",
        provider="gemini legacy",
        severity="error",
        look=_type_list,
        can=lambda node: can_split_types(node.schema),
        fix=lambda node: split_types(node.schema),
        why=_OLDER,
        source=_OLDER_SOURCE,
        do="write anyOf",
    ),
    SchemaRule(
        id="GEM-003",
        provider="gemini legacy",
        severity="error",
        look=_boolean_inside,
        fix=lambda node: open_booleans(node.schema),
        why=_OLDER,
        source=_OLDER_SOURCE,
        do="write {} for what may be anything",
    ),
    SchemaRule(
        id="GEM-003",
        provider="gemini legacy",
        severity="error",
        look=has_any(_UNKNOWN_THERE),
        why=_OLDER,
        source=_OLDER_SOURCE,
        do=f"{_SEND_JSON_SCHEMA}, or in words, as to_gemini(tools, legacy=True) does",
    ),
    SchemaRule(
        id="GEM-004",
        provider="gemini legacy",
        severity="error",
        look=_enum_without_type,
        fix=lambda node: say_type(node.schema),
        why=_OLDER,
        source="SDK google-genai; issue decolua/9router#380",
        do="state the type",
    ),
    SchemaRule(
        id="GEM-004",
        provider="gemini legacy",
        severity="error",
        look=_enum_of_others,
        why=_OLDER,
        source="SDK google-genai; issue microsoft/azure-devops-mcp#145",
        do=f"{_SEND_JSON_SCHEMA}, or take strings",
    ),
    *where_possible(
        id="GEM-005",
        provider="gemini legacy",
        severity="error",
        look=_crowded_there,
        can=lambda node: can_push_into_branches(node.schema),
        fix=lambda node: push_into_branches(node.schema, annotations=True),
        why='"anyOf" stands alone there, or the request is refused',
        source="issue vercel/ai#19000",
        do="move it into the branches",
    ),
    SchemaRule(
        id="GEM-007",
        provider="gemini legacy",
        severity="warning",
        look=_empty_object,
        why="some versions refuse it",
        source="issues containers/kubernetes-mcp-server#340, pydantic/pydantic-ai#1998",
        do="leave the schema out for this form only",
    ),
)
