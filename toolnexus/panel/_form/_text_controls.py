"""Boxes to type in: text, numbers, secrets and JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import ipywidgets

from toolnexus._schema._paths import MISSING
from toolnexus._types import JsonValue
from toolnexus._visible import INVISIBLE
from toolnexus.display._json import pretty
from toolnexus.panel._form._control import Control
from toolnexus.panel._form._fields import Field
from toolnexus.panel._form._form_schema import FormSchema
from toolnexus.panel._form._json_text import JsonTextError, read_json
from toolnexus.panel._kit import label

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d+", re.ASCII)
_MOST_ROWS = 12
_LONG_VALUE = 120


class TextControl(Control):
    """A box of one line: what is typed is sent as it is; nothing typed is nothing sent."""

    rows: int | None = None

    def build(self) -> None:
        self.box = self._make_box()
        self.box.observe(lambda change: self._typed(change["new"]), "value")
        if isinstance(self.box, ipywidgets.Text):
            self.box.on_msg(self._on_message)
        self.heads = [self.box, *self._toggles()]

    def _make_box(self) -> Any:
        return self.kit.make(
            ipywidgets.Text, "tn-input", description=label(self.field.name), tooltip=None
        )

    def _toggles(self) -> list[ipywidgets.Widget]:
        self.toggles: dict[str, ipywidgets.ToggleButton] = {}
        if self._takes_empty():
            does = f"send an empty text for {self.field.name}"
            self.toggles["empty"] = self.kit.toggle(
                "empty", does, lambda on: self._toggled("", on)
            )
        if self.field.is_nullable:
            does = f"send null for {self.field.name}"
            self.toggles["null"] = self.kit.toggle(
                "null", does, lambda on: self._toggled(None, on)
            )
        return list(self.toggles.values())

    def _takes_empty(self) -> bool:
        is_text = self.field.kind in ("string", "long") and not self.field.is_item
        return is_text and self.schema.accepts("", self.field.shape.schema)

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        if value is MISSING or value is None:
            return True
        return _is_one_line(value) and len(value) <= _LONG_VALUE

    def read(self, text: str) -> JsonValue:
        """Read what was typed; never called with an empty text."""
        return text

    def written(self, value: JsonValue) -> str:
        """Write a value as it would be typed."""
        return str(value)

    def draw(self, value: JsonValue) -> None:
        self.box.value = "" if value is MISSING or value is None else self.written(value)
        self._say(value)

    def _say(self, value: JsonValue) -> None:
        hints = {"": 'empty text: ""', None: "null"}
        is_special = value is None or (isinstance(value, str) and value == "")
        hint = hints[value] if is_special else self.not_sent
        if self.box.placeholder != hint:
            self.box.placeholder = hint
        for words, toggle in self.toggles.items():
            toggle.value = is_special and (words == "null") == (value is None)

    def _typed(self, text: str) -> None:
        if self._is_showing:
            return
        value = self.read(text) if text else self.blank
        self._is_showing = True
        self._say(value)
        self._is_showing = False
        self.send(value)

    def _toggled(self, value: JsonValue, on: bool) -> None:  # noqa: FBT001 - what a toggle says
        if self._is_showing:
            return
        sent = value if on else self.blank
        self.show(sent)
        self.send(sent)

    def _on_message(self, _: Any, content: Any, buffers: Any) -> None:  # noqa: ARG002 - as called
        # `Text.on_submit` warns that it is deprecated; the message it listens to still comes.
        if content.get("event") == "submit":
            self.kit.later(self.kit.on_submit)


class AreaControl(TextControl):
    """A box of several lines."""

    def _make_box(self) -> Any:
        name = label(self.field.name)
        return self.kit.make(ipywidgets.Textarea, "tn-input", description=name, rows=3)

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        if value is MISSING or value is None:
            return True
        return isinstance(value, str) and not INVISIBLE.search(value)

    def draw(self, value: JsonValue) -> None:
        super().draw(value)
        self.box.rows = max(3, _rows(self.box.value))


class NumberControl(TextControl):
    """A box for a number. It is read here and not in the browser, so that no digit is lost.

    What isn't a number is sent as the text it is: the schema then says what is wrong with it.
    """

    def read(self, text: str) -> JsonValue:
        stripped = text.strip()
        try:
            if _INTEGER.fullmatch(stripped):
                return int(stripped)
            number = float(stripped) if _NUMBER.fullmatch(stripped) else float("inf")
        except ValueError:  # an integer of thousands of digits
            return text
        return number if abs(number) != float("inf") else text

    def written(self, value: JsonValue) -> str:
        return value if isinstance(value, str) else json.dumps(value)

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        if value is MISSING or value is None:
            return True
        if isinstance(value, float):
            return value - value == 0
        if isinstance(value, int):
            return not isinstance(value, bool)
        return _is_one_line(value) and value != "" and not _NUMBER.fullmatch(value.strip())


class SecretControl(TextControl):
    """A box whose text is taken out of it at once, so that no saved notebook has it."""

    def _make_box(self) -> Any:
        self._is_entering = False
        name = label(self.field.name)
        return self.kit.make(
            ipywidgets.Password, "tn-input", description=name, continuous_update=False
        )

    def _toggles(self) -> list[ipywidgets.Widget]:
        self.forget = self.kit.button(
            "forget", f"forget what was typed for {self.field.name}", self._forget
        )
        return [*super()._toggles(), self.forget]

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        return True

    def read(self, text: str) -> JsonValue:
        if self.field.shape.schema.get("type") in ("integer", "number"):
            return NumberControl.read(self, text)  # type: ignore[arg-type]  # needs no more of it
        return text

    def written(self, value: JsonValue) -> str:  # noqa: ARG002 - never shown
        return ""

    def _say(self, value: JsonValue) -> None:
        super()._say(value)
        is_set = value is not MISSING and value is not None
        if is_set:
            self.box.placeholder = "set, not shown"
        self.forget.disabled = not is_set

    def _typed(self, text: str) -> None:
        if self._is_showing or not text:
            return
        value = self.read(text)
        self.show(value)
        self.send(value)
        if self._is_entering:
            self._is_entering = False
            self.kit.on_submit()

    def _forget(self) -> None:
        self.show(self.blank)
        self.send(self.blank)

    def _on_message(self, _: Any, content: Any, buffers: Any) -> None:  # noqa: ARG002 - as called
        # The text of this box comes behind the message that Enter was pressed, if there is any.
        if content.get("event") == "submit":
            self._is_entering = True
            self.kit.later(self._entered)

    def _entered(self) -> None:
        if self._is_entering:
            self._is_entering = False
            self.kit.on_submit()


class JsonControl(Control):
    """A box of JSON text for any value at all; a text that can't be read changes nothing."""

    def build(self) -> None:
        self.box = self.kit.make(
            ipywidgets.Textarea,
            "tn-input",
            "tn-json",
            description=label(self.field.name),
            rows=1,
            placeholder=f"{self.not_sent}; JSON",
        )
        self.box.observe(lambda change: self._typed(change["new"]), "value")
        self.heads = [self.box]

    @classmethod
    def holds(cls, field: Field, value: JsonValue, schema: FormSchema) -> bool:
        return True

    def draw(self, value: JsonValue) -> None:
        self.unread = ""
        self.box.value = "" if value is MISSING else pretty(value)
        self.box.rows = _rows(self.box.value)

    def _typed(self, text: str) -> None:
        if self._is_showing:
            return
        self.unread = ""
        if not text.strip() and not self.field.is_item:
            self.send(MISSING)
            return
        try:
            value = read_json(text)
        except JsonTextError as exc:
            self.unread = f"not JSON yet, nothing changed: {exc}."
            self.kit.on_edit()
        else:
            self.send(value)


def _is_one_line(value: JsonValue) -> bool:
    return isinstance(value, str) and "\n" not in value and not INVISIBLE.search(value)


def _rows(text: str) -> int:
    return min(max(text.count("\n") + 1, 1), _MOST_ROWS)
