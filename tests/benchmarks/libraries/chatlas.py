"""chatlas: a `Tool`. Only a chat executes it."""

from __future__ import annotations

from typing import Any

from chatlas import Tool

define = Tool.from_func


def entry(tool: Tool) -> dict[str, Any]:
    return tool.schema
