import pytest

from toolnexus.display._parameters import parameter_parts


def rows_of(parts):
    return {row["name"]: row for part in parts for row in part["rows"]}


def inside(row):
    return [
        (part["heading"], [inner["name"] for inner in part["rows"]], part["note"])
        for part in row["fold"]["parts"]
    ]


POINT = {"type": "object", "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}}
BEFORE = {"type": "object", "properties": {"before": {"type": "string", "format": "date"}}}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (POINT, [("", ["lat", "lon"], "")]),
        ({"type": "array", "items": POINT}, [("each item", ["lat", "lon"], "")]),
        (
            {"type": "object", "additionalProperties": POINT},
            [("each value", ["lat", "lon"], "")],
        ),
        ({"anyOf": [POINT, {"type": "null"}]}, [("", ["lat", "lon"], "")]),
        (
            {"oneOf": [POINT, BEFORE]},
            [("as object", ["lat", "lon"], ""), ("as object", ["before"], "")],
        ),
        ({"allOf": [POINT, BEFORE]}, [("", ["lat", "lon"], ""), ("", ["before"], "")]),
        (
            {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Point"}, BEFORE]}},
            [
                ("each item, as Point", ["lat", "lon"], ""),
                ("each item, as object", ["before"], ""),
            ],
        ),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, POINT]},
            [("", ["item 1", "item 2"], "")],
        ),
        ({"patternProperties": {"^x-": {}}}, [("", ["names like ^x-"], "")]),
        (
            {"properties": {"a": {}}, "additionalProperties": {"type": "string"}},
            [("", ["a", "any other name"], "")],
        ),
    ],
    ids=[
        *("object", "array", "mapping", "nullable", "union", "all_of"),
        *("array_of_union", "tuple", "pattern", "other_names"),
    ],
)
def test_what_is_inside_a_parameter_is_named(schema, expected):
    parts = parameter_parts({"properties": {"p": schema}, "$defs": {"Point": POINT}})
    assert inside(rows_of(parts)["p"]) == expected


@pytest.mark.parametrize(
    "schema",
    [
        {},
        True,
        {"type": "string"},
        {"type": "array", "items": {"type": "string"}},
        {"$ref": "#x"},
    ],
    ids=["anything", "true", "string", "strings", "lost"],
)
def test_plain_parameters_have_nothing_to_unfold(schema):
    row = rows_of(parameter_parts({"properties": {"p": schema}}))["p"]
    assert row["fold"] is None
    assert row["note"] == ""


def test_words_beside_a_reference_count():
    schema = {
        "properties": {
            "at": {"$ref": "#/$defs/Point", "description": "Where.", "default": None}
        },
        "$defs": {"Point": {**POINT, "description": "A point."}},
    }
    row = rows_of(parameter_parts(schema))["at"]
    assert row["told"]["shown"] == "Where."
    assert (row["has_default"], row["default"]) == (True, "null")


def test_recursion_stops_and_is_named():
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    schema = {"properties": {"start": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}}
    start = rows_of(parameter_parts(schema))["start"]
    (inner,) = start["fold"]["parts"][0]["rows"]
    assert (inner["fold"], inner["note"]) == (None, "Node again, as above")


def test_schema_that_contains_itself_stops():
    parts = parameter_parts({"properties": {"more": {"$ref": "#"}}})
    again = rows_of(parts)["more"]["fold"]["parts"][0]["rows"][0]
    assert again["note"] == "the whole input again, as above"


def test_rows_that_come_first_are_not_crowded_out():
    wide = {"properties": {f"w{n}": {"type": "string"} for n in range(50)}}
    parts = parameter_parts({"properties": {f"p{n}": wide for n in range(10)}}, most_rows=30)
    assert len(parts[0]["rows"]) == 10
    assert inside(parts[0]["rows"][0])[0][2] == "and 30 more, not shown here"
    assert parts[0]["rows"][1]["note"] == "50 more, not shown here"


@pytest.mark.parametrize("key", ["properties", "anyOf", "oneOf", "allOf"])
def test_definitions_that_name_each_other_many_times_end(key):
    def level(n):
        refs = [{"$ref": f"#/$defs/L{n + 1}"}] * 9
        return {key: dict(zip("abcdefghi", refs, strict=True)) if key == "properties" else refs}

    defs = {f"L{n}": level(n) for n in range(20)}
    assert parameter_parts({"properties": {"p": {"$ref": "#/$defs/L0"}}, "$defs": defs})


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": ["a"]},
        {"properties": {"a": 3, "b": None, "c": "x"}, "required": "a"},
        {"properties": {"a": {"description": 3, "anyOf": {}, "items": 4, "enum": "x"}}},
        {
            "properties": {
                "a": {"$ref": 3},
                "b": {"$ref": "#/nowhere"},
                "c": {"$ref": "http://x"},
            }
        },
        {"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}},
        {"properties": {"a": {"type": 3}, "b": {"type": ["string", 4]}}},
    ],
    ids=["list", "no_schemas", "wrong_kinds", "refs", "circle", "types"],
)
def test_malformed_schemas_are_shown_as_far_as_they_can_be(schema):
    for part in parameter_parts(schema):
        for row in part["rows"]:
            assert isinstance(row["type"], str)


def test_union_at_the_top_is_unrolled():
    parts = parameter_parts({"type": "object", "anyOf": [POINT, BEFORE]})
    assert [part["heading"] for part in parts] == ["as object", "as object"]
    assert list(rows_of(parts)) == ["lat", "lon", "before"]
