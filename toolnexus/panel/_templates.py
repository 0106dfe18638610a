"""The templates of the panel, every one of them escaping what it is given."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined


def render(template: str, **view: object) -> str:
    """Render a template of this package.

    Args:
        template: Its name without the ending.
        **view: What it is about.

    Returns:
        HTML for an `HTML` widget.
    """
    return _environment().get_template(f"{template}.html.j2").render(view).strip()


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("toolnexus.panel"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
