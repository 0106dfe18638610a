"""From a signature to an input schema and a validator, both made by pydantic.

Everything here that pydantic calls experimental stays here: `generate_arguments_schema` makes
one core schema of a function's parameters, from which both the JSON Schema and the validator
come, so that they can't disagree. Why not a model made from the signature: parameters called
`schema`, `json`, `copy` or `_x` would clash with the model's own attributes.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import ConfigDict, Field, PydanticUserError, ValidationError
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError
from pydantic.experimental.arguments_schema import generate_arguments_schema
from pydantic_core import (
    PydanticSerializationError,
    SchemaError,
    SchemaValidator,
    core_schema,
    to_json,
)

from toolnexus._problems import ArgumentsRefused, Problem, path_text
from toolnexus._schema._hardening import Hardening
from toolnexus._schema._hints import ready, text_of, unpacked
from toolnexus._schema._json_schema import InputSchemaGenerator, UnwritableTypeError
from toolnexus._schema._problems import (
    MISSING,
    missing,
    problem_at,
    unknown,
    unwrapped,
    value_at,
    without_shadowed,
)
from toolnexus._schema._signature import CallableSignature, hint_text
from toolnexus._types import INVALID_ARGUMENTS, JsonObject
from toolnexus._wording import names
from toolnexus.errors import ToolDefinitionError

_VAR_POSITIONAL = inspect.Parameter.VAR_POSITIONAL
_VAR_KEYWORD = inspect.Parameter.VAR_KEYWORD
_POSITIONAL_OR_KEYWORD = inspect.Parameter.POSITIONAL_OR_KEYWORD
_POSITIONAL_ONLY = inspect.Parameter.POSITIONAL_ONLY
_KEYWORD_ONLY = inspect.Parameter.KEYWORD_ONLY

# What pydantic itself complains of; whatever else comes up is a validator's own complaint.
_PYDANTIC_KINDS = frozenset(get_args(core_schema.ErrorType)) - {
    "value_error",
    "assertion_error",
}
Bound = tuple[tuple[Any, ...], dict[str, Any]]


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
        self._rest_name = kinds.get(_VAR_POSITIONAL)
        self._spread_name = kinds.get(_VAR_KEYWORD)
        self._refuse_overlap()
        parameters = _prepared(signature.parameters)
        core = self._core_schema(parameters)
        self._hardened = Hardening()
        hardened = self._hardened.schema(core)
        try:
            generator = InputSchemaGenerator(spread_name=self._spread_name)
            self.input_schema: JsonObject = generator.generate(hardened)
            self._validator = _validator(hardened)
        except (
            UnwritableTypeError,
            PydanticInvalidForJsonSchema,
            PydanticUserError,
            SchemaError,
            RecursionError,
            TypeError,
            ValueError,
        ) as exc:
            raise self._definition_error(parameters, exc) from exc
        self._names = _accepted_names(core, but=self._spread_name)
        self._describe(texts)
        self._drop_contradicting_defaults()

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
        decoded: list[str] = []
        while True:
            try:
                return self._validated(arguments), decoded
            except ValidationError as exc:
                problems = self._problems(exc, arguments)
            arguments, changed = unwrapped(arguments, problems, self.input_schema)
            if not changed or len(decoded) > len(changed) + 16:
                raise ArgumentsRefused(INVALID_ARGUMENTS, problems)
            decoded += [path_text(path) for path in changed]

    def _validated(self, arguments: JsonObject) -> Bound:
        payload = arguments
        if self._spread_name is not None:
            payload = {k: v for k, v in arguments.items() if k in self._names}
            rest = {k: v for k, v in arguments.items() if k not in self._names}
            payload[self._spread_name] = rest
        try:
            # JSON mode: a date comes as text and a tuple as an array, yet true is no integer.
            text = to_json(payload)
        except (PydanticSerializationError, ValueError, RecursionError) as exc:
            problem = Problem(
                (), f"The arguments are not plain JSON values: {exc}.", "not_json"
            )
            raise ArgumentsRefused(INVALID_ARGUMENTS, [problem]) from exc
        args, kwargs = self._validator.validate_json(text)
        if self._rest_name is not None:
            args = (*args, *kwargs.pop(self._rest_name))
        if self._spread_name is not None:
            kwargs |= kwargs.pop(self._spread_name)
        return args, kwargs

    def _problems(self, error: ValidationError, arguments: JsonObject) -> list[Problem]:
        found = []
        for line in error.errors(include_url=False):
            kind, path = line["type"], self._path(line["loc"], arguments)
            is_absent = value_at(arguments, path) is MISSING
            if kind.startswith("missing") and is_absent:
                found.append(missing(path, self.input_schema, arguments))
            elif kind in ("extra_forbidden", "unexpected_keyword_argument"):
                found.append(unknown(path, self.input_schema, arguments))
            elif kind not in _PYDANTIC_KINDS:
                message = line["msg"].removeprefix("Value error, ")
                message = message.removeprefix("Assertion failed, ")
                found.append(problem_at(path, kind, arguments, self.input_schema, message))
            elif kind.startswith("union_tag"):
                found.append(self._tag_problem(line, path, arguments))
            else:
                found.append(self._type_problem(kind, path, arguments, line["msg"]))
        return without_shadowed(found)

    def _tag_problem(
        self, line: Any, path: tuple[str | int, ...], arguments: JsonObject
    ) -> Problem:
        """Point at the property that tells a union's branches apart, if it is a plain one."""
        tag = line.get("ctx", {}).get("discriminator", "")
        if not (len(tag) > 2 and tag[0] == tag[-1] == "'"):
            return self._type_problem(line["type"], path, arguments, line["msg"])
        path = (*path, tag[1:-1])
        if value_at(arguments, path) is MISSING:
            return missing(path, self.input_schema, arguments)
        return problem_at(path, line["type"], arguments, self.input_schema)

    def _type_problem(
        self, kind: str, path: tuple[str | int, ...], arguments: JsonObject, message: str
    ) -> Problem:
        problem = problem_at(path, kind, arguments, self.input_schema)
        if problem.expected in ("any value", "") or kind.startswith("json_"):
            # The schema has nothing to say there; pydantic's own sentence does.
            return problem_at(path, kind, arguments, self.input_schema, message)
        return problem

    def _path(self, loc: Sequence[str | int], arguments: JsonObject) -> tuple[str | int, ...]:
        """Turn pydantic's location into a path in the arguments.

        The location also names union branches and the like; those lead nowhere in the data.
        """
        steps = list(loc)
        if steps and steps[0] == self._spread_name and self._spread_name not in self._names:
            steps = steps[1:]
        path: tuple[str | int, ...] = ()
        for index, step in enumerate(steps):
            value = value_at(arguments, path)
            last = index == len(steps) - 1
            if isinstance(value, dict) and isinstance(step, str):
                if step in value or last:
                    path = (*path, step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                path = (*path, step)
        return path

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

    def _core_schema(self, parameters: list[inspect.Parameter]) -> Any:
        try:
            return _generate(parameters, self._signature.module)
        except Exception as exc:
            raise self._definition_error(parameters, exc) from exc

    def _definition_error(
        self, parameters: list[inspect.Parameter], cause: Exception
    ) -> ToolDefinitionError:
        """Name the parameter that is at fault: the first that fails alone."""
        for parameter in parameters:
            fault = self._fault(parameter)
            if fault is not None:
                return self._fault_of(parameter, fault)
        reason = str(cause).partition("\n")[0]
        return ToolDefinitionError.of(self._signature.label, reason)

    def _fault(self, parameter: inspect.Parameter) -> Exception | None:
        try:
            hardened = Hardening().schema(_generate([parameter], self._signature.module))
            InputSchemaGenerator().generate(hardened)
            _validator(hardened)
        except Exception as exc:  # noqa: BLE001 - as above
            return exc
        return None

    def _fault_of(self, parameter: inspect.Parameter, cause: Exception) -> ToolDefinitionError:
        written = next(p for p in self._signature.parameters if p.name == parameter.name)
        hint = hint_text(written.annotation)
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

    def _describe(self, texts: Mapping[str, str]) -> None:
        own = {p.name: text_of(p.annotation) for p in self._signature.parameters}
        properties = self.input_schema["properties"]
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

    def _drop_contradicting_defaults(self) -> None:
        """Leave out defaults that the schema itself would refuse, such as a marker word.

        The parameter stays optional and the function still gets its default.
        """
        properties = self.input_schema["properties"]
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


def _prepared(parameters: Sequence[inspect.Parameter]) -> list[inspect.Parameter]:
    """Give pydantic the parameters as it can take each of them.

    - What could go either way is passed by keyword, unless `*args` follow.
    - `*args` and `**kwargs` become a list and a dict by keyword, to be spread again for the
      call: pydantic takes neither behind a parameter with a default.
    """
    has_rest = any(p.kind is _VAR_POSITIONAL for p in parameters)
    prepared = []
    for parameter in parameters:
        kind, hint, default = parameter.kind, parameter.annotation, parameter.default
        if kind is _VAR_POSITIONAL:
            hint = list[ready(hint, default)]  # type: ignore[misc]
            default = Field(default_factory=list)
        elif kind is _VAR_KEYWORD:
            spread = unpacked(hint)
            hint = ready(spread or hint, default)
            if spread is None:
                hint = dict[str, hint]  # type: ignore[valid-type]
        else:
            hint = ready(hint, default)
        if kind is not _POSITIONAL_ONLY and not (kind is _POSITIONAL_OR_KEYWORD and has_rest):
            kind = _KEYWORD_ONLY
        prepared.append(
            inspect.Parameter(parameter.name, kind, annotation=hint, default=default)
        )
    return prepared


def _generate(parameters: list[inspect.Parameter], module: str) -> Any:
    """Make the core schema of a stand-in function with these parameters."""

    def stand_in(*args: Any, **kwargs: Any) -> None:
        """Carry a signature; never called."""

    stand_in.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    stand_in.__annotations__ = {p.name: p.annotation for p in parameters}
    stand_in.__module__ = module
    return generate_arguments_schema(stand_in, config=ConfigDict(strict=True))


def _validator(core: Any) -> SchemaValidator:
    # Without prebuilt parts: a model's own validator would accept what we close and tighten.
    config: Any = {"strict": True}
    try:
        return SchemaValidator(core, config, _use_prebuilt=False)
    except SchemaError as exc:
        if "regex" not in str(exc):
            raise
        # Rust's regex has no look-around; Python's has.
        config = {"strict": True, "regex_engine": "python-re"}
        return SchemaValidator(core, config, _use_prebuilt=False)


def _accepted_names(core: Any, *, but: str | None) -> dict[str, str]:
    """Map each parameter, `**kwargs` excepted, to the name it has in the schema."""
    while core["type"] == "definitions":
        core = core["schema"]
    names = {}
    for argument in core["arguments_schema"]:
        if argument["name"] != but:
            alias = argument.get("alias")
            names[argument["name"]] = alias if isinstance(alias, str) else argument["name"]
    return names
