"""What the command that plays a participant counts and complains about; it is not run here."""

import sys

import pytest
from nbformat import v4

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads Linux's /proc")


@pytest.fixture(scope="session")
def participant(script):
    return script("participant")


def cell_with(*outputs, tags=()):
    return v4.new_code_cell("x", outputs=list(outputs), metadata={"tags": list(tags)})


def shown(text):
    data = {"application/vnd.jupyter.widget-view+json": {}, "text/plain": text}
    return v4.new_output("display_data", data)


ERROR = v4.new_output("error", ename="ValueError", evalue="no such city", traceback=[])


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (cell_with(ERROR), ["n, cell 1: ValueError: no such city"]),
        (cell_with(ERROR, tags=["raises-exception"]), []),
        (cell_with(shown("ToolPanel([get_weather])")), []),
        (
            cell_with(shown("VBox(children=(Text(value=''),))")),
            ["n, cell 1: a widget without a text that can be read"],
        ),
        (cell_with(), []),
    ],
)
def test_what_is_wrong_is_told_with_its_place(cell, words, participant):
    notebook = v4.new_notebook(cells=[v4.new_markdown_cell("# N"), cell])
    assert list(participant.faults("n", notebook)) == words


def test_memory_of_a_process_is_read(participant):
    memory = participant.memory_of("self")
    assert 10 < memory.pss <= memory.rss < 10_000


def test_what_one_participant_has_open_is_added_up(participant):
    memories = {"server": (100, 90), "kernel of 04_panel": (50, 40), "kernel of b": (70, 60)}
    rows = [
        participant.Row(what, 1.0, participant.Memory(*of)) for what, of in memories.items()
    ]
    one, further, everything = participant.sums(rows)
    assert one.memory == (150, 130)
    assert further.memory == (60, 50)
    assert everything.memory == (220, 190)
    assert everything.what == "one participant with all 2 open"
