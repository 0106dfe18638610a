"""Reading a callable: its name, its parameters with resolved type hints, its docstring.

What the hints mean is for `_pydantic.py`.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeGuard

import typing_extensions

from toolnexus._schema._annotations import EMPTY, is_context
from toolnexus._schema._callables import (
    doc_of,
    implementation_of,
    label_of,
    name_of,
    refuse_unbound,
    signature_of,
)
from toolnexus._schema._scopes import HintScope


@dataclass(frozen=True)
class CallableSignature:
    """What a callable says of itself.

    Args:
        label: How messages call it, such as `Acc.add()`.
        name: The name it offers for a tool; None if it has none (a lambda, a nameless object).
        parameters: What the model fills in, hints resolved, in the order of the signature.
        context_at: Where the `ToolContext` goes in a call: positions among all parameters, for
            those without default, and names.
        context_names: The names of those parameters.
        doc: The docstring, cleaned; empty if there is none.
        module: Where the hints were written.
        builds: The class that is built, for a model, dataclass or typed dict: its fields are
            what the model fills in.
    """

    label: str
    name: str | None
    parameters: tuple[inspect.Parameter, ...]
    context_at: tuple[int | str, ...]
    context_names: frozenset[str]
    doc: str
    module: str
    builds: type | None = None


def read_signature(fn: Callable[..., Any]) -> CallableSignature:
    """Read a callable of any kind.

    Args:
        fn: A function, method, class, builtin, partial or callable object.

    Returns:
        Its name, parameters and docstring.

    Raises:
        ToolDefinitionError: It has no signature, is a method without its instance, or has a
            type hint that can't be resolved.

    Example:
        >>> def tide(port: "str", when: int = 0) -> float: ...
        >>> [p.name for p in read_signature(tide).parameters]
        ['port', 'when']
    """
    target = implementation_of(fn)
    label = label_of(fn)
    if _has_fields(fn):
        return _fields_signature(fn, label)
    signature = signature_of(fn, label)
    parameters = list(signature.parameters.values())
    refuse_unbound(fn, target, parameters, label)
    hints = HintScope(target, fn, label)
    has_rest = any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters)
    resolved: list[inspect.Parameter] = []
    context_at: list[int | str] = []
    for index, parameter in enumerate(parameters):
        annotation = hints.resolve(parameter)
        if is_context(parameter.name, annotation, parameter.kind):
            by_position = is_positional(parameter, has_rest=has_rest)
            context_at.append(index if by_position else parameter.name)
        else:
            resolved.append(parameter.replace(annotation=annotation))
    return CallableSignature(
        label=label,
        name=name_of(fn),
        parameters=tuple(resolved),
        context_at=tuple(context_at),
        context_names=frozenset(p.name for p in parameters) - {p.name for p in resolved},
        doc=doc_of(fn),
        module=getattr(target, "__module__", None) or "builtins",
    )


def is_positional(parameter: inspect.Parameter, *, has_rest: bool) -> bool:
    """Tell whether a parameter is passed by position.

    Those without default are, because some callables (of C, or with a dispatch on the first
    argument) take them no other way. Those with a default only if they must be, before `*args`.
    """
    if parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
        return True
    is_flexible = parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    return is_flexible and (has_rest or parameter.default is EMPTY)


def _has_fields(fn: Any) -> TypeGuard[type]:
    """Tell whether it is a class that pydantic builds from fields."""
    return inspect.isclass(fn) and (
        hasattr(fn, "__pydantic_fields__")
        or dataclasses.is_dataclass(fn)
        or typing_extensions.is_typeddict(fn)
    )


def _fields_signature(cls: type, label: str) -> CallableSignature:
    """Describe a class as one parameter whose fields are spread among the arguments."""
    doc = inspect.cleandoc(vars(cls).get("__doc__") or "")
    if doc.startswith(f"{cls.__name__}("):  # what the dataclass decorator writes
        doc = ""
    only = inspect.Parameter("fields", inspect.Parameter.KEYWORD_ONLY, annotation=cls)
    return CallableSignature(
        label=label,
        name=cls.__name__,
        parameters=(only,),
        context_at=(),
        context_names=frozenset(),
        doc=doc,
        module=cls.__module__,
        builds=cls,
    )
