"""Tools and entries with what was found put right."""

import asyncio
import copy

import jsonschema
import pytest
from pydantic import BaseModel, Field

from toolnexus import Tool, define_tool, to_openai
from toolnexus.checks import PROFILES, PROVIDERS, apply_fixes, check

EVERYBODY = [*PROVIDERS, *PROFILES]
SAID = "Find a station by its tags."


class Station(BaseModel):
    """A place that measures."""

    name: str = Field(description="Its short name.")
    nearby: list["Station"] = Field(default=[], description="Others.")


def find(near: Station, tags: list[str] = []) -> str:  # noqa: B006 - never changed
    """Find a station by its tags.

    Args:
        near: Where.
        tags: What it has.
    """
    return f"{type(near).__name__} {near.name} {tags}"


MESSY = {
    "name": "find station",
    "description": None,
    "parameters": {
        "properties": {
            "tags": {"type": "list"},
            "near": {"$ref": "#/$defs/Near", "description": "Where.", "title": "Near"},
            "kind": {"const": "buoy"},
            "unit": {"oneOf": [{"type": "string"}, {"type": "null"}]},
            "days": {"type": ["integer", "null"], "minimum": 1, "required": True},
        },
        "required": ["tag", "near"],
        "$defs": {
            "Near": {
                "type": "object",
                "properties": {"lat": {"type": "float"}, "next": {"$ref": "#/$defs/Near"}},
            }
        },
    },
}


def curable(tools):
    return [finding for finding in check(tools, EVERYBODY) if finding.can_fix]


def test_all_that_can_be_cured_is():
    given = copy.deepcopy(MESSY)
    (fixed,) = apply_fixes([given], check([given], EVERYBODY))
    assert given == MESSY
    assert curable([MESSY])
    assert curable([fixed]) == []
    assert fixed["name"] == "find_station"
    properties = fixed["parameters"]["properties"]
    assert properties["tags"] == {"type": "array", "items": {}}
    assert properties["kind"] == {"type": "string", "enum": ["buoy"]}
    assert properties["near"]["properties"]["lat"] == {"type": "number"}
    assert "The same again as Near above." in str(properties["near"])
    assert sorted(fixed["parameters"]["required"]) == ["days", "near"]
    assert "$defs" not in fixed["parameters"]
    jsonschema.Draft202012Validator.check_schema(fixed["parameters"])


def test_again_changes_nothing_more():
    once = apply_fixes([MESSY])
    assert apply_fixes(once) == once
    assert apply_fixes(once)[0] is once[0]


def test_without_findings_all_providers_are_checked_for():
    assert apply_fixes([MESSY]) == apply_fixes([MESSY], check([MESSY]))


def test_only_what_is_asked_for_is_put_right():
    findings = check([MESSY], "openai")
    (name,) = [f for f in findings if f.path == "name"]
    assert apply_fixes([MESSY], [name])[0] == {**MESSY, "name": "find_station"}
    assert name.fix(MESSY) == {**MESSY, "name": "find_station"}


def test_a_finding_puts_right_its_own_place():
    lists = {"a": {"type": "array"}, "b": {"type": "array"}}
    entry = {"name": "find", "input_schema": {"type": "object", "properties": lists}}
    of_a, of_b = check([entry], "openai").errors
    fixed = of_b.fix(entry)["input_schema"]["properties"]
    assert fixed == {"a": {"type": "array"}, "b": {"type": "array", "items": {}}}
    assert not check([of_a.fix(of_b.fix(entry))], "openai").errors


def test_fixing_what_is_no_tool_is_refused():
    (finding,) = [f for f in check([MESSY]) if f.path == "name" and f.provider == "all"]
    with pytest.raises(TypeError, match="Can't fix a list: expected a Tool or an entry"):
        finding.fix([MESSY])


def test_a_tool_stays_a_tool_and_its_function_gets_what_it_declares():
    tool = define_tool(find, max_output=20)
    (error,) = check(tool).errors
    assert error.path == "parameters.properties.near"
    for fixed in (*apply_fixes(tool), error.fix(tool)):
        assert isinstance(fixed, Tool)
        assert not check(fixed).errors
        assert fixed.fn is find
        assert fixed.max_output == 20
        result = asyncio.run(fixed.execute({"near": {"name": "Goa"}}))
        assert result.output.startswith("Station Goa")
        wrong = asyncio.run(fixed.execute({"near": {"name": "Goa", "nearby": [{"name": 1}]}}))
        assert "near.nearby[0].name" in wrong.output
    assert tool.input_schema["$defs"]


def test_a_fine_tool_is_given_back_as_it_is():
    def ping(times: int) -> str:
        """Say something so often."""

    tool = define_tool(ping)
    assert apply_fixes([tool])[0] is tool


def test_repaired_names_stay_apart():
    entries = [
        {
            "name": name,
            "description": SAID,
            "input_schema": {"type": "object", "properties": {}},
        }
        for name in ("a_b", "a b", "a.b")
    ]
    names = [entry["name"] for entry in apply_fixes(entries)]
    assert names[0] == "a_b"
    assert len(set(names)) == 3
    assert not check(apply_fixes(entries)).errors


def test_declarations_stay_in_their_wrapper():
    given = [{"functionDeclarations": [MESSY], "x": 1}, {"googleSearch": {}}, 5]
    fixed = apply_fixes(given)
    assert fixed[0]["x"] == 1
    assert fixed[0]["functionDeclarations"][0]["name"] == "find_station"
    assert fixed[1:] == given[1:]


def test_what_stands_beside_in_a_wrapper_stays():
    other = {**MESSY, "name": "other"}
    (name,) = [f for f in check([MESSY], "openai") if f.path == "name"]
    fixed = apply_fixes([{"functionDeclarations": [MESSY, other]}], [name])
    assert fixed == [{"functionDeclarations": [{**MESSY, "name": "find_station"}, other]}]


def test_nothing_is_taken_out_on_the_way_to_something_else():
    schema = {"type": "object", "properties": {"a": {"default": {1}, "type": "array"}}}
    entry = {"name": "find", "description": SAID, "input_schema": schema}
    (items,) = [f for f in check([entry]) if f.rule == "ALL-008"]
    assert items.fix(entry) is entry
    assert not check(apply_fixes([entry])).errors


def test_recursion_is_written_out_once_and_said():
    fixed = apply_fixes(define_tool(find))[0]
    inner = fixed.input_schema["properties"]["near"]["properties"]["nearby"]["items"]
    assert inner == {
        "type": "object",
        "description": "A place that measures. The same again as Station above.",
    }


def test_a_schema_that_would_grow_without_end_is_left():
    both = {"properties": {f"k{i}": {"$ref": f"#/$defs/{'ABC'[i % 3]}"} for i in range(60)}}
    entry = {
        "name": "grow",
        "description": SAID,
        "input_schema": {
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/A"}},
            "$defs": {"A": both, "B": both, "C": both},
        },
    }
    (error,) = check([entry], "ollama").errors
    assert not error.can_fix
    assert "no rewrite can do that here" in error.do
    assert apply_fixes([entry])[0] is entry


VALUES = (
    {},
    {"n": None},
    {"n": 1},
    {"n": 5.5},
    {"n": "a"},
    {"n": "abcd"},
    {"n": []},
    {"n": ["a"]},
)
SAME = {
    "types": {"type": ["integer", "string", "null"], "minimum": 2, "maxLength": 3},
    "types_and_values": {"type": ["string", "number"], "enum": ["a", 5.5, None]},
    "types_and_constant": {"type": ["string", "null"], "const": "a"},
    "one_of": {"oneOf": [{"type": "string"}, {"type": "null"}]},
    "constant": {"const": None},
    "any_of_beside": {"type": "number", "anyOf": [{"minimum": 5}, {"maximum": 1}]},
    "reference": {"$ref": "#/$defs/N", "title": "N"},
    "exclusive": {"type": "number", "minimum": 1, "exclusiveMinimum": True},
    "array": {"type": "array"},
}


@pytest.mark.parametrize("schema", SAME.values(), ids=SAME)
def test_a_rewrite_means_the_same(schema):
    whole = {
        "type": "object",
        "properties": {"n": schema},
        "$defs": {"N": {"type": "string", "maxLength": 3}},
    }
    entry = {"name": "find", "description": SAID, "input_schema": whole}
    fixed = apply_fixes([entry], check([entry], EVERYBODY))[0]["input_schema"]
    assert fixed != whole
    is_draft_4 = isinstance(schema.get("exclusiveMinimum"), bool)
    dialect = jsonschema.Draft4Validator if is_draft_4 else jsonschema.Draft202012Validator
    for value in VALUES:
        before = dialect(whole).is_valid(value)
        assert jsonschema.Draft202012Validator(fixed).is_valid(value) == before, value


def test_fixed_tools_are_written_as_any_other():
    fixed = apply_fixes(define_tool(find))
    assert not check(to_openai(fixed)).errors
