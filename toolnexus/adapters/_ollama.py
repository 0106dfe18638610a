"""Ollama's own chat: calls whose arguments are objects, results that name the tool.

Tools for it are written by `to_portable`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolnexus._calls import entries_of, plain_dict, read_call, with_ids
from toolnexus._types import JsonObject, ToolCall, ToolResult
from toolnexus.errors import MessageFormatError


def calls_from_ollama(message: Any) -> list[ToolCall]:
    """Read the tool calls of an assistant message.

    Args:
        message: What `/api/chat` answered, or the message in it: a dict, or an object of the
            ollama package.

    Returns:
        As `calls_from_openai` does; Ollama gives no ids, so they are made up.

    Raises:
        MessageFormatError: It is not an assistant message.

    Example:
        >>> call = {"function": {"name": "add", "arguments": {"a": 1}}}
        >>> [call.arguments for call in calls_from_ollama({"message": {"tool_calls": [call]}})]
        ['{"a": 1}']
    """
    plain = plain_dict(message)
    if plain.get("message") is not None:
        plain = plain_dict(plain["message"])
    if plain.get("role", "assistant") != "assistant":
        msg = f"expected an assistant message, got one of role {plain['role']!r:.40}"
        raise MessageFormatError(msg)
    return with_ids(read_call(entry) for entry in entries_of(plain))


def results_to_ollama(pairs: Iterable[tuple[ToolCall, ToolResult]]) -> list[JsonObject]:
    """Write the messages that take the results of one assistant message back to the model.

    Args:
        pairs: Each call with its result, in the order of the calls.

    Returns:
        One tool message for each, to go behind the assistant message.

    Example:
        >>> results_to_ollama([(ToolCall("c1", "add", "{}"), ToolResult("3"))])
        [{'role': 'tool', 'tool_name': 'add', 'content': '3'}]
    """
    return [
        {"role": "tool", "tool_name": call.name, "content": result.output}
        for call, result in pairs
    ]
