"""What has changed, as a person sees it."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from toolnexus import Toolkit, define_tool
from toolnexus.display import compare, render_html, render_text


def earlier(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
) -> str:
    """Current weather for a city.

    Args:
        city: Name of the city.
        days: How many days ahead to forecast.
    """


def entry(name="f", **properties):
    schema = {"type": "object", "properties": properties}
    return {"name": name, "description": "Do it.", "input_schema": schema}


def test_changes_are_a_table_with_what_it_means_for_calls(weather, html_snapshot):
    old = define_tool(earlier, name="get_weather")
    days = weather.input_schema["properties"]["days"]
    days["maximum"] = 7
    schema = weather.input_schema
    schema["properties"]["days"] = days
    new = weather.replace(input_schema=schema)
    html = render_html(compare(old, new))
    places = [
        html.index(words)
        for words in (
            "get_weather",
            "4 changes",
            "1 refuse calls that were valid",
            "calls that were valid</div></th>",
            "the tool",
            "Current weather <ins>and forecast</ins> for a city.",
            "Name of the city<ins>, in English</ins>.",
            "maximum 14 -&gt; 7",
            '<span class="tn-err">some are refused</span>',
            "new, optional",
            "(Station or null)",
        )
    ]
    assert places == sorted(places)
    assert html == html_snapshot


def test_nothing_says_so(weather, html_snapshot):
    html = render_html(compare(weather, weather))
    assert "nothing has changed" in html
    assert "<table" not in html
    assert html == html_snapshot


def test_toolkits_are_told_tool_by_tool(weather, bare, html_snapshot):
    new = [weather.replace(name="weather", description="Weather."), bare.replace(max_output=9)]
    html = render_html(compare(Toolkit([weather, bare]), Toolkit(new)))
    assert "get_weather</code>: gone" in html
    assert "weather</code>: new" in html
    assert "1 tool as before" in html
    assert html == html_snapshot


def test_console_states_the_same_facts(weather, bare):
    old = define_tool(earlier, name="get_weather")
    text = render_text(compare(Toolkit([old, bare]), Toolkit([weather])))
    for words in (
        "4 changes · 1 refuse calls that were valid",
        "get_weather: 3 changes",
        "was Current weather for a city.",
        "now Current weather and forecast for a city.",
        "new, optional",
        "stay valid",
        "ping: gone · calls that were valid: some are refused",
    ):
        assert words in text
    assert "every call that was valid stays so" in render_text(
        compare(weather, [weather, bare])
    )


@pytest.mark.parametrize(
    ("days", "told"),
    [
        ({}, "1 may refuse calls that were valid"),
        ({"type": "string"}, "1 refuse calls that were valid and 1 may do so"),
    ],
    ids=["alone", "after others"],
)
def test_what_may_refuse_calls_is_told(days, told):
    choice = {"type": "string", "enum": ["10:00", "10:30"]}
    old = entry(time=choice, days={})
    new = entry(time={"type": "string", "pattern": ":[03]0$"}, days=days)
    assert told in render_text(compare(old, new)).splitlines()[0]


def test_values_that_words_dont_have_are_shown():
    old = entry(it={"patternProperties": {"^a": {}}})
    new = entry(it={"patternProperties": {"^b": {}}})
    html = render_html(compare(old, new))
    assert "<del>{&#34;^a&#34;:{}}</del>" in html
    assert "<ins>{&#34;^b&#34;:{}}</ins>" in html
    assert "some may be refused" in html


def test_long_texts_are_shown_around_what_has_changed():
    text = "word " * 300
    old, new = entry(), {**entry(), "description": f"{text}and so on"}
    html = render_html(compare({**old, "description": f"{text}and more"}, new))
    assert " … " in html
    assert "<del>more</del>" in html
    assert len(html) < 7000
    html = render_html(compare({**old, "description": "x " * 100_000}, new))
    assert len(html) < 20_000


def test_many_changes_are_counted():
    names = {f"p{n}": {} for n in range(2000)}
    html = render_html(compare(entry(), entry(**names)))
    assert "and 1,900 more changes" in html
    assert len(html) < 40_000
    many = [entry(f"t{n}", a={}) for n in range(200)]
    html = render_html(compare(many, [entry(f"t{n}") for n in range(200)]))
    assert "and what has changed in 150 more tools" in html


def test_same_tools_give_same_bytes(weather, bare):
    pair = (Toolkit([weather, bare]), [bare.replace(description="x")])
    assert render_html(compare(*pair)) == render_html(compare(*pair))
