"""What has changed from one tool, or set of tools, to the next."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from toolnexus import Toolkit, define_tool, to_openai
from toolnexus.adapters import (
    to_anthropic,
    to_gemini,
    to_openai_responses,
)
from toolnexus.display import Comparison, compare


def old_weather(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
) -> str:
    """Current weather for a city.

    Args:
        city: Name of the city.
        days: How many days ahead.
    """


def new_weather(
    city: str, days: Annotated[int, Field(ge=1, le=7)], near: str | None = None
) -> str:
    """Current weather for a city.

    Args:
        city: Name of the city, in English.
        days: How many days ahead.
    """


OLD = define_tool(old_weather, name="get_weather")
NEW = define_tool(new_weather, name="get_weather")
PING = define_tool(lambda: "pong", name="ping")


def told(comparison):
    return [(change.where, change.what, change.breaks) for change in comparison.changes]


def test_changes_are_by_parameter_in_words_a_person_reads():
    comparison = compare(OLD, NEW)
    assert told(comparison) == [
        ("city", "description changed", "no"),
        ("days", "now required", "yes"),
        ("days", "maximum 14 -> 7", "yes"),
        ("days", "default 1 -> none", "no"),
        ("unit", "gone", "yes"),
        ("near", "new, optional", "no"),
    ]
    assert [change.kind for change in comparison.changes[-2:]] == ["removed", "added"]
    assert [change.what for change in comparison.breaking] == [
        "now required",
        "maximum 14 -> 7",
        "gone",
    ]


def test_summary_is_one_line():
    assert compare(OLD, NEW).summary == (
        "city: description changed; days: now required, maximum 14 -> 7, default 1 -> none; "
        "unit: gone; near: new"
    )
    assert compare(OLD, OLD).summary == ""
    assert repr(compare(OLD, OLD)) == "Comparison(nothing has changed)"


def test_long_summary_is_cut_and_counted():
    new = {"name": "f", "input_schema": {"properties": {f"p{n}": {} for n in range(9)}}}
    summary = compare({"name": "f", "input_schema": {}}, new).summary
    assert summary == "p0: new; p1: new; p2: new; p3: new; p4: new; p5: new; 3 more"
    limits = {"minimum": 1, "maximum": 2, "multipleOf": 1, "title": "x", "default": 1}
    summary = compare(
        {"name": "f", "input_schema": {"properties": {"n": {}}}},
        {"name": "f", "input_schema": {"properties": {"n": limits}}},
    ).summary
    assert summary.startswith("n: minimum none -> 1, ")
    assert summary.endswith(" and 1 more")


@pytest.mark.parametrize(
    "write",
    [to_openai, to_openai_responses, to_anthropic, to_gemini],
    ids=["openai", "responses", "anthropic", "gemini"],
)
def test_a_tool_and_its_entry_in_any_shape_are_the_same(write):
    entries = write([OLD])
    assert not compare(OLD, entries).changes
    assert not compare(entries, OLD).changes
    assert not compare({"model": "any", "tools": entries}, [OLD]).changes
    assert compare(entries, NEW).summary == compare(OLD, NEW).summary


def test_strict_entry_of_the_same_shape_says_so():
    changes = compare(to_openai([PING])[0], to_openai([PING], strict=True)[0]).changes
    assert [str(change) for change in changes] == ["strict none -> true"]


def test_two_single_tools_are_compared_whatever_their_names():
    change = compare(PING, PING.replace(name="pong")).changes[0]
    assert (change.what, change.breaks) == ("renamed to pong", "yes")


def test_toolkits_are_compared_by_name():
    new = [PING.replace(description="Say pong."), NEW, define_tool(lambda: 1, name="late")]
    comparison = compare(Toolkit([OLD, PING]), Toolkit(new))
    assert [c.tool for c in comparison.changes if not c.where] == ["ping", "late"]
    assert comparison.tools == ("get_weather", "ping", "late")
    assert "ping: description added" in comparison.summary
    assert comparison.summary.endswith("; late: new")


def test_tool_that_comes_under_another_name_is_renamed():
    assert compare([PING, OLD], [OLD.replace(name="weather"), PING]).summary == (
        "get_weather: renamed to weather"
    )
    # Two that have nothing in common but that they have nothing are not.
    comparison = compare([{"name": "a"}], [{"name": "b"}])
    assert told(comparison) == [("", "gone", "yes"), ("", "new", "no")]


def test_tools_of_one_name_are_compared_in_order():
    one, other = {"name": "a", "description": "1"}, {"name": "a", "description": "2"}
    assert not compare([one, other], [one, other]).changes
    assert told(compare([one, other], [one])) == [("", "gone", "yes")]


def test_change_has_its_place_and_both_values():
    change = next(c for c in compare(OLD, NEW).changes if c.what.startswith("maximum"))
    assert (change.path, change.old, change.new) == ("properties.days.maximum", 14, 7)
    gone = next(c for c in compare(OLD, NEW).changes if c.what == "gone")
    assert (gone.path, gone.old["default"], gone.new) == ("properties.unit", "celsius", None)
    assert {gone}  # can be kept in a set


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"name": 3},
        {"name": "a", "input_schema": "x"},
        {"name": "a", "input_schema": {"properties": {"x": object()}}},
        {"type": "function", "function": {"name": None, "parameters": []}},
    ],
    ids=["empty", "number", "text", "object", "list"],
)
def test_broken_entries_are_compared_as_far_as_they_go(entry):
    assert not compare(entry, entry).changes
    assert isinstance(compare(entry, OLD), Comparison)
    assert isinstance(compare([OLD, entry], [entry, entry]), Comparison)


def test_entry_without_a_schema_is_as_one_that_takes_nothing():
    assert not compare(to_gemini([PING], legacy=True), {"name": "ping"}).changes


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (old_weather, "make a tool of it first, with define_tool"),
        (3, "Can't compare the int 3: expected a Tool"),
        ("x", "Can't compare the str 'x'"),
        (None, "Can't compare the NoneType None"),
    ],
    ids=["function", "number", "text", "none"],
)
def test_what_is_no_tool_is_refused(value, words):
    with pytest.raises(TypeError, match=words):
        compare(value, OLD)
    with pytest.raises(TypeError, match=words):
        compare(OLD, value)


def test_words_for_all_there_is():
    def changes(old, new):
        old, new = (
            {"name": "f", "input_schema": {"properties": {"it": it}, **around}}
            for it, around in (old, new)
        )
        return compare(old, new).summary

    text = {"type": "string"}
    defs, others = {"$defs": {"A": text}}, {"$defs": {"B": {**text, "title": "x"}}}
    ref = {"$ref": "#/$defs/A"}
    assert changes((text, {}), ({"type": ["string", "null"]}, {})) == "it: now takes null"
    assert changes((text, {}), ({"anyOf": [text, ref]}, defs)) == "it: now also takes A"
    assert changes((ref, defs), (text, {})) == "it: definition A written out in place"
    assert changes((text, {}), (ref, defs)) == "it: now by the definition A"
    assert changes((ref, defs), ({"$ref": "#/$defs/B"}, others)) == (
        "it: definition A -> B, title added"
    )
    assert changes(({"enum": ["a", "b"]}, {}), ({"enum": ["b", "c"]}, {})) == (
        'it: now also "c", no longer "a"'
    )
    assert changes(({}, {}), ({"enum": ["b", "c"]}, {})) == 'it: now only "b" or "c"'
    assert changes(({}, {}), ({}, {"additionalProperties": False})) == (
        "no names but the listed ones any more"
    )
    assert changes(({}, {}), (False, {})) == "it: now takes nothing"
    assert changes((text, {}), ({"type": "integer"}, {})) == "it: type string -> integer"
    assert changes(({}, {}), ({"anyOf": [text, {"type": "integer"}]}, {})) == (
        "it: now one of 2 alternatives"
    )
