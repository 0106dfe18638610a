"""What differs between two schemas, and what is the same however it is spelled."""

import pytest

from toolnexus._comparing import MISSING, differences, place_text
from toolnexus._comparing._same import is_same

POINT = {"type": "object", "properties": {"lat": {"type": "number"}}, "required": ["lat"]}
NULL = {"type": "null"}


def of(schema, **around):
    return {"type": "object", "properties": {"it": schema}, **around}


def told(old, new):
    found, is_whole = differences(old, new)
    assert is_whole
    return [(place_text(d.place), d.keyword, d.old, d.new) for d in found]


@pytest.mark.parametrize(
    "one",
    [
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}, NULL]},
        {"oneOf": [NULL, {"type": "string"}]},
        {"type": "string", "nullable": True},
        {"allOf": [{"type": "string", "nullable": True}]},
        {"$ref": "#/$defs/text"},
    ],
    ids=["types", "anyOf", "oneOf", "nullable", "allOf", "ref"],
)
def test_null_is_the_same_however_it_is_spelled(one):
    defs = {"$defs": {"text": {"type": ["string", "null"]}}} if "$ref" in one else {}
    found = told(of(one, **defs), of({"type": ["null", "string"]}))
    assert all(keyword in ("(spelling of null)", "(definition)") for _, keyword, *_ in found)


@pytest.mark.parametrize(
    ("one", "other", "spelling"),
    [
        ({"const": 1}, {"enum": [1]}, "(spelling of enum)"),
        (
            {"type": ["string", "null"], "enum": ["a", None]},
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]},
            "(spelling of null)",
        ),
        (
            {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "(spelling of anyOf)",
        ),
        (
            {"type": ["string", "integer"], "minLength": 2, "maximum": 5, "title": "T"},
            {
                "title": "T",
                "anyOf": [
                    {"type": "string", "minLength": 2},
                    {"type": "integer", "maximum": 5},
                ],
            },
            "(spelling of anyOf)",
        ),
        ({"type": "string"}, {"type": "STRING"}, "(spelling of type)"),
        ({"$ref": "#/$defs/Point"}, POINT, "(definition)"),
    ],
    ids=["const", "null_in_enum", "oneOf", "types", "capitals", "ref"],
)
def test_another_spelling_is_just_that(one, other, spelling):
    defs = {"$defs": {"Point": POINT}} if "$ref" in one else {}
    assert [k for _, k, *_ in told(of(one, **defs), of(other))] == [spelling]
    assert [k for _, k, *_ in told(of(other), of(one, **defs))] == [spelling]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"required": ["b", "a"]}, {"required": ["a", "b"]}),
        ({"properties": {"a": {}, "b": {}}}, {"properties": {"b": {}, "a": {}}}),
        ({"type": ["string", "integer"]}, {"type": ["integer", "string"]}),
        ({"maximum": 9}, {"maximum": 9.0}),
        ({"default": float("nan")}, {"default": float("nan")}),
        ({"properties": {"a": True}}, {"properties": {"a": {}}}),
    ],
    ids=["required", "properties", "types", "number", "nan", "true"],
)
def test_what_means_the_same_is_no_difference(one, other):
    assert [d for d in told(one, other) if not d[1].startswith("(spelling")] == []


def test_a_shared_definition_differs_once():
    def schema(high):
        point = {"type": "object", "properties": {"lat": {"type": "number", "maximum": high}}}
        ref = {"$ref": "#/$defs/Point"}
        return {"properties": {"from": ref, "to": ref}, "$defs": {"Point": point}}

    assert told(schema(90), schema(80)) == [("from.lat", "maximum", 90, 80)]


def test_what_recurs_without_end_comes_to_one():
    def schema(kind):
        node = {
            "type": "object",
            "properties": {
                "name": {"type": kind},
                "inner": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
            },
        }
        return {"properties": {"top": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}}

    assert told(schema("string"), schema("integer")) == [
        ("top.name", "type", ["string"], ["integer"])
    ]
    assert differences({"$ref": "#"}, {"$ref": "#", "title": "x"})[1]


def test_two_schemas_that_unroll_without_end_are_left_at_some_point():
    def schema(number):
        defs = {
            f"d{n}": {"properties": {f"p{m}": {"$ref": f"#/$defs/d{m}"} for m in range(number)}}
            for n in range(number)
        }
        return {"$ref": "#/$defs/d0", "$defs": defs}

    found, is_whole = differences(schema(150), schema(151))
    assert found
    assert not is_whole


def test_alternatives_are_paired_by_what_they_are():
    text, number = {"type": "string", "maxLength": 9}, {"type": "integer"}
    other = {"type": "array", "items": {"type": "string"}}
    found = told(
        of({"anyOf": [text, number]}), of({"anyOf": [other, number, {**text, "maxLength": 5}]})
    )
    assert [(where, keyword) for where, keyword, *_ in found] == [
        ("it", "maxLength"),
        ("it", "(branch)"),
    ]
    assert found[1][2] is MISSING


def test_alternatives_inside_alternatives_are_alternatives():
    inner = {"anyOf": [{"type": "integer"}, NULL]}
    flat = {"anyOf": [{"type": "string"}, {"type": "integer"}, NULL]}
    assert told(of({"anyOf": [{"type": "string"}, inner]}), of(flat)) == []
    assert told(of(flat), of({"anyOf": [{"anyOf": [{"type": "string"}, inner]}]})) == []


def test_what_is_said_of_all_alternatives_is_said_of_each():
    base = {"type": "object", "properties": {"id": {"type": "string"}}}
    one = {**base, "anyOf": [{"required": ["id"]}, {"properties": {"x": {"type": "null"}}}]}
    other = {
        "anyOf": [
            {**base, "required": ["id"]},
            {"type": "object", "properties": {**base["properties"], "x": {"type": "null"}}},
        ]
    }
    assert told(of(one), of(other)) == []


def test_definitions_that_nothing_uses_are_compared_and_used_ones_belong_to_their_use():
    old = of({}, **{"$defs": {"a": {"title": "x"}, "b": {}, "gone": {}}})
    new = of({}, **{"$defs": {"a": {"title": "y"}, "b": {}}})
    assert [(k, o) for _, k, o, _ in told(old, new)] == [
        ("(unused definition)", {"title": "x"}),
        ("(unused definition)", {}),
    ]
    new["properties"]["more"] = {"$ref": "#/$defs/new"}
    new["$defs"] = {**old["$defs"], "new": POINT}
    assert [k for _, k, *_ in told(old, new)] == ["(parameter)"]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ({"items": {"maximum": 1}}, {"items": {"maximum": 2}}, "it[]"),
        ({"prefixItems": [{}, {"title": "a"}]}, {"prefixItems": [{}, {"title": "b"}]}, "it[1]"),
        (
            {"additionalProperties": {"maximum": 1}},
            {"additionalProperties": {"maximum": 2}},
            "it.*",
        ),
        ({"properties": {"a b": {}}}, {"properties": {"a b": {"title": "x"}}}, 'it["a b"]'),
        (
            {"items": {"properties": {"x-y": {}}}},
            {"items": {"properties": {"x-y": {"title": "x"}}}},
            "it[].x-y",
        ),
    ],
    ids=["items", "prefix", "values", "quoted", "in_items"],
)
def test_place_says_which_value_it_is(old, new, place):
    assert [where for where, *_ in told(of(old), of(new))] == [place]


@pytest.mark.parametrize(
    "junk",
    [
        {"properties": [1]},
        {"properties": {"a": 3}},
        {"type": 5},
        {"type": [1, None]},
        {"required": "a"},
        {"required": [1, {}]},
        {"anyOf": []},
        {"anyOf": [3, None]},
        {"anyOf": "x"},
        {"allOf": 3},
        {"enum": "x"},
        {"enum": None},
        {"$ref": 3},
        {"$ref": "#/$defs/none"},
        {"$ref": "https://example.org/s.json"},
        {"$defs": 3},
        {"minimum": "x"},
        {"items": [{}, 3]},
        {"": {}},
        3,
        "x",
        None,
        [],
        True,
        False,
    ],
    ids=str,
)
def test_whatever_a_schema_holds_it_can_be_compared(junk):
    assert differences(junk, junk) == ([], True)
    for other in ({"type": "string"}, {}, False, None):
        for pair in ((junk, other), (other, junk), (of(junk), of(other))):
            differences(*pair)


def test_sameness_is_that_of_json():
    assert is_same({"a": [1, None]}, {"a": [1.0, None]})
    assert not is_same({"a": True}, {"a": 1})
    assert not is_same([1], {"0": 1})
    assert not is_same({"a": 1}, {"b": 1})
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert is_same(deep, [deep[0]])
    while deep:  # freed level by level: an older Python recurses
        deep = deep.pop()
