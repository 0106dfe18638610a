"""Tools and messages in the shapes that providers take.

Each adapter is plain dicts in and out; none knows another.
"""

from toolnexus.adapters._openai import (
    calls_from_openai,
    completion_from_chunks,
    completion_from_openai,
    message_from_chunks,
    message_from_openai,
    to_openai,
    tool_message,
)

__all__ = [
    "calls_from_openai",
    "completion_from_chunks",
    "completion_from_openai",
    "message_from_chunks",
    "message_from_openai",
    "to_openai",
    "tool_message",
]
