"""Schemas that somebody wrote: checked, copied, completed, validated as JSON Schema says."""

import datetime as dt
import enum
import json
from typing import Any

import pytest
from pydantic import BaseModel

from toolnexus import Tool, ToolContext, ToolDefinitionError, define_tool, to_openai

CITY: dict[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
}


def echo(**kwargs: Any) -> dict[str, Any]:
    return kwargs


def test_schema_is_copied_and_not_changed():
    schema: dict[str, Any] = {
        "title": "Where",
        "properties": {"city": {"type": "string", "x-extra": [1]}},
    }
    before = json.dumps(schema)
    made = define_tool(echo, input_schema=schema)
    assert made.input_schema == {"type": "object", **schema}
    schema["properties"]["city"]["x-extra"].append(2)
    made.input_schema["properties"].clear()
    assert made.input_schema == {"type": "object", **json.loads(before)}


@pytest.mark.parametrize("schema", [{}, {"type": "object"}, {"properties": {}}])
def test_empty_schema_is_completed(schema):
    made = define_tool(lambda: "pong", name="ping", input_schema=schema)
    assert to_openai([made])[0]["function"]["parameters"] == {
        "type": "object",
        "properties": {},
    }
    assert made.run({}).output == "pong"


RECURSIVE: dict[str, Any] = {"properties": {}}
RECURSIVE["properties"]["again"] = RECURSIVE

BROKEN: dict[str, tuple[Any, str]] = {
    "not an object": ({"type": "string"}, "must describe an object.*got type 'string'"),
    "nullable": ({"type": ["object", "null"]}, "must describe an object"),
    "not a dict": ([], "must be a dict; got list"),
    "unknown type": (
        {"properties": {"a": {"type": "strng"}}},
        r"not a valid JSON Schema: at properties\.a\.type, 'strng'",
    ),
    "required is no list": ({"required": "a"}, "not a valid JSON Schema: at required"),
    "set": (
        {"properties": {"a": {"default": {1}}}},
        r"not plain JSON: at properties\.a\.default there is \{1\}, a Python set",
    ),
    "nan": ({"properties": {"a": {"default": float("nan")}}}, "not plain JSON.*nan"),
    "date": ({"default": dt.date(2024, 1, 1)}, "not plain JSON: at default"),
    "keys that are no text": ({"properties": {1: {}}}, "not plain JSON: at properties"),
    "itself inside": (RECURSIVE, "nested too deeply"),
    "dangling reference": (
        {"properties": {"a": {"$ref": "#/$defs/A"}}},
        r"refers to '#/\$defs/A', which it does not contain",
    ),
    "reference to elsewhere": (
        {"properties": {"a": {"$ref": "https://example.org/a.json"}}},
        "refers to 'https://example.org/a.json', which it does not contain",
    ),
}


@pytest.mark.parametrize(("schema", "message"), BROKEN.values(), ids=BROKEN)
def test_broken_schema_is_refused(schema, message):
    with pytest.raises(ToolDefinitionError, match=message):
        define_tool(echo, input_schema=schema)


def test_tuples_become_arrays_and_the_entry_is_plain_json():
    made = define_tool(echo, input_schema={**CITY, "required": ("city",)})
    assert made.input_schema["required"] == ["city"]
    json.dumps(to_openai([made]), allow_nan=False)


def test_older_draft_is_honoured():
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"pair": {"items": [{"type": "integer"}, {"type": "string"}]}},
    }
    made = define_tool(echo, input_schema=schema)
    assert not made.run({"pair": [1, "a"]}).is_error
    assert made.run({"pair": ["a"]}).is_error


def test_unknown_dialect_falls_back_quietly():
    made = define_tool(echo, input_schema={**CITY, "$schema": "https://example.org/own"})
    assert made.run({}).is_error


PATTERNS = [
    {"type": "string", "pattern": r"^\p{L}+$"},
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "pattern": r"^\p{L}+$"},
    {"type": "string", "pattern": "(?<year>[0-9]+)"},
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_pattern_that_python_cannot_read_does_not_escape(pattern):
    made = define_tool(echo, input_schema={"properties": {"x": pattern, "n": {"minimum": 1}}})
    assert made.run({"x": "abc", "n": 1}).output == '{"x": "abc", "n": 1}'
    assert "n: expected" in made.run({"x": "abc", "n": 0}).output


def test_pattern_properties_that_python_cannot_read_do_not_escape():
    schema = {"patternProperties": {r"^\p{L}$": {}}, "additionalProperties": False}
    assert not define_tool(echo, input_schema=schema).run({"a": 1}).is_error


TOLD: dict[str, tuple[dict[str, Any], Any, str]] = {
    "missing": (CITY, {}, "city: required, but missing; expected a string."),
    "wrong type": (CITY, {"city": 5}, "city: expected a string, got the number 5."),
    "unknown": (
        {**CITY, "additionalProperties": False},
        {"city": "A", "cty": 1},
        "cty: unknown. Did you mean city? Valid here: city.",
    ),
    "not a choice": (
        {"properties": {"unit": {"enum": ["C", "F"]}}},
        {"unit": "K"},
        'unit: expected one of "C" or "F", got the string "K".',
    ),
    "inside a list": (
        {"properties": {"a": {"items": {"properties": {"n": {"type": "integer"}}}}}},
        {"a": [{"n": 1}, {"n": "x"}]},
        'a[1].n: expected an integer, got the string "x".',
    ),
    "through a reference": (
        {
            "properties": {"p": {"$ref": "#/$defs/P"}},
            "$defs": {
                "P": {
                    "type": "object",
                    "properties": {"x": {"type": "number"}},
                    "required": ["x"],
                }
            },
        },
        {"p": {}},
        "p.x: required, but missing; expected a number.",
    ),
    "the branch that got furthest": (
        {
            "properties": {
                "v": {
                    "anyOf": [
                        {"type": "string"},
                        {"type": "array", "items": {"type": "integer"}},
                    ]
                }
            }
        },
        {"v": ["a"]},
        'v[0]: expected an integer, got the string "a".',
    ),
    "a rule without words of ours": (
        {"properties": {"a": {"contains": {"const": 1}}}},
        {"a": [2]},
        "a: [2] does not contain items matching the given schema",
    ),
    "several at once": (
        {"properties": {"a": {"type": "string"}}, "required": ["a", "b"]},
        {},
        "2 arguments are wrong.\n- a: required, but missing; expected a string.\n- b: required",
    ),
}


@pytest.mark.parametrize(("schema", "sent", "told"), TOLD.values(), ids=TOLD)
def test_model_is_told_what_is_wrong(schema, sent, told):
    entered = []
    made = define_tool(lambda **kwargs: entered.append(kwargs), name="t", input_schema=schema)
    result = made.run(sent)
    assert result.is_error
    assert told in result.output
    assert entered == []
    assert result.metadata["error"]["kind"] == "invalid_arguments"


def test_whole_number_counts_as_integer_and_true_does_not():
    made = define_tool(echo, input_schema={"properties": {"n": {"type": "integer"}}})
    assert not made.run({"n": 5.0}).is_error
    assert made.run({"n": True}).is_error


# --- how the function gets them -----------------------------------------------------------


def test_lambda_of_all_arguments():
    made = define_tool(
        lambda args: f"sunny in {args['city']}",
        name="get_weather",
        description="Current weather for a city",
        input_schema=CITY,
    )
    assert made.run({"city": "Chennai"}).output == "sunny in Chennai"


def test_function_by_name_gets_declared_types():
    class Unit(enum.Enum):
        C = "celsius"

    class Place(BaseModel):
        name: str

    received = []

    def look(place: Place, when: dt.date, unit: Unit = Unit.C) -> None:
        received.append((place, when, unit))

    schema = {
        "properties": {
            "place": {"type": "object"},
            "when": {"type": "string"},
            "unit": {"enum": ["celsius"]},
        },
        "required": ["place", "when"],
    }
    made = define_tool(look, input_schema=schema)
    made.run({"place": {"name": "A"}, "when": "2024-01-31"})
    assert received == [(Place(name="A"), dt.date(2024, 1, 31), Unit.C)]
    refused = made.run({"place": {"name": "A"}, "when": "soon"})
    assert "when: expected a date" in refused.output
    assert len(received) == 1


def test_open_schema_still_refuses_what_the_function_does_not_take():
    def look(city: str, days: int = 1) -> str:
        return city

    made = define_tool(look, input_schema=CITY)
    assert "dys: unknown. Did you mean days?" in made.run({"city": "A", "dys": 2}).output


@pytest.mark.parametrize(
    ("fn", "message"),
    [
        (lambda town: town, None),
        (lambda town, n: (town, n), r"has 'city', for which the function has no parameter"),
        (lambda city, n: (city, n), r"lacks 'n', which the function can't do without"),
        (lambda city, n=1: (city, n), None),
    ],
    ids=["one dict", "other names", "one more", "one more with default"],
)
def test_schema_and_function_must_fit(fn, message):
    if message is None:
        assert not define_tool(fn, name="t", input_schema=CITY).run({"city": "A"}).is_error
    else:
        with pytest.raises(ToolDefinitionError, match=message):
            define_tool(fn, name="t", input_schema=CITY)


def test_names_that_are_no_identifiers_reach_kwargs():
    schema = {"properties": {"user-id": {}, "from": {}, "": {}}}
    made = define_tool(echo, input_schema=schema)
    assert (
        made.run({"user-id": 1, "from": 2, "": 3}).output == '{"user-id": 1, "from": 2, "": 3}'
    )


# --- Tool written out ---------------------------------------------------------------------


async def test_tool_written_out_takes_a_function_of_a_dict():
    made = Tool(
        name="get_weather",
        description="Current weather for a city",
        input_schema=CITY,
        execute=lambda args: f"sunny in {args['city']}",
    )
    assert (await made.execute({"city": "Chennai"}, ToolContext())).output == "sunny in Chennai"
    assert (await made.execute({})).is_error
    with pytest.raises(TypeError, match="not made of a function"):
        made("Chennai")


async def test_tool_written_out_may_take_the_context_and_be_async():
    async def run(args: dict[str, Any], ctx: ToolContext) -> str:
        return f"{args['city']} {type(ctx).__name__}"

    made = Tool("w", "d", CITY, "mcp", run)
    assert (await made.execute({"city": "A"})).output == "A ToolContext"
    assert made.source == "mcp"


def test_function_may_change_its_dict_without_harm():
    def spoil(args: dict[str, Any]) -> str:
        args["city"] = args.pop("city").upper()
        return args["city"]

    sent = {"city": "a"}
    made = Tool("w", "", CITY, execute=spoil)
    assert made.run(sent).output == "A"
    assert sent == {"city": "a"}


def test_tool_without_a_function_is_refused():
    with pytest.raises(ToolDefinitionError, match="execute must be a function"):
        Tool("w", "d", CITY)


UNSAID: dict[str, tuple[Any, Any, str]] = {
    "one item too many": (
        {"type": "array", "prefixItems": [{"type": "integer"}], "items": False},
        [1, 2],
        "x: Expected at most 1 item",
    ),
    "a key": (
        {"type": "object", "propertyNames": {"pattern": "^a"}},
        {"b": 1},
        'x: the key "b" does not fit: expected a string matching "^a".',
    ),
    "a condition": ({"if": {"type": "string"}, "then": {"minLength": 3}}, "ab", "is too short"),
    "several alternatives": (
        {"oneOf": [{"type": "integer"}, {"type": "number"}]},
        1,
        "x: it fits several of the alternatives",
    ),
    "a branch that nothing fits": (
        {"anyOf": [False, {"type": "integer"}]},
        "a",
        'x: expected nothing or an integer, got the string "a"',
    ),
    "no value at all": ({"enum": []}, 1, "x: expected nothing, got the number 1"),
    "no type stated": (
        {"minimum": 1},
        0,
        "x: expected a number of at least 1, got the number 0",
    ),
}


@pytest.mark.parametrize(("schema", "sent", "told"), UNSAID.values(), ids=UNSAID)
def test_reason_is_never_one_that_the_value_meets(schema, sent, told):
    result = Tool("t", input_schema={"properties": {"x": schema}}, execute=str).run({"x": sent})
    assert result.is_error
    assert told in result.output
