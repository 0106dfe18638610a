"""Type hints made ready for pydantic, and the texts that people write into them."""

from __future__ import annotations

import inspect
import sys
import types
import typing
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import typing_extensions
from pydantic.fields import FieldInfo
from pydantic_core import core_schema

from toolnexus._schema._annotations import is_class

_ANYTHING = (Any, object, inspect.Parameter.empty)


def text_of(annotation: Any) -> str:
    """Return the plain string or `Doc` that an `Annotated` hint carries; empty if none.

    Example:
        >>> text_of(Annotated[int, "How many days."])
        'How many days.'
    """
    if get_origin(annotation) is not Annotated:
        return ""
    return text_in(get_args(annotation)[1:])


def text_in(metadata: typing.Iterable[Any]) -> str:
    """Return the plain string or `Doc` among the metadata of a hint; empty if none."""
    for item in metadata:
        if isinstance(item, str):
            return inspect.cleandoc(item)
        # `Doc` of typing_extensions and of annotated-doc: told by shape, since there are two.
        if type(item).__name__ == "Doc" and isinstance(
            getattr(item, "documentation", None), str
        ):
            return inspect.cleandoc(item.documentation)
    return ""


def texts_of_fields(cls: type) -> dict[str, str]:
    """Collect the plain `Annotated` texts of a model's, dataclass's or typed dict's fields."""
    fields = getattr(cls, "__pydantic_fields__", None)
    if isinstance(fields, Mapping):
        found = {name: text_in(getattr(info, "metadata", ())) for name, info in fields.items()}
    else:
        try:
            hints = typing_extensions.get_type_hints(cls, include_extras=True)
        except (NameError, TypeError, AttributeError, SyntaxError):
            return {}
        found = {name: text_of(hint) for name, hint in hints.items()}
    return {name: text for name, text in found.items() if text}


def ready(annotation: Any, default: Any) -> Any:
    """Return the hint as pydantic should read it.

    A parameter with the default None takes null, whatever its hint says; and a typed dict of
    the standard library is one that pydantic can read on every Python.
    """
    if annotation is inspect.Parameter.empty:
        return Any
    plain_default = default.default if isinstance(default, FieldInfo) else default
    if sys.version_info < (3, 12) and not _is_plain(annotation):
        annotation = _with_new_typed_dicts(annotation, {})
    if plain_default is None and not takes_none(annotation):
        return Annotated[annotation, _OrNone()]
    return annotation


def unpacked(annotation: Any) -> Any:
    """Return the typed dict of an `Unpack[...]` hint; None for any other hint."""
    # Two of them before Python 3.11 brought its own.
    kinds = (typing_extensions.Unpack, getattr(typing, "Unpack", typing_extensions.Unpack))
    if typing_extensions.get_origin(annotation) not in kinds:
        return None
    inner: Any = typing_extensions.get_args(annotation)[0]
    origin: Any = get_origin(inner)
    cls = inner if origin is None else origin
    return inner if hasattr(cls, "__total__") else None


def _is_plain(annotation: Any) -> bool:
    """Tell whether a hint is a class that pydantic reads as it is."""
    return is_class(annotation) and not _is_old_typed_dict(annotation)


def takes_none(annotation: Any) -> bool:
    """Tell whether a hint admits None.

    Example:
        >>> takes_none(int | None), takes_none(int)
        (True, False)
    """
    if annotation is None or annotation is type(None) or annotation in _ANYTHING:
        return True
    origin = get_origin(annotation)
    if origin is Annotated:
        return takes_none(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return any(takes_none(part) for part in get_args(annotation))
    if origin is Literal:
        return None in get_args(annotation)
    if isinstance(annotation, typing_extensions.TypeAliasType):
        return takes_none(annotation.__value__)
    if isinstance(annotation, TypeVar):
        return annotation.__bound__ is None and not annotation.__constraints__
    return False


class _OrNone:
    """Says in a hint that None will do, whatever stands in it; validators don't see it then.

    Not `annotation | None`: a hint need support neither the operator nor hashing, which a
    union of the typing module asks for.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return core_schema.nullable_schema(handler(source))


def _is_old_typed_dict(annotation: Any) -> bool:
    # On Python before 3.12 pydantic refuses typing's own TypedDict, because it loses which
    # keys are required when classes of both kinds inherit from each other.
    return sys.version_info < (3, 12) and isinstance(annotation, typing._TypedDictMeta)  # type: ignore[attr-defined]


def _with_new_typed_dicts(annotation: Any, made: dict[Any, Any]) -> Any:
    """Replace typing.TypedDict classes inside a hint by typing_extensions' equivalent."""
    if _is_old_typed_dict(annotation):
        if annotation not in made:
            _convert_typed_dict(annotation, made)
        return made[annotation]
    arguments = get_args(annotation)
    if not arguments or get_origin(annotation) is Literal:
        return annotation
    if get_origin(annotation) is Annotated:
        inner = _with_new_typed_dicts(arguments[0], made)
        parts = (inner, *arguments[1:])
        return annotation if inner is arguments[0] else Annotated[parts]
    converted = tuple(_with_new_typed_dicts(part, made) for part in arguments)
    if all(new is old for new, old in zip(converted, arguments, strict=True)):
        return annotation
    if get_origin(annotation) in (Union, types.UnionType):
        return Union[converted]  # noqa: UP007 - made of a tuple
    if hasattr(annotation, "copy_with"):
        return annotation.copy_with(converted)
    origin: Any = get_origin(annotation)
    return origin[converted if len(converted) > 1 else converted[0]]


def _convert_typed_dict(old: Any, made: dict[Any, Any]) -> None:
    new: Any = typing_extensions.TypedDict(old.__name__, {})  # type: ignore[misc]  # a name known at run time only
    made[old] = new  # before its fields, which may name it
    hints = typing_extensions.get_type_hints(old, include_extras=True)
    new.__annotations__ = {
        name: _with_new_typed_dicts(hint, made) for name, hint in hints.items()
    }
    new.__required_keys__ = old.__required_keys__
    new.__optional_keys__ = old.__optional_keys__
    new.__total__ = old.__total__
    new.__module__ = old.__module__
    new.__qualname__ = old.__qualname__
    new.__doc__ = old.__doc__
