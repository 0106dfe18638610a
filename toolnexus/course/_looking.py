"""What several checks do: find the tool, a parameter of it and what a model is told of that."""

from __future__ import annotations

from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus._wording import names, python_words
from toolnexus.course._exercise import NotThereYetError


def a_tool(made: object, name: str | None = None) -> Tool:
    """Return what was made if it is a tool.

    Args:
        made: Anything.
        name: What the tool has to be called, if the exercise says so.

    Raises:
        NotThereYetError: It is none, or has another name.
    """
    if not isinstance(made, Tool):
        got = python_words(made) if made is not None else "None"
        msg = f"there is no tool here yet: got {got}; put @tool above the function"
        raise NotThereYetError(msg)
    if name is not None and made.name != name:
        msg = f"the tool's name is {made.name!r}; a model shall call it {name!r}"
        raise NotThereYetError(msg)
    return made


def parameter(tool: Tool, name: str) -> JsonObject:
    """Return the schema of a tool's parameter.

    Raises:
        NotThereYetError: The tool has no such parameter.
    """
    properties = tool.input_schema.get("properties", {})
    if name not in properties:
        has = f"it has {names(properties)}" if properties else "it has none"
        msg = f"`{tool.name}` has no parameter `{name}`; {has}"
        raise NotThereYetError(msg)
    schema = properties[name]
    return schema if isinstance(schema, dict) else {}


def description_of(tool: Tool, name: str) -> str:
    """Return what a model is told of a parameter, without the space around it.

    Raises:
        NotThereYetError: The tool has no such parameter.
    """
    return str(parameter(tool, name).get("description") or "").strip()
