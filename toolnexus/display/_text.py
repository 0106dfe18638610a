"""Foreign text made fit to look at: nothing invisible, nothing endless.

Descriptions, names, arguments and results come from other people and from models. What the
media need beyond that (escaping for HTML, literal text for rich) is theirs.
"""

from __future__ import annotations

import re

from toolnexus._types import JsonObject
from toolnexus._visible import visible

# A long line that ends within a sentence, and behind it a line that begins with a word.
_WRAPPED = re.compile(r"^(.{49,}[^\s.:;!?|])[ ]?\n(?=[^\W\d])", re.MULTILINE)


def one_line(text: str, limit: int) -> str:
    r"""Return the text on one line, cut where it is longer than `limit` characters.

    Example:
        >>> one_line("Find stations.\n\nSlow.", 15)
        'Find stations.…'
    """
    line = " ".join(visible(text[: 4 * limit]).split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def folded(text: str, limit: int) -> JsonObject:
    """Split a text into what is shown at once and what is folded away.

    Args:
        text: The text as it is.
        limit: About how many characters to show at once.

    Returns:
        `shown`, `hidden` (the rest, empty for a short text) and `more`, the words for it.
    """
    text = visible(text.strip())
    # A fold that hides a few words costs more attention than the words.
    if len(text) <= limit * 1.25:
        return {"shown": text, "hidden": "", "more": ""}
    at = max(text.rfind(" ", 0, limit), text.rfind("\n", 0, limit))
    at = at if at > limit // 2 else limit
    shown, hidden = text[:at].rstrip(), text[at:].strip()
    return {"shown": shown, "hidden": hidden, "more": f"{count(len(hidden), 'more character')}"}


def reflowed(text: str) -> str:
    r"""Join the lines of a paragraph that its author wrapped, for the page wraps it again.

    A list, a heading and whatever else is short or set apart stays as it is.

    Example:
        >>> reflowed("Find the stations that are nearest to a place, the\nnearest first.\n- a")
        'Find the stations that are nearest to a place, the nearest first.\n- a'
    """
    return _WRAPPED.sub(r"\1 ", text)


def cut(text: str, characters: int, lines: int) -> JsonObject:
    """Return the beginning of a long text and say how long the whole is.

    Args:
        text: The text as it is.
        characters: How many characters to show at most.
        lines: How many lines to show at most.

    Returns:
        `text`, and `note`: empty for a text that is shown whole.
    """
    start, note = beginning(text, characters, lines)
    return {"text": visible(start), "note": note}


def beginning(text: str, characters: int, lines: int) -> tuple[str, str]:
    """Return the beginning of a long text as it is, and the note that `cut` makes of it."""
    start = text[:characters]
    newlines = [match.start() for match in re.finditer("\n", start)]
    if len(newlines) >= lines:
        start = start[: newlines[lines - 1]]
    if len(start) == len(text):
        return text, ""
    return start, f"the first {len(start):,} of {count(len(text), 'character')}"


def count(number: int, noun: str) -> str:
    """Return a number with its unit, such as `1 parameter` or `1,200 characters`.

    Example:
        >>> count(1, "parameter"), count(1200, "character")
        ('1 parameter', '1,200 characters')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """Return how long something took, as exact as anybody reads it.

    Example:
        >>> [duration(seconds) for seconds in (0.00002, 0.0021, 0.35, 1.26, 75)]
        ['under 0.1 ms', '2.1 ms', '350 ms', '1.3 s', '75 s']
    """
    milliseconds = seconds * 1000
    if milliseconds < 0.1:
        return "under 0.1 ms"
    number, unit = (milliseconds, "ms") if milliseconds < 999.5 else (seconds, "s")
    return f"{number:.1f} {unit}" if number < 9.95 else f"{number:,.0f} {unit}"
