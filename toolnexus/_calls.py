"""Tool calls read out of whatever holds them; what every adapter shares in reading.

Which keys a provider's messages have is known to its adapter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from toolnexus._types import JsonObject, ToolCall
from toolnexus._wording import python_words
from toolnexus.errors import MessageFormatError

_MADE_UP = re.compile(r"call_[0-9a-f]{12}")


def with_ids(written: Iterable[tuple[str, str, str]]) -> list[ToolCall]:
    """Make tool calls of ids, names and arguments.

    Returns:
        The calls, each with an id of its own: one that is empty or stands there twice is made
        up, the same one each time.

    Example:
        >>> with_ids([("", "ping", "{}")])
        [ToolCall(id='call_fbdaa9445453', name='ping', arguments='{}')]
    """
    taken: set[str] = set()
    calls = []
    for index, (given_id, name, arguments) in enumerate(written):
        call_id = given_id
        while not call_id or call_id in taken:
            call_id = _made_up_id(f"{index} {name} {arguments} {call_id}")
        taken.add(call_id)
        calls.append(ToolCall(call_id, name, arguments))
    return calls


def is_made_up(call_id: str) -> bool:
    """Tell whether an id has the form of those that `with_ids` makes up."""
    return _MADE_UP.fullmatch(call_id) is not None


def entries_of(message: JsonObject) -> Iterator[Any]:
    """Give the entries of `tool_calls`, or the legacy `function_call` where there are none."""
    entries = message.get("tool_calls")
    if isinstance(entries, Mapping):
        entries = [entries]
    if isinstance(entries, (list, tuple)) and entries:
        yield from entries
    elif message.get("function_call"):
        yield {"function": message["function_call"]}


def read_call(entry: Any) -> tuple[str, str, str]:
    """Return id, name and arguments of such an entry as text, each empty if not there."""
    try:
        call = plain_dict(entry)
    except MessageFormatError:
        return "", "", as_text(entry)
    inner = call.get("function") or call.get("custom") or call
    try:
        function = plain_dict(inner)
    except MessageFormatError:
        function = {}
    arguments = function.get("arguments", function.get("input"))
    return as_id(call.get("id")), as_name(function.get("name")), as_text(arguments)


def as_id(value: Any) -> str:
    """Return an id as text; empty if it is none."""
    text = "" if value is None or isinstance(value, (dict, list)) else str(value)
    return text if text.strip() else ""


def as_name(value: Any) -> str:
    """Return a name; empty if it is none."""
    return value if isinstance(value, str) else ""


def as_text(arguments: Any) -> str:
    """Return arguments as JSON text; empty if there are none."""
    if isinstance(arguments, str):
        return arguments
    if arguments is None:
        return ""
    return json_text(arguments)


def json_text(value: Any) -> str:
    """Write JSON text that can be sent: halves of a character are escaped."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, default=str)
    return text


def plain_dict(value: Any) -> JsonObject:
    """Return a dict as it is, and an object of a provider's package as a dict.

    Raises:
        MessageFormatError: It is neither.
    """
    if isinstance(value, dict):
        return value
    if isinstance(value, Mapping):
        return dict(value)
    dump = getattr(value, "model_dump", None)  # what the types of every pydantic-based SDK have
    if callable(dump) and not isinstance(value, type):
        dumped = dump(exclude_unset=True)
        if isinstance(dumped, dict):
            return dumped
    msg = (
        "expected a message or a chat completion, as a dict or as an object of a "
        f"provider's package; got {python_words(value)}"
    )
    raise MessageFormatError(msg)


def listed(value: Any) -> list[Any]:
    """Return a list or tuple as a list, and whatever else as an empty one."""
    return list(value) if isinstance(value, (list, tuple)) else []


def _made_up_id(of: str) -> str:
    import hashlib  # noqa: PLC0415 - only for calls without an id

    digest = hashlib.sha256(of.encode("utf-8", "surrogatepass")).hexdigest()
    return f"call_{digest[:12]}"
