"""`ToolPanel`, the widget: the tools on the left, the chosen one on the right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ipywidgets
import traitlets

from toolnexus._roundtrip import CallStep, Transcript
from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus._types import JsonObject, ToolResult
from toolnexus._wording import join
from toolnexus.display import compare, html_or_none
from toolnexus.display._text import one_line
from toolnexus.models import Model
from toolnexus.panel._form._form import Arguments, ArgumentsForm
from toolnexus.panel._form._json_text import is_same
from toolnexus.panel._parts._checks import ChecksPart
from toolnexus.panel._parts._history import HistoryPart
from toolnexus.panel._parts._list import ListPart
from toolnexus.panel._parts._part import Part, status
from toolnexus.panel._parts._schema import SchemaPart
from toolnexus.panel._parts._trip import TripPart
from toolnexus.panel._parts._try import TryPart
from toolnexus.panel._session import Session
from toolnexus.panel._tasks import Tasks
from toolnexus.panel._templates import render
from toolnexus.panel._traits import ChosenTool, EachTime

TABS = ("Schema", "Try", "Round trip", "Checks", "History")
_MOST_CARDS = 10


class ToolPanel(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Tools to look at, to run by hand, and to play a whole round trip with.

    A panel follows its toolkit: run the cell again that defines a tool (with `@toolkit.tool`,
    or `toolkit.register(tool, replace=True)`), and the open panel shows the new one, keeps what
    was filled in, and says what has changed.

    What the buttons do can be done from a cell as well, and `tool`, `arguments`, `result` and
    `transcript` can be read and observed there; the first two can be set, and `calls` has all
    that was run. Secrets are masked in all of them once they were used.

    Args:
        tools: A toolkit, tools, or one tool.
        models: Who may play the model's part beside the simulated and the scripted one: a
            model, several, or several by name.

    Raises:
        DuplicateToolError: Two tools have the same name.
        TypeError: Something is no tool, or no model.

    Example:
        >>> import asyncio
        >>> from toolnexus import define_tool
        >>> def get_weather(city: str, days: int = 1) -> str:
        ...     '''Current weather for a city.'''
        ...     return f"sunny in {city}"
        >>> panel = ToolPanel([define_tool(get_weather)])
        >>> panel.arguments = {"city": "Chennai"}
        >>> asyncio.run(panel.run()).output
        'sunny in Chennai'
        >>> asyncio.run(panel.round_trip("Is it warm in Rome?")).answer
        'get_weather says: sunny in Rome'
        >>> panel.close()
    """

    tool = ChosenTool(allow_none=True, help="The tool that is chosen.")
    arguments = Arguments(help="What is filled in for it.")
    result = EachTime(
        default_value=None,
        allow_none=True,
        help="What came of the last run; None before the first.",
    )
    transcript = EachTime(
        default_value=None, allow_none=True, help="The last round trip, as far as it has come."
    )

    def __init__(
        self,
        tools: Toolkit | Iterable[Tool] | Tool,
        models: Model | Mapping[str, Model] | Sequence[Model] = (),
    ) -> None:
        self._session = Session(tools, models)
        self._tasks = tasks = Tasks(self._failed)
        self._frame = frame = Part(tasks, "tn-right")
        self._list = ListPart(self._session, tasks, self._choose)
        self._try = TryPart(
            self._session,
            tasks,
            on_arguments=self._arguments_edited,
            on_result=tasks.guarded(lambda result: self.set_trait("result", result)),
            on_tool=self._choose,
        )
        self._parts: dict[str, Part] = {"Try": self._try}
        self._notice = frame.html("tn-notice")
        self._head = frame.html("tn-head-of")
        self.tabs = frame.kit.make(
            ipywidgets.ToggleButtons, "tn-tabs", options=TABS, value="Try"
        )
        self._body = frame.kit.make(ipywidgets.VBox, "tn-tab-body")
        frame.box.children = [self._head, self.tabs, self._notice, self._body]
        frame.observe(self.tabs, self._show_tab)
        style = frame.html("tn-style", value=render("panel_style"))
        columns = frame.kit.make(ipywidgets.Box, "tn-columns")
        columns.children = [self._list.box, frame.box]
        super().__init__(children=[style, columns], _dom_classes=("tn-panel",))
        self.toolkit.add_observer(self._toolkit_changed)
        self._list.fill()
        self.tool = next(iter(self.toolkit), None)
        if self.tool is None:
            self._show_tool()

    @property
    def toolkit(self) -> Toolkit:
        """The tools: register others, and they are there."""
        return self._session.toolkit

    @property
    def calls(self) -> tuple[CallStep, ...]:
        """Every call that was made here, by hand and in round trips, the oldest first.

        These are the runs that the history has; secrets are masked in them.
        """
        return tuple(step for run in self._session.runs for step in run.calls)

    @property
    def form(self) -> ArgumentsForm | None:
        """The form of the chosen tool."""
        return self._try.form

    # --- what the buttons do ------------------------------------------------------------------

    async def run(self) -> ToolResult:
        """Execute the chosen tool with what is filled in, as the button Run does.

        Returns:
            The result; it doesn't raise for what the tool does. Secrets are masked in it.

        Raises:
            ValueError: No tool is chosen, the time limit is none, or the panel is closed.
        """
        self._expect_open()
        if self.form is not None and not is_same(self.form.value, self.arguments):
            self._try.fill(self.arguments)  # somebody has changed the dict itself
        return await self._try.run()

    async def round_trip(
        self,
        prompt: str | None = None,
        model: Model | None = None,
        *,
        step_by_step: bool = False,
    ) -> Transcript:
        """Play a round trip, as the button Play does.

        Args:
            prompt: What the user says; None for what is written in the panel.
            model: Who plays the model's part; None for who is chosen in the panel.
            step_by_step: Whether it stops at each call and each tool message, until somebody
                goes on in the panel.

        Raises:
            ValueError: There is no prompt, a round trip is under way, or the panel is closed.
        """
        self._expect_open()
        return await self._trip.round_trip(prompt, model, is_stepped=step_by_step)

    _is_closed = False

    def _expect_open(self) -> None:
        if self._is_closed:
            msg = "this panel is closed; open another one with ToolPanel(toolkit)"
            raise ValueError(msg)

    def close(self) -> None:
        """Close the panel with every widget in it, and end what still runs."""
        self._is_closed = True
        self.toolkit.remove_observer(self._toolkit_changed)
        self._tasks.cancel()
        for part in (*self._parts.values(), self._list, self._frame):
            part.close()
        layout = self.layout
        super().close()
        layout.close()

    # --- the parts ----------------------------------------------------------------------------

    @property
    def _trip(self) -> TripPart:
        part = self._part("Round trip")
        assert isinstance(part, TripPart)  # noqa: S101 - as it is made below
        part.show(self.tool)
        return part

    def _part(self, name: str) -> Part:
        """Return a tab's part, made when it is first needed."""
        if name not in self._parts:
            self._parts[name] = self._made(name)
        return self._parts[name]

    def _made(self, name: str) -> Part:
        if name == "Schema":
            return SchemaPart(self._tasks)
        if name == "Checks":
            return ChecksPart(self._tasks)
        if name == "History":
            return HistoryPart(self._session, self._tasks, lambda: self.tabs.value == "History")
        return TripPart(
            self._session, self._tasks, lambda line: self.set_trait("transcript", line)
        )

    def _show_tab(self) -> None:
        self._notice.value = ""
        part = self._part(self.tabs.value)
        # A tab that nobody sees is not written: a card with all its shapes takes a moment.
        if isinstance(part, (SchemaPart, ChecksPart, TripPart)):
            part.show(self.tool)
        if isinstance(part, HistoryPart):
            part.fill()
        self._body.children = [part.box]

    # --- the tool -----------------------------------------------------------------------------

    def _choose(self, name: str) -> None:
        self.tool = name

    @traitlets.observe("tool")
    def _tool_chosen(self, _: Any) -> None:
        if not self._is_following and not self._is_closed:
            self._show_tool()

    _is_following = False

    def _show_tool(self, changes: Sequence[str] = ()) -> None:
        self._notice.value = ""
        self._try.show(self.tool)
        self._show_elsewhere(changes)

    def _show_elsewhere(self, changes: Sequence[str]) -> None:
        tool = self.tool
        self._head.value = render(
            "head",
            name=one_line(tool.name, 100) if tool is not None else "",
            does=_does(tool),
            changes=[one_line(change, 400) for change in changes],
        )
        self._list.choose(tool)
        self._show_tab()

    def _toolkit_changed(self) -> None:
        self._tasks.guarded(self._follow)()

    def _follow(self) -> None:
        """Show the tools as they are now, and keep what was filled in."""
        was = self.tool
        now = self.toolkit.get(was.name) if was is not None else None
        self._list.fill()
        self._try.forget(self.toolkit)
        if was is now and was is not None:
            self._show_elsewhere(())
            return
        if was is None or now is None:
            self.tool = next(iter(self.toolkit), None)
            self._show_tool() if self.tool is None else None
            return
        self._is_following = True
        try:
            self.tool = now
        finally:
            self._is_following = False
        dropped = self._try.update(now)
        summary = compare(was, now).summary
        changes = [f"changed: {summary}"] if summary else []
        if dropped:
            changes.append(f"left out, for it has no place any more: {join(dropped, 'and')}")
        self._show_elsewhere(changes)

    # --- arguments ----------------------------------------------------------------------------

    def _arguments_edited(self) -> None:
        self.arguments = self.form.value if self.form is not None else {}

    @traitlets.validate("arguments")
    def _check_arguments(self, proposal: Any) -> JsonObject:
        value: JsonObject = proposal["value"]
        if value and self.tool is None:
            msg = "arguments are those of a tool, and none is chosen; set panel.tool first"
            raise traitlets.TraitError(msg)
        return value

    @traitlets.observe("arguments")
    def _arguments_set(self, change: Any) -> None:
        if self.form is not None:
            self._try.fill(change["new"])

    # --- what goes wrong, and what is seen elsewhere ------------------------------------------

    def _failed(self, exc: BaseException) -> None:
        words = str(exc) if isinstance(exc, ValueError) else f"{type(exc).__name__}: {exc}"
        status(self._notice, one_line(words, 600), "failed")

    def __repr__(self) -> str:
        """Show the names of its tools."""
        return f"ToolPanel([{join([tool.name for tool in self.toolkit], 'and', most=10)}])"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Show the card where a front end shows no widgets."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        is_one = len(self.toolkit) == 1 or len(self.toolkit) > _MOST_CARDS
        html = html_or_none(self.tool if is_one and self.tool is not None else self.toolkit)
        return {**bundle, "text/html": html} if html is not None else bundle


def _does(tool: Tool | None) -> str:
    if tool is None:
        return "no tools yet: register some, and they are shown here"
    return one_line(tool.description.strip().partition("\n\n")[0], 200)
