"""A page that stands on its own: to be sent, kept, and read without a notebook."""

from __future__ import annotations

from typing import Any

from toolnexus.display._html import environment
from toolnexus.display._text import one_line
from toolnexus.display._views import view_of


def render_page(*objs: Any, title: str = "tools") -> str:
    """Render objects as an HTML page that needs nothing else.

    It follows the browser's light or dark scheme, has no script, and loads nothing.

    Args:
        *objs: What shows itself, such as a Toolkit or what `show` returned, in order.
        title: The page's title.

    Returns:
        The page; the same objects give the same bytes.

    Raises:
        TypeError: There is no view of such an object.

    Example:
        >>> from toolnexus import define_tool
        >>> from toolnexus.display import render_page
        >>> page = render_page(define_tool(lambda: "pong", name="ping"), title="a & b")
        >>> page[:15], "<title>a &amp; b</title>" in page
        ('<!doctype html>', True)
    """
    views = [view_of(obj) for obj in objs]
    template = environment().get_template("_page.html.j2")
    return template.render(views=views, title=one_line(title, 200))
