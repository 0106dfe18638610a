"""The notebooks of the course hold every exercise; nbval runs them solved, and all is green."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from toolnexus.course import EXERCISES, with_solutions

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
WITH_EXERCISES = sorted({exercise.notebook for exercise in EXERCISES})


def cells_of(notebook: str) -> list[dict]:
    return json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]


def source_of(cell: dict) -> str:
    return "".join(cell["source"])


def tags_of(cell: dict) -> list[str]:
    return cell["metadata"].get("tags", [])


def checks(cell: dict, name: str = "") -> bool:
    return cell["cell_type"] == "code" and f'await course.check("{name}' in source_of(cell)


def test_exercises_stand_in_the_notebooks_in_their_order():
    tags = [
        (path.stem, tag.removeprefix("exercise:"))
        for path in sorted(NOTEBOOKS.glob("*.ipynb"))
        for cell in cells_of(path.stem)
        for tag in tags_of(cell)
        if tag.startswith("exercise:")
    ]
    assert tags == [(exercise.notebook, exercise.name) for exercise in EXERCISES]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_untouched_exercise_is_red_and_says_what_is_missing(exercise):
    cells = cells_of(exercise.notebook)
    (at,) = [n for n, cell in enumerate(cells) if f"exercise:{exercise.name}" in tags_of(cell)]
    task, check = cells[at - 1], cells[at + 1]
    assert task["cell_type"] == "markdown"
    assert exercise.title in source_of(task)
    assert checks(check, f'{exercise.name}"')
    assert [output["output_type"] for output in check["outputs"]] == ["execute_result"]
    (output,) = check["outputs"]
    told = "".join(output["data"]["text/plain"])
    assert told.startswith(f"{exercise.title}: not there yet\n")
    assert "- missing: " in told


# In a folder of its own with all that lies beside the notebooks, as a teacher gets it.
@pytest.mark.parametrize("notebook", WITH_EXERCISES)
def test_solved_notebook_runs_and_every_check_is_green(notebook, tmp_path):
    for path in NOTEBOOKS.iterdir():
        if path.is_file() and path.suffix != ".ipynb":
            shutil.copy(path, tmp_path)
    solved = with_solutions(json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text("utf-8")))
    green = {"cell_type": "code", "source": "assert _.passed, _", "metadata": {}, "outputs": []}
    cells = [
        [cell, {**green, "execution_count": None}] if checks(cell) else [cell]
        for cell in solved["cells"]
    ]
    solved["cells"] = [cell for pair in cells for cell in pair]
    number = sum(exercise.notebook == notebook for exercise in EXERCISES)
    assert len(solved["cells"]) == len(cells) + number
    path = tmp_path / f"{notebook}.ipynb"
    path.write_text(json.dumps(solved), encoding="utf-8")
    options = ["--nbval-lax", "--nbval-current-env", "--nbval-cell-timeout=60", "-q"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, str(path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
