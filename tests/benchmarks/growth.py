"""How the cost of toolnexus grows with the number of tools, and over many round trips.

Prints one line of JSON for each measurement; `run.py` makes the table.
"""

from __future__ import annotations

import asyncio
import gc
import json
import math
import sys
import time
from collections.abc import Callable
from typing import Any

import work
from worker import resident

from toolnexus import Tool, Toolkit, check, define_tool, round_trip, to_openai
from toolnexus.models import ScriptedModel
from toolnexus.panel import ToolPanel

SIZES = (10, 100, 1_000, 10_000)
REAL = 899
"""As many as the 24 published servers together have that the goal was set for."""
PROPERTIES: list[dict[str, Any]] = [
    {"type": "string", "description": "What to look for, in the words of the person."},
    {"type": "integer", "minimum": 1, "maximum": 100, "default": 10},
    {"type": "array", "items": {"type": "string"}, "description": "Labels that it must have."},
    {"type": "string", "enum": ["open", "closed", "all"], "description": "Which state."},
    {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}], "default": None},
    {"type": "object", "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}},
    {"type": "boolean", "description": "Whether to include what is archived."},
    {"$ref": "#/$defs/Page", "description": "Where to go on."},
]
PAGE = {
    "type": "object",
    "properties": {"size": {"type": "integer"}, "after": {"type": "string"}},
}


def written_tools(many: int) -> list[Tool]:
    """Make tools with written schemas of 1 to 12 properties of all kinds."""
    return [Tool(**written(number), execute=dict) for number in range(many)]


def written(number: int) -> dict[str, Any]:
    names = [f"property_{at}" for at in range(1 + number % 12)]
    properties = {n: PROPERTIES[(number + at) % 8] for at, n in enumerate(names)}
    return {
        "name": f"service_{number % 24}_does_{number}",
        "description": "Do one of the many things that this service does. " * (1 + number % 5),
        "input_schema": {
            "type": "object",
            "properties": properties,
            "required": names[: number % 3],
            "$defs": {"Page": PAGE},
        },
    }


def timed(do: Callable[[], Any], times: int) -> float:
    best = math.inf
    for _ in range(times):
        gc.collect()
        start = time.perf_counter()
        do()
        best = min(best, time.perf_counter() - start)
    return best


def choose(panel: ToolPanel, name: str) -> None:
    panel.tool = name


def say(work_done: str, size: int, took: float) -> None:
    sys.stdout.write(json.dumps([work_done, size, took]) + "\n")
    sys.stdout.flush()


def grow(sizes: tuple[int, ...]) -> None:
    Toolkit(written_tools(100)).check()
    Toolkit(written_tools(2))._repr_html_()
    ToolPanel(written_tools(2)).close()
    for size in sizes:
        times = 5 if size <= 1000 else 2
        functions = [work.async_function(number + 1) for number in range(size)]
        say("define", size, timed(lambda f=functions: [define_tool(one) for one in f], 1))
        tools = written_tools(size)
        toolkit = Toolkit(tools)
        names = [tool.name for tool in tools]
        say("`to_openai`", size, timed(lambda t=tools: to_openai(t), times))
        say(
            "look up each by name",
            size,
            timed(lambda k=toolkit, n=names: [k[x] for x in n], times),
        )
        say("toolkit in HTML", size, timed(toolkit._repr_html_, times))
        say("`check`", size, timed(toolkit.check, 1))
        say("open a panel", size, timed(lambda k=toolkit: ToolPanel(k).close(), times))
    say(
        f"`check` of {REAL} tools for all providers",
        REAL,
        timed(lambda: check(written_tools(REAL)), 1),
    )
    largest = sorted(written_tools(1000), key=lambda tool: -len(str(tool.input_schema)))
    say(
        "toolkit of 1,000 in HTML, the largest first",
        1000,
        timed(Toolkit(largest)._repr_html_, 5),
    )
    cards = written_tools(200)
    say("card of a tool in HTML", 1, timed(lambda: [c._repr_html_() for c in cards], 3) / 200)
    panel = ToolPanel(written_tools(50))
    names = [
        tool.name for tool in written_tools(50) if len(tool.input_schema["properties"]) == 10
    ]
    say(
        "select a tool of 10 parameters",
        1,
        timed(lambda: [choose(panel, n) for n in names], 3) / len(names),
    )


async def trips(many: int) -> None:
    """Make round trips of ten calls at once; say what each tenth of them took and left."""
    tool = define_tool(work.async_function())
    toolkit = Toolkit([tool])
    for tenth in range(10):
        start = time.perf_counter()
        for _ in range(many // 10):
            model = ScriptedModel([[(tool.name, work.ARGUMENTS)] * 10, "That is all."])
            await round_trip("Find flights.", toolkit, model)
        took = time.perf_counter() - start
        gc.collect()
        sys.stdout.write(json.dumps(["trips", tenth, took, resident()]) + "\n")


async def ticks() -> None:
    """Count how often the loop turns, of 100 times, while a sync function takes 0.2 seconds."""

    def wait() -> str:
        """Wait."""
        time.sleep(0.2)
        return "done"

    tool, seen = define_tool(wait), 0

    async def tick() -> None:
        nonlocal seen
        while True:
            await asyncio.sleep(0.002)
            seen += 1

    ticking = asyncio.ensure_future(tick())
    await tool.execute("{}")
    ticking.cancel()
    say("ticks", 100, seen)


if __name__ == "__main__":
    few = len(sys.argv) > 1
    grow(SIZES[:3] if few else SIZES)
    asyncio.run(trips(100 if few else 1000))
    asyncio.run(ticks())
