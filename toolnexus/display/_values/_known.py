"""Types of libraries that may be loaded, and display methods; nothing is imported for it."""

from __future__ import annotations

import re
import sys
from typing import Any

from toolnexus.display._text import count

_TOO_MUCH = 2_000_000
"""Bytes of an image or of HTML beyond which a display says so instead: notebooks keep them."""


def is_a(value: Any, module: str, *names: str) -> bool:
    """Tell whether a value is of a library's type, or of one derived from it.

    Args:
        value: Any object. Its type is asked: what it says of its class may be a lie.
        module: Where the type is; not loaded means that no value can be of it.
        names: What the type can be called there.
    """
    known = getattr(sys.modules.get(module), "__dict__", {})
    types = tuple(kind for name in names if isinstance(kind := known.get(name), type))
    return issubclass(type(value), types)


def shown_by(value: Any, method: str) -> Any:
    """Call a display method of a value, if its type has it.

    Args:
        value: Any object.
        method: One of the names that notebooks know, such as `_repr_png_`.

    Returns:
        What it returned, without the metadata that may come with it; None if it raised.
    """
    # Asked of the type: an object that has every attribute one asks for has no display.
    if not callable(display := getattr(type(value), method, None)):
        return None
    try:
        shown = display(value)
    except Exception:  # noqa: BLE001 - foreign code: the next form is tried
        return None
    return shown[0] if isinstance(shown, tuple) and shown else shown


def is_too_much(size: int) -> bool:
    """Tell whether so many bytes are too much for an output."""
    return size > _TOO_MUCH


def bytes_in_words(size: int) -> str:
    """Say how many bytes there are, as exact as anybody reads it.

    Example:
        >>> [bytes_in_words(size) for size in (1, 812, 11_800, 2_340_000)]
        ['1 byte', '812 bytes', '12 kB', '2.3 MB']
    """
    if size < 1000:
        return count(size, "byte")
    return f"{size / 1000:,.0f} kB" if size < 999_500 else f"{size / 1_000_000:,.1f} MB"


_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def without_uuids(text: str) -> str:
    """Number the random ids in a text: the same object gives the same bytes in every kernel."""
    found: dict[str, str] = {}
    return _UUID.sub(lambda match: found.setdefault(match.group(), f"{len(found):032d}"), text)
