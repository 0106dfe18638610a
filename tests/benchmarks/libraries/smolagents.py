"""smolagents: a `Tool` of a sync function; it checks the types and calls it in place."""

from __future__ import annotations

import json

from smolagents import Tool, tool
from smolagents.models import get_tool_json_schema
from smolagents.tools import validate_tool_arguments

SYNC_ONLY = True

define = define_in_loop = tool
entry = get_tool_json_schema


async def execute_in_loop(made: Tool, text: str) -> str:
    arguments = json.loads(text)
    validate_tool_arguments(made, arguments)
    value = made(**arguments)
    return value if isinstance(value, str) else json.dumps(value)
