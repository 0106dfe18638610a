"""What is told of a value that a schema in words would not refuse, and of unions."""

import datetime as dt
import decimal
from collections import Counter
from typing import Annotated, Any, Literal

import pytest
from pydantic import (
    UUID4,
    AliasChoices,
    AliasPath,
    AwareDatetime,
    BaseModel,
    Discriminator,
    Field,
    HttpUrl,
    PastDate,
    Tag,
)

from toolnexus import Tool, define_tool


def told(hint: Any, sent: Any) -> str:
    def take(x): ...

    take.__annotations__ = {"x": hint}
    result = define_tool(take).run({"x": sent})
    return result.output if result.is_error else "accepted"


def told_by_written_schema(hint: Any, sent: Any) -> str:
    """Tell of the same, where the schema was handed in."""

    def take(x): ...

    take.__annotations__ = {"x": hint}
    written = define_tool(take).input_schema
    result = Tool("take", input_schema=written, execute=str).run({"x": sent})
    return result.output if result.is_error else "accepted"


SAID_BY_THE_TYPE = {
    "past": (PastDate, "2999-01-01", "x: Date should be in the past"),
    "zone": (AwareDatetime, "2024-01-01T00:00:00", "x: Input should have timezone info"),
    "scheme": (HttpUrl, "ftp://a.b", "x: URL scheme should be 'http' or 'https'"),
    "digits": (
        Annotated[decimal.Decimal, Field(max_digits=3)],
        1234,
        "x: Decimal input should have no more than 3 digits",
    ),
    "no decimal": (decimal.Decimal, "much", "x: Input should be a valid decimal"),
    "second of a tuple": (tuple[int, str], [1, 2], "x[1]: Input should be a valid string"),
    "version": (UUID4, "x", "x: expected a UUID of version 4"),
    "format in a union": (dt.date | int, "x", "x: expected a date such as"),
}


@pytest.mark.parametrize(
    ("hint", "sent", "reason"), SAID_BY_THE_TYPE.values(), ids=SAID_BY_THE_TYPE
)
def test_reason_is_never_one_that_the_value_meets(hint, sent, reason):
    assert reason in told(hint, sent)


class Circle(BaseModel):
    x: int
    r: int


class Box(BaseModel):
    w: int
    h: int


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str = "Rex"


SHAPE, PET = Circle | Box, Cat | Dog
UNIONS = {
    "one branch is nearest": (
        SHAPE,
        {"x": 1, "rr": 2},
        ["x.r: required, but missing", "x.rr: unknown. Did you mean r? Valid here: x and r."],
    ),
    "one value is wrong": (SHAPE, {"w": 1, "h": "2"}, ["x.h: expected an integer"]),
    "one name too many": (
        SHAPE,
        {"x": 1, "r": 1, "w": 1},
        ["x.w: unknown. Valid here: x and r."],
    ),
    "inside a list": (list[SHAPE], [{"x": 1}], ["x[0].r: required, but missing"]),
    "beside null": (
        SHAPE | None,
        {"x": 1},
        ["x.r: required, but missing; expected an integer"],
    ),
    "beside a number": (SHAPE | int, {"x": 1}, ["x.r: required, but missing"]),
    "inside a union": (list[SHAPE] | int, [{"x": 1}], ["x[0].r: required, but missing"]),
    "none is nearer": (
        SHAPE,
        {"x": 1, "w": 1},
        ["x: expected an object with x and r or an object with w and h, got an object with"],
    ),
    "nothing at all": (SHAPE, {}, ["x: expected an object with x and r or an object with w"]),
    "no object": (SHAPE, 5, ["x: expected an object with x and r or an object with w and h"]),
    "a constant tells": (PET, {"kind": "cat", "name": "Tom"}, ["x.lives: required", "x.name"]),
    "no branch has that tag": (PET, {"kind": "cow"}, ['x.kind: expected "cat" or "dog", got']),
    "no tag": (PET, {}, ['x.kind: required, but missing; expected "cat" or "dog".']),
    "scalars": (int | bool, "a", ["x: expected an integer or true or false, got the string"]),
}


@pytest.mark.parametrize(("hint", "sent", "lines"), UNIONS.values(), ids=UNIONS)
def test_union_tells_of_the_branch_that_was_meant(hint, sent, lines):
    for output in (told(hint, sent), told_by_written_schema(hint, sent)):
        assert all(line in output for line in lines), output
        assert len(output.splitlines()) == (1 if len(lines) == 1 else 1 + len(lines))


def test_whole_number_is_put_right_in_a_union_of_like_branches():
    class Ring(BaseModel):
        x: int
        r: int
        inner: int = 0

    assert told(Circle | Ring, {"x": 1.0, "r": 2}) == "accepted"


def test_value_behind_a_key_pattern_is_described_and_put_right():
    hint = dict[Annotated[str, Field(pattern="^a")], list[int]]
    assert told(hint, {"ab": "[1]"}) == "accepted"
    assert "x.ab[0]: expected an integer" in told(hint, {"ab": ["1"]})


def test_union_that_a_function_decides_on_claims_no_more_than_it_knows():
    class Small(BaseModel):
        size: int

    class Large(BaseModel):
        size: int
        crane: bool = False

    def by_size(value: Any) -> str:
        size = value["size"] if isinstance(value, dict) else value.size
        return "small" if size < 9 else "large"

    hint = Annotated[
        Annotated[Small, Tag("small")] | Annotated[Large, Tag("large")], Discriminator(by_size)
    ]

    def take(x): ...

    take.__annotations__ = {"x": hint}
    written = define_tool(take).input_schema["properties"]["x"]
    assert "oneOf" not in written
    assert len(written["anyOf"]) == 2
    output = told(hint, {"size": 1, "crane": True})
    assert "x.crane: unknown" in output
    assert "Did you mean crane" not in output


def test_wrong_item_of_a_counter_is_told():
    assert 'x.a: expected an integer, got the string "1"' in told(Counter[str], {"a": "1"})


def test_field_is_found_by_a_name_that_the_schema_tells():
    class Aliased(BaseModel):
        a: int = Field(validation_alias=AliasPath("deep", "a"))
        b: int = Field(validation_alias=AliasChoices("bee", AliasPath("deep", "b")))

    def take(x: Aliased) -> list[int]:
        return [x.a, x.b]

    tool = define_tool(take)
    names = tool.input_schema["$defs"]["Aliased"]["properties"]
    assert tool.run({"x": dict.fromkeys(names, 1)}).output == "[1, 1]"
