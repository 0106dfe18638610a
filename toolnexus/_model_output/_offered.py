"""The tools that a model was offered, and which of them a written name or arguments mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolnexus._names import unwrapped
from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus._wording import join, nearest, python_words

_MOST_LOOKUPS = 50  # of names that are near; each is compared with all
_LONGEST_NAME = 200
_SHOWN = 80


class Offered:
    """Knows the tools by name.

    Args:
        tools: All of them.
        selected: The one that arguments without a name are for, if one is.

    Raises:
        TypeError: Something is no Tool.
        ValueError: `selected` is the name of none.
    """

    def __init__(self, tools: Iterable[Tool], selected: Tool | str | None) -> None:
        self._schemas = {_expected(tool).name: tool.input_schema for tool in tools}
        self._nearest: dict[str, str | None] = {}
        if isinstance(selected, Tool):
            self._schemas.setdefault(selected.name, selected.input_schema)
            selected = selected.name
        elif selected is not None and selected not in self._schemas:
            there = join(self.names, "and") or "none"
            msg = f"tool={selected!r:.80} is none of the tools: {there}"
            raise ValueError(msg)
        self.selected: str | None = selected

    @property
    def names(self) -> list[str]:
        """All names, in order."""
        return list(self._schemas)

    def knows(self, written: str) -> bool:
        """Tell whether a name is that of a tool, or of one in a wrapping."""
        return written in self._schemas or unwrapped(written) in self._schemas

    def is_meant(self, written: str) -> bool:
        """Tell whether a name means a tool, if misspelt."""
        return self.knows(written) or self._near(unwrapped(written)) is not None

    def parameters(self, name: str | None) -> JsonObject:
        """Return the schemas of a tool's parameters by name; empty if they aren't known."""
        schema = self._schemas.get(name or "") or {}
        properties = schema.get("properties")
        return dict(properties) if isinstance(properties, dict) else {}

    def has_all(self, name: str | None, value: JsonObject) -> bool:
        """Tell whether all of an object's names are parameters of a tool."""
        return bool(value) and value.keys() <= self.parameters(name).keys()

    def takes_some(self, value: JsonObject) -> bool:
        """Tell whether the tool that is meant, or any, has a parameter of one of the names."""
        asked = [self.selected] if self.selected is not None else self.names
        parameters = [self.parameters(name) for name in asked]
        return any(not one or value.keys() & one.keys() for one in parameters) or not asked

    def only_fit(self, value: JsonObject) -> str | None:
        """Return the one tool that takes such arguments, if there is just one."""
        if len(self._schemas) == 1:
            return self.names[0]
        fits = [name for name in self._schemas if self._takes(name, value)]
        return fits[0] if len(fits) == 1 else None

    def _takes(self, name: str, value: JsonObject) -> bool:
        required = self._schemas[name].get("required")
        needed = set(required) if isinstance(required, list) else set()
        return self.has_all(name, value) and needed <= value.keys()

    def meant_by(self, written: str) -> tuple[str | None, str, str]:
        """Return the tool that a name means, and kind and words of the note on it, if any."""
        if written in self._schemas or not self._schemas:
            return written, "", ""
        bare = unwrapped(written)
        shown = f"{written!r:.{_SHOWN}}"
        if bare in self._schemas:
            return bare, "wrapped_name", f"the tool's name is written {shown}; it is {bare}"
        near = self._near(bare)
        if near is not None:
            return near, "misspelt_name", f"the tool's name is {shown}; {near} was meant?"
        there = join(self.names, "and", most=10)
        return None, "unknown_tool", f"there is no tool called {shown}; there are: {there}"

    def _near(self, name: str) -> str | None:
        if name not in self._nearest:
            if len(self._nearest) >= _MOST_LOOKUPS:
                return None
            self._nearest[name] = nearest(name[:_LONGEST_NAME], self._schemas)
        return self._nearest[name]


def _expected(tool: Any) -> Tool:
    if not isinstance(tool, Tool):
        msg = f"expected Tools to read a model's output for, got {python_words(tool)}"
        raise TypeError(msg)
    return tool
