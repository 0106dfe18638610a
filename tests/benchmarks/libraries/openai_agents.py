"""openai-agents: a `FunctionTool`, invoked as its runner does."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from agents import FunctionTool, function_tool
from agents.tool_context import ToolContext


def define(function: Callable[..., Any]) -> FunctionTool:
    return function_tool(function, strict_mode=False, failure_error_function=None)


define_in_thread = define


def entry(tool: FunctionTool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description}
    return {"type": "function", "function": {**function, "parameters": tool.params_json_schema}}


async def execute(tool: FunctionTool, text: str) -> str:
    context = ToolContext(None, tool_name=tool.name, tool_call_id="1", tool_arguments=text)
    value = await tool.on_invoke_tool(context, text)
    return value if isinstance(value, str) else json.dumps(value)


execute_in_thread = execute
