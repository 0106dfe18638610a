"""One tool in the shapes of all providers, and what became of its schema."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from toolnexus import Tool, Toolkit, UnknownToolError, define_tool, to_openai
from toolnexus.adapters import to_gemini, to_portable
from toolnexus.display import provider_shapes

SAME = ["openai", "responses", "anthropic", "gemini"]


class Point(BaseModel):
    """A place on earth."""

    lat: Annotated[float, Field(ge=-90, le=90)]
    lon: float = 0.0


def get_weather(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
    near: Point | None = None,
) -> str:
    """Current weather for a city.

    Args:
        city: Name of the city.
        days: How many days ahead.
    """


WEATHER = define_tool(get_weather)


def tool_of(**properties: Any) -> Tool:
    return Tool("f", "Do it.", {"type": "object", "properties": properties}, "test", dict)


def told(shape):
    return {(change.where, change.what, change.kind) for change in shape.changes}


def test_four_shapes_have_the_same_schema_in_other_envelopes():
    shapes = provider_shapes(WEATHER)
    assert [shape.name for shape in shapes if not shape.changes] == SAME
    assert all(shapes[name].schema == WEATHER.input_schema for name in SAME)
    assert [shapes[name].schema_at for name in SAME] == [
        "function.parameters",
        "parameters",
        "input_schema",
        "functionDeclarations[0].parametersJsonSchema",
    ]


def test_entries_are_what_the_adapters_write():
    shapes = provider_shapes(WEATHER)
    assert shapes["openai"].entry == to_openai([WEATHER])[0]
    assert shapes["openai strict"].entry == to_openai([WEATHER], strict=True)[0]
    assert shapes["gemini legacy"].entry == to_gemini([WEATHER], legacy=True)[0]
    assert shapes["portable"].entry == to_portable([WEATHER])[0]


def test_strict_makes_all_required_and_nullable_and_moves_defaults():
    assert told(provider_shapes(WEATHER)["openai strict"]) >= {
        ("days", "made required", "tightened"),
        ("days", "made nullable", "added"),
        ("days", "moved into the description: default", "told"),
        ("near", "dropped: default", "lost"),
        ("near", "made required", "tightened"),
        ("near.lon", "made nullable", "added"),
    }


def test_strict_closes_what_was_open():
    near = {"type": "object", "properties": {"lat": {"type": "number"}}}
    closed = "closed: no names but the listed ones"
    assert told(provider_shapes(tool_of(near=near))["openai strict"]) >= {
        ("", closed, "tightened"),
        ("near", closed, "tightened"),
    }


def test_portable_tells_in_words_what_it_has_no_keyword_for():
    found = told(provider_shapes(WEATHER)["portable"])
    assert found >= {
        ("", "dropped: additionalProperties", "lost"),
        ("days", "moved into the description: minimum", "told"),
        ("days", "moved into the description: maximum", "told"),
        ("near", "written out in place: Point", "restated"),
        ("near.lat", "moved into the description: maximum", "told"),
    }
    assert not any("capitals" in what for _, what, _ in found)


def test_older_gemini_writes_types_in_capitals_and_null_as_nullable():
    assert told(provider_shapes(WEATHER)["gemini legacy"]) >= {
        ("city", "type in capitals", "restated"),
        ("near", "null as an alternative written as nullable", "restated"),
    }


@pytest.mark.parametrize(
    ("schema", "what", "kind"),
    [
        ({"type": "string", "format": "date-time"}, "format", "told"),
        ({"type": "string", "format": "x-own"}, "format", "told"),
        ({"type": "string", "pattern": "^a+$"}, "pattern", "told"),
        ({"type": "array", "items": {"type": "string"}, "uniqueItems": True}, "uniqueItems", 0),
        ({"type": "integer", "multipleOf": 5}, "multipleOf", "told"),
        ({"type": "string", "examples": ["Oslo"]}, "examples", "told"),
        ({"type": "string", "title": "Its name"}, "title", "told"),
        ({"type": "string", "title": "Its name", "description": "A name."}, "title", "lost"),
        ({"type": "string", "contentEncoding": "base64"}, "contentEncoding", "lost"),
        ({"type": "string", "default": None}, "default", "lost"),
        # A number in words of another keyword is not this one, nor is a part of a word.
        (
            {"type": "string", "contentMediaType": "a/b", "default": "x"},
            "contentMediaType",
            "lost",
        ),
        ({"type": "integer", "default": 10, "x-step": 1}, "x-step", "lost"),
        ({"type": "string", "deprecated": True}, "deprecated", "told"),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "additionalProperties",
            "told",
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_dropped_is_told_apart_from_moved_into_the_description(schema, what, kind):
    found = told(provider_shapes(tool_of(it=schema))["portable"])
    kind = kind or "told"
    words = {"told": "moved into the description", "lost": "dropped"}[kind]
    assert ("it", f"{words}: {what}", kind) in found


def test_what_contains_itself_is_cut_off_and_says_so():
    class Node(BaseModel):
        inner: list["Node"] = []

    def keep(node: Node) -> str: ...

    keep.__annotations__["node"] = Node
    shape = provider_shapes(define_tool(keep))["portable"]
    assert ("node.inner[].inner[]", "not written out once more: Node", "told") in told(shape)
    assert shape.is_whole


def test_tool_that_cant_be_strict_says_why_and_where():
    shapes = provider_shapes(tool_of(options={"type": "object"}, it={}))
    for name in ("openai strict", "anthropic strict"):
        assert shapes[name].entry is None
        assert shapes[name].schema is None
        assert shapes[name].refused == (
            "an object of any keys at properties.options",
            "any value at properties.it",
        )
    assert shapes["portable"].refused == ()
    assert "openai strict: can't be written" in repr(shapes)


def test_schema_that_is_left_out_is_said_to_be():
    shape = provider_shapes(tool_of())["gemini legacy"]
    assert [str(change) for change in shape.changes] == ["dropped: the empty schema"]
    assert shape.schema is None


def test_changes_by_shape_are_data_for_tests():
    shapes = provider_shapes(WEATHER)
    assert list(shapes.changes) == [
        "openai strict",
        "anthropic strict",
        "gemini legacy",
        "portable",
    ]
    change = next(c for c in shapes.changes["portable"] if c.what.endswith(": maximum"))
    assert (change.path, change.old, change.new) == ("properties.days.maximum", 14, None)
    assert {change}
    assert len(shapes) == 8


def test_toolkit_needs_a_name_unless_it_has_one_tool():
    other = WEATHER.replace(name="other")
    assert provider_shapes(Toolkit([WEATHER])).tool is WEATHER
    assert provider_shapes(Toolkit([WEATHER, other]), "other").tool is other
    with pytest.raises(
        TypeError, match=r"the toolkit has 2: say which, .* get_weather or other"
    ):
        provider_shapes(Toolkit([WEATHER, other]))
    with pytest.raises(UnknownToolError, match="Did you mean other"):
        provider_shapes(Toolkit([WEATHER, other]), "othr")


@pytest.mark.parametrize("value", [3, get_weather, [WEATHER], {}], ids=str)
def test_what_is_no_tool_is_refused(value):
    with pytest.raises(TypeError, match="provider_shapes takes a Tool or a Toolkit; got"):
        provider_shapes(value)
