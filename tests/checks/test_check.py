"""What `check` takes, and what its findings say."""

import json

import pytest

import toolnexus
from toolnexus import Tool, Toolkit, define_tool
from toolnexus.checks import PROFILES, PROVIDERS, Finding, Findings, check
from toolnexus.checks._registry import RULES
from toolnexus.checks._rule import EntryRule, RequestRule, SchemaRule

SAID = "Find a station by its tags."
BROKEN = {"type": "object", "properties": {"tags": {"type": "array"}}}
EVERYBODY = [*PROVIDERS, *PROFILES]


def find(tags: list[str], near: dict) -> str:
    """Find a station by its tags.

    Args:
        tags: What it has.
        near: Where.
    """
    return ""


ENTRIES = {
    "chat": {
        "type": "function",
        "function": {"name": "find", "description": SAID, "parameters": BROKEN},
    },
    "responses": {
        "type": "function",
        "name": "find",
        "description": SAID,
        "parameters": BROKEN,
    },
    "anthropic": {"name": "find", "description": SAID, "input_schema": BROKEN},
    "gemini": {"name": "find", "description": SAID, "parametersJsonSchema": BROKEN},
    "gemini_older": {"name": "find", "description": SAID, "parameters": BROKEN},
    "mcp": {"name": "find", "description": SAID, "inputSchema": BROKEN},
}


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_entries_of_every_shape_are_read(entry):
    (finding,) = check([entry], "openai").errors
    assert (finding.rule, finding.tool) == ("ALL-008", "find")
    assert finding.path.endswith(".properties.tags")
    key = finding.path.partition(".")[0]
    assert key in entry or key in entry["function"]


@pytest.mark.parametrize(
    "given",
    [
        [{"functionDeclarations": [ENTRIES["gemini"]]}, {"googleSearch": {}}],
        {"model": "any", "tools": [ENTRIES["chat"], {"type": "web_search"}]},
        (ENTRIES["anthropic"], {"type": "bash_20250124", "name": "bash"}),
        ENTRIES["chat"],
    ],
    ids=["declarations", "request", "providers_own", "one_entry"],
)
def test_what_holds_entries_is_read_and_providers_own_tools_are_passed_over(given):
    findings = check(given, "openai")
    assert findings.checked == 1
    assert [f.rule for f in findings.errors] == ["ALL-008"]


def test_tools_toolkits_and_their_entries_say_the_same():
    tool = define_tool(find)
    expected = check([tool])
    assert check(tool) == check(Toolkit([tool])) == Toolkit([tool]).check() == expected
    assert expected.warnings[0].path == "parameters.properties.near"
    as_entry = check(toolnexus.to_openai([tool]))
    assert as_entry.errors == expected.errors
    assert as_entry.warnings == expected.warnings


def test_it_is_loaded_from_the_package():
    assert toolnexus.check is check


@pytest.mark.parametrize("given", [None, 5, "tools"])
def test_what_has_no_tools_is_refused(given):
    with pytest.raises(TypeError, match="expected tools, a Toolkit or a `tools` array"):
        check(given)


def test_unknown_provider_is_refused_with_the_nearest():
    with pytest.raises(ValueError, match=r"no rules for 'opneai'\. Did you mean 'openai'"):
        check([], ["opneai"])


def test_no_tools_give_no_findings():
    findings = check([], "openai")
    assert (len(findings), findings.ok, findings.checked) == (0, True, 0)
    assert repr(findings) == "Findings(none)"


def test_findings_are_by_tool_and_errors_first():
    entry = ENTRIES["anthropic"]
    undescribed = {**entry, "description": ""}
    severities = [f.severity for f in check([undescribed, {**entry, "name": "see"}])]
    assert severities[:3] == ["error", "warning", "info"]
    assert severities.count("error") == 2
    assert severities.index("error", 1) > severities.index("info")


def test_findings_are_a_sequence_with_views():
    findings = check([ENTRIES["chat"]], ["openai", "groq"])
    assert findings.providers == ("openai", "groq")
    assert [f.rule for f in findings] == ["ALL-008", "ALL-011", "GRQ-001"]
    assert isinstance(findings[0], Finding)
    assert isinstance(findings[:1], Findings)
    assert findings[:1] == findings.errors
    assert hash(findings[:1]) == hash(findings.errors)
    assert len(findings.infos) == 2
    assert not findings.ok
    assert len(findings.for_provider("openai")) == 2
    assert len(findings.for_provider("groq")) == 3
    assert findings.for_tool("find") == findings
    assert not findings.for_tool("see")
    assert findings.counts() == {"error": 1, "warning": 0, "info": 2}


def test_a_failed_assertion_shows_what_is_wrong():
    findings = check([ENTRIES["chat"]], "openai")
    with pytest.raises(AssertionError, match=r"1 error: find: parameters\.properties\.tags"):
        assert not findings.errors, findings.errors
    assert str(findings[0]).startswith("find: parameters.properties.tags: it is an array")
    assert "ALL-008, all" in str(findings[0])


def test_findings_are_written_as_json():
    written = json.loads(check([ENTRIES["chat"]], "openai").to_json(indent=2))
    assert written["ok"] is False
    assert written["counts"] == {"error": 1, "warning": 0, "info": 1}
    assert written["findings"][0]["rule"] == "ALL-008"
    assert written["findings"][0]["can_fix"] is True


def test_profiles_have_the_rules_of_their_provider():
    entry = {**ENTRIES["chat"]["function"], "description": "x" * 1025}
    plain, strict = check([entry], "openai"), check([entry], "OpenAI_strict")
    assert {f.rule for f in plain} < {f.rule for f in strict}
    assert strict.for_provider("openai") == plain


def test_a_function_applies_its_own_defaults():
    def wait(seconds: int = 1) -> None:
        """Wait for some seconds."""

    written = Tool(
        "wait", "Wait for some seconds.", define_tool(wait).input_schema, execute=str
    )
    assert not [f for f in check(define_tool(wait)) if f.rule == "ALL-013"]
    assert [f.path for f in check(written) if f.rule == "ALL-013"] == [
        "parameters.properties.seconds"
    ]


def test_checking_leaves_what_it_was_given():
    given = json.dumps(ENTRIES)
    check(list(ENTRIES.values()), EVERYBODY)
    assert json.dumps(ENTRIES) == given


def test_every_rule_is_well_formed():
    for rule in RULES:
        assert isinstance(rule, (EntryRule, RequestRule, SchemaRule))
        assert rule.provider in ("all", *EVERYBODY)
        assert rule.severity in ("error", "warning", "info")
        assert rule.why
        assert rule.source
        assert rule.do
        assert not rule.do.endswith(".")


def circular():
    entry = {"name": "again", "parameters": {"type": "object", "properties": {}}}
    entry["parameters"]["properties"]["again"] = entry
    return entry


def shared():
    value = ["a"]
    for _ in range(60):
        value = [value, value]
    return {"name": "shared", "parameters": {"type": "object", "enum": value}}


def deep():
    entry = {"name": "deep", "parameters": {}}
    inner = entry["parameters"]
    for _ in range(5000):
        inner["properties"] = {"a": {}}
        inner = inner["properties"]["a"]
    return entry


def wide():
    names = {f"p{i}": {"type": "string"} for i in range(60_000)}
    return {"name": "wide", "parameters": {"type": "object", "properties": names}}


def odd(**keywords):
    return {"name": "odd", "parameters": {"type": "object", "properties": {"a": keywords}}}


HOSTILE = {
    "none": None,
    "number": 1,
    "string": "x",
    "list": [],
    "empty": {},
    "number_as_key": {1: 2},
    "no_function": {"function": None},
    "bare_function": {"function": {}},
    "name_is_a_number": {"name": 5},
    "name_is_a_list": {"name": [], "input_schema": {"type": [["x"], {}]}},
    "schema_is_a_list": {"name": "", "parameters": []},
    "circular": circular(),
    "shared": shared(),
    "deep": deep(),
    "wide": wide(),
    "half_character": {"name": "\ud800", "parameters": {"properties": {"\ud800": {}}}},
    "reference_to_itself": {"name": "r", "parameters": {"$ref": "#"}},
    "references_in_a_ring": odd(anyOf=[{"$ref": "#/properties/a/anyOf/0"}]),
    "reference_to_no_index": odd(anyOf=[{"$ref": "#/properties/a/anyOf/²"}]),
    "reference_to_a_number": {
        "name": "r",
        "parameters": {"$ref": "#/minLength", "minLength": 1},
    },
    "unhashable": odd(type=[{}], enum=[{}, []], required=[[1]], const={}),
    "foreign": odd(default={1, 2}, minimum=10**5000, examples=object(), title=b"x"),
    "of_wrong_types": odd(
        **{"anyOf": {}, "oneOf": [], "$ref": 5, "enum": 5, "items": [], "pattern": 5},
        properties=[1],
        required={"a": 1},
        additionalProperties=[],
        format=[],
        description=[],
    ),
    "booleans": odd(properties={"a": True, "b": None}, items=False, anyOf=[True, False]),
    "declarations": {"functionDeclarations": [{"name": "x y"}, 5]},
    "long_name": {"name": "x" * 10_000},
}


@pytest.mark.parametrize("entry", HOSTILE.values(), ids=HOSTILE)
def test_whatever_an_entry_is_it_is_checked(entry):
    findings = check([entry], EVERYBODY)
    assert findings
    assert repr(findings)
    assert findings.to_json().encode()


@pytest.mark.parametrize("name", ["wide", "deep", "shared"])
def test_what_is_too_large_is_said_to_be(name):
    findings = check([HOSTILE[name]])
    assert "ALL-018" in [finding.rule for finding in findings]
    assert not [finding for finding in findings if finding.can_fix]


def test_names_that_cannot_be_seen_are_written_out():
    entry = {"name": "a\u202eb", "description": SAID, "parameters": {"type": "object"}}
    findings = check([entry])
    assert "\u202e" not in repr(findings) + findings.to_json()
