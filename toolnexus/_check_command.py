"""What `toolnexus check FILE` does: finds the tools of a file, and shows what providers say."""

from __future__ import annotations

import importlib.util
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit

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
        groups = _tools_of(path)
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


def _tools_of(path: Path) -> list[Any]:
    """Find the tools of a file, those of one request together.

    Raises:
        ValueError: It can't be read, or there are none.
    """
    try:
        text = path.read_bytes()
    except OSError as exc:
        msg = f"Can't read {path}: {exc.strerror or exc}"
        raise ValueError(msg) from exc
    groups = _tools_of_module(path) if path.suffix == ".py" else [_tools_of_json(path, text)]
    if not any(groups):
        msg = f"There are no tools in {path}."
        raise ValueError(msg)
    return groups


def _tools_of_json(path: Path, text: bytes) -> Any:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as exc:
        msg = f"Can't read {path}: it is neither a .py file nor JSON ({exc})."
        raise ValueError(msg) from exc
    if not isinstance(read, (dict, list)):
        msg = f"Can't check {path}: expected a `tools` array, or an object that has one."
        raise ValueError(msg)
    return read


def _tools_of_module(path: Path) -> list[list[Tool]]:
    """Run a file, and list each toolkit at its top level, then the tools in none of them."""
    module = _run(path)
    kits = {id(v): v for v in vars(module).values() if isinstance(v, Toolkit)}
    in_kits = {id(tool) for kit in kits.values() for tool in kit}
    loose = {
        id(tool): tool
        for value in vars(module).values()
        for tool in (value if isinstance(value, (list, tuple)) else [value])
        if isinstance(tool, Tool) and id(tool) not in in_kits
    }
    groups = [kit.tools() for kit in kits.values()] + [list(loose.values())]
    return [group for group in groups if group]


def _run(path: Path) -> ModuleType:
    name = f"_checked_{path.stem}"  # a name that no other module has
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        msg = f"Can't run {path}."
        raise ValueError(msg)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))  # as `python FILE` does
    sys.modules[name] = module  # where dataclasses and pydantic look hints up
    try:
        spec.loader.exec_module(module)
    except Exception as exc:  # whatever a person's own file does
        msg = f"Can't run {path}: {type(exc).__name__}: {exc}"
        raise ValueError(msg) from exc
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module
