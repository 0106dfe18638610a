"""What reading one text carries along: the tools, the notes, and what may still be spent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from toolnexus._model_output._offered import Offered
from toolnexus._model_output._repair import Allowance
from toolnexus._model_output._result import Notes, Span


@dataclass
class Reader:
    """The state of reading one text."""

    offered: Offered
    notes: Notes = field(default_factory=Notes)
    allowance: Allowance = field(default_factory=Allowance)
    left_out: list[str] = field(default_factory=list)
    is_strict: bool = True
    why_not: str = ""  # of the first thing that could not be read

    def fork(self) -> Reader:
        """Return one for an attempt of which nothing may come."""
        return Reader(self.offered, allowance=self.allowance)

    def join(self, attempt: Reader) -> None:
        """Take over what came of an attempt."""
        self.notes.extend(attempt.notes)
        self.left_out += attempt.left_out
        self.is_strict = self.is_strict and attempt.is_strict


@dataclass(frozen=True)
class Found:
    """A call as it was found, before it is known what its name and arguments mean."""

    name: str
    arguments: Any  # text, an object, whatever else came, or None
    id: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    span: Span | None = None  # of the arguments' text, where that stands as it is in the text
    positional: tuple[Any, ...] = ()
    is_tagged: bool = False  # whether each argument is text out of a tag
    is_bare: bool = False  # whether it is an object that is taken for arguments


@dataclass(frozen=True)
class Inner:
    """A text inside of a message that may hold calls."""

    text: str
    note: tuple[str, str]
