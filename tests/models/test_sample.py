"""Made-up arguments that a tool itself accepts, also where its schema can't say all."""

import datetime as dt
import enum
import uuid
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Optional

import pytest
from pydantic import (
    AfterValidator,
    AnyUrl,
    BaseModel,
    Field,
    FutureDate,
    NaiveDatetime,
    field_validator,
    model_validator,
)

from toolnexus import Tool, define_tool
from toolnexus.models._sample import sample_arguments


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(ge=1, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    tricks: list[str]


class Node(BaseModel):
    value: int
    children: list["Node"]
    parent: Optional["Node"] = None


class Even(BaseModel):
    n: int

    @field_validator("n")
    @classmethod
    def be_even(cls, n: int) -> int:
        if n % 2:
            msg = "odd"
            raise ValueError(msg)
        return n


class Span(BaseModel):
    first: int
    last: int

    @model_validator(mode="after")
    def be_in_order(self) -> "Span":
        if self.last <= self.first:
            msg = "not in order"
            raise ValueError(msg)
        return self


class Point(NamedTuple):
    x: int
    label: str
    day: dt.date


@dataclass
class Boat:
    name: str
    crew: list[str]


def no_boats(value: str) -> str:
    if "boat" in value:
        return value
    raise ValueError(value)


def unfinished(value: str) -> str:
    raise RuntimeError(value)


HINTS: dict[str, Any] = {
    "date": dt.date,
    "datetime": dt.datetime,
    "time": dt.time,
    "duration": dt.timedelta,
    "future": FutureDate,
    "naive": NaiveDatetime,
    "uuid": uuid.UUID,
    "decimal": Decimal,
    "path": Path,
    "url": AnyUrl,
    "enum": Colour,
    "model": Cat,
    "discriminated": Annotated[Cat | Dog, Field(discriminator="kind")],
    "union of models": list[Cat | Dog],
    "recursive": Node,
    "validated field": Even,
    "validated model": Span,
    "tuple": tuple[int, str],
    "tuple of many": tuple[Even, dt.date, str, Colour | None],
    "tuples in a tuple": tuple[tuple[int, str], tuple[str, int]],
    "named tuple": Point,
    "dataclass": Boat,
    "set": set[int],
    "dict": dict[str, Cat],
    "dict by number": dict[int, str],
    "dict by enum": dict[Colour, int],
    "literal": Literal["a", 1],
    "bytes": bytes,
    "complex": complex,
}


@pytest.mark.parametrize("hint", HINTS.values(), ids=HINTS)
def test_tool_accepts_its_samples(hint):
    def take(given, other=None): ...

    take.__annotations__ = {"given": hint, "other": hint | None if hint else None}
    tool = define_tool(take)
    for seed in range(4):
        for optional in (False, True):
            result = tool.run(sample_arguments(tool, seed, optional=optional))
            assert not result.is_error, result.output


def test_ordinary_sample():
    def tide(harbour_city: str, day: dt.date, points: tuple[int, str], deep: bool = False): ...

    assert sample_arguments(define_tool(tide)) == {
        "harbour_city": "Chennai",
        "day": "2024-01-31",
        "points": [1, "sample point"],
    }


def test_rest_and_spread_parameters():
    def take(n: int, *rest: int, **more: int) -> str: ...

    tool = define_tool(take)
    assert sample_arguments(tool) == {"n": 1}
    assert not tool.run(sample_arguments(tool, optional=True)).is_error


@pytest.mark.parametrize("check", [no_boats, unfinished], ids=["picky", "broken"])
def test_validator_that_refuses_everything_gets_what_fits_the_schema(check):
    def take(given: Annotated[str, AfterValidator(check)]): ...

    assert sample_arguments(define_tool(take)) == {"given": "sample given"}


def test_tool_with_a_written_schema():
    tool = Tool(
        "tide",
        input_schema={"properties": {"city": {"type": "string"}}, "required": ["city"]},
        execute=lambda args: args["city"],
    )
    assert tool.run(sample_arguments(tool)).output == "Chennai"
    cities = {sample_arguments(tool, seed)["city"] for seed in range(20)}
    assert len(cities) > 2


def test_written_schema_that_is_looser_than_the_function():
    def take(day: dt.date) -> str:
        return day.isoformat()

    schema = {"properties": {"day": {"type": "string"}}, "required": ["day"]}
    tool = define_tool(take, input_schema=schema)
    assert tool.run(sample_arguments(tool)).output == "2024-01-31"
