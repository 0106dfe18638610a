"""What nbval doesn't see: that each notebook is stored executed, whole, small and portable."""

import json
import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

MAY_FAIL = {"raises-exception", "nbval-raises-exception"}
MACHINE_PATH = re.compile(r"(?<![\w.:/])/(home|root|Users|tmp|work|opt|usr|var)/|\b[A-Z]:\\\\")
ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")
MAX_WIDGET_STATE = 100_000  # bytes; more than that is a page that nobody can review
WIDGETS = "application/vnd.jupyter.widget-state+json"

# What a notebook's cells keep away from, and why.
AVOIDED = {
    "asyncio.run": r"\basyncio\.run\b|\brun_until_complete\b|\bnest_asyncio\b",  # await does it
    # Jupyter shows these well; nbval plays no front end, and compares something else.
    "clear_output": r"\bclear_output\b|\bdisplay_id\b|\bupdate_display\b",
    "Output": r"\bwith\s+(?:Output\b|out(?:put)?\s*:)|\bwidgets\.Output\b",
}

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(path):
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def test_quickstart_is_there():
    assert "00_quickstart.ipynb" in [path.name for path in NOTEBOOKS]


@each_notebook
def test_notebook_is_valid_and_wants_the_plain_kernel(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"


@each_notebook
def test_every_code_cell_was_executed_in_order(path):
    # nbval passes a cell that is stored without outputs, whatever it prints: without this a
    # stripped notebook would be a notebook that is never checked.
    counts = [cell.execution_count for cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1))


@each_notebook
def test_only_marked_cells_fail(path):
    failing = [
        cell.source
        for cell in code_cells(path)
        if any(output.output_type == "error" for output in cell.outputs)
        and not MAY_FAIL & set(cell.metadata.get("tags", []))
    ]
    assert failing == []


@each_notebook
def test_stored_widget_state_is_whole_and_small(path):
    # GitHub and nbconvert fail on one without its "state", though it is a valid notebook.
    metadata = read(path).metadata
    assert "widgets" not in metadata or metadata.widgets[WIDGETS].keys() >= {"state"}
    assert len(json.dumps(metadata.get("widgets", {}))) < MAX_WIDGET_STATE


@each_notebook
@pytest.mark.parametrize("avoided", AVOIDED)
def test_cells_keep_away_from_what_breaks_elsewhere(path, avoided):
    found = [c.source for c in code_cells(path) if re.search(AVOIDED[avoided], c.source)]
    assert found == []


@each_notebook
def test_every_widget_has_a_text_beside_it(path):
    bundles = [
        output.data
        for cell in code_cells(path)
        for output in cell.outputs
        if "data" in output and "application/vnd.jupyter.widget-view+json" in output.data
    ]
    for bundle in bundles:
        # As ipywidgets would write it, all of its state is there, and nothing that helps.
        assert re.fullmatch(r"\w+\(\[.+\]\)", bundle["text/plain"])


@each_notebook
def test_nothing_tells_which_machine_ran_it(path):
    text = path.read_text(encoding="utf-8")
    assert MACHINE_PATH.findall(text) == []
    assert ADDRESS.findall(text) == []


def test_every_tool_of_others_says_whose_it_is():
    folder = ROOT / "notebooks"
    tools = json.loads((folder / "mcp_tools.json").read_text(encoding="utf-8"))["tools"]
    licences = (folder / "mcp_tools.LICENCES.md").read_text(encoding="utf-8")
    rows = [line for line in licences.splitlines() if line.startswith("| `")]
    for tool in tools:
        (row,) = [row for row in rows if f"`{tool['name']}`" in row]
        source, _, version = tool["_meta"]["source"].partition(",")[0].partition(" ")
        assert f"`{source}`" in row
        assert version.removeprefix("at ") in row
        assert re.search(r"\| Copyright \(c\) [^|]+ \| (MIT|Apache-2\.0) \|$", row)


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ('File "/home/someone/x.py"', True),
        ("/tmp/ipykernel_1/2.py", True),  # noqa: S108 - only text to look for
        (r"C:\\Users\\someone", True),
        ("https://example.org/home/page", False),
        ("notebooks/tmp/x", False),
    ],
)
def test_machine_path_is_told_from_other_text(text, is_found):
    assert bool(MACHINE_PATH.search(text)) is is_found


@pytest.mark.parametrize(
    ("avoided", "source", "is_found"),
    [
        ("asyncio.run", "x = asyncio.run(main())", True),
        ("asyncio.run", "loop.run_until_complete(main())", True),
        ("asyncio.run", "await tool.run_async()", False),
        ("asyncio.run", "tool.run({})", False),
        ("clear_output", "display(x, display_id=True)", True),
        ("clear_output", "IPython.display.clear_output()", True),
        ("Output", "with out:\n    print(1)", True),
        ("Output", "with widgets.Output() as o:", True),
        ("Output", "out = widgets.Output()", True),
        ("Output", "output = read_model_output(text)", False),
        ("Output", "with open(path) as out:", False),
    ],
)
def test_what_is_avoided_is_told_from_other_code(avoided, source, is_found):
    assert bool(re.search(AVOIDED[avoided], source)) is is_found
