"""HTML of the objects that display themselves: one environment, one template for each kind.

Nothing is chosen here: the views say what there is to show.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from toolnexus.display._views import view_of


def render_html(obj: Any) -> str:
    """Render an object as HTML that stands on its own in a notebook's output.

    Args:
        obj: A Tool, Toolkit, ToolResult, Transcript, Replay, DrillReport or Findings.

    Returns:
        One root element; the same object gives the same bytes.

    Raises:
        TypeError: There is no view of such an object.

    Example:
        >>> from toolnexus import ToolResult
        >>> "sunny &amp; warm" in render_html(ToolResult("sunny & warm"))
        True
    """
    view = view_of(obj)
    return environment().get_template(f"{view['kind']}.html.j2").render(view=view)


def html_or_none(obj: Any) -> str | None:
    """Render an object as HTML, or as nothing: a display never breaks a cell.

    Args:
        obj: A Tool, Toolkit, ToolResult, Transcript, Replay, DrillReport or Findings.

    Returns:
        The HTML; None makes a notebook fall back to the plain repr.
    """
    try:
        return render_html(obj)
    except Exception:  # noqa: BLE001 - whatever it is, the cell goes on with the plain repr
        return None


@cache
def environment(package: str = "toolnexus.display") -> Environment:
    """Return the one environment that all templates of a package are in.

    Every one of them escapes what it is given.
    """
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
