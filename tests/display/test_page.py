"""A page that stands on its own."""

from html.parser import HTMLParser

from toolnexus.display import compare, provider_shapes, render_page, show


class Page(HTMLParser):
    """Complains about whatever reaches out of the page."""

    def __init__(self, html):
        super().__init__()
        self.tags = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        assert tag not in ("script", "link", "img", "iframe", "object", "base", "form", "svg")
        for name, _ in attrs:
            assert name in (
                "class",
                "colspan",
                "align",
                "lang",
                "charset",
                "name",
                "content",
                "open",
            )


def test_page_has_all_in_order_and_loads_nothing(weather, bare, html_snapshot):
    page = render_page(bare, show([3]), compare(bare, bare), title="<my> tools")
    assert page.startswith("<!doctype html>")
    assert "<title>&lt;my&gt; tools</title>" in page
    assert page.index("tn-tool") < page.index("tn-entries") < page.index("tn-comparison")
    assert Page(page).tags[:6] == ["html", "head", "meta", "meta", "title", "style"]
    assert "url(" not in page
    assert "@import" not in page
    assert "color-scheme:light dark" in page
    assert page == html_snapshot
    assert page == render_page(bare, show([3]), compare(bare, bare), title="<my> tools")


def test_page_takes_every_kind(weather):
    page = render_page(provider_shapes(weather), show([weather]), title="a\nb \x1b")
    assert "<title>a b \\x1b</title>" in page
    Page(page)
