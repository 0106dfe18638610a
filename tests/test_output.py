"""What a function returns, as the text that the model gets."""

import dataclasses
import datetime as dt
import decimal
import enum
import itertools
import json
import pathlib
import uuid
from array import array
from collections import UserList
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from pydantic import BaseModel, Field

from toolnexus import ToolResult, define_tool


class Color(enum.Enum):
    RED = "red"


class Shade(str, enum.Enum):
    DARK = "dark"


class Place(BaseModel):
    name: str
    opened: dt.date | None = None


@dataclasses.dataclass
class Stop:
    line: int
    tags: tuple[str, ...] = ("a",)


class Agreeable:
    """Has any attribute that one asks for, as a mock has."""

    def __getattr__(self, name: str) -> Any:
        return lambda: Agreeable()

    def __str__(self) -> str:
        return "agreed"


class Touchy:
    def __getattr__(self, name: str) -> Any:
        msg = f"there is no {name} yet"
        raise RuntimeError(msg)

    def __str__(self) -> str:
        return "touchy"


TEXTS: dict[str, tuple[Any, str]] = {
    "text as it is": ("sunny", "sunny"),
    "text that looks like json": ('{"a": 1}', '{"a": 1}'),
    "empty text": ("", ""),
    "none": (None, "null"),
    "zero": (0, "0"),
    "false": (False, "false"),
    "empty list": ([], "[]"),
    "empty dict": ({}, "{}"),
    "float": (1.5, "1.5"),
    "object with any attribute": (Agreeable(), "agreed"),
    "object that minds being asked": (Touchy(), "touchy"),
    "big integer": (2**70, str(2**70)),
    "nan": (float("nan"), "null"),
    "infinity": (float("inf"), "Infinity"),
    "nan inside": ({"a": [float("nan"), float("-inf")]}, '{"a": [null, "-Infinity"]}'),
    "non-ascii": ({"city": "Zürich"}, '{"city": "Zürich"}'),
    "date": (dt.date(2024, 1, 2), "2024-01-02"),
    "keys of a dict, in their order": ({"b": 1, "a": 2}.keys(), '["b", "a"]'),
    "values of a dict": ({"b": 1, "a": 2}.values(), "[1, 2]"),
    "items of a dict": ({"b": 1}.items(), '[["b", 1]]'),
    "namespace": (SimpleNamespace(at=dt.date(2024, 1, 2)), '{"at": "2024-01-02"}'),
    "array of the standard library": (array("i", [1, 2]), "[1, 2]"),
    "user list": (UserList([1]), "[1]"),
    "decimal that is none": (decimal.Decimal("NaN"), "null"),
    "infinite decimal": ([decimal.Decimal("-Infinity")], '["-Infinity"]'),
    "missing date of pandas": (pd.NaT, "null"),
    "missing values in a table": (
        pd.DataFrame({"at": [pd.NaT], "n": pd.array([None], dtype="Int64")}),
        '[{"at": null, "n": null}]',
    ),
    "mixed": (
        {"at": dt.date(2024, 1, 2), "price": decimal.Decimal("1.10"), "city": "Zürich"},
        '{"at": "2024-01-02", "price": "1.10", "city": "Zürich"}',
    ),
    "enum": (Color.RED, "red"),
    "enum inside": ([Color.RED], '["red"]'),
    "enum that is text": (Shade.DARK, "dark"),
    "uuid": (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    "path": (pathlib.PurePosixPath("a/b"), "a/b"),
    "timedelta": ({"d": dt.timedelta(hours=1)}, '{"d": "PT1H"}'),
    "model": (
        Place(name="A", opened=dt.date(2024, 1, 2)),
        '{"name": "A", "opened": "2024-01-02"}',
    ),
    "list of models": ([Place(name="A")], '[{"name": "A", "opened": null}]'),
    "dataclass": (Stop(3), '{"line": 3, "tags": ["a"]}'),
    "tuple": ((1, "a"), '[1, "a"]'),
    "set in a stable order": ({"b", "a", "c"}, '["a", "b", "c"]'),
    "set of several types": ({2, 10, "a"}, '[2, 10, "a"]'),
    "tuple keys": ({(1, 2): "a"}, '{"[1, 2]": "a"}'),
    "other keys": ({1: "a", None: "b", Color.RED: "c"}, '{"1": "a", "null": "b", "red": "c"}'),
    "bytes that are text": (b"abc", "abc"),
    "bytes that are not": (b"\xff\x00", '{"base64": "/wA="}'),
    "bytes inside": ({"b": b"abc"}, '{"b": "abc"}'),
    "numpy scalar": (np.float64(1.5), "1.5"),
    "numpy array": (np.arange(3), "[0, 1, 2]"),
    "numpy inside": ({"m": np.eye(2)}, '{"m": [[1.0, 0.0], [0.0, 1.0]]}'),
    "data frame": (
        pd.DataFrame({"city": ["Zürich", "Rome"], "t": [1.5, float("nan")]}),
        '[{"city": "Zürich", "t": 1.5}, {"city": "Rome", "t": null}]',
    ),
    "data frame with an index": (
        pd.DataFrame({"t": [1]}, index=pd.Index(["A"], name="city")),
        '[{"city": "A", "t": 1}]',
    ),
    "data frame with equal columns": (
        pd.DataFrame([[1, 2]], columns=["a", "a"]),
        '{"columns": ["a", "a"], "rows": [[1, 2]]}',
    ),
    "empty data frame": (pd.DataFrame({"t": []}), "[]"),
    "data frame of dates": (
        pd.DataFrame({"d": pd.to_datetime(["2024-01-02", None])}),
        '[{"d": "2024-01-02T00:00:00"}, {"d": null}]',
    ),
    "series": (pd.Series({"a": 1, "b": 2}), '{"a": 1, "b": 2}'),
    "exception": (ValueError("no"), "no"),
}


@pytest.mark.parametrize(("value", "text"), TEXTS.values(), ids=TEXTS)
async def test_returned_value_becomes_honest_text(value, text):
    async def give() -> Any:
        return value

    result = await define_tool(give).execute()
    assert (result.output, result.is_error) == (text, False)
    assert result.value is value


class Plain:
    pass


class Angry:
    def __str__(self) -> str:
        msg = "no text today"
        raise RuntimeError(msg)

    __repr__ = __str__


def test_object_without_a_form_gives_its_text_without_address():
    assert define_tool(lambda: Plain(), name="t").run().output.endswith(".Plain object>")
    assert json.loads(define_tool(lambda: [Plain()], name="t").run().output)


def test_object_whose_text_fails_is_an_error_that_keeps_the_value():
    angry = Angry()
    result = define_tool(lambda: angry, name="t").run()
    assert result.is_error
    assert result.output == (
        "t ran, but what it returned can't be written as text. RuntimeError: no text today"
    )
    assert result.value is angry


def test_list_that_contains_itself_ends():
    loop: list[Any] = [1]
    loop.append(loop)
    assert define_tool(lambda: loop, name="t").run().output == '[1, "[the same again]"]'


def test_the_same_value_twice_is_no_loop():
    part = float("nan"), {1}
    assert define_tool(lambda: [part, part], name="t").run().output == (
        "[[null, [1]], [null, [1]]]"
    )


def test_half_a_surrogate_pair_can_be_sent():
    output = define_tool(lambda: ["\ud800"], name="t").run().output
    output.encode()
    assert "\\ud800" in output


def test_returned_result_passes_through():
    own = ToolResult("own words", is_error=True, metadata={"k": 1})
    assert define_tool(lambda: own, name="t").run() is own


def test_long_output_is_cut_only_on_request_and_visibly():
    assert len(define_tool(lambda: "x" * 100_000, name="t").run().output) == 100_000
    result = define_tool(lambda: "x" * 100_000, name="t", max_output=10).run()
    assert result.output == "xxxxxxxxxx\n[cut: the first 10 of 100,000 characters]"
    assert result.metadata == {"full_length": 100_000}
    assert len(result.value) == 100_000


def test_result_insists_on_text():
    with pytest.raises(
        TypeError, match="expected a str, got dict; hand the object in as value"
    ):
        ToolResult({"a": 1})  # type: ignore[arg-type]


def test_result_repr_is_short_and_says_error():
    assert repr(ToolResult("x" * 500)) == f"ToolResult('{'x' * 200}…')"
    assert repr(ToolResult("no", is_error=True)) == "ToolResult('no', is_error=True)"


class Tagged(BaseModel):
    tags: set[str] = Field(serialization_alias="labels")
    inner: list["Tagged"] = []
    by_name: dict[str, frozenset[int]] = {}


@dataclasses.dataclass
class Kept:
    tags: frozenset
    of: object = None


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (
            lambda tags: Tagged(tags=tags),
            '{"labels": ["a", "b", "c", "d"], "inner": [], "by_name": {}}',
        ),
        (
            lambda tags: Tagged(tags=[], inner=[Tagged(tags=tags)], by_name={"x": {10, 9, -1}}),
            '{"labels": [], "inner": [{"labels": ["a", "b", "c", "d"], "inner": [], '
            '"by_name": {}}], "by_name": {"x": [-1, 9, 10]}}',
        ),
        (lambda tags: Kept(frozenset(tags)), '{"tags": ["a", "b", "c", "d"], "of": null}'),
        (
            lambda tags: [Kept(frozenset(), Tagged(tags=tags))],
            '[{"tags": [], "of": {"labels": ["a", "b", "c", "d"], "inner": [], '
            '"by_name": {}}}]',
        ),
    ],
    ids=["model", "model in a model", "dataclass", "model in a dataclass"],
)
def test_sets_inside_models_are_in_order(make, text):
    # Each order of putting them in can give the set another order of its own.
    for tags in itertools.permutations("abcd"):
        tool = define_tool(lambda tags=tags: make(set(tags)), name="t")
        assert tool.run().output == text
