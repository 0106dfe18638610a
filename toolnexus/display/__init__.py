"""What tools, toolkits and results look like: as HTML, in a console and as text.

What they are is in the core, which reaches this package through one bridge only, when
something is really displayed.
"""

from toolnexus._comparing import Change, Comparison, compare
from toolnexus._listing import Entries, show
from toolnexus._origins import origins
from toolnexus._shapes import ProviderShapes, Shape, ShapeChange, provider_shapes
from toolnexus.display._console import (
    console_or_repr,
    json_console,
    render_console,
    render_text,
)
from toolnexus.display._html import html_or_none, render_html
from toolnexus.display._page import render_page

__all__ = [
    "Change",
    "Comparison",
    "Entries",
    "ProviderShapes",
    "Shape",
    "ShapeChange",
    "compare",
    "console_or_repr",
    "html_or_none",
    "json_console",
    "origins",
    "provider_shapes",
    "render_console",
    "render_html",
    "render_page",
    "render_text",
    "show",
]
