"""Findings as a person sees them, and what a tool's card says of them."""

import pytest

from toolnexus import Tool, Toolkit, check, define_tool
from toolnexus.checks import Finding, Findings
from toolnexus.display import render_html, render_text

MESSY = {
    "name": "find station",
    "description": "Find a station by its tags.",
    "input_schema": {
        "type": "object",
        "properties": {
            "tags": {"type": "array", "description": "What it has."},
            "near": {"type": "object", "description": "Where."},
            "unit": {"type": "string"},
            "days": {"type": "integer"},
        },
        "required": ["tag"],
    },
}


def finding(text="it is wrong", **facts):
    known = {
        "rule": text,
        "provider": text,
        "severity": "error",
        "tool": text,
        "path": text,
        "what": text,
        "why": text,
        "source": text,
        "do": text,
        "can_fix": True,
    }
    return Finding(**(known | facts))


def test_findings_are_by_tool_and_what_is_refused_comes_first(weather, html_snapshot):
    html = render_html(check([MESSY, *check_entries(weather)], "anthropic"))
    whole = html.replace("<wbr>", "")
    places = [
        whole.index(words)
        for words in (
            "4 errors, 1 warning and 8 infos",
            "2 tools checked for anthropic",
            "<code>find station</code>: 4 errors, 1 warning and 2 infos",
            "has a space",
            "&#39;tags&#39; may be meant",
            "<code>input_schema.properties.tags</code>",
            "say what it holds, as items",
            "ALL-008",
            "what is in it is not said",
            "<summary>2 infos",
            "<code>input_schema.properties.unit</code>, <code>input_schema.properties.days<",
            "<code>get_weather</code>: 6 infos",
        )
    ]
    assert places == sorted(places)
    assert html == html_snapshot


def check_entries(tool):
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "input_schema": tool.input_schema,
        }
    ]


def test_text_says_the_same():
    text = " ".join(render_text(check([MESSY])).split())
    for words in (
        "1 tool checked for all 10 providers",
        "find station: 5 errors, 1 warning and 6 infos",
        "error every provider, ALL-008: input_schema.properties.tags: it is an array",
        "say what it holds, as items",
        "ALL-011: input_schema.properties.unit, input_schema.properties.days: it has no",
    ):
        assert words in text


def test_nothing_found_is_said_so():
    def add(a: int) -> int:
        """Add one to a number.

        Args:
            a: The number.
        """
        return a + 1

    findings = check(define_tool(add), "openai")
    assert render_text(findings) == "nothing found · 1 tool checked for openai\n"
    assert "nothing found" in render_html(findings)
    assert "from checking" not in render_html(define_tool(add))


def test_card_folds_away_what_was_found(weather):
    html = render_html(weather)
    assert "1 error and 1 warning from checking for providers" in html
    assert html.index("from checking") < html.index("it is a reference")
    assert "it may be left out" not in html  # advice is for who asks
    assert "error ollama, OLL-001: parameters.properties.near.anyOf[0]" in render_text(weather)


def test_toolkit_counts_what_was_found(toolkit):
    assert "2 findings" in render_html(toolkit)
    assert "1 finding<" in render_html(toolkit)
    assert "2 findings" in render_text(toolkit)


def test_many_findings_stay_small():
    properties = {f"the name {i}": {"type": "array"} for i in range(60)}
    schema = {"type": "object", "properties": properties}
    html = render_html(
        check([{**MESSY, "name": f"f{i}", "input_schema": schema} for i in range(60)])
    )
    assert (
        "and what was found in 11 more tools" in html
    )  # all tools together are remarked on, too
    assert "more row" in html
    assert len(html) < 3_000_000
    assert len(render_html(Tool("f", "Find it.", schema, execute=str))) < 100_000


def test_one_row_names_some_places_and_counts_the_rest():
    properties = {f"p{i}": {"type": "array", "description": "It."} for i in range(9)}
    schema = {"type": "object", "properties": properties}
    html = render_html(check([{**MESSY, "input_schema": schema}], "openai"))
    assert html.count("it is an array") == 1
    assert "and 5 more" in html


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "[bold]x[/]", "\x1b[31mred"])
def test_foreign_text_is_shown_as_it_is(text):
    findings = Findings([finding(text)], [text], 1)
    html = render_html(findings)
    assert "<script" not in html
    assert "\x1b" not in html + render_text(findings)
    if text.startswith("["):
        assert text in html
        assert text in render_text(findings)


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "\x1b[31mred", "a\u202eb"])
def test_foreign_names_are_harmless_in_every_place(text):
    schema = {
        "type": text,
        "properties": {text: {"$ref": text, "enum": text}},
        "required": [text],
    }
    findings = check([{"name": text, "description": text, "input_schema": schema}])
    shown = render_html(findings) + render_text(findings)
    assert "<script" not in render_html(findings)
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_toolkit_without_findings_has_no_count():
    def add(a: int) -> int:
        """Add one to a number."""
        return a + 1

    assert "finding" not in render_text(Toolkit([define_tool(add)]))
