"""`define_tool`, which makes a tool of a function, and its decorator name `tool`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, overload

from toolnexus._tool import Tool
from toolnexus._wording import python_words
from toolnexus.errors import ToolDefinitionError


@overload
def define_tool(
    fn: Callable[..., Any],
    *,
    name: str | None = ...,
    description: str | None = ...,
    input_schema: Mapping[str, Any] | None = ...,
    source: str = ...,
    in_thread: bool = ...,
    max_output: int | None = ...,
) -> Tool: ...
@overload
def define_tool(
    fn: None = None,
    *,
    name: str | None = ...,
    description: str | None = ...,
    input_schema: Mapping[str, Any] | None = ...,
    source: str = ...,
    in_thread: bool = ...,
    max_output: int | None = ...,
) -> Callable[[Callable[..., Any]], Tool]: ...
def define_tool(
    fn: Callable[..., Any] | None = None,
    *,
    name: str | None = None,
    description: str | None = None,
    input_schema: Mapping[str, Any] | None = None,
    source: str = "native",
    in_thread: bool = True,
    max_output: int | None = None,
) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Make a tool of a function; without a function, make a decorator that does.

    Args:
        fn: A function, method, partial, class or callable object. Its signature, type hints
            and docstring say what the model is told.
        name: What the model calls it by; the function's own name if left out.
        description: What it does; the docstring without its parameter sections if left out.
        input_schema: A JSON Schema to use instead of the inferred one.
        source: Where the tool comes from, for people.
        in_thread: Whether a sync function runs in a thread of its own, so that the event loop
            stays free and calls overlap. Turn it off for something quick.
        max_output: The most characters of a result that the model gets, the cut marked; None
            for all.

    Returns:
        The tool. It can still be called like the function.

    Raises:
        ToolDefinitionError: It can't be a tool; the message names the function, the parameter
            and the way out.

    Example:
        >>> @define_tool
        ... def get_weather(city: str, days: int = 1) -> str:
        ...     '''Current weather for a city.
        ...
        ...     Args:
        ...         city: Name of the city, in English.
        ...     '''
        ...     return f"sunny in {city}"
        >>> get_weather
        Tool('get_weather', 'Current weather for a city.')
        >>> get_weather.input_schema["properties"]["city"]
        {'type': 'string', 'description': 'Name of the city, in English.'}
        >>> get_weather("Chennai")
        'sunny in Chennai'
    """
    options: dict[str, Any] = {
        "name": name,
        "description": description,
        "input_schema": input_schema,
        "source": source,
        "in_thread": in_thread,
        "max_output": max_output,
    }
    if fn is None:
        return lambda decorated: _define(decorated, options)
    return _define(fn, options)


def _define(fn: Any, options: dict[str, Any]) -> Tool:
    if isinstance(fn, staticmethod):
        fn = fn.__func__
    if isinstance(fn, Tool):
        stated = {key: value for key, value in options.items() if value is not None}
        return fn.replace(**stated)
    if isinstance(fn, classmethod):
        label = "a classmethod"
        reason = (
            "its class is still being made; make the tool afterwards, of the bound method: "
            "define_tool(TheClass.method)."
        )
        raise ToolDefinitionError.of(label, reason)
    if not callable(fn):
        label = python_words(fn)
        reason = "it can't be called; hand in a function."
        raise ToolDefinitionError.of(label, reason)
    return Tool.from_function(fn, **options)


tool = define_tool
"""The short name of `define_tool`, for use as a decorator."""
