"""What comes of reading a model's output: calls, and notes on what was odd about it."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, replace

from toolnexus._types import JsonObject, ToolCall

_MOST_NOTES = 200


@dataclass(frozen=True)
class OutputNote:
    """One thing that was wrong or unusual with a model's output.

    Args:
        kind: A short name, for code, such as "single_quotes" or "cut_off".
        text: The same in words, without the place.
        line: In which line, counted from 1, where that is known.
        column: In which column of that line, counted from 1.
        call: The index of the call it is about; None if it is about the whole text.
        within: What line and column count in, such as "the arguments", where that is a text
            inside the text; empty for the text as it was handed in.

    Example:
        >>> print(OutputNote("trailing_comma", "a comma too many", line=3, column=7))
        a comma too many, line 3 column 7
    """

    kind: str
    text: str
    _: KW_ONLY
    line: int | None = None
    column: int | None = None
    call: int | None = None
    within: str = ""

    def __str__(self) -> str:
        """Return the words with the place."""
        if self.line is None:
            return self.text
        inside = f" of {self.within}" if self.within else ""
        return f"{self.text}, line {self.line} column {self.column}{inside}"


@dataclass(frozen=True)
class ReadCall:
    """One tool call that was found in a model's output.

    Args:
        tool: The name of the tool that is meant, one of those offered; None if that isn't
            clear. Where it is not the name that was written, a note says so.
        arguments: The arguments, as the model wrote their values; None if they can't be read.
        written: Id, name and arguments as they were written, each empty if it was not.
    """

    tool: str | None
    arguments: JsonObject | None
    written: ToolCall


@dataclass(frozen=True)
class ModelOutput:
    """What was read out of the text that a model produced.

    Args:
        calls: The tool calls in it, in order; none if no call could be found, and then the
            last note says what was expected.
        notes: What was wrong or unusual with it.
        is_valid_json: Whether a program would have read it as it stands: the text is JSON (or
            a stream of it), the calls stand where calls belong, and the arguments of each are
            the JSON of an object.
        left_out: The pieces of text that are no part of any call.
        text: What was read.

    Example:
        >>> from toolnexus import ModelOutput, read_model_output
        >>> output = read_model_output("{'city': 'Goa'}")
        >>> isinstance(output, ModelOutput), output.is_valid_json
        (True, False)
        >>> [note.kind for note in output.notes]
        ['single_quotes', 'no_tool']
    """

    calls: tuple[ReadCall, ...]
    notes: tuple[OutputNote, ...]
    is_valid_json: bool
    left_out: tuple[str, ...] = ()
    text: str = field(default="", repr=False)


@dataclass(frozen=True)
class Span:
    """A piece of a text, which knows its place there."""

    document: str
    start: int
    end: int
    within: str = ""

    @classmethod
    def of(cls, text: str, within: str = "") -> Span:
        """Take a whole text."""
        return cls(text, 0, len(text), within)

    @property
    def text(self) -> str:
        """The piece itself."""
        return self.document[self.start : self.end]

    def part(self, start: int, end: int) -> Span:
        """Return a piece of it."""
        return replace(self, start=self.start + start, end=self.start + end)

    def stripped(self) -> Span:
        """Return it without white space around it, a byte order mark included."""
        text = self.text
        bare = text.strip(_BLANK)
        at = text.find(bare) if bare else 0
        return self.part(at, at + len(bare))

    def blanked(self, text: str) -> Span:
        """Return it with another text of the same length in its place."""
        before, behind = self.document[: self.start], self.document[self.end :]
        return replace(self, document=f"{before}{text}{behind}")

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1."""
        at = min(self.start + offset, len(self.document))
        line_start = self.document.rfind("\n", 0, at) + 1
        return self.document.count("\n", 0, at) + 1, at - line_start + 1


_BLANK = " \t\r\n\f\v\ufeff\u200b\u00a0"


class Notes:
    """Collects notes, each once, up to a limit."""

    def __init__(self) -> None:
        self._notes: dict[OutputNote, None] = {}
        self._more = 0

    def add(
        self,
        kind: str,
        text: str,
        span: Span | None = None,
        offset: int = 0,
        call: int | None = None,
    ) -> None:
        """Add a note, with a place if a span is given."""
        if len(self._notes) >= _MOST_NOTES:
            self._more += 1
            return
        note = OutputNote(kind, text, call=call)
        if span is not None:
            line, column = span.place(offset)
            note = replace(note, line=line, column=column, within=span.within)
        self._notes[note] = None

    def extend(self, others: Notes) -> None:
        """Add all notes of another collection."""
        for note in others._notes:
            if len(self._notes) < _MOST_NOTES:
                self._notes[note] = None
            else:
                self._more += 1
        self._more += others._more

    def all(self) -> tuple[OutputNote, ...]:
        """Return them, and one more that counts those over the limit."""
        notes = tuple(self._notes)
        if not self._more:
            return notes
        return (*notes, OutputNote("more", f"{self._more} more notes were left out"))
