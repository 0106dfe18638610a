"""What the type variables of a generic class stand for in a method of one object."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Generic, TypeVar, get_args, get_origin


def type_arguments(owner: Any) -> dict[Any, Any]:
    """Find what the type variables in the methods of an object or class stand for.

    Args:
        owner: What a method is bound to: `Box[int]()`, or an object of its subclass.

    Returns:
        The types by variable; those that nobody has stated are not in it.
    """
    cls = owner if inspect.isclass(owner) else type(owner)
    found = _collected(cls)
    for base in cls.__mro__:
        found |= _of_model(base)
    # What `Box[int]()` leaves on the object.
    return found | _collected(getattr(owner, "__orig_class__", None))


def filled_in(hint: Any, arguments: Mapping[Any, Any]) -> Any:
    """Put types in the place of the type variables in a hint.

    Example:
        >>> T = TypeVar("T")
        >>> filled_in(list[T], {T: int})
        list[int]
    """
    if not arguments:
        return hint
    if isinstance(hint, TypeVar):
        return arguments.get(hint, hint)
    parameters = getattr(hint, "__parameters__", ())
    # Python 3.10 calls `list[T]` a class as well.
    is_class = inspect.isclass(hint) and get_origin(hint) is None
    if is_class or not any(parameter in arguments for parameter in parameters):
        return hint
    return hint[tuple(arguments.get(parameter, parameter) for parameter in parameters)]


def _of_model(cls: Any) -> dict[Any, Any]:
    """Read what pydantic keeps of `Model[int]`, which is a class of its own there."""
    kept = getattr(cls, "__pydantic_generic_metadata__", None)
    if not kept or kept["origin"] is None:
        return {}
    variables = kept["origin"].__pydantic_generic_metadata__["parameters"]
    return dict(zip(variables, kept["args"], strict=False))


def _collected(stated: Any) -> dict[Any, Any]:
    cls = get_origin(stated) or stated
    own = dict(zip(getattr(cls, "__parameters__", ()), get_args(stated), strict=False))
    found = dict(own)
    for base in getattr(cls, "__orig_bases__", ()):
        if get_origin(base) not in (None, Generic):
            found |= _collected(filled_in(base, own))
    return found
