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
from toolnexus._roundtrip import (
    Replay,
    RoundTrip,
    Transcript,
    replay,
    round_trip,
    stream_round_trip,
)
from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus._types import ToolCall, ToolResult
from toolnexus.adapters import to_openai
from toolnexus.errors import (
    DuplicateToolError,
    MessageFormatError,
    MissingExtraError,
    ModelError,
    ToolDefinitionError,
    ToolError,
    ToolnexusError,
    UnknownToolError,
)
from toolnexus.models import ScriptedModel

__all__ = [
    "CancelSignal",
    "DuplicateToolError",
    "MessageFormatError",
    "MissingExtraError",
    "ModelError",
    "Replay",
    "RoundTrip",
    "ScriptedModel",
    "Tool",
    "ToolCall",
    "ToolContext",
    "ToolDefinitionError",
    "ToolError",
    "ToolResult",
    "Toolkit",
    "ToolnexusError",
    "Transcript",
    "UnknownToolError",
    "define_tool",
    "replay",
    "round_trip",
    "sanitize",
    "stream_round_trip",
    "to_openai",
    "tool",
]
