"""What OpenAI takes, and what its strict mode does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolnexus._types import JsonValue
from toolnexus.checks._entries import Entry
from toolnexus.checks._keywords import old_form, renew_form, wrong_form
from toolnexus.checks._nodes import Node, nodes_of
from toolnexus.checks._rule import EntryRule, RequestRule, Rule, SchemaRule, has_any

_MOST_TOOLS = 128
_LONGEST_DESCRIPTION = 1024
_STRICT = "doc structured outputs"
_WRITE_STRICT = "write it with to_openai(tools, strict=True)"
_MOST_PROPERTIES, _MOST_LEVELS = 5000, 10
_MOST_VALUES, _MOST_CHARACTERS = 1000, 120_000
_LONG_ENUM, _LONG_ENUM_CHARACTERS = 250, 15_000

_FORMATS = frozenset(
    ["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"]
)


def _too_many(entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    if len(entries) > _MOST_TOOLS:
        yield "", f"there are {len(entries)} tools, and {_MOST_TOOLS} are taken"


def _long_description(entry: Entry) -> str:
    said = entry.description
    if not isinstance(said, str) or len(said) <= _LONGEST_DESCRIPTION:
        return ""
    return f"its description has {len(said):,} characters, over {_LONGEST_DESCRIPTION:,}"


def _is_object(node: Node) -> bool:
    return "object" in node.types or "properties" in node.schema


def _open_object(node: Node) -> str:
    is_open = node.schema.get("additionalProperties") is not False
    return "the object is open to further properties" if _is_object(node) and is_open else ""


def _optional(node: Node) -> str:
    return "" if node.via != "properties" or node.is_required else "it may be left out"


def _kept_default(node: Node) -> str:
    is_default = node.via == "properties" and "default" in node.schema
    return "it has a default" if is_default else ""


def _odd_format(node: Node) -> str:
    stated = node.schema.get("format")
    is_odd = isinstance(stated, str) and stated not in _FORMATS
    return f"it has the format {stated!r:.60}" if is_odd else ""


def _over_a_limit(entry: Entry) -> str:
    nodes = nodes_of(entry)
    names = [node.name for node in nodes if node.via == "properties"]
    enums = [_texts(node.schema.get("enum")) for node in nodes]
    constants = [str(node.schema["const"]) for node in nodes if "const" in node.schema]
    characters = sum(map(len, [*names, *constants, *(text for enum in enums for text in enum)]))
    levels = max((node.level for node in nodes), default=0)
    longest = max((sum(map(len, e)) for e in enums if len(e) > _LONG_ENUM), default=0)
    found = (
        (len(names), _MOST_PROPERTIES, "properties"),
        (levels, _MOST_LEVELS, "levels"),
        (sum(map(len, enums)), _MOST_VALUES, "values in enums"),
        (characters, _MOST_CHARACTERS, "characters of names, enums and constants"),
        (longest, _LONG_ENUM_CHARACTERS, "characters in one long enum"),
    )
    over = [
        f"{number:,} {what}, over {most:,}" for number, most, what in found if number > most
    ]
    return f"it has {'; '.join(over)}" if over else ""


def _texts(enum: JsonValue) -> list[str]:
    return [str(value) for value in enum] if isinstance(enum, list) else []


RULES: tuple[Rule, ...] = (
    RequestRule(
        id="OAI-001",
        provider="openai",
        severity="error",
        look=_too_many,
        why="the request is refused",
        source="SDK openai; issues zed-industries/zed#32946, anomalyco/opencode#4909",
        do="offer the tools that the task needs",
    ),
    EntryRule(
        id="OAI-002",
        provider="openai",
        severity="warning",
        look=_long_description,
        at=("description",),
        why="the request was refused at times",
        source="issues OpenHands/OpenHands#4838, getsentry/sentry-mcp#106",
        do="say what helps to choose it, and leave the rest to the results",
    ),
    SchemaRule(
        id="OAI-003",
        provider="openai",
        severity="error",
        look=old_form,
        fix=renew_form,
        why="the request is refused, as the schema is none",
        source="issue FoundationAgents/OpenManus#1162",
        do="write it as drafts of today do",
    ),
    SchemaRule(
        id="OAI-003",
        provider="openai",
        severity="error",
        look=wrong_form,
        why="the request is refused, as the schema is none",
        source="issue FoundationAgents/OpenManus#1162",
        do="write it as JSON Schema says",
    ),
    SchemaRule(
        id="OAI-101",
        provider="openai strict",
        severity="error",
        look=_open_object,
        why="strict mode takes closed objects only",
        source=_STRICT,
        do=_WRITE_STRICT,
    ),
    SchemaRule(
        id="OAI-102",
        provider="openai strict",
        severity="error",
        look=_optional,
        why="strict mode requires every property",
        source=_STRICT,
        do=f"{_WRITE_STRICT}, where null stands for what is left out",
    ),
    SchemaRule(
        id="OAI-103",
        provider="openai strict",
        severity="error",
        look=has_any(
            ["allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"]
        ),
        why="strict mode doesn't take it",
        source=_STRICT,
        do="check it in the function, and say it in the description",
    ),
    SchemaRule(
        id="OAI-104",
        provider="openai strict",
        severity="warning",
        look=has_any(
            ["oneOf", "patternProperties", "propertyNames", "uniqueItems", "contains"]
        ),
        why="strict mode doesn't list it",
        source=_STRICT,
        do="write anyOf, or check it in the function",
    ),
    EntryRule(
        id="OAI-105",
        provider="openai strict",
        severity="error",
        look=_over_a_limit,
        at=lambda entry: entry.schema_path,
        why="strict mode has limits",
        source=_STRICT,
        do="make several tools of it, or don't be strict with it",
    ),
    SchemaRule(
        id="OAI-108",
        provider="openai strict",
        severity="error",
        look=_odd_format,
        why="strict mode takes nine formats",
        source="issue cyanheads/git-mcp-server#47",
        do=f"{_WRITE_STRICT}, which says it in the description",
    ),
    SchemaRule(
        id="OAI-107",
        provider="openai strict",
        severity="warning",
        look=_kept_default,
        why="it means nothing where every property is required",
        source="own rule",
        do=_WRITE_STRICT,
    ),
)
