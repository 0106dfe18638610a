"""What the displays look like in JupyterLab: nothing cut off, nothing hard to read."""

CELLS = [
    """
from toolnexus import tool

@tool
def ping(times: int, text: str = "ping") -> str:
    "Say pong."
    return "pong " * times
""",
    "ping",
]


def test_card_is_readable_in_both_themes_and_narrow(open_notebook):
    notebook = open_notebook(CELLS)
    card = notebook.output(1).locator(".tn-tool")
    for theme in ("light", "dark"):
        notebook.set_theme(theme)
        for width in (1000, 400):
            notebook.resize(width, 1200)
            notebook.photograph(f"{theme}-{width}")
            assert notebook.look(card) == []
