"""What makes schemas and their validators, of functions and of handed-in schemas."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from toolnexus._json_copy import JsonSnapshot
from toolnexus._problems import Path
from toolnexus._schema._docstring import Documentation, read_docstring
from toolnexus._schema._pydantic import InferredSchema
from toolnexus._schema._signature import CallableSignature
from toolnexus._types import Bound, JsonObject
from toolnexus._wording import names
from toolnexus.errors import ToolDefinitionError

if TYPE_CHECKING:
    from toolnexus._schema._explicit import ExplicitSchema


class ArgumentsSchema(Protocol):
    """A schema of arguments, and what turns arguments into those of a call."""

    snapshot: JsonSnapshot
    bind_text: Callable[[str], Bound | None] | None

    def bind(self, arguments: JsonObject) -> tuple[Bound, list[str]]:
        """Check and convert arguments; see `InferredSchema.bind`."""


def describe_function(signature: CallableSignature) -> Documentation:
    """Read what a function's docstring says to a model."""
    return read_docstring(signature.doc)


def infer_schema(signature: CallableSignature, documentation: Documentation) -> InferredSchema:
    """Make the schema of a function from its hints, defaults and docstring.

    Raises:
        ToolDefinitionError: A parameter has a type that a model can't fill in.
    """
    return InferredSchema(signature, documentation.parameters)


def schema_for_handler(input_schema: Mapping[str, Any], label: str) -> ArgumentsSchema:
    """Take a written schema for a function that gets the arguments as one dict."""
    return _WrittenSchema(_explicit_schema(input_schema, label))


def schema_for_function(
    input_schema: Mapping[str, Any], signature: CallableSignature
) -> ArgumentsSchema:
    """Take a written schema for a function that gets the arguments by name.

    The written schema decides what is valid; the function's hints then build the declared
    types (a date, an enum member). A function with one parameter that the schema doesn't name
    gets the arguments as one dict.

    Raises:
        ToolDefinitionError: Schema and function don't fit together, or the schema is none.
    """
    explicit = _explicit_schema(input_schema, signature.label)
    if signature.builds is not None:
        return _WrittenSchema(explicit, InferredSchema(signature, {}))
    if _takes_one_dict(signature, explicit.input_schema):
        return _WrittenSchema(explicit)
    _refuse_misfit(signature, explicit.input_schema)
    try:
        converter: InferredSchema | None = InferredSchema(signature, {})
    except ToolDefinitionError:
        converter = None  # a type without JSON: the schema's author knows what comes instead
    return _WrittenSchema(explicit, converter, by_name=True)


def _never_refused(arguments: JsonObject) -> Iterable[Path]:  # noqa: ARG001 - the default
    return ()


def sample_object(
    input_schema: JsonObject,
    seed: int = 0,
    *,
    optional: bool = False,
    label: str = "a schema",
    refusal: Callable[[JsonObject], Iterable[Path]] = _never_refused,
) -> JsonObject:
    """Make up an object that a schema accepts.

    Args:
        input_schema: The schema of an object.
        seed: Which of the many samples; 0 gives the most ordinary one. The same seed gives the
            same bytes in every process.
        optional: Whether properties that may be left out are filled in, too.
        label: Whose schema it is, for messages.
        refusal: Asked about each sample; says which of its values can't be used after all, so
            that others are tried there. If none is good enough, the first sample is given.

    Raises:
        ToolDefinitionError: No value fits, or it is no schema of an object.

    Example:
        >>> sample_object({"properties": {"city": {"type": "string"}}, "required": ["city"]})
        {'city': 'Chennai'}
    """
    # Imported on first use, as jsonschema is, which it needs.
    from toolnexus._schema._sample import sample_of  # noqa: PLC0415

    return sample_of(input_schema, label, seed, optional=optional, refusal=refusal)


def _explicit_schema(input_schema: Mapping[str, Any], label: str) -> ExplicitSchema:
    # Imported on first use: jsonschema is slow to load and few tools need it.
    from toolnexus._schema._explicit import ExplicitSchema  # noqa: PLC0415

    return ExplicitSchema(input_schema, label)


class _WrittenSchema:
    """A written schema, and the way its arguments reach the function."""

    def __init__(
        self,
        explicit: ExplicitSchema,
        converter: InferredSchema | None = None,
        *,
        by_name: bool = False,
    ) -> None:
        self._explicit = explicit
        self._converter = converter
        self._by_name = by_name
        self.snapshot = JsonSnapshot(explicit.input_schema)
        self.bind_text: Callable[[str], Bound | None] | None = None

    def bind(self, arguments: JsonObject) -> tuple[Bound, list[str]]:
        arguments, decoded = self._explicit.bind(arguments)
        if self._converter is not None:
            bound, also_decoded = self._converter.bind(arguments)
            return bound, [*decoded, *also_decoded]
        if self._by_name:
            return ((), dict(arguments)), decoded
        return ((dict(arguments),), {}), decoded


def _takes_one_dict(signature: CallableSignature, input_schema: JsonObject) -> bool:
    parameters = signature.parameters
    if len(parameters) != 1:
        return False
    only = parameters[0]
    return (
        only.kind
        in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        and only.default is inspect.Parameter.empty
        and only.name not in input_schema["properties"]
    )


def _refuse_misfit(signature: CallableSignature, input_schema: JsonObject) -> None:
    """Refuse a schema whose properties and a function whose parameters are not the same."""
    parameters = signature.parameters
    if any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters):
        taken = set(input_schema["properties"])
    else:
        taken = {p.name for p in parameters}
    untaken = [name for name in input_schema["properties"] if name not in taken]
    if untaken:
        reason = (
            f"its input_schema has {names(untaken)}, for which the function has no parameter; "
            "add it, or **kwargs, or let the function take all arguments as one dict in its "
            "only parameter."
        )
        raise ToolDefinitionError.of(signature.label, reason)
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    unfilled = [
        p.name
        for p in parameters
        if p.default is inspect.Parameter.empty
        and p.kind not in variable
        and p.name not in input_schema["properties"]
    ]
    if unfilled:
        reason = (
            f"its input_schema lacks {names(unfilled)}, "
            "which the function can't do without; add it to the schema or give it a default."
        )
        raise ToolDefinitionError.of(signature.label, reason)
