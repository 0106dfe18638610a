"""`Toolkit`: an ordered set of tools, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from toolnexus._context import ToolContext
from toolnexus._repr import Displayed
from toolnexus._tool import Tool, expect_tool
from toolnexus._types import UNKNOWN_TOOL, JsonObject, ToolResult
from toolnexus._wording import join, nearest
from toolnexus.adapters import to_openai
from toolnexus.errors import DuplicateToolError, UnknownToolError


class Toolkit(Displayed):
    """Tools in the order a model sees them, each name once.

    Args:
        tools: The tools to start with.

    Raises:
        DuplicateToolError: Two of them have the same name.
        TypeError: Something in it is not a Tool.

    Example:
        >>> import asyncio
        >>> from toolnexus import Toolkit, define_tool
        >>> def add(a: int, b: int) -> int:
        ...     '''Add two numbers.'''
        ...     return a + b
        >>> toolkit = Toolkit([define_tool(add)])
        >>> asyncio.run(toolkit.execute("add", {"a": 1, "b": 2})).output
        '3'
        >>> "add" in toolkit, len(toolkit)
        (True, 1)
    """

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools: dict[str, Tool] = {}
        self.register(*tools)

    def register(self, *tools: Tool, replace: bool = False) -> None:
        """Add tools at the end; all of them or, if one can't be added, none.

        Args:
            *tools: The tools.
            replace: Whether a tool may take the place of one that has its name.

        Raises:
            DuplicateToolError: A name is taken and `replace` is off.
            TypeError: Something is not a Tool.
        """
        registered = dict(self._tools)
        for given in tools:
            tool = expect_tool(given, "a Toolkit")
            if tool.name in registered and not replace:
                msg = (
                    f"The toolkit has a tool called {tool.name!r} already; register it with "
                    "replace=True to put it in its place, or rename it with "
                    "tool.replace(name=...)."
                )
                raise DuplicateToolError(msg)
            registered[tool.name] = tool
        self._tools = registered

    def tools(self) -> list[Tool]:
        """Return the tools in order, in a list of its own."""
        return list(self._tools.values())

    def get(self, name: str) -> Tool | None:
        """Return the tool of that name, or None."""
        return self._tools.get(name)

    async def execute(
        self, name: str, args: Any = None, ctx: ToolContext | None = None
    ) -> ToolResult:
        """Execute the tool of that name; see `Tool.execute`.

        A name that no tool has gives an error result that names the valid ones, the nearest
        first. Nothing is executed by guess.
        """
        sent: object = name
        tool = self._tools.get(name) if isinstance(sent, str) else None
        if tool is None:
            error = {"kind": UNKNOWN_TOOL, "type": "UnknownToolError", "details": []}
            return ToolResult(self._unknown(name), is_error=True, metadata={"error": error})
        return await tool.execute(args, ctx)

    def to_openai(self) -> list[JsonObject]:
        """Write the tools as the `tools` array of a chat completion; see `to_openai`."""
        return to_openai(self._tools.values())

    def __getitem__(self, name: str) -> Tool:
        """Return the tool of that name.

        Raises:
            UnknownToolError: There is none; the message names the valid ones.
        """
        try:
            return self._tools[name]
        except KeyError:
            raise UnknownToolError(self._unknown(name)) from None

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, name: object) -> bool:
        """Tell whether it holds a tool of that name, or that very tool."""
        if isinstance(name, Tool):
            return self._tools.get(name.name) is name
        return name in self._tools

    def __iter__(self) -> Iterator[Tool]:
        return iter(self.tools())

    def __repr__(self) -> str:
        """Show the names."""
        return f"Toolkit([{join(list(self._tools), 'and', most=10)}])"

    def _unknown(self, name: object) -> str:
        shown = f"{name!r:.80}"
        if not self._tools:
            return f"There is no tool called {shown}; there are no tools."
        near = nearest(str(name), self._tools)
        valid = [near, *(n for n in self._tools if n != near)] if near else list(self._tools)
        hint = f" Did you mean {near}?" if near else ""
        return f"There is no tool called {shown}.{hint} The tools are: {join(valid, 'and')}."
