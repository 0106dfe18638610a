"""What all fields with fields inside share: a head that says what is sent, and rows."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets

from toolnexus._problems import Path, Problem
from toolnexus._schema._paths import MISSING
from toolnexus._types import JsonValue
from toolnexus.panel._form._control import Control, RowOfForm
from toolnexus.panel._form._notes import render_title
from toolnexus.panel._kit import label

MOST_ITEMS = 50
"""With more, a value is shown as JSON: rows cost widgets, and nobody scrolls that far."""


class Container(Control):
    """A field with fields inside, which are built once it is open."""

    def build(self) -> None:
        self.rows: dict[str | int, RowOfForm] = {}
        self.value: JsonValue = MISSING
        self._head: ipywidgets.Widget | None = None
        self._states: list[JsonValue] = []
        self.tools: list[ipywidgets.Widget] = self.make_tools()
        self.inside = self.kit.make(ipywidgets.Box, "tn-inside", f"tn-{self.field.kind}")
        if self.field.place == "":
            self.inside.add_class("tn-nest")
        self.bodies = [self.inside]

    # --- what each kind is --------------------------------------------------------------------

    def make_tools(self) -> list[ipywidgets.Widget]:
        """Make the buttons of the head."""
        return []

    def is_open(self, value: JsonValue) -> bool:
        """Tell whether there is something inside."""
        raise NotImplementedError

    def opened(self) -> JsonValue:
        """Make the value that it starts with."""
        return self.schema.blank(self.field)

    def words(self, value: JsonValue) -> str:  # noqa: ARG002 - for those that count
        """Say what is sent."""
        return "filled in"

    def fill(self, value: JsonValue) -> None:
        """Make and show the rows inside."""
        raise NotImplementedError

    # --- showing ------------------------------------------------------------------------------

    def draw(self, value: JsonValue) -> None:
        self.value = value
        if self.is_open(value):
            self.fill(value)
        else:
            self.drop(list(self.rows))
            self.set_inside([])
        self.draw_head()

    def draw_head(self) -> None:
        """Say what is sent: by a choice, or by a title where nothing else can be chosen."""
        if self.field.place:
            self.heads = self.tools
            return
        is_open = self.is_open(self.value)
        is_fixed = (self.field.is_item or self.field.is_required) and not self.field.is_nullable
        cls = ipywidgets.HTML if is_fixed and is_open else ipywidgets.Dropdown
        if type(self._head) is not cls:
            former, self._head = self._head, self._make_head(cls)
            self.heads = [self._head, *self.tools]
            self.placed()
            if former is not None:
                self.kit.close(former)
        if isinstance(self._head, ipywidgets.Dropdown):
            self._draw_choice(self._head, is_open=is_open)
        elif isinstance(self._head, ipywidgets.HTML):
            title = render_title(self.field.name)
            if self._head.value != title:
                self._head.value = title

    def _make_head(self, cls: type[ipywidgets.Widget]) -> ipywidgets.Widget:
        if cls is ipywidgets.HTML:
            return self.kit.make(ipywidgets.HTML, "tn-heading")
        name = label(self.field.name)
        head = self.kit.make(ipywidgets.Dropdown, "tn-input", description=name)
        head.observe(lambda change: self._chosen(change["new"]), "index")
        return head

    def _draw_choice(self, head: ipywidgets.Dropdown, *, is_open: bool) -> None:
        words: list[str] = []
        self._states = []
        if not self.field.is_item:
            self._states.append(MISSING)
            words.append("choose…" if self.field.is_required else self.not_sent)
        if self.field.is_nullable:
            self._states.append(None)
            words.append("null")
        self._states.append(self.value if is_open else self.opened())
        words.append(self.words(self._states[-1]) if is_open else self.closed_words())
        was_showing, self._is_showing = self._is_showing, True
        options = tuple((word, index) for index, word in enumerate(words))
        if head.options != options:
            head.options = options
        index = len(words) - 1
        if not is_open:
            index = next((i for i, state in enumerate(self._states) if state is self.value), 0)
        head.index = index
        self._is_showing = was_showing

    def closed_words(self) -> str:
        """Name what can be chosen while nothing is inside."""
        return "fill in"

    def _chosen(self, index: int) -> None:
        if not self._is_showing and self._states[index] is not self.value:
            self.change(self._states[index])

    def change(self, value: JsonValue) -> None:
        """Take a new value that came about in here."""
        self.show(value)
        self.send(value)

    # --- rows ---------------------------------------------------------------------------------

    def set_inside(self, children: Sequence[ipywidgets.Widget]) -> None:
        """Put widgets inside, if they aren't there already."""
        if tuple(self.inside.children) != tuple(children):
            self.inside.children = tuple(children)

    def drop(self, keys: Sequence[str | int]) -> None:
        """Close rows; what shows them no more has to be set before or after."""
        gone = [self.rows.pop(key) for key in keys]
        if gone:
            kept = {row.box for row in gone}
            self.set_inside([child for child in self.inside.children if child not in kept])
        for row in gone:
            row.close()

    def tell(self, problems: Sequence[Problem], depth: int) -> list[Problem]:
        inner: dict[str | int, list[Problem]] = {key: [] for key in self.rows}
        own: list[Problem] = []
        for problem in problems:
            key = problem.path[depth] if len(problem.path) > depth else None
            group = own if key is None else inner.get(key, own)
            group.append(problem)
        for key, row in self.rows.items():
            row.tell(inner[key], depth + 1)
        return own

    def unread_paths(self, path: Path) -> list[tuple[Path, str]]:
        return [
            found for key, row in self.rows.items() for found in row.unread_paths((*path, key))
        ]

    def close(self) -> None:
        for row in self.rows.values():
            row.close()
        self.rows.clear()
        head = [] if self._head is None else [self._head]
        self.kit.close(*head, *self.tools, self.inside)
