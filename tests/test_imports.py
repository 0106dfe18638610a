"""What `import toolnexus` loads and offers, asked of a fresh interpreter."""

import importlib
import subprocess
import sys
import typing
from pathlib import Path
from types import ModuleType

import pytest

import toolnexus

ROOT = Path(__file__).parents[1]

DISPLAY_PACKAGES = ("IPython", "ipywidgets", "jinja2", "jsonschema", "rich", "traitlets")
"""Loaded when they are first needed, and never by the core."""

SLOW_PACKAGES = ("asyncio", "griffe", "hashlib", "logging", "pydantic", "pydantic_core")
"""What takes longer to load than the core: the types come with the first tool, the event loop
with the first execution."""

USE_THE_CORE = """
import asyncio
from toolnexus import Toolkit, define_tool, to_openai

def get_weather(city: str, days: int = 1) -> str:
    '''Current weather for a city.

    Args:
        city: Where.
        days: How many days ahead.
    '''
    return f"sunny in {city}"

weather = define_tool(get_weather)
(entry,) = to_openai([weather])
assert entry["function"]["name"] == "get_weather"
assert entry["function"]["parameters"]["required"] == ["city"]

result = asyncio.run(weather.execute({"city": "Chennai"}))
assert (result.output, result.is_error) == ("sunny in Chennai", False)
assert asyncio.run(weather.execute({"town": "Chennai"})).is_error
assert asyncio.run(Toolkit([weather]).execute("get_weather", {"city": "Goa"})).value
assert repr(weather) and repr(result)
"""


def run_fresh(code: str) -> str:
    # With every warning an error: a library that warns on import is a nuisance to its users.
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "code", ["import toolnexus", USE_THE_CORE], ids=["import", "define_and_execute"]
)
def test_core_loads_no_display_package(code):
    names = f"{DISPLAY_PACKAGES!r}"
    loaded = run_fresh(f"{code}\nimport sys\nprint(*[n for n in {names} if n in sys.modules])")
    assert loaded.split() == []


@pytest.mark.parametrize(
    ("code", "late"),
    [
        ("import toolnexus", SLOW_PACKAGES),
        ("from toolnexus import Tool, Toolkit, define_tool, to_openai", SLOW_PACKAGES),
        ("from toolnexus import define_tool; define_tool(len)", ("asyncio", "griffe")),
    ],
    ids=["import", "import_names", "define"],
)
def test_what_takes_long_to_load_is_loaded_on_use(code, late):
    loaded = run_fresh(f"{code}\nimport sys\nprint(*[n for n in {late!r} if n in sys.modules])")
    assert loaded.split() == []


def test_import_loads_few_modules():
    # A number, so that whoever adds to it sees it: 37 of ours, and what Python itself has.
    count = "sum(name.startswith('toolnexus') for name in sys.modules), len(sys.modules)"
    ours, together = run_fresh(f"import sys, toolnexus\nprint({count})").split()
    assert int(ours) <= 37
    assert int(together) <= 150


def test_core_works_with_display_packages_blocked():
    block = f"import sys\nsys.modules.update(dict.fromkeys({DISPLAY_PACKAGES!r}))\n"
    run_fresh(block + USE_THE_CORE)


def test_star_import_gives_the_public_names():
    code = "from toolnexus import *\nprint(*[n for n in dir() if not n.startswith('__')])"
    assert sorted(run_fresh(code).split()) == sorted(
        name for name in toolnexus.__all__ if not name.startswith("__")
    )


def test_rules_and_what_plays_a_models_part_are_loaded_on_use():
    late = "('toolnexus.models', 'toolnexus.checks')"
    loaded = f"[name for name in sys.modules if name.startswith({late})]"
    code = f"{USE_THE_CORE}\nimport sys\nprint({loaded})"
    assert run_fresh(code).strip() == "[]"
    assert run_fresh("import toolnexus; print(toolnexus.SimulatedModel())") == (
        "SimulatedModel(0)\n"
    )
    with pytest.raises(AttributeError, match="no attribute 'gone'"):
        toolnexus.gone  # noqa: B018


@pytest.mark.parametrize(
    "name", ["toolnexus", "toolnexus.adapters", "toolnexus.checks", "toolnexus.models"]
)
def test_public_names_equal_all(name):
    module = importlib.import_module(name)
    public = {
        key
        for key in dir(module)
        if not key.startswith("_")
        and not isinstance(getattr(module, key), ModuleType)
        and getattr(typing, key, None) is not getattr(module, key)
    }
    # load_ipython_extension: IPython's name for what `%load_ext` calls; nobody imports it.
    not_for_people = {"annotations", "load_ipython_extension"}
    assert public - not_for_people <= set(module.__all__)
    assert [key for key in module.__all__ if not hasattr(module, key)] == []
    assert len(module.__all__) == len(set(module.__all__))


@pytest.mark.parametrize(
    "name",
    [
        "Tool",
        "ToolCall",
        "ToolContext",
        "ToolError",
        "ToolResult",
        "Toolkit",
        "define_tool",
        "sanitize",
        "to_openai",
        "tool",
    ],
)
def test_name_is_public_and_documented(name):
    assert name in toolnexus.__all__
    assert getattr(toolnexus, name).__doc__
