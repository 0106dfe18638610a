"""What every provider needs: for each rule what breaks it, where, and the same put right."""

import datetime

import pytest

from toolnexus.checks import check

SAID = "Find a station by its tags."


def entry(**properties):
    return whole({"type": "object", "properties": properties})


def whole(schema, name="find"):
    return {
        "type": "function",
        "function": {"name": name, "description": SAID, "parameters": schema},
    }


def without(key):
    made = entry()
    del made["function"][key]
    return made


def said(description):
    made = entry()
    made["function"]["description"] = description
    return made


TAGS = "parameters.properties.tags"
TEXT = {"type": "string", "description": "It."}
OBJECT = {"type": "object", "properties": {}}
A = {"type": "string", "description": "A."}

# The rule, its severity, what breaks it, where, the same put right, and whether by a rewrite.
CASES = [
    (
        "ALL-002",
        "error",
        whole(OBJECT, "get weather"),
        "name",
        whole(OBJECT, "get_weather"),
        True,
    ),
    ("ALL-002", "error", whole(OBJECT, "größe"), "name", whole(OBJECT, "grosse"), True),
    ("ALL-002", "error", without("name"), "name", entry(), False),
    (
        "ALL-003",
        "error",
        whole({"properties": {"a": A}}),
        "parameters",
        whole({"properties": {"a": A}, "type": "object"}),
        True,
    ),
    (
        "ALL-003",
        "error",
        whole({"type": ["object", "null"], "properties": {}}),
        "parameters",
        whole(OBJECT),
        True,
    ),
    (
        "ALL-003",
        "error",
        whole(
            {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"a": A}}}}
        ),
        "parameters",
        whole({"type": "object", "properties": {"a": A}}),
        True,
    ),
    ("ALL-003", "error", whole({"type": "string"}), "parameters", entry(), False),
    ("ALL-003", "error", whole([]), "parameters", entry(), False),
    (
        "ALL-004",
        "error",
        whole({**OBJECT, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
        "parameters",
        entry(),
        False,
    ),
    ("ALL-004", "error", whole({"oneOf": [OBJECT]}), "parameters", entry(), False),
    ("ALL-005", "error", entry(tags={"$ref": "#/$defs/Gone"}), TAGS, entry(), False),
    ("ALL-005", "error", entry(tags={"$ref": "https://example.org/a"}), TAGS, entry(), False),
    (
        "ALL-006",
        "error",
        entry(tags={"type": "dict", "properties": {"n": {"type": "integer"}}}),
        TAGS,
        entry(tags={"type": "object", "properties": {"n": {"type": "integer"}}}),
        True,
    ),
    ("ALL-006", "error", entry(tags={"type": "any"}), TAGS, entry(tags={}), True),
    (
        "ALL-006",
        "error",
        entry(tags={"type": ["Float", "None"]}),
        TAGS,
        entry(tags={"type": ["number", "null"]}),
        True,
    ),
    ("ALL-006", "error", entry(tags={"type": "Station"}), TAGS, entry(), False),
    (
        "ALL-007",
        "error",
        whole({**OBJECT, "properties": {"tags": A}, "required": ["tag", "tags"]}),
        "parameters",
        whole({**OBJECT, "properties": {"tags": A}, "required": ["tags"]}),
        True,
    ),
    ("ALL-007", "error", whole({**OBJECT, "required": ["a"]}), "parameters", entry(), True),
    (
        "ALL-008",
        "error",
        entry(tags={"type": "array"}),
        TAGS,
        entry(tags={"type": "array", "items": {}}),
        True,
    ),
    (
        "ALL-008",
        "error",
        entry(tags={"type": ["string", "array"]}),
        TAGS,
        entry(tags={"type": ["string", "array"], "items": {}}),
        True,
    ),
    (
        "ALL-008",
        "error",
        entry(tags={"type": "array", "items": {"type": "array"}}),
        f"{TAGS}.items",
        entry(tags={"type": "array", "items": {"type": "array", "items": {}}}),
        True,
    ),
    ("ALL-009", "error", whole({"type": "object"}), "parameters", entry(), True),
    ("ALL-009", "error", without("parameters"), "parameters", entry(), True),
    ("ALL-009", "error", whole(None), "parameters", entry(), True),
    ("ALL-010", "warning", without("description"), "description", entry(), False),
    ("ALL-010", "warning", said(" Find. "), "description", entry(), False),
    ("ALL-011", "info", entry(tags={"type": "string"}), TAGS, entry(tags=TEXT), False),
    (
        "ALL-012",
        "error",
        entry(tags={**TEXT, "default": float("nan")}),
        f"{TAGS}.default",
        entry(tags=TEXT),
        True,
    ),
    (
        "ALL-012",
        "error",
        entry(tags={**TEXT, "default": datetime.date(2026, 1, 31)}),
        f"{TAGS}.default",
        entry(tags={**TEXT, "default": "2026-01-31"}),
        True,
    ),
    (
        "ALL-012",
        "error",
        entry(tags={**TEXT, "enum": {"north"}}),
        f"{TAGS}.enum",
        entry(tags={**TEXT, "enum": ["north"]}),
        True,
    ),
    ("ALL-013", "info", entry(tags={**TEXT, "default": "a"}), TAGS, entry(tags=TEXT), False),
    (
        "ALL-014",
        "warning",
        entry(**{"the tags": TEXT}),
        'parameters.properties["the tags"]',
        entry(tags=TEXT),
        False,
    ),
    ("ALL-015", "warning", entry(tags={"type": "object"}), TAGS, entry(tags=TEXT), False),
    (
        "ALL-015",
        "warning",
        entry(tags={"type": "object", "additionalProperties": {"type": "string"}}),
        TAGS,
        entry(tags={"type": "object", "additionalProperties": False}),
        False,
    ),
    ("ALL-016", "error", {"tool": 1}, "", entry(), False),
    ("ALL-016", "error", said(None), "description", without("description"), True),
    ("ALL-016", "error", said(["Find."]), "description", entry(), False),
]


@pytest.mark.parametrize(
    ("rule", "severity", "broken", "path", "right", "cured"),
    CASES,
    ids=[f"{case[0]}-{index}" for index, case in enumerate(CASES)],
)
def test_rule(rule, severity, broken, path, right, cured, holds_to):
    holds_to(rule, severity, "together", broken, path, right, cured=cured)


def test_two_tools_of_one_name_are_an_error():
    (finding,) = [f for f in check([entry(), entry()], "together") if f.rule == "ALL-001"]
    assert (finding.tool, finding.severity, finding.can_fix) == ("find", "error", False)


def test_entries_of_two_shapes_are_an_error():
    other = {"name": "see", "description": SAID, "input_schema": OBJECT}
    (finding,) = check([entry(), other], "together").errors
    assert finding.rule == "ALL-017"
    assert "chat and anthropic" in finding.what


def test_many_tokens_are_remarked_on():
    many = [whole(OBJECT, f"find_{i}") for i in range(20)]
    for made in many:
        made["function"]["description"] = "Tide and weather of a station. " * 200
    assert [f.rule for f in check(many, "together")] == ["TOK-001"]
    assert "an estimate" in check(many, "together")[0].what
    assert not check(many[:2], "together")


@pytest.mark.parametrize(
    "schema",
    [
        {**OBJECT, "properties": {"a": A}, "anyOf": [{"required": ["a"]}]},
        {**OBJECT, "allOf": [{"properties": {"a": A}}], "required": ["a"]},
        {**OBJECT, "additionalProperties": {"type": "string"}, "required": ["a"]},
        {**OBJECT, "patternProperties": {"^a": A}, "required": ["a"]},
    ],
    ids=["required_in_branch", "properties_in_branch", "map", "patterns"],
)
def test_names_known_elsewhere_are_not_missing(schema):
    assert not [f for f in check([whole(schema)], "together") if f.rule == "ALL-007"]


def test_description_behind_a_reference_counts():
    schema = {**OBJECT, "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": A}}
    assert not [f for f in check([whole(schema)], "together") if f.rule == "ALL-011"]


def test_misspelt_requirement_hints_at_the_name():
    schema = {**OBJECT, "properties": {"tags": A}, "required": ["tag"]}
    assert "('tags' may be meant)" in check([whole(schema)], "together").errors[0].what
