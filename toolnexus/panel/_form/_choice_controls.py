"""Inputs to choose with: one of several values, a date, a time."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import ipywidgets

from toolnexus._schema._paths import MISSING
from toolnexus._schema._words import short_json
from toolnexus._types import JsonValue
from toolnexus._visible import visible
from toolnexus.panel._form._control import Control
from toolnexus.panel._form._fields import Field
from toolnexus.panel._form._form_schema import FormSchema
from toolnexus.panel._form._json_text import is_same
from toolnexus.panel._kit import label

_OWN_WORDS = ("not sent", "null", "choose…")


class ChoiceControl(Control):
    """A list of the only values there are; each is sent with the type it has."""

    def build(self) -> None:
        values = list(self.field.choices)
        words = choice_words(values)
        if not self.field.is_item or None not in values:
            values.insert(0, None if self.field.is_item else MISSING)
            unset = "choose…" if self.field.is_required else self.not_sent
            words.insert(0, "null: choose…" if self.field.is_item else unset)
        self._values = values
        self.box = self.kit.make(
            ipywidgets.Dropdown,
            "tn-input",
            description=label(self.field.name),
            options=[(word, index) for index, word in enumerate(words)],
        )
        self.box.observe(lambda change: self.send(self._values[change["new"]]), "index")
        self.heads = [self.box]

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        if value is MISSING or (value is None and field.is_item):
            return True
        return any(is_same(value, choice) for choice in field.choices)

    def draw(self, value: JsonValue) -> None:
        for index, choice in enumerate(self._values):
            if choice is value or is_same(value, choice):
                self.box.index = index
                return


class MomentControl(Control):
    """A picker for a date, a time or both; what it can't write as it is, a text box shows."""

    def build(self) -> None:
        picker, _ = _PICKERS[self.field.kind]
        state = {"step": 1} if self.field.kind == "time" else {}
        self.box = self.kit.make(
            picker, "tn-input", description=label(self.field.name), **state
        )
        self.box.observe(lambda change: self._picked(change["new"]), "value")
        self.heads = [self.box]
        if self.field.is_nullable:
            does = f"send null for {self.field.name}"
            self.toggle = self.kit.toggle("null", does, self._toggled)
            self.heads.append(self.toggle)

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        if value is MISSING or value is None:
            return True
        return _moment(field.kind, value) is not None

    def draw(self, value: JsonValue) -> None:
        self.box.value = _moment(self.field.kind, value)
        self._say(value)

    def _say(self, value: JsonValue) -> None:
        self.state = self.not_sent if value is MISSING else "null" if value is None else ""
        if self.state == "required":
            self.state = ""
        if self.field.is_nullable:
            self.toggle.value = value is None

    def _picked(self, moment: Any) -> None:
        if self._is_showing:
            return
        value = self.blank if moment is None else _written_moment(self.field.kind, moment)
        self._is_showing = True
        self._say(value)
        self._is_showing = False
        self.send(value)

    def _toggled(self, on: bool) -> None:  # noqa: FBT001 - what a toggle says
        if not self._is_showing:
            sent = None if on else self.blank
            self.show(sent)
            self.send(sent)


_PICKERS: dict[str, tuple[type[ipywidgets.Widget], Any]] = {
    "date": (ipywidgets.DatePicker, datetime.date),
    "time": (ipywidgets.TimePicker, datetime.time),
    "date-time": (ipywidgets.DatetimePicker, datetime.datetime),
}


def _moment(kind: str, value: JsonValue) -> Any:
    """Read a date or a time if it is written just as the picker would write it."""
    if not isinstance(value, str):
        return None
    try:
        moment = _PICKERS[kind][1].fromisoformat(value.replace("Z", "+00:00"))
        is_exact = _written_moment(kind, moment) == value and (
            kind != "time" or moment.tzinfo is None
        )
    except (ValueError, OverflowError):
        return None
    return moment if is_exact else None


def _written_moment(kind: str, moment: Any) -> str:
    if kind != "date-time":
        return str(moment.isoformat())
    in_utc = moment.astimezone(datetime.timezone.utc)
    return str(in_utc.isoformat()).replace("+00:00", "Z")


def choice_words(values: Sequence[JsonValue]) -> list[str]:
    """Write values so that each is told from every other, and from its own text.

    Example:
        >>> choice_words(["a", "b"]), choice_words([1, "1"]), choice_words([True, False])
        (['a', 'b'], ['1', '"1"'], ['true', 'false'])
    """
    texts = [value for value in values if isinstance(value, str)]
    is_plain = all(text.strip() and visible(text) == text for text in texts)
    is_plain = is_plain and not any(text.startswith(_OWN_WORDS) for text in texts)
    others = {short_json(value) for value in values if not isinstance(value, str)}
    if is_plain and (len(texts) == len(values) or not others & set(texts)):
        return [value if isinstance(value, str) else short_json(value) for value in values]
    return [visible(short_json(value)) for value in values]
