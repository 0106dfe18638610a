"""What Anthropic, Ollama, Groq, Mistral, Cohere and servers with grammars take."""

import pytest

from toolnexus import Tool
from toolnexus.checks import check

TEXT = {"type": "string", "description": "It."}
N = {"type": "number", "description": "It."}
PLACE = "parameters.properties.n"
REF = {"$ref": "#/$defs/N"}


def entry(name="find", definitions=None, **properties):
    schema = {"type": "object", "properties": properties}
    schema |= {"$defs": definitions} if definitions else {}
    function = {"name": name, "description": "Find a station.", "parameters": schema}
    return {"type": "function", "function": function}


CASES = [
    ("ANT-001", "error", "anthropic", entry("a.b"), "name", entry("a_b"), True),
    (
        "ANT-001",
        "warning",
        "anthropic",
        entry("a" * 65),
        "name",
        entry(f"{'a' * 55}_635361c4"),
        True,
    ),
    (
        "ANT-101",
        "warning",
        "anthropic strict",
        entry(n={**N, "minimum": 5, "maximum": 9}),
        PLACE,
        entry(n={**N, "minimum": 5, "maximum": 9, "description": "From 5 to 9."}),
        False,
    ),
    (
        "ANT-101",
        "warning",
        "anthropic strict",
        entry(n={"type": "array", "items": TEXT, "minItems": 2}),
        PLACE,
        entry(n={"type": "array", "items": TEXT, "minItems": 1}),
        False,
    ),
    (
        "ANT-102",
        "warning",
        "anthropic strict",
        entry(n={"type": ["string", "null"], "minLength": 1, "description": "It."}),
        PLACE,
        entry(
            n={
                "description": "It.",
                "anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}],
            }
        ),
        True,
    ),
    (
        "ANT-102",
        "warning",
        "anthropic strict",
        entry(n={"type": ["string", "null"], "anyOf": [TEXT]}),
        PLACE,
        entry(n=TEXT),
        False,
    ),
    (
        "OLL-001",
        "error",
        "ollama",
        entry(n={**REF, "description": "Which."}, definitions={"N": N}),
        PLACE,
        entry(n={"type": "number", "description": "Which."}),
        True,
    ),
    (
        "OLL-001",
        "error",
        "ollama",
        entry(n={"anyOf": [REF, {"type": "null"}]}, definitions={"N": N}),
        f"{PLACE}.anyOf[0]",
        entry(n={"anyOf": [N, {"type": "null"}]}),
        True,
    ),
    (
        "OLL-002",
        "warning",
        "ollama",
        entry(n={"oneOf": [N, TEXT], "discriminator": {"propertyName": "a"}}),
        PLACE,
        entry(n={"anyOf": [N, TEXT]}),
        True,
    ),
    (
        "OLL-002",
        "warning",
        "ollama",
        entry(n={"const": "a", "description": "It."}),
        PLACE,
        entry(n={"type": "string", "enum": ["a"], "description": "It."}),
        True,
    ),
    (
        "OLL-002",
        "warning",
        "ollama",
        entry(n={**TEXT, "format": "date-time"}),
        PLACE,
        entry(n={**TEXT, "format": "date-time", "description": "A date time."}),
        False,
    ),
    (
        "OLL-002",
        "info",
        "ollama",
        entry(n={**TEXT, "default": "Goa"}),
        PLACE,
        entry(n={**TEXT, "default": "Goa", "description": "It; Goa if left out."}),
        False,
    ),
    (
        "OLL-003",
        "warning",
        "ollama client",
        entry(n={"anyOf": [N]}),
        "parameters",
        entry(n=N),
        False,
    ),
    (
        "GRQ-001",
        "info",
        "groq",
        entry(n=N),
        PLACE,
        entry(n={"type": ["number", "null"]}),
        False,
    ),
    ("MIS-002", "error", "mistral", entry(n={**N, "required": False}), PLACE, entry(n=N), True),
    ("MIS-002", "error", "mistral", entry(n={**N, "maximum": []}), PLACE, entry(n=N), False),
    (
        "GRM-001",
        "warning",
        "vllm",
        entry(n={**TEXT, "pattern": "^(?!a)"}),
        PLACE,
        entry(n={**TEXT, "pattern": "^(?:a)"}),
        False,
    ),
    (
        "GRM-002",
        "warning",
        "llama.cpp",
        entry(n={"type": "array", "items": N, "uniqueItems": True}),
        PLACE,
        entry(n={"type": "array", "items": N}),
        False,
    ),
    ("GRM-003", "warning", "sglang", entry(n={**N, "minimum": 0}), PLACE, entry(n=N), False),
]


@pytest.mark.parametrize(
    ("rule", "severity", "provider", "broken", "path", "right", "cured"),
    CASES,
    ids=[f"{case[0]}-{index}" for index, case in enumerate(CASES)],
)
def test_rule(rule, severity, provider, broken, path, right, cured, holds_to):
    holds_to(rule, severity, provider, broken, path, right, cured=cured)


def test_ollama_keeps_references_inside_items():
    tags = {"type": "array", "items": REF, "description": "Some."}
    assert not check([entry(tags=tags, definitions={"N": N})], "ollama").errors


def test_tools_that_check_arguments_need_no_bounds_from_the_server():
    tool = Tool(
        "find", "Find a station.", {"properties": {"n": {**N, "minimum": 0}}}, execute=str
    )
    assert not check(tool, "vllm").warnings


def test_fields_of_all_tools_are_counted_for_cohere():
    many = [entry(f"find_{i}", **{f"n{k}": N for k in range(67)}) for i in range(3)]
    assert [f.rule for f in check(many, "cohere strict").errors] == ["COH-001"]
    assert not check(many, "cohere").errors
