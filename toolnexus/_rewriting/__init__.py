"""Schemas rewritten for what providers take: strict, portable, Gemini's older one.

Whatever a form has no keyword for is told in the description instead; the tool itself still
checks its arguments against the whole schema. What an entry looks like is known to the
adapters.
"""

from __future__ import annotations

from typing import Any

from toolnexus._problems import path_text
from toolnexus._rewriting._bundle import bundled
from toolnexus._rewriting._form import ANTHROPIC_STRICT, OPENAI_STRICT, OPENAPI, PORTABLE, Form
from toolnexus._rewriting._published_limits import over_limits
from toolnexus._rewriting._writing import Writing
from toolnexus._types import JsonObject

__all__ = [
    "ANTHROPIC_STRICT",
    "OPENAI_STRICT",
    "Form",
    "openapi_schema",
    "portable_schema",
    "strict_schema",
]


def strict_schema(
    input_schema: JsonObject, form: Form = OPENAI_STRICT
) -> tuple[JsonObject, list[str]]:
    """Rewrite a schema for a provider's strict mode.

    Args:
        input_schema: The schema of a tool.
        form: Whose strict mode.

    Returns:
        The schema, and what it can't express, each with its place; the schema is only of use
        if that is empty.

    Example:
        >>> schema, refused = strict_schema({"properties": {"n": {"type": "integer"}}})
        >>> schema["properties"]["n"]["anyOf"], refused
        ([{'type': 'integer'}, {'type': 'null'}], [])
        >>> strict_schema({"properties": {"options": {"type": "object"}}})[1]
        ['an object of any keys at properties.options']
    """
    writing = Writing(bundled(input_schema), form)
    schema = writing.written()
    refused = [
        f"{what} at {path_text(path) or 'the root'}" for path, what in writing.refused.items()
    ]
    if not refused and form is OPENAI_STRICT:
        refused = over_limits(schema)
    return schema, refused


def portable_schema(input_schema: JsonObject) -> JsonObject:
    """Rewrite a schema with nothing but type, properties, required, items, enum and anyOf.

    Example:
        >>> schema = portable_schema({"properties": {"n": {"type": "integer", "maximum": 9}}})
        >>> schema["properties"]
        {'n': {'type': 'integer', 'description': 'An integer of at most 9.'}}
    """
    return Writing(bundled(input_schema), PORTABLE).written()


def openapi_schema(input_schema: JsonObject) -> JsonObject:
    """Rewrite a schema as Gemini's older `Schema`, a subset of OpenAPI's.

    Example:
        >>> openapi_schema({"properties": {"n": {"type": ["integer", "null"]}}})
        {'type': 'OBJECT', 'properties': {'n': {'type': 'INTEGER', 'nullable': True}}}
    """
    return _in_openapi(Writing(bundled(input_schema), OPENAPI).written())


def _in_openapi(node: JsonObject) -> JsonObject:
    written: JsonObject = {}
    for key, value in node.items():
        if key == "type":
            written[key] = value.upper()
        elif key == "properties":
            written[key] = {name: _in_openapi(inner) for name, inner in value.items()}
        elif key == "items":
            written[key] = _in_openapi(value)
        elif key == "anyOf":
            written |= _alternatives([_in_openapi(branch) for branch in value])
        else:
            written[key] = value
    return written


def _alternatives(branches: list[Any]) -> JsonObject:
    """Write null as a property of the others."""
    others = [branch for branch in branches if branch.get("type") != "NULL"]
    nullable = {"nullable": True} if others and len(others) < len(branches) else {}
    if len(others) == 1:
        return {**others[0], **nullable}
    if not others:
        return dict(branches[0])
    return {"anyOf": [{**others[0], **nullable}, *others[1:]]}
