"""The tools of a file: a Python file that is run, or a JSON file with a `tools` array.

What is done with them is the commands' affair.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from toolnexus._repr import Displayed
from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus._visible import visible
from toolnexus._wording import join, nearest, python_words

_FIRST = 20
"""So many items of a list tell whether it is a `tools` array."""


def tools_of(path: Path) -> list[Any]:
    """Find the tools of a file, those of one request together.

    Args:
        path: A Python file, which is run, or a JSON file.

    Raises:
        ValueError: It can't be read, or there are none.
    """
    if path.suffix == ".py":
        groups: list[Any] = _groups(run_file(path))
    else:
        groups = [read_json(path)]
    if not any(groups):
        msg = f"There are no tools in {path}."
        raise ValueError(msg)
    return groups


def one_of(path: Path, name: str) -> Any:
    """Find what a file has under a name.

    Args:
        path: A Python file, which is run, or a JSON file.
        name: A name at the top level of the Python file; in a JSON file the name of a tool, of
            which there may be several.

    Raises:
        ValueError: It can't be read, or there is nothing of that name to show.
    """
    if path.suffix != ".py":
        return _named(path, name)
    names = vars(run_file(path))
    if name not in names:
        shown = [key for key, value in names.items() if _is_shown(key, value)]
        raise ValueError(_unknown(path, name, shown))
    value = names[name]
    if not isinstance(value, (Displayed, dict, list, tuple)):
        msg = f"Can't show {name} of {path}: it is {python_words(value)}, and no tool."
        raise ValueError(msg)
    return value


def read_json(path: Path) -> Any:
    """Read a JSON file.

    Raises:
        ValueError: It can't be read, or is neither an array nor an object.
    """
    text = _bytes(path)
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as exc:
        msg = f"Can't read {path}: it is neither a .py file nor JSON ({exc})."
        raise ValueError(msg) from exc
    if not isinstance(read, (dict, list)):
        msg = f"Can't use {path}: expected a `tools` array, or an object that has one."
        raise ValueError(msg)
    return read


def run_file(path: Path) -> ModuleType:
    """Run a Python file as a module.

    Raises:
        ValueError: It can't be read, or it raised something.
    """
    _bytes(path)
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


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as exc:
        msg = f"Can't read {path}: {exc.strerror or exc}"
        raise ValueError(msg) from exc


def _groups(module: ModuleType) -> list[Any]:
    """List each toolkit of a module, then the tools in none of them, then plain arrays."""
    kits = {id(v): v for v in vars(module).values() if isinstance(v, Toolkit)}
    in_kits = {id(tool) for kit in kits.values() for tool in kit}
    loose = {
        id(tool): tool
        for value in vars(module).values()
        for tool in (value if isinstance(value, (list, tuple)) else [value])
        if isinstance(tool, Tool) and id(tool) not in in_kits
    }
    groups: list[list[Any]] = [kit.tools() for kit in kits.values()] + [list(loose.values())]
    arrays = {id(v): v for k, v in vars(module).items() if k[0] != "_" and _is_array(v)}
    return [group for group in [*groups, *arrays.values()] if group]


def _is_array(value: Any) -> bool:
    """Tell whether it is a `tools` array of plain dicts."""
    # The rules of reading entries, which only a command needs.
    from toolnexus.checks._entries import UNKNOWN, read_entry  # noqa: PLC0415

    if not isinstance(value, (list, tuple)) or not value:
        return False
    if not all(isinstance(item, dict) for item in value[:_FIRST]):
        return False
    read = [read_entry(item) for item in value[:_FIRST]]
    return all(e.shape != UNKNOWN and isinstance(e.schema, dict) for e in read)


def _named(path: Path, name: str) -> Any:
    # The rules of reading entries, which only this needs.
    from toolnexus._listing import show  # noqa: PLC0415

    entries = show(read_json(path))
    found = [each.item for each in entries.listed if each.name == name]
    if not found:
        raise ValueError(_unknown(path, name, [e.name for e in entries.listed if e.name]))
    return found


def _unknown(path: Path, name: str, names: list[str]) -> str:
    near = nearest(name, names)
    hint = f" Did you mean {visible(near)}?" if near else ""
    listed = visible(join(list(dict.fromkeys(names)), "and", most=10)) or "none"
    return f"There is nothing called {name!r} to show in {path}.{hint} There are: {listed}."


def _is_shown(key: str, value: Any) -> bool:
    return not key.startswith("_") and isinstance(value, Displayed)
