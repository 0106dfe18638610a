"""All arguments as JSON text, beside the form."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from toolnexus._types import JsonObject
from toolnexus.display._json import pretty
from toolnexus.display._text import folded
from toolnexus.panel._form._json_text import JsonTextError, is_same, read_json
from toolnexus.panel._form._notes import render_note
from toolnexus.panel._kit import Kit

_FEWEST_ROWS, _MOST_ROWS = 6, 24


class JsonBox:
    """The box and what is wrong with its text.

    Args:
        kit: Where its widgets come from.
        edited: Called with the arguments once a text was typed that can be read.
        unread: Called once a text was typed that can't be read.
    """

    def __init__(
        self, kit: Kit, edited: Callable[[JsonObject], None], unread: Callable[[], None]
    ) -> None:
        self._edited = edited
        self._on_unread = unread
        self._is_showing = False
        self._shown: JsonObject | None = None
        self.unread = ""
        words = "arguments as the model would send them"
        self._text = kit.make(ipywidgets.Textarea, "tn-input", "tn-json", description=words)
        self._text.observe(lambda change: self._typed(change["new"]), "value")
        self._note = kit.make(ipywidgets.HTML, "tn-note")
        self.box = kit.make(ipywidgets.Box, "tn-all")
        self.box.children = [self._text, self._note]

    def show(self, value: JsonObject) -> None:
        """Show arguments; a text that says the same already is left alone."""
        if self._shown is not None and is_same(value, self._shown):
            return
        self._shown = value
        self._is_showing = True
        self._text.value = pretty(value)
        self._text.rows = min(max(self._text.value.count("\n") + 1, _FEWEST_ROWS), _MOST_ROWS)
        self._is_showing = False
        self._say("")

    def forget(self) -> None:
        """Write the text anew the next time, whatever stands there now."""
        self._shown = None

    def _typed(self, text: str) -> None:
        if self._is_showing:
            return
        try:
            value = read_json(text) if text.strip() else {}
            if not isinstance(value, dict):
                msg = 'the arguments are one object, such as {"name": "value"}'
                raise JsonTextError(msg)
        except JsonTextError as exc:
            self._say(f"not read yet, nothing changed: {exc}.")
            self._on_unread()
        else:
            self._say("")
            self._shown = value
            self._edited(value)

    def _say(self, unread: str) -> None:
        self.unread = unread
        told = {"facts": "", "told": folded("", 1)}
        self._note.value = render_note(told, "", [unread] if unread else [])
