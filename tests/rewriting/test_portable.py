"""Schemas rewritten with what every server passes on, and as Gemini's older `Schema`."""

from typing import Annotated, Any, Literal

import jsonschema
import pytest
from pydantic import BaseModel, Field

from toolnexus import Tool, define_tool
from toolnexus._rewriting import openapi_schema, portable_schema
from toolnexus.models import sample_arguments


class Point(BaseModel):
    """A place."""

    lat: Annotated[float, Field(ge=-90, le=90)]
    label: str = "here"


class Node(BaseModel):
    value: int
    children: list["Node"] = []


class Cat(BaseModel):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]


def travel(
    p: Annotated[Point, Field(description="Where to.")],
    node: Node,
    pet: Annotated[Cat | Dog, Field(discriminator="kind")],
    level: Literal[1, 2, 3] = 1,
    note: Annotated[str | None, Field(description="A note.")] = None,
    extra: dict[str, int] | None = None,
    anything: Any = None,
) -> str:
    return "done"


def nodes(schema):
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    for part in [*inner, *([schema["items"]] if "items" in schema else [])]:
        yield from nodes(part)


def one(schema, rewrite=portable_schema, **more):
    tool = Tool("t", "", {"properties": {"x": schema}, **more}, execute=print)
    return rewrite(tool.input_schema)["properties"]["x"]


def test_only_seven_keywords_are_left():
    schema = portable_schema(define_tool(travel).input_schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    left = {key for node in nodes(schema) for key in node}
    assert left == {
        "type", "description", "properties", "required", "items", "enum", "anyOf"
    }  # fmt: skip
    for node in nodes(schema):
        assert isinstance(node.get("type", "object"), str)
        assert ("anyOf" in node) != ("type" in node)
        assert "anyOf" not in node or len(node) == 1
        assert "enum" not in node or node["type"] == "string"
        assert ("items" in node) == (node.get("type") == "array")


def test_references_are_written_out_and_texts_kept():
    properties = portable_schema(define_tool(travel).input_schema)["properties"]
    assert properties["p"] == {
        "type": "object",
        "description": "Where to. A place.",
        "properties": {
            "lat": {"type": "number", "description": "A number from -90 to 90."},
            "label": {"type": "string", "description": 'Default: "here".'},
        },
        "required": ["lat"],
    }
    assert properties["note"] == {
        "anyOf": [{"type": "string", "description": "A note."}, {"type": "null"}]
    }


def test_recursion_ends_and_says_so():
    node = portable_schema(define_tool(travel).input_schema)["properties"]["node"]
    inner = node["properties"]["children"]["items"]
    assert inner["required"] == ["value"]
    assert inner["properties"]["children"]["items"] == {
        "type": "object",
        "description": "Node once more, made as the one around it.",
    }


def test_a_schema_that_would_grow_without_end_is_cut_off():
    names = [f"D{number}" for number in range(12)]
    properties = {name: {"$ref": f"#/$defs/{name}"} for name in names}
    schema = {
        "properties": properties,
        "$defs": {name: {"type": "object", "properties": properties} for name in names},
    }
    written = portable_schema(schema)
    assert sum(1 for _ in nodes(written)) < 20_000


WRITTEN = {
    "type list": (
        {"type": ["string", "null"], "description": "Who."},
        {"anyOf": [{"type": "string", "description": "Who."}, {"type": "null"}]},
    ),
    "const": ({"const": "a"}, {"type": "string", "enum": ["a"]}),
    "number": ({"const": 1}, {"type": "integer", "description": "Always 1."}),
    "values": (
        {"enum": [1, 2.5]},
        {"type": "number", "description": "One of 1 or 2.5."},
    ),
    "default": (
        {"type": "string", "default": "a", "description": "Who"},
        {"type": "string", "description": 'Who. Default: "a".'},
    ),
    "format": (
        {"type": "string", "format": "date"},
        {"type": "string", "description": 'A date such as "2024-01-31".'},
    ),
    "pattern": (
        {"type": "string", "pattern": "^a", "maxLength": 3},
        {
            "type": "string",
            "description": "A string of at most 3 characters. "
            "It matches the regular expression ^a",
        },
    ),
    "range": (
        {"type": "integer", "exclusiveMinimum": 0, "multipleOf": 5},
        {"type": "integer", "description": "An integer above 0 that is a multiple of 5."},
    ),
    "array": (
        {"type": "array", "maxItems": 2, "uniqueItems": True, "items": {"type": "null"}},
        {
            "type": "array",
            "description": "An array of at most 2 items. No item comes twice.",
            "items": {"type": "null"},
        },
    ),
    "contains": (
        {"type": "array", "items": {"type": "integer"}, "contains": {"const": 1}},
        {
            "type": "array",
            "description": "At least one item is 1.",
            "items": {"type": "integer"},
        },
    ),
    "dict": (
        {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1},
        {"type": "object", "description": "Each value is an integer. At least 1 key."},
    ),
    "keys": (
        {
            "type": "object",
            "propertyNames": {"maxLength": 2},
            "patternProperties": {"^x": {"type": "string"}},
        },
        {
            "type": "object",
            "description": "Each key that matches ^x is a string. "
            "Each key is a string of at most 2 characters.",
        },
    ),
    "not": (
        {"type": "string", "not": {"const": "a"}},
        {"type": "string", "description": 'It is not "a".'},
    ),
    "dependent": (
        {
            "type": "object",
            "properties": {"a": {"type": "null"}},
            "dependentRequired": {"a": ["b", "c"]},
        },
        {
            "type": "object",
            "description": "With a, b and c must be given as well.",
            "properties": {"a": {"type": "null"}},
        },
    ),
    "if": (
        {"type": "string", "if": {"maxLength": 1}, "then": {"const": "a"}},
        {
            "type": "string",
            "description": "It also fits the JSON Schema "
            '{"if": {"maxLength": 1}, "then": {"const": "a"}}',
        },
    ),
    "any": (
        {"description": "Whatever."},
        {
            "anyOf": [
                {"type": "string", "description": "Whatever. Any JSON value."},
                {"type": "number"},
                {"type": "boolean"},
                {"type": "object"},
                {"type": "array", "items": {"type": "string"}},
            ]
        },
    ),
    "deprecated": (
        {"type": "string", "deprecated": True},
        {"type": "string", "description": "Deprecated."},
    ),
}


@pytest.mark.parametrize(("schema", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_limits_are_told_in_words(schema, expected):
    assert one(schema) == expected


def test_alternatives_at_the_root_are_told_and_their_properties_kept():
    schema = {
        "properties": {"id": {"type": "string"}},
        "oneOf": [
            {"properties": {"path": {"type": "string"}, "n": {}}, "required": ["path", "id"]},
            {"properties": {"url": {"type": "string"}}, "required": ["url", "id"]},
        ],
    }
    written = portable_schema(schema)
    assert list(written["properties"]) == ["url", "path", "n", "id"]
    assert written["required"] == ["id"]
    assert written["description"] == (
        "The arguments are an object with path and optional n; or an object with url."
    )


@pytest.mark.parametrize("seed", range(5))
def test_whatever_the_tool_takes_fits(seed):
    tool = define_tool(travel)
    arguments = sample_arguments(tool, seed, optional=True)
    jsonschema.validate(arguments, portable_schema(tool.input_schema))


# --- Gemini's older Schema -------------------------------------------------------------------

OPENAPI = {
    "nullable": (
        {"type": ["integer", "null"], "description": "How many."},
        {"type": "INTEGER", "description": "How many.", "nullable": True},
    ),
    "union": (
        {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        {"anyOf": [{"type": "STRING", "nullable": True}, {"type": "INTEGER"}]},
    ),
    "null": ({"type": "null"}, {"type": "NULL"}),
    "limits": (
        {"type": "string", "maxLength": 3, "pattern": "^a"},
        {"type": "STRING", "maxLength": 3, "pattern": "^a"},
    ),
    "format": (
        {"type": "string", "format": "date-time"},
        {"type": "STRING", "format": "date-time"},
    ),
    "no such format": (
        {"type": "string", "format": "uuid4"},
        {
            "type": "STRING",
            "description": "A UUID of version 4 such as "
            '"123e4567-e89b-42d3-a456-426614174000".',
        },
    ),
    "no such limit": (
        {"type": "number", "minimum": 1, "exclusiveMaximum": 5},
        {
            "type": "NUMBER",
            "description": "A number of at least 1 below 5.",
            "minimum": 1,
        },
    ),
    "nested": (
        {"type": "array", "items": {"properties": {"a": {"enum": ["x"]}}}},
        {
            "type": "ARRAY",
            "items": {
                "type": "OBJECT",
                "properties": {"a": {"type": "STRING", "enum": ["x"]}},
            },
        },
    ),
}


@pytest.mark.parametrize(("schema", "expected"), OPENAPI.values(), ids=OPENAPI)
def test_openapi_has_its_own_spelling(schema, expected):
    assert one(schema, openapi_schema) == expected
