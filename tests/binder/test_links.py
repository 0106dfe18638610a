"""The README's Binder links are those of the address in pyproject.toml, or there are none."""

from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
PLACES = {
    "https://github.com/ada/tools": "gh/ada/tools",
    "https://www.github.com/ada/tools/": "gh/ada/tools",
    "https://GitHub.com/ada/tools.git": "gh/ada/tools",
    "https://gitlab.com/ada/tools": "gl/ada%2Ftools",
    "https://gitlab.com/school/course/tools.git": "gl/school%2Fcourse%2Ftools",
    "https://git.example.org/ada/tools": "git/https%3A%2F%2Fgit.example.org%2Fada%2Ftools",
    "https://example.org:8443/t.git": "git/https%3A%2F%2Fexample.org%3A8443%2Ft.git",
    "git://example.org/tools": "git/git%3A%2F%2Fexample.org%2Ftools",
    "https://example.org/(a) b": "git/https%3A%2F%2Fexample.org%2F%28a%29%20b",
    # Not GitHub, however much it looks like it.
    "https://github.com.example.org/a/b": "git/https%3A%2F%2Fgithub.com.example.org%2Fa%2Fb",
}
WRONG = [
    "",
    "tools",
    "git@github.com:ada/tools.git",
    "file:///srv/tools",
    "https://github.com",
    "https://github.com/ada",
    "https://github.com/ada/tools/tree/main",
    "https://gitlab.com/ada",
    "https://gitlab.com/ada/tools/-/tree/main",
    "https://ada:secret@example.org/tools",
    "https://example.org/tools?ref=main",
    "https://[example/tools",
]


@pytest.fixture(scope="session")
def links(script):
    return script("links")


@pytest.fixture
def checkout(tmp_path):
    """Copy what the command reads."""

    def checkout_(address=None):
        pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        if address is not None:
            pyproject += f"\n[project.urls]\nRepository = '{address}'\n"
        (tmp_path / "pyproject.toml").write_text(pyproject, encoding="utf-8")
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        (tmp_path / "README.md").write_text(readme, encoding="utf-8")
        return tmp_path

    return checkout_


def readme_of(folder):
    return (folder / "README.md").read_bytes()


def test_readme_and_pyproject_agree(links, capsys):
    assert links.main(["--check"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize(("address", "place"), PLACES.items())
def test_address_is_said_as_binder_says_it(address, place, links):
    assert links.binder_place(address) == place


@pytest.mark.parametrize("address", WRONG)
def test_what_binder_can_not_fetch_is_refused_with_an_example(address, links):
    with pytest.raises(links.AddressError, match=r"expected .*https://git\w+\.com/\w+/\w+"):
        links.binder_place(address)


def test_link_of_any_server_leads_back_to_it(links):
    address = "https://git.example.org/ada/tools & more.git"
    link = links.binder_link(links.binder_place(address), "lab/tree/a b#c.ipynb")
    parts = urlsplit(link)
    version, kind, place, ref = parts.path.strip("/").split("/")
    assert (version, kind, unquote(place), ref) == ("v2", "git", address, "HEAD")
    assert parse_qs(parts.query) == {"urlpath": ["lab/tree/a b#c.ipynb"]}


def test_pages_that_links_open_are_there(links):
    for page in links.PAGES.values():
        path = page.removeprefix("lab/tree/").removeprefix("voila/render/")
        assert (ROOT / path).is_file()


def test_without_an_address_the_readme_has_the_form_and_no_link(links):
    text = links.section(None)
    assert "gh/OWNER/REPOSITORY/HEAD?urlpath=lab/tree/notebooks/" in text
    assert "badge" not in text
    assert "](https://mybinder.org/v2" not in text


def test_address_becomes_links(links, checkout):
    folder = checkout("https://github.com/ada/tools")
    assert links.main(["--check"], folder) == 1
    assert links.main([], folder) == 0
    text = readme_of(folder).decode()
    for page in links.PAGES.values():
        assert f"](https://mybinder.org/v2/gh/ada/tools/HEAD?urlpath={page})" in text
    assert "OWNER" not in text.partition(links.BEGIN)[2].partition(links.END)[0]
    assert links.main(["--check"], folder) == 0


def test_nothing_but_the_section_is_changed_and_taking_back_gives_the_same_bytes(
    links, checkout
):
    before = readme_of(checkout())
    folder = checkout("https://gitlab.com/ada/tools")
    links.main([], folder)
    after = readme_of(folder)
    begin, end = links.BEGIN.encode(), links.END.encode()
    assert after.partition(begin)[0] == before.partition(begin)[0]
    assert after.partition(end)[2] == before.partition(end)[2]
    pyproject = (ROOT / "pyproject.toml").read_bytes()
    (folder / "pyproject.toml").write_bytes(pyproject)
    links.main([], folder)
    assert readme_of(folder) == before


def test_check_writes_nothing(links, checkout, capsys):
    folder = checkout("https://github.com/ada/tools")
    before = readme_of(folder)
    assert links.main(["--check"], folder) == 1
    assert readme_of(folder) == before
    assert "run binder/links.py" in capsys.readouterr().err


def test_wrong_address_is_told_with_its_place(links, checkout, capsys):
    folder = checkout("git@github.com:ada/tools.git")
    before = readme_of(folder)
    assert links.main([], folder) == 2
    assert readme_of(folder) == before
    told = capsys.readouterr().err
    assert told.startswith("pyproject.toml, [project.urls], Repository: 'git@github.com:ada")


def test_readme_without_marks_is_left_alone(links, checkout, capsys):
    folder = checkout()
    (folder / "README.md").write_text("# Mine\n", encoding="utf-8")
    assert links.main([], folder) == 2
    assert readme_of(folder) == b"# Mine\n"
    assert "has lost its marks" in capsys.readouterr().err
