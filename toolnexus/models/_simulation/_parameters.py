"""The `parameters` of an entry, as a simulated model uses them: to fill in, and to check."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolnexus._schema import sample_object
from toolnexus._schema._paths import resolve, types_of
from toolnexus._types import JsonObject, JsonValue
from toolnexus.errors import ToolDefinitionError

if TYPE_CHECKING:
    from toolnexus._schema._explicit import ExplicitSchema

_LIMITS = (
    *("maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum"),
    *("maxLength", "minLength", "maxItems", "minItems"),
)
_MOST_BRANCHES = 50


class Parameters:
    """The JSON Schema of a tool's arguments. Nothing about it raises, whatever schema it is.

    Args:
        schema: What stands in an entry of a request's `tools`.

    Example:
        >>> schema = {"properties": {"city": {"type": "string"}}, "required": ["city"]}
        >>> city = Parameters(schema)
        >>> city.sample(0), city.fits({"city": 1})
        ({'city': 'Chennai'}, False)
    """

    def __init__(self, schema: JsonValue) -> None:
        self.schema: JsonObject = schema if isinstance(schema, dict) else {}
        stated: Any = self.schema.get("properties")
        self.properties: JsonObject = stated if isinstance(stated, dict) else {}
        required: Any = self.schema.get("required")
        listed = required if isinstance(required, list) else []
        self.required: list[str] = [name for name in listed if isinstance(name, str)]
        self._samples: dict[tuple[int, bool], JsonObject] = {}

    @cached_property
    def _checked(self) -> ExplicitSchema | None:
        # Imported on first use, as jsonschema is, which it needs.
        from toolnexus._schema._explicit import ExplicitSchema  # noqa: PLC0415

        try:
            return ExplicitSchema(self.schema, "a tool")
        except ToolDefinitionError:
            return None  # a schema that is none: whatever is sent, its own host has to say

    def sample(self, seed: int, *, optional: bool = False) -> JsonObject:
        """Make up arguments; none for a schema that nothing fits."""
        key = (seed, optional)
        if key not in self._samples:
            try:
                made = sample_object(self.schema, seed, optional=optional)
            except ToolDefinitionError:
                made = {}
            self._samples[key] = made
        return copy.deepcopy(self._samples[key])

    def fits(self, arguments: JsonObject) -> bool:
        """Tell whether arguments are valid as they are, with nothing decoded."""
        checked = self._checked
        return checked is None or checked.accepts(arguments, checked.root.schema)

    def property(self, name: str) -> JsonObject:
        """Return the schema of a parameter, references followed; empty if it says nothing."""
        found = resolve(self.properties.get(name, {}), self.schema)
        return found if isinstance(found, dict) else {}

    def types(self, name: str) -> set[str]:
        """List the JSON types a parameter takes; empty for any."""
        return types_of(self.properties.get(name, {}), self.schema) or set()

    def choices(self, name: str) -> list[JsonValue]:
        """List the values a parameter is limited to, also those of a union's branches."""
        found: list[JsonValue] = []
        for part in self._branches(name):
            if isinstance(part.get("enum"), list):
                found += part["enum"]
            elif "const" in part:
                found.append(part["const"])
        return found

    def limits(self, name: str) -> Iterator[tuple[str, JsonValue]]:
        """Yield the limits of a parameter by keyword, also those of a union's branches."""
        for part in self._branches(name):
            for keyword in _LIMITS:
                if isinstance(part.get(keyword), (int, float)):
                    yield keyword, part[keyword]

    def _branches(self, name: str) -> Iterator[JsonObject]:
        waiting: list[JsonValue] = [self.properties.get(name, {})]
        for _ in range(_MOST_BRANCHES):  # a union may contain itself
            part = resolve(waiting.pop(0), self.schema) if waiting else None
            if isinstance(part, dict):
                yield part
                for key in ("anyOf", "oneOf"):
                    if isinstance(part.get(key), list):
                        waiting += part[key]
