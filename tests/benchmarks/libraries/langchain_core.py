"""langchain-core: a `StructuredTool`, invoked with a tool call, answered by a tool message."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from langchain_core.tools import StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool


def define(function: Callable[..., Any]) -> StructuredTool:
    return StructuredTool.from_function(coroutine=function, parse_docstring=True)


def define_in_thread(function: Callable[..., Any]) -> StructuredTool:
    return StructuredTool.from_function(function, parse_docstring=True)


define_in_loop = define_in_thread
entry = convert_to_openai_tool


def call(tool: StructuredTool, text: str) -> dict[str, Any]:
    return {"type": "tool_call", "id": "1", "name": tool.name, "args": json.loads(text)}


async def execute(tool: StructuredTool, text: str) -> str:
    return (await tool.ainvoke(call(tool, text))).content


execute_in_thread = execute


async def execute_in_loop(tool: StructuredTool, text: str) -> str:
    return tool.invoke(call(tool, text)).content
