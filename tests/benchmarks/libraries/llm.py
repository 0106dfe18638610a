"""llm: a `Tool`. Only a model's response executes it."""

from __future__ import annotations

from typing import Any

from llm import Tool

define = Tool.function


def entry(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description}
    return {"type": "function", "function": {**function, "parameters": tool.input_schema}}
