"""A `tools` array that somebody found is put right for three providers."""

from __future__ import annotations

from collections.abc import AsyncIterator

from toolnexus._schema._paths import resolve, types_of
from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus._wording import python_words
from toolnexus.checks import check
from toolnexus.checks._entries import Entry, entries_of, items_of
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._running import as_json, shortened
from toolnexus.course._telling import tells
from toolnexus.errors import ToolDefinitionError

_PROVIDERS = ("openai", "anthropic", "gemini")
_MOST = 2
"""Findings to name at a time."""


async def _look(mended: object) -> AsyncIterator[Goal]:
    entry = _entry(mended)
    errors = check([entry.whole], _PROVIDERS).errors
    named = "; ".join(f"{found.path}: {found.what}" for found in errors[:_MOST])
    more = f"; and {len(errors) - _MOST} more" if len(errors) > _MOST else ""
    yield Goal(
        not errors, "none of the three refuses it", f"`check` still has errors: {named}{more}"
    )
    yield Goal(
        "hotel" in entry.name.casefold(),
        "its name says what it does",
        f"from the name {entry.name!r} nobody knows any more that it finds hotels",
    )
    tool = _as_tool(entry)
    if isinstance(tool, str):
        yield Goal(met=False, done="", missing=tool)
        return
    lost = _lost(tool)
    yield Goal(not lost, "it means what it meant", lost)
    description = str(entry.description or "")
    yield Goal(
        tells(description, entry.name),
        "and a model is told what it does",
        f"its description, {description!r:.60}, says no more than its name; no rewrite can "
        "mend that, you can",
    )


def _entry(mended: object) -> Entry:
    try:
        entries = entries_of(items_of(mended))
    except TypeError:
        msg = f"there is no `tools` array here: got {python_words(mended)}"
        raise NotThereYetError(msg) from None
    if len(entries) != 1:
        msg = f"`found_hotels` has one tool, and this has {len(entries) or 'none'}"
        raise NotThereYetError(msg)
    (entry,) = entries
    if not entry.holder:
        msg = f"what stands in the array is no tool: {python_words(entry.whole)}"
        raise NotThereYetError(msg)
    return entry


def _as_tool(entry: Entry) -> Tool | str:
    """Make a tool of its schema, or say why that can't be."""
    if not isinstance(entry.schema, dict):
        return "it has no schema any more, so that a model doesn't know what to send"
    try:
        return Tool("find_hotels", "", entry.schema, execute=dict)
    except ToolDefinitionError as exc:
        return shortened(str(exc))


def _lost(tool: Tool) -> str:
    """Say what the schema no longer means; empty if it means the same."""
    schema = tool.input_schema
    properties = schema.get("properties", {})
    city = next((name for name in ("city", "town") if name in properties), "")
    if not city:
        return "the parameter `city` is gone"
    if city not in schema.get("required", []):
        return (
            f"`{city}` may be left out now, and there is no hotel without a city. `required` "
            "was meant to name it, and only had the wrong word for it"
        )
    missing = [name for name in ("stars", "extras", "board") if name not in properties]
    if missing:
        return f"the parameter `{missing[0]}` is gone"
    items = resolve(properties["extras"], schema)
    if not isinstance(items, dict) or types_of(items.get("items"), schema) != {"string"}:
        return (
            "what `extras` holds is still not said: its description speaks of words, so each "
            'of its items is a {"type": "string"}'
        )
    return _other_calls(tool, city)


def _other_calls(tool: Tool, city: str) -> str:
    """Say which call is accepted or refused that was not meant to be."""
    rome: JsonObject = {city: "Rome"}
    full = {**rome, "stars": 4, "extras": ["pool"], "board": "half board"}
    for arguments in (rome, full, {**rome, "board": "breakfast"}):
        _, refusal = tool.check_arguments(arguments)
        if refusal is not None:
            return f"{as_json(arguments)} was meant to be accepted: {shortened(refusal.output)}"
    for key, value in (("stars", 9), ("board", "all you can eat"), (city, 3)):
        arguments = {**rome, key: value}
        if tool.check_arguments(arguments)[1] is None:
            return f"{as_json(arguments)} was refused before; what said so is gone from `{key}`"
    return ""


FIT_FOR_ALL = Exercise(
    name="fit-for-all",
    notebook="05_providers",
    title="Fit for all three",
    hints=(
        "Compare what it made with `found_hotels`. It can't know what was meant, so it took "
        "out what makes no sense, and let anything in where nothing was said.",
        "Three things are left for you: `required`, which meant the city; what the items of "
        "`extras` are; and a description.",
        'Write `schema["required"] = ["city"]` and `schema["properties"]["extras"]["items"] = '
        '{"type": "string"}` for the schema in `mended[0]["function"]["parameters"]`, and a '
        'description into `mended[0]["function"]["description"]`.',
    ),
    solution="""\
from toolnexus.checks import apply_fixes

mended = apply_fixes(found_hotels)
function = mended[0]["function"]
function["description"] = "Find hotels in a city that have a free room tonight."
schema = function["parameters"]
schema["required"] = ["city"]
schema["properties"]["extras"]["items"] = {"type": "string"}
""",
    look=_look,
)
