"""The same input gives the same bytes in another process, whatever its hashes."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

SHOW = '''
import asyncio, dataclasses, enum
from typing import Literal
import pandas
from pydantic import BaseModel
from toolnexus import (
    SimulatedModel, Tool, Toolkit, ToolResult, check, drill, replay, round_trip, tool,
)
from toolnexus.display import compare, provider_shapes, render_html, render_text, show

class Unit(enum.Enum):
    METRE = "m"
    FOOT = "ft"

class Station(BaseModel):
    name: str
    tags: set[str] = {"tide", "wind", "rain"}
    unit: Unit = Unit.METRE
    nearby: list["Station"] = []

@dataclasses.dataclass
class Found:
    stations: frozenset
    near: Station

class Page:
    def _repr_html_(self):
        return f"<p>{object()}</p>"

@tool
def find_stations(
    near: Station,
    kinds: set[Literal["tide", "wind", "rain"]] = {"wind", "tide"},
    unit: Unit | None = None,
) -> object:
    """Find stations.

    Args:
        near: Not far from this one.
    """
    return Found(frozenset({"Kiel", "Goa", "Oslo", near.name}), near)

def fail(args):
    raise LookupError("none of them")

toolkit = Toolkit([find_stations, Tool("fail", "", {"required": ["b", "a"]}, execute=fail)])
arguments = {"near": {"name": "Chennai"}, "kinds": ["rain", "wind", "tide"]}

async def main():
    transcript = await round_trip("Stations near Kiel?", toolkit, SimulatedModel(seed=3))
    objects = [
        *toolkit, toolkit, check(toolkit), await drill(toolkit), transcript,
        await replay(transcript, toolkit), compare(find_stations, toolkit["fail"]),
        provider_shapes(find_stations), show(toolkit.to_openai()),
        await find_stations.execute(arguments),
        await find_stations.execute({"near": 3, "kinds": ["hail", "wind"], "x": 1}),
        await toolkit["fail"].execute({"a": 1, "b": 2}),
    ]
    values = [
        {"a", "b", "c"}, {1: {"x", "y"}}, Station(name="Kiel"), Unit.FOOT, Page(), object,
        pandas.DataFrame({"a": [{"x", "y"}]}), pandas.DataFrame({"m": [1]}).style,
        {Unit.METRE, Unit.FOOT}, {frozenset({"p", "q"}), frozenset({"r", "s"})},
    ]
    objects += [ToolResult("x", value=value) for value in values]
    for shown in objects:
        print(repr(shown), render_html(shown), render_text(shown), sep="\\n")

asyncio.run(main())
'''


# What a kernel sends for the last value of a cell, and what a notebook therefore keeps.
SEND = """
from IPython.core.formatters import DisplayFormatter
from toolnexus.panel import ArgumentsForm

async def send():
    transcript = await round_trip("Stations near Kiel?", toolkit, SimulatedModel(seed=3))
    panel = toolkit.panel()
    await panel.round_trip("Stations near Goa?")
    last_values = [
        find_stations, toolkit, Toolkit(), await find_stations.execute(arguments), transcript,
        Toolkit([find_stations]).panel(), Toolkit().panel(), panel,
        ArgumentsForm(find_stations.input_schema),
    ]
    for value in last_values:
        bundle, metadata = DisplayFormatter().format(value)
        # A number that the front end finds the widget by; nbval knows to leave it out.
        bundle.pop("application/vnd.jupyter.widget-view+json", None)
        print(type(value).__name__, *sorted(bundle), metadata)
        print(*(bundle[kind] for kind in sorted(bundle)), sep="\\n")

asyncio.run(send())
"""


BETWEEN = "what a kernel sends"


@pytest.fixture(scope="module")
def printed():
    """Run all of it in two processes, whose hashes differ, at the same time."""
    pytest.importorskip("pandas")
    code = SHOW + f"print({BETWEEN!r})" + SEND
    with ThreadPoolExecutor() as pool:
        return list(pool.map(output_of, [code, code], ["1", "2"]))


def output_of(code, seed):
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    # How long a call took is a fact of that run, and said where it was run.
    return re.sub(r"in [\d.]+ m?s\b", "in 1 ms", done.stdout).splitlines()


def test_displays_and_last_values_are_the_same_bytes_in_two_processes(printed):
    one, two = printed
    assert one.index(BETWEEN) > 1000
    assert [pair for pair in zip(one, two, strict=True) if pair[0] != pair[1]] == []
    # The seeds do make a difference where nobody puts things in order.
    unordered = "print({'tide', 'wind', 'rain', 'hail', 'snow'})"
    assert output_of(unordered, "1") != output_of(unordered, "2")


def test_every_kind_of_last_value_has_html_and_text(printed):
    sent = printed[0][printed[0].index(BETWEEN) :]
    with_html = [line for line in sent if line.endswith(" text/html text/plain {}")]
    shown = ["Tool", "Toolkit", "Toolkit", "ToolResult", "Transcript", *["ToolPanel"] * 3]
    assert [line.partition(" ")[0] for line in with_html] == shown
    assert "ArgumentsForm text/plain {}" in sent
