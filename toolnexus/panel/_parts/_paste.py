"""Paste what a model wrote: it fills the form, and what was wrong with it is said."""

from __future__ import annotations

from collections.abc import Callable

from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus.panel._parts._part import Part
from toolnexus.panel._session import Session
from toolnexus.panel._tasks import Tasks


class PastePart(Part):
    """A box for anything that a model wrote.

    Args:
        session: The tools.
        tasks: Where its handlers are looked after.
        fill: Called with the arguments that were read.
        choose: Called with the name of the tool that they are for, if it isn't chosen.
    """

    def __init__(
        self,
        session: Session,
        tasks: Tasks,
        fill: Callable[[JsonObject], object],
        choose: Callable[[str], object],
    ) -> None:
        super().__init__(tasks, "tn-paste-part")
        self.tool: Tool | None = None
        self._session = session
        self._fill = fill
        self._choose = choose
        self.text = self.area(
            "model output",
            rows=5,
            placeholder="arguments, a tool call, or a whole message, however broken",
        )
        self.read_button = self.button("Read it", "fill the form with it", self.read)
        self._notes = self.html()
        self.box.children = [self.text, self.row(self.read_button), self._notes]

    def read(self) -> None:
        """Read what was pasted."""
