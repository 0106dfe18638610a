"""Objects and maps: rows by name, with a way to add names where the schema takes others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets

from toolnexus._schema._paths import MISSING
from toolnexus._types import JsonObject, JsonValue
from toolnexus.display._text import folded
from toolnexus.panel._form._containers import MOST_ITEMS, Container
from toolnexus.panel._form._control import RowOfForm
from toolnexus.panel._form._fields import Field, takes_other_names
from toolnexus.panel._form._form_schema import FormSchema
from toolnexus.panel._form._notes import render_note


class ObjectControl(Container):
    """An object: a row for each property, and one for each other name that it has."""

    def build(self) -> None:
        super().build()
        self._named: list[str] = []
        self._adder: _Adder | None = None

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        if isinstance(value, dict):
            known = field.shape.schema.get("properties") or {}
            return sum(name not in known for name in value) <= MOST_ITEMS
        return value is MISSING or (value is None and field.is_nullable)

    def is_open(self, value: JsonValue) -> bool:
        return isinstance(value, dict)

    def opened(self) -> JsonValue:
        return self.schema.skeleton(self.field)

    def fill(self, value: JsonValue) -> None:
        if not self.rows:
            for name, field in self.schema.properties(self.field).items():
                self.rows[name] = self._row(field, value.get(name, MISSING))
            self._named = [str(name) for name in self.rows]
        known = {*self._named, *self.field.hidden}
        self.drop([n for n in self.rows if n not in known and n not in value])
        for name in value:
            if name not in self.rows and name not in known:
                self.rows[name] = self._other_row(name, value[name])
        for key, row in self.rows.items():
            row.show(value.get(key, MISSING))
        self._place_rows()

    def _place_rows(self) -> None:
        boxes: list[ipywidgets.Widget] = [row.box for row in self.rows.values()]
        if takes_other_names(self.field):
            if self._adder is None:
                self._adder = _Adder(self)
            boxes.append(self._adder.box)
        self.set_inside(boxes)
        if self.field.place == "root":
            self.state = "" if boxes else "no parameters, nothing to fill in"

    def _row(
        self, field: Field, value: JsonValue, buttons: Sequence[ipywidgets.Widget] = ()
    ) -> RowOfForm:
        name = field.name
        return self.make_row(field, lambda new: self._child(name, new), buttons, value)

    def _other_row(self, name: str, value: JsonValue) -> RowOfForm:
        remove = self.kit.button("remove", f"remove {name}", lambda: self._child(name, MISSING))
        return self._row(self.schema.entry(self.field, name), value, (remove,))

    def _child(self, name: str, value: JsonValue) -> None:
        changed: JsonObject = dict(self.value)
        if value is MISSING:
            changed.pop(name, None)
        elif name in changed:
            changed[name] = value
        else:
            changed[name] = value
            changed = self._ordered(changed)
        if name in self._named:
            self.value = changed
            self.send(changed)
        else:
            self.change(changed)

    def _ordered(self, value: JsonObject) -> JsonObject:
        """Put the names in the order of the schema, other names behind them."""
        known = self.field.shape.schema.get("properties") or {}
        return {
            **{name: value[name] for name in known if name in value},
            **{name: item for name, item in value.items() if name not in known},
        }

    def add(self, name: str) -> str:
        """Add a name that the schema doesn't list.

        Returns:
            Why it can't be added; empty if it was.
        """
        if name in self.value or name in self._named:
            return f"there is a {name} already"
        blank = self.schema.blank(self.schema.entry(self.field, name))
        self.change({**self.value, name: blank})
        return ""

    def draw(self, value: JsonValue) -> None:
        super().draw(value)
        if not self.is_open(value) and self._adder is not None:
            self._adder.close()
            self._adder = None

    def close(self) -> None:
        if self._adder is not None:
            self._adder.close()
        super().close()


class MapControl(ObjectControl):
    """An object with any names, whose values are alike."""

    def opened(self) -> JsonValue:
        return {}

    def words(self, value: JsonValue) -> str:
        return entries_words(value)

    def draw_head(self) -> None:
        super().draw_head()
        shows_it = isinstance(self._head, ipywidgets.Dropdown)
        self.state = "" if shows_it or not self.value else entries_words(self.value)


class _Adder:
    """A box for a new name, and the button that adds it."""

    def __init__(self, owner: ObjectControl) -> None:
        self._owner = owner
        kit = owner.kit
        self._name = kit.make(
            ipywidgets.Text, "tn-input", description="new name", placeholder="name of an entry"
        )
        self._name.on_msg(self._on_message)
        add = kit.button("add", f"add an entry to {owner.field.name or 'the form'}", self._add)
        self._note = kit.make(ipywidgets.HTML, "tn-note")
        self.box = kit.make(ipywidgets.Box, "tn-field", "tn-adder")
        self.box.children = [self._name, add, self._note]

    def _on_message(self, _: Any, content: Any, buffers: Any) -> None:  # noqa: ARG002 - as called
        if content.get("event") == "submit":
            self._owner.kit.later(self._add)

    def _add(self) -> None:
        name = self._name.value
        why_not = self._owner.add(name) if name else ""
        if name and not why_not:
            self._name.value = ""
        messages = [why_not] if why_not else []
        told = {"facts": "", "told": folded("", 1)}
        self._note.value = render_note(told, "", messages)

    def close(self) -> None:
        self._owner.kit.close(self.box, *self.box.children)


def entries_words(value: JsonValue) -> str:
    """Say how many entries there are.

    Example:
        >>> entries_words({}), entries_words({"a": 1})
        ('{} (empty)', '1 entry')
    """
    if not value:
        return "{} (empty)"
    return "1 entry" if len(value) == 1 else f"{len(value)} entries"
