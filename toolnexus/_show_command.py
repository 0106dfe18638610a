"""What `toolnexus show FILE` does: shows the tools of a file, in the terminal or as a page."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from toolnexus._tool_files import one_of, tools_of
from toolnexus._toolkit import Toolkit


def show_file(file: str, page: str | None) -> int:
    """Show the tools of a file.

    Args:
        file: A Python file, which is run, or a JSON file; behind a colon, what in it.
        page: The HTML file to write; "-" for standard output, None to show it here.

    Returns:
        The exit code: 0, 2 if there is nothing to show or it can't be written.
    """
    path, name = _split(file)
    try:
        found = [_shown(each) for each in ([one_of(path, name)] if name else tools_of(path))]
        if page is None:
            _print(found)
        else:
            _write(found, file, page)
    except (ValueError, TypeError) as exc:
        sys.stderr.write(f"{exc}\n")
        return 2
    return 0


def _split(file: str) -> tuple[Path, str]:
    """Tell a file from what in it; a path may have colons itself."""
    path, colon, name = file.rpartition(":")
    if not colon or Path(file).exists() or not path or "/" in name or "\\" in name:
        return Path(file), ""
    return Path(path), name


def _shown(tools: Any) -> Any:
    from toolnexus.display import show  # noqa: PLC0415 - stands for rich and jinja2

    is_tools = isinstance(tools, list) and all(hasattr(tool, "input_schema") for tool in tools)
    if is_tools and len({tool.name for tool in tools}) == len(tools):
        return tools[0] if len(tools) == 1 else Toolkit(tools)
    return show(tools)


def _print(found: list[Any]) -> None:
    from rich.console import Console  # noqa: PLC0415 - only what is shown needs it

    from toolnexus.display import render_console  # noqa: PLC0415 - as rich

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # as the tour does
    console = Console(highlight=False)
    for number, each in enumerate(found):
        if number:
            console.print()
        console.print(render_console(each))


def _write(found: list[Any], title: str, page: str) -> None:
    from toolnexus.display import render_page  # noqa: PLC0415 - stands for jinja2

    html = render_page(*found, title=Path(title).name)
    if page == "-":
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # as the page says of itself
        sys.stdout.write(html)
        return
    try:
        Path(page).write_text(html, encoding="utf-8")
    except OSError as exc:
        msg = f"Can't write {page}: {exc.strerror or exc}"
        raise ValueError(msg) from exc
