"""The list of tools on the left: one widget, however many there are."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence

import ipywidgets

from toolnexus._tool import Tool
from toolnexus._visible import visible
from toolnexus.adapters import to_openai
from toolnexus.checks import check
from toolnexus.display._json import compact, size_of
from toolnexus.display._text import count
from toolnexus.panel._parts._part import Part
from toolnexus.panel._session import Session
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render

_ROWS = (3, 16)
"""How many rows the list has at least and at most."""

_MOST_AT_ONCE = 50
"""More tools than these are weighed and checked in the background."""


class ListPart(Part):
    """Search, names, and what they cost together.

    Args:
        session: The tools.
        tasks: Where its handlers are looked after.
        on_choice: Called with the name of a tool that a person has chosen.
    """

    def __init__(
        self, session: Session, tasks: Tasks, on_choice: Callable[[str], object]
    ) -> None:
        super().__init__(tasks, "tn-list-part")
        self._session = session
        self._on_choice = on_choice
        self._marks: Mapping[str, str] = {}
        self._is_filling = False
        self._size = ""
        self._names: set[str] = set()
        self.search = self.kit.make(
            ipywidgets.Text, "tn-search", description="search", continuous_update=True
        )
        self.select = self.kit.make(
            ipywidgets.Select, "tn-tools", description="tools", rows=_ROWS[0]
        )
        self._foot = self.html("tn-foot-of")
        self.box.children = [self.search, self.select, self._foot]
        self.observe(self.search, self._write)
        self.observe(self.select, self._chosen)

    def fill(self) -> None:
        """Write the list anew, with what the tools cost and where something was found.

        For many tools this is added later, so that a panel opens at once.
        """
        self._write()
        tools = self._session.toolkit.tools()
        if len(tools) <= _MOST_AT_ONCE:
            self._tell(_size(tools), _marks(tools))
            return
        self._tell("", {})
        with contextlib.suppress(RuntimeError):  # without an event loop there is no later
            self.tasks.start(self._look_closer(tools))

    async def _look_closer(self, tools: Sequence[Tool]) -> None:
        try:
            size = await asyncio.to_thread(_size, tools)
            marks = await asyncio.to_thread(_marks, tools)
        except RuntimeError:  # no threads here, as in a browser
            size, marks = _size(tools), _marks(tools)
        if tools == self._session.toolkit.tools():
            self._tell(size, marks)

    def _write(self) -> None:
        was = self.select.value
        found = self._session.found(self.search.value)
        options = [(self._label(tool), tool.name) for tool in found]
        self._is_filling = True
        try:
            self.select.options = options
            self._names = {name for _, name in options}
            self.select.rows = min(max(len(options), _ROWS[0]), _ROWS[1])
            self.select.value = was if was in self._names else None
        finally:
            self._is_filling = False
        self.search.placeholder = f"search {count(len(self._session.toolkit), 'tool')}"
        self._write_foot(len(found))

    def choose(self, tool: Tool | None) -> None:
        """Show which tool is chosen."""
        name = tool.name if tool is not None else None
        self._is_filling = True
        try:
            self.select.value = name if name in self._names else None
        finally:
            self._is_filling = False

    def _tell(self, size: str, marks: Mapping[str, str]) -> None:
        if (size, marks) != (self._size, self._marks):
            is_marked, self._size, self._marks = marks != self._marks, size, marks
            self._write() if is_marked else self._write_foot(len(self.select.options))

    def _write_foot(self, found: int) -> None:
        total = count(len(self._session.toolkit), "tool")
        lines = [f"{total}, {self._size}" if self._size else total]
        if self.search.value.strip():
            lines.insert(0, f"{found:,} of {total} found")
        if self._marks:
            lines.append("in brackets: what was found in checking")
        self._foot.value = render("lines", lines=[{"text": t, "mood": ""} for t in lines])

    def _label(self, tool: Tool) -> str:
        mark = self._marks.get(tool.name)
        return f"{visible(tool.name)} ({mark})" if mark else visible(tool.name)

    def _chosen(self) -> None:
        if not self._is_filling and self.select.value is not None:
            self._on_choice(self.select.value)


def _size(tools: Sequence[Tool]) -> str:
    """Say what tools cost together."""
    if not tools:
        return ""
    return f"{size_of(len(compact(to_openai(tools))))['tokens']} in every request"


def _marks(tools: Sequence[Tool]) -> dict[str, str]:
    """Count what was found in tools, without mere advice."""
    marks = {}
    for tool in tools:
        found = check(tool)
        if number := len(found.errors) + len(found.warnings):
            marks[tool.name] = f"{number:,}"
    return marks
