"""What all controls share: each shows a value, and tells what was made of it.

A control never changes a value on its way: what it can't hold is left to another control.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import ipywidgets

from toolnexus._problems import Path, Problem
from toolnexus._schema._paths import MISSING
from toolnexus._types import JsonValue
from toolnexus.panel._form._fields import Field
from toolnexus.panel._form._form_schema import FormSchema
from toolnexus.panel._kit import Kit


class RowOfForm(Protocol):
    """What a container knows of the rows inside it; see `_row.Row`."""

    box: ipywidgets.Box
    control: Control

    def show(self, value: JsonValue) -> None: ...
    def tell(self, problems: Sequence[Problem], depth: int) -> None: ...
    def unread_paths(self, path: Path) -> list[tuple[Path, str]]: ...
    def close(self) -> None: ...


class RowMaker(Protocol):
    """Makes the row of a field; see `_row.Row`."""

    def __call__(
        self,
        field: Field,
        edited: Callable[[JsonValue], None],
        buttons: Sequence[ipywidgets.Widget] = (),
        value: JsonValue = MISSING,
    ) -> RowOfForm: ...


class Control:
    """What shows one value.

    Args:
        field: What it is about.
        schema: Where more fields come from.
        kit: Where its widgets come from.
        edited: Called with the new value once somebody has edited it.
        make_row: Makes the rows inside.
        placed: Called once its list of widgets has changed.
    """

    def __init__(
        self,
        field: Field,
        schema: FormSchema,
        kit: Kit,
        edited: Callable[[JsonValue], None],
        make_row: RowMaker,
        placed: Callable[[], None],
    ) -> None:
        self.field = field
        self.schema = schema
        self.kit = kit
        self.edited = edited
        self.make_row = make_row
        self.placed = placed
        self.heads: list[ipywidgets.Widget] = []
        self.bodies: list[ipywidgets.Widget] = []
        self.unread = ""
        self.state = ""
        self._is_showing = False
        self.build()

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        """Tell whether it can show a value, and would send it again as it is."""
        raise NotImplementedError

    def build(self) -> None:
        """Make the widgets."""

    def show(self, value: JsonValue) -> None:
        """Show a value, without telling anybody that it was edited."""
        self._is_showing = True
        try:
            self.draw(value)
        finally:
            self._is_showing = False

    def draw(self, value: JsonValue) -> None:
        """Set the widgets to a value."""
        raise NotImplementedError

    def tell(self, problems: Sequence[Problem], depth: int) -> list[Problem]:  # noqa: ARG002 - for containers
        """Show problems where they are; give back those that have no place inside."""
        return list(problems)

    def unread_paths(self, path: Path) -> list[tuple[Path, str]]:
        """List the places whose text can't be read, and why."""
        return [(path, self.unread)] if self.unread else []

    def close(self) -> None:
        """Close the widgets."""
        self.kit.close(*self.heads, *self.bodies)

    @property
    def blank(self) -> JsonValue:
        """What is sent when everything was cleared."""
        return self.schema.blank(self.field) if self.field.is_item else MISSING

    @property
    def not_sent(self) -> str:
        """Say that nothing is sent, and what holds then."""
        if self.field.is_item:
            return "null"
        if self.field.is_required:
            return "required"
        return f"not sent ({self.field.default})" if self.field.default else "not sent"

    def send(self, value: JsonValue) -> None:
        """Tell what was edited, unless it is only being shown."""
        if not self._is_showing:
            self.edited(value)
