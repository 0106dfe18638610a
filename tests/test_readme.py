"""The Python blocks of the documents run top to bottom and print what the text below says."""

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]


class Block(NamedTuple):
    source: str
    line: int
    printed: str | None  # the ```text block that follows, if one does


def python_blocks(text: str) -> Iterator[Block]:
    fences = [token for token in MarkdownIt().parse(text) if token.type == "fence"]
    for fence, following in zip_longest(fences, fences[1:]):
        if fence.info.strip() != "python":
            continue
        is_text = following is not None and following.info.strip() == "text"
        yield Block(fence.content, fence.map[0] + 1, following.content if is_text else None)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_blocks_run_top_to_bottom(document, monkeypatch):
    # A module that can be found, as in a script: type hints are looked up in it.
    module = ModuleType("document")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for block in python_blocks(document.read_text(encoding="utf-8")):
        # Blank lines in front make a traceback show the document's own line numbers.
        code = compile("\n" * block.line + block.source, str(document), "exec")
        stdout = StringIO()
        with redirect_stdout(stdout):
            exec(code, module.__dict__)  # noqa: S102 - running our own document is the test
        if block.printed is not None:
            where = f"{document.name}, the text under line {block.line}"
            assert stdout.getvalue().rstrip() == block.printed.rstrip(), where


def test_readme_has_an_example():
    blocks = list(python_blocks((ROOT / "README.md").read_text(encoding="utf-8")))
    assert any("define_tool" in block.source for block in blocks)


def test_a_failing_block_reports_the_documents_own_line(tmp_path, monkeypatch):
    document = tmp_path / "FAILS.md"
    document.write_text("# Title\n\n```python\nx = 1\nraise ValueError(x)\n```\n")
    with pytest.raises(ValueError, match="1") as caught:
        test_python_blocks_run_top_to_bottom(document, monkeypatch)
    assert caught.traceback[-1].lineno + 1 == 5
