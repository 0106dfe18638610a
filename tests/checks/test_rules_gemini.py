"""What Gemini takes as JSON Schema, and what its older form does."""

import pytest

from toolnexus.checks import check

TEXT = {"type": "string", "description": "It."}
N = {"type": "number"}
NULL = {"type": "null"}
PLACE = "parameters.properties.n"
REF = {"$ref": "#/$defs/N"}


def entry(name="find", definitions=None, **properties):
    schema = {"type": "object", "properties": properties}
    schema |= {"$defs": definitions} if definitions else {}
    return {"name": name, "description": "Find a station.", "parameters": schema}


NEW, OLD = "gemini", "gemini legacy"
CASES = [
    ("GEM-001", "error", NEW, entry("2fa", n=TEXT), "name", entry("_2fa", n=TEXT), True),
    ("GEM-001", "error", NEW, entry("-x/y", n=TEXT), "name", entry("_-x_y", n=TEXT), True),
    ("GEM-001", "warning", NEW, entry("a" * 65), "name", entry(f"{'a' * 55}_635361c4"), True),
    (
        "GEM-002",
        "warning",
        NEW,
        entry(**{"max-n": TEXT}),
        "parameters.properties.max-n",
        entry(n=TEXT),
        False,
    ),
    ("GEM-003", "error", OLD, entry(n=REF, definitions={"N": N}), PLACE, entry(n=N), True),
    ("GEM-003", "error", OLD, entry(n={"oneOf": [N]}), PLACE, entry(n={"anyOf": [N]}), True),
    (
        "GEM-003",
        "error",
        OLD,
        entry(n={"oneOf": [N], "anyOf": [N]}),
        PLACE,
        entry(n={"anyOf": [N]}),
        False,
    ),
    (
        "GEM-003",
        "error",
        OLD,
        entry(n={"const": "a"}),
        PLACE,
        entry(n={"type": "string", "enum": ["a"]}),
        True,
    ),
    (
        "GEM-003",
        "error",
        OLD,
        entry(n={"type": ["string", "integer"], "enum": ["a", 1]}),
        PLACE,
        entry(
            n={
                "anyOf": [
                    {"type": "string", "enum": ["a"]},
                    {"type": "integer", "enum": [1]},
                ]
            }
        ),
        True,
    ),
    (
        "GEM-003",
        "error",
        OLD,
        entry(n={"type": ["string"]}),
        PLACE,
        entry(n={"type": "string"}),
        True,
    ),
    (
        "GEM-003",
        "error",
        OLD,
        entry(n={"type": "array", "items": True}),
        PLACE,
        entry(n={"type": "array", "items": {}}),
        True,
    ),
    ("GEM-003", "error", OLD, entry(n={**N, "multipleOf": 2}), PLACE, entry(n=N), False),
    (
        "GEM-003",
        "error",
        OLD,
        entry(n={"type": "array", "items": N, "prefixItems": [N]}),
        PLACE,
        entry(n={"type": "array", "items": N}),
        False,
    ),
    (
        "GEM-004",
        "error",
        OLD,
        entry(n={"enum": ["a", "b"]}),
        PLACE,
        entry(n={"type": "string", "enum": ["a", "b"]}),
        True,
    ),
    (
        "GEM-004",
        "error",
        OLD,
        entry(n={"type": "integer", "enum": [1]}),
        PLACE,
        entry(n=N),
        False,
    ),
    (
        "GEM-005",
        "error",
        NEW,
        entry(n={"anyOf": [{"minimum": 1}, {"maximum": 0}], "type": "number", "title": "N"}),
        PLACE,
        entry(
            n={
                "title": "N",
                "anyOf": [{"type": "number", "minimum": 1}, {"type": "number", "maximum": 0}],
            }
        ),
        True,
    ),
    (
        "GEM-005",
        "error",
        NEW,
        entry(n={"anyOf": [{"type": "string"}], "type": "number"}),
        PLACE,
        entry(n=N),
        False,
    ),
    (
        "GEM-005",
        "error",
        OLD,
        entry(n={"anyOf": [NULL, N], "default": None, "description": "It."}),
        PLACE,
        entry(n={"anyOf": [NULL, {**N, "default": None, "description": "It."}]}),
        True,
    ),
    (
        "GEM-006",
        "error",
        NEW,
        entry(n={**REF, "title": "It"}, definitions={"N": N}),
        PLACE,
        entry(n={**N, "title": "It"}),
        True,
    ),
    (
        "GEM-007",
        "warning",
        OLD,
        entry(),
        "parameters",
        entry(n=N),
        False,
    ),
    (
        "GEM-008",
        "warning",
        NEW,
        entry(n={"const": 1}),
        PLACE,
        entry(n={"type": "integer", "enum": [1]}),
        True,
    ),
]


@pytest.mark.parametrize(
    ("rule", "severity", "provider", "broken", "path", "right", "cured"),
    CASES,
    ids=[f"{case[0]}-{index}" for index, case in enumerate(CASES)],
)
def test_rule(rule, severity, provider, broken, path, right, cured, holds_to):
    holds_to(rule, severity, provider, broken, path, right, cured=cured)


def test_what_pydantic_writes_for_an_optional_is_fine_as_json_schema():
    optional = {"anyOf": [N, NULL], "default": None, "description": "It.", "title": "N"}
    assert not check([entry(n=optional)], "gemini").errors


def test_a_declaration_without_parameters_is_fine():
    assert not check(
        [{"name": "find", "description": "Find a station."}], "gemini legacy"
    ).errors


def test_types_in_capitals_are_geminis_own():
    made = {"name": "find", "description": "Find a station.", "parameters": {"type": "OBJECT"}}
    made["parameters"]["properties"] = {"n": {"type": "STRING", "description": "It."}}
    assert not check([made], "gemini legacy").errors


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ({"type": ["string", "null"]}, PLACE),
        ({"type": "integer", "enum": [1, 2]}, PLACE),
        ({"type": "array", "items": TEXT, "prefixItems": [TEXT]}, PLACE),
        ({"anyOf": [TEXT, {"$ref": "#/properties/m"}]}, f"{PLACE}.anyOf[1]"),
    ],
    ids=["type_list", "enum_of_integers", "tuple", "reference"],
)
def test_what_only_some_providers_take_is_found_with_its_place(schema, path):
    found = check([entry(n=schema, m=TEXT)], "gemini legacy").errors
    assert path in [finding.path for finding in found]
