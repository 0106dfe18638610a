"""What the checks in the page find, and that they do find it."""

import pytest

PAGE = "<body style='margin:0;background:{below}'><p style='{style}'>some words</p></body>"

PAIRS = {
    "black on white": ("#fff", "color:#000", 21.0),
    "white on white": ("#fff", "color:#fff", 1.0),
    "just too little": ("#fff", "color:#777", 4.48),
    "just enough": ("#fff", "color:#767676", 4.54),
    "the other way round": ("#000", "color:#fff", 21.0),
    "red on dark": ("#212121", "color:#d32f2f", 3.23),
    "half through": ("#fff", "color:rgba(0,0,0,.5)", 3.98),
    "half through, mixed": ("#fff", "color:color-mix(in srgb,#000 50%,transparent)", 3.98),
    "mixed": ("#fff", "color:color-mix(in srgb,#f00 50%,#000)", 10.99),
    "on a background half through": ("#fff", "color:#fff;background:rgba(0,0,0,.5)", 3.98),
    "faded": ("#fff", "color:#000;opacity:.5", 3.98),
}


@pytest.fixture(scope="module")
def blank(browser):
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def see(blank, in_page):
    """Show HTML in an empty page and say what is wrong with its first paragraph."""

    def see_(html):
        blank.set_content(html)
        blank.evaluate(in_page)
        return blank.locator("p").first.evaluate("element => window.look(element)")

    return see_


@pytest.mark.parametrize(("below", "style", "expected"), PAIRS.values(), ids=PAIRS)
def test_contrast_is_that_of_wcag(below, style, expected, see, blank):
    wrong = see(PAGE.format(below=below, style=style))
    measured = blank.locator("p").evaluate("element => window.contrastOf(element)")
    assert measured == pytest.approx(expected, abs=0.02)
    assert wrong == ([] if expected >= 4.5 else [f'contrast {measured:.2f}: p. "some words"'])


WRONG = {
    "wider inside": ("width:60px;white-space:nowrap", "x" * 30, "wider inside than outside"),
    "sticks out": ("width:60px", "<b style='position:relative;left:99px'>x</b>", "sticks out"),
    "cut off": ("height:20px;overflow:hidden", "words<br>and<br>more", "cut off below"),
    "broken": ("width:30px;overflow-wrap:anywhere", "required", "broken word required"),
    "pale inside": ("color:#000", "dark <b style='color:#ddd'>pale</b>", "contrast 1.36"),
    "wide page": ("width:5000px", "x", "the page scrolls sideways"),
}


@pytest.mark.parametrize(("style", "inside", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said(style, inside, words, see):
    assert any(words in found for found in see(f"<p style='{style}'>{inside}</p>"))


def test_what_can_not_be_seen_is_not_looked_at(see):
    hidden = "<details><summary>more</summary><b style='color:#fff'>white</b></details>"
    assert see(f"<p>fine</p>{hidden}") == []
    assert see("<p>fine <b style='display:none;color:#fff'>white</b></p>") == []
    heard = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"
    assert see(f"<p>fine <b style='{heard};color:#fff'>a name for the box</b></p>") == []
    scrolls = "<textarea style='height:20px'>words\nand\nmore</textarea>"
    assert see(f"<p>fine {scrolls} <select size=2><option>a</option></select></p>") == []
