"""A `tools` array from anywhere, as a person sees it."""

import json

import pytest

from toolnexus import to_openai
from toolnexus.adapters import to_anthropic, to_gemini
from toolnexus.display import render_html, render_text, show

CYCLIC = {"name": "round", "description": "Go round and round."}
CYCLIC["input_schema"] = {"type": "object", "properties": {"me": CYCLIC}}


class Evil(dict):
    """A dict that answers nothing."""

    def __repr__(self):
        raise RuntimeError

    def items(self):
        raise RuntimeError


def test_array_is_a_table_with_a_card_beneath_each_row(weather, html_snapshot):
    entries = [
        *to_openai([weather]),
        {"type": "web_search"},
        {"description": "Find it.", "input_schema": "none"},
        3,
    ]
    html = render_html(show(entries))
    places = [
        html.index(words)
        for words in (
            "4 entries",
            "2 entries with errors",
            "get_weather",
            "shape: chat completions",
            "the entry as it was given",
            "web_search",
            "a tool of the provider&#39;s own",
            "[2], without a name",
            "it has no name",
            "the schema is the string",
            "[3], without a name",
            "it is of no shape that a provider takes",
        )
    ]
    assert places == sorted(places)
    assert html == html_snapshot


def test_single_entry_is_a_card(weather, html_snapshot):
    html = render_html(show(to_anthropic([weather])[0]))
    assert 'class="tn-table tn-tools"' not in html
    assert "shape: Anthropic" in html
    assert html == html_snapshot


def test_no_entries_say_so():
    assert "no entries in this array" in render_html(show([]))
    assert "no entries in this array" in render_text(show({"tools": []}))


def test_older_gemini_reads_as_any_other(weather):
    html = render_html(show(to_gemini([weather], legacy=True)))
    assert "integer 1 to 14" in html
    assert "object or null" in html
    assert "&#34;INTEGER&#34;" in html  # the entry itself is as it was given


def test_console_states_the_same_facts(weather):
    text = render_text(show([*to_openai([weather, weather.replace(name="b")]), 3, CYCLIC]))
    for words in (
        "4 entries",
        "2 entries with errors",
        "get_weather",
        "[2], without a name",
        "it is of no shape that a provider takes: no object",
        "it is not plain JSON: a value that holds itself",
    ):
        assert words in " ".join(text.split())
    single = render_text(show(to_openai([weather])))
    assert "city required" in single
    assert "shape: chat completions" in " ".join(single.split())


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({}, "an object without a name"),
        ({"name": "a", "input_schema": CYCLIC}, "a value that holds itself"),
        ({"name": "a", "input_schema": {"x": float("nan")}}, "nan at input_schema.x"),
        ({"name": "a", "input_schema": {"x": b"\xff"}}, "a Python bytes"),
        ({"name": "a", "parameters": {"properties": {3: {}}}}, "a"),
        ({3: 4}, "an object without a name"),
        ({"name": "a", "parameters": 3}, "the schema is the number 3"),
        ({"type": "function", "function": 3}, "it has no name"),
        ({"tools": 3}, "an object without a name"),
        ({"tools": {"a": {}}}, "a tool of the provider"),
        ([[], [[]]], "no object"),
    ],
    ids=str,
)
def test_what_is_broken_is_shown_with_what_is_wrong(entry, words):
    shown = show(entry)
    assert words in render_html(shown)
    assert words in " ".join(render_text(shown).split())


def test_what_is_not_json_is_shown_as_python_has_it():
    html = render_html(show({"name": "a", "input_schema": {"x": {1, 2}, "y": b"bytes"}}))
    assert "as Python writes it, for it is not all JSON" in html
    assert "{1, 2}" in html


def test_names_that_come_twice_are_marked(weather):
    html = render_html(show([weather, *to_openai([weather])]))
    assert html.count("2 entries of this name") == 4


def test_ten_thousand_entries_stay_in_bounds():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    entries = [{"name": f"t{n}", "input_schema": schema} for n in range(10_000)]
    html = render_html(show(entries))
    assert "10,000 entries" in html
    assert "and 9,950 more entries" in html
    assert len(html) < 400_000


def test_a_megabyte_stays_in_bounds():
    properties = {f"p{n}": {"type": "string", "description": "d" * 80} for n in range(8000)}
    entry = {"name": "big", "description": "x" * 200_000, "input_schema": {}}
    entry["input_schema"] = {"type": "object", "properties": properties}
    assert len(json.dumps(entry)) > 1_000_000
    html = render_html(show(entry))
    assert "7800 more, not shown here" in html
    assert len(html) < 500_000


def test_deep_entries_are_cut_and_say_so():
    deep = {}
    for _ in range(50_000):
        deep = {"items": deep}
    html = render_html(show([{"name": "deep", "input_schema": deep}]))
    assert "nested too deeply to be checked whole" in html
    assert "too deep to be read to its end" in html
    assert "as far as it was read" in render_text(show({"name": "deep", "input_schema": deep}))
    while deep:  # freed level by level: an older Python recurses
        deep = deep.pop("items")


def test_dict_that_fails_falls_back_to_the_plain_repr():
    shown = show([Evil(name="x")])
    assert shown._repr_html_() is None or "x" in shown._repr_html_()
    assert repr(shown)


def test_sets_are_in_one_order_whatever_theirs_is():
    (text,) = {render_html(show({"name": "a", "x": set(n)})) for n in ("abcdefgh", "hgfedcba")}
    letters = ", ".join(f"&#39;{letter}&#39;" for letter in "abcdefgh")
    assert f"{{{letters}}}" in text
    schema = {"type": "object", "x": {"e", "d", "c", "b", "a", "z", "y"}}
    text = render_text(show({"name": "a", "input_schema": schema}))
    assert '["a", "b", "c", "d", "e", "y", "z"]' in text


def test_same_entries_give_same_bytes(weather):
    entries = [*to_openai([weather]), {"name": "a", "input_schema": {"x": {"b", "a", "c"}}}]
    assert render_html(show(entries)) == render_html(show(entries))
