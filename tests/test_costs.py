"""What things cost, counted without a clock: calls and bytes.

How long they take is measured in `tests/benchmarks`, and no test depends on it. The messages of
a panel are counted in `panel/test_rough_use.py`, what is built in `schema/test_from_text.py`,
what is loaded in `test_imports.py`.
"""

import math
import sys

import pytest

from toolnexus import Tool, Toolkit, check, define_tool, to_openai

PROPERTIES = [
    {"type": "string", "description": "What to look for."},
    {"type": "integer", "minimum": 1, "default": 10},
    {"type": "array", "items": {"type": "string"}},
    {"enum": ["open", "closed"], "description": "Which state."},
    {"type": "object", "properties": {"lat": {"type": "number"}}},
]


def make_function(number):
    def find(query: str, most: int = 10, tags: list[str] | None = None, exact: bool = False):
        """Find things.

        Args:
            query: What to look for.
            most: How many.
        """

    find.__name__ = f"find_{number}"
    find.__doc__ += f"\n{number}"  # no docstring is read twice
    return find


def written_tools(many):
    return [
        Tool(
            f"tool_{number}",
            "Do one of many things.",
            {"properties": {f"p{at}": PROPERTIES[at % 5] for at in range(1 + number % 10)}},
            execute=dict,
        )
        for number in range(many)
    ]


def calls_of(do, given):
    """Count the calls of Python functions."""
    count = 0

    def seen(frame, event, arg):
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        do(given)
    finally:
        sys.setprofile(before)
    return count


WORK = {
    "define": lambda many: [make_function(number) for number in range(many)],
    "entries": written_tools,
    "strict_entries": written_tools,
    "toolkit": written_tools,
    "look_up": lambda many: Toolkit(written_tools(many)),
    "check": written_tools,
    "html": lambda many: Toolkit(written_tools(many)),
}
DONE = {
    "define": lambda functions: [define_tool(function) for function in functions],
    "entries": to_openai,
    "strict_entries": lambda tools: to_openai(tools, strict="if_possible"),
    "toolkit": Toolkit,
    "look_up": lambda toolkit: [toolkit[tool.name] for tool in toolkit],
    "check": check,
    "html": lambda toolkit: toolkit._repr_html_(),
}


@pytest.mark.parametrize("name", list(WORK))
def test_ten_times_the_tools_are_ten_times_the_calls(name):
    make, do = WORK[name], DONE[name]
    do(make(20))  # what is loaded or remembered once
    few, many = calls_of(do, make(40)), calls_of(do, make(400))
    assert many > 0
    assert math.log10(max(many, 1) / max(few, 1)) < 1.1


def test_displays_are_small():
    tools = written_tools(1000)
    assert len(tools[9]._repr_html_()) < 40_000
    assert len(Toolkit(tools)._repr_html_()) < 400_000
