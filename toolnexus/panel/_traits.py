"""Traits of the panel that traitlets doesn't have."""

from __future__ import annotations

from typing import Any

import traitlets

from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus.errors import UnknownToolError


class ChosenTool(traitlets.TraitType):  # type: ignore[type-arg]  # traitlets' own generics
    """A tool of the panel, set by itself or by its name."""

    info_text = "a tool of the panel, or the name of one"

    def validate(self, obj: Any, value: object) -> Tool | None:
        """Find the tool that is meant.

        Raises:
            TraitError: The panel has no such tool.
        """
        if value is None:
            return None
        toolkit: Toolkit = obj.toolkit
        name = value.name if isinstance(value, Tool) else value
        try:
            tool = toolkit[name] if isinstance(name, str) else None
        except UnknownToolError as exc:
            raise traitlets.TraitError(str(exc)) from exc
        if tool is None or (isinstance(value, Tool) and tool is not value):
            words = (
                f"{value!r:.80} is no tool of this panel; register it in panel.toolkit first"
            )
            raise traitlets.TraitError(words)
        return tool


class EachTime(traitlets.Any):
    """Something that is told each time it comes, also if it is equal to the one before."""

    def set(self, obj: Any, value: Any) -> None:
        """Set it, and tell of it unless it is the very same."""
        former = obj._trait_values.get(self.name)
        obj._trait_values[self.name] = value
        if value is not former:
            obj._notify_trait(self.name, former, value)
