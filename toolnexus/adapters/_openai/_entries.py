"""The shape of OpenAI's chat completions, which most providers and local servers take."""

from __future__ import annotations

from collections.abc import Iterable

from toolnexus._tool import Tool, expect_tool
from toolnexus._types import JsonObject
from toolnexus.errors import DuplicateToolError


def to_openai(tools: Iterable[Tool]) -> list[JsonObject]:
    """Write tools as the `tools` array of a chat completion.

    Args:
        tools: Tools in the order the model should see them; a `Toolkit` will do.

    Returns:
        One plain dict per tool, fit for `json.dumps`, sharing nothing with the tools:
        `{"type": "function", "function": {"name", "description", "parameters"}}`. The key
        "description" is left out where there is none, because the official types take no null.
        Several servers refuse an empty array: leave the `tools` key out of a request then.

    Raises:
        DuplicateToolError: Two tools have the same name.
        TypeError: Something in it is not a Tool.

    Example:
        >>> from toolnexus import define_tool, to_openai
        >>> def ping() -> str:
        ...     '''Health check.'''
        ...     return "pong"
        >>> to_openai([define_tool(ping)])[0]["function"]["name"]
        'ping'
        >>> to_openai([])
        []
    """
    if isinstance(tools, Tool):
        msg = f"to_openai takes a list of tools; write to_openai([{tools.name}])"
        raise TypeError(msg)
    entries = []
    seen = set()
    for given in tools:
        tool = expect_tool(given, "to_openai")
        if tool.name in seen:
            msg = (
                f"Two tools are called {tool.name!r}; a model tells tools apart by name alone. "
                "Rename one, with tool.replace(name=...)."
            )
            raise DuplicateToolError(msg)
        seen.add(tool.name)
        function: JsonObject = {"name": tool.name}
        if tool.description:
            function["description"] = tool.description
        function["parameters"] = tool.input_schema
        entries.append({"type": "function", "function": function})
    return entries
