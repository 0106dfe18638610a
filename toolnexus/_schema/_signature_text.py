"""A signature as a person would write it: short names, no addresses, no context."""

from __future__ import annotations

import enum
import reprlib
from collections.abc import Callable, Mapping
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from toolnexus._schema._annotations import EMPTY, hint_text, is_context
from toolnexus._schema._callables import signature_of
from toolnexus._wording import has_address
from toolnexus.errors import ToolDefinitionError


def signature_text(fn: Callable[..., Any], hints: Mapping[str, Any] | None = None) -> str:
    """Write a callable's signature as Python, without the context and without addresses.

    Args:
        fn: The callable.
        hints: Resolved type hints of its parameters, by name; the others are shown as written.

    Example:
        >>> def tide(port: str, *, when: int = 0) -> float: ...
        >>> signature_text(tide)
        '(port: str, *, when: int = 0) -> float'
    """
    try:
        signature = signature_of(fn, "")
    except ToolDefinitionError:
        return "(...)"
    hints = hints or {}
    shown = [
        parameter.replace(
            annotation=_shown_hint(hints.get(parameter.name, parameter.annotation)),
            default=_shown(parameter.default),
        )
        for parameter in signature.parameters.values()
        if not is_context(parameter.name, parameter.annotation, parameter.kind)
    ]
    returned = _shown_hint(signature.return_annotation)
    try:
        return str(signature.replace(parameters=shown, return_annotation=returned))
    except ValueError:
        return "(...)"


class _Verbatim:
    """Stands in a signature for a text that is already written."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


_reprs = reprlib.Repr()
_reprs.maxstring = _reprs.maxother = 60


def _shown_hint(annotation: Any) -> Any:
    return EMPTY if annotation is EMPTY else _Verbatim(hint_text(annotation))


def _shown(default: Any) -> Any:
    if isinstance(default, FieldInfo):
        default = EMPTY if default.is_required() else default.get_default()
    if default is EMPTY or default is PydanticUndefined:
        return EMPTY
    return _Verbatim(default_text(default))


def default_text(default: Any) -> str:
    """Write a default shortly, on one line and without addresses.

    Example:
        >>> default_text("celsius"), default_text(object())
        ("'celsius'", '...')
    """
    if isinstance(default, enum.Enum):
        return f"{type(default).__name__}.{default.name}"
    text = " ".join(_reprs.repr(default).split())  # never raises, and keeps to one line
    return "..." if has_address(text) or text.startswith("<") else text
