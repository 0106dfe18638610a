"""Drill reports as a person sees them."""

import asyncio

import pytest

from toolnexus import DrillReport, define_tool, drill
from toolnexus._roundtrip import DrillFinding, DrillRow
from toolnexus.display import render_html, render_text

ROWS = (
    DrillRow("book", "wrong_type", "refused", False, "guests: expected an integer.", True),
    DrillRow("book", "double_encoded", "executed", True, "booked", None),
    DrillRow("book", "unknown_tool", "unknown", False, "There is no such tool.", False),
    DrillRow("book", "call_in_text", "answer", False, "", None),
    DrillRow("book", "missing_id", "escaped", True, "", None, "KeyError: 'id'"),
)
FINDING = DrillFinding(
    "book", "no_message", "it raised ValueError without a text", "raise ToolError"
)


def test_report_reads_from_what_is_to_be_done_to_what_was_tried(html_snapshot):
    html = render_html(DrillReport(ROWS, (FINDING,), (("book", "not_in_enum"),)))
    places = [
        html.index(words)
        for words in (
            "not passed:",
            "3 of 5 mistakes did no harm",
            "it raised ValueError without a text",
            "raise ToolError",
            "5 mistakes tried on",
            "refused, function not entered; then put right",
            "refused: no tool of that name; not put right",
            "escaped: KeyError",
            "1 mistake can&#39;t be made on this tool",
        )
    ]
    assert places == sorted(places)
    assert html == html_snapshot


def test_text_says_the_same():
    text = " ".join(render_text(DrillReport(ROWS, (FINDING,), executed=False)).split())
    for words in (
        "not passed: 3 of 5 mistakes did no harm",
        "book it raised ValueError without a text",
        "read right, and executed",
        "guests: expected an integer.",
        "the functions themselves were not executed",
    ):
        assert words in text


def test_a_real_report_passes_and_stays_small():
    def double(n: int) -> int:
        """Double a number."""
        return 2 * n

    html = render_html(asyncio.run(drill(define_tool(double))))
    assert "passed:" in html
    assert "not passed" not in html
    assert len(html) < 40_000


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "[bold]x[/]", "\x1b[31mred"])
def test_foreign_text_is_shown_as_it_is(text):
    row = DrillRow(text, text, text, False, text, True, text)
    report = DrillReport((row,), (DrillFinding(text, text, text, text),))
    html = render_html(report)
    assert "<script" not in html
    assert "\x1b" not in html + render_text(report)


def test_no_tools_give_an_empty_report():
    report = asyncio.run(drill([]))
    assert report.ok
    assert "0 of 0 mistakes did no harm" in render_text(report)
