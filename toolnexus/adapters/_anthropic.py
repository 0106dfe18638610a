"""Anthropic's Messages: tools with an `input_schema`, calls and results as content blocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolnexus._calls import as_id, as_name, as_text, listed, plain_dict, with_ids
from toolnexus._entries import Strict, entries
from toolnexus._rewriting import ANTHROPIC_STRICT
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, ToolCall, ToolResult
from toolnexus.errors import MessageFormatError


def to_anthropic(tools: Iterable[Tool], *, strict: Strict = False) -> list[JsonObject]:
    """Write tools as the `tools` array of a request to Anthropic's Messages.

    Args:
        tools: Tools in the order the model should see them; a `Toolkit` will do.
        strict: Whether the model is held to the schema, which then is rewritten as Anthropic
            asks: every object closed, no definition inside itself, and limits without a keyword
            there told in the description. What is optional stays so. With "if_possible", a
            tool that can't be strict goes out as it is.

    Returns:
        One plain dict per tool: `{"name", "description", "input_schema"}`, and `"strict": True`
        in it for a strict one.

    Raises:
        DuplicateToolError: Two tools have the same name.
        StrictError: `strict` is True, and the schema of a tool can't be written so.
        TypeError: Something in it is not a Tool.

    Example:
        >>> from toolnexus import define_tool
        >>> def ping() -> str: ...
        >>> to_anthropic([define_tool(ping)])[0]["input_schema"]["type"]
        'object'
    """
    prepared = entries(tools, "to_anthropic", strict=strict, form=ANTHROPIC_STRICT)
    return [
        {**entry.head(), "input_schema": entry.schema}
        | ({"strict": True} if entry.is_strict else {})
        for entry in prepared
    ]


def calls_from_anthropic(message: Any) -> list[ToolCall]:
    """Read the tool calls of an assistant message.

    Args:
        message: What Messages answered: a dict, or an object of the anthropic package. Tools
            that Anthropic itself executes are passed over.

    Returns:
        As `calls_from_openai` does; the `input` is written as JSON text.

    Raises:
        MessageFormatError: It is not an assistant message.

    Example:
        >>> block = {"type": "tool_use", "id": "toolu_1", "name": "add", "input": {"a": 1}}
        >>> calls_from_anthropic({"role": "assistant", "content": [block]})
        [ToolCall(id='toolu_1', name='add', arguments='{"a": 1}')]
    """
    plain = plain_dict(message)
    if "content" not in plain or plain.get("role", "assistant") != "assistant":
        msg = "expected an assistant message with its content, as Anthropic's Messages answers"
        raise MessageFormatError(msg)
    blocks = [plain_dict(block) for block in listed(plain["content"])]
    return with_ids(
        (as_id(block.get("id")), as_name(block.get("name")), as_text(block.get("input")))
        for block in blocks
        if block.get("type") == "tool_use"
    )


def results_to_anthropic(pairs: Iterable[tuple[ToolCall, ToolResult]]) -> list[JsonObject]:
    """Write the message that takes the results of one assistant message back to the model.

    Args:
        pairs: Each call with its result, in the order of the calls. All results of one
            assistant message must go back together.

    Returns:
        A list with one user message, to go behind the assistant message; an empty one if there
        are no results.

    Example:
        >>> pairs = [(ToolCall("toolu_1", "add", "{}"), ToolResult("3"))]
        >>> results_to_anthropic(pairs)[0]["content"]
        [{'type': 'tool_result', 'tool_use_id': 'toolu_1', 'content': '3'}]
    """
    blocks = [
        {"type": "tool_result", "tool_use_id": call.id, "content": result.output}
        | ({"is_error": True} if result.is_error else {})
        for call, result in pairs
    ]
    return [{"role": "user", "content": blocks}] if blocks else []
