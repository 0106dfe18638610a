import pytest

from toolnexus._schema._origins import Origin
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


# --- nothing that a model is sent is left out without being named ----------------------------

SAID = {
    "minimum": ({"type": "integer", "minimum": 3}, "integer of at least 3", ""),
    "multipleOf": ({"type": "number", "multipleOf": 5}, "number that is a multiple of 5", ""),
    "maxLength": ({"type": "string", "maxLength": 9}, "string of at most 9 characters", ""),
    "pattern": ({"type": "string", "pattern": "^a"}, 'string matching "^a"', ""),
    "format": ({"type": "string", "format": "date"}, "date", ""),
    "other format": ({"type": "string", "format": "ipv4"}, 'string of format "ipv4"', ""),
    "format of no string": (
        {"type": "integer", "format": "int32"},
        "integer",
        'format "int32"',
    ),
    "uniqueItems": (
        {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        "array of strings, none twice",
        "",
    ),
    "minItems": (
        {"type": "array", "minItems": 2, "items": {}},
        "array of at least 2 items",
        "",
    ),
    "counted items": (
        {"type": "array", "items": {"type": "integer", "minimum": 1}, "maxItems": 4},
        "array of integer of at least 1, at most 4 items",
        "",
    ),
    "text of items": (
        {"type": "array", "items": {"type": "string", "description": "A URL."}},
        "array of strings",
        "each item: A URL.",
    ),
    "values": (
        {"type": "object", "additionalProperties": {"type": "integer"}},
        "object of integers",
        "",
    ),
    "text of values": (
        {"type": "object", "additionalProperties": {"type": "array", "title": "T"}},
        "object of arrays",
        'each value: title "T"',
    ),
    "closed": (
        {"type": "object", "additionalProperties": False},
        "object",
        "other names are refused",
    ),
    "open": (
        {"type": "object", "additionalProperties": {}},
        "object",
        "other names are allowed",
    ),
    "minProperties": ({"type": "object", "minProperties": 1}, "object", "minProperties 1"),
    "title": ({"type": "string", "title": "City"}, "string", 'title "City"'),
    "examples": ({"type": "string", "examples": ["a", "b"]}, "string", 'examples "a", "b"'),
    "flags": (
        {"type": "null", "deprecated": True, "readOnly": True},
        "null",
        "deprecated, read only",
    ),
    "unknown": ({"type": "string", "x-foo": {"a": [1]}}, "string", 'x-foo {"a": [1]}'),
    "not": ({"type": "string", "not": {"const": "x"}}, "string", 'not {"const": "x"}'),
    "if": ({"type": "string", "if": {}, "then": True}, "string", "if {}, then true"),
    "strange type": ({"type": "file"}, "any", 'type "file"'),
    "beside a choice": ({"enum": ["a"], "minLength": 1}, '"a"', "minLength 1"),
    "of another type": ({"type": "string", "minimum": 1}, "string", "minimum 1"),
    "beside a union": (
        {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        "object",
        'option 1: required ["a"], option 2: required ["b"]',
    ),
    "in a union": (
        {"anyOf": [{"type": "string", "title": "A"}, {"type": "null", "description": "None."}]},
        "string or null",
        'option 1: title "A", option 2: None.',
    ),
    "all of": (
        {"type": "string", "allOf": [{"minLength": 2}]},
        "string",
        'allOf [{"minLength": 2}]',
    ),
    "text of a definition": (
        {"$ref": "#/$defs/Unit", "description": "Own."},
        '"C"',
        "A scale.",
    ),
    "open definition": ({"$ref": "#/$defs/Open"}, "object Open of strings", ""),
}


@pytest.mark.parametrize(("schema", "words", "also"), SAID.values(), ids=SAID)
def test_all_that_is_said_of_a_parameter_is_in_its_row(schema, words, also):
    definitions = {
        "Unit": {"enum": ["C"], "description": "A scale."},
        "Open": {"type": "object", "additionalProperties": {"type": "string"}},
    }
    row = rows_of(parameter_parts({"properties": {"p": schema}, "$defs": definitions}))["p"]
    assert (row["type"], row["also"]) == (words, also)


def test_what_is_said_of_an_object_as_a_whole_stands_at_its_rows():
    inner = {
        **POINT,
        "description": "A place.",
        "title": "Place",
        "additionalProperties": False,
    }
    schema = {
        "type": "object",
        "properties": {"at": {**inner}, "all": {"type": "array", "items": inner}},
        "required": ["gone"],
        "$schema": "x",
        "x-y": 1,
    }
    (part,) = parameter_parts(schema)
    assert part["also"] == 'required ["gone"], $schema "x", x-y 1'
    rows = rows_of([part])
    at, each = rows["at"]["fold"]["parts"][0], rows["all"]["fold"]["parts"][0]
    assert rows["at"]["told"]["shown"] == "A place."
    assert at["told"]["shown"] == ""  # told in the row already
    assert each["told"]["shown"] == "A place."
    assert at["also"] == each["also"] == 'title "Place", other names are refused'


def test_tool_without_parameters_says_what_else_is_sent():
    (part,) = parameter_parts({"type": "object", "properties": {}, "x-y": 1})
    assert (part["heading"], part["also"]) == ("no parameters", "x-y 1")
    assert parameter_parts({"type": "object", "properties": {}}) == []


def test_long_choices_are_unfolded():
    values = [f"v{number}" for number in range(30)]
    row = rows_of(parameter_parts({"properties": {"p": {"enum": values}}}))["p"]
    assert row["type"].endswith('"v9" or 20 more')
    assert row["choices"]["summary"] == "all 30 values"
    assert row["choices"]["text"].endswith('"v28", "v29"')
    short = rows_of(parameter_parts({"properties": {"p": {"enum": values[:12]}}}))["p"]
    assert (short["choices"], short["type"][-5:]) == (None, '"v11"')


def test_definitions_that_are_sent_for_nothing_are_named():
    definitions = {
        "Used": {"properties": {"x": {"$ref": "#/$defs/Inner"}}},
        "Inner": {},
        "Lost": {"$ref": "#/$defs/Also"},
        "Also": {},
    }
    schema = {"properties": {"p": {"$ref": "#/$defs/Used"}}, "$defs": definitions}
    assert parameter_parts(schema)[-1]["note"] == "sent, but used nowhere: Lost, Also"


def test_source_of_a_description_is_named_where_it_is_not_the_docstring():
    origins = {
        ("properties", "a", "description"): Origin("docstring", "Args: a"),
        ("properties", "b", "description"): Origin("Field", "Field(description=…)"),
        ("$defs", "C", "description"): Origin("class docstring", "C"),
    }
    schema = {
        "properties": {
            "a": {"description": "x"},
            "b": {"description": "x"},
            "c": {"$ref": "#/$defs/C"},
        },
        "$defs": {"C": {"enum": [1], "description": "x"}},
    }
    rows = rows_of(parameter_parts(schema, 9, origins))
    assert [rows[name]["told_by"] for name in "abc"] == ["", "Field", "class docstring"]


def test_many_other_keywords_are_counted():
    schema = {"properties": {"p": {f"x-{number}": number for number in range(40)}}}
    row = rows_of(parameter_parts(schema))["p"]
    assert row["also"].endswith("x-11 11, and 28 more")
