"""What was run in this panel: to look at again, repeat, compare and take away."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from toolnexus._roundtrip import Transcript, replay
from toolnexus.display import render_html
from toolnexus.display._text import count
from toolnexus.panel._parts._part import Part, show, status
from toolnexus.panel._runs import WRITERS, Run, changes
from toolnexus.panel._session import Session
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render

_ROWS = (2, 6)
_MOST_CODE = 200_000
"""Characters of code to show; a test of a long result holds the whole of it."""


class HistoryPart(Part):
    """The runs, newest first, and what can be done with one.

    Args:
        session: The runs.
        tasks: What starts what the buttons do.
        is_seen: Whether the tab is open: a run that nobody looks at is not written.
    """

    def __init__(self, session: Session, tasks: Tasks, is_seen: Callable[[], bool]) -> None:
        super().__init__(tasks, "tn-history-part")
        self._is_seen = is_seen
        self._is_stale = True
        self._session = session
        self.select = self.kit.make(
            ipywidgets.Select, "tn-runs", description="runs", rows=_ROWS[0]
        )
        self.replay = self.button("Replay", "run the same calls again", self._replay)
        self.compare = self.button(
            "Compare with previous", "what has changed since the run before", self._compare
        )
        self.kind = self.kit.make(
            ipywidgets.Dropdown, "tn-copy-as", description="copy as", options=list(WRITERS)
        )
        self._view = self.html("tn-card-of")
        self._printed = self.html()
        self.code = self.area("code, to copy", "tn-code-area", rows=8)
        self._code_says = self.html()
        self._status = self.html()
        self._buttons = self.row(self.replay, self.compare)
        self._copy = self.row(self.kind)
        self.box.children = [
            self.select,
            self._buttons,
            self._status,
            self._view,
            self._printed,
            self._copy,
            self.code,
            self._code_says,
        ]
        self.observe(self.select, self._show)
        self.observe(self.kind, self._write)
        session.on_run(self._run_added)

    @property
    def run(self) -> Run | None:
        """The run that is chosen."""
        return next((r for r in self._session.runs if r.number == self.select.value), None)

    def _run_added(self) -> None:
        self._is_stale = True
        if self._is_seen():
            self.fill()

    def fill(self) -> None:
        """Write the runs, if there are others than those written."""
        if not self._is_stale:
            return
        self._is_stale = False
        runs = self._session.runs[::-1]
        self.select.options = [(run.title, run.number) for run in runs]
        self.select.rows = min(max(len(runs), _ROWS[0]), _ROWS[1])
        self.select.value = runs[0].number if runs else None
        self._show()

    def _show(self) -> None:
        run = self.run
        for widget in (self.select, self._buttons, self._copy, self.code):
            show(widget, is_shown=run is not None)
        status(self._status, "" if run else "nothing yet: what you run is kept here")
        self._view.value, self._printed.value = "", ""
        if run is not None:
            self._view.value = render_html(run.transcript or run.result)
            self._printed.value = render("printed", text=run.printed)
            before = self._session.before(run)
            self.compare.disabled = before is None
            self.replay.disabled = not run.calls
        self._write()

    def _write(self) -> None:
        run = self.run
        code = WRITERS[self.kind.value](run) if run is not None else ""
        is_long = len(code) > _MOST_CODE
        self.code.value = "" if is_long else code
        told = f"too long for this box: {count(len(code), 'character')}" if is_long else ""
        self._code_says.value = render("lines", lines=[{"text": told, "mood": ""}])

    def _replay(self) -> None:
        if (run := self.run) is not None:
            self.tasks.start(self._replayed(run))

    async def _replayed(self, run: Run) -> None:
        status(self._status, "running the same calls again", "running")
        recorded = run.transcript or Transcript((), run.calls)
        report = await replay(recorded, self._session.toolkit)
        self._view.value = render_html(report)
        words = "nothing has changed" if report.ok else "something has changed"
        status(self._status, f"replayed: {words}", "done" if report.ok else "failed")

    def _compare(self) -> None:
        run = self.run
        before = self._session.before(run) if run is not None else None
        if run is not None and before is not None:
            report = changes(before, run)
            self._view.value = render_html(report)
            status(self._status, f"run {run.number} compared with run {before.number}")
