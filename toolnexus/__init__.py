"""Turn Python functions into tools that a language model can call, and see what it sees.

Example:
    >>> import asyncio
    >>> from toolnexus import define_tool, to_openai
    >>> @define_tool
    ... def get_weather(city: str) -> str:
    ...     '''Current weather for a city.'''
    ...     return f"sunny in {city}"
    >>> to_openai([get_weather])[0]["function"]["name"]
    'get_weather'
    >>> asyncio.run(get_weather.execute({"city": "Chennai"})).output
    'sunny in Chennai'
"""

import importlib
from typing import TYPE_CHECKING, Any

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
    ModelError,
    ToolDefinitionError,
    ToolError,
    ToolnexusError,
    UnknownToolError,
)

if TYPE_CHECKING:
    from toolnexus._model_output import ModelOutput, read_model_output
    from toolnexus._roundtrip import (
        DrillReport,
        Replay,
        RoundTrip,
        Transcript,
        drill,
        replay,
        round_trip,
        stream_round_trip,
    )
    from toolnexus.checks import check
    from toolnexus.models import (
        EndpointModel,
        LocalModel,
        ScriptedModel,
        SimulatedModel,
        sample_arguments,
    )

__all__ = [
    "CancelSignal",
    "DrillReport",
    "DuplicateToolError",
    "EndpointModel",
    "LocalModel",
    "MessageFormatError",
    "MissingExtraError",
    "ModelError",
    "ModelOutput",
    "Replay",
    "RoundTrip",
    "ScriptedModel",
    "SimulatedModel",
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
    "check",
    "define_tool",
    "drill",
    "read_model_output",
    "replay",
    "round_trip",
    "sample_arguments",
    "sanitize",
    "stream_round_trip",
    "to_openai",
    "tool",
]

# Whoever only defines and executes tools loads neither the rules of providers nor what plays a
# model's part.
_LOADED_ON_USE = {
    "toolnexus._model_output": ("ModelOutput", "read_model_output"),
    "toolnexus.checks": ("check",),
    "toolnexus._roundtrip": (
        "DrillReport",
        "Replay",
        "RoundTrip",
        "Transcript",
        "drill",
        "replay",
        "round_trip",
        "stream_round_trip",
    ),
    "toolnexus.models": (
        "EndpointModel",
        "LocalModel",
        "ScriptedModel",
        "SimulatedModel",
        "sample_arguments",
    ),
}


def __getattr__(name: str) -> Any:
    for module, names in _LOADED_ON_USE.items():
        if name in names:
            loaded = globals()[name] = getattr(importlib.import_module(module), name)
            return loaded
    msg = f"module 'toolnexus' has no attribute {name!r}"
    raise AttributeError(msg)


def load_ipython_extension(shell: Any) -> None:
    """Add the cell magic `%%tool`: what `%load_ext toolnexus` does."""
    from toolnexus._magic import add_magic  # noqa: PLC0415 - only where a notebook asks for it

    add_magic(shell)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
