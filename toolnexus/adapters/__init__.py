"""Tools and messages in the shapes that providers take.

For each provider, `to_...` writes tools, `calls_from_...` reads the calls in its answers, and
`results_to_...` writes the messages that take results back. Each adapter is plain dicts in and
out; none knows another.
"""

from toolnexus.adapters._anthropic import (
    calls_from_anthropic,
    results_to_anthropic,
    to_anthropic,
)
from toolnexus.adapters._gemini import calls_from_gemini, results_to_gemini, to_gemini
from toolnexus.adapters._ollama import calls_from_ollama, results_to_ollama
from toolnexus.adapters._openai import (
    calls_from_openai,
    completion_from_chunks,
    completion_from_openai,
    message_from_chunks,
    message_from_openai,
    results_to_openai,
    to_openai,
    to_portable,
    tool_message,
)
from toolnexus.adapters._responses import (
    calls_from_responses,
    results_to_responses,
    to_openai_responses,
)

__all__ = [
    "calls_from_anthropic",
    "calls_from_gemini",
    "calls_from_ollama",
    "calls_from_openai",
    "calls_from_responses",
    "completion_from_chunks",
    "completion_from_openai",
    "message_from_chunks",
    "message_from_openai",
    "results_to_anthropic",
    "results_to_gemini",
    "results_to_ollama",
    "results_to_openai",
    "results_to_responses",
    "to_anthropic",
    "to_gemini",
    "to_openai",
    "to_openai_responses",
    "to_portable",
    "tool_message",
]
