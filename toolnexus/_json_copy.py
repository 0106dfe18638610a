"""Independent copies of a JSON object, made as fast as Python can."""

from __future__ import annotations

import marshal

from toolnexus._types import JsonObject


class JsonSnapshot:
    """A JSON object as it is now, to be copied any number of times.

    Reading it back from marshal's bytes is several times faster than any copying loop. The
    bytes never leave the process, which is what marshal is for.

    Example:
        >>> snapshot = JsonSnapshot({"a": [1]})
        >>> snapshot.copy()["a"].append(2)
        >>> snapshot.copy()
        {'a': [1]}
    """

    __slots__ = ("_bytes",)

    def __init__(self, value: JsonObject) -> None:
        self._bytes = marshal.dumps(value)

    def copy(self) -> JsonObject:
        """Return a copy that shares nothing with the original or another copy."""
        copied: JsonObject = marshal.loads(self._bytes)  # noqa: S302 - our own bytes
        return copied
