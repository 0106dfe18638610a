import json
import sys
from pathlib import Path

import pytest

from toolnexus import _notebooks_command as command
from toolnexus import cli


@pytest.fixture
def packaged(tmp_path, monkeypatch):
    """An installed package with notebooks inside and no checkout around it; an empty folder."""
    notebooks = tmp_path / "lib" / "toolnexus" / "_notebooks"
    (notebooks / "data").mkdir(parents=True)
    (notebooks / "00_quickstart.ipynb").write_text("packaged")
    (notebooks / "data" / "ports.csv").write_text("packaged")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.setattr(command, "__file__", str(notebooks.parent / "cli.py"))
    monkeypatch.chdir(work)
    return work


@pytest.fixture
def started(monkeypatch):
    """The commands that would have been started."""
    commands = []

    class Process:
        def __init__(self, command):
            commands.append(command)

        def wait(self):
            return 0

    monkeypatch.setattr(command.subprocess, "Popen", Process)
    monkeypatch.setattr(command.importlib.util, "find_spec", lambda name: name)
    return commands


def test_lab_without_jupyterlab_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(command.importlib.util, "find_spec", lambda _: None)
    assert cli.main(["lab"]) == 1
    err = capsys.readouterr().err
    assert 'pip install -e ".[lab]"' in err
    # The name belongs to another library in the package index.
    assert "pip install toolnexus" not in err


def test_lab_opens_the_notebooks_of_a_checkout_where_they_are(tmp_path, monkeypatch, started):
    notebook = tmp_path / "notebooks" / "00_quickstart.ipynb"
    notebook.parent.mkdir()
    notebook.write_text("")
    monkeypatch.setattr(command, "__file__", str(tmp_path / "toolnexus" / "cli.py"))
    assert cli.main(["lab"]) == 0
    assert started == [[sys.executable, "-m", "jupyterlab", str(notebook)]]


def test_lab_hands_further_arguments_on(packaged, started):
    assert cli.main(["lab", "--no-browser", "--port=9000", "--version"]) == 0
    assert started[0][-3:] == ["--no-browser", "--port=9000", "--version"]


def test_lab_copies_packaged_notebooks_to_where_they_can_be_saved(packaged, started, capsys):
    assert cli.main(["lab"]) == 0
    copy = packaged / "toolnexus-notebooks"
    assert (copy / "00_quickstart.ipynb").read_text() == "packaged"
    assert (copy / "data" / "ports.csv").read_text() == "packaged"
    assert started[0][-1] == str(Path("toolnexus-notebooks", "00_quickstart.ipynb"))
    assert capsys.readouterr().out == "the notebooks are in toolnexus-notebooks\n"


def test_lab_never_overwrites_a_notebook(packaged, started, capsys):
    mine = packaged / "toolnexus-notebooks" / "00_quickstart.ipynb"
    mine.parent.mkdir()
    mine.write_text("mine")
    assert cli.main(["lab"]) == 0
    assert mine.read_text() == "mine"
    assert (mine.parent / "data" / "ports.csv").read_text() == "packaged"
    assert "what was there is kept as it is" in capsys.readouterr().out


def test_lab_that_cannot_copy_says_so(packaged, started, capsys):
    (packaged / "toolnexus-notebooks").write_text("a file")
    assert cli.main(["lab"]) == 1
    assert capsys.readouterr().err.startswith(
        "Can't copy the notebooks to toolnexus-notebooks: "
    )
    assert started == []


def test_lab_without_any_notebooks_says_so(packaged, started, monkeypatch, capsys):
    monkeypatch.setattr(command, "__file__", str(packaged / "toolnexus" / "cli.py"))
    assert cli.main(["lab"]) == 1
    assert "has no notebooks" in capsys.readouterr().err


@pytest.mark.parametrize(("ended", "code"), [(0, 0), (3, 3), (-15, 143)])
def test_lab_ends_with_the_exit_code_of_jupyterlab(packaged, monkeypatch, ended, code):
    class Process:
        interrupts = 1

        def __init__(self, command):
            assert command[:3] == [sys.executable, "-m", "jupyterlab"]

        def wait(self):
            if self.interrupts:
                self.interrupts -= 1
                raise KeyboardInterrupt
            return ended

    monkeypatch.setattr(command.subprocess, "Popen", Process)
    monkeypatch.setattr(command.importlib.util, "find_spec", lambda name: name)
    assert cli.main(["lab"]) == code


@pytest.fixture
def to_solve(packaged):
    """A packaged notebook with one cell to complete."""
    tagged = {"tags": ["exercise:describe-unit"]}
    cell = {"cell_type": "code", "metadata": tagged, "source": "...", "outputs": ["stale"]}
    source = Path(command.__file__).parent / "_notebooks" / "00_quickstart.ipynb"
    source.write_text(json.dumps({"cells": [cell]}))
    return packaged


def test_solutions_are_written_without_stale_outputs(to_solve, capsys):
    assert cli.main(["solutions"]) == 0
    written = to_solve / "toolnexus-solutions"
    (cell,) = json.loads((written / "00_quickstart.ipynb").read_text())["cells"]
    assert "unit: Scale of the temperatures" in cell["source"]
    assert cell["outputs"] == []
    assert (written / "data" / "ports.csv").read_text() == "packaged"
    assert capsys.readouterr().out == "the solved notebooks are in toolnexus-solutions\n"


def test_solutions_never_overwrite(to_solve, capsys):
    mine = to_solve / "here" / "00_quickstart.ipynb"
    mine.parent.mkdir()
    mine.write_text("mine")
    assert cli.main(["solutions", "here"]) == 0
    assert mine.read_text() == "mine"
    assert "what was there is kept as it is" in capsys.readouterr().out


def test_solutions_are_not_solved_once_more(to_solve):
    folder = Path(command.__file__).parent / "_notebooks" / "solved"
    for _ in range(2):
        assert cli.main(["solutions", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["00_quickstart.ipynb", "data"]


def test_solutions_that_cannot_be_written_say_so(to_solve, capsys):
    (to_solve / "toolnexus-solutions").write_text("a file")
    assert cli.main(["solutions"]) == 1
    assert "Can't write the notebooks to toolnexus-solutions: " in capsys.readouterr().err


def test_solutions_without_any_notebooks_say_so(packaged, monkeypatch, capsys):
    monkeypatch.setattr(command, "__file__", str(packaged / "toolnexus" / "cli.py"))
    assert cli.main(["solutions"]) == 1
    assert "has no notebooks" in capsys.readouterr().err
