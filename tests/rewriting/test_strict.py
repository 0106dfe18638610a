"""Schemas rewritten for a provider's strict mode, and what happens to a call made with them."""

import datetime as dt
import enum
import json
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from pydantic import BaseModel, Field

from toolnexus import Tool, define_tool
from toolnexus._rewriting import ANTHROPIC_STRICT, strict_schema


class Point(BaseModel):
    """A place."""

    lat: float
    label: str = "here"


class Node(BaseModel):
    value: int
    children: list["Node"] = []


class Cat(BaseModel):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]
    tricks: list[str] | None = None


class Unit(enum.Enum):
    C = "C"
    F = "F"


def put(p: Annotated[Point, Field(description="Where to.")], note: str = "") -> str:
    """Put something."""
    return f"{p.lat} {p.label} {note}"


def everything(
    at: dt.datetime,
    node: Node,
    pet: Annotated[Cat | Dog, Field(discriminator="kind")],
    pair: tuple[int, str],
    unit: Unit = Unit.C,
    size: Annotated[int, Field(ge=1, le=9)] = 3,
    name: Annotated[str, Field(min_length=1, pattern="^[a-z]+$")] = "a",
    maybe: int | None = 5,
    either: int | list[str] = 1,
) -> str:
    return "done"


def nodes(schema):
    """Every schema inside a strict one."""
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    inner += [
        *schema.get("$defs", {}).values(),
        *([schema["items"]] if "items" in schema else []),
    ]
    for part in inner:
        yield from nodes(part)


def strict(properties, *, required=(), **more):
    tool = Tool("t", "", {"properties": properties, "required": list(required), **more},
                execute=lambda args: args)  # fmt: skip
    return strict_schema(tool.input_schema)


def one(schema, **more):
    """The strict form of one required property."""
    written, refused = strict({"x": schema}, required=["x"], **more)
    assert refused == []
    return written["properties"]["x"]


def test_nothing_is_left_that_strict_mode_refuses():
    schema, refused = strict_schema(define_tool(put).input_schema)
    assert refused == []
    assert schema == {
        "type": "object",
        "properties": {
            "p": {"description": "Where to.", "anyOf": [{"$ref": "#/$defs/Point"}]},
            "note": {
                "description": 'Default: "". Null leaves it out.',
                "anyOf": [{"type": "string"}, {"type": "null"}],
            },
        },
        "required": ["p", "note"],
        "additionalProperties": False,
        "$defs": {
            "Point": {
                "type": "object",
                "description": "A place.",
                "properties": {
                    "lat": {"type": "number"},
                    "label": {
                        "description": 'Default: "here". Null leaves it out.',
                        "anyOf": [{"type": "string"}, {"type": "null"}],
                    },
                },
                "required": ["lat", "label"],
                "additionalProperties": False,
            }
        },
    }


@pytest.mark.parametrize("fn", [put, everything])
def test_every_object_is_closed_and_asks_for_all_it_has(fn):
    schema, refused = strict_schema(define_tool(fn).input_schema)
    assert refused == []
    jsonschema.Draft202012Validator.check_schema(schema)
    for node in nodes(schema):
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])
        assert not {"default", "oneOf", "discriminator", "const", "title"} & node.keys()
        assert "$ref" not in node or len(node) == 1
        assert {"type", "anyOf", "$ref"} & node.keys()
        assert isinstance(node.get("type", ""), str)


def test_rewriting_again_changes_nothing():
    schema, _ = strict_schema(define_tool(everything).input_schema)
    assert strict_schema(schema) == (schema, [])


def test_the_schema_itself_is_not_changed():
    tool = define_tool(everything)
    schema = tool.input_schema
    strict_schema(schema)[0]["properties"]["at"]["type"] = "changed"
    assert schema == tool.input_schema


NULL = {"type": "null"}
DATE = {"type": "string", "format": "date"}
LETTERS = {"type": "string", "pattern": "^a+$"}
WRITTEN = {
    "type list": (
        {"type": ["string", "null"], "description": "Who."},
        {"description": "Who.", "anyOf": [{"type": "string"}, NULL]},
    ),
    "const": ({"const": "a"}, {"type": "string", "enum": ["a"]}),
    "enum without type": ({"enum": ["a", "b"]}, {"type": "string", "enum": ["a", "b"]}),
    "enum of several types": (
        {"enum": ["a", 1, None]},
        {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "integer", "enum": [1]}, NULL]},
    ),
    "enum of numbers": ({"enum": [1, 1.5]}, {"type": "number", "enum": [1, 1.5]}),
    "lengths": (
        {"type": "string", "minLength": 1, "maxLength": 9},
        {"type": "string", "description": "A string of 1 to 9 characters."},
    ),
    "known format": (DATE, DATE),
    "other format": (
        {"type": "string", "format": "uri", "description": "Page"},
        {"type": "string", "description": 'Page. A URL such as "https://example.org".'},
    ),
    "unknown format": (
        {"type": "string", "format": "iata-code"},
        {"type": "string", "description": "Its format is iata-code."},
    ),
    "range": ({"type": "integer", "minimum": 1}, {"type": "integer", "minimum": 1}),
    "plain pattern": (LETTERS, LETTERS),
    "pattern that looks ahead": (
        {"type": "string", "pattern": "^(?!x)a"},
        {"type": "string", "description": "It matches the regular expression ^(?!x)a"},
    ),
    "implied type": (
        {"properties": {"a": {"type": "null"}}},
        {"type": "object", "properties": {"a": NULL}, "required": ["a"],
         "additionalProperties": False},
    ),
    "items": (
        {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True},
        {"type": "array", "description": "No item comes twice.", "items": {"type": "string"},
         "minItems": 1},
    ),
    "tuple": (
        {"type": "array", "prefixItems": [{"type": "string"}, NULL], "items": False},
        {"type": "array", "description": "In this order: a string, null.",
         "items": {"anyOf": [{"type": "string"}, NULL]}, "maxItems": 2},
    ),
    "oneOf": (
        {"oneOf": [{"type": "string"}, {"type": "integer"}], "discriminator": {}},
        {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    ),
    "nested unions": (
        {"anyOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "null"}]},
        {"anyOf": [{"type": "string"}, NULL]},
    ),
    "union of one": ({"anyOf": [{"type": "string"}]}, {"type": "string"}),
    "allOf": (
        {"allOf": [{"type": "integer", "minimum": 1}, {"minimum": 3, "maximum": 9}]},
        {"type": "integer", "minimum": 3, "maximum": 9},
    ),
    "beside anyOf": (
        {"type": "object", "properties": {"a": {"type": "null"}, "b": {"type": "null"}},
         "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {"type": "object", "properties": {"a": NULL, "b": NULL}, "required": ["a", "b"],
         "additionalProperties": False},
    ),
    "title that says something": (
        {"type": "string", "title": "Name of the city"},
        {"type": "string", "description": "Name of the city"},
    ),
    "examples": (
        {"type": "string", "description": "City", "examples": ["Oslo", "Rome"]},
        {"type": "string", "description": 'City. For example "Oslo" or "Rome".'},
    ),
    "required without a schema of its own": (
        {"properties": {}, "required": ["a"], "additionalProperties": False,
         "allOf": [{"properties": {"a": {"type": "null"}}}]},
        None,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_keywords_are_replaced_or_told(schema, expected):
    if expected is None:
        assert strict({"x": schema})[1] == [
            "a, which it does not allow at properties.x.required"
        ]
    else:
        assert one(schema) == expected


REFUSED: dict[str, tuple[Any, str]] = {
    "free dict": ({"type": "object"}, "an object of any keys at properties.x"),
    "dict of a type": (
        {"type": "object", "additionalProperties": {"type": "string"}},
        "an object of any keys at properties.x",
    ),
    "open object": (
        {"type": "object", "properties": {"a": NULL}, "additionalProperties": True},
        "an object of further keys at properties.x",
    ),
    "keys by pattern": (
        {"type": "object", "patternProperties": {"^x": {}}},
        "an object of any keys at properties.x",
    ),
    "anything": ({}, "any value at properties.x"),
    "array of anything": ({"type": "array"}, "any value at properties.x.items"),
    "nothing": ({"enum": []}, "no value at all at properties.x"),
    "not": ({"type": "string", "not": {"const": "a"}}, "not at properties.x.not"),
    "if": ({"type": "string", "if": {}, "then": {}}, "if at properties.x.if"),
    "dependent": (
        {"type": "object", "properties": {"a": NULL}, "dependentRequired": {"a": ["b"]}},
        "dependentRequired at properties.x.dependentRequired",
    ),
    "objects as values": (
        {"enum": [[1]]},
        "a list of values that are arrays at properties.x",
    ),
    "two patterns": (
        {"type": "string", "allOf": [{"pattern": "a"}, {"pattern": "b"}]},
        "schemas that can't be made one: it asks for pattern in two ways at properties.x",
    ),
    "inside a definition": (
        {"$ref": "#/$defs/D"},
        "an object of any keys at $defs.D.properties.d",
    ),
}


@pytest.mark.parametrize(("schema", "why"), REFUSED.values(), ids=REFUSED)
def test_what_strict_mode_has_no_words_for_is_refused_with_its_place(schema, why):
    definitions = {"D": {"properties": {"d": {"type": "object"}}}}
    assert why in strict({"x": schema}, **{"$defs": definitions})[1]


def test_open_kwargs_and_alternatives_at_the_root_are_refused():
    def take(a: int, **rest: int) -> None: ...

    assert strict_schema(define_tool(take).input_schema)[1] == [
        "an object of further keys at the root"
    ]
    _, refused = strict(
        {"a": NULL, "b": NULL}, oneOf=[{"required": ["a"]}, {"required": ["b"]}]
    )
    assert refused == ["alternatives for all arguments at once at oneOf"]


def test_a_tool_without_arguments_is_strict_however_it_is_written():
    for schema in ({}, {"type": "object"}, {"properties": {}}):
        assert strict_schema(Tool("t", "", schema, execute=print).input_schema) == (
            {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
            [],
        )


def chain(levels):
    schema = {"type": "object", "properties": {"v": NULL}}
    for _ in range(levels - 1):
        schema = {"type": "object", "properties": {"v": schema}}
    return schema


LIMITS = {
    "levels": (chain(11), "11 levels of objects, over 10"),
    "properties": (
        {"type": "object", "properties": {f"p{n}": NULL for n in range(5001)}},
        "5,001 properties, over 5,000",
    ),
    "values": (
        {"properties": {"x": {"enum": [*range(1001)]}}},
        "1,001 listed values, over 1,000",
    ),
    "characters": (
        {"properties": {"x" * 120_001: NULL}},
        "120,001 characters of names and listed values, over 120,000",
    ),
    "one list": (
        {"properties": {"x": {"enum": [f"{n:060}" for n in range(251)]}}},
        "a list of 251 values with 15,060 characters, over 15,000",
    ),
}


@pytest.mark.parametrize(("schema", "why"), LIMITS.values(), ids=LIMITS)
def test_published_limits_are_kept(schema, why):
    assert strict_schema(schema)[1] == [why]
    assert strict_schema(chain(10))[1] == []


def test_a_definition_may_contain_itself():
    schema, refused = strict_schema(define_tool(everything).input_schema)
    assert refused == []
    children = schema["$defs"]["Node"]["properties"]["children"]
    assert children["anyOf"][0]["items"] == {"$ref": "#/$defs/Node"}
    itself, refused = strict({"next": {"$ref": "#", "description": "More."}})
    assert refused == []
    assert itself["properties"]["next"]["anyOf"] == [{"$ref": "#"}, NULL]


REFERENCES = {
    "definitions": ({"$ref": "#/definitions/A"}, {"definitions": {"A": {"type": "string"}}}),
    "anchor": ({"$ref": "#A"}, {"$defs": {"A": {"$anchor": "A", "type": "string"}}}),
    "id": (
        {"$ref": "https://example.org/A"},
        {"$defs": {"A": {"$id": "https://example.org/A", "type": "string"}}},
    ),
}


@pytest.mark.parametrize(("schema", "more"), REFERENCES.values(), ids=REFERENCES)
def test_every_reference_becomes_one_to_a_definition(schema, more):
    written, refused = strict({"x": schema, "y": schema}, required=["x", "y"], **more)
    assert refused == []
    assert written["properties"]["x"] == written["properties"]["y"] == {"$ref": "#/$defs/A"}
    assert written["$defs"] == {"A": {"type": "string"}}


def test_what_stands_beside_a_reference_counts_as_its_dialect_says():
    beside = {"$ref": "#/definitions/A", "maximum": 5}
    definitions = {"A": {"type": "integer"}}
    assert one(beside, definitions=definitions) == {"type": "integer", "maximum": 5}
    old = {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": definitions}
    assert one(beside, **old) == {"$ref": "#/$defs/A"}


def test_older_spellings_are_read():
    old = {"$schema": "http://json-schema.org/draft-07/schema#"}
    pair = {"type": "array", "items": [{"type": "string"}], "additionalItems": False}
    assert one(pair, **old)["items"] == {"type": "string"}
    needed = {"type": "object", "properties": {"a": NULL}, "dependencies": {"a": ["b"]}}
    assert strict({"x": needed}, **old)[1] == [
        "dependentRequired at properties.x.dependentRequired"
    ]


# --- Anthropic -------------------------------------------------------------------------------


def test_anthropic_leaves_optional_what_is_optional():
    schema, refused = strict_schema(define_tool(put).input_schema, ANTHROPIC_STRICT)
    assert refused == []
    assert schema["required"] == ["p"]
    assert schema["properties"]["note"] == {"type": "string", "description": 'Default: "".'}
    assert all(n["additionalProperties"] is False for n in nodes(schema) if "properties" in n)


def test_anthropic_has_fewer_keywords_and_no_recursion():
    def take(
        n: Annotated[int, Field(ge=1, le=9)], s: Annotated[str, Field(pattern="^a")]
    ) -> None: ...

    schema, refused = strict_schema(define_tool(take).input_schema, ANTHROPIC_STRICT)
    assert refused == []
    assert schema["properties"] == {
        "n": {"type": "integer", "description": "An integer from 1 to 9."},
        "s": {"type": "string", "description": "It matches the regular expression ^a"},
    }
    _, refused = strict_schema(define_tool(everything).input_schema, ANTHROPIC_STRICT)
    assert refused == ["Node inside itself at properties.node"]


# --- a call made with it ---------------------------------------------------------------------


def test_null_for_what_is_optional_gives_the_function_its_default():
    tool = define_tool(put)
    sent = {"p": {"lat": 1.5, "label": None}, "note": None}
    jsonschema.validate(sent, strict_schema(tool.input_schema)[0])
    result = tool.run(json.dumps(sent))
    assert result.output == "1.5 here "
    assert result.metadata == {"decoded": ["p.label", "note"]}
