"""How pydantic's types are written for a model: no titles, closed objects, honest defaults."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from typing import Any, cast

from pydantic import SecretBytes, SecretStr
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaWarningKind
from pydantic_core import PydanticSerializationError, core_schema

from toolnexus._schema._docstring import read_docstring
from toolnexus._schema._hints import texts_of_fields
from toolnexus._schema._words import type_words
from toolnexus._types import JsonObject

_NUMBER_TEXT = r"^[+-]?(\d+\.?\d*|\.\d+)$"
_VALUES = frozenset(["default", "const", "enum", "examples"])
"""Keywords that hold values, in which nothing is a schema."""
_SCALARS = (str, int, float, bool, type(None))
_OWN_DEFAULT_DOC = ("An enumeration.", "A generic Enumeration.")


class InputSchemaGenerator(GenerateJsonSchema):
    """Writes the schema of a function's arguments as one closed object.

    Example:
        >>> InputSchemaGenerator().generate(core_schema.arguments_v3_schema([]))
        {'type': 'object', 'properties': {}, 'additionalProperties': False}
    """

    # Ours: another dialect word is noise in every request.
    schema_dialect = ""

    def __init__(self, *args: Any, spread_name: str | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._spread_name = spread_name

    def arguments_v3_schema(self, schema: core_schema.ArgumentsV3Schema) -> JsonObject:
        """Write parameters as properties, and spread `**kwargs` among them."""
        properties: JsonObject = {}
        required: list[str] = []
        additional: Any = False
        for argument in schema["arguments_schema"]:
            name = self.get_argument_name(argument)
            written = self.generate_inner(argument["schema"])
            if argument["name"] == self._spread_name:
                spread = self.resolve_ref_schema(written)
                if spread.get("type") != "object":
                    reason = "it is not an object with named values"
                    raise UnwritableTypeError(reason)
                properties.update(spread.get("properties", {}))
                required += spread.get("required", [])
                additional = spread.get("additionalProperties", False)
                if additional == {}:
                    additional = True
                continue
            properties[name] = written
            if argument["schema"]["type"] != "default":
                required.append(name)
        written = {"type": "object", "properties": properties}
        if required:
            written["required"] = required
        return {**written, "additionalProperties": additional}

    def build_schema_type_to_method(self) -> dict[Any, Any]:
        """Look up the method of a type once it is met, not those of all types each time."""
        return _Methods(self)

    def sort(self, value: Any, parent_key: str | None = None) -> Any:  # noqa: ARG002
        """Keep the order things are written in: type first, parameters as in the signature."""
        return value

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        """Leave out the titles that pydantic makes from names."""
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonObject:
        """Write a default only if it is JSON and not a secret."""
        default = schema.get("default")
        if _is_secret(default):
            return self.generate_inner(schema["schema"])
        if isinstance(default, (set, frozenset)):
            # Sorted by text, for values of several types too: same bytes in every process.
            schema = cast(
                "core_schema.WithDefaultSchema",
                {**schema, "default": sorted(default, key=repr)},
            )
        written = super().default_schema(schema)
        if "default" in written and not _is_json(written["default"]):
            written = {key: value for key, value in written.items() if key != "default"}
        return written

    def encode_default(self, dft: Any) -> Any:
        """Take whatever can't be encoded for something that has no place in the schema."""
        if (
            type(dft) in _SCALARS
        ):  # pydantic makes a validator and a serializer to find that out
            return dft
        try:
            return super().encode_default(dft)
        except PydanticSerializationError:
            raise
        except Exception as exc:
            raise PydanticSerializationError(str(exc)) from exc

    def emit_warning(self, kind: JsonSchemaWarningKind, detail: str) -> None:
        """Refuse what pydantic would leave out of a union; the rest is as intended."""
        if kind == "skipped-choice":
            raise UnwritableTypeError(detail)

    def is_subclass_schema(self, schema: core_schema.IsSubclassSchema) -> JsonObject:
        """Refuse a class as a value; pydantic would write "anything"."""
        return self.handle_invalid_for_json_schema(schema, "a class")

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonObject:
        """Close a model that doesn't say otherwise."""
        return self._class_schema(super().model_schema(schema), schema)

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonObject:
        """Close a dataclass that doesn't say otherwise."""
        return self._class_schema(super().dataclass_schema(schema), schema)

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonObject:
        """Close a typed dict that doesn't say otherwise."""
        return self._class_schema(super().typed_dict_schema(schema), schema)

    def field_is_present(self, field: Any) -> bool:
        """Leave out a dataclass's field that its `__init__` does not take."""
        return super().field_is_present(field) and field.get("init", True)

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonObject:
        """Write a union that a function decides on without claiming that just one fits."""
        written = super().tagged_union_schema(schema)
        if callable(schema["discriminator"]):
            written["anyOf"] = written.pop("oneOf")
        return written

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonObject:
        """Write a decimal's text without look-ahead, which grammar engines can't read."""
        written = super().decimal_schema(schema)
        for branch in written.get("anyOf", []):
            if branch.get("pattern", "").startswith("^(?!^[-+.]*$)"):
                branch["pattern"] = _NUMBER_TEXT
        return written

    def generate_inner(self, schema: Any) -> JsonObject:
        """Write any type; enums get their last touch outside their own method."""
        written = super().generate_inner(schema)
        if schema.get("type") == "enum":
            _tidy_enum(self.resolve_ref_schema(written), schema["cls"])
        return written

    def generate(self, schema: Any, mode: JsonSchemaMode = "validation") -> JsonObject:
        """Write the whole schema, shared definitions last."""
        written = super().generate(schema, mode)
        _tidy_arrays(written, written)
        definitions = written.pop("$defs", None)
        return {**written, "$defs": definitions} if definitions else written

    def _class_schema(self, written: JsonObject, schema: Any) -> JsonObject:
        cls = schema.get("cls")
        config = schema.get("config") or {}
        if written.get("title") == getattr(cls, "__name__", None) and not _own_title(cls):
            del written["title"]
        if cls is not None:
            _describe_fields(written, cls)
        if (
            written.get("type") == "object"
            and "additionalProperties" not in written
            and config.get("extra_fields_behavior") == "forbid"
        ):
            written["additionalProperties"] = False
        return written


class _Methods(dict[Any, Any]):
    def __init__(self, generator: InputSchemaGenerator) -> None:
        super().__init__()
        self._generator = generator

    def __missing__(self, kind: str) -> Any:
        method = self[kind] = getattr(self._generator, f"{kind.replace('-', '_')}_schema")
        return method


class UnwritableTypeError(Exception):
    """A type that has no JSON; it becomes a `ToolDefinitionError` that names the parameter."""


def _own_title(cls: Any) -> bool:
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None)
    return isinstance(config, Mapping) and config.get("title") is not None


def _tidy_enum(written: JsonObject, cls: type) -> None:
    """Take out the class name and Python's own default docstring."""
    if written.get("title") == cls.__name__:
        del written["title"]
    if written.get("description", "").startswith(_OWN_DEFAULT_DOC):
        del written["description"]


def _describe_fields(written: JsonObject, cls: type) -> None:
    """Give fields the texts of the class's docstring and of plain `Annotated` strings."""
    doc = written.get("description")
    texts = dict(texts_of_fields(cls))
    if isinstance(doc, str) and doc == inspect.cleandoc(cls.__doc__ or ""):
        documentation = read_docstring(doc)
        written["description"] = documentation.description
        if not documentation.description:
            del written["description"]
        texts = {**documentation.parameters, **texts}
    for name, field in written.get("properties", {}).items():
        if name in texts and isinstance(field, dict):
            field.setdefault("description", texts[name])


def _tidy_arrays(node: Any, root: JsonObject) -> None:
    """Give every array `items`, and write fixed tuples with it: providers refuse prefixItems.

    Done at the end, when shared definitions have the names they keep.
    """
    if isinstance(node, list):
        for item in node:
            _tidy_arrays(item, root)
    if not isinstance(node, dict):
        return
    for key, value in node.items():
        if key not in _VALUES:
            _tidy_arrays(value, root)
    if isinstance(node.get("prefixItems"), list):
        _write_tuple(node, root)
    elif node.get("type") == "array" and not isinstance(node.get("items"), dict):
        node["items"] = {}


def _write_tuple(node: JsonObject, root: JsonObject) -> None:
    prefix, rest = node.pop("prefixItems"), node.get("items")
    choices = [*prefix, *([rest] if isinstance(rest, dict) else [])]
    distinct = [item for index, item in enumerate(choices) if item not in choices[:index]]
    if len(distinct) == 1:
        node["items"] = distinct[0]
    elif distinct:
        in_order = ", ".join(type_words(item, root) for item in prefix)
        node["items"] = {"anyOf": distinct, "description": f"In this order: {in_order}."}
    else:
        node["items"] = {}
    node.setdefault("minItems", len(prefix))
    if not isinstance(rest, dict) and rest is not True:
        node.setdefault("maxItems", len(prefix))


def _is_secret(value: Any) -> bool:
    return isinstance(value, (SecretStr, SecretBytes))


def _is_json(value: Any) -> bool:
    if value is None or type(value) in (str, int, bool):
        return True
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True
