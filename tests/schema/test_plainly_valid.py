"""A schema that passes at a glance passes jsonschema's own check, too."""

import itertools
import json

import jsonschema
import pytest

from toolnexus._schema._plainly_valid import _FORMS, _LISTS, _NAMED, _ONE, is_plainly_valid

DIALECTS = [jsonschema.Draft7Validator, jsonschema.Draft202012Validator]
KEYWORDS = sorted({*_FORMS, *_LISTS, *_NAMED, *_ONE, "patternProperties", "unheard-of", "$id"})
VALUES = [
    *(None, True, False, 0, 1, -1, 1.5, 2.0, -0.5, "", "string", "any", "#/$defs/a", "("),
    *([], [""], ["a", "a"], ["string", "null"], ["string", "string"], [1], [[]], [{}], [None]),
    *({}, {"a": {}}, {"a": True}, {"a": 1}, {"a": []}, {"type": "string"}, {"type": 1}),
    *({"a": {"type": "any"}}, [{"type": "any"}], {"items": [{}]}, {"required": "a"}, [True]),
]


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_nothing_passes_that_is_refused(keyword):
    schemas = [{keyword: value} for value in VALUES]
    schemas += [{"properties": {"p": schema}} for schema in schemas]
    for schema, dialect in itertools.product(schemas, DIALECTS):
        if is_plainly_valid(schema):
            no_formats = jsonschema.FormatChecker(())
            dialect.check_schema(schema, format_checker=no_formats)


def test_ordinary_schemas_pass_at_a_glance():
    page = {"type": ["object", "null"], "properties": {"size": {"type": "integer"}}}
    schema = {
        "type": "object",
        "properties": {
            "q": {"type": "string", "minLength": 1, "description": "What to find."},
            "state": {"enum": ["open", None, 1], "default": "open"},
            "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            "near": {"anyOf": [{"$ref": "#/$defs/Page"}, {"type": "null"}], "title": "Near"},
        },
        "required": ["q"],
        "additionalProperties": False,
        "$defs": {"Page": page},
    }
    assert is_plainly_valid(schema)


def test_a_schema_nested_deeply_is_looked_at_more_closely():
    schema = json.loads('{"items":' * 60 + "true" + "}" * 60)
    assert not is_plainly_valid(schema)
