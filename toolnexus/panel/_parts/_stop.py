"""Where a round trip stands still: look, change, go on."""

from __future__ import annotations

import contextlib

from toolnexus._arguments import parse_arguments
from toolnexus._problems import ArgumentsRefused
from toolnexus._roundtrip._words import stages_of
from toolnexus._toolkit import Toolkit
from toolnexus._types import JsonObject, ToolCall
from toolnexus.panel._form._state import FormState
from toolnexus.panel._parts._part import Part, show
from toolnexus.panel._secrets import Secrets
from toolnexus.panel._stepping import Stepping, Stop
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render

_LABELS = {"call": "arguments", "result": "tool message"}


class StopPart(Part):
    """The call that the model wants, or the message that goes back to it, to be changed."""

    def __init__(self, tasks: Tasks) -> None:
        super().__init__(tasks, "tn-stop-part")
        self.secrets = Secrets()
        """What was typed here that nobody may see afterwards."""
        self._stepping: Stepping | None = None
        self._stop: Stop | None = None
        self._toolkit: Toolkit | None = None
        self._shown = ""
        self.text = self.area("arguments", "tn-code-area", rows=4)
        self._says = self.html()
        self.go_button = self.button(
            "Go on", "with what is written here", lambda: self.soon(self._go), is_primary=True
        )
        self.refuse_button = self.button(
            "Refuse", "don't run this call, and tell the model so", self._refuse
        )
        self.play_button = self.button(
            "Play the rest", "and don't stop again", lambda: self.soon(self._play)
        )
        self.box.children = [
            self.text,
            self._says,
            self.row(self.go_button, self.refuse_button, self.play_button),
        ]
        self.observe(self.text, self._look)
        self.show(None, None)

    def show(self, stepping: Stepping | None, toolkit: Toolkit | None) -> None:
        """Show where a round trip stands still; None for nowhere."""
        stop = stepping.stop if stepping is not None else None
        if stop is self._stop and stop is not None:
            return
        self._stepping, self._stop, self._toolkit = stepping, stop, toolkit
        show(self.box, is_shown=stop is not None)
        if stop is None:
            self.text.value = ""
            return
        self.text.description = _LABELS[stop.kind]
        self.text.value = self._shown = self.secrets.text(stop.text)
        show(self.refuse_button, is_shown=stop.kind == "call")
        self._look()

    def _look(self) -> None:
        """Say what will become of what is written."""
        if self._stop is None:
            return
        step, is_stopped, mood = self._stop.step, False, "bad"
        if step is None:
            words, is_stopped = self._verdict(self._stop.call)
        else:
            words = " · ".join(stage.text for stage in stages_of(step))
            mood = "good" if step.status == "executed" else "bad"
        lines = [{"text": words, "mood": mood}] if words else []
        self._says.value = render("lines", lines=lines)
        self.go_button.disabled = self.play_button.disabled = is_stopped

    def _verdict(self, call: ToolCall) -> tuple[str, bool]:
        is_changed = self.text.value != self._shown
        tool = self._toolkit.get(call.name) if self._toolkit is not None else None
        if tool is None:
            return f"there is no tool called {call.name!r}: it will be refused", False
        try:
            parse_arguments(self.text.value)
        except ArgumentsRefused as exc:
            refused = "; ".join(problem.message for problem in exc.problems)
            # What the model sent may be broken; what a person writes has to be arguments.
            words = "not JSON" if is_changed else "it will be refused"
            return f"{words}: {refused}", is_changed
        _, refusal = tool.check_arguments(self.text.value)
        return (f"it will be refused: {refusal.output}" if refusal is not None else "", False)

    def _go(self) -> None:
        stop, stepping, text = self._stop, self._stepping, self.text.value
        if stop is None or stepping is None:
            return
        if text == self._shown:
            stepping.go_on()
        elif stop.kind == "result":
            stepping.tell(text)
        else:
            stepping.go_on(self._written(stop.call, parse_arguments(text)[0]))

    def _written(self, call: ToolCall, arguments: JsonObject) -> JsonObject:
        """Take what a person wrote, with what the model sent where a mask still stands."""
        tool = self._toolkit.get(call.name) if self._toolkit is not None else None
        if tool is None:
            return arguments
        state = FormState(tool.input_schema)
        with contextlib.suppress(ArgumentsRefused):
            state.value = parse_arguments(call.arguments)[0]
        unmasked = state.unmasked(arguments)
        arguments = unmasked if isinstance(unmasked, dict) else arguments
        self.secrets |= Secrets.of_call(tool, arguments)
        return arguments

    def _refuse(self) -> None:
        if self._stepping is not None:
            self._stepping.refuse()

    def _play(self) -> None:
        stepping = self._stepping
        if stepping is not None:
            self._go()  # what was changed here still counts
            stepping.play_on()
