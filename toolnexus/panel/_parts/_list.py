"""The list of tools on the left: one widget, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import ipywidgets

from toolnexus._tool import Tool
from toolnexus._visible import visible
from toolnexus.display._text import count
from toolnexus.panel._parts._part import Part
from toolnexus.panel._session import Session
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render

_ROWS = (3, 16)
"""How many rows the list has at least and at most."""


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
        self.observe(self.search, self.fill)
        self.observe(self.select, self._chosen)

    def fill(self) -> None:
        """Write the list anew: there are other tools, or something else is searched for."""
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

    def tell(self, size: str) -> None:
        """Say what all tools cost together."""
        if size != self._size:
            self._size = size
            self._write_foot(len(self.select.options))

    def mark(self, marks: Mapping[str, str]) -> None:
        """Write what was found in tools behind their names."""
        if marks != self._marks:
            self._marks = marks
            self.fill()

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
