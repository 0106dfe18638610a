"""What was filled in and what is wrong with it, without any widget."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from toolnexus._problems import Path, Problem, path_text
from toolnexus._schema._paths import MISSING, replaced, value_at
from toolnexus._schema._words import short_json
from toolnexus._types import JsonObject, JsonValue
from toolnexus.panel._form._fields import Field, fixed_items, takes_other_names
from toolnexus.panel._form._form_schema import FormSchema

MASK = "••••••••"
"""Stands for a secret wherever something is shown."""

_OUT_OF_RANGE = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_SHORTEST_FOUND = 3


class FieldError(NamedTuple):
    """What is wrong with a field.

    Args:
        path: The names and indexes that lead to it; empty for the form as a whole.
        message: What is wrong and what would be right.

    Example:
        >>> str(FieldError(("near", "lat"), "required, but missing; expected a number."))
        'near.lat: required, but missing; expected a number.'
    """

    path: Path
    message: str

    def __str__(self) -> str:
        """Write the path and the message on one line."""
        where = path_text(self.path)
        return f"{where}: {self.message}" if where else self.message


class FormState:
    """The arguments of a form and what is wrong with them.

    Args:
        input_schema: The schema of the arguments.

    Raises:
        ToolDefinitionError: It is no schema of an object.
    """

    def __init__(self, input_schema: Mapping[str, Any]) -> None:
        self.schema = FormSchema(input_schema)
        self.whole = self.schema.whole()
        self.value: JsonObject = self.start()
        self.problems: list[Problem] = []

    def start(self) -> JsonObject:
        """Return what an untouched form sends: what is required and leaves no choice."""
        return self.schema.skeleton(self.whole) if self.whole.kind == "object" else {}

    def check(self, unread: Iterable[tuple[Path, str]]) -> None:
        """Find out what is wrong.

        Args:
            unread: The places whose text can't be read, and why.
        """
        problems = {path: Problem(path, reason, "unread") for path, reason in unread}
        secrets = self.secret_paths()
        for problem in self.schema.problems(self.value):
            problems.setdefault(problem.path, self._without_secrets(problem, secrets))
        self.problems = list(problems.values())

    @property
    def errors(self) -> tuple[FieldError, ...]:
        """What is wrong, for everybody."""
        return tuple(FieldError(problem.path, problem.message) for problem in self.problems)

    @property
    def why_not(self) -> str:
        """Say in one line why the arguments can't be used; empty if they can."""
        if not self.problems:
            return ""
        words = _short(self.problems[0])
        more = len(self.problems) - 1
        return f"{words}, and {more} more" if more else words

    # --- secrets ------------------------------------------------------------------------------

    def secret_paths(self) -> tuple[Path, ...]:
        """List where there are secrets among the arguments."""
        if not self.schema.has_secrets:
            return ()
        return tuple(dict.fromkeys(self._secrets(self.whole, self.value, ())))

    def masked(self, value: JsonObject) -> JsonObject:
        """Put a mask in the place of every secret."""
        for path in self.secret_paths():
            value = replaced(value, path, MASK)
        return value

    def unmasked(self, value: JsonValue) -> JsonValue:
        """Put the secrets back where a mask still stands in their place."""
        for path in self.secret_paths():
            if value_at(value, path) == MASK:
                value = replaced(value, path, value_at(self.value, path))
        return value

    def without_secrets(self) -> JsonObject:
        """Return the arguments without their secrets."""
        value: JsonObject = self.value
        # From the end, so that what is taken out of an array moves no other place.
        for path in reversed(self.secret_paths()):
            owner = value_at(value, path[:-1])
            value = replaced(value, path, None if isinstance(owner, list) else MISSING)
        return value

    def _secrets(self, field: Field, value: JsonValue, path: Path) -> Iterator[Path]:
        if field.kind == "union":
            for index in range(len(field.shape.branches)):
                yield from self._secrets(self.schema.branch(field, index), value, path)
        elif isinstance(value, dict) and field.kind in ("object", "map"):
            inner = self.schema.properties(field)
            for name, item in value.items():
                child = inner.get(name) or self.schema.entry(field, name)
                yield from self._secrets(child, item, (*path, name))
        elif isinstance(value, list) and field.kind in ("array", "tuple"):
            for index, item in enumerate(value):
                yield from self._secrets(self.schema.item(field, index), item, (*path, index))
        elif field.is_secret and value is not None and path:
            yield path

    def _without_secrets(self, problem: Problem, secrets: Sequence[Path]) -> Problem:
        """Take out of a message what it quotes of secrets."""
        message = problem.message
        for path in secrets:
            secret = value_at(self.value, path)
            if problem.path == path:
                message = message.partition(", got ")[0].rstrip(".") + "."
            for quoted in (short_json(secret), str(secret), repr(secret)):
                if len(quoted) >= _SHORTEST_FOUND:
                    message = message.replace(quoted, MASK)
        return Problem(problem.path, message, problem.type)

    # --- another schema -----------------------------------------------------------------------

    def fitted(self, value: JsonObject) -> tuple[JsonObject, list[Path]]:
        """Keep of other arguments what has a place in this schema.

        Returns:
            The arguments, and the paths of those that have none.
        """
        dropped: list[Path] = []
        kept = self._fitted(self.whole, value, (), dropped)
        return {**self.start(), **kept}, dropped

    def _fitted(self, field: Field, value: Any, path: Path, dropped: list[Path]) -> Any:
        if field.kind == "object" and isinstance(value, dict):
            inner = self.schema.properties(field)
            kept = {}
            for name, item in value.items():
                if name in inner:
                    kept[name] = self._fitted(inner[name], item, (*path, name), dropped)
                elif takes_other_names(field):
                    kept[name] = item
                else:
                    dropped.append((*path, name))
            return kept
        if (
            field.kind == "array"
            and isinstance(value, list)
            and not fixed_items(field.shape.schema)
        ):
            item_field = self.schema.item(field, 0)
            return [
                self._fitted(item_field, item, (*path, index), dropped)
                for index, item in enumerate(value)
            ]
        return value


def _short(problem: Problem) -> str:
    where = path_text(problem.path) or "the whole"
    words = {
        "missing": "is required",
        "unknown": "is unknown",
        "unread": "can't be read",
        "type": f"is not {problem.expected}" if problem.expected else "is of another type",
        "enum": "is none of the values allowed",
        "const": "is not the one value allowed",
        **dict.fromkeys(_OUT_OF_RANGE, "is out of range"),
    }
    return f"{where} {words.get(problem.type, 'does not fit')}"
