"""Resolving type hints that are text, with the names that were visible where they stand."""

from __future__ import annotations

import contextlib
import inspect
import sys
import types
from collections.abc import Mapping
from typing import Any

import typing_extensions

from toolnexus._context import ToolContext
from toolnexus._schema._annotations import EMPTY, hint_text, is_class, is_context
from toolnexus._schema._generics import filled_in, type_arguments
from toolnexus.errors import ToolDefinitionError


class HintScope:
    """Resolves the hints of one function, one parameter at a time.

    One at a time, because a hint that can't be resolved should be named, and the hint of the
    returned value need not be importable at all.
    """

    def __init__(self, target: Any, fn: Any, label: str) -> None:
        self._target = target
        self._fn = fn
        self._label = label
        self._names: tuple[dict[str, Any], Mapping[str, Any]] | None = None

    def resolve(self, parameter: inspect.Parameter) -> Any:
        annotation = parameter.annotation
        if annotation is EMPTY or is_class(annotation):
            return annotation
        if annotation is None:
            return type(None)
        if self._names is None:
            self._names = self._namespaces()
        holder = types.SimpleNamespace(__annotations__={"hint": annotation})
        try:
            hints = typing_extensions.get_type_hints(holder, *self._names, include_extras=True)
            return filled_in(hints["hint"], self._type_arguments())
        except (NameError, AttributeError, SyntaxError, TypeError, ValueError) as exc:
            if is_context(parameter.name, annotation, parameter.kind):
                return ToolContext
            shown = annotation if isinstance(annotation, str) else hint_text(annotation)
            reason = (
                f"the type hint {shown!r} of parameter "
                f"'{parameter.name}' can't be resolved ({exc}); import or define what it names "
                "where the function is defined (not only for type checkers), or hand in an "
                "input_schema."
            )
            raise ToolDefinitionError.of(self._label, reason) from exc

    def _type_arguments(self) -> dict[Any, Any]:
        is_routine = inspect.isroutine(self._fn) and not inspect.ismethod(self._fn)
        return {} if is_routine else type_arguments(getattr(self._fn, "__self__", self._fn))

    def _namespaces(self) -> tuple[dict[str, Any], Mapping[str, Any]]:
        target = self._target
        module = sys.modules.get(getattr(target, "__module__", None) or "")
        global_names = getattr(target, "__globals__", None) or getattr(module, "__dict__", {})
        local_names: dict[str, Any] = {}
        type_parameters: tuple[
            Any, ...
        ] = ()  # of the class that defines the method, and its own
        owner = getattr(self._fn, "__self__", self._fn)
        cls = owner if inspect.isclass(owner) else type(owner)
        if not inspect.isroutine(self._fn) or inspect.ismethod(self._fn):
            for base in reversed(cls.__mro__[:-1]):
                local_names.update(vars(base))
                local_names.setdefault(base.__name__, base)
                if getattr(target, "__name__", None) in vars(base):
                    type_parameters = getattr(base, "__type_params__", ())
        local_names.update(enclosing_names(target))
        type_parameters += getattr(target, "__type_params__", ())
        local_names.update({t.__name__: t for t in type_parameters})
        return global_names, local_names


def enclosing_names(function: Any) -> dict[str, Any]:
    """Find the names that a nested function could see where it was defined.

    Closure variables are kept by the function; what it does not use itself (a class named
    only in a hint) is still to be found in the frames of the enclosing functions, as long as
    they are running, which they are under a decorator.
    """
    names: dict[str, Any] = {}
    enclosing = set(getattr(function, "__qualname__", "").split(".<locals>")[:-1])
    enclosing = {part.rpartition(".")[2] for part in enclosing}
    if enclosing:
        frame: types.FrameType | None = sys._getframe(1)  # what every tracer uses
        found: list[dict[str, Any]] = []
        while frame is not None:
            if frame.f_code.co_name in enclosing and frame.f_globals is function.__globals__:
                found.append(frame.f_locals)
            frame = frame.f_back
        for scope in reversed(found):  # inner scopes win
            names.update(scope)
    code = getattr(function, "__code__", None)
    if code is not None and function.__closure__:
        for name, cell in zip(code.co_freevars, function.__closure__, strict=True):
            with contextlib.suppress(ValueError):  # not assigned yet
                names[name] = cell.cell_contents
    return names
