"""The inputs of single values: each shows a value and tells what was typed.

A control never changes a value on its way: what it can't hold is left to another control.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import ipywidgets

from toolnexus._problems import Path, Problem
from toolnexus._schema._paths import MISSING
from toolnexus._schema._words import short_json
from toolnexus._types import JsonValue
from toolnexus._visible import INVISIBLE, visible
from toolnexus.display._json import pretty
from toolnexus.panel._fields import Field, FormSchema
from toolnexus.panel._json_text import JsonTextError, is_same, read_json
from toolnexus.panel._kit import Kit, label

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d+", re.ASCII)
_MOST_ROWS = 12
_LONG_VALUE = 120
_OWN_WORDS = ("not sent", "null", "choose…")


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
            self.toggles['""'] = self.kit.toggle('""', does, lambda on: self._toggled("", on))
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
            self.kit.on_submit()


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
    return [short_json(value) for value in values]


def _is_one_line(value: JsonValue) -> bool:
    return isinstance(value, str) and "\n" not in value and not INVISIBLE.search(value)


def _rows(text: str) -> int:
    return min(max(text.count("\n") + 1, 1), _MOST_ROWS)
