"""Names that a model can call a tool by."""

from __future__ import annotations

import re

from toolnexus.errors import ToolDefinitionError

LONGEST_NAME = 64
_ALLOWED = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_FORBIDDEN = re.compile(r"[^a-zA-Z0-9_-]+")
# What models put around a name: a namespace of their own before it, a count behind it.
_WRAPPING = re.compile(r"^(?:functions?|tools?|default_api)[./:]|:[0-9]+$")


def sanitize(name: str) -> str:
    """Turn any text into a name that every provider accepts.

    A name that is fine is returned as it is. Otherwise letters lose their accents, each run of
    other characters becomes one underscore, and where that says too little of the name, or the
    name is too long, a short checksum keeps different names apart.

    Args:
        name: Any text, such as `calendar.create event`.

    Returns:
        1 to 64 characters out of letters, digits, `_` and `-`.

    Example:
        >>> sanitize("calendar.create event")
        'calendar_create_event'
        >>> sanitize("größe")
        'grosse'
    """
    if is_name(name):
        return name
    # Only for names that have to be changed.
    import hashlib  # noqa: PLC0415
    import unicodedata  # noqa: PLC0415

    folded = unicodedata.normalize("NFKD", name.replace("ß", "ss"))
    ascii_name = folded.encode("ascii", "ignore").decode()
    lost_letters = sum(c.isalnum() for c in folded) > sum(c.isalnum() for c in ascii_name)
    plain = "".join(c for c in folded if not unicodedata.combining(c))
    cleaned = _FORBIDDEN.sub("_", plain).strip("_")
    if cleaned and not lost_letters and len(cleaned) <= LONGEST_NAME:
        return cleaned
    checksum = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{cleaned[: LONGEST_NAME - 9].strip('_') or 'tool'}_{checksum}"


def unwrapped(name: str) -> str:
    """Return a name without what models put around it.

    Example:
        >>> unwrapped("functions.get_weather:0")
        'get_weather'
    """
    return _WRAPPING.sub("", name.strip())


def is_name(name: str) -> bool:
    """Tell whether a model can call a tool by this name."""
    return _ALLOWED.fullmatch(name) is not None


def check_name(name: object, whose: str) -> str:
    """Return the name if a model can call a tool by it.

    Args:
        name: What is to be the name.
        whose: What the name is for, such as `tide()`, for the message.

    Raises:
        ToolDefinitionError: It is not a name; the message offers one that is.
    """
    if not isinstance(name, str):
        reason = f"its name must be a str, got {name!r}."
        raise ToolDefinitionError.of(whose, reason)
    if is_name(name):
        return name
    shown = name if len(name) <= 80 else f"{name[:80]}… ({len(name)} characters)"
    reason = (
        f"the name {shown!r} is not 1 to 64 characters out of "
        f"a-z, A-Z, 0-9, _ and -; name={sanitize(name)!r} would do."
    )
    raise ToolDefinitionError.of(whose, reason)
