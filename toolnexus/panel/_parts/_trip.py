"""Play a whole round trip, at once or step by step, with whoever plays the model's part."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

import ipywidgets

from toolnexus._arguments import parse_arguments
from toolnexus._context import ToolContext
from toolnexus._problems import ArgumentsRefused
from toolnexus._roundtrip import AssistantStep, RoundTrip, Transcript
from toolnexus._roundtrip._export._literals import literal
from toolnexus._tool import Tool
from toolnexus.display import render_html
from toolnexus.display._text import duration, one_line
from toolnexus.models import FAULTS, Model, ScriptedModel, SimulatedModel
from toolnexus.panel._parts._part import Part, show, status
from toolnexus.panel._parts._stop import StopPart
from toolnexus.panel._printing import printed_to
from toolnexus.panel._runs import played
from toolnexus.panel._script import read_script, script_text
from toolnexus.panel._secrets import Secrets
from toolnexus.panel._session import SCRIPTED, SIMULATED, Session
from toolnexus.panel._stepping import Stepping
from toolnexus.panel._tasks import TICK_SECONDS as _TICK_SECONDS
from toolnexus.panel._tasks import Tasks, ticking
from toolnexus.panel._templates import render

_NO_FAULT = "no mistake"


class TripPart(Part):
    """The prompt, the model, and the line of what went back and forth.

    Args:
        session: The tools, the models and the runs.
        tasks: Where its handlers and tasks are looked after.
        on_transcript: Called with the transcript after each step.
    """

    def __init__(
        self, session: Session, tasks: Tasks, on_transcript: Callable[[Transcript], object]
    ) -> None:
        super().__init__(tasks, "tn-trip-part")
        self._session = session
        self._on_transcript = on_transcript
        self._tool: Tool | None = None
        self._ctx: ToolContext | None = None
        self._stepping: Stepping | None = None
        self._printed: list[str] = []
        self._undrawn: Transcript | None = None
        self._drawn_at = 0.0
        self._ended = ("ready", "")
        self.prompt = self.area(
            "prompt", rows=2, placeholder="what a person asks, such as: Is it warm in Chennai?"
        )
        models = [SIMULATED, SCRIPTED, *session.models]
        self.model = self.kit.make(
            ipywidgets.Dropdown, "tn-model", description="model", options=models
        )
        if session.models:
            self.model.value = next(iter(session.models))
        self.fault = self.kit.make(
            ipywidgets.Dropdown,
            "tn-fault",
            description="mistake",
            options=[(_NO_FAULT, ""), *((name, name) for name in FAULTS)],
        )
        self._fault_words = self.html()
        self.offered = self.kit.make(ipywidgets.Dropdown, "tn-offered", description="tools")
        self.script = self.area(
            "script",
            "tn-code-area",
            rows=3,
            placeholder='get_weather {"city": "Rome"}\nIt is sunny in Rome.',
        )
        self.play_button = self.button(
            "Play", "play the round trip to its end", self._play, is_primary=True
        )
        self.step_button = self.button(
            "Step by step", "stop at each call and each tool message", self._step
        )
        self.cancel_button = self.button("Cancel", "end the round trip", self._cancel)
        self._status = self.html("tn-status-of")
        self.stop = StopPart(tasks)
        self._line = self.html("tn-card-of")
        self._printed_of = self.html()
        self.box.children = [
            self.prompt,
            self.row(self.model, self.fault, self.offered),
            self._fault_words,
            self.script,
            self.row(self.play_button, self.step_button, self.cancel_button),
            self._status,
            self._line,
            self.stop.box,
            self._printed_of,
        ]
        for widget in (self.prompt, self.model, self.fault, self.script):
            self.observe(widget, self._show)
        self._show()

    def show(self, tool: Tool | None) -> None:
        """Show that another tool is chosen."""
        self._tool = tool
        total = len(self._session.toolkit)
        options = [("all tools", "all")] if total != 1 else []
        if tool is not None:
            options.append((f"only {tool.name}", "one"))
        was = self.offered.value
        if tuple(options) != tuple(self.offered.options):
            self.offered.options = options
            values = [value for _, value in options]
            self.offered.value = was if was in values else next(iter(values), None)

    def close(self) -> None:
        """Close all its widgets."""
        self._cancel()
        self.stop.close()
        super().close()

    # --- playing ------------------------------------------------------------------------------

    async def round_trip(
        self,
        prompt: str | None = None,
        model: Model | None = None,
        *,
        is_stepped: bool = False,
    ) -> Transcript:
        """Play a round trip.

        Args:
            prompt: What the user says; None for what is written in the panel.
            model: Who plays the model's part; None for who is chosen in the panel.
            is_stepped: Whether it stops at each call and each tool message.

        Raises:
            ValueError: There is no prompt, the script is empty, or one is under way.
        """
        if self._ctx is not None:
            msg = "a round trip is under way; wait for its end, or cancel it"
            raise ValueError(msg)
        if prompt is not None:
            self.prompt.value = prompt
        if not self.prompt.value.strip():
            msg = "there is no prompt; write what a person asks"
            raise ValueError(msg)
        written = ""
        if model is None:
            model, written = self._chosen_model()
        stepping = Stepping(self._show_stop) if is_stepped else None
        self._ctx, self._stepping, self._printed = ToolContext(), stepping, []
        trip = RoundTrip(
            self.prompt.value,
            self._tools(),
            model,
            ctx=self._ctx,
            on_call=stepping.on_call if stepping is not None else None,
            on_result=stepping.on_result if stepping is not None else None,
        )
        try:
            await self._follow(trip)
        except Exception:
            self._keep(trip, written)
            raise
        finally:
            self._ctx = self._stepping = None
            self._mask_boxes()
            self._show()
            self._show_stop()
        return self._keep(trip, written)

    def _keep(self, trip: RoundTrip, written: str) -> Transcript:
        transcript = self._hidden(trip.transcript)
        number, printed = self._session.next_number(), self._printed_text()
        written = self.stop.secrets.text(written)
        self._session.keep(played(number, transcript, written, printed))
        return transcript

    def _mask_boxes(self) -> None:
        """Take the secrets out of what a person wrote, which is saved with the notebook."""
        for box in (self.prompt, self.script):
            box.value = self.stop.secrets.text(box.value)

    async def _follow(self, trip: RoundTrip) -> None:
        started = time.perf_counter()
        self._tell(trip)

        def tick() -> None:
            self._draw()
            if self._stepping is None or self._stepping.stop is None:
                words = f"playing for {duration(time.perf_counter() - started)}"
                status(self._status, words, "running")

        try:
            await ticking(self._walk(trip), tick)
        except Exception as exc:
            took = duration(time.perf_counter() - started)
            told = f"the model failed after {took}. {type(exc).__name__}: {exc}"
            self._ended = (one_line(self.stop.secrets.text(told), 400), "failed")
            raise
        end = trip.transcript.end
        reason = end.reason if end is not None else "cancelled"
        took = duration(time.perf_counter() - started)
        if reason == "answer":
            self._ended = (f"answered after {took}", "done")
        else:
            state = "cancelled" if reason == "cancelled" else "failed"
            self._ended = (f"ended without an answer after {took}", state)

    async def _walk(self, trip: RoundTrip) -> None:
        self._show()
        with printed_to(self._printed.append):
            async for _ in trip:
                self._tell(trip)

    def _tell(self, trip: RoundTrip) -> None:
        self._remember_secrets(trip.transcript)
        transcript = self._undrawn = self._hidden(trip.transcript)
        # A long one takes a moment to draw: not for every step of a quick one.
        if time.perf_counter() - self._drawn_at >= _TICK_SECONDS:
            self._draw()
        self.tasks.guarded(self._on_transcript)(transcript)

    def _printed_text(self) -> str:
        return self.stop.secrets.text("".join(self._printed))

    def _draw(self) -> None:
        transcript, self._undrawn = self._undrawn, None
        if transcript is not None:
            self._line.value = render_html(transcript)
            self._printed_of.value = render("printed", text=self._printed_text())
            self._drawn_at = time.perf_counter()

    def _remember_secrets(self, transcript: Transcript) -> None:
        """Find what the model sent as a secret, which nobody may see afterwards either."""
        for step in transcript.steps[-1:]:
            for call in step.calls if isinstance(step, AssistantStep) else ():
                tool = self._session.toolkit.get(call.name)
                with contextlib.suppress(ArgumentsRefused):
                    if tool is not None:
                        arguments = parse_arguments(call.arguments)[0]
                        self.stop.secrets |= Secrets.of_call(tool, arguments)

    def _hidden(self, transcript: Transcript) -> Transcript:
        return self.stop.secrets.transcript(transcript)

    def _chosen_model(self) -> tuple[Model, str]:
        name = self.model.value
        if name == SCRIPTED:
            script = read_script(self.script.value)
            return ScriptedModel(script), script_text(script)
        if name == SIMULATED:
            if not self.fault.value:
                return SimulatedModel(), "SimulatedModel()"
            faults = [self.fault.value]
            return SimulatedModel(faults=faults), f"SimulatedModel(faults={literal(faults)})"
        return self._session.models[name], ""

    def _tools(self) -> list[Tool]:
        if self.offered.value == "one" and self._tool is not None:
            return [self._tool]
        return self._session.toolkit.tools()

    # --- handlers -----------------------------------------------------------------------------

    def _play(self) -> None:
        self.soon(lambda: self.tasks.start(self.round_trip()))

    def _step(self) -> None:
        self.soon(lambda: self.tasks.start(self.round_trip(is_stepped=True)))

    def _cancel(self) -> None:
        if self._ctx is not None:
            self._ctx.cancel()
        if self._stepping is not None:
            self._stepping.play_on()

    # --- what is seen -------------------------------------------------------------------------

    def _show(self) -> None:
        is_running = self._ctx is not None
        is_scripted = self.model.value == SCRIPTED
        show(self.fault, is_shown=self.model.value == SIMULATED)
        show(self.script, is_shown=is_scripted)
        show(self.cancel_button, is_shown=is_running)
        fault = FAULTS.get(self.fault.value) if self.model.value == SIMULATED else None
        told = [{"text": fault.what, "mood": ""}] if fault is not None else []
        self._fault_words.value = render("lines", lines=told)
        why_not = ""
        if not self.prompt.value.strip():
            why_not = "can't play yet: write a prompt first"
        elif is_scripted and not self.script.value.strip():
            why_not = "can't play yet: write what the model says, a line a message"
        for button in (self.play_button, self.step_button):
            button.disabled = is_running or bool(why_not)
        if not is_running:
            words, state = (why_not, "blocked") if why_not else self._ended
            status(self._status, words, state)

    def _show_stop(self) -> None:
        stepping = self._stepping
        stop = stepping.stop if stepping is not None else None
        self._draw()
        self.stop.show(stepping if stop is not None else None, self._session.toolkit)
        if stop is not None:
            words = {
                "call": "stopped: the model wants this call of",
                "result": "stopped: this goes back to the model from",
            }
            which = one_line(f"{words[stop.kind]} {stop.call.name} ({stop.call.id})", 200)
            status(self._status, which, "running")
