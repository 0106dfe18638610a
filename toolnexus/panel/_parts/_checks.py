"""What providers would refuse of the chosen tool, and the tool put right."""

from __future__ import annotations

from toolnexus._tool import Tool
from toolnexus.checks import check
from toolnexus.display import render_html
from toolnexus.panel._parts._part import Part
from toolnexus.panel._tasks import Tasks


class ChecksPart(Part):
    """The findings of the chosen tool."""

    def __init__(self, tasks: Tasks) -> None:
        super().__init__(tasks, "tn-checks-part")
        self._found = self.html("tn-card-of")
        self.box.children = [self._found]

    def show(self, tool: Tool | None) -> None:
        """Show a tool."""
        self._found.value = render_html(check(tool)) if tool is not None else ""
