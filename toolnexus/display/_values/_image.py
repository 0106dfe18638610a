"""Images as data: URLs that we encode ourselves, with their kind and size in words.

An SVG becomes an image as well: inside `<img>` no script of it runs and nothing is fetched.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from io import BytesIO
from typing import Any

from toolnexus._types import JsonObject
from toolnexus.display._values._known import bytes_in_words, is_a, is_too_much, shown_by

_MOST_PIXELS = 25_000_000
"""A small file can unpack to more than a browser holds."""

Size = tuple[int, int]


def image_of(value: Any) -> JsonObject | None:
    """Make the view of an image.

    Args:
        value: Any object: bytes, a figure, or what has a display method for an image.

    Returns:
        `src` (empty if it is too large to show), `words` for kind and size, and `note`; None
        if it is no image.
    """
    if issubclass(type(value), (bytes, bytearray)):
        return _from_bytes(value)
    if is_a(value, "matplotlib.axes", "Axes"):
        value = value.figure
    if is_a(value, "matplotlib.figure", "Figure"):
        return _from_figure(value)
    if is_a(value, "PIL.Image", "Image") and _is_vast(value.size):
        return _untold("image", value.size)
    for method in ("_repr_png_", "_repr_jpeg_"):
        if image := _from_bytes(_decoded(shown_by(value, method))):
            return image
    return _from_svg(shown_by(value, "_repr_svg_"))


def _from_bytes(data: Any) -> JsonObject | None:
    if not isinstance(data, (bytes, bytearray)):
        return None
    data = bytes(data)
    for kind, mime, size_of in _KINDS:
        if size := size_of(data[:_HEADER]):
            return _image(kind, mime, data, size)
    return None


def _decoded(shown: Any) -> Any:
    """Read base64, which a display method may return in place of bytes."""
    if not isinstance(shown, str):
        return shown
    try:
        return b64decode(shown)
    except ValueError:
        return None


def _from_figure(figure: Any) -> JsonObject | None:
    width, height = (float(inches) * float(figure.dpi) for inches in figure.get_size_inches())
    if _is_vast(size := (round(width), round(height))):
        return _untold("figure", size)
    buffer = BytesIO()
    # Without the name of the version that drew it: same figure, same bytes.
    figure.savefig(buffer, format="png", bbox_inches="tight", metadata={"Software": None})
    return _from_bytes(buffer.getvalue())


def _from_svg(shown: Any) -> JsonObject | None:
    if not isinstance(shown, str) or "<svg" not in shown:
        return None
    return _image("SVG", "image/svg+xml", str.__str__(shown).encode("utf-8", "replace"), None)


def _image(kind: str, mime: str, data: bytes, size: Size | None) -> JsonObject:
    pixels = f", {size[0]:,} x {size[1]:,}" if size else ""
    words = f"{kind} image{pixels}, {bytes_in_words(len(data))}"
    if is_too_much(len(data)) or (size and _is_vast(size)):
        return {"src": "", "words": words, "note": "too large to show here"}
    return {"src": f"data:{mime};base64,{b64encode(data).decode()}", "words": words, "note": ""}


def _untold(what: str, size: Size) -> JsonObject:
    words = f"{what}, {size[0]:,} x {size[1]:,}"
    return {"src": "", "words": words, "note": "too large to show here"}


def _is_vast(size: Size) -> bool:
    return size[0] * size[1] > _MOST_PIXELS


_HEADER = 400_000
"""Where the size of an image is found at the latest: behind the thumbnail and the colours."""


def _png_size(data: bytes) -> Size | None:
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return _big(data[16:20]), _big(data[20:24])


def _gif_size(data: bytes) -> Size | None:
    if not data.startswith((b"GIF87a", b"GIF89a")) or len(data) < 10:
        return None
    return _little(data[6:8]), _little(data[8:10])


def _jpeg_size(data: bytes) -> Size | None:
    if not data.startswith(b"\xff\xd8\xff"):
        return None
    at = 2
    # From segment to segment; the size is in the one that starts the frame.
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], _big(data[at + 2 : at + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return _big(data[at + 7 : at + 9]), _big(data[at + 5 : at + 7])
        # A byte of 0xFF may stand before a marker any number of times.
        at += 1 if marker == 0xFF else 2 + max(length, 2)
    return None


def _webp_size(data: bytes) -> Size | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    chunk = data[12:16]
    if chunk == b"VP8X":
        return _little(data[24:27]) + 1, _little(data[27:30]) + 1
    if chunk == b"VP8L":
        bits = _little(data[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return (
        (_little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF)
        if chunk == b"VP8 "
        else None
    )


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


_KINDS: tuple[tuple[str, str, Callable[[bytes], Size | None]], ...] = (
    ("PNG", "image/png", _png_size),
    ("JPEG", "image/jpeg", _jpeg_size),
    ("GIF", "image/gif", _gif_size),
    ("WebP", "image/webp", _webp_size),
)
