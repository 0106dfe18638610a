"""What each rewritten form of a schema may contain, as data.

How a schema is brought into a form is in `_writing.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any

_NUMBERS = frozenset(
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
)
# Nine and no more: any other format is answered with 400 (cyanheads/git-mcp-server#47).
_OPENAI_FORMATS = frozenset(
    [
        "date",
        "date-time",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "time",
        "uuid",
    ]
)
# `SupportedStringFormats` of the package anthropic, 2.14.0.
_ANTHROPIC_FORMATS = _OPENAI_FORMATS | {"uri"}
# Look-around and references back, which grammar engines refuse.
_NO_GRAMMAR = re.compile(r"\(\?(?!:)|\\[1-9]|\\[bB]")


@dataclass(frozen=True)
class Form:
    """What a form of schema may contain; whatever else a schema asks for is told in words.

    Args:
        keeps: Tells which limits of a value stay, by keyword and value.
        is_strict: Whether every object is closed, and what the form can't express is refused.
        requires_all: Whether every property is required, an optional one taking null instead.
        keeps_references: Whether shared definitions stay, or stand wherever they are used.
        takes_recursion: Whether a definition may contain itself.
        lists_only_texts: Whether only strings may be listed as values.
        unions_stand_alone: Whether nothing may stand beside `anyOf`.
    """

    keeps: Callable[[str, Any], bool]
    _: KW_ONLY
    is_strict: bool = False
    requires_all: bool = False
    keeps_references: bool = False
    takes_recursion: bool = False
    lists_only_texts: bool = False
    unions_stand_alone: bool = False


def _openai_keeps(keyword: str, value: Any) -> bool:
    if keyword == "format":
        return value in _OPENAI_FORMATS
    if keyword == "pattern":
        return isinstance(value, str) and not _NO_GRAMMAR.search(value)
    return keyword in _NUMBERS or keyword in ("minItems", "maxItems")


def _anthropic_keeps(keyword: str, value: Any) -> bool:
    if keyword == "format":
        return value in _ANTHROPIC_FORMATS
    return keyword == "minItems" and value in (0, 1)


def _openapi_keeps(keyword: str, value: Any) -> bool:
    if keyword == "format":
        return bool(value == "date-time")
    kept = ("minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "pattern")
    return keyword in kept


OPENAI_STRICT = Form(
    _openai_keeps,
    is_strict=True,
    requires_all=True,
    keeps_references=True,
    takes_recursion=True,
)
"""OpenAI's subset for `strict`, as its guide to structured outputs lists it."""

ANTHROPIC_STRICT = Form(_anthropic_keeps, is_strict=True, keeps_references=True)
"""Anthropic's subset for `strict`: what `transform_schema` of its package, 2.14.0, leaves."""

PORTABLE = Form(lambda *_: False, lists_only_texts=True, unions_stand_alone=True)
"""What every server passes on to the model: the fields of Ollama's `ToolProperty`, and those of
them that Gemini's older `Schema` has as well."""

OPENAPI = Form(_openapi_keeps, lists_only_texts=True, unions_stand_alone=True)
"""Gemini's older `Schema`: what google-genai 3.6.1 has fields for, and its servers take."""
