"""Fill in arguments, run the tool, see what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import ipywidgets

from toolnexus._tool import Tool
from toolnexus._types import JsonObject, ToolResult
from toolnexus.display import render_html
from toolnexus.display._text import duration, one_line
from toolnexus.models import sample_arguments
from toolnexus.panel._execution import Execution
from toolnexus.panel._form._form import ArgumentsForm
from toolnexus.panel._form._json_text import is_same
from toolnexus.panel._parts._part import Part, show, status
from toolnexus.panel._parts._paste import PastePart
from toolnexus.panel._runs import executed
from toolnexus.panel._secrets import Secrets, masked_at
from toolnexus.panel._session import Session
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render

_ENDED = {"done": "done in", "failed": "failed after", "cancelled": "cancelled after"}


class TryPart(Part):
    """The form of the chosen tool, and its result.

    Args:
        session: The tools and the runs.
        tasks: Where its handlers and tasks are looked after.
        on_arguments: Called when the arguments have changed.
        on_result: Called with the result of each run.
        on_tool: Called with the name of a tool that pasted output is about.
    """

    def __init__(
        self,
        session: Session,
        tasks: Tasks,
        *,
        on_arguments: Callable[[], object],
        on_result: Callable[[ToolResult], object],
        on_tool: Callable[[str], object],
    ) -> None:
        super().__init__(tasks, "tn-try-part")
        self._session = session
        self._on_arguments = on_arguments
        self._on_result = on_result
        self.tool: Tool | None = None
        self.form: ArgumentsForm | None = None
        self._seed = 0
        self._latest: dict[str, Execution] = {}
        self._running: set[Execution] = set()
        self._sampled: tuple[int | None, JsonObject] = (None, {})
        self._shown: ToolResult | None = None
        self._shown_printed = ""
        self._form_box = self.kit.make(ipywidgets.VBox, "tn-form-box")
        self.run_button = self.button(
            "Run", "execute the tool with these arguments", self._click, is_primary=True
        )
        self.cancel_button = self.button("Cancel", "end this run", self._cancel)
        self.sample_button = self.button(
            "Sample", "fill in arguments that fit; again for others", self._sample
        )
        self.clear_button = self.button("Clear", "empty all fields", self._clear)
        self.paste_button = self.kit.toggle(
            "Paste model output",
            "read a call out of whatever a model wrote",
            tasks.guarded(self._toggle_paste),
        )
        self.limit = self.kit.make(
            ipywidgets.Text,
            "tn-limit",
            description="time limit (s)",
            placeholder="none",
        )
        self._status = self.html("tn-status-of")
        self._bar = self.kit.make(ipywidgets.FloatProgress, "tn-progress", min=0.0)
        self._result = self.html("tn-card-of")
        self._printed = self.html()
        self.paste = PastePart(session, tasks, self.fill, on_tool)
        self.box.children = [
            self._form_box,
            self.row(
                self.run_button,
                self.cancel_button,
                self.sample_button,
                self.clear_button,
                self.paste_button,
                self.limit,
            ),
            self._status,
            self.paste.box,
            self._bar,
            self._result,
            self._printed,
        ]
        self._toggle_paste(False)  # noqa: FBT003 - as the button says it
        self.observe(self.limit, self._show)

    # --- the tool -----------------------------------------------------------------------------

    def show(self, tool: Tool | None) -> None:
        """Show another tool; its form is made, and that of the last one is gone."""
        self.tool = tool
        self.paste.tool = tool
        self._seed, self._sampled = 0, (None, {})
        if self.form is not None:
            self.form.close()
            self.form = None
        if tool is not None:
            form = self.form = ArgumentsForm(tool.input_schema)
            form.observe(lambda _: self._filled_in(), ["value", "errors"])
            form.on_submit(self.tasks.guarded(self._click))
        self._form_box.children = [self.form] if self.form is not None else []
        show(self.box, is_shown=tool is not None)
        self._edited()

    def update(self, tool: Tool) -> tuple[str, ...]:
        """Go on with a new version of the same tool, and keep what was typed.

        Returns:
            The paths of arguments that have no place any more.
        """
        self.tool = self.paste.tool = tool
        assert self.form is not None  # noqa: S101 - a tool that is shown has one
        dropped = self.form.update_schema(tool.input_schema)
        self._edited()
        return dropped

    def fill(self, arguments: JsonObject) -> None:
        """Fill in arguments, whether they fit or not."""
        if self.form is not None:
            self.form.value = arguments

    def close(self) -> None:
        """Close all its widgets, and end what still runs, whoever started it."""
        for execution in tuple(self._running):
            execution.cancel()
        self.paste.close()
        if self.form is not None:
            self.form.close()
            self.form = None
        super().close()

    # --- running ------------------------------------------------------------------------------

    def forget(self, tools: Iterable[Tool]) -> None:
        """Let go of tools that are no more; there would be no button to cancel their runs."""
        names = {tool.name for tool in tools}
        for execution in tuple(self._running):
            if execution.tool.name not in names:
                execution.cancel()
        self._latest = {name: ex for name, ex in self._latest.items() if name in names}

    async def run(self) -> ToolResult:
        """Execute the tool with what is filled in.

        Raises:
            ValueError: There is no tool, or the time limit is none.
        """
        if self.tool is None or self.form is None:
            msg = "there is no tool to run; choose one first"
            raise ValueError(msg)
        tool, form, arguments = self.tool, self.form, self.form.value
        paths = form.secret_paths
        secrets = Secrets.at(paths, arguments)
        execution = Execution(
            tool,
            arguments,
            timeout=self._timeout(),
            secrets=secrets,
            on_change=self.tasks.guarded(self._show),
        )
        self._latest[tool.name] = execution
        self._running.add(execution)
        self._show()
        try:
            result = await execution.run()
        finally:
            self._running.discard(execution)
            if form is self.form:  # not closed meanwhile
                form.clear_secrets()
            self._show()
        kept = executed(
            self._session.next_number(),
            tool,
            secrets.json(masked_at(paths, arguments)),
            result,
            seconds=execution.seconds,
            printed=execution.printed,
        )
        self._session.keep(kept)
        self._show()
        self._on_result(result)
        return result

    def _timeout(self) -> float | None:
        text = self.limit.value.strip()
        if not text:
            return None
        try:
            seconds = float(text)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < float("inf"):
            msg = f"the time limit is a number of seconds above 0, or nothing; got {text!r:.40}"
            raise ValueError(msg)
        return seconds

    def _click(self) -> None:
        if not self.run_button.disabled:
            self.soon(self._start)

    def _start(self) -> None:
        if self._why_not():
            self._show()
        else:
            self.tasks.start(self.run())

    def _cancel(self) -> None:
        if (execution := self._execution) is not None:
            execution.cancel()

    @property
    def _execution(self) -> Execution | None:
        return self._latest.get(self.tool.name) if self.tool is not None else None

    # --- filling in ---------------------------------------------------------------------------

    def _sample(self) -> None:
        if self.tool is not None:
            seed, self._seed = self._seed, self._seed + 1
            arguments = sample_arguments(self.tool, seed=seed)
            self._sampled = (seed, arguments)
            self.fill(arguments)
            self._show()

    def _clear(self) -> None:
        if self.form is not None:
            self.form.clear()

    def _toggle_paste(self, is_open: bool) -> None:  # noqa: FBT001 - as the button says it
        show(self.paste.box, is_shown=is_open)

    def _filled_in(self) -> None:
        self.typed()
        self._edited()

    def _edited(self) -> None:
        self._show()
        self._on_arguments()

    # --- what is seen -------------------------------------------------------------------------

    def _why_not(self) -> str:
        if self.form is None:
            return "choose a tool first"
        if self.form.why_not:
            return self.form.why_not
        try:
            self._timeout()
        except ValueError as exc:
            return str(exc)
        return ""

    def _show(self) -> None:
        execution = self._execution
        is_running = execution is not None and execution.state == "running"
        why_not = self._why_not()
        self.run_button.disabled = is_running or bool(why_not)
        show(self.cancel_button, is_shown=is_running)
        if is_running and execution is not None:
            status(self._status, f"running for {duration(execution.seconds)}", "running")
        elif why_not:
            status(self._status, f"can't run yet: {why_not}", "blocked")
        elif execution is not None:
            words = f"{_ENDED[execution.state]} {duration(execution.seconds)}"
            status(self._status, words, execution.state)
        else:
            status(self._status, self._ready())
        self._show_progress(execution, is_running=is_running)
        self._show_result(execution)

    def _ready(self) -> str:
        """Say that it can run; and with which sample, so that anybody can make the same."""
        seed, arguments = self._sampled
        if self.form is None or seed is None or not is_same(self.form.value, arguments):
            return "ready"
        return f"ready, with sample_arguments(tool, seed={seed})"

    def _show_result(self, execution: Execution | None) -> None:
        result = execution.result if execution is not None else None
        printed = execution.printed if execution is not None else ""
        # Written only when it is another one: it may be long, and this is called on each key.
        if result is not self._shown:
            self._shown = result
            self._result.value = render_html(result) if result is not None else ""
        if printed != self._shown_printed:
            self._shown_printed = printed
            self._printed.value = render("printed", text=printed)

    def _show_progress(self, execution: Execution | None, *, is_running: bool) -> None:
        progress = execution.progress if execution is not None and is_running else None
        show(self._bar, is_shown=progress is not None)
        if progress is None:
            return
        total = progress.total or max(progress.done, 1.0)
        self._bar.max, self._bar.value = total, min(max(progress.done, 0.0), total)
        amount = f"{progress.done:g}"
        if progress.total is not None:
            amount += f" of {progress.total:g}"
        self._bar.description = one_line(f"{amount} {progress.message}", 60)
