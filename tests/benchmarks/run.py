"""Measure toolnexus beside other libraries and beside pydantic alone, and write the tables.

    python tests/benchmarks/run.py            all of it, about fifteen minutes
    python tests/benchmarks/run.py --quick    few rounds, no other libraries, nothing written

Each other library is installed in an environment of its own, once, with pip; where that fails,
its column says so.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import math
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from processes import HERE, Figure, environment, fresh, in_turns

LIBRARIES = {
    "pydantic_ai": "pydantic-ai-slim",
    "openai_agents": "openai-agents",
    "langchain_core": "langchain-core",
    "mcp_sdk": "mcp",
    "fastmcp": "fastmcp",
    "chatlas": "chatlas",
    "llm": "llm",
    "smolagents": "smolagents",
}
IMPORTS = {
    "floor": "import pydantic",
    "toolnexus": "import toolnexus",
    "pydantic_ai": "from pydantic_ai import Tool",
    "openai_agents": "from agents import function_tool",
    "langchain_core": "from langchain_core.tools import StructuredTool",
    "mcp_sdk": "from mcp.server.mcpserver.tools import Tool",
    "fastmcp": "from fastmcp.tools import Tool",
    "chatlas": "from chatlas import Tool",
    "llm": "from llm import Tool",
    "smolagents": "from smolagents import tool",
}
NAMES = {"floor": "from pydantic import BaseModel, TypeAdapter"} | {
    "toolnexus": "from toolnexus import Tool, Toolkit, define_tool, to_openai"
}
FIRST = (
    "import work\nfrom worker import Library\nlibrary = Library('{name}')\n"
    "(function,) = library.functions(1)\n"
    "library.module.entry(library.module.define(function))"
)
WORK = [
    ("define", "define a tool and write its first entry", 30, "≤ 1.3"),
    ("entries", "entries of 1,000 tools", 3, "≤ 1.1"),
    ("execute_text", "execute, async, a function that returns text", 500, "≤ 2"),
    ("execute", "execute, async, a function that returns a dict", 500, "≤ 2"),
    ("execute_in_loop", "execute, sync, in the loop", 500, "≤ 2.5"),
    ("execute_in_thread", "execute, sync, in a thread", 200, "≤ 20"),
]
README = HERE / "README.md"


def environments(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Install each library; return the interpreters, and why there is none."""
    pythons, failed = {}, {}
    for name, package in LIBRARIES.items():
        home = folder / name
        python = home / "bin" / "python"
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
            install = [str(python), "-m", "pip", "install", "-q", package]
            done = subprocess.run(install, capture_output=True, text=True, check=False)
            if done.returncode:
                failed[name] = f"{package} could not be installed"
                continue
        pythons[name] = str(python)
    return pythons, failed


def version(python: str, package: str) -> str:
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "not installed"


def measured(pythons: dict[str, str], rounds: int) -> list[tuple[str, str, dict[str, Figure]]]:
    rows = [("import", "≤ 1.3", fresh(pythons, IMPORTS, rounds))]
    own = {name: pythons[name] for name in NAMES}
    rows.append(("import the names one needs", "", fresh(own, NAMES, rounds)))
    first = {name: FIRST.format(name=name) for name in pythons}
    rows.append(("from nothing to the first entry", "", fresh(pythons, first, rounds)))
    for job, words, many, goal in WORK:
        rows.append((words, goal, in_turns(pythons, job, many, rounds)))
        say(f"{words}: {rows[-1][2]['toolnexus'].ratio:.2f}")
    rows.append(
        ("memory for each tool", "≤ 1.2", in_turns(pythons, "memory", 2000, 3, anew=True))
    )
    return rows


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def quantity(took: float, *, is_memory: bool) -> str:
    if is_memory:
        return f"{took / 1000:.1f} kB"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if took >= size:
            return f"{took / size:.3g} {unit}"
    return f"{took / 1e-9:.3g} ns"


def cell(figure: Figure | None) -> str:
    if figure is None or figure.failed:
        return "-"
    return f"{figure.ratio:.2f}" if figure.ratio < 20 else f"{figure.ratio:.0f}"


def comparison(rows: list[tuple[str, str, dict[str, Figure]]], others: list[str]) -> list[str]:
    heads = ["work", "goal", "floor", "**toolnexus**", "quartiles", "least", *others]
    shown = [LIBRARIES.get(head, head) for head in heads]
    lines = [f"| {' | '.join(shown)} |", "|" + "---|" * len(heads)]
    for words, goal, figures in rows:
        own, floor = figures["toolnexus"], figures["floor"]
        quarters = f"{own.quartiles[0]:.2f} to {own.quartiles[1]:.2f}"
        cells = [words, goal, quantity(floor.took, is_memory="memory" in words)]
        cells += [f"**{cell(own)}**", quarters, f"{own.least:.2f}"]
        cells += [cell(figures.get(name)) for name in others]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def grown(*, is_quick: bool) -> list[str]:
    command = [sys.executable, str(HERE / "growth.py"), *(["few"] if is_quick else [])]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment()
    )
    by_work: dict[str, dict[int, float]] = {}
    trips = []
    for line in done.stdout.splitlines():
        kind, size, *values = json.loads(line)
        if kind == "trips":
            trips.append(values)
        else:
            by_work.setdefault(kind, {})[size] = values[0]
    (ticks,) = by_work.pop("ticks").values()
    several = {kind: took for kind, took in by_work.items() if len(took) > 1}
    sizes = sorted({size for took in several.values() for size in took})
    lines = [
        f"| work | {' | '.join(f'{size:,} tools' for size in sizes)} | exponent |",
        "|" + "---|" * (len(sizes) + 2),
    ]
    for kind, took in several.items():
        cells = [quantity(took[size], is_memory=False) for size in sizes]
        lines.append(f"| {kind} | {' | '.join(cells)} | {exponent(took):.2f} |")
    lines += ["", "| once | took |", "|---|---|"]
    for kind, took in by_work.items():
        if kind not in several:
            lines += [f"| {kind} | {quantity(*took.values(), is_memory=False)} |"]
    first, last = trips[1], trips[-1]
    kept = (last[1] - first[1]) / 800
    return [
        *lines,
        f"| a round trip of 10 calls at once: the second hundred of 1,000 | {each(first[0])} |",
        f"| the same: the last hundred | {each(last[0])} |",
        f"| memory that grew in between, for each round trip | {kept:,.0f} B |",
        f"| turns of the loop, of 100, while a function holds a thread | {ticks:.0f} |",
    ]


def each(took: float) -> str:
    return quantity(took / 100, is_memory=False)


def exponent(took: dict[int, float]) -> float:
    """Give the slope of the line through the logarithms, from 100 tools on."""
    points = [(math.log(size), math.log(time)) for size, time in took.items() if size >= 100]
    middle = [sum(values) / len(points) for values in zip(*points, strict=True)]
    over = sum((x - middle[0]) * (y - middle[1]) for x, y in points)
    return over / sum((x - middle[0]) ** 2 for x, _ in points)


def write(name: str, lines: list[str]) -> None:
    text = README.read_text()
    block = re.compile(f"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)", re.DOTALL)
    README.write_text(block.sub(lambda m: m[1] + "\n".join(lines) + "\n" + m[2], text))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="few rounds, nothing written")
    parser.add_argument("--rounds", type=int, default=15, help="samples of each library")
    folder = Path(tempfile.gettempdir()) / "toolnexus-benchmarks-environments"
    parser.add_argument("--environments", type=Path, default=folder, help="where they are")
    options = parser.parse_args()
    found, failed = ({}, {}) if options.quick else environments(options.environments)
    pythons = {"floor": sys.executable, "toolnexus": sys.executable, **found}
    rows = measured(pythons, 5 if options.quick else options.rounds)
    tables = comparison(rows, list(found))
    growth = grown(is_quick=options.quick)
    versions = [
        f"{LIBRARIES[name]} {version(pythons[name], LIBRARIES[name])}" for name in found
    ]
    versions.insert(0, f"pydantic {importlib.metadata.version('pydantic')}")
    where = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}."
    tables += ["", f"{where} {', '.join(versions)}.", *failed.values()]
    say("\n".join([*tables, "", *growth]))
    if not options.quick:
        write("comparison", tables)
        write("growth", growth)


if __name__ == "__main__":
    main()
