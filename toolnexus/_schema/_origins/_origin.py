"""`Origin`, and the origins of all lines of a value at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolnexus._problems import Path
from toolnexus._types import JsonValue

Kind: TypeAlias = Literal[
    "function name",
    "docstring",
    "parameter",
    "hint",
    "default",
    "no default",
    "Field",
    "class",
    "field",
    "class docstring",
    "given",
    "written schema",
    "toolnexus",
]


@dataclass(frozen=True)
class Origin:
    """Where a line of an entry comes from.

    Args:
        kind: What kind of source: "function name", "docstring", "parameter" (its name),
            "hint", "default", "no default" (which makes it required), "Field" (or other
            metadata of `Annotated`), "class" and "field" (the name of one, or what its
            definition says), "class docstring", "given" (handed in as an option), "written
            schema", or "toolnexus" for what is added to every tool.
        text: The source as it reads in the code, shortly, such as `days: int`; for
            "toolnexus" the reason; empty where the kind says it all.

    Example:
        >>> str(Origin("hint", "days: int")), str(Origin("Field", "Field(ge=1)"))
        ('hint days: int', 'Field(ge=1)')
    """

    kind: Kind
    text: str = ""

    @property
    def label(self) -> str:
        """The words before the text: the kind, where the text doesn't show it by itself."""
        return {"Field": "", "toolnexus": "toolnexus:"}.get(self.kind, self.kind)

    def __str__(self) -> str:
        """Say it in one line."""
        return " ".join(filter(None, (self.label, self.text)))


def marked(path: Path, value: JsonValue, origin: Origin) -> Iterator[tuple[Path, Origin]]:
    """Give one origin to a value and to all that is in it."""
    waiting = [(path, value)]
    while waiting:
        path, value = waiting.pop()
        yield path, origin
        if isinstance(value, dict):
            waiting += [((*path, key), inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, index), inner) for index, inner in enumerate(value)]
