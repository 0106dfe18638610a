"""`ArgumentsForm`, the widget: fields on the left, the same arguments as JSON on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets
import traitlets

from toolnexus._json_copy import JsonSnapshot
from toolnexus._problems import Path, path_text
from toolnexus._types import JsonObject, JsonValue
from toolnexus._wording import join
from toolnexus.panel._form._json_box import JsonBox
from toolnexus.panel._form._json_text import copied, is_same
from toolnexus.panel._form._notes import render_style
from toolnexus.panel._form._row import Row
from toolnexus.panel._form._state import FormState
from toolnexus.panel._kit import Kit


class Arguments(traitlets.Dict):
    """A copy of a dict of JSON values.

    It tells of a change from 1 to true or 1.0, too, which Python finds equal.
    """

    def validate(self, obj: Any, value: Any) -> Any:
        try:
            return copied(super().validate(obj, value))
        except TypeError as exc:
            raise traitlets.TraitError(str(exc)) from exc

    def set(self, obj: Any, value: Any) -> None:
        former = obj._trait_values.get(self.name)
        super().set(obj, value)
        now = obj._trait_values[self.name]
        if former == now and not is_same(former, now):
            obj._notify_trait(self.name, former, now)


class ArgumentsForm(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A form for the arguments of a tool, made from its schema.

    Each field shows whether its value is absent, null, empty or filled in; beside the fields
    stands the same as JSON, and both can be edited. `value` and `errors` can be observed. What
    `value` is set to need not fit: it is kept and shown, and `errors` tells what is wrong.

    Args:
        input_schema: The JSON Schema of the arguments, such as a tool's `input_schema`.

    Raises:
        ToolDefinitionError: It is not the schema of an object.
        traitlets.TraitError: `value` is set to something that is not JSON.

    Example:
        >>> form = ArgumentsForm(
        ...     {"properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        ...      "required": ["city"]}
        ... )
        >>> form.value, form.why_not
        ({}, 'city is required')
        >>> form.value = {"city": "Chennai", "days": 3}
        >>> form.is_valid
        True
        >>> form.close()
    """

    value = Arguments(help="The arguments as they would be sent.")
    errors = traitlets.Tuple(help="What is wrong, as FieldError(path, message).")

    def __init__(self, input_schema: Mapping[str, Any]) -> None:
        self._on_submit: list[Callable[[], Any]] = []
        self._state = FormState(input_schema)
        self._kit = Kit(self._refresh, self._submit)
        super().__init__(_dom_classes=("tn-form",))
        try:
            self._fields = self._kit.make(ipywidgets.Box, "tn-fields")
            self._json = JsonBox(self._kit, self._json_edited, self._json_unread)
            style = self._kit.make(ipywidgets.HTML, "tn-style", value=render_style())
            body = self._kit.make(ipywidgets.Box, "tn-body")
            body.children = [self._fields, self._json.box]
            self._build()
            self.children = [style, body]
        except BaseException:
            self.close()  # nobody else could
            raise

    def __repr__(self) -> str:
        """Name what can be filled in."""
        properties = self._state.schema.root.get("properties")
        names = list(properties) if isinstance(properties, dict) else []
        return f"ArgumentsForm([{join(names, 'and', most=10)}])"

    # --- what is in it ------------------------------------------------------------------------

    @property
    def input_schema(self) -> JsonObject:
        """The schema that the form is made from: a copy."""
        return JsonSnapshot(self._state.schema.root).copy()

    @property
    def is_valid(self) -> bool:
        """Whether the arguments fit the schema, and all texts can be read."""
        return not self.errors

    @property
    def why_not(self) -> str:
        """Why the arguments can't be used, in one line; empty if they can.

        Example:
            >>> schema = {"properties": {"days": {"type": "integer", "maximum": 14}}}
            >>> form = ArgumentsForm(schema)
            >>> form.value = {"days": 30}
            >>> form.why_not
            'days is out of range'
            >>> form.close()
        """
        return self._state.why_not

    @property
    def secret_paths(self) -> tuple[Path, ...]:
        """Where there are secrets in `value`, as names and indexes."""
        return self._state.secret_paths()

    # --- what can be done with it -------------------------------------------------------------

    def clear(self) -> None:
        """Empty all fields, as if the form had just been opened."""
        self._kit.is_loud = False
        self._state.value = self._state.start()
        self._json.forget()
        self._build()

    def clear_secrets(self) -> None:
        """Take all secrets out of the form; what else was filled in stays."""
        if self.secret_paths:
            self._state.value = self._state.without_secrets()
            self._row.show(self._state.value)
            self._refresh()

    def update_schema(self, input_schema: Mapping[str, Any]) -> tuple[str, ...]:
        """Make the form anew from another schema, and keep what was filled in.

        Args:
            input_schema: The schema of the arguments from now on.

        Returns:
            The paths of what has no place in it any more and was left out.

        Raises:
            ToolDefinitionError: It is not the schema of an object; nothing is changed.

        Example:
            >>> form = ArgumentsForm({"properties": {"city": {}, "day": {}}})
            >>> form.value = {"city": "Chennai", "day": 3}
            >>> form.update_schema({"properties": {"city": {"type": "string"}}})
            ('day',)
            >>> form.value
            {'city': 'Chennai'}
            >>> form.close()
        """
        state = FormState(input_schema)
        start = self._state.start()
        filled = {
            name: item
            for name, item in self._state.value.items()
            if not (name in start and is_same(start[name], item))
        }
        state.value, dropped = state.fitted(filled)
        self._state = state
        self._build()
        return tuple(path_text(path) for path in dropped)

    def on_submit(self, callback: Callable[[], Any], *, remove: bool = False) -> None:
        """Call something when Enter is pressed in a box of one line.

        Args:
            callback: Called without arguments.
            remove: Whether it shall not be called any more.
        """
        if remove:
            self._on_submit.remove(callback)
        else:
            self._on_submit.append(callback)

    def close(self) -> None:
        """Close the form and every widget that it made."""
        kit: Kit | None = getattr(self, "_kit", None)
        if kit is not None and self.comm is not None:
            self.unobserve_all()
            kit.close_all()
            self.layout.close()
        super().close()

    # --- how it is kept together --------------------------------------------------------------

    def _build(self) -> None:
        former = getattr(self, "_row", None)
        state = self._state
        self._row = Row(state.whole, state.schema, self._kit, self._edited, (), state.value)
        self._fields.children = [self._row.box]
        if former is not None:
            former.close()
        self._refresh()

    def _edited(self, value: JsonValue) -> None:
        self._state.value = value if isinstance(value, dict) else {}
        self._refresh()

    def _json_edited(self, value: JsonObject) -> None:
        """Take what was typed as JSON; the text stays as it is."""
        self._state.value = copied(self._state.unmasked(value))
        self._kit.is_loud = True
        self._row.show(self._state.value)
        self._refresh(is_json=True)

    def _json_unread(self) -> None:
        self._refresh(is_json=True)

    def _refresh(self, *, is_json: bool = False) -> None:
        state = self._state
        unread = self._row.unread_paths(())
        if not is_json:
            self._json.show(state.masked(state.value))
        if self._json.unread:
            unread.append(((), self._json.unread))
        state.check(unread)
        self._row.tell([p for p in state.problems if p.path or p.type != "unread"], 0)
        # Both before anybody is told of either.
        with self.hold_trait_notifications():
            self.errors = state.errors
            if not is_same(self.value, state.value):
                self.value = state.value

    def _submit(self) -> None:
        for callback in tuple(self._on_submit):
            callback()

    @traitlets.observe("value")
    def _value_set(self, _: Any) -> None:
        # Not what the change says is new: another observer may have set the value since.
        if is_same(self.value, self._state.value):
            return  # it came from the form itself
        self._state.value = copied(self.value)
        self._kit.is_loud = True
        self._json.forget()
        self._row.show(self._state.value)
        self._refresh()
