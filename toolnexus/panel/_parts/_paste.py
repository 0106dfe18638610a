"""Paste what a model wrote: it fills the form, and what was odd about it is said."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from toolnexus._model_output import ModelOutput, ReadCall, read_model_output
from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus.display._text import count, one_line
from toolnexus.panel._parts._part import Part, show
from toolnexus.panel._secrets import Secrets
from toolnexus.panel._session import Session
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render

_MOST_NOTES = 12
_TAKEN_AWAY = "the text is taken out of the box, for there is a secret in it"
_AS_IT_STANDS = "a program would have read it as it stands"


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
        self._output: ModelOutput | None = None
        self.text = self.area(
            "model output",
            "tn-code-area",
            rows=5,
            placeholder="arguments, a tool call, or a whole message, however broken",
        )
        self.read_button = self.button(
            "Read it", "fill the form with it", lambda: self.soon(self.read)
        )
        # Several calls in one message: each can be looked at.
        self.call = self.kit.make(ipywidgets.Dropdown, "tn-call", description="call")
        self._notes = self.html()
        self.box.children = [self.text, self.row(self.read_button, self.call), self._notes]
        self.observe(self.call, self._take)
        self.observe(self.text, self.typed)
        show(self.call, is_shown=False)

    def read(self) -> None:
        """Read what was pasted, fill the form with it, and say what was odd."""
        toolkit = self._session.toolkit
        output = self._output = read_model_output(self.text.value, toolkit, self.tool)
        if self._has_secrets(output):
            self.text.value = ""
        options = [(_title(number, call), number) for number, call in enumerate(output.calls)]
        self.call.options = options
        show(self.call, is_shown=len(options) > 1)
        self.call.value = 0 if options else None
        if not options:
            self._tell(None)
        else:
            self._take()

    def _has_secrets(self, output: ModelOutput) -> bool:
        """Tell whether what was read must not stay in a box that a notebook saves."""
        for call in output.calls:
            tool = self._session.toolkit.get(call.tool) if call.tool is not None else None
            if tool is not None and call.arguments and Secrets.of_call(tool, call.arguments):
                return True
        return False

    def _take(self) -> None:
        output, number = self._output, self.call.value
        if output is None or number is None or number >= len(output.calls):
            return
        call = output.calls[number]
        if call.tool is not None and (self.tool is None or call.tool != self.tool.name):
            self._choose(call.tool)
        if call.arguments is not None and call.tool is not None:
            self._fill(call.arguments)
        self._tell(number)

    def _tell(self, number: int | None) -> None:
        output = self._output
        if output is None:
            return
        notes = [str(note) for note in output.notes if note.call in (None, number)]
        lines = [{"text": one_line(note, 400), "mood": "bad"} for note in notes[:_MOST_NOTES]]
        if len(notes) > _MOST_NOTES:
            more = f"and {count(len(notes) - _MOST_NOTES, 'more note')}"
            lines.append({"text": more, "mood": ""})
        if not self.text.value:
            lines.append({"text": _TAKEN_AWAY, "mood": ""})
        if output.is_valid_json and output.calls:
            lines.insert(0, {"text": _AS_IT_STANDS, "mood": "good"})
        self._notes.value = render("lines", lines=lines)


def _title(number: int, call: ReadCall) -> str:
    return one_line(f"{number + 1} · {call.tool or call.written.name or 'no name'}", 60)
