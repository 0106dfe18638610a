"""Arguments validated straight from their text come out as those that are read first."""

import datetime
import enum
from decimal import Decimal
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from toolnexus import define_tool
from toolnexus._arguments import parse_arguments
from toolnexus._problems import ArgumentsRefused
from toolnexus._schema import _core_schema, describe_function, infer_schema, read_signature

ONE = Decimal(1)


class Place(BaseModel):
    lat: float
    name: str = "here"


class Open(BaseModel, extra="allow"):
    name: str


class Unit(enum.Enum):
    METRE = "m"
    FOOT = 2


def plain(a: str, b: int = 1, c: float | None = None, d: Literal["x", "y"] = "x"): ...
def numbers(a: float, b: list[float] = [], c: dict[str, float] = {}, d: Any = None): ...  # noqa: B006
def rich(a: Place, b: Unit = Unit.METRE, c: datetime.date | None = None, d: Decimal = ONE): ...
def loose(a: Open | None = None, b: tuple[int, str] | None = None, c: bool | int = True): ...
def spread(a: int, /, *rest: float, b: str = "b"): ...
def given(default=object(), other=...): ...  # noqa: B008


FUNCTIONS = [plain, numbers, rich, loose, spread, given]
VALUES = [
    *("1", "-0", "2.0", "1e2", "1.5", "0.1234567890123456789012", "12345678901234567890"),
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1E+400", "9" * 400, "9" * 5000),
    *('"x"', '"m"', '"2"', '"2024-05-01"', '"1e999 NaN"', f'"{"a" * 5000}"', "true", "null"),
    *('"\\ud83d\\ude00"', '"\\ud800"', '"a\nb"', '"\x00"', "01", "+1", "[1e999]", "[1.5, NaN]"),
    *("[]", "{}", '[1, "a"]', '{"k": 1, "k": 2}', "[" * 150 + "]" * 150, "[" * 300 + "]" * 300),
    *('{"lat": 1, "lat": 2.5}', '{"lat": NaN}', '{"lat": "1"}', '{"name": "n", "x": NaN}'),
]
TEXTS = [
    *("", "  ", "null", "{}", "[]", '"{}"', "{", "{'a': 1}", "```json\n{}\n```", "\ud800"),
    *('\ufeff{"a": 1}', '{"a": "x", "a": 1}', '{"a": 1, "a": "x"}', '{"a": "x", "z": 1}'),
    *('{"a": "x"} ', ' {"a" : "x" } ', '{"a": "x"}{"a": "x"}', '{"a": "x",}', '{"default": 1}'),
    *('{"rest": [1, 2.5], "a": 1}', '{"a": 1, "rest": [NaN]}', '{"a": "x", "b": 2, "c": 1.5}'),
]


def bound_after_reading(schema, text):
    try:
        arguments, twice = parse_arguments(text)
        bound, decoded = schema.bind(arguments)
    except ArgumentsRefused:
        return None
    return None if twice or decoded else bound


def same(one, other):
    return repr(one) == repr(other)  # NaN is not equal to itself, and 1 is equal to True


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_text_gives_what_its_arguments_give(function):
    signature = read_signature(function)
    schema = infer_schema(signature, describe_function(signature))
    names = list(schema.input_schema["properties"])
    first = {"plain": '"x"', "rich": '{"lat": 1.5}', "spread": "1", "numbers": "1"}
    start = first.get(function.__name__)
    head = f'"{names[0]}": {start}, ' if start else ""
    texts = TEXTS + [f'{{{head}"{name}": {value}}}' for name in names for value in VALUES]
    at_once = 0
    for text in texts:
        bound = schema.bind_text(text)
        if bound is not None:
            at_once += 1
            assert same(bound, bound_after_reading(schema, text)), text
    assert at_once >= 5


@pytest.mark.parametrize(
    "text",
    ['{"a": "x"}', '{"a": "x", "c": 1e30, "d": "y"}', '{"a": "1e999", "c": null}'],
    ids=["required", "float", "number_in_text"],
)
def test_ordinary_text_is_validated_at_once(text):
    signature = read_signature(plain)
    schema = infer_schema(signature, describe_function(signature))
    assert schema.bind_text(text) is not None


def test_a_persons_own_validator_runs_once():
    ran = []

    class Even(BaseModel):
        n: int

        @classmethod
        def __get_pydantic_core_schema__(cls, source, handler):
            from pydantic_core import core_schema  # noqa: PLC0415

            def check(value):
                ran.append(value)
                raise ValueError("odd")  # noqa: EM101

            return core_schema.no_info_after_validator_function(check, handler(source))

    def fn(a: Even): ...

    assert define_tool(fn).run('{"a": {"n": 1}}').is_error
    assert len(ran) == 1


async def test_nothing_is_built_or_read_again_once_there_is_a_tool(monkeypatch):
    built = []
    validator, schema = _core_schema.SchemaValidator, _core_schema.generate_arguments_schema

    def count(make):
        return lambda *args, **kwargs: built.append(make) or make(*args, **kwargs)

    monkeypatch.setattr(_core_schema, "SchemaValidator", count(validator))
    monkeypatch.setattr(_core_schema, "generate_arguments_schema", count(schema))

    async def fn(a: str, b: int = 1, place: Place | None = None):
        """Do it.

        Args:
            a: One.
        """
        return [a, b]

    tool = define_tool(fn)
    assert built == [schema, validator]
    for _ in range(20):
        assert (await tool.execute('{"a": "x", "place": {"lat": 1}}')).output == '["x", 1]'
        assert (await tool.execute({"a": "x", "b": 2})).output == '["x", 2]'
        assert (await tool.execute('{"a": 3}')).is_error
        assert tool.input_schema["properties"]["a"]["description"] == "One."
    assert built == [schema, validator]
