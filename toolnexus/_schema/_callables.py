"""Callables of every kind: what to call them, and which function they really are."""

from __future__ import annotations

import functools
import inspect
import sys
import types
from typing import Any

from toolnexus._schema._annotations import EMPTY
from toolnexus._schema._scopes import enclosing_names
from toolnexus._wording import without_addresses
from toolnexus.errors import ToolDefinitionError

_POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)
_VAR_POSITIONAL = inspect.Parameter.VAR_POSITIONAL
_VAR_KEYWORD = inspect.Parameter.VAR_KEYWORD
# Functions, and functions behind a cache, which is no function to Python.
_FUNCTIONS = (types.FunctionType, type(functools.lru_cache(len)))
_SLOT_DOC = "Call self as a function."


def implementation_of(fn: Any) -> Any:
    """Return the function in whose module the hints were written."""
    while isinstance(fn, functools.partial):
        fn = fn.func
    if inspect.isclass(fn):
        if hasattr(fn, "_field_defaults"):  # a named tuple: its __new__ is generated elsewhere
            return fn
        for part in (fn.__init__, fn.__new__):
            if inspect.isfunction(part):
                return inspect.unwrap(part)
        return fn
    if inspect.ismethod(fn):
        fn = fn.__func__
    elif not (inspect.isroutine(fn) or inspect.isfunction(fn)):
        fn = getattr(type(fn), "__call__", fn)  # noqa: B004 - not a test for callability
    try:
        return inspect.unwrap(fn, stop=lambda step: hasattr(step, "__signature__"))
    except ValueError:  # a chain of __wrapped__ that bites its own tail
        return fn


def signature_of(fn: Any, label: str) -> inspect.Signature:
    """Return the signature as it is written, hints not resolved.

    Raises:
        ToolDefinitionError: Python can't tell.
    """
    try:
        layers = _layers(fn)
        real, is_real = layers[-1], inspect.isfunction(layers[-1])
        if inspect.ismethod(fn):
            real = types.MethodType(real, fn.__self__)
        signature = _signature(real, follow_wrapped=not is_real)
    except (ValueError, TypeError, AttributeError, NameError) as exc:
        reason = (
            f"Python can't tell its parameters ({without_addresses(str(exc))}); "
            "wrap it in a function with typed parameters and make the tool of that."
        )
        raise ToolDefinitionError.of(label, reason) from exc
    return _as_passed_on(signature, layers[:-1])


def _signature(fn: Any, *, follow_wrapped: bool = True) -> inspect.Signature:
    if sys.version_info >= (3, 14):
        import annotationlib  # noqa: PLC0415 - exists from 3.14 on

        forward = annotationlib.Format.FORWARDREF
        return inspect.signature(fn, follow_wrapped=follow_wrapped, annotation_format=forward)
    return inspect.signature(fn, follow_wrapped=follow_wrapped)


def _layers(fn: Any) -> list[Any]:
    """List a decorated function's wrappers, and the function whose parameters are real.

    That is the first which doesn't just pass on what it gets: a wrapper with parameters of its
    own takes those, whatever the function inside takes.
    """
    layers = [fn.__func__ if inspect.ismethod(fn) else fn]
    while (
        inspect.isfunction(layers[-1])
        and hasattr(layers[-1], "__wrapped__")
        and not hasattr(layers[-1], "__signature__")
        and _kinds(layers[-1]) & {_VAR_POSITIONAL, _VAR_KEYWORD}
    ):
        layers.append(layers[-1].__wrapped__)
        if layers[-1] in layers[:-1]:
            reason = "its chain of __wrapped__ never ends"
            raise ValueError(reason)
    return layers


def _kinds(function: Any) -> set[Any]:
    own = _signature(function, follow_wrapped=False).parameters.values()
    return {parameter.kind for parameter in own}


def _as_passed_on(signature: inspect.Signature, wrappers: list[Any]) -> inspect.Signature:
    """Turn parameters into such as the wrappers around them pass on: by keyword or position."""
    flexible: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
    kind = flexible
    for kinds in map(_kinds, wrappers):
        if not kinds & {*_POSITIONAL, _VAR_POSITIONAL}:
            kind = inspect.Parameter.KEYWORD_ONLY
        elif not kinds - {inspect.Parameter.POSITIONAL_ONLY, _VAR_POSITIONAL}:
            kind = inspect.Parameter.POSITIONAL_ONLY
    turned = [
        parameter.replace(kind=kind) if parameter.kind is flexible else parameter
        for parameter in signature.parameters.values()
    ]
    return signature.replace(parameters=turned)


def refuse_unbound(
    fn: Any, target: Any, parameters: list[inspect.Parameter], label: str
) -> None:
    """Refuse a method that was taken from its class instead of from an instance."""
    if isinstance(fn, (types.MethodDescriptorType, types.WrapperDescriptorType)):
        _refuse_method(label, fn.__name__)
    if not isinstance(fn, _FUNCTIONS) or not parameters:
        return
    first = parameters[0]
    owner = getattr(target, "__qualname__", "").rpartition(".")[0]
    if not owner or owner.endswith("<locals>") or first.kind not in _POSITIONAL:
        return
    found = inspect.getattr_static(_find_class(target, owner), target.__name__, None)
    if isinstance(found, staticmethod):
        return
    # The second test is for a class that is still being made (a decorator in its body) or
    # can't be reached.
    if found in (fn, target) or (first.name in ("self", "cls") and first.annotation is EMPTY):
        _refuse_method(label, target.__name__)


def _refuse_method(label: str, name: str) -> None:
    reason = (
        f"it is a method without its instance, so 'self' would "
        f"have to come from the model; make the tool of the bound method, such as "
        f"define_tool(instance.{name})."
    )
    raise ToolDefinitionError.of(label, reason)


def _find_class(function: Any, qualname: str) -> type | None:
    scope, _, path = qualname.rpartition("<locals>.")
    if scope:
        found: Any = enclosing_names(function)
    else:
        found = getattr(function, "__globals__", {})
    for part in path.split("."):
        found = found.get(part) if isinstance(found, dict) else vars(found).get(part)
        if not inspect.isclass(found):
            return None
    cls: type = found
    return cls


def label_of(fn: Any) -> str:
    while isinstance(fn, functools.partial):
        fn = fn.func
    name = getattr(fn, "__qualname__", None) or getattr(fn, "__name__", None)
    if not isinstance(name, str):
        name = type(fn).__name__
    return f"{name.rpartition('<locals>.')[2]}()"


def name_of(fn: Any) -> str | None:
    while isinstance(fn, functools.partial):
        fn = fn.func
    name = getattr(fn, "__name__", None)
    if not isinstance(name, str):
        name = type(fn).__name__
    return None if name == "<lambda>" else name


def doc_of(fn: Any) -> str:
    doc = inspect.getdoc(documented(fn))
    return doc if isinstance(doc, str) else ""


def documented(fn: Any) -> Any:
    """Return the object whose docstring tells what a callable does."""
    while isinstance(fn, functools.partial):
        fn = fn.func
    if inspect.isroutine(fn) or inspect.isclass(fn):
        return fn
    call = getattr(type(fn), "__call__", None)  # noqa: B004 - as above
    return fn if inspect.getdoc(call) in (None, "", _SLOT_DOC) else call
