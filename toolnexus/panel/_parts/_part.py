"""What the parts of the panel have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from toolnexus.panel._kit import Kit
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render


class Part:
    """A part of the panel: a box of widgets, and the handlers behind them.

    Args:
        tasks: Where its handlers and tasks are looked after.
        *classes: The CSS classes of its box.
    """

    def __init__(self, tasks: Tasks, *classes: str) -> None:
        self.tasks = tasks
        self.kit = Kit(lambda: None, lambda: None)
        self.box = self.kit.make(ipywidgets.VBox, "tn-part", *classes)

    def close(self) -> None:
        """Close all its widgets."""
        self.kit.close_all()

    # --- widgets ------------------------------------------------------------------------------

    def html(self, *classes: str, value: str = "") -> ipywidgets.HTML:
        """Make a place for words."""
        return self.kit.make(ipywidgets.HTML, *classes, value=value)

    def row(self, *children: ipywidgets.Widget) -> ipywidgets.Box:
        """Put widgets side by side, or one under the other where it is narrow."""
        box = self.kit.make(ipywidgets.Box, "tn-row")
        box.children = children
        return box

    def button(
        self, words: str, does: str, call: Callable[[], object], *, is_primary: bool = False
    ) -> ipywidgets.Button:
        """Make a button.

        Args:
            words: What stands on it.
            does: What it does, for the tooltip.
            call: What it calls.
            is_primary: Whether it is the one that people are here for.
        """
        button = self.kit.button(words, does, self.tasks.guarded(call))
        if is_primary:
            button.remove_class("tn-quiet")
            button.add_class("tn-primary")
        return button

    def area(self, label: str, *classes: str, **state: Any) -> ipywidgets.Textarea:
        """Make a box for several lines of text."""
        return self.kit.make(
            ipywidgets.Textarea, "tn-area", *classes, description=label, **state
        )

    def observe(
        self, widget: ipywidgets.Widget, call: Callable[[], object], trait: str = "value"
    ) -> None:
        """Call something when a widget's value changes."""
        handler = self.tasks.guarded(call)
        widget.observe(lambda _: handler(), trait)


def show(widget: ipywidgets.Widget, *, is_shown: bool) -> None:
    """Show a widget, or hide it and keep its place for later."""
    if is_shown:
        widget.remove_class("tn-hidden")
    else:
        widget.add_class("tn-hidden")


def status(html: ipywidgets.HTML, words: str, state: str = "") -> None:
    """Write a line that says how things are.

    Args:
        html: Where to.
        words: The line.
        state: idle, running, done, failed, cancelled or blocked.
    """
    html.value = render("status", words=words, state=state)
