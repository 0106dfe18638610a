"""From a function or a handed-in schema to an `input_schema` and its validator.

How a valid call is carried out is not known here. What these names stand for is loaded when it
is first asked for, with the first tool: pydantic's types take longer to load than all the rest.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolnexus._schema._docstring import Documentation
    from toolnexus._schema._making import (
        ArgumentsSchema,
        describe_function,
        infer_schema,
        sample_object,
        schema_for_function,
        schema_for_handler,
    )
    from toolnexus._schema._signature import CallableSignature, read_signature
    from toolnexus._schema._signature_text import signature_text

__all__ = [
    "ArgumentsSchema",
    "CallableSignature",
    "Documentation",
    "describe_function",
    "infer_schema",
    "read_signature",
    "sample_object",
    "schema_for_function",
    "schema_for_handler",
    "signature_text",
]

_LOADED_ON_USE = {
    "_docstring": ("Documentation",),
    "_making": (
        "ArgumentsSchema",
        "describe_function",
        "infer_schema",
        "sample_object",
        "schema_for_function",
        "schema_for_handler",
    ),
    "_signature": ("CallableSignature", "read_signature"),
    "_signature_text": ("signature_text",),
}


def __getattr__(name: str) -> Any:
    for module, names in _LOADED_ON_USE.items():
        if name in names:
            loaded = getattr(importlib.import_module(f"{__name__}.{module}"), name)
            globals()[name] = loaded
            return loaded
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
