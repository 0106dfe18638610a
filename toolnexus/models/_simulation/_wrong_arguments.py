"""Mistakes in the arguments of a call: text that is no JSON, values that don't fit.

Each returns the message with the mistake, or says why it can't be made on the tool. What is
wrong about names, ids and whole messages is in `_wrong_messages.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from toolnexus._types import JsonObject, JsonValue
from toolnexus.models._completions import assistant_message
from toolnexus.models._simulation._drafts import Draft, Reply, Wanted, right_reply
from toolnexus.models._simulation._parameters import Parameters

_STRING_VALUE = re.compile(r'(?<=: )"(?:[^"\\]|\\.)*(?=")')
_JSON_WORDS = ("JSON", "parse", "newline", "line break", "escape", "quotes", "comma")
_LONGEST = 5000  # characters or items of a value that is too long on purpose


def _reply(draft: Draft, arguments: Any, told_by: Iterable[str], **more: Any) -> Reply:
    entry = draft.entry(draft.first)
    entry["function"]["arguments"] = arguments
    return Reply(assistant_message(None, [entry]), told_by=tuple(told_by), **more)


def _fuller(draft: Draft) -> Wanted:
    """Return the call with optional arguments filled in as well."""
    first = draft.first
    sample = first.tool.parameters.sample(draft.seed, optional=True)
    arguments = {**sample, **first.arguments}
    return replace(first, arguments=arguments if _fits(first, arguments) else sample)


def _fits(wanted: Wanted, arguments: JsonObject) -> bool:
    return wanted.tool.parameters.fits(arguments)


# --- text that is no JSON --------------------------------------------------------------------


def _broken(draft: Draft, spoil: Callable[[Wanted], str], why_not: str) -> Reply | str:
    """Spoil the text of the arguments, or that with optional ones, until it is no JSON."""
    for wanted in (draft.first, _fuller(draft)):
        text = spoil(wanted)
        try:
            json.loads(text)
        except ValueError:
            return _reply(draft, text, (*_JSON_WORDS, *wanted.arguments))
    return why_not


def _into_a_string(text: str, inserted: str) -> str:
    return _STRING_VALUE.sub(lambda match: match[0] + inserted, text, count=1)


def raw_newline(draft: Draft) -> Reply | str:
    """Write a line break into a string as it is."""
    why_not = "none of its arguments is a text"
    return _broken(draft, lambda wanted: _into_a_string(wanted.text, "\n"), why_not)


def bad_escape(draft: Draft) -> Reply | str:
    r"""Write a backslash that escapes nothing, as in `C:\data`."""
    why_not = "none of its arguments is a text"
    return _broken(draft, lambda wanted: _into_a_string(wanted.text, r"\data"), why_not)


def escaped_newlines(draft: Draft) -> Reply | str:
    r"""Write `\n` where there should be a line break, outside of strings."""
    return _broken(draft, lambda wanted: rf"{{\n{wanted.text[1:-1]}\n}}", "")


def malformed_json(draft: Draft) -> Reply | str:
    """Write arguments that are nearly JSON, in one of the ways that models do."""
    makers = (trailing_comma, single_quotes, unquoted_keys)
    reply = makers[draft.seed % len(makers)](draft)
    return trailing_comma(draft) if isinstance(reply, str) else reply


def trailing_comma(draft: Draft) -> Reply | str:
    """Write a comma behind the last argument."""
    return _broken(draft, lambda wanted: f"{wanted.text[:-1]},}}", "")


def single_quotes(draft: Draft) -> Reply | str:
    """Write the arguments as Python does."""
    return _broken(draft, lambda wanted: repr(wanted.arguments), "it takes no arguments")


def unquoted_keys(draft: Draft) -> Reply | str:
    """Write the names of the arguments without quotes."""

    def spoil(wanted: Wanted) -> str:
        return re.sub(r'"(\w+)":', r"\1:", wanted.text)

    return _broken(draft, spoil, "it takes no arguments")


def truncated(draft: Draft) -> Reply | str:
    """Stop in the middle of the arguments."""
    text = draft.first.text
    cut = text[: max(1, len(text) * 2 // 3)]
    told_by = (*_JSON_WORDS, "cut off")
    return _reply(draft, cut, told_by, finish_reason="length")


# --- JSON of another shape -------------------------------------------------------------------


def _instead(value: Any) -> Callable[[Draft], Reply | str]:
    def sent(draft: Draft) -> Reply | str:
        return _reply(draft, value, (*_JSON_WORDS, *draft.first.arguments))

    return sent


empty_arguments = _instead("")
null_arguments = _instead(None)


def missing_arguments(draft: Draft) -> Reply | str:
    """Leave the key out."""
    reply = _reply(draft, "", (*_JSON_WORDS, *draft.first.arguments))
    del reply.message["tool_calls"][0]["function"]["arguments"]
    return reply


def whitespace_object(draft: Draft) -> Reply | str:
    """Put a lot of white space around what little there is."""
    inner = json.dumps(draft.first.arguments, ensure_ascii=False, indent=4)[1:-1].strip()
    return _reply(draft, f"{{\n\n    {inner}\n \n}}\n", _JSON_WORDS)


def double_encoded(draft: Draft) -> Reply | str:
    """Write the JSON text as a JSON string."""
    text = json.dumps(draft.first.text, ensure_ascii=False)
    return _reply(draft, text, (*_JSON_WORDS, "object", "string"))


def not_an_object(draft: Draft) -> Reply | str:
    """Write the values as a list."""
    values = list(draft.first.arguments.values())
    return _reply(draft, json.dumps(values, ensure_ascii=False), (*_JSON_WORDS, "object"))


def object_arguments(draft: Draft) -> Reply | str:
    """Leave the arguments an object instead of writing its JSON text."""
    return _reply(draft, draft.first.arguments, (*_JSON_WORDS, "string", "text"))


# --- values that don't fit -------------------------------------------------------------------

_Spoil = Callable[[Parameters, str, JsonValue], Iterable[JsonValue]]


def _spoilt(draft: Draft, spoil: _Spoil, why_not: str) -> Reply | str:
    """Replace one value, of an optional parameter if need be, so that it doesn't fit."""
    first, parameters = draft.first, draft.first.tool.parameters
    for values in (first.arguments, _fuller(draft).arguments):
        for name, value in values.items():
            for wrong in spoil(parameters, name, value):
                arguments = {**first.arguments, name: wrong}
                if not parameters.fits(arguments):
                    return right_text(draft, arguments, (name,))
    return why_not if parameters.properties else "it takes no arguments"


def right_text(draft: Draft, arguments: JsonObject, told_by: Iterable[str]) -> Reply:
    """Send other arguments, as well-formed as those that were meant."""
    wanted = replace(draft.first, arguments=arguments)
    return replace(right_reply(replace(draft, wanted=[wanted])), told_by=tuple(told_by))


def stringified_value(draft: Draft) -> Reply | str:
    """Write a list or an object as its JSON text."""

    def spoil(_: Parameters, __: str, value: JsonValue) -> Iterator[JsonValue]:
        if isinstance(value, (list, dict)):
            yield json.dumps(value, ensure_ascii=False)

    return _spoilt(draft, spoil, "it takes no list and no object")


def wrong_type(draft: Draft) -> Reply | str:
    """Write a number or a truth value as text; where there is none, a number for a text."""

    def as_text(_: Parameters, __: str, value: JsonValue) -> Iterator[JsonValue]:
        if isinstance(value, (int, float)):
            yield json.dumps(value)

    def other(_: Parameters, __: str, value: JsonValue) -> Iterator[JsonValue]:
        yield from (7, "7") if value != 7 else ("7",)

    why_not = "its parameters take values of any type"
    made = _spoilt(draft, as_text, why_not)
    return made if isinstance(made, Reply) else _spoilt(draft, other, why_not)


def null_as_text(draft: Draft) -> Reply | str:
    """Write `"null"` for null."""

    def spoil(parameters: Parameters, name: str, _: JsonValue) -> Iterator[JsonValue]:
        if "null" in parameters.types(name):
            yield "null"

    return _spoilt(draft, spoil, "no parameter takes null without taking any text")


def missing_required(draft: Draft) -> Reply | str:
    """Leave out an argument that is required."""
    first = draft.first
    for name in first.tool.parameters.required:
        arguments = {key: value for key, value in first.arguments.items() if key != name}
        if name in first.arguments and not _fits(first, arguments):
            return right_text(draft, arguments, (name,))
    return "it has no required parameter"


def extra_argument(draft: Draft) -> Reply | str:
    """Send an argument that no parameter is there for."""
    taken = draft.first.tool.parameters.properties
    name = next(n for n in (*_EXTRA, *map("option_{}".format, range(10_000))) if n not in taken)
    return right_text(draft, {**draft.first.arguments, name: True}, (name,))


_EXTRA = ("verbose", "detailed", "confirm", "explain")


def out_of_range(draft: Draft) -> Reply | str:
    """Go over or under a limit."""
    return _spoilt(draft, _beyond, "no parameter has a limit")


def _beyond(parameters: Parameters, name: str, value: JsonValue) -> Iterator[JsonValue]:
    for keyword, limit in parameters.limits(name):
        if keyword in ("maximum", "exclusiveMaximum"):
            yield limit + 1
        elif keyword in ("minimum", "exclusiveMinimum"):
            yield limit - 1
        elif isinstance(value, (str, list)) and 0 <= limit < _LONGEST:
            is_most = keyword in ("maxLength", "maxItems")
            length = int(limit) + 1 if is_most else max(0, int(limit) - 1)
            yield (value * (length + 1))[:length]


def not_in_enum(draft: Draft) -> Reply | str:
    """Send a value that is not among those allowed, but looks as if it were."""
    return _spoilt(draft, _unlisted, "no parameter has a list of values")


def _unlisted(parameters: Parameters, name: str, _: JsonValue) -> Iterator[JsonValue]:
    choices = parameters.choices(name)
    for choice in choices:
        if isinstance(choice, str):
            near = (choice.capitalize(), choice.upper(), f"{choice}s")
            yield from (text for text in near if text not in choices)
        elif isinstance(choice, (int, float)) and not isinstance(choice, bool):
            yield max(one for one in choices if isinstance(one, (int, float))) + 1
