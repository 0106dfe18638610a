import collections
import dataclasses
import datetime
import decimal
import enum
import pathlib
import types
import uuid
from typing import NamedTuple

import pytest
from pydantic import BaseModel, Field, RootModel, SecretStr

from toolnexus import ToolResult
from toolnexus.display import render_html, render_text
from toolnexus.display._values._tree import tree_of


class Unit(enum.Enum):
    METRE = "m"


class Level(enum.IntEnum):
    LOW = 1


class Access(enum.Flag):
    READ = 1
    WRITE = 2


class Port(NamedTuple):
    name: str
    depth: float


class Station(BaseModel):
    name: str
    opened: datetime.date
    unit: Unit = Unit.METRE
    key: SecretStr = SecretStr("swordfish")
    hidden: str = Field("swordfish", repr=False)
    nearby: list["Station"] = []


class Open(BaseModel, extra="allow"):
    a: int


class Discreet(BaseModel):
    inner: str

    def __repr__(self):
        return "Discreet()"


class Arguable(BaseModel):
    inner: str

    def __repr_args__(self):
        return []


@dataclasses.dataclass
class Tide:
    at: datetime.datetime
    level: float = 0.5
    key: str = dataclasses.field(default="swordfish", repr=False)


@dataclasses.dataclass(slots=True)
class Slotted:
    name: str


@dataclasses.dataclass
class Quiet:
    inner: str

    def __repr__(self):
        return "Quiet()"


class Computed(BaseModel):
    a: int = 1

    @property
    def b(self):
        pytest.fail("computed")


class Wrong(dict):
    def __iter__(self):
        pytest.fail("iterated")

    items = keys = values = __len__ = __getitem__ = __repr__ = __iter__


def text_of(value):
    return "".join(piece["text"] for piece in tree_of(value)["pieces"])


def kinds_of(value):
    return {piece["text"].strip(): piece["kind"] for piece in tree_of(value)["pieces"]}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        ({"a": 1, 2: [True, None]}, "{'a': 1, 2: [True, None]}"),
        ([], "[]"),
        ({}, "{}"),
        ((1,), "(1,)"),
        ((), "()"),
        ({"b", "a", 3}, "{3, 'a', 'b'}"),
        (set(), "set()"),
        (frozenset({2, 1}), "frozenset({1, 2})"),
        ({frozenset({"y", "x"})}, "{frozenset({'x', 'y'})}"),
        (Unit.METRE, "Unit.METRE ('m')"),
        ([Level.LOW], "[Level.LOW (1)]"),
        # Which one comes first differs between versions of Python.
        (Access.READ | Access.WRITE, repr(Access.READ | Access.WRITE)),
        (datetime.date(2026, 5, 1), "2026-05-01"),
        ([datetime.datetime(2026, 5, 1, 9, 30)], "[2026-05-01 09:30:00]"),
        (datetime.timedelta(hours=2), "datetime.timedelta(seconds=7200)"),
        (decimal.Decimal("1.50"), "Decimal('1.50')"),
        (uuid.UUID(int=1), "UUID('00000000-0000-0000-0000-000000000001')"),
        (pathlib.PurePosixPath("a/b"), "PurePosixPath('a/b')"),
        (Port("Kiel", 3.5), "Port(name='Kiel', depth=3.5)"),
        (Tide(datetime.datetime(2026, 5, 1)), "Tide(at=2026-05-01 00:00:00, level=0.5)"),
        (Slotted("Kiel"), "Slotted(name='Kiel')"),
        (Open(a=1, b=2), "Open(a=1, b=2)"),
        (RootModel[list[int]]([1]), "RootModel[list[int]](root=[1])"),
        (Computed(), "Computed(a=1)"),
        (collections.Counter("aab"), "Counter({'a': 2, 'b': 1})"),
        (collections.defaultdict(list, a=[1]), "defaultdict({'a': [1]})"),
        (collections.OrderedDict(b=1, a=2), "OrderedDict({'b': 1, 'a': 2})"),
        (collections.deque([1, 2]), "deque([1, 2])"),
        (types.MappingProxyType({"a": 1}), "mappingproxy({'a': 1})"),
        (types.SimpleNamespace(a=1), "SimpleNamespace(a=1)"),
        (Wrong(a=1), "Wrong({'a': 1})"),
        (range(10**9), "range(0, 1000000000)"),
        (object(), "<object object>"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_value_that_fits_is_on_one_line(value, text):
    assert tree_of(value)["note"] == ""
    assert text_of(value) == text


@pytest.mark.parametrize(
    "value",
    [Discreet(inner="swordfish"), Quiet("swordfish"), Arguable(inner="swordfish")],
)
def test_repr_of_its_own_is_left_to_say_what_it_will(value):
    assert text_of(value) == f"{type(value).__name__}()"
    assert text_of([value]) == f"[{type(value).__name__}()]"


def test_what_a_model_hides_from_its_repr_stays_hidden():
    goa = Station(name="Goa", opened=datetime.date(1950, 1, 1))
    station = Station(name="Chennai", opened=datetime.date(1900, 1, 2), nearby=[goa])
    result = ToolResult("x", value=station)
    assert text_of(station) == "\n".join(
        [
            "Station(",
            "  name='Chennai',",
            "  opened=1900-01-02,",
            "  unit=Unit.METRE ('m'),",
            "  key=SecretStr('**********'),",
            "  nearby=[",
            "    Station(",
            "      name='Goa',",
            "      opened=1950-01-01,",
            "      unit=Unit.METRE ('m'),",
            "      key=SecretStr('**********'),",
            "      nearby=[],",
            "    ),",
            "  ],",
            ")",
        ]
    )
    for text in (render_html(result), render_text(result)):
        assert "swordfish" not in text


def test_model_that_was_never_checked_is_shown_as_far_as_it_goes():
    assert text_of(Station.model_construct(name=3)).startswith("Station(\n  name=3,\n  unit=")


def test_numbers_fill_lines_and_the_rest_is_counted():
    text = text_of(list(range(1000)))
    assert text.startswith("[\n  0, 1, 2, 3,")
    assert text.endswith("39,\n  … 960 more, 1,000 in all\n]")
    assert all(len(line) <= 44 for line in text.splitlines())
    assert len(text.splitlines()) < 10


@pytest.mark.parametrize(
    ("value", "note"),
    [
        ("x" * 1_000_000, "the first 2,000 of 1,000,000 characters"),
        (b"\0" * 1_000_000, "the first 250 of 1.0 MB"),
        (dict.fromkeys(range(10**6)), ""),
        ([["x" * 1000] * 1000] * 1000, ""),
        ({str(n): {str(m): "x" * 9 for m in range(99)} for n in range(99)}, ""),
        (set(range(10**6)), ""),
        ([[0] * 40] * 10**6, ""),
    ],
    ids=["text", "bytes", "dict", "wide", "wide dict", "set", "lists"],
)
def test_long_value_is_cut_with_its_length_stated(value, note):
    assert tree_of(value)["note"] == note
    text = text_of(value)
    assert len(text) < 8000
    assert note or f"{len(value):,} in" in text


def test_depth_is_bounded_and_what_contains_itself_ends():
    deep = []
    for _ in range(10_000):
        deep = [deep]
    assert text_of(deep) == "[[[[[[[… 1 inside …]]]]]]]"
    me = {"n": 1}
    me["me"] = [me]
    assert text_of(me) == "{'n': 1, 'me': [the same again]}"
    twice = [1]
    assert text_of([twice, twice]) == "[[1], [1]]"


def test_long_text_inside_is_cut_and_says_so():
    assert text_of(["x" * 5000]).endswith("xxx' … the first 200 of 5,000 characters,\n]")


def test_number_that_python_refuses_to_write_is_put_into_words():
    assert text_of(10**9999) == "an integer of about 9,999 digits"
    assert text_of([10**9999]) == "[an integer of about 9,999 digits]"


def test_pieces_have_the_colours_of_json():
    kinds = kinds_of({"key": ["text", 1.5, None, datetime.date(2026, 5, 1)]})
    assert kinds["'key'"] == "key"
    assert kinds["'text'"] == "string"
    assert kinds["1.5"] == kinds["2026-05-01"] == "number"
    assert kinds["None"] == "literal"


def test_hostile_text_is_literal_in_every_place():
    text = "<b>[red]\x1b[2J\u202e"
    names = types.SimpleNamespace(**{text: text})
    model = type(text, (BaseModel,), {"__annotations__": {"a": str}})(a=text)
    shown = text_of([{text: {text}}, names, model, enum.Enum(text, {text: text})[text]])
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    result = ToolResult("x", value=[{text: {text}}, names, model])
    assert "<b>" not in render_html(result)
    assert "[red]" in render_text(result)
