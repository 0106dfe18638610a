"""The one bridge from the core to what is seen: objects that show themselves, and the panel.

What they look like is made in `toolnexus.display` and `toolnexus.panel`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from toolnexus.panel import ToolPanel as ToolPanel  # for whoever opens one


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


def open_panel(tools: Any, models: Any) -> ToolPanel:
    """Make a panel; see `toolnexus.panel.ToolPanel`."""
    from toolnexus.panel import ToolPanel  # noqa: PLC0415 - the bridge, as above

    return ToolPanel(tools, models)
