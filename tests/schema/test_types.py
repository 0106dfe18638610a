"""Which type hint gives which schema, and which Python value reaches the function."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import enum
import json
import pathlib
import typing
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar

import pytest
import typing_extensions
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
)
from typing_extensions import Doc, NotRequired, Required

from toolnexus import Tool, ToolDefinitionError, define_tool, to_openai


class Season(enum.Enum):
    WET = "wet"
    DRY = "dry"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Mixed(enum.Enum):
    """How it is mixed."""

    NUMBER = 1
    WORD = "word"


class Point(BaseModel):
    """A place on the map.

    Attributes:
        lat: Degrees north.
    """

    lat: float
    lon: Annotated[float, "Degrees east."] = 0.0


class Leg(BaseModel):
    start: Point
    stop: Point | None = None


class Branch(BaseModel):
    label: str
    kids: list[Branch] = []


class OpenBag(BaseModel):
    model_config = ConfigDict(extra="allow")
    size: int


@dataclasses.dataclass
class Station:
    code: str
    depth: Annotated[float, Doc("Metres below the surface.")] = 1.5


class Reading(typing.TypedDict, total=False):
    value: Required[float]
    unit: str


class OtherReading(typing_extensions.TypedDict):
    value: float
    unit: NotRequired[str]


class Train(BaseModel):
    kind: Literal["train"]
    line: int


class Bus(BaseModel):
    kind: Literal["bus"]
    stop: str


class Pair(typing.NamedTuple):
    left: int
    right: str = "r"


T = TypeVar("T")
Bounded = TypeVar("Bounded", bound=int)
Metres = NewType("Metres", float)


class Box(BaseModel, Generic[T]):
    content: T


def parameter_schema(tool: Tool, name: str = "x") -> Any:
    return to_openai([tool])[0]["function"]["parameters"]["properties"][name]


def tool_taking(hint: Any, **default: Any) -> tuple[Tool, list[Any]]:
    received: list[Any] = []

    def take(x):
        received.append(x)

    take.__annotations__ = {"x": hint}
    if default:
        take.__defaults__ = (default["default"],)
    return define_tool(take, in_thread=False), received


SCHEMAS: dict[str, tuple[Any, Any]] = {
    "str": (str, {"type": "string"}),
    "int": (int, {"type": "integer"}),
    "float": (float, {"type": "number"}),
    "bool": (bool, {"type": "boolean"}),
    "none": (None, {"type": "null"}),
    "any": (Any, {}),
    "object": (object, {}),
    "bare list": (list, {"type": "array", "items": {}}),
    "list": (list[str], {"type": "array", "items": {"type": "string"}}),
    "typing list": (typing.List[int], {"type": "array", "items": {"type": "integer"}}),  # noqa: UP006
    "sequence": (Sequence[int], {"type": "array", "items": {"type": "integer"}}),
    "iterable": (Iterable[int], {"type": "array", "items": {"type": "integer"}}),
    "set": (set[int], {"type": "array", "uniqueItems": True, "items": {"type": "integer"}}),
    "frozenset": (
        frozenset[str],
        {"type": "array", "uniqueItems": True, "items": {"type": "string"}},
    ),
    "bare tuple": (tuple, {"type": "array", "items": {}}),
    "open tuple": (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
    "even tuple": (
        tuple[float, float],
        {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}},
    ),
    "mixed tuple": (
        tuple[int, str],
        {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {
                "anyOf": [{"type": "integer"}, {"type": "string"}],
                "description": "In this order: integer, string.",
            },
        },
    ),
    "empty tuple": (tuple[()], {"type": "array", "minItems": 0, "maxItems": 0, "items": {}}),
    "bare dict": (dict, {"type": "object", "additionalProperties": True}),
    "dict": (
        dict[str, int],
        {"type": "object", "additionalProperties": {"type": "integer"}},
    ),
    "mapping": (
        Mapping[str, bool],
        {"type": "object", "additionalProperties": {"type": "boolean"}},
    ),
    "literal": (Literal["a", "b"], {"enum": ["a", "b"], "type": "string"}),
    "one literal": (Literal[7], {"const": 7, "type": "integer"}),
    "enum": (Season, {"$ref": "#/$defs/Season"}),
    "optional": (str | None, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
    "union": (int | str, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
    "date": (dt.date, {"type": "string", "format": "date"}),
    "datetime": (dt.datetime, {"type": "string", "format": "date-time"}),
    "time": (dt.time, {"type": "string", "format": "time"}),
    "timedelta": (dt.timedelta, {"type": "string", "format": "duration"}),
    "uuid": (uuid.UUID, {"type": "string", "format": "uuid"}),
    "path": (pathlib.Path, {"type": "string", "format": "path"}),
    "bytes": (bytes, {"type": "string", "format": "binary"}),
    "secret": (SecretStr, {"type": "string", "writeOnly": True, "format": "password"}),
    "newtype": (Metres, {"type": "number"}),
    "typevar": (T, {}),
    "bound typevar": (Bounded, {"type": "integer"}),
    "constrained": (
        Annotated[int, Field(ge=1, le=14, description="How many.")],
        {"type": "integer", "minimum": 1, "maximum": 14, "description": "How many."},
    ),
    "plain text": (
        Annotated[int, "How many."],
        {"type": "integer", "description": "How many."},
    ),
    "doc": (Annotated[int, Doc("How many.")], {"type": "integer", "description": "How many."}),
}


@pytest.mark.parametrize(("hint", "schema"), SCHEMAS.values(), ids=SCHEMAS)
def test_hint_gives_schema(hint, schema):
    tool, _ = tool_taking(hint)
    assert parameter_schema(tool) == schema


def test_decimal_takes_number_or_text():
    tool, received = tool_taking(decimal.Decimal)
    kinds = [branch["type"] for branch in parameter_schema(tool)["anyOf"]]
    assert kinds == ["number", "string"]
    assert "(?" not in json.dumps(tool.input_schema), "no look-ahead: grammar engines refuse it"
    tool.run({"x": "1.10"})
    assert received == [decimal.Decimal("1.10")]


VALUES: dict[str, tuple[Any, Any, Any]] = {
    "date": (dt.date, "2024-01-31", dt.date(2024, 1, 31)),
    "datetime": (dt.datetime, "2024-01-31T12:00:00", dt.datetime(2024, 1, 31, 12)),
    "time": (dt.time, "12:30:00", dt.time(12, 30)),
    "timedelta": (dt.timedelta, "P1DT2H", dt.timedelta(days=1, hours=2)),
    "uuid": (
        uuid.UUID,
        "12345678123456781234567812345678",
        uuid.UUID(int=0x12345678123456781234567812345678),
    ),
    "path": (pathlib.Path, "a/b", pathlib.Path("a/b")),
    "bytes": (bytes, "ab", b"ab"),
    "enum": (Season, "wet", Season.WET),
    "int enum": (Level, 2, Level.HIGH),
    "mixed enum": (Mixed, "word", Mixed.WORD),
    "set": (set[int], [1, 2, 2], {1, 2}),
    "frozenset": (frozenset[str], ["a"], frozenset("a")),
    "tuple": (tuple[int, str], [1, "a"], (1, "a")),
    "named tuple": (Pair, [1, "a"], Pair(1, "a")),
    "iterable": (Iterable[int], [1, 2], [1, 2]),
    "dict with int keys": (dict[int, str], {"1": "a"}, {1: "a"}),
    "model": (Point, {"lat": 1}, Point(lat=1)),
    "nested model": (Leg, {"start": {"lat": 1}}, Leg(start=Point(lat=1))),
    "list of models": (list[Point], [{"lat": 1}], [Point(lat=1)]),
    "generic model": (Box[int], {"content": 3}, Box[int](content=3)),
    "open model": (OpenBag, {"size": 1, "more": 2}, OpenBag(size=1, more=2)),
    "dataclass": (Station, {"code": "A"}, Station("A")),
    "typed dict": (Reading, {"value": 1.5}, {"value": 1.5}),
    "other typed dict": (
        OtherReading,
        {"value": 1.5, "unit": "m"},
        {"value": 1.5, "unit": "m"},
    ),
    "list of typed dicts": (list[Reading], [{"value": 1.5}], [{"value": 1.5}]),
    "optional": (Point | None, None, None),
    "whole float": (int, 5.0, 5),
    "int for float": (float, 2, 2.0),
    "big integer": (int, 9007199254740993, 9007199254740993),
    "huge integer": (int, 2**80, 2**80),
}


@pytest.mark.parametrize(("hint", "sent", "expected"), VALUES.values(), ids=VALUES)
def test_value_reaches_function_as_declared_type(hint, sent, expected):
    tool, received = tool_taking(hint)
    result = tool.run({"x": sent})
    assert not result.is_error, result.output
    assert received == [expected]
    assert type(received[0]) is type(expected)


REFUSED: dict[str, tuple[Any, Any, str]] = {
    "true is no integer": (int, True, "expected an integer, got true"),
    "fraction is no integer": (int, 5.7, "expected an integer, got the number 5.7"),
    "text is no integer": (int, "5", 'expected an integer, got the string "5"'),
    "number is no text": (str, 5, "expected a string, got the number 5"),
    "text is no boolean": (bool, "false", 'expected true or false, got the string "false"'),
    "one is no boolean": (bool, 1, "expected true or false, got the number 1"),
    "null is no integer": (int, None, "expected an integer, got null"),
    "true is no member": (Level, True, "expected one of 1 or 2, got true"),
    "true is no literal": (Literal[1, 2], True, "expected one of 1 or 2, got true"),
    "one is no true": (Literal[True], 1, "expected true, got the number 1"),
    "not a member": (Season, "mauve", 'expected one of "wet" or "dry", got the string "mauve"'),
    "not a date": (dt.date, "2024-13-01", 'expected a date such as "2024-01-31"'),
    "loose cast in a model": (
        Point,
        {"lat": "1.5"},
        'x.lat: expected a number, got the string "1.5"',
    ),
    "loose cast in a dataclass": (Station, {"code": 1}, "x.code: expected a string"),
    "loose cast in a typed dict": (Reading, {"value": "1"}, "x.value: expected a number"),
    "unknown key of a model": (
        Point,
        {"lat": 1, "lng": 2},
        "x.lng: unknown. Did you mean lon?",
    ),
    "unknown key of a dataclass": (
        Station,
        {"code": "A", "dep": 1},
        "x.dep: unknown. Did you mean depth?",
    ),
    "unknown key of a typed dict": (
        Reading,
        {"value": 1, "u": "m"},
        "x.u: unknown. Did you mean unit?",
    ),
    "wrong key": (
        dict[Season, int],
        {"hot": 1},
        'x: the key "hot" does not fit: expected one of "wet" or "dry".',
    ),
    "the branch that is meant": (
        list[int] | dict[str, int],
        {"k": "v"},
        'take was not run. x.k: expected an integer, got the string "v".',
    ),
    "short tuple": (tuple[int, str], [1], "expected an array of exactly 2 items"),
    "wrong item": (list[int], [1, "a"], 'x[1]: expected an integer, got the string "a"'),
    "wrong item of an iterable": (Iterable[int], ["a"], "x[0]: expected an integer"),
    "wrong item deep inside": (
        Branch,
        {"label": "a", "kids": [{"label": 3}]},
        "x.kids[0].label: expected a string, got the number 3",
    ),
    "out of range": (
        Annotated[int, Field(ge=1, le=14)],
        30,
        "expected an integer from 1 to 14",
    ),
    "too long": (Annotated[str, Field(max_length=3)], "abcd", "of at most 3 characters"),
    "no match": (Annotated[str, Field(pattern="^a")], "b", 'matching "^a"'),
}


@pytest.mark.parametrize(("hint", "sent", "told"), REFUSED.values(), ids=REFUSED)
def test_unfitting_value_never_enters_function(hint, sent, told):
    tool, received = tool_taking(hint)
    result = tool.run({"x": sent})
    assert result.is_error
    assert received == []
    assert told in result.output
    assert result.metadata["error"]["kind"] == "invalid_arguments"
    assert result.metadata["error"]["details"][0]["path"].startswith("x")


def test_nested_models_resolve_inside_parameters():
    tool, _ = tool_taking(Leg)
    parameters = tool.input_schema
    assert parameters["type"] == "object"
    assert set(parameters["$defs"]) == {"Leg", "Point"}
    assert all(part["additionalProperties"] is False for part in parameters["$defs"].values())
    assert parameters["$defs"]["Point"]["properties"] == {
        "lat": {"type": "number", "description": "Degrees north."},
        "lon": {"type": "number", "description": "Degrees east.", "default": 0.0},
    }
    assert parameters["$defs"]["Point"]["description"] == "A place on the map."


def test_recursive_model_keeps_an_object_at_the_root():
    tool, _ = tool_taking(Branch)
    assert tool.input_schema["type"] == "object"
    assert tool.input_schema["properties"]["x"] == {"$ref": "#/$defs/Branch"}
    kids = tool.input_schema["$defs"]["Branch"]["properties"]["kids"]
    assert kids["items"] == {"$ref": "#/$defs/Branch"}


def test_model_that_allows_extras_stays_open():
    tool, _ = tool_taking(OpenBag)
    assert tool.input_schema["$defs"]["OpenBag"]["additionalProperties"] is True


def test_typed_dict_keys_are_required_as_declared():
    tool, _ = tool_taking(Reading)
    assert tool.input_schema["$defs"]["Reading"]["required"] == ["value"]


def test_dataclass_field_texts_are_told():
    tool, _ = tool_taking(Station)
    field = tool.input_schema["$defs"]["Station"]["properties"]["depth"]
    assert field["description"] == "Metres below the surface."


def test_tuple_names_its_types_in_order():
    tool, _ = tool_taking(tuple[Point, int | None])
    items = parameter_schema(tool)["items"]
    assert items["description"] == "In this order: object Point, integer or null."
    assert items["anyOf"][0] == {"$ref": "#/$defs/Point"}


def test_no_titles_but_a_property_called_title_stays():
    class Page(BaseModel):
        title: str
        author: str = Field("?", title="Who wrote it")

    tool, _ = tool_taking(Page)
    definition = tool.input_schema["$defs"]["Page"]
    assert definition["properties"]["title"] == {"type": "string"}
    assert definition["properties"]["author"]["title"] == "Who wrote it"
    assert "title" not in definition
    assert "title" not in tool.input_schema


def test_enum_docstring_describes_it_and_pythons_own_does_not():
    assert tool_taking(Mixed)[0].input_schema["$defs"]["Mixed"] == {
        "enum": [1, "word"],
        "description": "How it is mixed.",
    }
    assert "description" not in tool_taking(Season)[0].input_schema["$defs"]["Season"]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"kind": "car"}, 'x.kind: expected "train" or "bus", got the string "car"'),
        ({"line": 3}, "x.kind: required, but missing"),
        ({"kind": "bus", "stp": "A"}, "x.stp: unknown. Did you mean stop?"),
    ],
    ids=["wrong tag", "no tag", "wrong key"],
)
def test_discriminated_union_tells_what_the_tag_means(sent, told):
    tool, received = tool_taking(Annotated[Train | Bus, Field(discriminator="kind")])
    result = tool.run({"x": sent})
    assert told in result.output
    assert received == []
    tool.run({"x": {"kind": "bus", "stop": "A"}})
    assert received == [Bus(kind="bus", stop="A")]


def test_own_validators_words_reach_the_model():
    def even(n: int) -> int:
        if n % 2:
            msg = "must be even"
            raise ValueError(msg)
        return n

    tool, received = tool_taking(Annotated[int, AfterValidator(even)])
    assert tool.run({"x": 3}).output == "take was not run. x: must be even, got the number 3."
    assert received == []


def test_user_may_opt_into_coercion():
    tool, received = tool_taking(Annotated[int, Field(strict=False)])
    assert not tool.run({"x": "5"}).is_error
    assert received == [5]


def test_validator_that_raises_something_else_gives_an_error_result():
    def broken(value: Any) -> Any:
        raise KeyError(value)

    tool, received = tool_taking(Annotated[int, BeforeValidator(broken)])
    result = tool.run({"x": 3})
    assert result.is_error
    assert "KeyError" in result.output
    assert received == []


def test_look_around_pattern_works_as_in_python():
    tool, received = tool_taking(Annotated[str, Field(pattern="^(?!a)")])
    assert tool.run({"x": "ab"}).is_error
    assert not tool.run({"x": "ba"}).is_error
    assert received == ["ba"]


# --- defaults ----------------------------------------------------------------------------


class _Sentinel:
    pass


JSON_DEFAULTS: dict[str, tuple[Any, Any, Any]] = {
    "none": (str | None, None, None),
    "date": (dt.date, dt.date(2024, 1, 2), "2024-01-02"),
    "path": (pathlib.Path, pathlib.Path("a/b"), "a/b"),
    "enum": (Season, Season.DRY, "dry"),
    "model": (Point, Point(lat=1), {"lat": 1.0, "lon": 0.0}),
    "set": (set[str], {"b", "a"}, ["a", "b"]),
    "list": (list[int], [1], [1]),
}


@pytest.mark.parametrize(
    ("hint", "default", "written"), JSON_DEFAULTS.values(), ids=JSON_DEFAULTS
)
def test_json_default_is_told(hint, default, written):
    tool, received = tool_taking(hint, default=default)
    assert parameter_schema(tool)["default"] == written
    assert "required" not in tool.input_schema
    tool.run({})
    assert received == [default]


OTHER_DEFAULTS: dict[str, tuple[Any, Any]] = {
    "infinity": (float, float("inf")),
    "sentinel": (int, _Sentinel()),
    "ellipsis": (Any, ...),
    "marker word": (int, "auto"),
    "secret": (SecretStr, SecretStr("made-up")),
    "bytes that are no text": (bytes, b"\xff"),
    "nested infinity": (list[float], [float("-inf")]),
    "out of its own range": (Annotated[int, Field(ge=5)], 1),
}


@pytest.mark.parametrize(("hint", "default"), OTHER_DEFAULTS.values(), ids=OTHER_DEFAULTS)
def test_other_default_stays_out_of_the_schema_and_works(hint, default):
    tool, received = tool_taking(hint, default=default)
    entry = json.dumps(to_openai([tool]), allow_nan=False)
    assert "default" not in entry
    assert "required" not in entry
    assert "made-up" not in entry
    tool.run({})
    assert received == [default]


def test_nan_default_stays_out_of_the_schema():
    tool, received = tool_taking(float, default=float("nan"))
    assert parameter_schema(tool) == {"type": "number"}
    tool.run({})
    assert received[0] != received[0]


@pytest.mark.parametrize(
    "hint",
    [
        int,
        Annotated[int, Field(ge=1)],
        dt.date,
        Point,
        list[int],
        Season,
        Annotated[str, AfterValidator(str.upper)],
        list[Annotated[int, {"unit": "fathom"}]],  # can't be hashed
        list[Annotated[int, {"unit": "fathom"}]] | None,
    ],
)
def test_none_default_takes_null_and_absence(hint):
    tool, received = tool_taking(hint, default=None)
    schema = parameter_schema(tool)
    assert {"type": "null"} in schema["anyOf"]
    assert schema["default"] is None
    tool.run({"x": None})
    tool.run({})
    assert received == [None, None]


def test_function_keeps_its_own_default_object():
    marker = object()

    def take(x: Any = marker, y: Annotated[int, "Text."] = marker) -> bool:  # type: ignore[assignment]
        return x is marker and y is marker

    assert define_tool(take).run().output == "true"


def test_mutable_default_is_not_shared_between_calls():
    def collect(into: list[int] = [], more: dict[str, int] = {}) -> int:  # noqa: B006
        into.append(1)
        more["k"] = 1
        return len(into) + len(more)

    tool = define_tool(collect)
    assert [tool.run().output for _ in range(3)] == ["2", "2", "2"]


def test_default_factory_makes_the_parameter_optional():
    def collect(into: Annotated[list[int], Field(default_factory=list)]) -> int:
        return len(into)

    tool = define_tool(collect)
    assert "required" not in tool.input_schema
    assert tool.run().output == "0"


def test_field_as_default_is_read():
    def take(n: int = Field(5, ge=1, description="How many.")) -> int:
        return n

    tool = define_tool(take)
    assert parameter_schema(tool, "n") == {
        "type": "integer",
        "minimum": 1,
        "description": "How many.",
        "default": 5,
    }
    assert tool.run().output == "5"
    assert tool.run({"n": 0}).is_error


def test_field_with_none_as_default_takes_null():
    def take(n: int = Field(None, ge=1)) -> bool:
        return n is None

    tool = define_tool(take)
    assert tool.run({"n": None}).output == "true"
    assert tool.run({"n": 0}).is_error


def test_optional_without_default_is_required_and_takes_null():
    tool, received = tool_taking(int | None)
    assert tool.input_schema["required"] == ["x"]
    assert tool.run({}).is_error
    tool.run({"x": None})
    assert received == [None]


# --- refused at definition ---------------------------------------------------------------


class Foreign:
    pass


NO_JSON: dict[str, tuple[Any, str]] = {
    "callable": (typing.Callable[[int], int], "which a model can't write as JSON"),
    "optional callable": (
        typing.Callable[[int], int] | None,
        "which a model can't write as JSON",
    ),
    "class as a value": (type[int], "which a model can't write as JSON"),
    "foreign class": (Foreign, "has the type .*Foreign, which pydantic can't read from JSON"),
    "list of a foreign class": (list[Foreign], "pydantic can't read from JSON"),
}


@pytest.mark.parametrize(("hint", "reason"), NO_JSON.values(), ids=NO_JSON)
def test_type_without_json_is_refused_by_name(hint, reason):
    def fold(n: int, by: Any) -> int: ...

    fold.__annotations__["by"] = hint
    with pytest.raises(ToolDefinitionError, match=rf"fold\(\): parameter 'by'.*{reason}"):
        define_tool(fold)


def test_generated_schema_is_the_same_in_every_order_of_definition():
    first = json.dumps(define_tool(lambda x: x, name="a").input_schema)
    assert json.dumps(define_tool(lambda x: x, name="a").input_schema) == first
