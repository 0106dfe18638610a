"""Single type hints: what they say to us, and how they read as text."""

from __future__ import annotations

import inspect
import re
import types
import typing
from typing import Annotated, Any, get_args, get_origin

from toolnexus._context import ToolContext
from toolnexus._wording import has_address

EMPTY = inspect.Parameter.empty


def is_class(annotation: Any) -> bool:
    """Tell whether a hint is a class; before Python 3.11, `list[int]` says it is one too."""
    return isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias)


def is_context(name: str, annotation: Any, kind: Any) -> bool:
    """Tell whether a parameter is to get the `ToolContext` instead of an argument."""
    if kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
        return False
    if annotation is EMPTY:
        return name == "ctx"
    if isinstance(annotation, str):
        return bool(re.fullmatch(r"([\w.]+\.)?ToolContext(\s*\|\s*None)?", annotation.strip()))
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if annotation is ToolContext:
        return True
    if get_origin(annotation) not in (typing.Union, types.UnionType):
        return False
    # Compared one by one: not every hint can be hashed.
    return all(part in (ToolContext, type(None)) for part in get_args(annotation))


def hint_text(annotation: Any) -> str:
    """Write a type hint shortly: `list[str] | None`, `'a' | 'b'` for a Literal.

    Example:
        >>> hint_text(typing.Optional[typing.List[int]])
        'list[int] | None'
    """
    if annotation is None or annotation is type(None):
        return "None"
    if annotation is ...:
        return "..."
    if isinstance(annotation, str):
        return annotation.strip("\"'")  # a quoted hint, made text once more by __future__
    if isinstance(annotation, (list, tuple)):
        return f"[{', '.join(map(hint_text, annotation))}]"
    if isinstance(annotation, typing.ForwardRef):
        return annotation.__forward_arg__
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return hint_text(arguments[0])
    if origin is typing.Literal:
        return " | ".join(map(repr, arguments))
    if origin in (typing.Union, types.UnionType):
        return " | ".join(map(hint_text, arguments))
    name = _type_name(annotation if origin is None else origin)
    return f"{name}[{', '.join(map(hint_text, arguments))}]" if arguments else name


def _type_name(kind: Any) -> str:
    name = getattr(kind, "__qualname__", None) or getattr(kind, "__name__", None)
    if not isinstance(name, str):
        name = str(kind).removeprefix("typing.")
    return "..." if has_address(name) else name.rpartition("<locals>.")[2]
