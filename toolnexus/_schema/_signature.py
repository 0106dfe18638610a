"""Reading a callable: its name, its parameters with resolved type hints, its docstring.

What the hints mean is for `_pydantic.py`; here nothing is called but `inspect` and `typing`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import inspect
import re
import reprlib
import sys
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeGuard, get_args, get_origin

import typing_extensions
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from toolnexus._context import ToolContext
from toolnexus.errors import ToolDefinitionError

EMPTY = inspect.Parameter.empty
_POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)
_SLOT_DOC = "Call self as a function."


@dataclass(frozen=True)
class CallableSignature:
    """What a callable says of itself.

    Args:
        label: How messages call it, such as `Acc.add()`.
        name: The name it offers for a tool; None if it has none (a lambda, a nameless object).
        parameters: What the model fills in, hints resolved, in the order of the signature.
        context_at: Where the `ToolContext` goes in a call: positions among all parameters, for
            those without default, and names.
        doc: The docstring, cleaned; empty if there is none.
        module: Where the hints were written.
        builds: The class that is built, for a model, dataclass or typed dict: its fields are
            what the model fills in.
    """

    label: str
    name: str | None
    parameters: tuple[inspect.Parameter, ...]
    context_at: tuple[int | str, ...]
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
    target = _implementation(fn)
    label = _label(fn)
    if _has_fields(fn):
        return _fields_signature(fn, label)
    signature = _signature(fn, label)
    parameters = list(signature.parameters.values())
    _refuse_unbound(fn, target, parameters, label)
    hints = _Hints(target, fn, label)
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
        name=_name(fn),
        parameters=tuple(resolved),
        context_at=tuple(context_at),
        doc=_doc(fn),
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


def signature_text(fn: Callable[..., Any]) -> str:
    """Write a callable's signature as Python, without the context and without addresses.

    Example:
        >>> def tide(port: str, *, when: int = 0) -> float: ...
        >>> signature_text(tide)
        '(port: str, *, when: int = 0) -> float'
    """
    try:
        signature = _signature(fn, "")
    except ToolDefinitionError:
        return "(...)"
    shown = [
        parameter.replace(
            annotation=_Verbatim(hint_text(parameter.annotation))
            if parameter.annotation is not EMPTY
            else EMPTY,
            default=_Verbatim(_default_text(parameter.default))
            if parameter.default is not EMPTY
            else EMPTY,
        )
        for parameter in signature.parameters.values()
        if not is_context(parameter.name, parameter.annotation, parameter.kind)
    ]
    returned = signature.return_annotation
    if returned is not EMPTY:
        returned = _Verbatim(hint_text(returned))
    try:
        return str(signature.replace(parameters=shown, return_annotation=returned))
    except ValueError:
        return "(...)"


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
    return get_origin(annotation) in (typing.Union, types.UnionType) and set(
        get_args(annotation)
    ) == {ToolContext, type(None)}


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
        doc=doc,
        module=cls.__module__,
        builds=cls,
    )


# --- which function it really is ---------------------------------------------------------


def _implementation(fn: Any) -> Any:
    """Return the function in whose module the hints were written."""
    while isinstance(fn, functools.partial):
        fn = fn.func
    if inspect.isclass(fn):
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


def _signature(fn: Any, label: str) -> inspect.Signature:
    try:
        if sys.version_info >= (3, 14):
            import annotationlib  # noqa: PLC0415 - exists from 3.14 on

            return inspect.signature(fn, annotation_format=annotationlib.Format.FORWARDREF)
        return inspect.signature(fn)
    except (ValueError, TypeError, AttributeError, NameError) as exc:
        reason = (
            f"Python can't tell its parameters ({exc}); "
            "wrap it in a function with typed parameters and make the tool of that."
        )
        raise ToolDefinitionError.of(label, reason) from exc


def _refuse_unbound(
    fn: Any, target: Any, parameters: list[inspect.Parameter], label: str
) -> None:
    """Refuse a method that was taken from its class instead of from an instance."""
    if isinstance(fn, (types.MethodDescriptorType, types.WrapperDescriptorType)):
        _refuse_method(label, fn.__name__)
    if not inspect.isfunction(fn) or not parameters:
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
        found: Any = _enclosing_names(function)
    else:
        found = getattr(function, "__globals__", {})
    for part in path.split("."):
        found = found.get(part) if isinstance(found, dict) else vars(found).get(part)
        if not inspect.isclass(found):
            return None
    cls: type = found
    return cls


def _label(fn: Any) -> str:
    while isinstance(fn, functools.partial):
        fn = fn.func
    name = getattr(fn, "__qualname__", None) or getattr(fn, "__name__", None)
    if not isinstance(name, str):
        name = type(fn).__name__
    return f"{name.rpartition('<locals>.')[2]}()"


def _name(fn: Any) -> str | None:
    while isinstance(fn, functools.partial):
        fn = fn.func
    name = getattr(fn, "__name__", None)
    if not isinstance(name, str):
        name = type(fn).__name__
    return None if name == "<lambda>" else name


def _doc(fn: Any) -> str:
    while isinstance(fn, functools.partial):
        fn = fn.func
    if inspect.isroutine(fn) or inspect.isclass(fn):
        doc = inspect.getdoc(fn)
    else:
        doc = inspect.getdoc(getattr(type(fn), "__call__", None))  # noqa: B004 - as above
        if not doc or doc == _SLOT_DOC:
            doc = inspect.getdoc(fn)
    return doc if isinstance(doc, str) else ""


# --- type hints --------------------------------------------------------------------------


class _Hints:
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
            return typing_extensions.get_type_hints(holder, *self._names, include_extras=True)[
                "hint"
            ]
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

    def _namespaces(self) -> tuple[dict[str, Any], Mapping[str, Any]]:
        target = self._target
        module = sys.modules.get(getattr(target, "__module__", None) or "")
        global_names = getattr(target, "__globals__", None) or getattr(module, "__dict__", {})
        local_names: dict[str, Any] = {}
        owner = getattr(self._fn, "__self__", self._fn)
        cls = owner if inspect.isclass(owner) else type(owner)
        if not inspect.isroutine(self._fn) or inspect.ismethod(self._fn):
            for base in reversed(cls.__mro__[:-1]):
                local_names.update(vars(base))
                local_names.setdefault(base.__name__, base)
        local_names.update(_enclosing_names(target))
        local_names.update({t.__name__: t for t in getattr(target, "__type_params__", ())})
        return global_names, local_names


def _enclosing_names(function: Any) -> dict[str, Any]:
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


def is_class(annotation: Any) -> bool:
    """Tell whether a hint is a class; before Python 3.11, `list[int]` says it is one too."""
    return isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias)


# --- text --------------------------------------------------------------------------------


class _Verbatim:
    """Stands in a signature for a text that is already written."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")
_reprs = reprlib.Repr()
_reprs.maxstring = _reprs.maxother = 60


def _default_text(default: Any) -> str:
    if isinstance(default, FieldInfo):
        default = "..." if default.default is PydanticUndefined else default.default
    text = " ".join(_reprs.repr(default).split())  # never raises, and keeps to one line
    return "..." if _ADDRESS.search(text) or text.startswith("<") else text


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
        return annotation
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
    return "..." if _ADDRESS.search(name) else name.rpartition("<locals>.")[2]
