"""The shape of OpenAI's chat completions, which most providers and local servers take."""

from __future__ import annotations

from collections.abc import Iterable

from toolnexus._entries import Entry, Strict, entries, rewritten_entries
from toolnexus._rewriting import OPENAI_STRICT, portable_schema
from toolnexus._tool import Tool
from toolnexus._types import JsonObject


def to_openai(tools: Iterable[Tool], *, strict: Strict = False) -> list[JsonObject]:
    """Write tools as the `tools` array of a chat completion.

    Args:
        tools: Tools in the order the model should see them; a `Toolkit` will do.
        strict: Whether the model is held to the schema, which then is rewritten as OpenAI asks:
            every object closed, every property required, null for what the model would leave
            out (the function sees its default then), and limits without a keyword there told
            in the description. With "if_possible", a tool that can't be strict goes out as it
            is. Turn `parallel_tool_calls` off in the request: strictness is not promised with
            it.

    Returns:
        One plain dict per tool, fit for `json.dumps`, sharing nothing with the tools:
        `{"type": "function", "function": {"name", "description", "parameters"}}`, and
        `"strict": True` in it for a strict one. The key "description" is left out where there
        is none, because the official types take no null. Several servers refuse an empty
        array: leave the `tools` key out of a request then.

    Raises:
        DuplicateToolError: Two tools have the same name.
        StrictError: `strict` is True, and the schema of a tool can't be written so.
        TypeError: Something in it is not a Tool.

    Example:
        >>> from toolnexus import define_tool, to_openai
        >>> def ping(times: int = 1) -> str:
        ...     '''Health check.'''
        ...     return "pong"
        >>> to_openai([define_tool(ping)])[0]["function"]["name"]
        'ping'
        >>> to_openai([])
        []
        >>> to_openai([define_tool(ping)], strict=True)[0]["function"]["parameters"]["required"]
        ['times']
    """
    prepared = entries(tools, "to_openai", strict=strict, form=OPENAI_STRICT)
    return [_entry(entry) for entry in prepared]


def to_portable(tools: Iterable[Tool]) -> list[JsonObject]:
    """Write tools in the same shape with only what every server passes on to its model.

    Nothing but type, description, properties, required, items, enum and anyOf is left in the
    schemas: what they refer to is written out where it is used, and defaults, formats, ranges
    and all other limits are told in the descriptions. Use it for Ollama and for older servers;
    what a model sends is checked against the whole schema all the same.

    Args:
        tools: Tools in the order the model should see them; a `Toolkit` will do.

    Returns:
        As `to_openai` does.

    Raises:
        DuplicateToolError: Two tools have the same name.
        TypeError: Something in it is not a Tool.

    Example:
        >>> from toolnexus import define_tool
        >>> def ping(times: int = 1) -> str: ...
        >>> to_portable([define_tool(ping)])[0]["function"]["parameters"]["properties"]
        {'times': {'type': 'integer', 'description': 'Default: 1.'}}
    """
    return [_entry(entry) for entry in rewritten_entries(tools, "to_portable", portable_schema)]


def _entry(entry: Entry) -> JsonObject:
    function = {**entry.head(), "parameters": entry.schema}
    if entry.is_strict:
        function["strict"] = True
    return {"type": "function", "function": function}
