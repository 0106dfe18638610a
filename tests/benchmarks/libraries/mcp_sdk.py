"""The mcp SDK: a tool of a server, run without the server."""

from __future__ import annotations

import json
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from pydantic_core import to_json

CONTEXT: Any = Context()

define = define_in_thread = define_in_loop = Tool.from_function


def entry(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description}
    return {"type": "function", "function": {**function, "parameters": tool.parameters}}


async def execute(tool: Tool, text: str) -> str:
    value = await tool.run(json.loads(text), CONTEXT)
    return value if isinstance(value, str) else to_json(value).decode()


execute_in_thread = execute_in_loop = execute
