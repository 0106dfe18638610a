"""What is shown of a value, whatever it is; each form has a file of its own beside this one."""

import asyncio
import datetime
import json
import re
from dataclasses import dataclass
from unittest.mock import MagicMock, Mock

import pytest

from toolnexus import Toolkit, ToolResult, define_tool
from toolnexus.display import render_html, render_text
from toolnexus.display._values import value_view

pandas = pytest.importorskip("pandas")


def flat(text):
    return " ".join(text.split())


def shown(value):
    return "".join(piece["text"] for piece in value_view(value)["pieces"])


@dataclass
class Port:
    name: str
    opened: datetime.date


class Drawing:
    def _repr_svg_(self):
        return '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'


class Page:
    def __repr__(self):
        return "<Page>"

    def _repr_html_(self):
        return "<h1>Tides</h1>"


VALUES = {
    "table": (
        # A type that every version of pandas calls the same.
        pandas.DataFrame({"port": ["Kiel", "Goa"], "tide": [0.25, 3.0]}).astype(
            {"port": "category"}
        ),
        "DataFrame, 2 rows, 2 columns",
    ),
    "image": (Drawing(), "SVG image, 62 bytes"),
    "tree": (Port("Kiel", datetime.date(1900, 1, 2)), "Port(name='Kiel', opened=1900-01-02)"),
    "page": (Page(), "<Page>"),
}


@pytest.mark.parametrize("kind", VALUES)
def test_value_is_shown_by_what_it_is(kind, html_snapshot):
    value, words = VALUES[kind]
    result = ToolResult("the text", value=value)
    html = render_html(result)
    assert html == html_snapshot
    assert html == render_html(result)
    # The console says the same; where a notebook strips images and frames, words stay.
    assert words in render_text(result)
    bare = re.sub(r"<(style|iframe).*?</\1>|<[^>]*>", "", html, flags=re.DOTALL)
    assert flat(words.replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;")) in flat(
        bare
    )


def test_wide_table_has_a_row_of_its_own():
    narrow = pandas.DataFrame([[1, 2, 3, 4]])
    assert not value_view(narrow)["is_wide"]
    assert value_view(narrow.assign(more=5))["is_wide"]
    assert 'class="tn-row"' in render_html(ToolResult("x", value=narrow.assign(more=5)))


class Failing:
    def __getattribute__(self, name):
        raise RuntimeError(name)

    def _repr_html_(self):
        raise RuntimeError

    _repr_png_ = _repr_svg_ = _repr_markdown_ = __repr__ = _repr_html_


class WrongTypes:
    def _repr_html_(self):
        return 3

    def __repr__(self):
        return "<WrongTypes>"

    _repr_png_ = _repr_jpeg_ = _repr_svg_ = _repr_markdown_ = _repr_latex_ = _repr_html_


class Lying:
    """Says that it is something else, and that its image is one."""

    __class__ = pandas.DataFrame

    def _repr_png_(self):
        return b"GIF8 not at all"

    def __repr__(self):
        return "<Lying>"


class Endless:
    def __iter__(self):
        pytest.fail("iterated")

    __len__ = __getitem__ = __iter__

    def __repr__(self):
        return "<Endless>"


class NoText:
    def __repr__(self):
        return None


class Methodless:
    _repr_html_ = None
    _repr_png_ = "no method"

    def __repr__(self):
        return "<Methodless>"


def NamedLikeABuiltin():  # noqa: N802 - stands for a class
    return type("dict", (), {"__repr__": lambda _: "<mine>"})()


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (Failing, "<Failing instance>"),
        (WrongTypes, "<WrongTypes>"),
        (Lying, "<Lying>"),
        (Endless, "<Endless>"),
        (NoText, "<NoText instance>"),
        (Methodless, "<Methodless>"),
        (NamedLikeABuiltin, "<dict instance>"),
        (lambda: pandas.DataFrame, "<class 'pandas.DataFrame'>"),
        (lambda: (number for number in [1]), "<generator object <lambda>.<locals>.<genexpr>>"),
    ],
    ids=[
        *("failing", "wrong types", "lying", "endless", "no text", "no methods"),
        *("name of a builtin", "class", "generator"),
    ],
)
def test_what_cannot_show_itself_is_shown_as_its_repr(make, text):
    view = value_view(make())
    assert shown(make()).replace("core.frame.", "") == text
    assert (view["table"], view["image"], view["frame"]) == (None, None, None)
    result = ToolResult("x", value=make())
    assert result._repr_html_() == render_html(result)


@pytest.mark.parametrize("kind", [Mock, MagicMock])
def test_mock_has_no_display_though_it_has_every_attribute(kind):
    mock = kind(name="port")
    assert value_view(mock)["frame"] is None
    assert not mock.mock_calls
    assert shown(mock).startswith(f"<{kind.__name__} name='port'")


def test_object_of_ours_is_not_put_into_a_frame(weather):
    for value in (weather, Toolkit([weather]), ToolResult("inner", value=weather)):
        assert value_view(value)["frame"] is None
        assert shown(value) == repr(value)


def test_text_that_says_it_is_safe_is_escaped_all_the_same():
    class Safe(str):
        def __html__(self):
            return "<script>"

        def replace(self, *_):
            return self

    class Marked:
        def __repr__(self):
            return Safe("<script>1</script>")

        def _repr_html_(self):
            return Safe("<b>2</b>")

        def _repr_markdown_(self):
            return Safe("<script>3</script>")

    for value in (Marked(), Safe("<script>"), {Safe("<script>"): Safe("<script>")}):
        html = render_html(ToolResult(Safe("<script>"), value=value))
        assert "<script" not in html
        assert "<b>2" not in html


def test_not_approved_call_was_not_entered():
    error = {"kind": "not_approved", "type": "", "details": []}
    text = render_text(ToolResult("no", is_error=True, metadata={"error": error}))
    assert "error: it was not approved" in text
    assert "nothing: function not entered" in text


def test_execution_keeps_the_value_and_shows_it():
    def tides():
        return pandas.DataFrame({"m": [0.25]})

    result = asyncio.run(define_tool(tides).execute({}))
    assert json.loads(result.output) == [{"m": 0.25}]
    assert "DataFrame, 1 row, 1 column" in render_text(result)
