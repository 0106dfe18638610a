"""Calls in the messages of every provider, as the adapters read them, and texts in these.

What is no message of a provider is for `_shapes.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from toolnexus._calls import as_id, entries_of, is_made_up, listed
from toolnexus._model_output._context import Found, Inner, Reader
from toolnexus._types import JsonObject, ToolCall
from toolnexus.adapters import (
    calls_from_anthropic,
    calls_from_gemini,
    calls_from_openai,
    calls_from_responses,
    completion_from_chunks,
)
from toolnexus.errors import MessageFormatError, ModelError

Item: TypeAlias = Found | Inner
Shape: TypeAlias = Callable[[JsonObject, Reader], "list[Item] | None"]
"""Finds the calls in an object of one shape; None if it is of another."""

ARGUMENT_KEYS = ("arguments", "parameters", "args", "input", "params", "kwargs", "tool_input",
                 "action_input", "tool_arguments")  # fmt: skip
_IN_TEXT = ("call_in_text", "the call stands in the text of a message, where no program "
            "looks for it")  # fmt: skip


def from_chunks(chunks: list[Any], reader: Reader) -> list[Item]:
    """Find the calls in the chunks of a streamed chat completion."""
    return _guarded(lambda: _in_message(completion_from_chunks(chunks), reader), reader)


def _error(value: JsonObject, reader: Reader) -> list[Item] | None:
    error = value.get("error")
    if not isinstance(error, dict) or "message" not in error:
        return None
    reader.notes.add("server_error", f"a server's error: {error['message']!s:.300}")
    written = error.get("failed_generation")
    note = ("failed_generation", "the server could not read the call, and says what it was")
    return [Inner(written, note)] if isinstance(written, str) else []


def _completion(value: JsonObject, reader: Reader) -> list[Item] | None:
    choices = value.get("choices")
    if not isinstance(choices, list) or not all(isinstance(one, dict) for one in choices):
        return None
    if is_chunk(value):
        return from_chunks([value], reader)
    if len(choices) > 1:
        words = f"there are {len(choices)} choices; the first was read"
        reader.notes.add("several_choices", words)
    if choices and choices[0].get("finish_reason") == "length":
        words = "finish_reason is 'length': the answer was cut off at the token limit"
        reader.notes.add("token_limit", words)
    text = choices[0].get("text") if choices else None
    if isinstance(text, str) and "message" not in choices[0]:
        return [Inner(text, _IN_TEXT)]
    return _guarded(lambda: _in_message(value, reader), reader)


def _in_message(message: JsonObject, reader: Reader, *, ollama: bool = False) -> list[Item]:
    """Find the calls of OpenAI's chat, in a message or in a completion."""
    calls = calls_from_openai(message)
    plain = message["choices"][0]["message"] if "choices" in message else message
    entries = list(entries_of(plain))
    legacy = bool(calls) and not plain.get("tool_calls")
    is_openai = not ollama and not legacy
    if not calls:
        return _texts_of(plain, reader)
    if legacy:
        words = "the legacy function_call was read as a tool call"
        reader.notes.add("legacy_function_call", words)
    return [
        openai_call(call, entry, is_openai=is_openai)
        for call, entry in zip(calls, entries, strict=False)
    ]


def openai_call(call: ToolCall, entry: Any, *, is_openai: bool) -> Found:
    """Return a call of OpenAI's chat as it was found, with what is odd about its entry."""
    entry = entry if isinstance(entry, dict) else {}
    function = entry.get("function")
    function = function if isinstance(function, dict) else entry
    notes = []
    if is_openai and as_id(entry.get("id")) != call.id:
        notes.append(("no_own_id", f"no id, or that of another call; made up: {call.id}"))
    arguments = function.get("arguments", function.get("input"))
    if is_openai and isinstance(arguments, (dict, list)):
        words = "the arguments are an object where chat completions have JSON text"
        notes.append(("object_arguments", words))
    used = {"arguments", "input", "name"} | set(ARGUMENT_KEYS[1:])
    if arguments is None and not call.arguments and used & function.keys() - {"name"}:
        key = next((one for one in ARGUMENT_KEYS if function.get(one) is not None), None)
        if key is not None:
            notes.append(("other_key", f"the arguments stand under {key!r}"))
            return Found(call.name, function[key], call.id, tuple(notes))
    return Found(call.name, call.arguments, call.id, tuple(notes))


def _texts_of(message: JsonObject, reader: Reader) -> list[Item]:
    if message.get("refusal"):
        reader.notes.add("refusal", f"the model declined: {message['refusal']!s:.200}")
    content = message.get("content")
    parts = [content] if isinstance(content, str) else listed(content)
    texts = (part.get("text") if isinstance(part, dict) else part for part in parts)
    return [Inner(text, _IN_TEXT) for text in texts if isinstance(text, str) and text]


def _wrapped_message(value: JsonObject, reader: Reader) -> list[Item] | None:
    message = value.get("message")
    if not isinstance(message, dict):
        return None
    is_ollama = "finish_reason" not in value
    return _guarded(lambda: _in_message(message, reader, ollama=is_ollama), reader)


def _message(value: JsonObject, reader: Reader) -> list[Item] | None:
    legacy = value.get("function_call")
    has_calls = isinstance(value.get("tool_calls"), (list, dict)) and value["tool_calls"]
    if not has_calls and not (isinstance(legacy, dict) and "name" in legacy):
        return None
    if "functionCall" in value or ("args" in legacy if isinstance(legacy, dict) else False):
        return None  # Gemini's, as its package spells it
    return _guarded(lambda: _in_message(value, reader), reader)


def _responses(value: JsonObject, reader: Reader) -> list[Item] | None:
    if isinstance(value.get("response"), dict):
        return _responses(value["response"], reader)
    output = value.get("output")
    if isinstance(output, list) and "type" in first_dict(output):
        calls = _guarded(lambda: _plain(calls_from_responses(output)), reader)
        texts = [item for one in output if isinstance(one, dict) and not calls
                 for item in _texts_of(one, reader)]  # fmt: skip
        return calls or list(texts)
    if value.get("type") == "function_call" and "name" in value:
        return _plain(calls_from_responses([value]))
    return None


def _anthropic(value: JsonObject, reader: Reader) -> list[Item] | None:
    if value.get("type") == "tool_use" and "name" in value:
        return _plain(calls_from_anthropic({"content": [value]}))
    if any(isinstance(one, dict) and one.get("type") == "tool_use"
           for one in listed(value.get("content"))):  # fmt: skip
        return _guarded(lambda: _plain(calls_from_anthropic(value)), reader)
    return None


def _gemini(value: JsonObject, reader: Reader) -> list[Item] | None:
    if any(isinstance(value.get(key), dict) for key in ("functionCall", "function_call")):
        value = {"parts": [value]}
    content = value.get("content")
    has_parts = isinstance(content, dict) and "parts" in content
    if "candidates" not in value and not has_parts and "parts" not in value:
        return None
    return _guarded(lambda: _plain(calls_from_gemini(value)), reader) or _gemini_texts(value)


def _gemini_texts(value: JsonObject) -> list[Item]:
    inner = first_dict(listed(value.get("candidates"))) or value
    content = inner.get("content")
    parts = listed((content if isinstance(content, dict) else inner).get("parts"))
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return [Inner(text, _IN_TEXT) for text in texts if isinstance(text, str) and text]


def _text_block(value: JsonObject, reader: Reader) -> list[Item] | None:  # noqa: ARG001 - all alike
    if value.get("type") in ("text", "output_text") and isinstance(value.get("text"), str):
        return [Inner(value["text"], _IN_TEXT)]
    return None


def _text_message(value: JsonObject, reader: Reader) -> list[Item] | None:
    role = value.get("role")
    if not isinstance(role, str) or "content" not in value:
        return None
    return _texts_of(value, reader) if role in ("assistant", "model") else []


def _plain(calls: Iterable[ToolCall]) -> list[Item]:
    return [
        Found(call.name, call.arguments, "" if is_made_up(call.id) else call.id)
        for call in calls
    ]


def _guarded(read: Callable[[], list[Item]], reader: Reader) -> list[Item]:
    try:
        return read()
    except (MessageFormatError, ModelError) as exc:
        reader.notes.add("message_format", str(exc)[:300])
        return []


def is_chunk(value: JsonObject) -> bool:
    """Tell whether an object is a chunk of a streamed chat completion."""
    choices = listed(value.get("choices"))
    return bool(choices) and isinstance(choices[0], dict) and "delta" in choices[0]


def first_dict(values: list[Any]) -> JsonObject:
    """Return the first of a list, and an empty dict if that is none."""
    return values[0] if values and isinstance(values[0], dict) else {}


SHAPES: tuple[Shape, ...] = (
    _error,
    _completion,
    _wrapped_message,
    _message,
    _responses,
    _anthropic,
    _gemini,
    _text_block,
)
"""Those of messages, parts of messages and answers, the surest first."""

text_message: Shape = _text_message
