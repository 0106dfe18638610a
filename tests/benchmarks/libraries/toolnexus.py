"""toolnexus, as its README uses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolnexus import Tool, define_tool, to_openai

define = define_tool


def define_in_loop(function: Callable[..., Any]) -> Tool:
    return define_tool(function, in_thread=False)


define_in_thread = define_tool


def entry(tool: Tool) -> dict[str, Any]:
    return to_openai([tool])[0]


def entries(tools: list[Tool]) -> list[dict[str, Any]]:
    return to_openai(tools)


async def execute(tool: Tool, text: str) -> str:
    return (await tool.execute(text)).output


execute_in_thread = execute_in_loop = execute
