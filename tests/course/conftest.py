"""What the tests of the exercises share: the notebooks' own cells, executed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@pytest.fixture
def defined_in() -> Callable[..., dict]:
    """Execute one cell of a notebook with some names given, and return what it defines."""

    def execute(notebook: str, cell_id: str, **given: object) -> dict:
        path = NOTEBOOKS / f"{notebook}.ipynb"
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        (source,) = ["".join(cell["source"]) for cell in cells if cell["id"] == cell_id]
        names = dict(given)
        exec(source, names)  # noqa: S102 - our own notebook
        return names

    return execute
