"""What a tool prints while it runs, kept apart from what everybody else prints."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, TextIO

_STREAMS = ("stdout", "stderr")
_reader: ContextVar[Callable[[str], None] | None] = ContextVar(
    "toolnexus_printed", default=None
)
_lock = threading.Lock()
_readers = 0


@contextlib.contextmanager
def printed_to(reader: Callable[[str], None]) -> Iterator[None]:
    r"""Hand what is printed in this context to a function, instead of the cell.

    It follows the context and not the clock: two tools that run at once, in threads or in the
    loop, each have their own, and what anybody else prints goes where it always goes. What a
    process of the tool's own prints is out of reach.

    Args:
        reader: Called with each piece of text, in the thread that prints it.

    Example:
        >>> pieces = []
        >>> with printed_to(pieces.append):
        ...     print("looking up Chennai")
        >>> "".join(pieces)
        'looking up Chennai\n'
    """
    token = _reader.set(reader)
    _count(+1)
    try:
        yield
    finally:
        _count(-1)
        _reader.reset(token)


def _count(change: int) -> None:
    """Stand between as long as anybody reads, and no longer."""
    global _readers
    with _lock:
        _readers += change
        for name in _STREAMS:
            stream = getattr(sys, name)
            if isinstance(stream, _Parting):
                if not _readers:
                    setattr(sys, name, stream.behind)
            elif _readers:
                setattr(sys, name, _Parting(stream))


class _Parting:
    """A stream in place of another, that lets through what nobody here reads."""

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        reader = _reader.get()
        if reader is None:
            return self.behind.write(text)
        reader(text)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)
