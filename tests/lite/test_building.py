"""What building the site says and writes; the site itself is tested in a browser."""

import importlib.util
import json
import zipfile
from pathlib import Path

import pytest

LITE = Path(__file__).parents[2] / "lite"


def load(name):
    spec = importlib.util.spec_from_file_location(f"lite_{name}", LITE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


lock, front, build = load("lock"), load("front"), load("build")


# --- the lock file ----------------------------------------------------------------------------


@pytest.fixture
def wheels(tmp_path):
    """A folder of wheels as Pyodide's lock file has them beside it."""
    numpy = {"name": "numpy", "file_name": "numpy-2.whl", "imports": ["numpy"], "depends": []}
    info = {"python": "3.14.2"}
    (tmp_path / "pyodide-lock.json").write_text(
        json.dumps({"info": info, "packages": {"numpy": numpy}})
    )

    def add(name, version, *needs):
        stem = name.replace("-", "_")
        lines = [
            f"Name: {name}",
            f"Version: {version}",
            *(f"Requires-Dist: {n}" for n in needs),
        ]
        with zipfile.ZipFile(tmp_path / f"{stem}-{version}-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{stem}/__init__.py", "")
            wheel.writestr(f"{stem}_more.py", "")
            wheel.writestr(
                f"{stem}-{version}.dist-info/METADATA", "\n".join(lines) + "\n\nRead me"
            )

    add(
        "Nice_Tools",
        "1.0",
        "wheel-of.it>=2",
        'psutil; sys_platform != "emscripten"',
        "x; extra=='y'",
    )
    add("wheel-of-it", "2.1", 'old; python_version < "3.12"', "jupyterlab-widgets~=3.0")
    return tmp_path, add


def test_wheels_are_in_the_lock_file_with_what_they_need(wheels):
    folder, _ = wheels
    lock.main(folder, "314.0.6")
    packages = json.loads((folder / "pyodide-lock.json").read_text())["packages"]
    assert sorted(packages) == ["nice-tools", "numpy", "wheel-of-it"]
    assert packages["nice-tools"]["depends"] == ["wheel-of-it"]
    assert packages["nice-tools"]["imports"] == ["Nice_Tools", "Nice_Tools_more"]
    assert packages["wheel-of-it"]["depends"] == []
    assert packages["wheel-of-it"]["file_name"] == "wheel_of_it-2.1-py3-none-any.whl"
    assert len(packages["wheel-of-it"]["sha256"]) == 64


def test_what_pyodide_has_is_fetched_from_where_it_is(wheels):
    folder, _ = wheels
    lock.main(folder, "314.0.6")
    packages = json.loads((folder / "pyodide-lock.json").read_text())["packages"]
    assert packages["numpy"]["file_name"] == (
        "https://cdn.jsdelivr.net/pyodide/v314.0.6/full/numpy-2.whl"
    )


@pytest.mark.parametrize(
    ("needs", "words"),
    [
        (
            "gone>=1",
            r"more 1\.0 needs gone>=1, and what the page has of it is nothing: see lite/",
        ),
        ("wheel-of-it>=3", r"more 1\.0 needs wheel-of-it>=3, and .* is 2\.1: see lite/"),
    ],
    ids=["missing", "too-old"],
)
def test_what_does_not_fit_ends_the_build(wheels, needs, words):
    folder, add = wheels
    add("more", "1.0", needs)
    with pytest.raises(SystemExit, match=words):
        lock.main(folder, "314.0.6")


def test_all_that_the_project_needs_is_in_the_page():
    pinned = (LITE / "requirements-page.txt").read_text().splitlines()
    pins = [line for line in pinned if line and not line.startswith("#")]
    assert all("==" in pin for pin in pins)
    assert pins == sorted(pins, key=lambda pin: pin.partition("==")[0].replace("_", "-"))


# --- the front page ---------------------------------------------------------------------------


def write(folder, name, *cells):
    cells = [{"cell_type": kind, "source": source} for kind, source in cells]
    (folder / name).write_text(json.dumps({"cells": cells}), encoding="utf-8")


def test_front_page_has_a_line_for_each_notebook(tmp_path):
    write(
        tmp_path,
        "0 first.ipynb",
        ("markdown", ["# One & `two`\n", "\n", "You *see*\nit. More."]),
    )
    write(tmp_path, "1_second.ipynb", ("code", "print()"))
    front.main(tmp_path, tmp_path / "index.html")
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert '<a href="lab/index.html?path=0%20first.ipynb">One &amp; `two`</a>' in page
    assert "<p>You see it.</p>" in page
    assert '<a href="lab/index.html?path=1_second.ipynb">1_second</a>' in page


def test_hostile_notebook_is_text_on_the_front_page(tmp_path):
    write(tmp_path, '"><i>.ipynb', ("markdown", "# <script>x</script>\n\n<img src=x>"))
    front.main(tmp_path, tmp_path / "index.html")
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert "<i>" not in page
    assert page.count("<script") == 1  # JupyterLite's settings


# --- the command ------------------------------------------------------------------------------


@pytest.fixture
def run(monkeypatch, tmp_path):
    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["build.py", *map(str, arguments)])
        monkeypatch.setattr(build, "build", lambda *_: pytest.fail("nothing is to be built"))
        build.main()

    return run


def test_folder_with_other_files_is_left_alone(run, tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(SystemExit, match="is no such site: name another folder"):
        run("--output", tmp_path)
    assert (tmp_path / "thesis.txt").exists()


def test_files_are_left_out_of_a_wheel(tmp_path):
    wheel = tmp_path / "x-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as new:
        for name in ("x/__init__.py", "x/big/a.pyi", "x/bigger.py", "x-1.dist-info/METADATA"):
            new.writestr(name, name * 99)
    build.leave_out("x/big/", "x/gone/", of=wheel, to=wheel)
    with zipfile.ZipFile(wheel) as slim:
        assert slim.namelist() == ["x/__init__.py", "x/bigger.py", "x-1.dist-info/METADATA"]
        assert slim.read("x/bigger.py") == b"x/bigger.py" * 99
    assert list(tmp_path.iterdir()) == [wheel]


def test_command_that_fails_shows_why(capsys):
    with pytest.raises(SystemExit) as ended:
        build.run(build.sys.executable, "-c", "print('so far'); raise SystemExit('no more')")
    assert ended.value.code == 1
    assert "so far\nno more" in capsys.readouterr().out
