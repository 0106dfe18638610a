"""A field as it stands in the form: its control, its buttons, its help and its messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import ipywidgets

from toolnexus._problems import Path, Problem, path_text
from toolnexus._schema._paths import MISSING
from toolnexus._types import JsonValue
from toolnexus.panel._form._arrays import ArrayControl, TupleControl
from toolnexus.panel._form._choice_controls import ChoiceControl, MomentControl
from toolnexus.panel._form._control import Control
from toolnexus.panel._form._fields import Field
from toolnexus.panel._form._form_schema import FormSchema
from toolnexus.panel._form._json_text import is_same
from toolnexus.panel._form._notes import help_view, render_note
from toolnexus.panel._form._objects import MapControl, ObjectControl
from toolnexus.panel._form._text_controls import (
    AreaControl,
    JsonControl,
    NumberControl,
    SecretControl,
    TextControl,
)
from toolnexus.panel._form._union import UnionControl
from toolnexus.panel._kit import Kit

_TEXTS = (TextControl, AreaControl, JsonControl)
_CONTROLS: Mapping[str, Sequence[type[Control]]] = {
    "string": _TEXTS,
    "long": (AreaControl, JsonControl),
    "date": (MomentControl, *_TEXTS),
    "time": (MomentControl, *_TEXTS),
    "date-time": (MomentControl, *_TEXTS),
    "secret": (SecretControl,),
    "number": (NumberControl, JsonControl),
    "choice": (ChoiceControl, JsonControl),
    "object": (ObjectControl, JsonControl),
    "map": (MapControl, JsonControl),
    "array": (ArrayControl, JsonControl),
    "tuple": (TupleControl, JsonControl),
    "union": (UnionControl, JsonControl),
    "json": (JsonControl,),
}
"""The controls that a field can have: the first that holds the value is taken."""


class Row:
    """One field of the form.

    Args:
        field: What it is about.
        schema: Where more fields come from.
        kit: Where its widgets come from.
        edited: Called with the new value once somebody has edited it.
        buttons: What stands behind the input.
        value: What it shows at first.
    """

    control: Control

    def __init__(
        self,
        field: Field,
        schema: FormSchema,
        kit: Kit,
        edited: Callable[[JsonValue], None],
        buttons: Sequence[ipywidgets.Widget] = (),
        value: JsonValue = MISSING,
    ) -> None:
        self.field = field
        self.value = value
        self.is_touched = False
        self._schema = schema
        self._kit = kit
        self._edited = edited
        self._buttons = buttons
        self._messages: tuple[str, ...] = ()
        self._help = help_view(field)
        self._note = kit.make(ipywidgets.HTML, "tn-note")
        self.box = kit.make(ipywidgets.Box, "tn-field", *_classes(field))
        self._is_built = False
        self._use(value)

    def show(self, value: JsonValue) -> None:
        """Show a value that came from elsewhere; what shows it already is left alone."""
        if not is_same(value, self.value) or self.control.unread:
            self._use(value)

    def tell(self, problems: Sequence[Problem], depth: int) -> None:
        """Show problems beside what they are about.

        Args:
            problems: Those at this field and inside it, with whole paths.
            depth: How long the path of this field is.
        """
        own = self.control.tell(problems, depth)
        is_loud = self.is_touched or self._kit.is_loud
        told = [p for p in own if p.type != "missing" or len(p.path) > depth or is_loud]
        self._messages = tuple(_words(problem, depth) for problem in told)
        self._write_note()

    def unread_paths(self, path: Path) -> list[tuple[Path, str]]:
        """List the places whose text can't be read, and why."""
        return self.control.unread_paths(path)

    def close(self) -> None:
        """Close all widgets of the row."""
        self.control.close()
        self._kit.close(self.box, self._note, *self._buttons)

    def _use(self, value: JsonValue) -> None:
        self.value = value
        controls = _CONTROLS[self.field.kind]
        cls = next(cls for cls in controls if cls.holds(self.field, value, self._schema))
        former = self.control if self._is_built else None
        if type(former) is not cls:
            self._is_built = False
            self.control = cls(
                self.field, self._schema, self._kit, self._on_edit, self._inner, self._place
            )
            self._is_built = True
        self.control.show(value)
        if former is not self.control:
            self._place()
            if former is not None:
                former.close()
        self._write_note()

    def _inner(
        self,
        field: Field,
        edited: Callable[[JsonValue], None],
        buttons: Sequence[ipywidgets.Widget] = (),
        value: JsonValue = MISSING,
    ) -> Row:
        return Row(field, self._schema, self._kit, edited, buttons, value)

    def _place(self) -> None:
        if self._is_built:  # else it is placed once it is
            heads = [*self.control.heads, *self._buttons]
            children = (*heads, self._note, *self.control.bodies)
            if tuple(self.box.children) != children:
                self.box.children = children

    def _write_note(self) -> None:
        html = render_note(self._help, self.control.state, self._messages)
        if self._note.value != html:
            self._note.value = html
        if ("tn-bad" in self.box._dom_classes) != bool(self._messages):
            (self.box.add_class if self._messages else self.box.remove_class)("tn-bad")

    def _on_edit(self, value: JsonValue) -> None:
        self.is_touched = True
        self.value = value
        self._edited(value)


def _classes(field: Field) -> list[str]:
    return [f"tn-at-{field.place}"] if field.place else []


def _words(problem: Problem, depth: int) -> str:
    """Say what is wrong; where the label isn't the whole path, with the path."""
    where = path_text(problem.path) if len(problem.path) > min(depth, 1) else ""
    return f"{where}: {problem.message}" if where else problem.message
