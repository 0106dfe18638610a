"""OpenAI's Responses: entries that are flat, calls and results that are items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolnexus._calls import as_id, as_name, as_text, listed, plain_dict, with_ids
from toolnexus._entries import Strict, entries
from toolnexus._rewriting import OPENAI_STRICT
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, ToolCall, ToolResult
from toolnexus.errors import MessageFormatError


def to_openai_responses(tools: Iterable[Tool], *, strict: Strict = False) -> list[JsonObject]:
    """Write tools as the `tools` array of a request to OpenAI's Responses.

    Args:
        tools: Tools in the order the model should see them; a `Toolkit` will do.
        strict: As for `to_openai`.

    Returns:
        One plain dict per tool: `{"type": "function", "name", "description", "parameters",
        "strict"}`, where the last two are always there, since Responses asks for both.

    Raises:
        DuplicateToolError: Two tools have the same name.
        StrictError: `strict` is True, and the schema of a tool can't be written so.
        TypeError: Something in it is not a Tool.

    Example:
        >>> from toolnexus import define_tool
        >>> def ping() -> str: ...
        >>> entry = to_openai_responses([define_tool(ping)])[0]
        >>> entry["type"], entry["name"], entry["strict"]
        ('function', 'ping', False)
    """
    return [
        {
            "type": "function",
            **entry.head(),
            "parameters": entry.schema,
            "strict": entry.is_strict,
        }
        for entry in entries(tools, "to_openai_responses", strict=strict, form=OPENAI_STRICT)
    ]


def calls_from_responses(response: Any) -> list[ToolCall]:
    """Read the tool calls of a response.

    Args:
        response: What Responses answered, or its list of output items: dicts, or objects of
            the openai package.

    Returns:
        As `calls_from_openai` does.

    Raises:
        MessageFormatError: It is not a response.

    Example:
        >>> call = {"type": "function_call", "call_id": "c1", "name": "ping", "arguments": "{}"}
        >>> calls_from_responses({"output": [{"type": "reasoning"}, call]})
        [ToolCall(id='c1', name='ping', arguments='{}')]
    """
    if not isinstance(response, (list, tuple)):
        plain = plain_dict(response)
        if "output" not in plain:
            msg = "expected a response with its output, or a list of output items"
            raise MessageFormatError(msg)
        response = listed(plain["output"])
    items = [plain_dict(item) for item in response]
    return with_ids(
        (as_id(item.get("call_id")), as_name(item.get("name")), as_text(item.get("arguments")))
        for item in items
        if item.get("type") == "function_call"
    )


def results_to_responses(pairs: Iterable[tuple[ToolCall, ToolResult]]) -> list[JsonObject]:
    """Write the input items that take the results of one response back to the model.

    Args:
        pairs: Each call with its result, in the order of the calls.

    Returns:
        One item for each, to go behind the items of the response.

    Example:
        >>> results_to_responses([(ToolCall("c1", "ping", "{}"), ToolResult("pong"))])
        [{'type': 'function_call_output', 'call_id': 'c1', 'output': 'pong'}]
    """
    return [
        {"type": "function_call_output", "call_id": call.id, "output": result.output}
        for call, result in pairs
    ]
