"""Made-up arguments: valid for every keyword, believable, the same for the same seed."""

import json
import os
import subprocess
import sys

import jsonschema
import pytest
from jsonschema.validators import validator_for

from toolnexus._schema import sample_object
from toolnexus.errors import ToolDefinitionError

NODE = {
    "type": "object",
    "properties": {
        "value": {"type": "integer"},
        "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
    },
    "required": ["value", "children"],
}
LINK = {
    "type": "object",
    "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Link"}, {"type": "null"}]}},
    "required": ["next"],
}

# A schema of one value, and what the most ordinary sample of it is.
VALUES = {
    "nothing said": ({}, "sample value"),
    "true": (True, "sample value"),
    "examples": ({"type": "string", "examples": ["a", "b"], "default": "c"}, "a"),
    "invalid example": ({"type": "string", "examples": [1, "b"]}, "b"),
    "default": ({"type": "integer", "default": 7}, 7),
    "invalid default": ({"type": "integer", "default": "seven"}, 1),
    "null default": ({"type": "string", "default": None}, "sample value"),
    "nullable with null default": ({"type": ["null", "integer"], "default": None}, 1),
    "const": ({"const": [1, 2]}, [1, 2]),
    "enum": ({"enum": [None, "b", 1]}, "b"),
    "boolean": ({"type": "boolean"}, True),
    "null": ({"type": "null"}, None),
    "types": ({"type": ["integer", "null"]}, 1),
    "date": ({"type": "string", "format": "date"}, "2024-01-31"),
    "date-time": ({"type": "string", "format": "date-time"}, "2024-01-31T12:00:00Z"),
    "unknown format": ({"type": "string", "format": "mast"}, "sample value"),
    "media type": ({"type": "string", "contentMediaType": "application/json"}, "{}"),
    "maxLength": ({"type": "string", "maxLength": 6}, "sample"),
    "maxLength 0": ({"type": "string", "maxLength": 0}, ""),
    "minLength": ({"type": "string", "minLength": 20}, "sample value sample."),
    "pattern of letters": ({"type": "string", "pattern": "^[a-z_]+$"}, "sample_value"),
    "pattern of a time": ({"pattern": r"^\d\d:\d\d$"}, "12:00"),
    "pattern with length": ({"pattern": "^[A-Z]+$", "minLength": 14}, None),
    "drawn pattern": ({"pattern": r"^[A-Z]{2}-\d{3}(-\d{2})?$"}, None),
    "two patterns": ({"pattern": "^q", "allOf": [{"pattern": r"\d$"}]}, None),
    "pattern of another script": ({"pattern": "^[\u4e00-\u9fa5]{2,10}$"}, None),
    "pattern of JavaScript": ({"type": "string", "pattern": r"^\p{L}+$"}, "sample value"),
    "integer": ({"type": "integer"}, 1),
    "minimum": ({"type": "integer", "minimum": 1000}, 1000),
    "maximum": ({"type": "integer", "maximum": -3}, -3),
    "exclusive bounds": ({"exclusiveMinimum": 2, "exclusiveMaximum": 3}, 2.5),
    "narrow bounds": ({"type": "number", "minimum": 0.5, "maximum": 0.6}, 0.5),
    "multipleOf": ({"type": "integer", "multipleOf": 7, "minimum": 20}, 21),
    "multipleOf a fraction": ({"multipleOf": 0.01, "maximum": 0.5, "minimum": 0.4}, 0.4),
    "two multiples": ({"multipleOf": 4, "allOf": [{"multipleOf": 6}], "minimum": 1}, 12),
    "huge": ({"type": "integer", "minimum": 10**30}, 10**30),
    "array": ({"type": "array"}, ["sample value"]),
    "minItems": ({"items": {"type": "integer"}, "minItems": 3}, [1, 1, 1]),
    "maxItems 0": ({"type": "array", "maxItems": 0}, []),
    "no item possible": ({"type": "array", "items": False}, []),
    "uniqueItems": (
        {"items": {"type": "integer"}, "minItems": 3, "uniqueItems": True},
        [1, 2, 3],
    ),
    "unique enum": (
        {"items": {"enum": ["a", "b"]}, "minItems": 2, "uniqueItems": True},
        ["a", "b"],
    ),
    "prefixItems": (
        {"prefixItems": [{"type": "integer"}, {"const": "b"}], "items": False},
        [1, "b"],
    ),
    "contains": (
        {"contains": {"const": 9}, "minItems": 2, "items": {"type": "integer"}},
        [9, 1],
    ),
    "contains after a prefix": (
        {"prefixItems": [{"const": 1}], "contains": {"const": 2}},
        None,
    ),
    "minContains": ({"contains": {"const": 9}, "minContains": 2}, [9, 9]),
    "maxContains": (
        {"contains": {"type": "integer"}, "maxContains": 1, "minItems": 2},
        None,
    ),
    "unevaluatedItems": (
        {"prefixItems": [{"const": 1}], "unevaluatedItems": False, "minItems": 1},
        [1],
    ),
    "object": ({"type": "object"}, {}),
    "required": (
        {"properties": {"b": {}, "a": {"type": "integer"}}, "required": ["a"]},
        {"a": 1},
    ),
    "required but not declared": ({"required": ["city"]}, {"city": "Chennai"}),
    "map": ({"type": "object", "additionalProperties": {"type": "integer"}}, {"key": 1}),
    "minProperties": ({"type": "object", "minProperties": 2}, None),
    "minProperties of declared ones": (
        {"properties": {"a": {"const": 1}, "b": {"const": 2}}, "minProperties": 2},
        {"a": 1, "b": 2},
    ),
    "patternProperties": (
        {"patternProperties": {"^x-[0-9]$": {"type": "integer"}}, "minProperties": 1},
        None,
    ),
    "only patternProperties": (
        {
            "patternProperties": {"^x": {"const": 1}},
            "additionalProperties": False,
            "minProperties": 2,
        },
        None,
    ),
    "propertyNames": (
        {"propertyNames": {"enum": ["red", "blue"]}, "minProperties": 2},
        {"red": "sample red", "blue": "sample blue"},
    ),
    "dependentRequired": (
        {"required": ["a"], "dependentRequired": {"a": ["b"], "b": ["c"]}},
        {"a": "sample a", "b": "sample b", "c": "sample c"},
    ),
    "dependentSchemas": (
        {"required": ["a"], "dependentSchemas": {"a": {"required": ["b"]}}},
        {"a": "sample a", "b": "sample b"},
    ),
    "unevaluatedProperties": (
        {
            "allOf": [{"properties": {"a": {"const": 1}}}],
            "unevaluatedProperties": False,
            "required": ["a"],
        },
        {"a": 1},
    ),
    "anyOf": ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 1),
    "anyOf with a dead branch": ({"anyOf": [False, {"const": 2}]}, 2),
    "anyOf of required": (
        {
            "properties": {"a": {"const": 1}, "b": {"const": 2}},
            "anyOf": [{"required": ["b"]}, {"required": ["a"]}],
        },
        {"b": 2},
    ),
    "oneOf": ({"oneOf": [{"type": "integer"}, {"minimum": 2}]}, 1),
    "oneOf that overlaps": (
        {"type": "integer", "oneOf": [{"minimum": 2}, {"maximum": 5}]},
        None,
    ),
    "allOf": ({"allOf": [{"minimum": 5}, {"type": "integer"}, {"maximum": 6}]}, 5),
    "allOf of objects": (
        {
            "allOf": [
                {"properties": {"a": {"type": "integer"}}, "required": ["a"]},
                {"properties": {"a": {"minimum": 4}}},
            ]
        },
        {"a": 4},
    ),
    "not": ({"not": {"type": ["string", "integer"]}}, None),
    "not a value": ({"type": "integer", "not": {"enum": [1, 2]}}, 3),
    "not a property": ({"properties": {"a": {}}, "not": {"required": ["a"]}}, {}),
    "if and then": (
        {
            "properties": {"kind": {"const": "x"}, "size": {"type": "integer"}},
            "required": ["kind"],
            "if": {"properties": {"kind": {"const": "x"}}},
            "then": {"required": ["size"]},
        },
        {"kind": "x", "size": 1},
    ),
    "else": ({"if": {"const": "x"}, "then": False, "else": {"type": "integer"}}, 1),
    "anchor": ({"$ref": "#here"}, 3),
    "recursive array": (
        {"$ref": "#/$defs/Node"},
        {"value": 1, "children": [{"value": 1, "children": []}]},
    ),
    "recursive union": ({"$ref": "#/$defs/Link"}, {"next": None}),
    "root": ({"anyOf": [{"$ref": "#"}, {"const": 1}]}, 1),
}
DEFINITIONS = {"Node": NODE, "Link": LINK, "Three": {"$anchor": "here", "const": 3}}


def wrapped(schema, **more):
    return {"properties": {"value": schema}, "required": ["value"], "$defs": DEFINITIONS} | more


def is_valid(value, schema):
    cls = validator_for(schema, default=jsonschema.Draft202012Validator)
    return cls(schema).is_valid(value)


@pytest.mark.parametrize(("schema", "expected"), VALUES.values(), ids=VALUES)
def test_ordinary_sample(schema, expected):
    sample = sample_object(wrapped(schema))
    if schema != VALUES["pattern of JavaScript"][0]:
        assert is_valid(sample, wrapped(schema))
    if expected is not None:
        assert sample == {"value": expected}


@pytest.mark.parametrize("optional", [False, True], ids=["required", "optional"])
@pytest.mark.parametrize("schema", [schema for schema, _ in VALUES.values()], ids=VALUES)
def test_every_seed_is_valid(schema, optional):
    for seed in range(1, 6):
        sample = sample_object(wrapped(schema), seed, optional=optional)
        if schema != VALUES["pattern of JavaScript"][0]:
            assert is_valid(sample, wrapped(schema))


DRAFT_07 = {
    "definitions": ({"$ref": "#/definitions/Three"}, 3),
    "$ref hides its siblings": ({"$ref": "#/definitions/Three", "type": "string"}, 3),
    "items of an array": ({"items": [{"const": 1}, {"const": "b"}]}, [1, "b"]),
    "additionalItems": (
        {"items": [{"const": 1}], "additionalItems": {"const": 2}, "minItems": 2},
        [1, 2],
    ),
    "dependencies": (
        {"required": ["a"], "dependencies": {"a": ["b"], "b": {"required": ["c"]}}},
        {"a": "sample a", "b": "sample b", "c": "sample c"},
    ),
}


@pytest.mark.parametrize(("schema", "expected"), DRAFT_07.values(), ids=DRAFT_07)
def test_draft_07(schema, expected):
    whole = wrapped(
        schema,
        definitions={"Three": {"const": 3}},
        **{"$schema": "http://json-schema.org/draft-07/schema#"},
    )
    sample = sample_object(whole)
    assert sample == {"value": expected}
    assert is_valid(sample, whole)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("city", "Chennai"),
        ("homeCity", "Chennai"),
        ("city_name", "Chennai"),
        ("cities", "Chennai"),
        ("end_date", "2024-05-17"),
        ("email_address", "ada@example.org"),
        ("user_id", "abc123"),
        ("user_name", "ada"),
        ("name", "Ada"),
        ("project_name", "sample project"),
        ("year", "2024"),
        ("mast_colours", "blue"),
        ("mast", "sample mast"),
        ("", "sample"),
    ],
)
def test_text_tells_what_the_name_is_about(name, expected):
    schema = {"properties": {name: {"type": "string"}}, "required": [name]}
    assert sample_object(schema) == {name: expected}


def test_seeds_differ():
    schema = {
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city", "days"],
    }
    samples = {json.dumps(sample_object(schema, seed)) for seed in range(20)}
    assert len(samples) > 10


def test_optional_properties_are_filled_in_on_request():
    schema = {
        "properties": {
            "a": {"const": 1},
            "b": {"properties": {"c": {"const": 2}}},
            "never": False,
        },
        "required": ["a"],
    }
    assert sample_object(schema) == {"a": 1}
    assert sample_object(schema, optional=True) == {"a": 1, "b": {"c": 2}}


def test_optional_properties_that_exclude_each_other():
    schema = {
        "properties": {"a": {"const": 1}, "b": {"const": 2}, "c": {"const": 3}},
        "not": {"required": ["a", "b"]},
    }
    assert sample_object(schema, optional=True) == {"b": 2, "c": 3}


def test_optional_recursion_ends():
    tree = {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "n": {"const": 1}}}
    assert sample_object(tree, optional=True)["n"] == 1


def test_order_is_that_of_the_schema():
    schema = {"properties": {"b": {"const": 1}, "a": {"const": 2}}, "required": ["a", "b"]}
    assert list(sample_object(schema)) == ["b", "a"]


def test_sample_shares_nothing_with_the_schema():
    schema = {"properties": {"a": {"default": [1]}}, "required": ["a"]}
    sample = sample_object(schema)
    sample["a"].append(2)
    assert sample_object(schema) == {"a": [1]}


UNSATISFIABLE = {
    "not anything": ({"value": {"not": {}}}, "no value was found for value, where"),
    "false": ({"value": False}, "no value was found for value, where .* asks for nothing"),
    "bounds": ({"value": {"minimum": 2, "maximum": 1, "type": "integer"}}, "for value,"),
    "inner": (
        {
            "value": {
                "type": "object",
                "properties": {"near": {"not": {}}},
                "required": ["near"],
            }
        },
        r"for value\.near,",
    ),
    "item": ({"value": {"type": "array", "minItems": 2, "items": False}}, r"value\[0\]"),
    "too long": ({"value": {"type": "string", "minLength": 10**9}}, "for value,"),
    "too many": ({"value": {"type": "array", "minItems": 10**9}}, "for value,"),
    "pattern": ({"value": {"type": "string", "pattern": "^a$", "minLength": 3}}, "value"),
    "endless": ({"value": {"$ref": "#"}}, "Can't make up arguments for 'tide'"),
}


@pytest.mark.parametrize(("properties", "match"), UNSATISFIABLE.values(), ids=UNSATISFIABLE)
def test_unsatisfiable_schema_is_told(properties, match):
    schema = {"properties": properties, "required": ["value"]}
    with pytest.raises(ToolDefinitionError, match=match):
        sample_object(schema, optional=True, label="'tide'")


def test_refused_values_are_replaced():
    schema = wrapped({"type": "array", "items": {"type": "integer"}, "minItems": 2})
    asked = []

    def refusal(arguments):
        asked.append(arguments)
        return [("value", i) for i, n in enumerate(arguments["value"]) if n < 3]

    assert sample_object(schema, refusal=refusal) == {"value": [3, 3]}
    assert len(asked) == 3


def test_first_sample_is_given_if_all_are_refused():
    assert sample_object(wrapped({}), refusal=lambda _: [("value", "no such place")]) == {
        "value": "sample value"
    }


CODE = """
import json, sys
from toolnexus._schema import sample_object
for schema in json.load(sys.stdin):
    for seed in (0, 7):
        print(json.dumps(sample_object(schema, seed, optional=True)))
"""


def test_same_bytes_in_every_process():
    schemas = json.dumps([wrapped(schema) for schema, _ in VALUES.values()])
    printed = {
        subprocess.run(
            [sys.executable, "-c", CODE],
            input=schemas,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert printed.pop().count("\n") == 2 * len(VALUES)


OLD = {
    "required as in draft-03": {
        "$schema": "http://json-schema.org/draft-03/schema#",
        "properties": {"city": {"type": "string", "required": True}},
    },
    "types as in draft-03": {
        "$schema": "http://json-schema.org/draft-03/schema#",
        "properties": {"city": {"type": ["integer", {"type": "string"}]}},
    },
    "bounds as in draft-04": {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "properties": {"n": {"type": "integer", "minimum": 1, "exclusiveMinimum": True}},
        "required": ["n"],
    },
    "keywords that came later": {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "dependentSchemas": [],
        "dependentRequired": [],
        "prefixItems": 1,
        "minContains": "1",
    },
}


@pytest.mark.parametrize("schema", OLD.values(), ids=OLD)
def test_old_drafts_are_no_stumbling_block(schema):
    sample = sample_object(schema, optional=True)
    assert is_valid(sample, schema)


def test_work_on_hostile_schemas_is_bounded():
    # Every property leads to every other one, and none of them can be satisfied.
    names = [f"p{number}" for number in range(12)]
    body = {
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in names},
        "required": names,
    }
    schema = {**wrapped({"$ref": "#/$defs/p0"}), "$defs": dict.fromkeys(names, body)}
    with pytest.raises(ToolDefinitionError, match="Can't make up arguments"):
        sample_object(schema)
    slow = {"type": "string", "pattern": r"^(\w+\s?)*!$"}
    sample_object({"properties": {"quite_a_long_property_name": slow}}, optional=True)
    repeats = {"pattern": "^((a{9999}){9999}){9999}b$"}
    with pytest.raises(ToolDefinitionError, match="Can't make up arguments"):
        sample_object(wrapped(repeats | {"type": "string"}))
