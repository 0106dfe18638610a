"""Links in the documents and notebooks lead to something in the repository; none is fetched."""

import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "notebooks").glob("*.md")),
    *NOTEBOOKS,
]
ELSEWHERE = {"http", "https", "mailto"}
NOTEBOOK_NAME = re.compile(r"\b(?:\d\d|extra)_[a-z0-9_]+\b")
PATH = re.compile(r"[\w./-]+")

each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


class Markdown(NamedTuple):
    """What a document says: its links, the paths in its text, its headings."""

    links: list
    spans: list
    headings: list
    text: str


def read(path):
    """Read a document, or all the markdown of a notebook."""
    texts = [path.read_text(encoding="utf-8")]
    if path.suffix == ".ipynb":
        cells = nbformat.reads(texts[0], as_version=4).cells
        texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    return markdown_of(*texts)


def markdown_of(*texts):
    links, spans, headings = [], [], []
    for text in texts:
        tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
        for before, token in zip([None, *tokens], tokens, strict=False):
            for part in token.children or []:
                links += [part.attrs[name] for name in ("href", "src") if name in part.attrs]
                spans += [part.content] if part.type == "code_inline" else []
            if before is not None and before.type == "heading_open":
                words = (part.content for part in token.children if part.type != "image")
                headings.append("".join(words))
    return Markdown(links, spans, headings, "\n".join(texts))


def anchors(path, headings):
    """Name the headings as GitHub does, those of a notebook as Jupyter does."""
    if path.suffix == ".ipynb":
        return {heading.replace(" ", "-") for heading in headings}
    named = set()
    for heading in headings:
        anchor = plain = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = 0
        while anchor in named:
            number += 1
            anchor = f"{plain}-{number}"
        named.add(anchor)
    return named


def what_is_wrong(link, path):
    """Say why a link in a document leads nowhere, if it does."""
    parts = urlsplit(link)
    if parts.scheme in ELSEWHERE:
        return None
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return "not below the repository"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_relative_to(ROOT):
        return "outside of the repository"
    if not target.exists():
        return "no such file"
    if parts.fragment and unquote(parts.fragment) not in anchors(target, read(target).headings):
        return "no such heading"
    return None


@each_document
def test_links_lead_somewhere(path):
    found = {link: what_is_wrong(link, path) for link in read(path).links}
    assert {link: wrong for link, wrong in found.items() if wrong} == {}


@each_document
def test_notebooks_that_are_named_exist(path):
    names = set(NOTEBOOK_NAME.findall(read(path).text))
    assert names <= {notebook.stem for notebook in NOTEBOOKS}


@each_document
def test_paths_in_the_text_exist(path):
    folders = {entry.name for entry in ROOT.iterdir() if entry.is_dir()}
    paths = [
        span
        for span in read(path).spans
        if PATH.fullmatch(span) and "/" in span and span.partition("/")[0] in folders
    ]
    assert [span for span in paths if not (ROOT / span).exists()] == []


def test_all_kinds_of_links_are_found():
    inline = "# A `b` c\n\n[a](b.md) ![c](d.png) <https://e.org> [f]\n\n[f]: f.md#x\n\n"
    markdown = markdown_of(inline + "| g |\n|-|\n| [h](i) `j/k` |\n")
    assert markdown.links == ["b.md", "d.png", "https://e.org", "f.md#x", "i"]
    assert markdown.spans == ["b", "j/k"]
    assert markdown.headings == ["A b c"]


def test_documents_have_links_and_paths_to_look_at():
    assert read(ROOT / "README.md").links
    assert "notebooks/06_real_model.ipynb" in read(ROOT / "README.md").spans


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("CONTRIBUTING.md", None),
        ("CONTRIBUTING.md#adding-something", None),
        ("#start", None),
        ("https://example.org/nothing", None),
        ("notebooks/00_quickstart.ipynb#Several-tools", None),
        ("CONTRIBUTING.md#no-such-thing", "no such heading"),
        ("notebooks/00_quickstart.ipynb#several-tools", "no such heading"),
        ("#no-such-thing", "no such heading"),
        ("contributing.txt", "no such file"),
        ("../elsewhere.md", "outside of the repository"),
        ("/CONTRIBUTING.md", "not below the repository"),
        ("//example.org/x", "not below the repository"),
        ("file:///CONTRIBUTING.md", "not below the repository"),
    ],
)
def test_link_that_leads_nowhere_is_told(link, wrong):
    assert what_is_wrong(link, ROOT / "README.md") == wrong


def test_headings_are_named_as_github_names_them():
    headings = ["What is where?", "What is where", "Small, and quick - it is", "Über_x"]
    assert anchors(ROOT / "README.md", headings) == {
        "what-is-where",
        "what-is-where-1",
        "small-and-quick---it-is",
        "über_x",
    }
