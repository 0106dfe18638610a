"""The solved notebooks where no thread can be started, as in a page of JupyterLite."""

import ast
import inspect
import json
from pathlib import Path

import pytest

from toolnexus.course import EXERCISES, ExerciseReport, with_solutions

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"

# 04 has a magic, which needs IPython; 06 asks a model in a process of its own, and a server.
ELSEWHERE = {"04_panel", "06_real_model"}
PLAIN = sorted({exercise.notebook for exercise in EXERCISES} - ELSEWHERE)


@pytest.fixture(autouse=True)
def _as_in_a_page(no_threads, monkeypatch):
    monkeypatch.chdir(NOTEBOOKS)


def code_of(notebook: str) -> list[str]:
    """Read the code cells of a notebook with its exercises solved."""
    text = (NOTEBOOKS / f"{notebook}.ipynb").read_text(encoding="utf-8")
    cells = with_solutions(json.loads(text))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


async def run_cell(source: str, names: dict) -> object:
    """Run a cell as a notebook does, and return the value of its last expression."""
    tree = ast.parse(source)
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        tree.body[-1] = ast.Assign([ast.Name("_", ast.Store())], tree.body[-1].value)
    ast.fix_missing_locations(tree)
    names["_"] = None
    code = compile(tree, "cell", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    running = eval(code, names)  # noqa: S307 - our own notebooks
    if inspect.isawaitable(running):
        await running
    return names["_"]


@pytest.mark.parametrize("notebook", PLAIN)
async def test_solved_notebook_is_green_without_threads(notebook, capsys):
    names: dict = {"__name__": "__main__"}
    values = [await run_cell(source, names) for source in code_of(notebook)]
    reports = [value for value in values if isinstance(value, ExerciseReport)]
    assert [report.exercise for report in reports] == [
        exercise for exercise in EXERCISES if exercise.notebook == notebook
    ]
    assert [report.missing for report in reports if not report.passed] == []
