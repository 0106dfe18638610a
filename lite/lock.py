"""Writes wheels into Pyodide's lock file, which is where a page finds its packages.

    python lock.py DIRECTORY VERSION

The directory holds the wheels, and the `pyodide-lock.json` of that version of Pyodide. A wheel
that needs what isn't there ends the build; otherwise a learner's cell would be the first to
know.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# The front end of the widgets, a megabyte: the site has it already.
IN_THE_SITE = {"jupyterlab-widgets"}


def main(directory: Path, version: str) -> None:
    """Write all wheels of a directory into the lock file beside them."""
    path = directory / "pyodide-lock.json"
    lock = json.loads(path.read_text(encoding="utf-8"))
    # Pyodide's own packages, such as numpy, stay where they are: to be had with a network only.
    for package in lock["packages"].values():
        package["file_name"] = (
            f"https://cdn.jsdelivr.net/pyodide/v{version}/full/{package['file_name']}"
        )
    wheels = {wheel: metadata_of(wheel) for wheel in sorted(directory.glob("*.whl"))}
    versions = {name_of(metadata): metadata["Version"] for metadata in wheels.values()}
    for wheel, metadata in wheels.items():
        lock["packages"][name_of(metadata)] = {
            "name": name_of(metadata),
            "version": metadata["Version"],
            "file_name": wheel.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": imports_of(wheel),
            "depends": needs_of(metadata, versions, lock["info"]["python"]),
            "unvendored_tests": False,
        }
    path.write_text(json.dumps(lock, sort_keys=True), encoding="utf-8")


def metadata_of(wheel: Path) -> Message:
    """Read what a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        (path,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(path).decode(), headersonly=True)


def name_of(metadata: Message) -> str:
    """Return the name that others call a package by."""
    return canonicalize_name(metadata["Name"])


def imports_of(wheel: Path) -> list[str]:
    """Name the modules at the top of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0].removesuffix(".py") for name in archive.namelist()}
    return sorted(top for top in tops if top.isidentifier())


def needs_of(metadata: Message, versions: dict[str, str], python: str) -> list[str]:
    """Name what a package needs in the page; end the build if that isn't there."""
    page: dict[str, Any] = {
        "extra": "",
        "os_name": "posix",
        "platform_machine": "wasm32",
        "platform_system": "Emscripten",
        "python_full_version": python,
        "python_version": ".".join(python.split(".")[:2]),
        "sys_platform": "emscripten",
    }
    needed = []
    for text in metadata.get_all("Requires-Dist", []):
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        is_meant = requirement.marker is None or requirement.marker.evaluate(page)
        if not is_meant or name in IN_THE_SITE:
            continue
        there = versions.get(name)
        if there is None or not requirement.specifier.contains(there, prereleases=True):
            sys.exit(
                f"{metadata['Name']} {metadata['Version']} needs {name}"
                f"{requirement.specifier}, and what the page has of it is "
                f"{there or 'nothing'}: see lite/requirements-page.txt"
            )
        needed.append(name)
    return sorted(needed)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
