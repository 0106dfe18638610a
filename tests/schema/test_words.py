"""Schemas in words."""

from typing import Any

import pytest

from toolnexus._schema._paths import schema_at, types_of
from toolnexus._schema._words import describe, type_words, value_words

ROOT = {
    "$defs": {
        "Point": {
            "type": "object",
            "properties": {"lat": {"type": "number"}, "lon": {}, "name": {}},
            "required": ["lat", "lon"],
        },
        "Unit": {"enum": ["C", "F"]},
        "Loop": {"$ref": "#/$defs/Loop"},
    }
}
WORDS: dict[str, tuple[Any, str, str]] = {
    "anything": ({}, "any value", "any"),
    "true": (True, "any value", "any"),
    "false": (False, "nothing", "nothing"),
    "string": ({"type": "string"}, "a string", "string"),
    "lengths": (
        {"type": "string", "minLength": 1, "maxLength": 3},
        "a string of 1 to 3 characters",
        "string of 1 to 3 characters",
    ),
    "pattern": ({"pattern": "^a"}, 'a string matching "^a"', 'string matching "^a"'),
    "date": ({"type": "string", "format": "date"}, 'a date such as "2024-01-31"', "date"),
    "range": (
        {"type": "integer", "minimum": 1, "maximum": 14},
        "an integer from 1 to 14",
        "integer 1 to 14",
    ),
    "at least": (
        {"type": "number", "minimum": 0},
        "a number of at least 0",
        "number of at least 0",
    ),
    "between": (
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        "a number above 0 below 1",
        "number above 0 below 1",
    ),
    "multiple": (
        {"type": "integer", "multipleOf": 5},
        "an integer that is a multiple of 5",
        "integer that is a multiple of 5",
    ),
    "boolean": ({"type": "boolean"}, "true or false", "boolean"),
    "enum": ({"enum": ["C", 1, None]}, 'one of "C", 1 or null', 'one of "C", 1 or null'),
    "const": ({"const": "C"}, '"C"', '"C"'),
    "array": ({"type": "array"}, "an array", "array"),
    "strings": (
        {"type": "array", "items": {"type": "string"}},
        "an array of strings",
        "array of strings",
    ),
    "counted": (
        {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
        "an array of exactly 2 strings",
        "array of exactly 2 strings",
    ),
    "ranged items": (
        {"type": "array", "items": {"type": "integer", "minimum": 1}, "maxItems": 1},
        "an array of at most 1 item, each an integer of at least 1",
        "array of integer of at least 1, at most 1 item",
    ),
    "object": ({"type": "object"}, "an object", "object"),
    "reference": (
        {"$ref": "#/$defs/Point"},
        "an object with lat and lon and optional name",
        "object Point",
    ),
    "reference to a choice": (
        {"$ref": "#/$defs/Unit"},
        'one of "C" or "F"',
        'one of "C" or "F"',
    ),
    "nullable": (
        {"anyOf": [{"$ref": "#/$defs/Point"}, {"type": "null"}]},
        "an object with lat and lon and optional name or null",
        "object Point or null",
    ),
    "type list": ({"type": ["string", "null"]}, "a string or null", "string or null"),
    "dangling": ({"$ref": "#/$defs/Gone"}, "a value that fits Gone", "Gone"),
    "loop": ({"$ref": "#/$defs/Loop"}, "a value that fits Loop", "Loop"),
}


@pytest.mark.parametrize(("schema", "long", "short"), WORDS.values(), ids=WORDS)
def test_schema_in_words(schema, long, short):
    assert (describe(schema, ROOT), type_words(schema, ROOT)) == (long, short)


def test_long_choices_are_counted():
    words = describe({"enum": list(range(500))}, {})
    assert words.endswith("19 or 480 more")


def test_deep_and_recursive_schemas_end():
    deep: dict[str, Any] = {"type": "integer"}
    for _ in range(500):
        deep = {"anyOf": [{"type": "array", "items": deep}, {"type": "null"}]}
    assert len(describe(deep, {})) < 1000
    tree = {"$defs": {"T": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/T"}}]}}}
    assert "array" in describe({"$ref": "#/$defs/T"}, tree)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("three", 'the string "three"'),
        ("x" * 100, f'the string "{"x" * 60}…" (100 characters)'),
        (True, "true"),
        (None, "null"),
        (5.5, "the number 5.5"),
        ({}, "an empty object"),
        ({"a": 1, "b": 2}, "an object with a and b"),
        ([1], "an array of 1 item"),
        ({1}, "a Python set"),
    ],
)
def test_value_in_words(value, words):
    assert value_words(value) == words


def test_definitions_that_name_each_other_end_quickly_in_every_question():
    def level(n: int, key: str) -> dict[str, Any]:
        return {key: [{"$ref": f"#/$defs/L{n + 1}"}] * 9}

    for key in ("anyOf", "oneOf", "allOf"):
        root = {"$defs": {f"L{n}": level(n, key) for n in range(20)}}
        root["$defs"]["L20"] = {"$ref": "#/$defs/L0"}
        root["properties"] = {"p": {"$ref": "#/$defs/L0"}}
        assert len(describe(root["properties"]["p"], root)) < 10_000
        assert types_of(root["properties"]["p"], root) in (None, set())
        assert schema_at(("p", "q"), root, {"p": {"q": 1}}) is True


def test_reference_may_be_percent_encoded():
    root = {"$defs": {"My Type": {"type": "integer"}}}
    assert describe({"$ref": "#/$defs/My%20Type"}, root) == "an integer"
