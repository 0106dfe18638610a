import html as html_module
import re
import time

import pytest

from toolnexus import ToolResult
from toolnexus.display import render_html, render_text
from toolnexus.display._values import value_view
from toolnexus.display._values._markup import frame_of


class Page:
    def __init__(self, html):
        self.html = html

    def __repr__(self):
        return "<Page>"

    def _repr_html_(self):
        return self.html


class Formula:
    def _repr_latex_(self):
        return r"$\frac{1}{2}$"


class Text(Formula):
    def _repr_markdown_(self):
        return "# Tides\n\n<script>alert(1)</script> [x](javascript:1)"


def document_of(html):
    """Read out of a display what its frame holds."""
    (attributes,) = re.findall(r"<iframe ([^>]*)></iframe>", html)
    assert 'sandbox=""' in attributes
    return html_module.unescape(re.search(r'srcdoc="([^"]*)"', attributes).group(1))


def test_html_of_its_own_stays_in_a_frame_behind_a_policy():
    hostile = "</script></p>\"><script>alert(1)</script><img src='http://x.test/'>&quot;"
    html = render_html(ToolResult("x", value=Page(hostile)))
    assert "<script" not in html
    document = document_of(html)
    assert document.endswith(hostile)
    # The policy stands before anything foreign, and nothing behind it can loosen it.
    policy = document.index('<meta http-equiv="Content-Security-Policy"')
    assert policy < document.index("</script>")
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:;" in document
    assert "&lt;Page&gt;" in html
    assert "<Page>" in (text := render_text(ToolResult("x", value=Page(hostile))))
    assert f"its own HTML, {len(hostile)} bytes: shown in a notebook" in text


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ('<a href="x">y</a>', '<g href="x">y</g>'),
        ("<A\nhref=x>y</A >", "<g\nhref=x>y</g >"),
        ("<link rel=preconnect href=x>", "<wbr rel=preconnect href=x>"),
        ("<LINK/href=x>", "<wbr/href=x>"),
        ("<area href=x>", "<wbr href=x>"),
        ("<iframe src=x></iframe>", "<g src=x></g>"),
        ("<object data=x></object><embed src=x>", "<g data=x></g><g src=x>"),
        ("<abbr>a</abbr><aside>", "<abbr>a</abbr><aside>"),
    ],
)
def test_what_no_policy_holds_back_has_lost_its_meaning(given, kept):
    assert frame_of(Page(given))["html"] == kept


def test_reader_is_told_what_does_nothing_in_a_frame():
    words = "scripts, links and frames in it do nothing here"
    assert frame_of(Page("<p>x</p><script>1</script>"))["note"] == words
    assert frame_of(Page("<a href=x>x</a>"))["note"] == words
    assert frame_of(Page("<p>x</p>"))["note"] == ""
    assert words in render_html(ToolResult("x", value=Page("<a href=x>x</a>")))


@pytest.mark.parametrize(
    "html",
    [
        "<div id='chart'></div><script>draw('<b>x</b>')</script>",
        "<style>p{}</style><SCRIPT src='https://cdn.test/x.js'></SCRIPT> <div>\n</div>",
        "<script>never closed",
    ],
    ids=["inline", "fetched", "open"],
)
def test_page_made_by_scripts_is_not_shown_as_an_empty_frame(html):
    frame = frame_of(Page(html))
    assert frame["html"] == ""
    assert frame["note"] == "made by scripts, which don't run here"
    result = ToolResult("x", value=Page(html))
    assert "<iframe" not in (shown := render_html(result))
    assert "made by scripts, which don&#39;t run here" in shown
    assert "made by scripts, which don't run here" in render_text(result)


def test_large_page_is_only_named():
    html = render_html(ToolResult("x", value=Page("<p>" + "x" * 1_000_000)))
    assert "its own HTML, 1.0 MB: too large to show here" in html
    assert len(html) < 20_000


@pytest.mark.parametrize("part", ["<script", "<", "<a ", "</", "<style>", " at 0x1", "<!--"])
def test_hostile_page_does_not_take_forever(part):
    start = time.process_time()
    frame_of(Page("<script" + part * (400_000 // len(part))))
    # Anything but one pass over the text would take minutes.
    assert time.process_time() - start < 10


def test_ids_and_addresses_are_the_same_in_every_kernel():
    def page(uuid):
        return Page(f"<p id='{uuid}'>{uuid} <Port object at 0x7f00aa></p>")

    one = frame_of(page("6f1c2a34-93f5-4c5e-9b1d-0a1b2c3d4e5f"))
    assert one == frame_of(page("aaaaaaaa-93f5-4c5e-9b1d-0a1b2c3d4e5f"))
    assert "0x" not in one["html"]


def test_styled_table_is_shown_by_its_own_html_the_same_each_time():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"m": [0.25]})
    one, two = (value_view(frame.style)["frame"]["html"] for _ in range(2))
    assert one == two
    assert "0.25" in one


@pytest.mark.parametrize(
    ("value", "facts", "text"),
    [
        (Text(), "its Markdown", "# Tides\n\n<script>alert(1)</script> [x](javascript:1)"),
        (Formula(), "its LaTeX", r"$\frac{1}{2}$"),
    ],
    ids=["markdown", "latex"],
)
def test_markdown_and_latex_are_shown_as_the_text_they_are(value, facts, text):
    view = value_view(value)
    assert view["facts"] == facts
    assert view["pieces"] == [{"kind": "", "text": text}]
    html = render_html(ToolResult("x", value=value))
    assert html_module.escape(text).replace("&#x27;", "&#39;") in html
    assert text.splitlines()[0] in render_text(ToolResult("x", value=value))


def test_html_that_cannot_be_encoded_does_not_break_the_output():
    html = render_html(ToolResult("x", value=Page("<p>half \ud83d</p>")))
    html.encode()
    assert "half" in document_of(html)
