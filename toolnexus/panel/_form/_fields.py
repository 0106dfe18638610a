"""What one field of a form is about, as plain facts.

They are read off a schema in `_form_schema.py`; what was filled in is in `_state.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolnexus._schema._words import implied_type
from toolnexus._types import JsonObject, JsonValue
from toolnexus.panel._form._shapes import Shape, listed

TEXT_KINDS = ("string", "long", "date", "time", "date-time", "number", "secret")
"""Fields that are one box to type in."""

_LONG = 200
# A text of these names often has several lines, which a box of one line would lose.
_LONG_NAMES = (
    *("body", "code", "comment", "content", "html", "instructions", "markdown", "message"),
    *("note", "notes", "prompt", "query", "script", "sql", "summary", "template", "text"),
)
_LONGEST_TUPLE = 10


@dataclass(frozen=True)
class Field:
    """What one field of the form is about.

    Args:
        name: Its label.
        schema: Its schema as it was written.
        kind: string, long, date, time, date-time, secret, number, choice, object, map, array,
            tuple, union or json.
        shape: The schema in shape.
        is_required: Whether it has to be sent.
        is_item: Whether it is an item or an entry, which is there as long as it isn't removed.
        is_secret: Whether what is typed must not be seen.
        choices: The only values it takes, for the kind choice.
        type: What it takes, in words.
        told: Its description.
        default: Its default in words; empty if it has none that fits.
        hidden: Names of properties that a choice of branch fills in.
        place: "root" for the form itself, "branch" for the chosen branch of a union; both have
            no label of their own.
        is_alike: Whether it is one of many whose kind is said where they are listed.
    """

    name: str
    schema: JsonValue
    kind: str
    shape: Shape
    is_required: bool = False
    is_item: bool = False
    is_secret: bool = False
    choices: tuple[JsonValue, ...] = ()
    type: str = ""
    told: str = ""
    default: str = ""
    hidden: tuple[str, ...] = ()
    place: str = ""
    is_alike: bool = False

    @property
    def is_nullable(self) -> bool:
        """Whether null can be chosen as one more thing."""
        return self.shape.is_nullable


def fixed_items(schema: JsonObject) -> list[JsonValue]:
    """List the schemas of a tuple's items; none if it isn't one."""
    stated = listed(schema.get("prefixItems")) or listed(schema.get("items"))
    count, items = schema.get("minItems"), schema.get("items")
    if stated or not isinstance(items, dict) or count not in range(1, _LONGEST_TUPLE + 1):
        return stated
    return [items] * (count or 0) if count == schema.get("maxItems") else []


def takes_other_names(field: Field) -> bool:
    """Tell whether an object invites names that its schema doesn't list."""
    schema = field.shape.schema
    others = schema.get("additionalProperties")
    return others is True or isinstance(others, dict) or bool(schema.get("patternProperties"))


def is_secret_schema(schema: JsonObject) -> bool:
    """Tell whether a schema says that its value is a secret."""
    return schema.get("format") == "password" or schema.get("writeOnly") is True


def kind_of(name: str, shape: Shape, choices: tuple[JsonValue, ...], *, is_secret: bool) -> str:
    schema = shape.schema
    if shape.branches:
        return "union"
    stated = schema.get("type") or implied_type(schema)
    if is_secret and stated not in ("object", "array"):
        return "secret"
    if choices:
        return "choice"
    kinds = {"string": _string_kind, "array": _array_kind, "object": _object_kind}
    if stated in kinds:
        return kinds[stated](name, schema)
    return "number" if stated in ("integer", "number") else "json"


def _string_kind(name: str, schema: JsonObject) -> str:
    if schema.get("format") in ("date", "time", "date-time"):
        return str(schema["format"])
    longest = schema.get("maxLength")
    is_long = isinstance(longest, (int, float)) and longest > _LONG
    may_be_long = longest is None and name.lower() in _LONG_NAMES and "format" not in schema
    return "long" if is_long or may_be_long or "contentMediaType" in schema else "string"


def _array_kind(name: str, schema: JsonObject) -> str:  # noqa: ARG001 - one of several alike
    if fixed_items(schema):
        return "tuple"
    items = schema.get("items")
    return "array" if isinstance(items, dict) and items else "json"


def _object_kind(name: str, schema: JsonObject) -> str:  # noqa: ARG001 - one of several alike
    if schema.get("properties"):
        return "object"
    others = schema.get("additionalProperties")
    is_map = isinstance(others, dict) and others
    return "map" if is_map or schema.get("patternProperties") else "json"
