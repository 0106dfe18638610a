"""Foreign text with what can't be seen written out.

What a medium needs beyond that (escaping for HTML, literal text for rich) is its own affair.
"""

from __future__ import annotations

import re

# Control characters move a terminal's cursor or recolour it; bidirectional marks reorder what
# is read; zero-width and tag characters hide text that a model still reads; lone surrogates
# can't be encoded. Newline and tab stay, joiners too, which emoji and many scripts need.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    r"""Write out the characters that can't be seen or that a terminal would obey.

    Args:
        text: Any string, also one that can't be encoded.

    Returns:
        The text with each such character as Python would escape it.

    Example:
        >>> visible("red \x1b[31m alert")
        'red \\x1b[31m alert'
    """
    return INVISIBLE.sub(_escaped, text.replace("\r\n", "\n"))


def _escaped(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape", "surrogatepass").decode("ascii")
