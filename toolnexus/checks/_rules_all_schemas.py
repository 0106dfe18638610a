"""What every provider needs of each schema inside a tool's schema."""

from __future__ import annotations

import re

from toolnexus._schema._paths import reachable
from toolnexus._wording import join, nearest
from toolnexus.checks._nodes import Node
from toolnexus.checks._rewrites import can_name_types, drop_from_required, name_types
from toolnexus.checks._rule import Rule, SchemaRule, listing, where_possible

_TYPES = frozenset(["array", "boolean", "integer", "null", "number", "object", "string"])
_CHOICES = ("anyOf", "oneOf", "allOf")
_ARGUMENT = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def _leads_nowhere(node: Node) -> str:
    reference = node.schema.get("$ref")
    if not isinstance(reference, str):
        return ""
    target = node.target
    if isinstance(target, (dict, bool)) and not (isinstance(target, dict) and "$ref" in target):
        return ""
    where = "nowhere" if reference.startswith("#") else "out of the schema"
    return f"the reference {reference!r:.100} leads {where}"


def _no_type(node: Node) -> str:
    odd = sorted(node.types - _TYPES)
    return f"there is no type {join([repr(n)[:60] for n in odd], 'and', most=4)}" if odd else ""


def _required_but_missing(node: Node) -> list[str]:
    schema = node.schema
    required, own = schema.get("required"), schema.get("properties")
    if not isinstance(required, list):
        return []
    known: set[str] = set(own) if isinstance(own, dict) else set()
    absent = [name for name in required if isinstance(name, str) and name not in known]
    if not absent or isinstance(schema.get("additionalProperties"), dict):
        return []
    if isinstance(schema.get("patternProperties"), dict):
        return []
    for around in node.around():
        for inner in [around.schema, *reachable([around.schema], node.root)]:
            properties = inner.get("properties")
            known |= set(properties) if isinstance(properties, dict) else set()
    return [name for name in absent if name not in known]


def _required_missing(node: Node) -> str:
    absent = _required_but_missing(node)
    if not absent:
        return ""
    properties = node.schema.get("properties")
    near = nearest(absent[0], properties) if isinstance(properties, dict) else None
    hint = f" ({near!r} may be meant)" if near else ""
    return f'"required" names {listing(absent)}, which it doesn\'t have{hint}'


def _drop_missing(node: Node) -> bool:
    return drop_from_required(node.schema, set(_required_but_missing(node)))


def _holds_what(node: Node) -> str:
    if "array" not in node.types or "items" in node.schema or "prefixItems" in node.schema:
        return ""
    return "it is an array, of what is not said"


def _add_items(node: Node) -> bool:
    node.schema["items"] = {}
    return True


def _undescribed(node: Node) -> str:
    if node.via != "properties" or "description" in node.schema or "const" in node.schema:
        return ""
    return "" if node.is_described else "it has no description"


def _default_for_nobody(node: Node) -> str:
    if node.via != "properties" or "default" not in node.schema or node.is_required:
        return ""
    tool = node.entry.tool
    is_applied = tool is not None and tool.fn is not None  # by the function itself
    return "" if is_applied else "it has a default, which models and servers don't fill in"


def _odd_argument(node: Node) -> str:
    if node.via != "properties" or _ARGUMENT.fullmatch(node.name):
        return ""
    return f"the parameter's name {node.name!r:.80} is not 1 to 64 out of a-z A-Z 0-9 _ . -"


def _free_object(node: Node) -> str:
    schema = node.schema
    if "object" not in node.types or node.parent is None or schema.get("properties"):
        return ""
    if schema.get("additionalProperties") is False or schema.get("patternProperties"):
        return ""
    if any(key in schema for key in (*_CHOICES, "$ref", "enum", "const")):
        return ""
    return "it is an object, and what is in it is not said"


RULES: tuple[Rule, ...] = (
    SchemaRule(
        id="ALL-005",
        provider="all",
        severity="error",
        look=_leads_nowhere,
        why="servers that make a grammar of the schema refuse it",
        source="measured",
        do='put what is meant under "$defs" of the same schema',
    ),
    *where_possible(
        id="ALL-006",
        provider="all",
        severity="error",
        look=_no_type,
        can=lambda node: can_name_types(node.schema),
        fix=lambda node: name_types(node.schema),
        why="servers refuse types that JSON doesn't have",
        source="measured",
        do=f"write {join(sorted(_TYPES), 'or')}",
    ),
    SchemaRule(
        id="ALL-007",
        provider="all",
        severity="error",
        look=_required_missing,
        fix=_drop_missing,
        why="no arguments could ever fit, or the model makes something up",
        source="own rule",
        do="add the property, or take the name out",
    ),
    SchemaRule(
        id="ALL-008",
        provider="all",
        severity="error",
        look=_holds_what,
        fix=_add_items,
        why="OpenAI and Gemini refuse the request",
        source="issues sigoden/aichat#1049, DEEIX-AI/DEEIX-Chat#546",
        do="say what it holds, as items",
    ),
    SchemaRule(
        id="ALL-014",
        provider="all",
        severity="warning",
        look=_odd_argument,
        why="Anthropic refuses other names",
        source="issue diegosouzapw/OmniRoute#13552",
        do="rename the parameter",
    ),
    SchemaRule(
        id="ALL-015",
        provider="all",
        severity="warning",
        look=_free_object,
        why="strict modes close it to {}, and Gemini may fill in {}",
        source="measured; issue juspay/clairvoyance#965",
        do="name its properties, or take a list of key and value",
    ),
    SchemaRule(
        id="ALL-011",
        provider="all",
        severity="info",
        look=_undescribed,
        why="a model fills it in by its name alone",
        source="SDK anthropic",
        do="say in a sentence what it is",
    ),
    SchemaRule(
        id="ALL-013",
        provider="all",
        severity="info",
        look=_default_for_nobody,
        why="what is left out stays out",
        source="SDK google-genai; measured",
        do="apply it in the function",
    ),
)
