"""From a signature to an input schema and a validator, both made by pydantic.

`generate_arguments_schema` makes one core schema of a function's parameters, from which both
the JSON Schema and the validator come, so that they can't disagree. Why not a model made from
the signature: parameters called `schema`, `json`, `copy` or `_x` would clash with the model's
own attributes.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, get_origin

from pydantic import ValidationError
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticSerializationError, to_json

from toolnexus._json_copy import JsonSnapshot
from toolnexus._problems import ArgumentsRefused, Problem, path_text
from toolnexus._schema._annotations import hint_text
from toolnexus._schema._complaints import complaints_of, problems_of
from toolnexus._schema._core_schema import (
    LEFT_OUT,
    VAR_KEYWORD,
    VAR_POSITIONAL,
    for_validation,
    make_core_schema,
    make_validator,
    prepared,
    written_names,
)
from toolnexus._schema._from_text import text_binder
from toolnexus._schema._hardening import COPIED, Hardening
from toolnexus._schema._hints import text_of, unpacked
from toolnexus._schema._json_schema import InputSchemaGenerator, UnwritableTypeError
from toolnexus._schema._problems import MOST_ROUNDS, unknown, unwrapped
from toolnexus._schema._signature import CallableSignature, is_positional
from toolnexus._types import INVALID_ARGUMENTS, Bound, JsonObject
from toolnexus._wording import names
from toolnexus.errors import ToolDefinitionError

_NO_JSON = (PydanticSerializationError, ValueError, RecursionError)


class InferredSchema:
    """The schema and the validator of a function's arguments.

    Args:
        signature: What the function says of itself.
        texts: What its docstring says of each parameter.

    Raises:
        ToolDefinitionError: A type can't be validated, or not be written as JSON.
    """

    def __init__(self, signature: CallableSignature, texts: Mapping[str, str]) -> None:
        self._signature = signature
        kinds = {p.kind: p.name for p in signature.parameters}
        self._rest_name = kinds.get(VAR_POSITIONAL)
        self._spread_name = kinds.get(VAR_KEYWORD)
        if signature.builds is not None:
            self._spread_name = signature.parameters[0].name
        self._refuse_overlap()
        self._hardened = Hardening()
        try:
            core = make_core_schema(prepared(signature.parameters), signature.module)
            hardened = self._hardened.schema(core)
            generator = InputSchemaGenerator(spread_name=self._spread_name)
            written = generator.generate(hardened)
            self._own_defaults = _own_defaults(signature.parameters)
            ready = for_validation(hardened, self._own_defaults)
            self._validator = make_validator(ready)
        except Exception as exc:
            raise self._definition_error(exc) from exc
        self._names = written_names(core)
        self._names.pop(self._spread_name or "", None)
        # A person's own validators run once for each call, valid or not.
        is_plain = self._spread_name is None and not self._hardened.runs_code
        self.bind_text = (
            text_binder(self._validator, ready, self._own_defaults, self._rest_name)
            if is_plain
            else None
        )
        """The same as `bind` of the arguments in a JSON text, in one go; gives None if they
        don't fit, or if the text asks for more than this. None where that is always so."""
        self._describe(written["properties"], texts)
        self._drop_contradicting_defaults(written["properties"])
        self.snapshot = JsonSnapshot(written)

    @property
    def input_schema(self) -> JsonObject:
        """The schema, as a copy: kept as it is it would take as much room as the validator."""
        return self.snapshot.copy()

    # --- validation ---------------------------------------------------------------------------

    def bind(self, arguments: JsonObject) -> tuple[Bound, list[str]]:
        """Turn arguments into what the function is called with.

        Args:
            arguments: The arguments as JSON values; never changed.

        Returns:
            Positional and keyword arguments as the declared types, and the paths of values that
            had to be decoded first (see `unwrapped`).

        Raises:
            ArgumentsRefused: They don't fit; it says which, and what would.
        """
        try:
            return self._validated(arguments), []
        except ValidationError as exc:
            refusal = exc
        root, decoded = self.input_schema, list[str]()
        for left in range(MOST_ROUNDS, -1, -1):
            complaints = complaints_of(refusal, arguments, root, self._spread_name)
            arguments, changed = unwrapped(arguments, [c.problem for c in complaints], root)
            if not changed or not left:
                break
            decoded += [path_text(path) for path in changed]
            try:
                return self._validated(arguments), decoded
            except ValidationError as exc:
                refusal = exc
        raise ArgumentsRefused(INVALID_ARGUMENTS, problems_of(complaints, arguments, root))

    def _validated(self, arguments: JsonObject) -> Bound:
        payload = arguments
        if self._spread_name is not None:
            payload = {k: v for k, v in arguments.items() if k in self._names}
            rest = {k: v for k, v in arguments.items() if k not in self._names}
            self._refuse_context(rest, arguments)
            payload[self._spread_name] = rest
        try:
            # JSON mode: a date comes as text and a tuple as an array, yet true is no integer.
            text = to_json(payload)
        except _NO_JSON as exc:
            raise ArgumentsRefused(INVALID_ARGUMENTS, [_no_json(arguments)]) from exc
        args, kwargs = self._validator.validate_json(text)
        for name in self._own_defaults:
            if kwargs[name] is LEFT_OUT:
                del kwargs[name]  # what was left out is left out of the call, too
        if self._rest_name is not None:
            args = (*args, *kwargs.pop(self._rest_name))
        if self._signature.builds is not None:
            return (kwargs.pop(self._spread_name),), kwargs
        if self._spread_name is not None:
            kwargs |= kwargs.pop(self._spread_name)
        return args, kwargs

    def _refuse_context(self, rest: JsonObject, arguments: JsonObject) -> None:
        """Refuse what `**kwargs` would take in, were it not the name of the context."""
        odd = [name for name in rest if name in self._signature.context_names]
        if odd:
            problems = [unknown((name,), self.input_schema, arguments) for name in odd]
            raise ArgumentsRefused(INVALID_ARGUMENTS, problems)

    # --- definition ---------------------------------------------------------------------------

    def _refuse_overlap(self) -> None:
        """Refuse `**kwargs: Unpack[...]` with a key that is a parameter too."""
        for parameter in self._signature.parameters:
            spread = unpacked(parameter.annotation)
            if spread is None:
                continue
            taken = {p.name for p in self._signature.parameters} & set(spread.__annotations__)
            if taken:
                reason = (
                    f"{names(sorted(taken))} stands "
                    f"both in the signature and in **{parameter.name}; rename one."
                )
                raise ToolDefinitionError.of(self._signature.label, reason)

    def _definition_error(self, cause: Exception) -> ToolDefinitionError:
        """Name the parameter that is at fault: the first that fails alone."""
        reason = str(cause).partition("\n")[0]
        if self._signature.builds is not None:
            reason = f"a model can't fill in its fields: {reason}"
            return ToolDefinitionError.of(self._signature.label, reason)
        for parameter in self._signature.parameters:
            fault = self._fault(parameter)
            if fault is not None:
                return self._fault_of(parameter, fault)
        return ToolDefinitionError.of(self._signature.label, reason)

    def _fault(self, parameter: inspect.Parameter) -> Exception | None:
        try:
            core = make_core_schema(prepared([parameter]), self._signature.module)
            hardened = Hardening().schema(core)
            InputSchemaGenerator().generate(hardened)
            make_validator(for_validation(hardened, ()))
        except Exception as exc:  # noqa: BLE001 - as above
            return exc
        return None

    def _fault_of(self, parameter: inspect.Parameter, cause: Exception) -> ToolDefinitionError:
        hint = hint_text(parameter.annotation)
        if isinstance(cause, (PydanticInvalidForJsonSchema, UnwritableTypeError)):
            why = "a model can't write as JSON"
        elif isinstance(cause, PydanticSchemaGenerationError):
            why = "pydantic can't read from JSON"
        else:
            why = f"pydantic refuses ({str(cause).partition(chr(10))[0]})"
        reason = (
            f"parameter '{parameter.name}' has the type {hint}, which {why}; wrap the function "
            "in one that takes what a model can send."
        )
        return ToolDefinitionError.of(self._signature.label, reason)

    def _describe(self, properties: JsonObject, texts: Mapping[str, str]) -> None:
        own = {p.name: text_of(p.annotation) for p in self._signature.parameters}
        for name, alias in self._names.items():
            text = own.get(name) or texts.get(name)
            written = properties.get(alias)
            if text and written is not None and not written.get("description"):
                written["description"] = text
        spread = self._spread_name
        if spread is not None:  # an unpacked typed dict: its keys are described one by one
            for key, text in texts.items():
                if key in properties and key not in self._names:
                    properties[key].setdefault("description", text)

    def _drop_contradicting_defaults(self, properties: JsonObject) -> None:
        """Leave out defaults that the schema itself would refuse, such as a marker word.

        The parameter stays optional and the function still gets its default.
        """
        defaults = {
            name: schema["default"]
            for name, schema in properties.items()
            if isinstance(schema, dict) and schema.get("default") is not None
        }
        if not defaults or self._hardened.runs_code:
            return  # nothing to check, or only by running somebody's validators
        try:
            self._validated(defaults)
        except ValidationError as exc:
            for line in exc.errors(include_url=False):
                name = line["loc"][0] if line["loc"] else None
                if line["type"] != "missing_argument" and name in defaults:
                    properties[name].pop("default", None)
        except ArgumentsRefused:
            return


def _no_json(arguments: JsonObject) -> Problem:
    """Say which argument can't be written as JSON, and why."""
    for name, value in arguments.items():
        why = _why_no_json(value)
        if why:
            return Problem((name,), why, "not_json")
    return Problem((), "The name of an argument holds half a character.", "not_json")


def _why_no_json(value: Any) -> str:
    try:
        to_json(value)
    except _NO_JSON as exc:
        text = str(exc)
    else:
        return ""
    if "surrogate" in text:
        return "it holds half a character (a lone surrogate); send whole characters."
    if any(word in text for word in ("depth", "ircular", "recursion")):
        return "it is nested too deeply, or contains itself; send it with fewer levels."
    return f"it is not a JSON value ({text}); send text, numbers, arrays and objects of them."


def _own_defaults(parameters: Sequence[inspect.Parameter]) -> tuple[str, ...]:
    """List the parameters that get their default from the function.

    Not those whose default pydantic makes: from a `Field`, or as a fresh copy.
    """
    has_rest = any(p.kind is VAR_POSITIONAL for p in parameters)
    return tuple(
        p.name
        for p in parameters
        if p.default is not inspect.Parameter.empty
        and not isinstance(p.default, (FieldInfo, *COPIED))
        and get_origin(p.annotation) is not Annotated
        and not is_positional(p, has_rest=has_rest)
    )
