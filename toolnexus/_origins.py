"""Where each line of a tool's entry comes from: told when somebody asks, kept nowhere.

How a schema leads back to hints and docstrings is in `_schema/_origins/`; how that is shown is
known to `display`.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

from toolnexus._problems import Path
from toolnexus._schema import CallableSignature, describe_function, read_signature
from toolnexus._schema._callables import documented
from toolnexus._schema._origins import WHOLE, Origin, marked, schema_origins
from toolnexus._tool import Tool, expect_tool
from toolnexus._types import JsonObject

_SHAPE = Origin("toolnexus", "shape of to_openai")
_COMPLETED = Origin("toolnexus", "was missing")
_GIVEN = Origin("written schema", "input_schema=…")
WRITTEN = (_GIVEN, _COMPLETED)
"""The origins of what a written schema says of type and properties."""
_IN_ENTRY = ("function", "parameters")


def origins(tool: Tool) -> dict[Path, Origin]:
    """Tell where each line of what `to_openai` sends for a tool comes from.

    The answer is found by reading the function again, so it costs nothing until somebody asks.
    A line whose source can't be told (a type wrote it with code of its own) is left out.

    Args:
        tool: A tool made in any way.

    Returns:
        The `Origin` of each value in the entry, by its path there. `str(origin)` says it in
        words; `origin.kind` is for code.

    Raises:
        TypeError: It is no Tool.

    Example:
        >>> from typing import Annotated
        >>> from pydantic import Field
        >>> from toolnexus import define_tool
        >>> @define_tool
        ... def get_weather(city: str, days: Annotated[int, Field(ge=1)] = 1) -> str:
        ...     '''Current weather for a city.
        ...
        ...     Args:
        ...         days: How many days ahead.
        ...     '''
        >>> found = origins(get_weather)
        >>> days = ("function", "parameters", "properties", "days")
        >>> for keyword in ("type", "minimum", "default", "description"):
        ...     print(keyword, "from", found[(*days, keyword)])
        type from hint days: int
        minimum from Field(ge=1)
        default from default days = 1
        description from docstring Args: days
        >>> str(found["function", "parameters", "required", 0])
        'no default city'
    """
    schema = expect_tool(tool, "origins").input_schema
    signature = None if tool.fn is None else read_signature(tool.fn)
    inside = _of_schema(tool, schema, signature)
    return {
        **dict.fromkeys(((), ("type",), ("function",)), _SHAPE),
        **_of_head(tool, signature),
        _IN_ENTRY: WHOLE,
        **{(*_IN_ENTRY, *path): origin for path, origin in inside.items()},
    }


def _of_schema(
    tool: Tool, schema: JsonObject, signature: CallableSignature | None
) -> dict[Path, Origin]:
    written = vars(tool)["_written_keys"]
    if signature is None or written is not None:
        found: dict[Path, Origin] = {}
        for keyword, value in schema.items():
            is_written = written is None or keyword in written
            found.update(marked((keyword,), value, _GIVEN if is_written else _COMPLETED))
        return found
    return schema_origins(signature, describe_function(signature), schema)


def _of_head(tool: Tool, signature: CallableSignature | None) -> dict[Path, Origin]:
    """Tell where name and description come from."""
    name, description = Origin("given", "name=…"), Origin("given", "description=…")
    if signature is not None:
        if signature.name == tool.name:
            name = Origin("function name", _definition(tool.fn))
        if describe_function(signature).description == tool.description:
            description = _docstring(tool.fn)
    found: dict[Path, Origin] = {("function", "name"): name}
    if tool.description:
        found["function", "description"] = description
    return found


def _definition(fn: Any) -> str:
    """Write the beginning of the line that gives a callable its name."""
    while isinstance(fn, functools.partial):
        fn = fn.func
    if inspect.isclass(fn) or not isinstance(getattr(fn, "__name__", None), str):
        return f"class {_class_name(fn)}"
    return f"def {fn.__name__}"


def _docstring(fn: Any) -> Origin:
    told = documented(fn)
    is_class = inspect.isclass(told) or not hasattr(told, "__name__")  # else behind a cache
    return Origin("class docstring", _class_name(told)) if is_class else Origin("docstring")


def _class_name(value: Any) -> str:
    return (value if inspect.isclass(value) else type(value)).__name__
