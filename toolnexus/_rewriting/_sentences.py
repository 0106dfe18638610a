"""What a form of schema has no keyword for, in words for its description."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from toolnexus._rewriting._bundle import Bundle, pointed
from toolnexus._schema._words import describe, short_json
from toolnexus._types import JsonObject
from toolnexus._wording import join

_LONGEST_VALUE = 200
_LONGEST_SCHEMA = 600
_MOST_VALUES = 200
LIMITS_OF = {
    "string": ("minLength", "maxLength", "format", "pattern"),
    "integer": (
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
    ),
    "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
}
LIMITS_OF["number"] = LIMITS_OF["integer"]
"""The keywords that limit values of a type."""


def text_of(sentences: Iterable[str]) -> str:
    """Join sentences; each gets its full stop, and none comes twice.

    Example:
        >>> text_of(["Where to look", "Default: 1."])
        'Where to look. Default: 1.'
    """
    whole = ""
    for sentence in dict.fromkeys(text.strip() for text in sentences):
        if not sentence or sentence in whole:
            continue
        if whole and whole[-1] not in ".!?:;…":
            whole += "."
        whole += f" {sentence}" if whole else sentence
    return whole


def about(schema: JsonObject) -> list[str]:
    """Say what stands in a schema for people: what it is, its default, examples."""
    told = [schema.get("description") or schema.get("title") or ""]
    sentences = [text for text in told if isinstance(text, str)]
    if schema.get("default") is not None:
        sentences.append(f"Default: {value_text(schema['default'])}.")
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        listed = [value_text(value) for value in examples[:3]]
        sentences.append(f"For example {join(listed, 'or')}.")
    if schema.get("deprecated") is True:
        sentences.append("Deprecated.")
    return sentences


def value_text(value: Any) -> str:
    """Write a value as JSON, cut where it is very long."""
    return short_json(value, _LONGEST_VALUE)


def values(listed: list[Any]) -> str:
    """Say which values there are."""
    told = [value_text(value) for value in listed]
    if len(told) == 1:
        return f"Always {told[0]}."
    return f"One of {join(told, 'or', most=_MOST_VALUES)}."


def limits(kind: str, schema: JsonObject, keeps: Callable[[str, Any], bool]) -> list[str]:
    """Say what limits a value has that are not kept as keywords."""
    lost = {
        key: schema[key]
        for key in LIMITS_OF.get(kind, ())
        if key in schema and not keeps(key, schema[key])
    }
    sentences = []
    pattern = lost.pop("pattern", None)
    if lost and kind != "object":
        stated = {key: schema[key] for key in LIMITS_OF[kind] if key in schema}
        stated.pop("pattern", None)
        phrase = describe({"type": kind, **stated}, {})
        if phrase != describe({"type": kind}, {}):
            sentences.append(f"{phrase[0].upper()}{phrase[1:]}.")
        elif "format" in lost:
            sentences.append(f"Its format is {lost['format']}.")
    if kind == "object":
        sentences += [
            f"{word} {lost[key]} {'key' if lost[key] == 1 else 'keys'}."
            for key, word in (("minProperties", "At least"), ("maxProperties", "At most"))
            if key in lost
        ]
    if pattern is not None:
        sentences.append(f"It matches the regular expression {pattern}")
    if kind == "array" and schema.get("uniqueItems") is True:
        sentences.append("No item comes twice.")
    return sentences


def further_keys(schema: JsonObject, bundle: Bundle) -> list[str]:
    """Say what keys an object may have besides those that are listed."""
    sentences = []
    patterns = schema.get("patternProperties")
    for pattern, inner in patterns.items() if isinstance(patterns, dict) else ():
        sentences.append(f"Each key that matches {pattern} is {phrase(inner, bundle)}.")
    names = schema.get("propertyNames")
    if isinstance(names, dict) and names:
        sentences.append(f"Each key is {phrase({'type': 'string', **names}, bundle)}.")
    rest = schema.get("additionalProperties")
    if isinstance(rest, dict) and rest:
        other = "other " if schema.get("properties") else ""
        sentences.append(f"Each {other}value is {phrase(rest, bundle)}.")
    return sentences


def phrase(schema: Any, bundle: Bundle) -> str:
    """Say what a schema accepts, with an article."""
    return describe(pointed(schema), bundle.as_schema)


def rule(stated: JsonObject, bundle: Bundle) -> str:
    """Say a rule that no form has a keyword for.

    Args:
        stated: Its keyword, or several that go together, with what stands behind them.
        bundle: What the schema refers to.
    """
    needed = stated.get("dependentRequired")
    if isinstance(needed, dict):
        told = [
            f"With {name}, {join(names, 'and')} must be given as well."
            for name, names in needed.items()
            if isinstance(names, list) and names
        ]
        return " ".join(told)
    if list(stated) == ["contains"]:
        return f"At least one item is {phrase(stated['contains'], bundle)}."
    if "not" in stated:
        return f"It is not {phrase(stated['not'], bundle)}."
    text = json.dumps(pointed(stated), ensure_ascii=False)
    if len(text) > _LONGEST_SCHEMA:
        text = f"{text[:_LONGEST_SCHEMA]}…"
    return f"It also fits the JSON Schema {text}"
