"""Arrays, whose items come and go and change places, and tuples, whose items stay."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets

from toolnexus._schema._paths import MISSING
from toolnexus._types import JsonValue
from toolnexus.display._text import count
from toolnexus.panel._form._containers import MOST_ITEMS, Container
from toolnexus.panel._form._control import RowOfForm
from toolnexus.panel._form._fields import Field, fixed_items
from toolnexus.panel._form._form_schema import FormSchema


class TupleControl(Container):
    """An array of a fixed number of items, each of its own kind."""

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        if isinstance(value, list):
            return len(value) == len(fixed_items(field.shape.schema))
        return value is MISSING or (value is None and field.is_nullable)

    def is_open(self, value: JsonValue) -> bool:
        return isinstance(value, list)

    def opened(self) -> JsonValue:
        return self.schema.blank_items(self.field)

    def fill(self, value: JsonValue) -> None:
        for index, item in enumerate(value):
            if index in self.rows:
                self.rows[index].show(item)
            else:
                self.rows[index] = self._row(index, item)
        self.drop(
            [index for index in self.rows if isinstance(index, int) and index >= len(value)]
        )
        self.set_inside([row.box for row in self.rows.values()])

    def _row(
        self, index: int, item: JsonValue, buttons: Sequence[ipywidgets.Widget] = ()
    ) -> RowOfForm:
        field = self.schema.item(self.field, index)
        return self.make_row(field, lambda value: self._child(index, value), buttons, item)

    def _child(self, index: int, value: JsonValue) -> None:
        changed = list(self.value)
        changed[index] = value
        self.value = changed
        self.send(changed)


class ArrayControl(TupleControl):
    """An array: items are added, removed and moved."""

    def build(self) -> None:
        self._movers: dict[int, tuple[ipywidgets.Button, ipywidgets.Button]] = {}
        super().build()

    def make_tools(self) -> list[ipywidgets.Widget]:
        return [self.kit.button("add item", f"add an item to {self.field.name}", self._add)]

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        if isinstance(value, list):
            return len(value) <= MOST_ITEMS
        return value is MISSING or (value is None and field.is_nullable)

    def opened(self) -> JsonValue:
        return []

    def words(self, value: JsonValue) -> str:
        return count(len(value), "item") if value else "[] (empty list)"

    def closed_words(self) -> str:
        return "[] (empty list)"

    def draw_head(self) -> None:
        super().draw_head()
        shows_it = isinstance(self._head, ipywidgets.Dropdown)
        self.state = "" if shows_it or not self.is_open(self.value) else self.words(self.value)

    def fill(self, value: JsonValue) -> None:
        super().fill(value)
        for index, (up, down) in self._movers.items():
            up.disabled, down.disabled = index == 0, index >= len(value) - 1

    def _row(
        self, index: int, item: JsonValue, buttons: Sequence[ipywidgets.Widget] = ()
    ) -> RowOfForm:
        name = f"{self.field.name}[{index}]"
        up = self.kit.button("up", f"move {name} up", lambda: self._move(index, index - 1))
        down = self.kit.button(
            "down", f"move {name} down", lambda: self._move(index, index + 1)
        )
        remove = self.kit.button("remove", f"remove {name}", lambda: self._remove(index))
        self._movers[index] = (up, down)
        return super()._row(index, item, (*buttons, up, down, remove))

    def drop(self, keys: Sequence[str | int]) -> None:
        for key in keys:
            self._movers.pop(int(key), None)
        super().drop(keys)

    def _add(self) -> None:
        items = self.value if isinstance(self.value, list) else []
        self.change([*items, self.schema.blank(self.schema.item(self.field, len(items)))])

    def _remove(self, index: int) -> None:
        left = [item for at, item in enumerate(self.value) if at != index]
        can_be_absent = not (self.field.is_required or self.field.is_item or self.field.place)
        self.change(MISSING if can_be_absent and not left else left)

    def _move(self, index: int, to: int) -> None:
        if 0 <= to < len(self.value):
            items = list(self.value)
            items[index], items[to] = items[to], items[index]
            self.change(items)
