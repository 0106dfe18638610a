"""The one bridge from the core to the displays: objects that show themselves.

What they look like is made in `toolnexus.display`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult


class Displayed:
    """A thing that shows itself in a notebook and in a rich console."""

    def _repr_html_(self) -> str | None:
        # Imported here and nowhere else in the core: this is the bridge, and jinja2 is
        # loaded only once something is really displayed.
        from toolnexus.display import html_or_none  # noqa: PLC0415

        return html_or_none(self)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from toolnexus.display import console_or_repr  # noqa: PLC0415 - the bridge, as above

        yield console_or_repr(self)
