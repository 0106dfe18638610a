"""What the model is told: the card, and the entry in each provider's shape."""

from __future__ import annotations

import json

import ipywidgets

from toolnexus._shapes import ProviderShapes
from toolnexus._tool import Tool
from toolnexus.display import provider_shapes, render_html
from toolnexus.panel._parts._part import Part, status
from toolnexus.panel._tasks import Tasks


class SchemaPart(Part):
    """The card of the chosen tool, and its entry to copy."""

    def __init__(self, tasks: Tasks) -> None:
        super().__init__(tasks, "tn-schema-part")
        self._tool: Tool | None = None
        self._found: ProviderShapes | None = None
        self._card = self.html("tn-card-of")
        self.shape = self.kit.make(
            ipywidgets.Dropdown, "tn-shape", description="as sent to", options=[]
        )
        self.entry = self.area("tools, to copy", "tn-code-area", rows=12)
        self._status = self.html()
        self._shapes = self.html("tn-card-of")
        self.box.children = [
            self._card,
            self.row(self.shape),
            self.entry,
            self._status,
            self._shapes,
        ]
        self.observe(self.shape, self._write)

    def show(self, tool: Tool | None) -> None:
        """Show a tool."""
        if tool is self._tool:
            return
        self._tool = tool
        self._found = provider_shapes(tool) if tool is not None else None
        self._card.value = render_html(tool) if tool is not None else ""
        self._shapes.value = render_html(self._found) if self._found is not None else ""
        if self._found is not None and not self.shape.options:
            self.shape.options = [(shape.title, shape.name) for shape in self._found]
            self.shape.value = "openai"
        self._write()

    def _write(self) -> None:
        text, words = "", ""
        if self._found is not None:
            shape = self._found[self.shape.value]
            if shape.entry is not None:
                text = json.dumps([shape.entry], ensure_ascii=False, indent=2)
            words = "; ".join(shape.refused)
        self.entry.value = text
        status(
            self._status,
            f"can't be written: {words}" if words else "",
            "blocked" if words else "",
        )
