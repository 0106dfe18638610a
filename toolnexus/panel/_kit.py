"""Where all widgets of a form are made and closed, and what they share.

Layouts and styles are widgets, too: one of each kind serves the whole form, so that a field
costs three widgets and not nine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import ipywidgets

from toolnexus._visible import visible

WidgetT = TypeVar("WidgetT", bound=ipywidgets.Widget)

_LONGEST_LABEL = 80
_MOMENT = 0.25  # seconds


class Kit:
    """Makes widgets and remembers them.

    Args:
        on_edit: Called once somebody has edited something.
        on_submit: Called when Enter is pressed in a box of one line.
    """

    def __init__(self, on_edit: Callable[[], None], on_submit: Callable[[], None]) -> None:
        self.is_loud = False
        self.on_edit = on_edit
        self.on_submit = on_submit
        self._made: dict[int, ipywidgets.Widget] = {}
        self._shared: dict[str, ipywidgets.Widget] = {}

    def make(self, cls: type[WidgetT], *classes: str, **state: Any) -> WidgetT:
        """Make a widget.

        Args:
            cls: Its class.
            *classes: The CSS classes it starts with.
            **state: Its traits.
        """
        state["layout"] = self._share("Layout", ipywidgets.Layout)
        if "style" in cls.class_traits():
            style = cls.class_traits()["style"].klass
            state["style"] = self._share(style.__name__, style)
        widget: WidgetT = cls(_dom_classes=classes, **state)
        self._made[id(widget)] = widget
        return widget

    def close(self, *widgets: ipywidgets.Widget) -> None:
        """Close widgets, with whatever they were told to call."""
        for widget in widgets:
            if self._made.pop(id(widget), None) is not None:
                widget.unobserve_all()
                widget.close()

    def close_all(self) -> None:
        """Close whatever was made here and is still open."""
        self.close(*reversed(list(self._made.values())))
        for shared in self._shared.values():
            shared.close()
        self._shared.clear()

    def later(self, call: Callable[[], None]) -> None:
        """Call something a moment after Enter; at once where no event loop runs.

        A browser holds the last letters back until those before them have arrived, but not the
        message that Enter was pressed, which so comes before them.
        """
        try:
            asyncio.get_running_loop().call_later(_MOMENT, call)
        except RuntimeError:
            call()

    def button(self, words: str, does: str, on_click: Callable[[], None]) -> ipywidgets.Button:
        """Make a quiet button.

        Args:
            words: What stands on it.
            does: What it does and to what, for the tooltip.
            on_click: Called on a click.
        """
        button = self.make(
            ipywidgets.Button, "tn-quiet", description=words, tooltip=visible(does)
        )
        button.on_click(lambda _: on_click())
        return button

    def toggle(
        self, words: str, does: str, on_toggle: Callable[[bool], None]
    ) -> ipywidgets.ToggleButton:
        """Make a quiet button that stays pressed."""
        toggle = self.make(
            ipywidgets.ToggleButton,
            "tn-quiet",
            "tn-toggle",
            description=words,
            tooltip=visible(does),
        )
        toggle.observe(lambda change: on_toggle(change["new"]), "value")
        return toggle

    def _share(self, key: str, cls: type[ipywidgets.Widget]) -> ipywidgets.Widget:
        if key not in self._shared:
            self._shared[key] = cls()
        return self._shared[key]


def label(text: str) -> str:
    r"""Make a label of a name from anywhere.

    A label that stands empty takes the name from its input. And JupyterLab typesets what stands
    between two dollars as a formula: such signs are swapped for their wide twins.

    Example:
        >>> label("$filter"), ascii(label("$a$"))
        ('$filter', "'\\uff04a\\uff04'")
    """
    line = " ".join(visible(text).split()) or f'"{text}"'
    line = line if len(line) <= _LONGEST_LABEL else f"{line[:_LONGEST_LABEL]}…"
    if line.count("$") > 1 or "\\" in line:
        line = line.replace("$", "\uff04").replace("\\", "\uff3c")
    return line
