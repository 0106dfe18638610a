"""Turn Python functions into tools that a language model can call, and see what it sees.

from toolnexus import define_tool, to_openai

@define_tool
def get_weather(city: str) -> str:
    '''Current weather for a city.'''
    return f"sunny in {city}"

to_openai([get_weather])
await get_weather.execute({"city": "Chennai"})
"""

from toolnexus._context import CancelSignal, ToolContext
from toolnexus._define import define_tool, tool
from toolnexus._names import sanitize
from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus._types import ToolCall, ToolResult
from toolnexus.adapters import to_openai
from toolnexus.errors import (
    DuplicateToolError,
    MessageFormatError,
    MissingExtraError,
    ToolDefinitionError,
    ToolError,
    ToolnexusError,
    UnknownToolError,
)

__all__ = [
    "CancelSignal",
    "DuplicateToolError",
    "MessageFormatError",
    "MissingExtraError",
    "Tool",
    "ToolCall",
    "ToolContext",
    "ToolDefinitionError",
    "ToolError",
    "ToolResult",
    "Toolkit",
    "ToolnexusError",
    "UnknownToolError",
    "define_tool",
    "sanitize",
    "to_openai",
    "tool",
]
