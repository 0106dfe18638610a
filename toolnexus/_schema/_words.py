"""A JSON Schema in words: for messages to the model and for tables that people read."""

from __future__ import annotations

import json
from typing import NamedTuple

from toolnexus._schema._paths import reachable
from toolnexus._schema._phrases import FORMATS, Phrases, implied_type, short_json
from toolnexus._types import JsonObject, JsonValue
from toolnexus._wording import join

__all__ = [
    "Untold",
    "describe",
    "has_format",
    "implied_type",
    "short_json",
    "type_words",
    "type_words_and_rest",
    "value_words",
]


def describe(schema: JsonValue, root: JsonObject) -> str:
    """Say in words, with an article, what a schema accepts.

    Args:
        schema: A JSON Schema, or True or False.
        root: The schema that `$ref`s refer to.

    Returns:
        A phrase that fits behind "expected".

    Example:
        >>> describe({"type": "integer", "minimum": 1, "maximum": 14}, {})
        'an integer from 1 to 14'
    """
    return Phrases(root, articles=True).phrase(schema)


def type_words(schema: JsonValue, root: JsonObject) -> str:
    """Say the same in short, without articles and examples, for a table.

    Example:
        >>> type_words({"type": "array", "items": {"type": "string"}}, {})
        'array of strings'
    """
    return Phrases(root, articles=False).phrase(schema)


def type_words_and_rest(schema: JsonValue, root: JsonObject) -> tuple[str, list[Untold]]:
    """Say the same in short, and list the keywords that the words leave out.

    Args:
        schema: A JSON Schema, or True or False.
        root: The schema that `$ref`s refer to.

    Returns:
        The words, and what they don't tell of the schemas that they are about. Schemas of
        objects with named properties are left to whoever lists those.

    Example:
        >>> words, rest = type_words_and_rest({"type": "string", "title": "City"}, {})
        >>> words, rest
        ('string', [Untold(where='', keyword='title', value='City')])
    """
    phrases = Phrases(root, articles=False)
    words = phrases.phrase(schema)
    rest = [
        Untold(where, keyword, value)
        for where, node, told in phrases.visited
        if not node.get("properties")
        for keyword, value in node.items()
        if keyword not in told
    ]
    return words, rest


def value_words(value: JsonValue) -> str:
    """Say what came, cut to a readable length.

    Example:
        >>> value_words("three")
        'the string "three"'
    """
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, str):
        return f"the string {short_json(value)}"
    if isinstance(value, (int, float)):
        return f"the number {short_json(value)}"
    if isinstance(value, dict):
        if not value:
            return "an empty object"
        return f"an object with {join([str(key)[:40] for key in value], 'and', most=8)}"
    if isinstance(value, (list, tuple)):
        return f"an array of {len(value)} item{'' if len(value) == 1 else 's'}"
    return f"a Python {type(value).__name__}"


def has_format(schema: JsonValue, root: JsonObject) -> bool:
    """Tell whether a schema or a branch of it asks for a format that there are words for."""
    return any(branch.get("format") in FORMATS for branch in reachable([schema], root))


class Untold(NamedTuple):
    """A keyword that `type_words` leaves out; `where` it stands, as in "each item"."""

    where: str
    keyword: str
    value: JsonValue
