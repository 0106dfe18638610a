"""pydantic's core schema of a function's parameters, and the validator made from it.

Everything that pydantic calls experimental, or that may change with a release, is here.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Sequence
from typing import Any

from pydantic import ConfigDict, Field
from pydantic.experimental.arguments_schema import generate_arguments_schema
from pydantic_core import SchemaError, SchemaValidator

from toolnexus._schema._hints import ready, unpacked
from toolnexus._schema._json_mode import in_json_mode
from toolnexus._schema._signature import is_positional

VAR_POSITIONAL = inspect.Parameter.VAR_POSITIONAL
VAR_KEYWORD = inspect.Parameter.VAR_KEYWORD
LEFT_OUT = object()
"""Stands for an argument that is left out of the call, since the function has a default."""
_KEYWORD_ONLY = inspect.Parameter.KEYWORD_ONLY


def prepared(parameters: Sequence[inspect.Parameter]) -> list[inspect.Parameter]:
    """Give pydantic the parameters as it can take each of them.

    - A parameter with a default is passed by keyword where it can be, so that it can be left
      out; see `is_positional`.
    - `*args` and `**kwargs` become a list and a dict by keyword, to be spread again for the
      call: pydantic takes neither behind a parameter with a default.
    - The default `...` is a default, while pydantic takes it for "required".
    """
    has_rest = any(p.kind is VAR_POSITIONAL for p in parameters)
    made = []
    for parameter in parameters:
        hint, default = parameter.annotation, parameter.default
        if parameter.kind is VAR_POSITIONAL:
            hint = list[ready(hint, default)]  # type: ignore[misc]
            default = Field(default_factory=list)
        elif parameter.kind is VAR_KEYWORD:
            spread = unpacked(hint)
            hint = ready(spread or hint, default)
            if spread is None:
                hint = dict[str, hint]  # type: ignore[valid-type]
        else:
            hint = ready(hint, default)
        if default is ...:
            default = Field(default_factory=lambda: ...)
        kind = parameter.kind if is_positional(parameter, has_rest=has_rest) else _KEYWORD_ONLY
        made.append(inspect.Parameter(parameter.name, kind, annotation=hint, default=default))
    return made


def make_core_schema(parameters: Sequence[inspect.Parameter], module: str) -> Any:
    """Make the core schema of a stand-in function with these parameters.

    Args:
        parameters: As `prepared` gives them.
        module: Where names in hints of nested types are to be looked up.

    Raises:
        Exception: Whatever pydantic or a type's own hooks raise.
    """

    def stand_in(*args: Any, **kwargs: Any) -> None:
        """Carry a signature; never called."""

    stand_in.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    stand_in.__annotations__ = {p.name: p.annotation for p in parameters}
    stand_in.__module__ = module
    return generate_arguments_schema(stand_in, config=ConfigDict(strict=True))


def for_validation(core: Any, left_out: Collection[str]) -> Any:
    """Rewrite a core schema for validation, once its JSON Schema has been written.

    Args:
        core: The core schema.
        left_out: Parameters for which `LEFT_OUT` is to stand where there is no argument, in
            place of their default.
    """
    core = in_json_mode(core)
    for argument in arguments_of(core):
        if argument["name"] in left_out:
            inner = argument["schema"]["schema"]
            argument["schema"] = {"type": "default", "schema": inner, "default": LEFT_OUT}
    return core


def make_validator(core: Any) -> SchemaValidator:
    """Make the validator of a core schema that is ready for it.

    Raises:
        SchemaError: pydantic can't.
    """
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


def written_names(core: Any) -> dict[str, str]:
    """Map each parameter to the name it has in the schema: its alias, or its own."""
    aliases = {argument["name"]: argument.get("alias") for argument in arguments_of(core)}
    return {name: alias if isinstance(alias, str) else name for name, alias in aliases.items()}


def arguments_of(core: Any) -> list[Any]:
    """Give what a core schema says of each parameter."""
    while core["type"] == "definitions":
        core = core["schema"]
    arguments: list[Any] = core["arguments_schema"]
    return arguments
