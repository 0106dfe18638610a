"""OpenAI's chat completions: entries out, calls and messages in, tool messages out."""

from toolnexus.adapters._openai._entries import to_openai, to_portable
from toolnexus.adapters._openai._messages import (
    calls_from_openai,
    completion_from_openai,
    message_from_openai,
    results_to_openai,
    tool_message,
)
from toolnexus.adapters._openai._stream import completion_from_chunks, message_from_chunks

__all__ = [
    "calls_from_openai",
    "completion_from_chunks",
    "completion_from_openai",
    "message_from_chunks",
    "message_from_openai",
    "results_to_openai",
    "to_openai",
    "to_portable",
    "tool_message",
]
