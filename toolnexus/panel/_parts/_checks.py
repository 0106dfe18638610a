"""What providers would refuse of the chosen tool, and the tool put right."""

from __future__ import annotations

from toolnexus._tool import Tool
from toolnexus.checks import apply_fixes, check
from toolnexus.display import compare, render_html
from toolnexus.panel._parts._part import Part
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render


class ChecksPart(Part):
    """The findings of the chosen tool."""

    def __init__(self, tasks: Tasks) -> None:
        super().__init__(tasks, "tn-checks-part")
        self._tool: Tool | None = None
        self._found = self.html("tn-card-of")
        self._fixed = self.html("tn-card-of")
        self._says = self.html()
        self.box.children = [self._found, self._says, self._fixed]

    def show(self, tool: Tool | None) -> None:
        """Show a tool."""
        if tool is self._tool:
            return
        self._tool = tool
        self._found.value = self._says.value = self._fixed.value = ""
        if tool is None:
            return
        found = check(tool)
        self._found.value = render_html(found)
        if any(finding.can_fix for finding in found):
            words = "what apply_fixes(tool) would change:"
            self._says.value = render("lines", lines=[{"text": words, "mood": ""}])
            self._fixed.value = render_html(compare(tool, apply_fixes(tool)))
