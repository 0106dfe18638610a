"""What tools, toolkits and results look like: as HTML, in a console and as text.

What they are is in the core, which reaches this package through one bridge only, when
something is really displayed.
"""

from toolnexus._origins import origins
from toolnexus.display._console import (
    console_or_repr,
    json_console,
    render_console,
    render_text,
)
from toolnexus.display._html import html_or_none, render_html

__all__ = [
    "console_or_repr",
    "html_or_none",
    "json_console",
    "origins",
    "render_console",
    "render_html",
    "render_text",
]
