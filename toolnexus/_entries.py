"""What all adapters do before they write an entry: look at the tools, and at their schemas.

What an entry looks like is known to the adapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, TypeAlias

from toolnexus._rewriting import Form, strict_schema
from toolnexus._tool import Tool, expect_tool
from toolnexus._types import JsonObject
from toolnexus.errors import DuplicateToolError, StrictError

Strict: TypeAlias = bool | Literal["if_possible"]
"""Whether tools are written for a provider's strict mode, or those of them that can be."""


class Entry(NamedTuple):
    """What an entry is written of."""

    tool: Tool
    schema: JsonObject
    is_strict: bool

    def head(self) -> JsonObject:
        """Write name and description; the official types take no null for a description."""
        if self.tool.description:
            return {"name": self.tool.name, "description": self.tool.description}
        return {"name": self.tool.name}


def entries(tools: Iterable[Tool], where: str, *, strict: Strict, form: Form) -> list[Entry]:
    """Prepare tools for a provider that has a strict mode.

    Args:
        tools: The tools.
        where: The adapter's name, for messages.
        strict: Whether they are rewritten for it.
        form: What the strict mode takes.

    Raises:
        DuplicateToolError: Two tools have the same name.
        StrictError: `strict` is True, and a tool can't be.
        TypeError: Something in it is not a Tool.
        ValueError: `strict` is none of the three.
    """
    given: object = strict
    if given not in (True, False, "if_possible"):
        msg = f'{where} takes strict=True, False or "if_possible"; got {strict!r}'
        raise ValueError(msg)
    prepared = []
    refused: dict[str, list[str]] = {}
    for tool in distinct_tools(tools, where):
        schema, why = strict_schema(tool.input_schema, form) if strict else ({}, [""])
        if why and strict is True:
            refused[tool.name] = why
        prepared.append(Entry(tool, tool.input_schema if why else schema, not why))
    if refused:
        raise StrictError(refused)
    return prepared


def rewritten_entries(
    tools: Iterable[Tool], where: str, rewrite: Callable[[JsonObject], JsonObject]
) -> list[Entry]:
    """Prepare tools with their schemas rewritten; raises as `entries` does."""
    return [
        Entry(tool, rewrite(tool.input_schema), is_strict=False)
        for tool in distinct_tools(tools, where)
    ]


def distinct_tools(tools: Iterable[Tool], where: str) -> list[Tool]:
    """Return tools in a list, each name once.

    Args:
        tools: The tools.
        where: The adapter's name, for messages.

    Raises:
        DuplicateToolError: Two tools have the same name.
        TypeError: Something in it is not a Tool.
    """
    if isinstance(tools, Tool):
        msg = f"{where} takes a list of tools; write {where}([{tools.name}])"
        raise TypeError(msg)
    by_name: dict[str, Tool] = {}
    for given in tools:
        tool = expect_tool(given, where)
        if tool.name in by_name:
            msg = (
                f"Two tools are called {tool.name!r}; a model tells tools apart by name alone. "
                "Rename one, with tool.replace(name=...)."
            )
            raise DuplicateToolError(msg)
        by_name[tool.name] = tool
    return list(by_name.values())
