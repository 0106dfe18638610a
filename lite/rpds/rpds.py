"""What jsonschema and referencing use of rpds, in Python.

rpds is written in Rust, and PyPI has no wheel of it for a browser. Where rpds shares parts of
its maps, sets and lists, they are copied here: nothing to notice with the few entries that a
registry of schemas has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_Pairs = Mapping[Any, Any] | Iterable[tuple[Any, Any]]


class HashTrieMap(Mapping[Any, Any]):
    """A mapping that never changes; each change makes another one."""

    __slots__ = ("_entries",)

    def __init__(self, value: _Pairs = (), **more: Any) -> None:
        self._entries = dict(value, **more)

    def __getitem__(self, key: Any) -> Any:
        return self._entries[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return f"HashTrieMap({self._entries!r})"

    def insert(self, key: Any, val: Any) -> HashTrieMap:
        """Return a map with one entry more, or with another value for it."""
        return HashTrieMap({**self._entries, key: val})

    def update(self, *args: _Pairs) -> HashTrieMap:
        """Return a map with more entries."""
        entries = dict(self._entries)
        for pairs in args:
            entries.update(pairs)
        return HashTrieMap(entries)

    def remove(self, key: Any) -> HashTrieMap:
        """Return a map without an entry; KeyError if there is none."""
        entries = dict(self._entries)
        del entries[key]
        return HashTrieMap(entries)

    @classmethod
    def convert(cls, value: _Pairs) -> HashTrieMap:
        """Return a map of what is given; a map as it is."""
        return value if isinstance(value, HashTrieMap) else cls(value)


class HashTrieSet(frozenset[Any]):
    """A set that never changes; each change makes another one."""

    __slots__ = ()

    def insert(self, value: Any) -> HashTrieSet:
        """Return a set with one member more."""
        return HashTrieSet(self | {value})

    def update(self, *args: Iterable[Any]) -> HashTrieSet:
        """Return a set with more members."""
        return HashTrieSet(self.union(*args))

    def discard(self, value: Any) -> HashTrieSet:
        """Return a set without a member, whether it was one or not."""
        return HashTrieSet(self - {value})


class List(tuple[Any, ...]):
    """A list that never changes; each change makes another one."""

    __slots__ = ()

    def push_front(self, value: Any) -> List:
        """Return a list with one item more, at its front."""
        return List((value, *self))
