"""fastmcp: a tool of a server, run without the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fastmcp.tools import Tool

define = define_in_thread = Tool.from_function


def define_in_loop(function: Callable[..., Any]) -> Tool:
    return Tool.from_function(function, run_in_thread=False)


def entry(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description}
    return {"type": "function", "function": {**function, "parameters": tool.parameters}}


async def execute(tool: Tool, text: str) -> str:
    return (await tool.run(json.loads(text))).content[0].text


execute_in_thread = execute_in_loop = execute
