"""A tool with an object of any keys becomes strict, and can still say as much."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from toolnexus._schema._paths import resolve, types_of
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, JsonValue
from toolnexus.adapters import to_openai
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._looking import a_tool
from toolnexus.course._running import as_json, executed, shortened
from toolnexus.errors import StrictError, ToolDefinitionError
from toolnexus.models import sample_arguments

_PACKED = (("shirt", 3), ("rain coat", 1))
_DEEPEST = 3


@dataclass(frozen=True)
class _Place:
    """Where a schema has room for things with their numbers.

    Args:
        path: The way there from the arguments.
        written: Writes things and numbers as it wants them.
        things: The schema of a thing.
    """

    path: tuple[str, ...]
    written: Callable[[Any], JsonValue]
    things: JsonValue


async def _look(pack_bag: object) -> AsyncIterator[Goal]:
    tool = a_tool(pack_bag, "pack_bag")
    refusal = _refusal(tool)
    yield Goal(not refusal, "it can be strict", refusal)
    if refusal:
        return
    place = next(_places(tool), None)
    if place is None:
        raise NotThereYetError(_lost(tool))
    yield Goal(met=True, done="it takes things, each with its number", missing="")
    words = place.things.get("enum", []) if isinstance(place.things, dict) else []
    yield Goal(
        not words,
        "whatever the things are called",
        f"only {shortened(str(words))} can be packed; before, it was anything",
    )
    if not words:
        unpacked = await _unpacked(tool, place)
        yield Goal(not unpacked, "and all of them arrive in your function", unpacked)
        accepted = _accepted(tool, place)
        yield Goal(not accepted, "a number is a number", accepted)


def _refusal(tool: Tool) -> str:
    try:
        to_openai([tool], strict=True)
    except StrictError as exc:
        what = shortened(str(exc)).partition(" Give it types")[0]
        return f"{what} What a model makes up has to be a value, not a key"
    return ""


# --- where the things are ---------------------------------------------------------------------


def _places(tool: Tool) -> Iterator[_Place]:
    schema = tool.input_schema
    yield from _within(schema, schema, ())
    yield from _side_by_side(schema)


def _within(schema: JsonValue, root: JsonObject, path: tuple[str, ...]) -> Iterator[_Place]:
    """Look for a list of objects, or of pairs, in an object and in the objects inside it."""
    schema = _without_null(resolve(schema, root), root)
    if not isinstance(schema, dict):
        return
    if "items" in schema or "prefixItems" in schema:
        yield from _of_items(schema, root, path)
    elif len(path) < _DEEPEST:
        for name, inner in schema.get("properties", {}).items():
            yield from _within(inner, root, (*path, name))


def _of_items(schema: JsonObject, root: JsonObject, path: tuple[str, ...]) -> Iterator[_Place]:
    item = resolve(schema.get("items"), root)
    if not isinstance(item, dict):
        return
    fields = item.get("properties", {})
    text = _first(fields, root, "string")
    number = _first(fields, root, "integer") or _first(fields, root, "number")
    if text and number:

        def as_objects(packed: Any) -> JsonValue:
            return [{text: thing, number: count} for thing, count in packed]

        yield _Place(path, as_objects, resolve(fields[text], root))
    if _is_pair(item, root):
        yield _Place(path, lambda packed: [list(one) for one in packed], {})


def _is_pair(item: JsonObject, root: JsonObject) -> bool:
    """Tell whether an item is a text and a number, as a tuple is or as a tool writes it."""
    if "prefixItems" in item:
        kinds = [types_of(part, root) for part in item["prefixItems"]]
        return kinds == [{"string"}, {"integer"}]
    two = item.get("minItems") == item.get("maxItems") == 2
    return two and types_of(item.get("items"), root) == {"string", "integer"}


def _side_by_side(schema: JsonObject) -> Iterator[_Place]:
    """Look for a list of things and a list of numbers."""
    lists: dict[str, list[str]] = {"string": [], "integer": []}
    for name, inner in schema.get("properties", {}).items():
        items = (resolve(inner, schema) or {}).get("items")
        for kind in lists:
            if items is not None and types_of(items, schema) == {kind}:
                lists[kind].append(name)
    for things, numbers in zip(lists["string"], lists["integer"], strict=False):

        def as_lists(packed: Any, things: str = things, numbers: str = numbers) -> JsonValue:
            return {things: [one for one, _ in packed], numbers: [count for _, count in packed]}

        items = resolve(schema["properties"][things], schema)["items"]
        yield _Place((), as_lists, resolve(items, schema))


def _first(fields: JsonObject, root: JsonObject, kind: str) -> str:
    found = (name for name, field in fields.items() if types_of(field, root) == {kind})
    return next(found, "")


def _without_null(schema: JsonValue, root: JsonObject) -> JsonValue:
    """Take what may be null for what it is otherwise."""
    forms = schema.get("anyOf", []) if isinstance(schema, dict) else []
    others = [form for form in forms if types_of(form, root) != {"null"}]
    return resolve(others[0], root) if len(others) == 1 else schema


def _lost(tool: Tool) -> str:
    """Say what a strict tool has lost that has no room for things with numbers."""
    schema = tool.input_schema
    texts, lists = [], []
    for name, inner in schema.get("properties", {}).items():
        kinds = types_of(inner, schema) or set()
        held = resolve(inner, schema)
        fields = held.get("properties", {}) if isinstance(held, dict) else {}
        if _first(fields, schema, "string") and _first(fields, schema, "integer"):
            return f"`{name}` is one thing with its number; a list holds as many as there are"
        if "array" in kinds:
            lists.append(name)
        elif kinds <= {"string", "null"} and name != "destination":
            texts.append(name)
    if lists:
        return (
            f"`{lists[0]}` is a list, but its items don't have a thing and a number each: how "
            "many of what is not said"
        )
    if texts:
        return (
            f"`{texts[0]}` is one text, and whatever a model writes into it fits. Let the "
            "schema say that these are several things, each with a number"
        )
    return (
        "it can no longer be told what to pack: any things, as many as there are, each with a "
        "number. A list has room for that"
    )


# --- whether it still works -------------------------------------------------------------------


def _arguments(tool: Tool, place: _Place, packed: Any) -> JsonObject:
    """Write arguments that pack these things.

    Raises:
        NotThereYetError: The rest of the tool's parameters can't be filled in.
    """
    try:
        arguments = deepcopy(sample_arguments(tool, optional=True))
    except ToolDefinitionError as exc:
        msg = f"no arguments fit its schema: {shortened(str(exc))}"
        raise NotThereYetError(msg) from exc
    if "destination" in arguments:
        arguments["destination"] = "Lisbon"
    if not place.path:
        return {**arguments, **place.written(packed)}
    holder = arguments
    for key in place.path[:-1]:
        holder = holder[key]
    holder[place.path[-1]] = place.written(packed)
    return arguments


async def _unpacked(tool: Tool, place: _Place) -> str:
    """Say what doesn't arrive; empty if all does."""
    arguments = _arguments(tool, place, _PACKED)
    result = await executed(tool, arguments)
    told = f"for {as_json(arguments)} the model is told: {shortened(result.output)}"
    if result.is_error:
        return told
    gone = [word for word in ("shirt", "3", "rain coat") if word not in result.output]
    return f"{told}; where is {gone[0]!r}?" if gone else ""


def _accepted(tool: Tool, place: _Place) -> str:
    """Say which number that is none is accepted; empty if none is."""
    arguments = _arguments(tool, place, [("shirt", "a few")])
    _, refusal = tool.check_arguments(arguments)
    if refusal is not None:
        return ""
    return f"{as_json(arguments)} is accepted: annotate the number as an `int`"


STRICT_TOOL = Exercise(
    name="strict-tool",
    notebook="05_providers",
    title="Make it strict",
    hints=(
        "A strict schema has to know every key beforehand, and in this dict the keys are what "
        "the model packs. So a key has to become a value.",
        "A class with two fields, a thing and how many of it, and a list of those.",
        "`class Item(BaseModel)` with `thing: str` and `count: int`; then "
        "`items: list[Item]`, and in the function `item.thing` and `item.count`.",
    ),
    solution='''\
class Item(BaseModel):
    """Something to pack."""

    thing: str = Field(description="What it is, such as shirt.")
    count: Annotated[int, Field(ge=1, description="How many of it.")]


@tool
def pack_bag(destination: str, items: list[Item]) -> str:
    """Note what to pack for a trip.

    Args:
        destination: The city, in English.
        items: How many of each thing.
    """
    packed = ", ".join(f"{item.count} x {item.thing}" for item in items)
    return f"for {destination}: {packed}"
''',
    look=_look,
)
