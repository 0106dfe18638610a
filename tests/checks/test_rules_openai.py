"""What OpenAI takes, and what its strict mode does."""

import pytest

from toolnexus.checks import check

OBJECT = {"type": "object", "properties": {}}
N = {"type": "number", "description": "It."}
CLOSED = {"type": "object", "properties": {}, "additionalProperties": False}
PLACE = "parameters.properties.n"


def whole(schema, description="Find a station by its tags."):
    function = {"name": "find", "description": description, "parameters": schema}
    return {"type": "function", "function": function}


def entry(**properties):
    return whole({"type": "object", "properties": properties})


def strict(**properties):
    return whole({**CLOSED, "properties": properties, "required": list(properties)})


CASES = [
    ("OAI-002", "warning", whole(OBJECT, "x" * 1025), "description", entry(), False),
    (
        "OAI-003",
        "error",
        entry(n={**N, "required": True}),
        PLACE,
        whole({"type": "object", "properties": {"n": N}, "required": ["n"]}),
        True,
    ),
    ("OAI-003", "error", entry(n={**N, "required": False}), PLACE, entry(n=N), True),
    (
        "OAI-003",
        "error",
        entry(n={**N, "minimum": 0, "exclusiveMinimum": True}),
        PLACE,
        entry(n={**N, "exclusiveMinimum": 0}),
        True,
    ),
    ("OAI-003", "error", entry(n={**N, "enum": "one"}), PLACE, entry(n=N), False),
    ("OAI-003", "error", entry(n={**N, "minimum": "0"}), PLACE, entry(n=N), False),
    ("OAI-003", "error", entry(n=[]), "parameters", entry(n=N), False),
    ("OAI-003", "error", entry(n={"anyOf": []}), PLACE, entry(n=N), False),
    ("OAI-101", "error", whole(OBJECT), "parameters", strict(), False),
    ("OAI-101", "error", strict(n=OBJECT), PLACE, strict(n=CLOSED), False),
    ("OAI-102", "error", whole({**CLOSED, "properties": {"n": N}}), PLACE, strict(n=N), False),
    ("OAI-103", "error", strict(n={"allOf": [N]}), PLACE, strict(n=N), False),
    ("OAI-103", "error", strict(n={**N, "not": {"const": 1}}), PLACE, strict(n=N), False),
    ("OAI-104", "warning", strict(n={"oneOf": [N]}), PLACE, strict(n={"anyOf": [N]}), False),
    (
        "OAI-105",
        "error",
        strict(n={**N, "enum": list(range(1001))}),
        "parameters",
        strict(n={**N, "enum": list(range(1000))}),
        False,
    ),
    (
        "OAI-105",
        "error",
        strict(n={"enum": [f"{i:060}" for i in range(251)]}),
        "parameters",
        strict(n={"enum": [f"{i:060}" for i in range(250)]}),
        False,
    ),
    ("OAI-107", "warning", strict(n={**N, "default": 1}), PLACE, strict(n=N), False),
    ("OAI-108", "error", strict(n={**N, "format": "uri"}), PLACE, strict(n=N), False),
]


@pytest.mark.parametrize(
    ("rule", "severity", "broken", "path", "right", "cured"),
    CASES,
    ids=[f"{case[0]}-{index}" for index, case in enumerate(CASES)],
)
def test_rule(rule, severity, broken, path, right, cured, holds_to):
    holds_to(rule, severity, "openai strict", broken, path, right, cured=cured)


def test_deep_schema_is_over_the_limit_of_strict_mode():
    deep = N
    for _ in range(11):
        deep = {**CLOSED, "properties": {"n": deep}, "required": ["n"]}
    assert [f.rule for f in check([whole(deep)], "openai strict").errors] == ["OAI-105"]


def test_too_many_tools_are_an_error():
    many = [whole(OBJECT) for _ in range(129)]
    for index, made in enumerate(many):
        made["function"]["name"] = f"find_{index}"
    assert [f.rule for f in check(many, "openai").errors] == ["OAI-001"]
    assert not check(many[:128], "openai").errors


def test_strict_rules_are_only_for_who_asks():
    found = check([entry(n=N)], "openai")
    assert not [f for f in found if f.provider == "openai strict"]
