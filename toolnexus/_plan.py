"""How a tool's function is called: what is known of it as soon as there is a tool.

The calling itself is in `_calling.py`, which is loaded with the first execution.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from toolnexus._types import Bound, JsonObject


@dataclass(frozen=True, eq=False)
class Plan:
    """How a tool's function is called; made once, when the tool is.

    Args:
        name: The tool's name, for messages.
        fn: The function.
        bind: Arguments in, positional and keyword arguments out, with the paths of what had to
            be decoded; raises `ArgumentsRefused`.
        bind_text: The same for a JSON text with nothing odd in it, in one go; gives None for
            any other text.
        context_at: Where the `ToolContext` goes: positions and keywords.
        in_thread: Whether the function runs in a thread of its own; not for an async one.
        max_output: The most characters of a result that the model gets; None for all.
    """

    name: str
    fn: Callable[..., Any]
    bind: Callable[[JsonObject], tuple[Bound, list[str]]]
    bind_text: Callable[[str], Bound | None] | None = None
    context_at: tuple[int | str, ...] = ()
    in_thread: bool = True
    max_output: int | None = None

    @functools.cached_property
    def is_direct(self) -> bool:
        """Whether the function runs in the loop, and is handed no context."""
        return not self.in_thread and not self.context_at


def is_async(fn: Any) -> bool:
    """Tell whether calling it gives something to await, as far as can be told beforehand."""
    while isinstance(fn, functools.partial):
        fn = fn.func
    if not inspect.isroutine(fn) and not inspect.isclass(fn):
        fn = getattr(type(fn), "__call__", fn)  # noqa: B004 - not a test for callability
    return inspect.iscoroutinefunction(fn) or inspect.isasyncgenfunction(fn)
