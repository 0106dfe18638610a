"""What `toolnexus check FILE` does: shows what providers say to the tools of a file."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from toolnexus._tool_files import tools_of

if TYPE_CHECKING:
    from toolnexus.checks import Findings


def check_file(path: Path, providers: Sequence[str] | None, *, as_json: bool) -> int:
    """Check the tools of a file and write what was found.

    Args:
        path: A Python file, which is run, or a JSON file.
        providers: Whom to check for; all providers if None.
        as_json: Whether to write JSON.

    Returns:
        The exit code: 0, 1 if there are errors, 2 if there is nothing to check.
    """
    # The rules of the providers, which the other commands can do without.
    from toolnexus.checks import Findings, check  # noqa: PLC0415

    try:
        groups = tools_of(path)
        found = [check(tools, providers) for tools in groups]
    except ValueError as exc:
        sys.stderr.write(f"{exc}\n")
        return 2
    findings = Findings(
        [finding for each in found for finding in each],
        found[0].providers,
        sum(each.checked for each in found),
    )
    if as_json:
        sys.stdout.write(f"{findings.to_json(indent=2)}\n")
    else:
        _show(findings)
    return 0 if findings.ok else 1


def _show(findings: Findings) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # as the tour does
    from rich.console import Console  # noqa: PLC0415 - only what is shown needs it

    from toolnexus.display import render_console  # noqa: PLC0415 - as rich

    Console(highlight=False).print(render_console(findings))
