"""pydantic-ai-slim: a tool in a `FunctionToolset`, validated and called as its agent does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic_ai import FunctionToolset, RunContext, Tool
from pydantic_ai.models.test import TestModel
from pydantic_ai.toolsets import ToolsetTool
from pydantic_ai.usage import RunUsage
from pydantic_core import to_json

CONTEXT = RunContext(deps=None, model=TestModel(), usage=RunUsage())


def define(function: Callable[..., Any]) -> Tool:
    return Tool(function, takes_ctx=False)


define_in_thread = define


def entry(tool: Tool) -> dict[str, Any]:
    told = tool.tool_def
    function = {"name": told.name, "description": told.description}
    function["parameters"] = told.parameters_json_schema
    return {"type": "function", "function": function}


class Ready(NamedTuple):
    """A tool in its toolset, looked up once, as an agent does for each of its steps."""

    toolset: FunctionToolset
    tool: ToolsetTool


async def ready(tool: Tool) -> Ready:
    toolset = FunctionToolset([tool])
    return Ready(toolset, (await toolset.get_tools(CONTEXT))[tool.name])


async def execute(made: Ready, text: str) -> str:
    arguments = made.tool.args_validator.validate_json(text)
    name = made.tool.tool_def.name
    value = await made.toolset.call_tool(name, arguments, CONTEXT, made.tool)
    return value if isinstance(value, str) else to_json(value).decode()


execute_in_thread = execute
