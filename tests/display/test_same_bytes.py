"""The same input gives the same bytes in another process, whatever its hashes."""

import os
import re
import subprocess
import sys

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


def output_of(code, seed):
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    # How long a call took is a fact of that run, and said where it was run.
    return re.sub(r"in [\d.]+ m?s\b", "in 1 ms", done.stdout).splitlines()


def test_displays_are_the_same_bytes_in_two_processes():
    pytest.importorskip("pandas")
    one, two = output_of(SHOW, "1"), output_of(SHOW, "2")
    assert len(one) > 1000
    assert [pair for pair in zip(one, two, strict=True) if pair[0] != pair[1]] == []
    # The seeds do make a difference where nobody puts things in order.
    unordered = "print({'tide', 'wind', 'rain', 'hail', 'snow'})"
    assert output_of(unordered, "1") != output_of(unordered, "2")
