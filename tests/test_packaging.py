"""The built wheel carries what an installed toolnexus needs, and the documents say how."""

import ast
import os
import re
import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from pathlib import Path, PurePosixPath

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

# The name on PyPI is another library's: these words would install that one.
WRONG_INSTALL = re.compile(r"pip3?\s+install\s+(?:-{1,2}\S+\s+)*[\"']?toolnexus\b")

# Where the name of what is imported is not the name of what is installed. pydantic brings the
# one version of pydantic_core that fits it.
DISTRIBUTIONS = {
    "griffe": "griffelib",
    "pydantic_core": "pydantic",
    "quicktok": "quicktok-v1",
}

# Part of the one install from the start, though what imports it comes later.
FOR_THE_PANEL = {"ipywidgets"}


def files_below(folder: Path) -> set[Path]:
    """List the files, without caches and other hidden things."""
    return {
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not any(
            part.startswith(".") or part == "__pycache__"
            for part in path.relative_to(folder).parts
        )
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel without a network, as an installer would with one."""
    folder = tmp_path_factory.mktemp("wheel")
    build = f"from hatchling.build import build_wheel; print(build_wheel({str(folder)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", build], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [n for n in archive.namelist() if n.endswith(".dist-info/METADATA")]
        return HeaderParser().parsestr(archive.read(name).decode())


@pytest.fixture(scope="module")
def unpacked(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_wheel_holds_the_whole_package_and_the_notebooks(wheel):
    package = files_below(ROOT / "toolnexus")
    notebooks = files_below(ROOT / "notebooks")
    expected = {path.relative_to(ROOT).as_posix() for path in package} | {
        f"toolnexus/_notebooks/{path.relative_to(ROOT / 'notebooks').as_posix()}"
        for path in notebooks
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {n for n in archive.namelist() if ".dist-info/" not in n}
    assert names == expected


@pytest.mark.parametrize(
    "pattern",
    [
        "py.typed",
        "display/**/*.j2",
        "_notebooks/00_quickstart.ipynb",
        "_notebooks/mcp_tools.json",
        "_notebooks/mcp_tools.LICENCES.md",
    ],
)
def test_wheel_holds(pattern, unpacked):
    assert list((unpacked / "toolnexus").glob(pattern))


def test_wheel_works_away_from_the_checkout(unpacked, tmp_path):
    code = (
        "from toolnexus import define_tool\n"
        "import toolnexus\n"
        "def ping() -> str:\n    'Say pong.'\n    return 'pong'\n"
        "assert define_tool(ping)._repr_html_()\n"
        "print(toolnexus.__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).is_relative_to(unpacked)


def test_dependencies_are_what_the_package_imports(metadata):
    imported = set()
    for path in files_below(ROOT / "toolnexus"):
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.partition(".")[0])
    packages = imported - set(sys.stdlib_module_names) - {"annotationlib", "toolnexus"}
    needed = {normal(DISTRIBUTIONS.get(package, package)) for package in packages}

    requirements = [Requirement(text) for text in metadata.get_all("Requires-Dist")]
    declared = {normal(r.name) for r in requirements if r.marker is None}
    # What an extra is for is loaded when it is used.
    extras = set(metadata.get_all("Provides-Extra")) - {"lab", "test"}
    of_extras = {
        normal(r.name)
        for r in requirements
        if r.name != "toolnexus"  # an extra that is made of another
        and any(r.marker and r.marker.evaluate({"extra": extra}) for extra in extras)
    }
    assert needed <= declared | of_extras
    assert of_extras - declared <= needed
    assert declared - needed <= FOR_THE_PANEL


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_dependency_has_a_lower_bound_only(metadata):
    for text in metadata.get_all("Requires-Dist"):
        requirement = Requirement(text)
        if requirement.marker is None:
            assert [s.operator for s in requirement.specifier] == [">="], text


def test_wheel_can_not_be_uploaded_by_mistake(metadata):
    assert "Private :: Do Not Upload" in metadata.get_all("Classifier")


def test_readme_says_whose_the_name_on_pypi_is():
    assert (
        "The name toolnexus on PyPI belongs to another library: install from this repository."
        in README
    )


def test_nothing_tells_to_install_the_other_library():
    # Not tests/: they tell nobody anything, and one may name the words in order to forbid them.
    folders = [".ci", ".github", "binder", "notebooks", "toolnexus"]
    files = {path for folder in folders for path in files_below(ROOT / folder)}
    files |= {path for path in ROOT.iterdir() if path.is_file()}
    found = [
        PurePosixPath(path.relative_to(ROOT))
        for path in sorted(files)
        if WRONG_INSTALL.search(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("command", "is_wrong"),
    [
        ("{} toolnexus", True),
        ("{} -U 'toolnexus[lab]'", True),
        ("{} --quiet toolnexus", True),
        ("{} -e '.[lab]'", False),
        ("{} toolnexuses", False),
    ],
)
def test_wrong_install_is_told_from_a_right_one(command, is_wrong):
    assert bool(WRONG_INSTALL.search(command.format("pip install"))) is is_wrong


def test_readme_has_exactly_two_commands_for_a_fresh_machine():
    commands = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    one_liners = [c.strip() for c in commands if "-m venv" in c]
    assert len(one_liners) == 2
    assert all("\n" not in command for command in one_liners)
    main_job, tests = one_liners
    assert main_job.endswith("toolnexus lab")
    assert tests.endswith("-m pytest")


def test_ci_runs_the_same_tests_as_the_readme_says():
    assert "python -m pip install --quiet --disable-pip-version-check -e '.[test]'" in CI
    assert "python -m pytest" in CI.splitlines()[-1]


def test_every_module_has_its_line_in_the_architecture():
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    architecture = contributing.partition("## Architecture")[2].partition("\n## ")[0]
    described = re.findall(r"^\| `(\w+)/?` \|", architecture, re.MULTILINE)
    modules = {path.relative_to(ROOT / "toolnexus") for path in files_below(ROOT / "toolnexus")}
    names = {path.parts[0].removesuffix(".py") for path in modules if path.suffix == ".py"}
    assert sorted(described) == sorted(names - {"__init__"})


def test_wheel_names_no_made_up_address(metadata):
    urls = metadata.get_all("Project-URL") or []
    assert [url for url in urls if re.search(r"OWNER|REPOSITORY|example\.", url)] == []
