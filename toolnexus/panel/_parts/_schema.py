"""What the model is told: the card, and the entry in each provider's shape."""

from __future__ import annotations

import json
from collections.abc import Callable

import ipywidgets

from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus.adapters import (
    to_anthropic,
    to_gemini,
    to_openai,
    to_openai_responses,
    to_portable,
)
from toolnexus.display import provider_shapes, render_html
from toolnexus.errors import StrictError
from toolnexus.panel._parts._part import Part, status
from toolnexus.panel._tasks import Tasks

SHAPES: dict[str, Callable[[list[Tool]], list[JsonObject]]] = {
    "chat completions": to_openai,
    "strict": lambda tools: to_openai(tools, strict=True),
    "Responses": to_openai_responses,
    "Anthropic": to_anthropic,
    "Gemini": to_gemini,
    "portable": to_portable,
}
"""Shapes to look at, by their names."""


class SchemaPart(Part):
    """The card of the chosen tool, and its entry to copy."""

    def __init__(self, tasks: Tasks) -> None:
        super().__init__(tasks, "tn-schema-part")
        self._tool: Tool | None = None
        self._card = self.html("tn-card-of")
        self.shape = self.kit.make(
            ipywidgets.Dropdown, "tn-shape", description="as sent to", options=list(SHAPES)
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
        self._card.value = render_html(tool) if tool is not None else ""
        self._shapes.value = render_html(provider_shapes(tool)) if tool is not None else ""
        self._write()

    def _write(self) -> None:
        text, words = "", ""
        if self._tool is not None:
            try:
                entries = SHAPES[self.shape.value]([self._tool])
                text = json.dumps(entries, ensure_ascii=False, indent=2)
            except StrictError as exc:
                words = str(exc)
        self.entry.value = text
        status(self._status, words, "blocked" if words else "")
