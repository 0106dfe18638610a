"""How many tokens tools take, about.

No provider publishes how it writes tools into a prompt, so this is an estimate and is called
one wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from toolnexus.checks._entries import entries_of, items_of

MANY_TOKENS = 10_000
"""What all tools together may take before it is remarked on."""


def estimate_tokens(tools: Any) -> int:
    """Estimate how many tokens tools add to every request.

    Args:
        tools: A tool, tools, a Toolkit or a `tools` array.

    Returns:
        The tokens of their compact JSON: counted in OpenAI's o200k_base if the extra `tokens`
        is installed, otherwise four characters to a token. Only an estimate: how a provider
        writes tools into its prompt is not published.

    Raises:
        TypeError: It is none of these.

    Example:
        >>> from toolnexus import define_tool
        >>> def ping() -> str:
        ...     '''Health check.'''
        ...     return "pong"
        >>> 20 < estimate_tokens(define_tool(ping)) < 45
        True
    """
    return sum(tokens_of(entry.text) for entry in entries_of(items_of(tools)))


def tokens_of(text: str) -> int:
    """Estimate the tokens of a text."""
    count = _counter()
    return -(-len(text) // 4) if count is None else count(text)


@cache
def _counter() -> Callable[[str], int] | None:
    # Optional, and its vocabulary takes a while to load.
    try:
        import quicktok  # noqa: PLC0415
    except ImportError:
        return None
    counted: Callable[[str], int] = quicktok.get_encoding("o200k_base").count
    return counted
