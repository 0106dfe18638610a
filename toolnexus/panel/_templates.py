"""The templates of the panel, every one of them escaping what it is given."""

from __future__ import annotations

from toolnexus.display._html import environment

_PACKAGE = "toolnexus.panel"


def render(template: str, **view: object) -> str:
    """Render a template of this package.

    Args:
        template: Its name without the ending.
        **view: What it is about.

    Returns:
        HTML for an `HTML` widget.
    """
    return environment(_PACKAGE).get_template(f"{template}.html.j2").render(view).strip()
