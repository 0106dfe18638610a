"""Pages and drawings of a value's own: in a display nothing of them runs or reaches anybody."""

import socket
import threading

import pytest

from toolnexus import ToolResult
from toolnexus.display import render_html

RUNS = "top.document.title='ran'"

# Whatever makes a browser run something, fetch something, connect or go somewhere.
PAGE = """
<script>RUNS; fetch('URL/fetch')</script>
<base href="URL/base/"><meta http-equiv="refresh" content="0;url=URL/refresh">
<meta http-equiv="Content-Security-Policy" content="default-src *">
<link rel="stylesheet" href="URL/css"><link rel="preload" as="image" href="URL/preload">
<link rel="prefetch" href="URL/prefetch"><link rel="preconnect" href="URL">
<link rel="dns-prefetch" href="URL"><link rel="modulepreload" href="URL/module">
<style>
@import "URL/import";
@font-face { font-family: x; src: url(URL/font) }
p { font-family: x; background: url(URL/background) }
p::before { content: url(URL/content) } li { list-style-image: url(URL/list) }
</style>
<p>a page of its own</p><li>x</li>
<img src="URL/img" srcset="URL/srcset 2x" onerror="RUNS">
<picture><source srcset="URL/picture"><img></picture>
<video src="URL/video" poster="URL/poster" autoplay></video><audio src="URL/audio"></audio>
<object data="URL/object"></object><embed src="URL/embed">
<iframe src="URL/frame"></iframe><iframe srcdoc="<script>RUNS</script>"></iframe>
<form action="URL/form"><input autofocus onfocus="RUNS; this.form.submit()">
<input type="image" src="URL/input"><button>send</button></form>
<svg onload="RUNS"><image href="URL/image"/><use href="URL/use#x"/></svg>
<body background="URL/body" onload="RUNS">
<a href="URL/link" ping="URL/ping">here</a> <a href="URL/top" target="_top">up</a>
<a href="URL/new" target="_blank">new</a> <a href="javascript:RUNS">run</a>
"""

DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" onload="RUNS">
<script>RUNS</script><style>@import "URL/import";</style>
<image href="URL/image" width="9" height="9"/>
<foreignObject width="9" height="9">
<img xmlns="http://www.w3.org/1999/xhtml" src="URL/foreign"/></foreignObject>
<rect width="90" height="60" fill="teal"/></svg>"""


class Listener:
    """Listens on this machine, and remembers who connects, also without saying a word."""

    def __init__(self):
        self.heard = []
        self.changed = threading.Condition()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.server.getsockname()[1]}"
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        while b"stop" not in self.heard:
            connection, _ = self.server.accept()
            with connection:
                connection.settimeout(0.5)
                try:
                    self.heard.append(connection.recv(200).split(b"\r\n")[0])
                except OSError:
                    self.heard.append(b"a connection")
            with self.changed:
                self.changed.notify_all()

    def wait_for(self, path):
        with self.changed:
            assert self.changed.wait_for(lambda: path in b" ".join(self.heard), 30)

    def stop(self):
        with socket.create_connection(self.server.getsockname()) as connection:
            connection.sendall(b"stop\r\n")
        self.thread.join(5)
        self.server.close()


@pytest.fixture
def listener():
    listener = Listener()
    yield listener
    listener.stop()


@pytest.fixture
def settle():
    """Let the page ask for something itself, so that whatever it asked for before is out."""
    other = Listener()

    def settle_(page):
        page.evaluate("url => { new Image().src = url }", f"{other.url}/last")
        other.wait_for(b"/last")

    yield settle_
    other.stop()


def filled_in(text, listener):
    return text.replace("RUNS", RUNS).replace("URL", listener.url)


def open_with(new_page, html):
    opened = new_page()
    opened.page.set_content(f"<!doctype html><title>calm</title>{html}", wait_until="commit")
    return opened


def test_page_of_its_own_neither_runs_nor_reaches_anybody(new_page, listener, settle):
    class Page:
        def _repr_html_(self):
            return filled_in(PAGE, listener)

    opened = open_with(new_page, render_html(ToolResult("x", value=Page())))
    opened.page.get_by_text("its own HTML").click()
    inside = opened.page.frame_locator("iframe.tn-frame")
    inside.get_by_text("a page of its own").wait_for()
    for words in ("here", "up", "new", "run"):
        inside.get_by_text(words, exact=True).click()
    settle(opened.page)
    assert listener.heard == []
    assert opened.page.title() == "calm"
    assert opened.dialogs == []
    assert len(opened.page.context.pages) == 1
    assert inside.get_by_text("a page of its own").is_visible()


def test_drawing_of_its_own_neither_runs_nor_reaches_anybody(new_page, listener, settle):
    class Drawing:
        def _repr_svg_(self):
            return filled_in(DRAWING, listener)

    opened = open_with(new_page, render_html(ToolResult("x", value=Drawing())))
    image = opened.page.locator("img.tn-image")
    image.wait_for()
    settle(opened.page)
    assert image.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [90, 60]
    assert listener.heard == []
    assert opened.page.title() == "calm"


def test_without_a_frame_the_same_page_would_do_all_that(new_page, listener):
    # Otherwise the tests above would pass with nothing to hold back.
    page = PAGE.replace("top.", "").replace("refresh", "")
    open_with(new_page, filled_in(page, listener))
    for path in (b"/fetch", b"/css", b"/img"):
        listener.wait_for(path)
