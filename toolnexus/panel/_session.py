"""What a panel is about, without a widget: its tools, who plays the model, what was run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from toolnexus._tool import Tool, expect_tool
from toolnexus._toolkit import Toolkit
from toolnexus.display._text import one_line
from toolnexus.models import Model
from toolnexus.panel._runs import Run

SIMULATED, SCRIPTED = "simulated", "scripted"
"""Who may play the model's part in every panel, by their names."""

_MOST_RUNS = 200
"""Runs that are kept; older ones are forgotten."""


class Session:
    """The tools of a panel and what was done with them.

    Args:
        tools: A toolkit, tools, or one tool. A toolkit is followed: what is registered in it
            later is there, too.
        models: Who may play the model's part, beside the simulated and the scripted one: one
            model, several, or several by name.

    Raises:
        DuplicateToolError: Two tools have the same name.
        TypeError: Something is no tool, or no model.
    """

    def __init__(
        self,
        tools: Toolkit | Iterable[Tool] | Tool,
        models: Model | Mapping[str, Model] | Sequence[Model] = (),
    ) -> None:
        if isinstance(tools, Toolkit):
            self.toolkit = tools
        else:
            given = [tools] if isinstance(tools, Tool) else tools
            self.toolkit = Toolkit(expect_tool(tool, "a ToolPanel") for tool in given)
        self.models = _by_name(models)
        self.runs: list[Run] = []
        self._number = 0
        self._on_run: list[Callable[[], object]] = []

    # --- tools --------------------------------------------------------------------------------

    def found(self, query: str) -> list[Tool]:
        """Find the tools in whose name or description every word of a query occurs.

        Args:
            query: Words, in upper or lower case; empty for all tools.
        """
        words = query.casefold().split()
        return [tool for tool in self.toolkit if _has(tool, words)]

    # --- runs ---------------------------------------------------------------------------------

    def next_number(self) -> int:
        """Count another run."""
        self._number += 1
        return self._number

    def keep(self, run: Run) -> None:
        """Keep a run, and forget the oldest if there are too many."""
        self.runs = [*self.runs, run][-_MOST_RUNS:]
        for observer in tuple(self._on_run):
            observer()

    def before(self, run: Run) -> Run | None:
        """Find the run before this one that made the same calls, with whatever arguments."""
        earlier = self.runs[: self.runs.index(run)]
        same = [r for r in earlier if _alike(r) == _alike(run)]
        return same[-1] if same else None

    def on_run(self, observer: Callable[[], object]) -> None:
        """Call `observer` whenever a run is kept."""
        self._on_run.append(observer)


def _has(tool: Tool, words: Sequence[str]) -> bool:
    if not words:
        return True
    text = f"{tool.name}\n{tool.description}".casefold()
    return all(word in text for word in words)


def _alike(run: Run) -> tuple[bool, str, list[str]]:
    return run.transcript is not None, run.prompt, [step.call.name for step in run.calls]


def _by_name(models: object) -> dict[str, Model]:
    if isinstance(models, Mapping):
        given: list[tuple[str, Any]] = [(str(name), model) for name, model in models.items()]
    else:
        listed = [models] if callable(models) else models
        if not isinstance(listed, Iterable):
            msg = f"a ToolPanel's models are async functions of a request; got {models!r:.80}"
            raise TypeError(msg)
        given = [(_name_of(model), model) for model in listed]
    named: dict[str, Any] = {}
    for name, model in given:
        while name in named or name in (SIMULATED, SCRIPTED):
            name += "'"
        named[name] = model
    for name, model in given:
        if not callable(model):
            msg = f"a ToolPanel's models are async functions of a request; {name!r} is none"
            raise TypeError(msg)
    return named


def _name_of(model: object) -> str:
    name = getattr(model, "name", "") or getattr(model, "__name__", "") or type(model).__name__
    return one_line(str(name), 60)
