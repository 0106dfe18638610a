"""Write the Binder links of the README, from the address that pyproject.toml holds.

    python binder/links.py            writes them
    python binder/links.py --check    ends with 1 if they are not what it would write

The address of the repository is `Repository` under `[project.urls]`. Without one, the README
says what such a link looks like, and holds none.
"""

import argparse
import sys
from pathlib import Path
from urllib.parse import quote, urlsplit

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
BEGIN = "<!-- begin: written by python binder/links.py -->\n"
END = "<!-- end: written by python binder/links.py -->\n"

# What is opened, and in what: a path below the address of the server that Binder starts.
PAGES = {
    "the course, in JupyterLab": "lab/tree/notebooks/00_quickstart.ipynb",
    "the panel, as a page without code": "voila/render/notebooks/panel_page.ipynb",
}

NO_ADDRESS = """\
This copy of the repository has no public address yet, so there is no link to click. For a
repository on GitHub, the links to [Binder](https://mybinder.org) look like this:

```text
{links}
```

Write the address into `pyproject.toml`, where a comment has a place for it, and run
`python binder/links.py`: the links are then here. GitLab and any other public Git server will
do as well.
"""
BADGE = "[![Binder](https://mybinder.org/badge_logo.svg)]({link})"


class AddressError(ValueError):
    """An address that Binder can't fetch a repository from."""


def binder_place(address: str) -> str:
    """Say an address the way Binder does: which server, which repository there.

    Args:
        address: Where the repository is, such as `https://github.com/OWNER/REPOSITORY`.

    Returns:
        What follows `https://mybinder.org/v2/`, up to the branch.

    Raises:
        AddressError: It is no public address of a repository.
    """
    address = address.strip()
    try:
        parts = urlsplit(address)
        host, path = parts.hostname or "", parts.path.strip("/")
        is_plain = not (parts.username or parts.password or parts.query or parts.fragment)
    except ValueError:
        is_plain = False
    if not (is_plain and parts.scheme in ("https", "http", "git") and host and path):
        msg = (
            f"{address!r} can't be used; expected the public address of a repository, without "
            "names, passwords, ? or #, such as https://github.com/OWNER/REPOSITORY"
        )
        raise AddressError(msg)
    host = host.removeprefix("www.")
    names = path.removesuffix(".git").split("/")
    if host == "github.com":
        if len(names) != 2:
            msg = f"{address!r} is no repository; expected https://github.com/OWNER/REPOSITORY"
            raise AddressError(msg)
        return "gh/" + "/".join(quote(name, safe="") for name in names)
    if host == "gitlab.com":
        if len(names) < 2 or "-" in names:
            msg = f"{address!r} is no repository; expected https://gitlab.com/GROUP/REPOSITORY"
            raise AddressError(msg)
        return "gl/" + quote("/".join(names), safe="")
    return "git/" + quote(address.rstrip("/"), safe="")


def binder_link(place: str, page: str) -> str:
    """Make the link that opens a page; HEAD is whatever branch the repository shows first."""
    return f"https://mybinder.org/v2/{place}/HEAD?urlpath={quote(page)}"


def section(address: str | None) -> str:
    """Write what stands between the two marks in the README."""
    place = "gh/OWNER/REPOSITORY" if address is None else binder_place(address)
    links = {words: binder_link(place, page) for words, page in PAGES.items()}
    if address is None:
        return NO_ADDRESS.format(links="\n".join(links.values()))
    rows = [f"| {BADGE.format(link=link)} | {words} |\n" for words, link in links.items()]
    return "".join(["| | |\n", "|---|---|\n", *rows])


def address_in(pyproject: Path) -> str | None:
    """Read the address of the repository, if there is one."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    urls = {name.lower(): url for name, url in project.get("urls", {}).items()}
    return urls.get("repository")


def rewritten(readme: str, address: str | None) -> str:
    """Put the section where the two marks are."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        msg = f"README.md has lost its marks; expected {BEGIN.strip()} and {END.strip()}"
        raise ValueError(msg)
    return before + BEGIN + section(address) + END + after


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="binder/links.py", description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; say what differs")
    is_check = parser.parse_args(arguments).check
    path = root / "README.md"
    readme = path.read_text(encoding="utf-8")
    try:
        address = address_in(root / "pyproject.toml")
        wanted = rewritten(readme, address)
    except AddressError as exc:
        sys.stderr.write(f"pyproject.toml, [project.urls], Repository: {exc}\n")
        return 2
    except ValueError as exc:
        sys.stderr.write(f"{exc}\n")
        return 2
    if wanted != readme and is_check:
        sys.stderr.write("README.md: not the links of pyproject.toml; run binder/links.py\n")
        return 1
    if wanted != readme:
        path.write_text(wanted, encoding="utf-8", newline="\n")
    if not is_check:
        sys.stdout.write(f"{address or 'no address: the README says what a link looks like'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
