"""The `toolnexus` command: a short tour, the notebooks, and the tools of files."""

from __future__ import annotations

import argparse
import importlib.metadata
import inspect
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from toolnexus._check_command import check_file
from toolnexus._define import define_tool
from toolnexus._notebooks_command import open_lab, write_solutions
from toolnexus._show_command import show_file
from toolnexus._tool import Tool
from toolnexus.adapters import to_openai

if TYPE_CHECKING:
    from rich.console import Console


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        argv: The arguments behind the command's name; those of the process if left out.

    Returns:
        The exit code: 0 for done, 1 for something missing or an error that a check found, 2 for
        a command line or a file that can't be read, 130 for an interrupt, or what JupyterLab
        ended with.
    """
    parser = _parser()
    args, further = parser.parse_known_args(argv)
    if further and args.command != "lab":
        parser.error(f"unrecognized arguments: {' '.join(further)}")
    try:
        if args.command == "demo":
            return _demo()
        if args.command == "lab":
            return open_lab(further)
        if args.command == "solutions":
            return write_solutions(Path(args.folder))
        if args.command == "check":
            return check_file(Path(args.file), args.provider, as_json=args.json)
        if args.command == "show":
            return show_file(args.file, args.html)
    except KeyboardInterrupt:
        return 130
    parser.print_help()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="toolnexus",
        description="Turn Python functions into tools for language models, and try them out.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"toolnexus {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="command")
    commands.add_parser("demo", help="a short tour in this terminal")
    commands.add_parser(
        "lab",
        help="open the notebooks in JupyterLab; further arguments go to `jupyter lab`",
        usage="toolnexus lab [arguments of jupyter lab]",
        allow_abbrev=False,
    )
    solutions = commands.add_parser(
        "solutions",
        help="write the notebooks with all exercises solved",
        description=(
            "Write the notebooks of the course with all exercises solved, for whoever teaches "
            "them. Files that are there already are kept as they are."
        ),
        allow_abbrev=False,
    )
    solutions.add_argument("folder", nargs="?", default="toolnexus-solutions")
    checking = commands.add_parser(
        "check",
        help="say what providers would refuse in the tools of a file",
        description=(
            "Say what providers would refuse, lose or advise against. The file is one of "
            "Python, with tools or toolkits at its top level, which is run, or of JSON, with a "
            "`tools` array. Ends with 1 if there are errors."
        ),
        allow_abbrev=False,
    )
    checking.add_argument("file", help="a .py file, or a JSON file")
    checking.add_argument(
        "--provider",
        action="append",
        metavar="NAME",
        help='such as openai or "openai strict"; may be given again; all providers if left out',
    )
    checking.add_argument("--json", action="store_true", help="write the findings as JSON")
    showing = commands.add_parser(
        "show",
        help="show the tools of a file as a model sees them",
        description=(
            "Show the tools of a file: parameters, size, and what is wrong with them. The file "
            "is one of Python, with tools or toolkits at its top level, which is run, or of "
            "JSON, with a `tools` array of any provider's shape."
        ),
        allow_abbrev=False,
    )
    showing.add_argument(
        "file",
        metavar="FILE[:NAME]",
        help="a .py file, or a JSON file; and which of its tools, or what at its top level",
    )
    showing.add_argument(
        "--html", metavar="PAGE", help="write a page that stands on its own; - for stdout"
    )
    return parser


def _version() -> str:
    try:
        return importlib.metadata.version("toolnexus")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed: run from its folder)"


# --- the tour --------------------------------------------------------------------------------


def get_weather(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
) -> str:
    """Current weather and forecast for a city.

    Args:
        city: Name of the city, in English.
        days: How many days ahead to forecast.
        unit: Scale of the temperatures.
    """
    degrees = "31 °C" if unit == "celsius" else "88 °F"
    return f"{city}: sunny, {degrees}; days ahead: {days}"


def _demo() -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that has no degree sign shows a question mark; it doesn't end the tour.
        sys.stdout.reconfigure(errors="replace")
    # rich takes longer to load than all the rest of the command, and only the tour needs it.
    from rich.console import Console  # noqa: PLC0415

    console = Console(highlight=False)
    tool = define_tool(get_weather)
    _show_making(console, tool)
    _show_calling(console, tool)
    _step(console, "where to go from here")
    console.print("toolnexus lab    opens the notebooks in JupyterLab", markup=False)
    return 0


def _show_making(console: Console, tool: Tool) -> None:
    from rich.syntax import Syntax  # noqa: PLC0415 - as in _demo

    # The displays stand for jinja2 and rich, which `toolnexus --version` can do without.
    from toolnexus.display import json_console, render_console  # noqa: PLC0415

    _step(console, "1. a Python function")
    source = inspect.getsource(get_weather).rstrip()
    console.print(Syntax(source, "python", theme="ansi_light", background_color="default"))
    _step(console, "2. becomes a tool: define_tool(get_weather)")
    console.print(render_console(tool))
    _step(console, "3. goes into a request: to_openai([tool])")
    console.print(json_console(to_openai([tool])))


def _show_calling(console: Console, tool: Tool) -> None:
    from toolnexus.display import render_console  # noqa: PLC0415 - as in _show_making

    arguments = '{"city": "Chennai", "days": 3}'
    _step(console, f"4. is executed with what a model sends: {arguments}")
    console.print(render_console(tool.run(arguments)))
    arguments = '{"city": "Chennai", "days": "three"}'
    _step(console, f"5. and when a model gets it wrong: {arguments}")
    console.print(render_console(tool.run(arguments)))
    console.print("the model reads what would be right, and can try again", style="dim")


def _step(console: Console, words: str) -> None:
    console.print()
    console.print(words, style="bold", markup=False)
    console.print()


if __name__ == "__main__":
    sys.exit(main())
