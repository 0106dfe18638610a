"""Calls found in a value by its shape.

The shapes of providers' messages are in `_messages.py`; here is how they nest, and what models
write that is no provider's shape.
"""

from __future__ import annotations

from typing import Any

from toolnexus._calls import as_id, read_call
from toolnexus._model_output._context import Found, Reader
from toolnexus._model_output._messages import (
    ARGUMENT_KEYS,
    SHAPES,
    Item,
    Shape,
    first_dict,
    from_chunks,
    is_chunk,
    openai_call,
    text_message,
)
from toolnexus._types import JsonObject, ToolCall

MOST_CALLS = 10_000
_MOST_LEVELS = 8
_NAME_KEYS = ("name", "tool", "tool_name", "function", "function_name", "action",
              "recipient_name")  # fmt: skip
_NOTE_ENTRY = "this is a tool's entry, which says what can be called; it is no call"


def items_in(value: Any, reader: Reader, level: int = 0) -> list[Item]:
    """Find the calls in a value, and the texts in which there may be some.

    An object of no known shape is taken for arguments.
    """
    if level > _MOST_LEVELS:
        return []
    if isinstance(value, list):
        return _in_list(value, reader, level)
    if not isinstance(value, dict):
        return []
    attempt = reader.fork()
    items = next(
        (found for shape in _SHAPES if (found := shape(value, attempt)) is not None), None
    )
    own = reader.offered.has_all(reader.offered.selected, value)
    if items is None or (own and not any(_is_known(item, reader) for item in items)):
        # The last is for a tool whose parameters happen to be called as those of a message.
        return [Found("", value, is_bare=True)]
    reader.join(attempt)
    return items


def _is_known(item: Item, reader: Reader) -> bool:
    return isinstance(item, Found) and reader.offered.knows(item.name)


def _in_list(values: list[Any], reader: Reader, level: int) -> list[Item]:
    if any(isinstance(value, dict) and is_chunk(value) for value in values):
        return from_chunks(values, reader)
    items: list[Item] = []
    for value in values:
        if len(items) > MOST_CALLS:  # whoever asks says so
            break
        items += items_in(value, reader, level + 1)
    return items


def _conversation(value: JsonObject, reader: Reader) -> list[Item] | None:
    messages = value.get("messages")
    if not isinstance(messages, list) or not messages or "role" not in first_dict(messages):
        return None
    return _in_list(messages, reader, 1)


def _entry(value: JsonObject, reader: Reader) -> list[Item] | None:
    function = value.get("function")
    inner = function if isinstance(function, dict) and "name" in function else value
    schema = inner.get("parameters", inner.get("input_schema", inner.get("inputSchema")))
    is_schema = isinstance(schema, dict) and isinstance(schema.get("properties"), dict)
    if is_schema and isinstance(inner.get("name"), str) and "arguments" not in inner:
        reader.notes.add("tool_entry", _NOTE_ENTRY)
        return []
    return None


def _chat_call(value: JsonObject, reader: Reader) -> list[Item] | None:  # noqa: ARG001 - all alike
    function = value.get("function")
    if not isinstance(function, dict) or "name" not in function:
        return None
    call = ToolCall(*read_call(value))
    # Alone it may be Ollama's as well, which has objects and no ids.
    is_openai = value.get("type") == "function" or "id" in value
    return [openai_call(call, value, is_openai=is_openai)]


def _wrapped_calls(value: JsonObject, reader: Reader) -> list[Item] | None:
    inner = value
    for key in ARGUMENT_KEYS:
        if str(value.get("name", "")).startswith("multi_tool_use") and key in value:
            inner = value[key] if isinstance(value[key], dict) else {}
    uses = inner.get("tool_uses")
    if not isinstance(uses, list) or "recipient_name" not in first_dict(uses):
        return None
    words = "calls wrapped in one of multi_tool_use, which only the model knows"
    reader.notes.add("multi_tool_use", words)
    return _in_list(uses, reader, 2)


def _named(value: JsonObject, reader: Reader) -> list[Item] | None:
    key = next((key for key in _NAME_KEYS if isinstance(value.get(key), str)), None)
    if key is None:
        return None
    given = next((one for one in ARGUMENT_KEYS if one in value), None)
    name, call_id = value[key], as_id(value.get("id"))
    if given is not None:
        return [Found(name, value[given], call_id)]
    if not reader.offered.knows(name) or reader.offered.has_all(reader.offered.selected, value):
        return None
    rest = {one: value[one] for one in value if one not in (key, "id", "type")}
    if not rest:
        return [Found(name, None, call_id)]
    words = "the arguments stand beside the name, not in an object of their own"
    return [Found(name, rest, call_id, (("flat_arguments", words),))]


def _name_as_key(value: JsonObject, reader: Reader) -> list[Item] | None:
    known = [name for name in value if reader.offered.knows(name)]
    if not known or len(known) < len(value):
        return None
    if not all(isinstance(value[name], (dict, str)) for name in known):
        return None
    note = ("name_as_key", "the tool's name is the key of its arguments")
    return [Found(name, value[name], notes=(note,)) for name in known]


def unwrapped_arguments(value: JsonObject, reader: Reader) -> tuple[Any, str]:
    """Return what an object holds under a single key for arguments, and that key."""
    if len(value) == 1:
        key = next(iter(value))
        parameters = reader.offered.parameters(reader.offered.selected)
        if key in ARGUMENT_KEYS and key not in parameters and isinstance(value[key], dict):
            return value[key], key
    return value, ""


_SHAPES: tuple[Shape, ...] = (
    _conversation,
    *SHAPES,
    _entry,
    _chat_call,
    _wrapped_calls,
    _named,
    _name_as_key,
    text_message,
)
