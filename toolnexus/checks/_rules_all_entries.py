"""What every provider needs of an entry and of a request, and advice that holds for all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from toolnexus._names import is_name, sanitize
from toolnexus._problems import path_text
from toolnexus._schema._paths import resolve
from toolnexus._schema._words import value_words
from toolnexus._types import JsonValue
from toolnexus._wording import join
from toolnexus.checks._entries import GEMINI, UNKNOWN, Entry
from toolnexus.checks._rewrites import root_as_object
from toolnexus.checks._rule import EntryRule, RequestRule, Rule, listing
from toolnexus.checks._tokens import MANY_TOKENS, tokens_of

_CHOICES = ("anyOf", "oneOf", "allOf")
_SHORT = 10


def _of_no_shape(entry: Entry) -> str:
    if entry.shape != UNKNOWN:
        return ""
    got = "an object without a name" if isinstance(entry.whole, dict) else "no object"
    return f"it is of no shape that a provider takes: {got}"


def _null_description(entry: Entry) -> str:
    is_null = "description" in entry.holder and entry.description is None
    return "its description is null" if is_null else ""


def _drop_description(entry: Entry) -> bool:
    del entry.holder["description"]
    return True


def _odd_description(entry: Entry) -> str:
    said = entry.description
    is_odd = said is not None and not isinstance(said, str)
    return f"its description is {value_words(said)}, expected a string" if is_odd else ""


def _without_name(entry: Entry) -> str:
    return "" if entry.name or entry.shape == UNKNOWN else "it has no name"


def _odd_name(entry: Entry) -> str:
    name = entry.name
    if not name or is_name(name):
        return ""
    odd = list(dict.fromkeys(re.findall(r"[^a-zA-Z0-9_-]", name)))
    shown = ["a space" if c == " " else repr(c) for c in odd]
    reasons = [f"it has {join(shown, 'and', most=8)}"] if odd else []
    reasons += [f"it is {len(name)} characters long"] if len(name) > 64 else []
    return f"the name {name!r:.80} can't be used: {' and '.join(reasons)}"


def _repair_name(entry: Entry) -> bool:
    entry.holder["name"] = sanitize(entry.name)
    return True


def _not_json(entry: Entry) -> str:
    found = [fault for fault in entry.faults if not fault.is_cut]
    told = [f"{fault.what} at {path_text(fault.path) or 'its root'}" for fault in found[:3]]
    return f"it is not plain JSON: {join(told, 'and')}" if told else ""


def _keep_the_copy(entry: Entry) -> bool:
    is_changed = bool(entry.faults)
    entry.faults.clear()  # the copy that is written back is plain JSON already
    return is_changed


def _first_fault(entry: Entry) -> tuple[str | int, ...]:
    path = entry.faults[0].path
    return path[1:] if path[:1] == ("function",) else path


def _too_much(entry: Entry) -> str:
    return "" if entry.is_whole else "it is too large or nested too deeply to be checked whole"


def _little_said(entry: Entry) -> str:
    said = "" if entry.description is None else entry.description
    if entry.shape == UNKNOWN or not isinstance(said, str):
        return ""
    if not said.strip():
        return "it has no description"
    return f"its description is {said.strip()!r}" if len(said.strip()) < _SHORT else ""


def _no_schema(entry: Entry) -> str:
    if entry.schema is not None or entry.shape == UNKNOWN:
        return ""
    # Gemini's own way to say that there are no parameters.
    return "" if entry.shape == GEMINI and entry.key not in entry.holder else "it has no schema"


def _no_properties(entry: Entry) -> str:
    schema = entry.schema
    if not isinstance(schema, dict) or "properties" in schema or "$ref" in schema:
        return ""
    is_other = not _stated(schema.get("type")) <= {"object"} or any(
        k in schema for k in _CHOICES
    )
    return "" if is_other else 'the schema has no "properties"'


def _add_properties(entry: Entry) -> bool:
    schema = entry.schema if isinstance(entry.schema, dict) else {}
    entry.holder[entry.key] = {"type": "object", **schema, "properties": {}}
    return True


def _no_object(entry: Entry) -> str:
    schema = entry.schema
    if schema is None:
        return ""
    if not isinstance(schema, dict):
        return f"the schema is {value_words(schema)}, expected an object"
    stated = schema.get("type")
    is_other = bool(_stated(stated)) and "object" not in _stated(stated)
    return f"the whole schema is of type {value_words(stated)}" if is_other else ""


def _not_said_to_be_object(entry: Entry) -> str:
    schema = entry.schema
    if not isinstance(schema, dict) or schema.get("type") in ("object", "OBJECT"):
        return ""
    stated = _stated(schema.get("type"))
    if stated and "object" not in stated:
        return ""
    if any(key in schema for key in _CHOICES) and not stated and "properties" not in schema:
        return ""  # what it is, the choice says
    target = resolve(schema, schema)
    if not isinstance(target, dict) or "$ref" in target:
        return ""  # a reference that leads nowhere
    return "the whole schema is not simply of type object"


def _say_object(entry: Entry) -> bool:
    return root_as_object(entry.schema)


def _choice_at_root(entry: Entry) -> str:
    schema = entry.schema if isinstance(entry.schema, dict) else {}
    found = [key for key in _CHOICES if key in schema]
    return f"the whole schema has {listing(found)}" if found else ""


def _stated(kind: JsonValue) -> set[str]:
    names = kind if isinstance(kind, list) else [kind]
    return {name.lower() for name in names if isinstance(name, str)}


def _same_names(entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    for name, times in Counter(entry.name for entry in entries if entry.name).items():
        if times > 1:
            yield name, f"{times} tools have this name"


def _mixed_shapes(entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    shapes = list(dict.fromkeys(e.shape for e in entries if e.shape != UNKNOWN))
    if len(shapes) > 1:
        yield "", f"the entries are of different shapes: {join(shapes, 'and')}"


def _many_tokens(entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    if sum(len(entry.text) for entry in entries) <= MANY_TOKENS:
        return  # no text has more tokens than characters, but for rare scripts
    tokens = sum(tokens_of(entry.text) for entry in entries)
    if tokens > MANY_TOKENS:
        yield "", f"all tools together are about {tokens:,} tokens (an estimate)"


RULES: tuple[Rule, ...] = (
    EntryRule(
        id="ALL-016",
        provider="all",
        severity="error",
        look=_of_no_shape,
        why="no provider could tell what it is",
        source="SDKs",
        do='write {"type": "function", "function": {"name", "description", "parameters"}}',
    ),
    EntryRule(
        id="ALL-016",
        provider="all",
        severity="error",
        look=_null_description,
        fix=_drop_description,
        at=("description",),
        why="the official types take no null there",
        source="SDKs openai, groq, together",
        do="leave the key out",
    ),
    EntryRule(
        id="ALL-016",
        provider="all",
        severity="error",
        look=_odd_description,
        at=("description",),
        why="a description is text",
        source="SDKs",
        do="write a string",
    ),
    EntryRule(
        id="ALL-018",
        provider="all",
        severity="warning",
        look=_too_much,
        why="a request of that size will hardly be taken",
        source="own rule",
        do="make it smaller",
    ),
    EntryRule(
        id="ALL-012",
        provider="all",
        severity="error",
        look=_not_json,
        fix=_keep_the_copy,
        at=_first_fault,
        why="it can't be sent",
        source="own rule",
        do="write plain JSON values",
    ),
    RequestRule(
        id="ALL-001",
        provider="all",
        severity="error",
        look=_same_names,
        why="a model tells tools apart by name alone",
        source="own rule",
        do="rename one",
    ),
    RequestRule(
        id="ALL-017",
        provider="all",
        severity="error",
        look=_mixed_shapes,
        why="one request takes entries of one shape",
        source="SDKs",
        do="write all of them for the same provider",
    ),
    EntryRule(
        id="ALL-002",
        provider="all",
        severity="error",
        look=_without_name,
        at=("name",),
        why="a model calls a tool by its name",
        source="SDKs",
        do="give it one",
    ),
    EntryRule(
        id="ALL-002",
        provider="all",
        severity="error",
        look=_odd_name,
        fix=_repair_name,
        at=("name",),
        why="a name is 1 to 64 characters out of a-z A-Z 0-9 _ -",
        source="SDKs openai, mistral-common; issue run-llama/llama_index#16093",
        do="rename it, and answer calls to the new name",
    ),
    EntryRule(
        id="ALL-003",
        provider="all",
        severity="error",
        look=_no_object,
        at=lambda entry: entry.schema_path,
        why="arguments are an object",
        source="SDK anthropic",
        do="make the value a property of an object; no rewrite can do that",
    ),
    EntryRule(
        id="ALL-003",
        provider="all",
        severity="error",
        look=_not_said_to_be_object,
        fix=_say_object,
        at=lambda entry: entry.schema_path,
        why="arguments are an object",
        source="SDK anthropic",
        do='write "type": "object"',
    ),
    EntryRule(
        id="ALL-004",
        provider="all",
        severity="error",
        look=_choice_at_root,
        at=lambda entry: entry.schema_path,
        why="Anthropic and strict mode refuse the request",
        source="issues anthropics/claude-code#40075, dearlordylord/huly-mcp#66",
        do="move the choice into a property, or make several tools; no rewrite can do that",
    ),
    EntryRule(
        id="ALL-009",
        provider="all",
        severity="error",
        look=_no_schema,
        fix=_add_properties,
        at=lambda entry: entry.schema_path,
        why="several providers refuse an entry without one",
        source="SDKs mistralai, cohere",
        do='write {"type": "object", "properties": {}}',
    ),
    EntryRule(
        id="ALL-009",
        provider="all",
        severity="error",
        look=_no_properties,
        fix=_add_properties,
        at=lambda entry: entry.schema_path,
        why="several providers refuse the request",
        source="issues spring-projects/spring-ai#4776, containers/kubernetes-mcp-server#340",
        do='write "properties": {}',
    ),
    EntryRule(
        id="ALL-010",
        provider="all",
        severity="warning",
        look=_little_said,
        at=("description",),
        why="a model chooses a tool by what is said of it",
        source="SDK anthropic",
        do="say what it does, and when to use it",
    ),
    RequestRule(
        id="TOK-001",
        provider="all",
        severity="info",
        look=_many_tokens,
        why="they are paid for and read with every request",
        source="own rule",
        do="offer the tools that the task needs",
    ),
)
