"""`Toolkit`: an ordered set of tools, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, overload

from toolnexus._context import ToolContext
from toolnexus._define import define_tool
from toolnexus._entries import Strict
from toolnexus._names import unwrapped
from toolnexus._repr import Displayed, open_panel
from toolnexus._tool import Tool, expect_tool
from toolnexus._types import UNKNOWN_TOOL, JsonObject, ToolCall, ToolResult
from toolnexus._wording import join, nearest
from toolnexus.adapters import (
    calls_from_openai,
    to_anthropic,
    to_gemini,
    to_openai,
    to_openai_responses,
    to_portable,
    tool_message,
)
from toolnexus.errors import DuplicateToolError, UnknownToolError

if TYPE_CHECKING:
    from toolnexus._repr import ToolPanel
    from toolnexus.checks import Findings


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
        self._observers: list[Callable[[], object]] = []
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
        self._set(registered)

    @overload
    def tool(self, fn: Callable[..., Any], **options: Any) -> Tool: ...
    @overload
    def tool(self, fn: None = None, **options: Any) -> Callable[[Callable[..., Any]], Tool]: ...
    def tool(
        self, fn: Callable[..., Any] | None = None, **options: Any
    ) -> Tool | Callable[[Callable[..., Any]], Tool]:
        """Make a tool of a function and register it; a decorator, with options or without.

        A tool of the same name is replaced in its place, so that a notebook cell can be run
        again and again.

        Args:
            fn: The function; without it, what is returned is a decorator.
            **options: As for `define_tool`.

        Raises:
            ToolDefinitionError: It can't be a tool.

        Example:
            >>> from toolnexus import Toolkit
            >>> toolkit = Toolkit()
            >>> @toolkit.tool
            ... def ping() -> str:
            ...     '''Answer.'''
            ...     return "pong"
            >>> toolkit
            Toolkit([ping])
        """
        if fn is None:
            return lambda decorated: self.tool(decorated, **options)
        made = define_tool(fn, **options)
        self.register(made, replace=True)
        return made

    def remove(self, *names: str) -> None:
        """Take tools out; all of them or, if there is none of a name, none.

        Raises:
            UnknownToolError: There is no tool of a name; the message names the valid ones.
        """
        for name in names:
            self[name]  # raises if there is none
        self._set({name: tool for name, tool in self._tools.items() if name not in names})

    def add_observer(self, observer: Callable[[], object]) -> None:
        """Call `observer` whenever tools have been registered or removed."""
        self._observers.append(observer)

    def remove_observer(self, observer: Callable[[], object]) -> None:
        """Forget `observer`; nothing happens if it is not there."""
        if observer in self._observers:
            self._observers.remove(observer)

    def _set(self, tools: dict[str, Tool]) -> None:
        self._tools = tools
        for observer in tuple(self._observers):
            observer()

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

    async def execute_call(self, call: ToolCall, ctx: ToolContext | None = None) -> ToolResult:
        """Execute what a model asked for; see `execute`."""
        return await self.execute(call.name, call.arguments, ctx)

    async def execute_calls(
        self, message: Any, ctx: ToolContext | None = None, *, limit: int | None = None
    ) -> list[JsonObject]:
        """Execute all tool calls of an assistant message and write the tool messages.

        This is the piece for whoever drives the model: every call is answered, whatever it is,
        since providers refuse the next request if one is not. A whole conversation is

            messages = [{"role": "user", "content": "Is it warm in Chennai?"}]
            while True:
                answer = client.chat.completions.create(
                    model=model, messages=messages, tools=toolkit.to_openai()
                )
                message = message_from_openai(answer)
                messages.append(message)
                if "tool_calls" not in message:
                    break
                messages += await toolkit.execute_calls(answer)

        with `message_from_openai` of `toolnexus.adapters`, which completes the ids in the same
        way as this method does.

        Args:
            message: An assistant message or a chat completion, as a dict or an object of the
                openai package.
            ctx: Handed to each execution.
            limit: How many calls may run at the same time; None for all of them.

        Returns:
            One tool message for each call, in order; an empty list if there are no calls.

        Raises:
            MessageFormatError: It is not a message.
            ValueError: `limit` is less than 1.

        Example:
            >>> import asyncio
            >>> from toolnexus import Toolkit, define_tool
            >>> toolkit = Toolkit([define_tool(lambda: "pong", name="ping")])
            >>> call = {"id": "call_1", "function": {"name": "ping", "arguments": "{}"}}
            >>> asyncio.run(toolkit.execute_calls({"tool_calls": [call]}))
            [{'role': 'tool', 'tool_call_id': 'call_1', 'content': 'pong'}]
        """
        import asyncio  # noqa: PLC0415 - slow to load, and here before anything is executed

        calls = calls_from_openai(message)
        if limit is not None and limit < 1:
            msg = f"limit is a number of calls of at least 1, or None; got {limit!r}"
            raise ValueError(msg)
        gate = asyncio.Semaphore(limit or max(len(calls), 1))

        async def answer(call: ToolCall) -> JsonObject:
            async with gate:
                return tool_message(call, await self.execute_call(call, ctx))

        return list(await asyncio.gather(*map(answer, calls)))

    def to_openai(self, *, strict: Strict = False) -> list[JsonObject]:
        """Write the tools as the `tools` array of a chat completion; see `to_openai`."""
        return to_openai(self._tools.values(), strict=strict)

    def to_openai_responses(self, *, strict: Strict = False) -> list[JsonObject]:
        """Write the tools for OpenAI's Responses; see `adapters.to_openai_responses`."""
        return to_openai_responses(self._tools.values(), strict=strict)

    def to_anthropic(self, *, strict: Strict = False) -> list[JsonObject]:
        """Write the tools for Anthropic's Messages; see `adapters.to_anthropic`."""
        return to_anthropic(self._tools.values(), strict=strict)

    def to_gemini(self, *, legacy: bool = False) -> list[JsonObject]:
        """Write the tools for Gemini; see `adapters.to_gemini`."""
        return to_gemini(self._tools.values(), legacy=legacy)

    def to_portable(self) -> list[JsonObject]:
        """Write the tools with what every server passes on; see `adapters.to_portable`."""
        return to_portable(self._tools.values())

    def check(self, providers: str | Iterable[str] | None = None) -> Findings:
        """Say what providers would refuse, lose or advise against; see `toolnexus.check`.

        Raises:
            ValueError: There is no such provider.

        Example:
            >>> from toolnexus import Toolkit, define_tool
            >>> Toolkit([define_tool(lambda: "pong", name="ping")]).check("openai")
            Findings(1 warning: ping: description: it has no description)
        """
        # Imported on first use: executing tools needs none of the rules.
        from toolnexus.checks import check  # noqa: PLC0415

        return check(self.tools(), providers)

    def panel(self, models: Any = ()) -> ToolPanel:
        """Open a panel on the tools; see `toolnexus.panel.ToolPanel`.

        Args:
            models: Who may play the model's part beside the simulated and the scripted one: a
                model, several, or several by name.

        Returns:
            The widget. It follows this toolkit.
        """
        return open_panel(self, models)

    @overload
    def __getitem__(self, name: str) -> Tool: ...
    @overload
    def __getitem__(self, name: slice) -> Toolkit: ...
    def __getitem__(self, name: str | slice) -> Tool | Toolkit:
        """Return the tool of that name, or a toolkit of those at the places of a slice.

        Args:
            name: A name; or a slice, which counts the tools in their order.

        Raises:
            UnknownToolError: There is no such tool; the message names the valid ones.

        Example:
            >>> from toolnexus import Toolkit, define_tool
            >>> toolkit = Toolkit(define_tool(lambda: None, name=name) for name in "abcd")
            >>> toolkit["b"].name, toolkit[2:]
            ('b', Toolkit([c and d]))
        """
        if isinstance(name, slice):
            return Toolkit(self.tools()[name])
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
        bare = unwrapped(str(name))
        near = nearest(bare, self._tools)
        valid = [near, *(n for n in self._tools if n != near)] if near else list(self._tools)
        hint = f" Did you mean {near}?" if near else ""
        if str(name).startswith("multi_tool_use"):
            hint = (
                " To use several tools at once, send several tool calls in one message, each "
                "with its own name and arguments."
            )
        elif bare != name and bare in self._tools:
            hint += " Send the name alone, with nothing before or behind it."
        return f"There is no tool called {shown}.{hint} The tools are: {join(valid, 'and')}."
