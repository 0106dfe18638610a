import base64
import io
import re
import struct
import sys
import warnings

import pytest

from toolnexus import ToolResult
from toolnexus.display import render_html, render_text
from toolnexus.display._values import value_view
from toolnexus.display._values._image import image_of

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 640, 480)
JPEG = (
    b"\xff\xd8\xff\xe0\x00\x06JFIF"  # a segment to step over
    b"\xff\xff\xc0\x00\x11\x08" + struct.pack(">HH", 480, 640) + b"\x03"
)
WEBP = b"RIFF\0\0\0\0WEBP"
IMAGES = {
    "png": (PNG, "PNG image, 640 x 480, 24 bytes", "image/png"),
    "jpeg": (JPEG, "JPEG image, 640 x 480, 21 bytes", "image/jpeg"),
    "gif": (b"GIF89a\x80\x02\xe0\x01", "GIF image, 640 x 480, 10 bytes", "image/gif"),
    "webp": (
        WEBP + b"VP8 " + b"\0" * 10 + struct.pack("<HH", 640, 480),
        "WebP image, 640 x 480, 30 bytes",
        "image/webp",
    ),
    "lossless webp": (
        WEBP + b"VP8L\0\0\0\0\x2f" + struct.pack("<I", 639 | 479 << 14) + b"\0" * 5,
        "WebP image, 640 x 480, 30 bytes",
        "image/webp",
    ),
    "extended webp": (
        WEBP + b"VP8X" + b"\0" * 8 + b"\x7f\x02\0\xdf\x01\0",
        "WebP image, 640 x 480, 30 bytes",
        "image/webp",
    ),
}


class Picture:
    """Shows whatever it is told to, by the methods of that name."""

    def __init__(self, **shown):
        self.shown = shown

    def __repr__(self):
        return "<Picture>"

    def _repr_png_(self):
        return self.shown.get("png")

    def _repr_jpeg_(self):
        return self.shown.get("jpeg")

    def _repr_svg_(self):
        return self.shown.get("svg")


@pytest.mark.parametrize("kind", IMAGES)
def test_bytes_are_the_image_that_they_begin_as(kind):
    data, words, mime = IMAGES[kind]
    image = image_of(data)
    assert image == {
        "src": f"data:{mime};base64,{base64.b64encode(data).decode()}",
        "words": words,
        "note": "",
    }
    assert image_of(bytearray(data)) == image
    result = ToolResult("x", value=data)
    assert f'src="{image["src"]}" alt="{words}"' in render_html(result)
    # Also as text: an untrusted notebook takes the image away, and a terminal has none.
    assert re.search(rf"<p[^>]*>{re.escape(words)}</p>", render_html(result))
    assert words in render_text(result)


@pytest.mark.parametrize(
    "data",
    [
        *(
            b"",
            b"PNG",
            PNG[:20],
            PNG.replace(b"IHDR", b"IHDX"),
            b"GIF89a",
            WEBP,
            WEBP + b"VP8Z",
        ),
        *(JPEG[:12], b"\xff\xd8\xff" * 1000, b"\xff\xd8\xff\xe0\0\0" * 1000, JPEG[:3]),
        *(b"\xff\xd8" + b"\xff" * 100_000, b"<svg/>", b"%PDF-1.7"),
    ],
    ids=[
        *("empty", "png name", "png cut", "png other", "gif cut", "webp cut", "webp other"),
        *("jpeg cut", "jpeg begun", "jpeg empty", "jpeg mark", "jpeg filled", "svg", "pdf"),
    ],
)
def test_bytes_that_only_look_like_an_image_are_bytes(data):
    assert image_of(data) is None
    assert value_view(data)["pieces"]


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        ({"png": PNG}, "PNG image, 640 x 480, 24 bytes"),
        ({"png": (PNG, {"width": 99})}, "PNG image, 640 x 480, 24 bytes"),
        ({"png": base64.b64encode(PNG).decode()}, "PNG image, 640 x 480, 24 bytes"),
        ({"png": None, "jpeg": JPEG}, "JPEG image, 640 x 480, 21 bytes"),
        # What it is called counts for nothing, what it is does.
        ({"png": b"<script>", "jpeg": PNG}, "PNG image, 640 x 480, 24 bytes"),
        ({"png": "é", "svg": "<svg/>"}, "SVG image, 6 bytes"),
    ],
    ids=["bytes", "with metadata", "base64", "second form", "misnamed", "third form"],
)
def test_display_method_for_an_image_is_asked(shown, words):
    assert image_of(Picture(**shown))["words"] == words


@pytest.mark.parametrize(
    "shown", [{}, {"png": 3}, {"svg": "<b>"}, {"svg": b"<svg/>"}, {"png": ()}]
)
def test_what_is_no_image_is_not_shown_as_one(shown):
    assert image_of(Picture(**shown)) is None


def test_svg_is_an_image_and_never_part_of_the_page():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>1</script></svg>'
    html = render_html(ToolResult("x", value=Picture(svg=svg)))
    assert "<svg" not in html
    assert "onload" not in html
    encoded = base64.b64encode(svg.encode()).decode()
    assert f'src="data:image/svg+xml;base64,{encoded}"' in html


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (PNG + b"\0" * 2_000_000, "PNG image, 640 x 480, 2.0 MB"),
        (PNG[:16] + struct.pack(">II", 60_000, 60_000), "PNG image, 60,000 x 60,000, 24 bytes"),
    ],
    ids=["bytes", "pixels"],
)
def test_too_large_an_image_is_only_named(data, words):
    assert image_of(data) == {"src": "", "words": words, "note": "too large to show here"}
    result = ToolResult("x", value=data)
    assert f"{words}: too large to show here" in render_text(result)
    html = render_html(result)
    assert f"{words}: too large to show here" in html
    assert "<img" not in html


def test_figure_is_drawn_the_same_each_time():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the library's own dependencies
        pytest.importorskip("matplotlib")
        from matplotlib.figure import Figure  # noqa: PLC0415 - may be missing
    figure = Figure(figsize=(4, 3))
    axes = figure.add_subplot()
    axes.plot([1, 3, 2])
    image = image_of(figure)
    assert image["words"].startswith("PNG image, ")
    assert image == image_of(figure) == image_of(axes)
    assert b"Software" not in base64.b64decode(image["src"].partition(",")[2])
    figure.set_size_inches(1000, 1000)
    assert image_of(figure) == {
        "src": "",
        "words": "figure, 100,000 x 100,000",
        "note": "too large to show here",
    }


def test_pillow_image_is_shown_unless_it_is_vast(monkeypatch):
    image_module = pytest.importorskip("PIL.Image")
    assert image_of(image_module.new("RGB", (64, 48)))["words"].startswith(
        "PNG image, 64 x 48,"
    )
    assert image_of(image_module.new("CMYK", (64, 48)))["words"].startswith(
        "JPEG image, 64 x 48"
    )
    vast = image_module.new("1", (10_000, 10_000))
    monkeypatch.setattr(vast, "save", lambda *_: pytest.fail("encoded"))
    assert image_of(vast)["note"] == "too large to show here"
    buffer = io.BytesIO()
    image_module.new("RGB", (64, 48)).save(buffer, "WEBP")
    assert image_of(buffer.getvalue())["words"].startswith("WebP image, 64 x 48,")


def test_nothing_is_imported_to_find_out(monkeypatch):
    for name in ("matplotlib.figure", "matplotlib.axes", "PIL.Image"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert image_of(object()) is None
    assert "PIL.Image" not in sys.modules
