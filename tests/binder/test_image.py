"""What Binder would build: the right Python, this project and the right packages."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
EXTRAS = ("lab", "openai")  # what the notebooks import
# Not asked for by pyproject.toml: without it a widget is a line of text in JupyterLab.
FURTHER = {"jupyterlab-widgets"}


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def by_name(lines):
    requirements = [Requirement(line) for line in lines]
    return {normal(requirement.name): requirement for requirement in requirements}


@pytest.fixture(scope="module")
def wanted():
    """Read what pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return by_name([*project["dependencies"], *(r for extra in EXTRAS for r in extras[extra])])


def lines_of_requirements():
    text = (ROOT / "binder/requirements.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


@pytest.fixture(scope="module")
def pinned():
    """Read what Binder installs beside the project."""
    return by_name(line for line in lines_of_requirements() if not line.startswith("."))


def bounds(requirement, *operators):
    return {(s.operator, s.version) for s in requirement.specifier if s.operator in operators}


def test_every_dependency_is_pinned_and_nothing_else(wanted, pinned):
    assert pinned.keys() == wanted.keys() | FURTHER


def test_every_pin_has_one_lower_and_one_upper_bound(pinned):
    for requirement in pinned.values():
        operators = sorted(specifier.operator for specifier in requirement.specifier)
        assert operators == ["<", ">="], str(requirement)
        assert not requirement.extras


def test_lower_bounds_are_those_of_pyproject(wanted, pinned):
    for name, requirement in wanted.items():
        assert bounds(pinned[name], ">=") == bounds(requirement, ">="), name


def test_project_itself_is_installed_with_the_extras_of_the_notebooks():
    projects = [line for line in lines_of_requirements() if line.startswith(".")]
    assert projects == [f".[{','.join(EXTRAS)}]"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such bits on Windows")
def test_post_build_can_be_executed():
    assert os.access(ROOT / "binder/postBuild", os.X_OK)
    assert (ROOT / "binder/postBuild").read_bytes().startswith(b"#!")


@pytest.fixture(scope="module")
def dockerfile(tmp_path_factory):
    """Have the Dockerfile written that Binder would build; nothing is built or fetched."""
    program = shutil.which("jupyter-repo2docker", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("jupyter-repo2docker is not installed: pip install -e '.[test]'")
    checkout = tmp_path_factory.mktemp("checkout")
    # What it looks at, and no more: it would read a person's whole .venv to no end.
    shutil.copytree(ROOT / "binder", checkout / "binder")
    shutil.copy(ROOT / "pyproject.toml", checkout)
    done = subprocess.run(
        [program, "--no-build", "--debug", "."],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Building conda environment for python=3.12" in done.stderr + done.stdout
    return done.stdout


def test_dockerfile_has_the_python_of_runtime_txt(dockerfile):
    assert (ROOT / "binder/runtime.txt").read_text(encoding="utf-8").strip() == "python-3.12"
    assert "environment-2epy-2d3-2e12" in dockerfile


def test_project_is_installed_where_it_was_copied_to(dockerfile):
    lines = [line.strip() for line in dockerfile.splitlines()]
    (install,) = [n for n, line in enumerate(lines) if "pip install" in line]
    assert lines[install].endswith('pip install --no-cache-dir -r "binder/requirements.txt"')
    copied = [n for n, line in enumerate(lines) if line.endswith("src/ ${REPO_DIR}/")]
    (post_build,) = [n for n, line in enumerate(lines) if line == "RUN ./binder/postBuild"]
    assert copied[0] < install < post_build
