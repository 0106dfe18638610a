"""Keys: read from the environment at the time of a call, and shown nowhere."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from toolnexus.errors import ModelError

_HIDDEN = "[key]"
_MASKED = re.compile(r"[\w-]*\*{3,}[\w-]*")
"""How providers quote a key: its ends, and stars between them."""

_START = 4


class Key:
    """A key on its way out; it shows itself in no repr, and so in no traceback with values.

    Example:
        >>> key = Key("sk-very-secret")
        >>> key
        Key()
        >>> key.hide("the key sk-very-secret is wrong")
        'the key [key] is wrong'
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def header(self) -> str:
        """Write the value of the header that carries it."""
        return f"Bearer {self._text}"

    def hide(self, text: str) -> str:
        """Take the key out of a text, and what providers leave of it when they quote it."""
        for written in (self._text, json.dumps(self._text)[1:-1], quote(self._text, safe="")):
            text = text.replace(written, _HIDDEN)
        text = _MASKED.sub(_HIDDEN, text)
        shortened = re.escape(self._text[:_START]) + r"[\w-]*(?:\.{3}|…)[\w-]*"
        return re.sub(shortened, _HIDDEN, text)

    def hide_in(self, value: Any) -> Any:
        """Take the key out of the texts of an answer, if its server wrote it there."""
        text = self._text
        if not self.is_secret or text not in json.dumps(value, ensure_ascii=False):
            return value
        return _replaced(value, lambda found: found.replace(text, _HIDDEN))

    @property
    def is_secret(self) -> bool:
        """Tell it from a placeholder, such as a word for a server that looks at no key."""
        return len(self._text) >= 8 and not self._text.isalpha()

    def split(self, text: str) -> tuple[str, str]:
        """Take the key out of a text that goes on, and cut off what may be the start of it.

        Example:
            >>> Key("sk-very-secret").split("sk-very-secret, sk-v")
            ('[key], ', 'sk-v')
        """
        text = text.replace(self._text, _HIDDEN)
        most = min(len(text), len(self._text) - 1)
        sizes = range(most, 0, -1)
        size = next((n for n in sizes if text.endswith(self._text[:n])), 0)
        return text[: len(text) - size], text[len(text) - size :]

    def __repr__(self) -> str:
        """Show that it is a key, and nothing of it."""
        return "Key()"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Refuse to be written to a file."""
        msg = "a key is not written anywhere"
        raise TypeError(msg)


def read_key(variable: str, name: str) -> Key | None:
    """Read a key from the environment.

    Args:
        variable: The variable that holds it; empty if the server takes none.
        name: The server's name, for the message.

    Raises:
        ModelError: The variable is not set, or holds what can't be a key.
    """
    if not variable:
        return None
    text = os.environ.get(variable, "").strip()
    if not text:
        msg = (
            f"{name} wants a key, and the environment variable {variable} is not set. Set it "
            "before Python or Jupyter starts, or in a running one with os.environ"
            f"[{variable!r}] = getpass.getpass(), which leaves no trace in a notebook."
        )
        raise ModelError(msg)
    if not all("!" <= character <= "~" for character in text):
        msg = (
            f"what the environment variable {variable} holds can't be a key: there are "
            "characters in it other than plain letters, digits and punctuation"
        )
        raise ModelError(msg)
    return Key(text)


def _replaced(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: _replaced(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [_replaced(item, change) for item in value]
    return value
