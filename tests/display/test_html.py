import re
from pathlib import Path

import pytest

from toolnexus import Toolkit, ToolResult
from toolnexus.display import _html as html_module
from toolnexus.display import html_or_none, render_html


def text_of(html):
    """What is left where style is stripped and nothing is laid out."""
    without_style = re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL).replace(
        "<wbr>", ""
    )
    return " ".join(re.sub(r"<[^>]*>", " ", without_style).split())


def test_tool_reads_from_top_to_bottom_like_what_the_model_gets(weather, html_snapshot):
    html = render_html(weather)
    text = text_of(html)
    order = [
        "get_weather",
        "Current weather and forecast for a city.",
        "what the model is told",
        "city required string Name of the city, in English.",
        "days integer 1 to 14 1 How many days ahead to forecast.",
        "no description",
        "inside near: name, nearby",
        "Station again, as above",
        "source: native",
        "what to_openai sends",
    ]
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    assert html == html_snapshot


def test_tool_without_description_and_parameters_says_so(bare, html_snapshot):
    html = render_html(bare)
    assert "no description: the model has only the name to go by" in html
    assert "no parameters" in html
    assert html == html_snapshot


def test_toolkit_is_a_table_with_a_card_beneath_each_row(toolkit, html_snapshot):
    html = render_html(toolkit)
    assert "2 tools in every request: about" in text_of(html)
    assert html.count('class="tn-sig"') == 2
    assert html == html_snapshot


def test_empty_toolkit_says_so():
    assert "no tools in this toolkit" in render_html(Toolkit([]))


def test_result_puts_what_python_returned_beside_what_the_model_gets(html_snapshot):
    html = render_html(ToolResult('["a", "b"]', value=("a", "b")))
    assert "what the model gets · 10 characters" in text_of(html)
    assert "what Python returned · tuple ( &#39;a&#39; , &#39;b&#39; )" in text_of(html)
    assert html == html_snapshot


def test_refused_call_says_that_the_function_was_not_entered(refused, html_snapshot):
    html = render_html(refused)
    text = text_of(html)
    assert "error: the arguments don&#39;t fit (invalid_arguments)" in text
    assert "nothing: function not entered" in text
    assert html == html_snapshot


def test_failure_folds_its_traceback_away(failed, html_snapshot):
    html = render_html(failed)
    assert "error: the function failed (unexpected)" in text_of(html)
    assert "nothing: it raised ValueError" in html
    assert html.index("<details><summary>traceback") < html.index("&lt;cell&gt;")
    assert html == html_snapshot


@pytest.mark.parametrize(
    ("output", "words"),
    [("", "nothing: the text is empty"), ("  \n", "nothing but white space, 3 characters")],
    ids=["empty", "white_space"],
)
def test_blank_output_is_put_into_words(output, words):
    assert words in render_html(ToolResult(output))


def test_long_output_is_cut_with_its_length_stated():
    html = render_html(ToolResult("x" * 1_000_000))
    assert "the first 2,000 of 1,000,000 characters" in html
    assert len(html) < 20_000


def test_leading_line_break_of_an_output_is_kept():
    # Right behind <pre> a parser drops a line break.
    assert "<pre" in (html := render_html(ToolResult("\nx")))
    assert "<code>\nx</code>" in html


def test_what_execution_changed_is_noted():
    metadata = {"decoded": ["near"], "full_length": 5000}
    text = text_of(render_html(ToolResult("x", metadata=metadata)))
    assert "sent in another form, read as meant: near" in text
    assert "cut for the model: the whole text has 5,000 characters" in text


def test_every_kind_is_one_element_without_script_and_ids(weather, toolkit, refused, failed):
    for obj in (weather, toolkit, refused, failed, ToolResult("x", value=object())):
        html = render_html(obj)
        assert html.startswith('<div class="tn ')
        assert html.rstrip().endswith("</div>")
        assert not re.search(r"<script|<svg|<img| id=| style=| on\w+=|0x[0-9a-f]{4}", html)


TEMPLATES = sorted((Path(html_module.__file__).parent / "templates").glob("[!_]*.html.j2"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_lets_dollar_signs_become_formulas(path):
    # Jupyter sets what is between dollar signs as mathematics, links and all, but not in these.
    (root, *_) = re.findall(r'<div class="(tn [^"]*)"', path.read_text(encoding="utf-8"))
    assert root.endswith(" mathjax_ignore tex2jax_ignore")


def test_same_object_gives_same_bytes(toolkit):
    assert render_html(toolkit) == render_html(toolkit)


def test_style_needs_no_escaping_and_follows_the_notebook(bare):
    style = render_html(bare).partition("<style>")[2].partition("</style>")[0]
    assert "&" not in style
    assert "var(--jp-error-color1,var(--vscode-errorForeground," in style
    assert "url(" not in style
    assert "@import" not in style


def test_sizes_stay_small(make_tool):
    properties = {f"p{n}": {"type": "string", "description": "What it is."} for n in range(5)}
    assert len(render_html(make_tool({"properties": properties}))) < 15_000
    tool = make_tool({"properties": properties})
    toolkit = Toolkit([tool.replace(name=f"tool_{n}") for n in range(200)])
    html = render_html(toolkit)
    assert len(html) < 400_000
    assert "and 150 more tools" in html
    assert html.count('class="tn-sig"') == 50


def test_objects_show_themselves(weather, toolkit, refused):
    for obj in (weather, toolkit, refused):
        assert obj._repr_html_() == render_html(obj)


def test_failing_display_falls_back_to_the_plain_repr(weather, monkeypatch):
    def fail(obj):
        raise RuntimeError

    monkeypatch.setattr(html_module, "view_of", fail)
    assert html_or_none(weather) is None
    assert weather._repr_html_() is None


def test_what_has_no_view_is_refused():
    with pytest.raises(TypeError, match="Can't display a int"):
        render_html(3)
    assert html_or_none(3) is None
