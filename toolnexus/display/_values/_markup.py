"""HTML of a value's own, to be kept in a frame; its Markdown or LaTeX, to be read as text."""

from __future__ import annotations

import re
from typing import Any

from toolnexus._types import JsonObject
from toolnexus._wording import without_addresses
from toolnexus.display._text import cut
from toolnexus.display._values._known import (
    bytes_in_words,
    is_a,
    is_too_much,
    shown_by,
    without_uuids,
)

# No policy keeps a browser from following a click on a link, nor from connecting to where a
# <link> says, or a frame before it refuses to load it. So the one becomes an element without
# any meaning, and the other a mere group, which shows what is in it, in a drawing as well.
_LINK = re.compile(r"<(?:link|area)(?=[\s/>])", re.IGNORECASE)
_PLACE = re.compile(
    r"<(/?)(?:a|i?frame|fencedframe|portal|object|embed)(?=[\s/>])", re.IGNORECASE
)

# Both take time in proportion to the text, whatever stands in it.
_TAG = re.compile(r"<[^<>]*>")
_UNSEEN = re.compile(r"<(script|style|title|template)\b")
_SEEN = ("<img", "<table", "<svg", "<hr", "<input", "<meter", "<progress", "<button")


def frame_of(value: Any) -> JsonObject | None:
    """Make the view of a value's own HTML.

    Args:
        value: Any object.

    Returns:
        `html` (empty where a frame would show nothing), `size` in words, and `note` on what
        doesn't work there; None if the value has no HTML.
    """
    shown = shown_by(value, "_repr_html_")
    if not isinstance(shown, str) or not shown.strip():
        return None
    html = _stable(str.__str__(shown), value)
    size = len(html.encode("utf-8", "replace"))
    html, places = _PLACE.subn(r"<\1g", _LINK.sub("<wbr", html))
    has_scripts = "<script" in html.lower()
    note = "scripts, links and frames in it do nothing here" if has_scripts or places else ""
    if is_too_much(4 * size):
        html, note = "", "too large to show here"
    elif has_scripts and _is_blank(html):
        html, note = "", "made by scripts, which don't run here"
    # Half a surrogate pair can't be encoded: the whole output would be lost for it.
    html = html.encode("utf-8", "replace").decode()
    return {"html": html, "size": bytes_in_words(size), "note": note}


def markup_of(value: Any) -> JsonObject | None:
    """Make the view of a value that has Markdown or LaTeX to show, as the text it is."""
    for method, name in (("_repr_markdown_", "Markdown"), ("_repr_latex_", "LaTeX")):
        shown = shown_by(value, method)
        if isinstance(shown, str) and shown.strip():
            text = cut(without_addresses(str.__str__(shown)), 2000, 24)
            pieces = [{"kind": "", "text": text["text"]}]
            return {"facts": f"its {name}", "pieces": pieces, "note": text["note"]}
    return None


def _stable(html: str, value: Any) -> str:
    """Take out what differs from one kernel to the next, as far as we know it."""
    if is_a(value, "pandas.io.formats.style", "Styler"):
        # It names its cells by a random number of its own.
        html = html.replace(f"T_{value.uuid}", "T_styler")
    return without_uuids(without_addresses(html))


def _is_blank(html: str) -> bool:
    """Tell whether nothing is to be seen of it without its scripts."""
    seen, *rest = _UNSEEN.split(html.lower())
    # Behind each element that isn't seen, only what follows its end.
    for name, part in zip(rest[::2], rest[1::2], strict=True):
        seen += part.partition(f"</{name}")[2].partition(">")[2]
    return not any(tag in seen for tag in _SEEN) and not _TAG.sub("", seen).strip()
