"""The floor: pydantic alone, doing by hand what a library does."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from pydantic import ConfigDict, Field
from pydantic.experimental.arguments_schema import generate_arguments_schema
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import SchemaValidator, to_json

TEXTS = {
    "origin": "Code of the airport to start from.",
    "destination": "Code of the airport to fly to.",
    "passengers": "How many people travel.",
    "max_price": "The most that a ticket may cost, in euros.",
    "cabin": "The class of travel.",
}
STRICT = ConfigDict(strict=True)


class Floor(NamedTuple):
    """All that has to be kept of a tool."""

    name: str
    description: str
    schema: dict[str, Any]
    validator: SchemaValidator
    fn: Callable[..., Any]


def prepare(function: Callable[..., Any]) -> Callable[..., Any]:
    """Write the descriptions into the hints, which is where pydantic reads them; not timed."""
    for name, text in TEXTS.items():
        hint = function.__annotations__[name]
        function.__annotations__[name] = Annotated[hint, Field(description=text)]
    return function


def define(function: Callable[..., Any]) -> Floor:
    core = generate_arguments_schema(function, config=STRICT)
    schema = GenerateJsonSchema().generate(core)
    doc = (function.__doc__ or "").partition("\n")[0]
    return Floor(function.__name__, doc, schema, SchemaValidator(core), function)


define_in_thread = define_in_loop = define


def entry(tool: Floor) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": copy.deepcopy(tool.schema),
        },
    }


def copied(value: Any) -> Any:
    """Copy what JSON is made of: the bare loop."""
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    if type(value) is list:
        return [copied(item) for item in value]
    return value


def entries(tools: list[Floor]) -> list[dict[str, Any]]:
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": copied(tool.schema),
            },
        }
        for tool in tools
    ]


async def execute(tool: Floor, text: str) -> str:
    args, kwargs = tool.validator.validate_json(text)
    value = await tool.fn(*args, **kwargs)
    return value if isinstance(value, str) else to_json(value).decode()


async def execute_sync(tool: Floor, text: str) -> str:
    args, kwargs = tool.validator.validate_json(text)
    value = tool.fn(*args, **kwargs)
    return value if isinstance(value, str) else to_json(value).decode()


execute_in_thread = execute_in_loop = execute_sync
