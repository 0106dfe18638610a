"""One tool side by side in all shapes, as a person sees it."""

import re

import pytest

from toolnexus.display import provider_shapes, render_html, render_text


def test_what_differs_comes_first_and_whole_entries_are_folded(weather, html_snapshot):
    html = render_html(provider_shapes(weather))
    places = [
        html.index(words)
        for words in (
            "in 8 shapes: the same schema in 4, rewritten in 3 and can&#39;t be written in 1",
            "the same schema, in an envelope",
            "<b>chat completions</b>",
            "{ … the schema }",
            "<details><summary>the whole entry",
            "<b>Anthropic</b>",
            "the schema is rewritten",
            "<b>chat completions, strict</b>",
            "moved into the description</span>: <code>default</code>",
            "made required",
            "made nullable",
            "changes, place by place",
            "the envelope, with the schema in <code>function.parameters</code>",
            "<b>Gemini, older models</b>",
            "type in capitals",
            "can't be written</p>",
            "Station inside itself at properties.near",
        )
    ]
    assert places == sorted(places)
    # Eight times the whole schema would be much to scroll past.
    unfolded = re.sub(r"<details>.*?</details>", "", html, flags=re.DOTALL)
    assert "&#34;properties&#34;" not in unfolded
    assert html == html_snapshot


def test_tool_without_parameters(bare, html_snapshot):
    html = render_html(provider_shapes(bare))
    assert "dropped</span>: <code>the empty schema</code>" in html
    assert html == html_snapshot


def test_console_states_the_same_facts(weather):
    text = render_text(provider_shapes(weather))
    for words in (
        "the same schema in 4, rewritten in 3 and can't be written in 1",
        '"input_schema": { … the schema }',
        "the tool's own schema, in functionDeclarations[0].parametersJsonSchema",
        "moved into the description: default",
        "made nullable",
        "can't be written:",
        "Station inside itself",
    ):
        assert words in text


@pytest.mark.parametrize("number", [200, 2000])
def test_large_tool_stays_in_bounds(make_tool, number):
    schema = {"type": "string", "description": "What it is. " * 8, "default": "x"}
    tool = make_tool({"properties": {f"p{n}": schema for n in range(number)}})
    html = render_html(provider_shapes(tool))
    assert f"and {number - 6} more" in html
    assert len(html) < 200_000


def test_many_kinds_of_changes_are_counted(make_tool):
    unlike = {f"p{n}": {"type": "string", f"x-{n}": n} for n in range(40)}
    html = render_html(provider_shapes(make_tool({"properties": unlike})))
    assert "<code>x-7</code>" in html
    assert "and 16 more" in html
    assert "<code>x-39</code>" not in html


def test_many_reasons_are_counted(make_tool):
    tool = make_tool({"properties": {f"p{n}": {"type": "object"} for n in range(40)}})
    assert "and 28 more" in render_html(provider_shapes(tool))
    assert "and 28 more" in render_text(provider_shapes(tool))


def test_same_tool_gives_same_bytes(weather):
    assert render_html(provider_shapes(weather)) == render_html(provider_shapes(weather))
