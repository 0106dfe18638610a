"""What the parts of the panel have in common."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import ipywidgets

from toolnexus.panel._kit import Kit
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render

_SECONDS_OF_TYPING = 0.3


class Part:
    """A part of the panel: a box of widgets, and the handlers behind them.

    Args:
        tasks: Where its handlers and tasks are looked after.
        *classes: The CSS classes of its box.
    """

    def __init__(self, tasks: Tasks, *classes: str) -> None:
        self.tasks = tasks
        self.kit = Kit(lambda: None, lambda: None)
        self._typed_at = 0.0
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

        def changed(_: object) -> None:
            if isinstance(widget, (ipywidgets.Text, ipywidgets.Textarea)):
                self.typed()
            handler()

        widget.observe(changed, trait)

    # --- typing and clicking ------------------------------------------------------------------

    def typed(self) -> None:
        """Remember that something has just been typed."""
        self._typed_at = time.monotonic()

    def soon(self, call: Callable[[], object]) -> None:
        """Do what a click asks for, once the last letters have arrived.

        A front end holds back what is typed as long as the kernel is busy with what was typed
        before, but not a click, which so can overtake it.
        """
        if self._seconds_of_typing() <= 0:
            call()
            return
        try:
            self.tasks.start(self._when_typed(call))
        except RuntimeError:  # no event loop, no front end: nothing can arrive
            call()

    async def _when_typed(self, call: Callable[[], object]) -> None:
        while (seconds := self._seconds_of_typing()) > 0:
            await asyncio.sleep(seconds)
        call()

    def _seconds_of_typing(self) -> float:
        return self._typed_at + _SECONDS_OF_TYPING - time.monotonic()


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
