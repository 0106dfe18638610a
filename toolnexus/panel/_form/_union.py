"""A union: a choice of branch, and the field of the branch that was chosen."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets

from toolnexus._problems import Path, Problem
from toolnexus._schema._paths import MISSING
from toolnexus._types import JsonValue
from toolnexus.display._text import one_line
from toolnexus.panel._form._control import Control, RowOfForm
from toolnexus.panel._form._fields import Field
from toolnexus.panel._form._form_schema import FormSchema
from toolnexus.panel._form._text_controls import TextControl
from toolnexus.panel._kit import label


class UnionControl(Control):
    """A choice of branch; if all branches are typed, one box that is read as chosen."""

    def build(self) -> None:
        self._is_typed = self.schema.is_text_union(self.field)
        self._row: RowOfForm | None = None
        self._branch: int | None = None
        self._states: list[JsonValue] = []
        words: list[str] = []
        if not self._is_typed and self.field.place != "root":
            unset = "choose…" if self.field.is_required else self.not_sent
            self._states, words = (
                [self.blank],
                ["null: choose…" if self.field.is_item else unset],
            )
            if self.field.is_nullable and not self.field.is_item:
                self._states.append(None)
                words.append("null")
        elif self.field.place == "root":
            self._states, words = [MISSING], ["choose…"]
        self._before = len(words)
        words += [one_line(text, 60) for text in self.schema.branch_words(self.field)]
        self.box = self.kit.make(
            ipywidgets.Dropdown,
            "tn-input",
            *(["tn-as"] if self._is_typed else []),
            description="as" if self._is_typed else label(self.field.name or "arguments"),
            options=[(word, index) for index, word in enumerate(words)],
        )
        self.box.observe(lambda change: self._chosen(change["new"]), "index")
        self.heads = [self.box]
        if self._is_typed:
            self._open(0)

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        if value is MISSING or (value is None and (field.is_nullable or field.is_item)):
            return True
        return schema.fitting_branch(field, value) is not None

    def draw(self, value: JsonValue) -> None:
        if value is MISSING or value is None:
            self._draw_unset(value)
            return
        branch = self._branch
        if branch is None or not self.schema.accepts(value, self.field.shape.branches[branch]):
            branch = self.schema.fitting_branch(self.field, value)
        self._open(branch, value)
        self.box.index = self._before + (branch or 0)

    def _draw_unset(self, value: JsonValue) -> None:
        if self._is_typed and self._row is not None:
            self._row.show(value)
            return
        self._open(None)
        at = next((i for i, state in enumerate(self._states) if state is value), 0)
        self.box.index = at

    def _open(self, branch: int | None, value: JsonValue = MISSING) -> None:
        if branch == self._branch:
            if self._row is not None:
                self._row.show(value)
            return
        former = self._row
        self._branch, self._row = branch, None
        if branch is not None:
            field = self.schema.branch(self.field, branch)
            self._row = self.make_row(field, self._on_edit, (), value)
        self._place()
        if former is not None:
            former.close()

    def _place(self) -> None:
        inner = [] if self._row is None else [self._row.box]
        self.bodies = [] if self._is_typed else inner
        self.heads = [*inner, self.box] if self._is_typed else [self.box]
        self.placed()

    def _chosen(self, index: int) -> None:
        if self._is_showing:
            return
        if index < self._before:
            self._is_showing = True
            self._open(None)
            self._is_showing = False
            self.send(self._states[index])
            return
        former = self._row
        text = _typed_text(former)
        self._open(index - self._before)
        value = self._start(text)
        if self._row is not None:
            self._row.show(value)
        self.send(value)

    def _start(self, text: str) -> JsonValue:
        """Make the value that a branch starts with; a typed text is read again."""
        control = self._row.control if self._row is not None else None
        if text and isinstance(control, TextControl):
            return control.read(text)
        if control is None:
            return MISSING
        return self.schema.started(control.field)

    def _on_edit(self, value: JsonValue) -> None:
        if self._is_typed and value is not MISSING and value is not None:
            # The box goes on being read as chosen; the list says what the text is as it stands.
            own = self.field.shape.branches[self._branch or 0]
            shown = self._branch or 0
            if not self.schema.accepts(value, own):
                fitting = self.schema.fitting_branch(self.field, value)
                shown = shown if fitting is None else fitting
            self._is_showing = True
            self.box.index = self._before + shown
            self._is_showing = False
        self.send(value)

    def tell(self, problems: Sequence[Problem], depth: int) -> list[Problem]:
        if self._row is None:
            return list(problems)
        self._row.tell(problems, depth)
        return []

    def unread_paths(self, path: Path) -> list[tuple[Path, str]]:
        return [] if self._row is None else self._row.unread_paths(path)

    def close(self) -> None:
        if self._row is not None:
            self._row.close()
        self.kit.close(self.box)


def _typed_text(row: RowOfForm | None) -> str:
    control = row.control if row is not None else None
    return str(control.box.value) if isinstance(control, TextControl) else ""
