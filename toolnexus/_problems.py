"""What is wrong with arguments, told so that a model can put it right.

Who finds it out is in `_arguments.py` (the text) and `_schema/` (the values).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from toolnexus._types import JsonObject

MOST_PROBLEMS = 10
_LONGEST_KEY = 60
_PUNCTUATED = re.compile(r"[-$]")  # what stands in names without any need of quotes
Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with the arguments of a call.

    Args:
        path: Where, as the keys and indexes that lead there.
        message: What is wrong and what would be right.
        type: A short name of the rule that was broken, for code.
        expected: What would be right, in words; empty if there is no short way to say it.
        got: What came, in words; empty if nothing came.
    """

    path: Path
    message: str
    type: str
    expected: str = ""
    got: str = ""

    def details(self) -> JsonObject:
        """Write the problem as plain JSON."""
        return {
            "path": path_text(self.path),
            "message": self.message,
            "type": self.type,
            "expected": self.expected,
            "got": self.got,
        }


class ArgumentsRefused(Exception):  # noqa: N818 - not an error of the program, and never leaves it
    """The arguments can't be used; `execute` turns it into an error result."""

    def __init__(self, kind: str, problems: Sequence[Problem]) -> None:
        super().__init__(kind)
        self.kind = kind
        self.problems = tuple(problems)

    def text(self, tool_name: str) -> str:
        """Write what the model is told."""
        lines = [_line(problem) for problem in self.problems[:MOST_PROBLEMS]]
        if len(self.problems) > MOST_PROBLEMS:
            lines.append(f"and {len(self.problems) - MOST_PROBLEMS} more")
        if len(lines) == 1:
            return f"{tool_name} was not run. {lines[0]}"
        head = f"{tool_name} was not run: {len(self.problems)} arguments are wrong."
        return "\n".join([head, *(f"- {line}" for line in lines)])


def path_text(path: Path) -> str:
    """Write a path as people write it: `near.lat`, `items[0].name`.

    Example:
        >>> path_text(("items", 0, "unit price"))
        'items[0]["unit price"]'
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif _PUNCTUATED.sub("_", part).isidentifier() and len(part) <= _LONGEST_KEY:
            text += f".{part}" if text else part
        else:
            cut = part if len(part) <= _LONGEST_KEY else f"{part[:_LONGEST_KEY]}…"
            quoted = cut.replace("\\", "\\\\").replace('"', '\\"')
            text += f'["{quoted}"]'
    return text


def _line(problem: Problem) -> str:
    where = path_text(problem.path)
    return f"{where}: {problem.message}" if where else problem.message
