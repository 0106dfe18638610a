"""A person's own validators and `__init__` don't change what JSON is accepted around them."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import enum
from collections import Counter, OrderedDict, deque
from typing import Annotated, Any, Literal, get_args

import pytest
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    WithJsonSchema,
    WrapValidator,
    field_validator,
    model_validator,
)

from toolnexus import define_tool


class Tide(enum.Enum):
    HIGH = "high"
    LOW = "low"


class Sounding(BaseModel):
    day: dt.date
    tide: Tide = Tide.LOW
    near: tuple[float, float] = (0.0, 0.0)
    marks: set[int] = Field(default_factory=set)
    depth: decimal.Decimal = decimal.Decimal(0)
    note: bytes = b""
    by_day: dict[dt.date, int] = Field(default_factory=dict)


class BeforeSounding(Sounding):
    @model_validator(mode="before")
    @classmethod
    def _look(cls, value: Any) -> Any:
        return value


class WrapSounding(Sounding):
    @model_validator(mode="wrap")
    @classmethod
    def _look(cls, value: Any, handler: Any) -> Any:
        return handler(value)


class FieldSounding(Sounding):
    @field_validator("*", mode="before")
    @classmethod
    def _look(cls, value: Any) -> Any:
        return value


class InitSounding(Sounding):
    def __init__(self, **fields: Any) -> None:
        super().__init__(**fields)


OWN_CODE = (BeforeSounding, WrapSounding, FieldSounding, InitSounding)
SENT = {
    "day": "2024-01-31",
    "tide": "high",
    "near": [1, 2.5],
    "marks": [1, 2],
    "depth": "1.10",
    "note": "x",
    "by_day": {"2024-01-31": 3},
}


def received_by(hint: Any, sent: Any) -> tuple[Any, str]:
    received = []

    def take(x):
        received.append(x)

    take.__annotations__ = {"x": hint}
    result = define_tool(take).run({"x": sent})
    return (received[0] if received else None), result.output


@pytest.mark.parametrize("model", OWN_CODE)
def test_model_with_code_of_its_own_takes_what_the_plain_one_takes(model):
    value, output = received_by(model, SENT)
    assert isinstance(value, model), output
    assert value.model_dump() == received_by(Sounding, SENT)[0].model_dump()


@pytest.mark.parametrize("model", OWN_CODE)
@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"day": 5}, 'x.day: expected a date such as "2024-01-31", got the number 5.'),
        ({"day": "2024-01-31", "tied": "low"}, "x.tied: unknown. Did you mean tide?"),
        ({"day": "2024-01-31", "marks": ["1"]}, "x.marks[0]: expected an integer"),
        ({}, "x.day: required, but missing"),
    ],
    ids=["wrong type", "unknown key", "wrong item", "missing"],
)
def test_model_with_code_of_its_own_refuses_what_the_plain_one_refuses(model, sent, told):
    value, output = received_by(model, sent)
    assert value is None
    assert told in output


def same(value):
    return value


HINTS = {
    "date": (dt.date, "2024-01-31", dt.date(2024, 1, 31)),
    "duration": (dt.timedelta, "PT5S", dt.timedelta(seconds=5)),
    "tuple": (tuple[int, str], [1, "a"], (1, "a")),
    "set": (set[int], [1, 2], {1, 2}),
    "frozenset": (frozenset[str], ["a"], frozenset("a")),
    "deque": (deque[int], [1], deque([1])),
    "ordered dict": (OrderedDict[str, int], {"a": 1}, OrderedDict(a=1)),
    "counter": (Counter[str], {"a": 1}, Counter("a")),
    "decimal": (decimal.Decimal, 1.5, decimal.Decimal("1.5")),
    "bytes": (bytes, "x", b"x"),
    "complex": (complex, "1+2j", 1 + 2j),
    "whole-number keys": (dict[int, str], {"1": "a"}, {1: "a"}),
    "union": (dt.date | int, "2024-01-31", dt.date(2024, 1, 31)),
}


@pytest.mark.parametrize("wrap", [False, True], ids=["before", "wrap"])
@pytest.mark.parametrize(("hint", "sent", "expected"), HINTS.values(), ids=HINTS)
def test_type_behind_a_validator_is_still_read_from_json(hint, sent, expected, wrap):
    own = (
        WrapValidator(lambda value, handler: handler(value)) if wrap else BeforeValidator(same)
    )
    value, output = received_by(Annotated[hint, own], sent)
    assert value == expected, output
    assert type(value) is type(expected)


def test_validator_may_make_the_declared_object_itself():
    hint = Annotated[dt.date, BeforeValidator(lambda text: dt.date(int(text), 1, 1))]
    assert received_by(hint, "2024")[0] == dt.date(2024, 1, 1)


def test_validator_may_make_an_object_that_has_no_json():
    class Chart:
        def __init__(self, name: str) -> None:
            self.name = name

    hint = Annotated[
        InstanceOf[Chart], BeforeValidator(Chart), WithJsonSchema({"type": "string"})
    ]
    assert received_by(hint, "north")[0].name == "north"


def test_validator_may_ask_where_it_is():
    asked = []

    class Berth(BaseModel):
        day: dt.date

        @field_validator("day", mode="before")
        @classmethod
        def _ask(cls, value: Any, info: Any) -> Any:
            asked.append(info.field_name)
            return value

    assert received_by(Berth, {"day": "2024-01-31"})[0].day == dt.date(2024, 1, 31)
    assert asked == ["day"]


def test_models_own_init_is_run_once_with_checked_values():
    entered = []

    class Doubled(BaseModel):
        n: int

        def __init__(self, n: int) -> None:
            entered.append(n)
            super().__init__(n=2 * n)

    assert received_by(list[Doubled], [{"n": 2}])[0] == [Doubled.model_construct(n=4)]
    assert entered == [2]
    assert "x[0].n: expected an integer" in received_by(list[Doubled], [{"n": "2"}])[1]
    assert entered == [2]


@pytest.mark.parametrize("hint", [dt.date, dt.datetime, list[dt.datetime] | None])
@pytest.mark.parametrize("sent", ["86400", "2024", "20240131", "1.5", "-1e5"])
def test_text_of_a_number_is_no_date(hint, sent):
    sent = sent if isinstance(hint, type) else [sent]
    value, output = received_by(hint, sent)
    assert value is None
    assert "expected a date" in output


def test_field_may_ask_for_loose_dates():
    class Loose(BaseModel):
        at: dt.datetime = Field(strict=False)

    assert received_by(Loose, {"at": "86400"})[0].at.day == 2


class Cell(enum.Enum):
    CORNER = (0, 0)
    MIDDLE = (1, 1)


class Feast(enum.Enum):
    NEW_YEAR = dt.date(2024, 1, 1)


def test_enum_of_values_without_json_is_read_by_what_the_schema_says():
    for hint, member in ((Cell, Cell.MIDDLE), (Feast, Feast.NEW_YEAR)):

        def take(x):
            return x.name

        take.__annotations__ = {"x": hint}
        tool = define_tool(take)
        definition = next(iter(tool.input_schema["$defs"].values()))
        stated = definition.get("enum") or [definition["const"]]
        assert tool.run({"x": stated[-1]}).output == member.name
        assert "x: expected" in tool.run({"x": [7]}).output


@pytest.mark.parametrize(
    "hint", [Literal[Tide.HIGH], Literal[b"high"], Literal[Tide.HIGH, "low"]], ids=str
)
def test_literal_of_a_member_is_read_by_its_value(hint):
    assert received_by(hint, "high")[0] == get_args(hint)[0]
    assert "x: expected" in received_by(hint, "mid")[1]


@dataclasses.dataclass
class Logged:
    port: str
    seen: int = dataclasses.field(init=False, default=0)


def test_field_that_init_does_not_take_is_not_in_the_schema():
    def take(x: Logged): ...

    tool = define_tool(take)
    assert list(tool.input_schema["$defs"]["Logged"]["properties"]) == ["port"]


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)
    day: dt.date


def test_frozen_model_is_built():
    assert received_by(Frozen, {"day": "2024-01-31"})[0].day.year == 2024
