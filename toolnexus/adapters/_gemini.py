"""Gemini's generateContent: function declarations, calls and results as parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolnexus._calls import (
    as_id,
    as_name,
    as_text,
    is_made_up,
    listed,
    plain_dict,
    with_ids,
)
from toolnexus._entries import Entry, rewritten_entries
from toolnexus._rewriting import openapi_schema
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, ToolCall, ToolResult
from toolnexus.errors import MessageFormatError


def to_gemini(tools: Iterable[Tool], *, legacy: bool = False) -> list[JsonObject]:
    """Write tools as the `tools` of a request to Gemini.

    Args:
        tools: Tools in the order the model should see them; a `Toolkit` will do.
        legacy: Whether the schemas are written in the subset of OpenAPI that older models and
            gateways take, under `parameters`; what it has no keyword for is told in the
            descriptions. Otherwise they go out as they are, under `parametersJsonSchema`.

    Returns:
        A list with one plain dict, `{"functionDeclarations": [...]}`, as Gemini wants all
        functions in one; an empty list for no tools.

    Raises:
        DuplicateToolError: Two tools have the same name.
        TypeError: Something in it is not a Tool.

    Example:
        >>> from toolnexus import define_tool
        >>> def ping(times: int = 1) -> str: ...
        >>> written = to_gemini([define_tool(ping)], legacy=True)
        >>> written[0]["functionDeclarations"][0]["parameters"]["properties"]
        {'times': {'type': 'INTEGER', 'description': 'Default: 1.'}}
    """
    if legacy:
        prepared = rewritten_entries(tools, "to_gemini", openapi_schema)
        declarations = [_legacy(entry) for entry in prepared]
    else:
        prepared = rewritten_entries(tools, "to_gemini", lambda schema: schema)
        declarations = [
            {**entry.head(), "parametersJsonSchema": entry.schema} for entry in prepared
        ]
    return [{"functionDeclarations": declarations}] if declarations else []


def calls_from_gemini(response: Any) -> list[ToolCall]:
    """Read the tool calls of a response.

    Args:
        response: What generateContent answered, of which the first candidate is taken, or its
            content: a dict, or an object of the google-genai package.

    Returns:
        As `calls_from_openai` does; the `args` are written as JSON text.

    Raises:
        MessageFormatError: It is neither.

    Example:
        >>> part = {"functionCall": {"name": "add", "args": {"a": 1}}}
        >>> [call.arguments for call in calls_from_gemini({"role": "model", "parts": [part]})]
        ['{"a": 1}']
    """
    calls = [_either(part, "functionCall", "function_call") for part in _parts(response)]
    read = [plain_dict(call) for call in calls if call is not None]
    return with_ids(
        (as_id(call.get("id")), as_name(call.get("name")), as_text(call.get("args", {})))
        for call in read
    )


def results_to_gemini(pairs: Iterable[tuple[ToolCall, ToolResult]]) -> list[JsonObject]:
    """Write the content that takes the results of one response back to the model.

    Args:
        pairs: Each call with its result, in the order of the calls. Gemini tells them apart by
            name and order where it gave no ids.

    Returns:
        A list with one content, to go behind that of the model; an empty one if there are no
        results.

    Example:
        >>> results_to_gemini([(ToolCall("1", "add", "{}"), ToolResult("3"))])[0]["parts"]
        [{'functionResponse': {'id': '1', 'name': 'add', 'response': {'output': '3'}}}]
    """
    parts = []
    for call, result in pairs:
        # "output" and "error" are the keys that google-genai's FunctionResponse names.
        response: JsonObject = {"error" if result.is_error else "output": result.output}
        named = {} if is_made_up(call.id) else {"id": call.id}
        parts.append({"functionResponse": {**named, "name": call.name, "response": response}})
    return [{"role": "user", "parts": parts}] if parts else []


def _legacy(entry: Entry) -> JsonObject:
    """Leave out the parameters where there are none: some versions refuse an empty object."""
    if not entry.schema["properties"]:
        return entry.head()
    return {**entry.head(), "parameters": entry.schema}


def _parts(response: Any) -> list[JsonObject]:
    plain = plain_dict(response)
    if "candidates" in plain:
        candidates = listed(plain["candidates"])
        plain = plain_dict(candidates[0]) if candidates else {"parts": []}
    if plain.get("content") is not None:
        plain = plain_dict(plain["content"])
    if not {"parts", "role", "content", "finishReason", "finish_reason"} & plain.keys():
        msg = "expected a response with candidates, or a content with parts"
        raise MessageFormatError(msg)
    return [plain_dict(part) for part in listed(plain.get("parts"))]


def _either(part: JsonObject, *keys: str) -> Any:
    """Return what stands under one of two spellings: REST's and the package's."""
    return next((part[key] for key in keys if part.get(key) is not None), None)
