"""What is inside a hint, for each part of the schema that is made of it."""

from __future__ import annotations

import collections.abc
import inspect
import types
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, NewType, Union, get_args, get_origin

import typing_extensions

from toolnexus._schema._annotations import is_class
from toolnexus._schema._origins._classes import fields_of, has_fields

_MOST_CLASSES = 500


class Loose(NamedTuple):
    """A hint that some part of a schema was made of, nobody can tell by which part of it."""

    hint: Any


def peeled(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Take the type out of `Annotated` and `NewType`, and give what stood beside it."""
    metadata: tuple[Any, ...] = ()
    while True:
        if get_origin(hint) is Annotated:
            hint, *beside = get_args(hint)
            metadata = (*beside, *metadata)
        elif isinstance(hint, NewType):
            hint = hint.__supertype__
        else:
            return hint, metadata


def alternatives(hint: Any) -> list[Any]:
    """List what a union is made of, None left out; a hint that is none is its only part."""
    if get_origin(hint) in (Union, types.UnionType):
        return [part for part in get_args(hint) if part is not type(None)]
    return [hint]


def item_of(hint: Any) -> Any:
    """Give the hint of a collection's items."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple:
        return parts[0] if len(parts) == 2 and parts[1] is ... else Loose(hint)
    is_collection = inspect.isclass(origin) and issubclass(origin, collections.abc.Iterable)
    return parts[0] if is_collection and len(parts) == 1 else Loose(hint)


def value_of(hint: Any) -> Any:
    """Give the hint of a mapping's values."""
    return _of_mapping(hint, 1)


def key_of(hint: Any) -> Any:
    """Give the hint of a mapping's keys."""
    return _of_mapping(hint, 0)


def _of_mapping(hint: Any, index: int) -> Any:
    origin, parts = get_origin(hint), get_args(hint)
    is_mapping = inspect.isclass(origin) and issubclass(origin, collections.abc.Mapping)
    return parts[index] if is_mapping and len(parts) == 2 else Loose(hint)


def classes_in(hint: Any) -> Iterator[Any]:
    """Find the classes and aliases that a hint names, those in their fields included."""
    waiting, seen = [hint], list[Any]()
    while waiting and len(seen) < _MOST_CLASSES:
        hint = waiting.pop()
        if isinstance(hint, Loose):
            hint = hint.hint
        hint, _ = peeled(hint)
        if isinstance(hint, typing_extensions.TypeAliasType) or is_class(hint):
            if any(hint is one for one in seen):
                continue
            seen.append(hint)
            yield hint
        if isinstance(hint, typing_extensions.TypeAliasType):
            waiting.append(hint.__value__)
        elif has_fields(hint):
            waiting += [field.hint for field in fields_of(hint)]
        else:
            waiting += [part for part in get_args(hint) if not isinstance(part, (str, bytes))]
