"""What `toolnexus lab` and `toolnexus solutions` do: the notebooks opened, or solved."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from toolnexus.course import with_solutions

_FIRST_NOTEBOOK = "00_quickstart.ipynb"
_COPY = "toolnexus-notebooks"

_NO_LAB = """\
JupyterLab is not installed here. Install the `lab` extra from a clone of this project's
repository:

    pip install -e ".[lab]"
"""
_NO_NOTEBOOKS = "This installation of toolnexus has no notebooks.\n"


def open_lab(further: Sequence[str]) -> int:
    """Open the first notebook in JupyterLab, and wait until that ends.

    Args:
        further: More arguments for `jupyter lab`.

    Returns:
        The exit code.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        sys.stderr.write(_NO_LAB)
        return 1
    try:
        notebook = _first_notebook()
    except OSError as exc:
        sys.stderr.write(f"Can't copy the notebooks to {_COPY}: {exc.strerror or exc}\n")
        return 1
    if notebook is None:
        sys.stderr.write(_NO_NOTEBOOKS)
        return 1
    return _wait_for([sys.executable, "-m", "jupyterlab", str(notebook), *further])


def write_solutions(folder: Path) -> int:
    """Write the notebooks with all exercises solved.

    Args:
        folder: Where to; made if it isn't there. Files that are there are kept.

    Returns:
        The exit code.
    """
    source = _notebooks()
    if source is None:
        sys.stderr.write(_NO_NOTEBOOKS)
        return 1
    try:
        kept = _copy_missing(source, folder, _copy_solved)
    except OSError as exc:
        sys.stderr.write(f"Can't write the notebooks to {folder}: {exc.strerror or exc}\n")
        return 1
    _say_where(f"the solved notebooks are in {folder}", kept)
    return 0


def _notebooks() -> Path | None:
    """Find the notebooks: beside the package in a checkout, else packaged."""
    package = Path(__file__).parent
    for folder in (package.parent / "notebooks", package / "_notebooks"):
        if (folder / _FIRST_NOTEBOOK).is_file():
            return folder
    return None


def _first_notebook() -> Path | None:
    """Find the first notebook where it can be saved; packaged ones are copied for that."""
    source = _notebooks()
    if source is None or source.name == "notebooks":
        return source and source / _FIRST_NOTEBOOK
    _say_where(f"the notebooks are in {_COPY}", _copy_missing(source, Path(_COPY)))
    return Path(_COPY) / _FIRST_NOTEBOOK


def _say_where(where: str, kept: int) -> None:
    words = ", what was there is kept as it is" if kept else ""
    sys.stdout.write(f"{where}{words}\n")


def _copy_missing(
    source: Path, target: Path, copy_file: Callable[[Path, Path], object] = shutil.copyfile
) -> int:
    """Copy the files that aren't there yet, and count those that are."""
    kept = 0
    source, target = source.resolve(), target.resolve()
    for file in sorted(source.rglob("*")):
        copy = target / file.relative_to(source)
        left_out = {"__pycache__", ".ipynb_checkpoints"} & set(file.parts)
        if left_out or target in file.parents or not file.is_file():
            continue
        if copy.exists():
            kept += 1
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy_file(file, copy)
    return kept


def _copy_solved(source: Path, target: Path) -> None:
    if source.suffix != ".ipynb":
        shutil.copyfile(source, target)
        return
    notebook = with_solutions(json.loads(source.read_text(encoding="utf-8")))
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    target.write_text(f"{text}\n", encoding="utf-8")


def _wait_for(command: list[str]) -> int:
    process = subprocess.Popen(command)  # noqa: S603 - this Python, and what the user typed
    while True:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            continue  # JupyterLab gets the interrupt too, and asks whether it is meant
        return code if code >= 0 else 128 - code
