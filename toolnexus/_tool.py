"""`Tool`, the one shape every tool has.

How one is made of a function in one line is in `_define.py`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from toolnexus import _schema
from toolnexus._context import ToolContext
from toolnexus._json_copy import JsonSnapshot
from toolnexus._names import check_name
from toolnexus._plan import Plan, is_async
from toolnexus._repr import Displayed
from toolnexus._types import JsonObject, ToolResult
from toolnexus._wording import python_words
from toolnexus.errors import ToolDefinitionError

if TYPE_CHECKING:
    from toolnexus._schema import ArgumentsSchema


class Tool(Displayed):
    """Something a model can call: a name, a description, a schema, and what is executed.

    Usually made by `define_tool`. Written out, it takes any schema and a function of all
    arguments:

    Args:
        name: 1 to 64 characters out of letters, digits, `_` and `-`.
        description: What the model reads; empty for none.
        input_schema: The JSON Schema of the arguments, an object.
        source: Where the tool comes from, for people.
        execute: Called with the arguments as a dict, and with the `ToolContext` if it takes a
            second parameter; sync or async. What it returns becomes the result.
        in_thread: Whether a sync `execute` runs in a thread, so that the event loop stays
            free. Turn it off for something quick.
        max_output: The most characters of a result that the model gets, the cut marked; None
            for all.

    Raises:
        ToolDefinitionError: The name or the schema can't be used, or `execute` can't be called.

    Example:
        >>> import asyncio
        >>> greet = Tool(
        ...     name="greet",
        ...     description="Greet somebody by name.",
        ...     input_schema={"properties": {"name": {"type": "string"}}, "required": ["name"]},
        ...     execute=lambda args: f"Hello {args['name']}",
        ... )
        >>> asyncio.run(greet.execute({"name": "Ada"})).output
        'Hello Ada'
    """

    name: str
    description: str
    source: str
    fn: Callable[..., Any] | None
    in_thread: bool
    max_output: int | None
    _plan: Plan

    def __init__(
        self,
        name: str,
        description: str = "",
        input_schema: Mapping[str, Any] | None = None,
        source: str = "native",
        execute: Callable[..., Any] | None = None,
        *,
        in_thread: bool = True,
        max_output: int | None = None,
    ) -> None:
        label = f"{name!r}"
        if not callable(execute):
            reason = (
                f"execute must be a function of the arguments, got "
                f"{execute!r}; to make a tool of a function's own parameters, use define_tool."
            )
            raise ToolDefinitionError.of(label, reason)
        schema = _schema.schema_for_handler({} if input_schema is None else input_schema, label)
        handler = _Handler(execute)
        self._set_up(
            name=name,
            description=description,
            schema=schema,
            source=source,
            call=execute,
            fn=None,
            context_at=handler.context_at,
            in_thread=in_thread,
            max_output=max_output,
            label=label,
        )
        vars(self)["_written_keys"] = frozenset(input_schema or ())

    @classmethod
    def from_function(
        cls,
        fn: Callable[..., Any],
        *,
        name: str | None,
        description: str | None,
        input_schema: Mapping[str, Any] | None,
        source: str,
        in_thread: bool,
        max_output: int | None,
    ) -> Tool:
        """Make a tool of a function; what `define_tool` does once it knows all it needs.

        Raises:
            ToolDefinitionError: It can't be a tool.
        """
        signature = _schema.read_signature(fn)
        documentation = _schema.describe_function(signature)
        if name is None:
            name = signature.name
        if name is None:
            reason = 'it has no name that a model could call; hand one in, as name="tide".'
            raise ToolDefinitionError.of(signature.label, reason)
        schema: ArgumentsSchema
        if input_schema is None:
            schema = _schema.infer_schema(signature, documentation)
        else:
            schema = _schema.schema_for_function(input_schema, signature)
        tool = cls.__new__(cls)
        tool._set_up(
            name=name,
            description=documentation.description if description is None else description,
            schema=schema,
            source=source,
            call=fn if signature.builds is None else _give_back,
            fn=fn,
            context_at=signature.context_at,
            in_thread=in_thread,
            max_output=max_output,
            label=signature.label,
        )
        vars(tool)["_written_schema"] = input_schema
        vars(tool)["_written_keys"] = None if input_schema is None else frozenset(input_schema)
        vars(tool)["_hints"] = {p.name: p.annotation for p in signature.parameters}
        functools.update_wrapper(tool, fn, assigned=("__doc__", "__module__"), updated=())
        return tool

    def _set_up(
        self,
        *,
        name: str,
        description: str,
        schema: ArgumentsSchema,
        source: str,
        call: Callable[..., Any],
        fn: Callable[..., Any] | None,
        context_at: tuple[int | str, ...],
        in_thread: bool,
        max_output: int | None,
        label: str,
    ) -> None:
        checked = check_name(name, label)
        texts: dict[str, object] = {"description": description, "source": source}
        for what, text in texts.items():
            if not isinstance(text, str):
                reason = f"its {what} must be a str, got {text!r:.80}."
                raise ToolDefinitionError.of(label, reason)
        if max_output is not None and (isinstance(max_output, bool) or not max_output >= 1):
            reason = (
                f"max_output is a number of characters of at least "
                f"1, or None; got {max_output!r}."
            )
            raise ToolDefinitionError.of(label, reason)
        in_own_thread = in_thread and not is_async(call)
        plan = Plan(
            checked,
            call,
            schema.bind,
            schema.bind_text,
            context_at,
            in_own_thread,
            max_output,
        )
        # Through the instance's dict: a finished tool refuses changes, see __setattr__.
        vars(self).update(
            name=checked,
            description=description,
            source=source,
            fn=fn,
            in_thread=in_thread,
            max_output=max_output,
            _plan=plan,
            _schema=schema.snapshot,
        )

    @property
    def input_schema(self) -> JsonObject:
        """The JSON Schema of the arguments: a copy, so that changing it changes no tool."""
        schema: JsonSnapshot = vars(self)["_schema"]
        return schema.copy()

    @property
    def signature(self) -> str:
        """The function's signature as Python text; empty if there is no function."""
        return "" if self.fn is None else _schema.signature_text(self.fn, vars(self)["_hints"])

    async def execute(self, args: Any = None, ctx: ToolContext | None = None) -> ToolResult:
        """Execute the tool as a model would.

        Args:
            args: A dict of JSON values, the JSON text a model sent, or None for no arguments.
            ctx: Cancellation, a time limit in seconds, progress.

        Returns:
            What came of it. A mistake in the arguments or in the function is a result with
            `is_error=True`, whose text tells the model what to do better; the function is only
            entered with valid arguments.

        Example:
            >>> import asyncio
            >>> from toolnexus import define_tool
            >>> def double(n: int) -> int:
            ...     '''Double a number.'''
            ...     return 2 * n
            >>> asyncio.run(define_tool(double).execute('{"n": "two"}')).output
            'double was not run. n: expected an integer, got the string "two".'
        """
        return await _execute(self._plan, args, ctx)

    def check_arguments(self, args: Any = None) -> tuple[JsonObject, ToolResult | None]:
        """Read and check arguments without executing the tool.

        Args:
            args: As for `execute`.

        Returns:
            The arguments as a dict and None; or, where they can't be used, an empty dict and
            the result that `execute` would give.

        Example:
            >>> from toolnexus import define_tool
            >>> double = define_tool(lambda n: 2 * n, name="double")
            >>> double.check_arguments('{"n": 2}')
            ({'n': 2}, None)
        """
        from toolnexus._execute import check  # noqa: PLC0415 - see `_execute`

        return check(vars(self)["_plan"], args)

    def run(self, args: Any = None, ctx: ToolContext | None = None) -> ToolResult:
        """Execute the tool from sync code; the same as `await tool.execute(args, ctx)`.

        It works in a notebook too, but the kernel does nothing else meanwhile.

        Raises:
            RuntimeError: In a browser, where there are no threads; use `await` there.

        Example:
            >>> from toolnexus import define_tool
            >>> def ping() -> str: return "pong"
            >>> define_tool(ping).run().output
            'pong'
        """
        from toolnexus._run_sync import run_sync  # noqa: PLC0415 - see `_execute`

        return run_sync(lambda: self.execute(args, ctx))

    def replace(self, **changes: Any) -> Tool:
        """Make a tool that differs in some points.

        Args:
            **changes: name, description, input_schema, source, in_thread or max_output.

        Raises:
            ToolDefinitionError: As `define_tool` does.
            TypeError: There is no such point.

        Example:
            >>> from toolnexus import define_tool
            >>> def ping() -> str: ...
            >>> define_tool(ping).replace(description="Is it there?")
            Tool('ping', 'Is it there?')
        """
        stored = vars(self)
        kept = {key: stored[key] for key in ("name", "description", "source")}
        kept |= {key: stored[key] for key in ("in_thread", "max_output")}
        if self.fn is None:
            kept |= {"input_schema": self.input_schema, "execute": stored["_plan"].fn}
            made = Tool(**(kept | changes))
            if "input_schema" not in changes:
                vars(made)["_written_keys"] = stored["_written_keys"]
            return made
        kept["input_schema"] = stored["_written_schema"]
        return Tool.from_function(self.fn, **(kept | changes))

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the function itself, with Python values; nothing is checked or converted.

        Raises:
            TypeError: The tool was not made of a function.
        """
        if self.fn is None:
            msg = f"{self!r} is not made of a function; use await tool.execute({{...}})"
            raise TypeError(msg)
        return self.fn(*args, **kwargs)

    def __setattr__(self, attribute: str, value: object) -> None:
        """Refuse: what a model was told must stay what is executed."""
        if attribute.startswith("__"):  # what functools.update_wrapper sets
            object.__setattr__(self, attribute, value)
            return
        msg = f"a Tool can't be changed; make another with tool.replace({attribute}=...)"
        raise AttributeError(msg)

    def __repr__(self) -> str:
        """Show name and description."""
        text = " ".join(self.description.split())
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        return f"Tool({self.name!r}, {shown!r})" if shown else f"Tool({self.name!r})"


async def _execute(plan: Plan, args: Any, ctx: ToolContext | None) -> ToolResult:
    """Stand in for `execute` of `_execute.py` until a tool is executed.

    It is loaded only then, because asyncio takes as long to load as pydantic.
    """
    global _execute
    from toolnexus._execute import execute  # noqa: PLC0415 - see above

    _execute = execute
    return await execute(plan, args, ctx)


def _give_back(built: Any) -> Any:
    """Return what the validator has built: executing a class with fields is no more."""
    return built


class _Handler:
    """Tells whether a function of all arguments also takes the context."""

    def __init__(self, fn: Callable[..., Any]) -> None:
        self.context_at: tuple[int | str, ...] = ()
        try:
            signature = inspect.signature(fn)
        except (ValueError, TypeError):
            return
        try:
            signature.bind({}, None)
        except TypeError:
            return
        self.context_at = (1,)


def expect_tool(value: object, where: str) -> Tool:
    """Return a tool as it is.

    Args:
        value: What should be a tool.
        where: Who takes tools, such as `to_openai`, for the message.

    Raises:
        TypeError: It is something else.
    """
    if isinstance(value, Tool):
        return value
    msg = f"{where} takes tools, got {python_words(value)}; make one with define_tool(...)"
    raise TypeError(msg)
