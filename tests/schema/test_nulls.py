"""Null for what may be left out: what a model sends that has to fill in every property."""

import dataclasses
import json
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field
from typing_extensions import NotRequired, TypedDict, Unpack

from toolnexus import Tool, ToolCall, Toolkit, define_tool


class Point(BaseModel):
    lat: float
    label: str = "here"
    tags: list[str] = []


@dataclasses.dataclass
class Box:
    size: int = 3


class Options(TypedDict):
    limit: NotRequired[int]


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    tricks: list[str] = []


def simple(city: str, days: int = 1) -> object:
    return city, days


def given_null(city: str, days: int | None = 5) -> object:
    return city, days


def nested(at: Point, others: list[Point] = []) -> object:  # noqa: B006 - a copy each time
    return at.label, at.tags, [other.label for other in others]


def boxed(box: Box, boxes: dict[str, Box] | None = None) -> object:
    return box.size, boxes and {name: inner.size for name, inner in boxes.items()}


def spread(**options: Unpack[Options]) -> object:
    return options


def pets(pet: Annotated[Cat | Dog, Field(discriminator="kind")]) -> object:
    return pet.model_dump()


def either(value: int | list[str] = 7) -> object:
    return value


def rest(*numbers: int) -> object:
    return numbers


INFERRED = {
    "default": (simple, {"city": "A", "days": None}, ["A", 1], ["days"]),
    "null is a value": (given_null, {"city": "A", "days": None}, ["A", None], None),
    "nested": (
        nested,
        {"at": {"lat": 1, "label": None, "tags": None}, "others": None},
        ["here", [], []],
        ["at.label", "at.tags", "others"],
    ),
    "in a list": (
        nested,
        {"at": {"lat": 1}, "others": [{"lat": 2, "label": None}, {"lat": 3, "label": "x"}]},
        ["here", [], ["here", "x"]],
        ["others[0].label"],
    ),
    "dataclass": (boxed, {"box": {"size": None}}, [3, None], ["box.size"]),
    "in a dict": (
        boxed,
        {"box": {}, "boxes": {"a": {"size": None}}},
        [3, {"a": 3}],
        ["boxes.a.size"],
    ),
    "spread": (spread, {"limit": None}, {}, ["limit"]),
    "in a branch": (
        pets,
        {"pet": {"kind": "cat", "lives": None}},
        {"kind": "cat", "lives": 9},
        ["pet.lives"],
    ),
    "union": (either, {"value": None}, 7, ["value"]),
    "rest": (rest, {"numbers": None}, [], ["numbers"]),
    "with text to decode": (
        nested,
        {"at": '{"lat": 1, "label": null}', "others": None},
        ["here", [], []],
        ["others", "at", "at.label"],
    ),
}


@pytest.mark.parametrize(("fn", "sent", "got", "decoded"), INFERRED.values(), ids=INFERRED)
def test_function_sees_its_default(fn, sent, got, decoded):
    before = json.dumps(sent)
    result = define_tool(fn).run(sent)
    assert not result.is_error, result.output
    assert json.loads(result.output) == got
    assert (result.metadata or {}).get("decoded") == decoded
    assert json.dumps(sent) == before


REFUSED = {
    "required": (simple, {"city": None}, "city: expected a string, got null."),
    "required, nested": (
        nested,
        {"at": {"lat": None, "label": None}},
        "at.lat: expected a number, got null.",
    ),
    "any key": (
        boxed,
        {"box": {}, "boxes": {"a": None}},
        "boxes.a: expected an object with optional size, got null.",
    ),
    "item": (rest, {"numbers": [None]}, "numbers[0]: expected an integer, got null."),
    "unknown": (simple, {"city": "A", "dayz": None}, "dayz: unknown. Did you mean days?"),
}


@pytest.mark.parametrize(("fn", "sent", "told"), REFUSED.values(), ids=REFUSED)
def test_null_for_anything_else_stays_an_error(fn, sent, told):
    result = define_tool(fn).run(sent)
    assert result.is_error
    assert told in result.output


ITEM = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "note": {"type": "string", "minLength": 1}},
    "required": ["id"],
}
WRITTEN = {
    "plain": ({"days": {"type": "integer"}}, {"days": None}, {}),
    "type list": ({"days": {"type": ["integer", "string"]}}, {"days": None}, {}),
    "enum": ({"unit": {"enum": ["C", "F"]}}, {"unit": None}, {}),
    "nested": ({"item": ITEM}, {"item": {"id": 1, "note": None}}, {"item": {"id": 1}}),
    "reference": ({"item": {"$ref": "#/$defs/Item"}}, {"item": None}, {}),
    "branches": (
        {"item": {"oneOf": [ITEM, {"type": "string"}]}},
        {"item": {"id": 1, "note": None}},
        {"item": {"id": 1}},
    ),
    "nullable": ({"days": {"type": ["integer", "null"]}}, {"days": None}, {"days": None}),
    "anything": ({"days": {}}, {"days": None}, {"days": None}),
}


@pytest.mark.parametrize(("properties", "sent", "got"), WRITTEN.values(), ids=WRITTEN)
def test_written_schema_takes_it_as_absent(properties, sent, got):
    schema = {"properties": properties, "$defs": {"Item": ITEM}}
    result = Tool("t", "", schema, execute=lambda args: args).run(sent)
    assert not result.is_error, result.output
    assert json.loads(result.output) == got


def test_written_schema_refuses_null_where_it_is_required():
    schema = {"properties": {"item": ITEM}, "required": ["item"]}
    tool = Tool("t", "", schema, execute=lambda args: args)
    assert "item: expected an object" in tool.run({"item": None}).output
    assert "item.id: expected an integer, got null" in tool.run({"item": {"id": None}}).output


@pytest.mark.parametrize("count", [40, 300])
def test_any_number_of_nulls_is_taken(count):
    properties = {f"p{number}": {"type": "string"} for number in range(count)}
    properties["rows"] = {"type": "array", "items": {"type": "integer"}}
    sent = dict.fromkeys(properties, None) | {"rows": "[1]"}
    result = Tool("t", "", {"properties": properties}, execute=lambda args: args).run(sent)
    assert json.loads(result.output) == {"rows": [1]}
    assert len(result.metadata["decoded"]) == count + 1


async def test_a_call_of_a_strict_model_reaches_the_function():
    call = ToolCall("c1", "simple", '{"city": "A", "days": null}')
    result = await Toolkit([define_tool(simple)]).execute_call(call)
    assert json.loads(result.output) == ["A", 1]
