"""What a model answers, read; and the message that takes a result back to it.

Servers differ in what they leave out and what they write twice. Whatever has just one meaning
is accepted here; what a tool call's arguments say is for the tool.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from toolnexus._arguments import parse_arguments
from toolnexus._calls import entries_of, json_text, plain_dict, read_call, with_ids
from toolnexus._names import is_name, sanitize
from toolnexus._problems import ArgumentsRefused
from toolnexus._types import JsonObject, ToolCall, ToolResult
from toolnexus._wording import join
from toolnexus.errors import MessageFormatError, ModelError


def calls_from_openai(message: Any) -> list[ToolCall]:
    """Read the tool calls of an assistant message.

    Args:
        message: An assistant message, or a chat completion, of which the first choice is
            taken: a dict, or an object of the openai package. The legacy `function_call` is
            read if there are no `tool_calls`. Arguments may be JSON text or already an object.

    Returns:
        The calls in order, names and arguments as the model wrote them. Each has an id of its
        own: one that is missing or stands there twice is made up, the same one each time.

    Raises:
        MessageFormatError: It is not a message.

    Example:
        >>> message = {"tool_calls": [{"function": {"name": "ping", "arguments": ""}}]}
        >>> [call.name for call in calls_from_openai(message)]
        ['ping']
    """
    return with_ids(read_call(entry) for entry in entries_of(plain_message(message)))


def message_from_openai(message: Any) -> JsonObject:
    """Write an assistant message as the next request takes it.

    Ids are completed as `calls_from_openai` does, a legacy call becomes a tool call, and keys
    that only some servers know (such as a model's reasoning) are left out. Names and arguments
    that would make servers refuse the history are replaced: a name by its `sanitize`d form,
    arguments that are no JSON object by `{}`. The tool message says what was wrong with them.

    Args:
        message: As for `calls_from_openai`.

    Returns:
        A plain dict of its own, to be appended to the messages.

    Raises:
        MessageFormatError: It is not a message.

    Example:
        >>> message_from_openai({"role": "assistant", "content": "Sunny.", "reasoning": "..."})
        {'role': 'assistant', 'content': 'Sunny.'}
    """
    plain = plain_message(message)
    calls = calls_from_openai(plain)
    content = plain.get("content")
    written: JsonObject = {"role": "assistant"}
    written["content"] = "" if content is None and not calls else content
    if plain.get("refusal"):
        written["refusal"] = plain["refusal"]
    if calls:
        written["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {
                    "name": call.name if is_name(call.name) else sanitize(call.name),
                    "arguments": _object_text(call.arguments),
                },
            }
            for call in calls
        ]
    return written


def tool_message(call: ToolCall, result: ToolResult) -> JsonObject:
    """Write the message that takes a result back to the model.

    Example:
        >>> tool_message(ToolCall("call_1", "ping", "{}"), ToolResult("pong"))
        {'role': 'tool', 'tool_call_id': 'call_1', 'content': 'pong'}
    """
    return {"role": "tool", "tool_call_id": call.id, "content": result.output}


def results_to_openai(pairs: Iterable[tuple[ToolCall, ToolResult]]) -> list[JsonObject]:
    """Write the messages that take the results of one assistant message back to the model.

    Args:
        pairs: Each call with its result, in the order of the calls.

    Returns:
        One tool message for each, to go behind the assistant message.

    Example:
        >>> results_to_openai([(ToolCall("call_1", "ping", "{}"), ToolResult("pong"))])
        [{'role': 'tool', 'tool_call_id': 'call_1', 'content': 'pong'}]
    """
    return [tool_message(call, result) for call, result in pairs]


def completion_from_openai(answer: Any) -> JsonObject:
    """Read a chat completion as plain dicts.

    Args:
        answer: What a server answered: a dict, or an object of the openai package.

    Returns:
        A copy with its first choice and that choice's message.

    Raises:
        MessageFormatError: It is no chat completion.
        ModelError: It is a server's error, `{"error": {"message": ...}}`.
    """
    completion = plain_dict(answer)
    error = completion.get("error")
    if error and not completion.get("choices"):
        raise server_error(error)
    message = plain_message(completion) if "choices" in completion else None
    if message is None:
        msg = f"expected a chat completion with choices, got {join(list(completion), 'and')!r}"
        raise MessageFormatError(msg)
    choice = plain_dict(completion["choices"][0])
    return {**completion, "choices": [{**choice, "message": dict(message)}]}


def server_error(error: Any) -> ModelError:
    """Turn what a server says of an error, a dict or a text, into the exception for it."""
    told = error if isinstance(error, dict) else {"message": str(error)}
    text = str(told.get("message") or told)
    return ModelError(text, str(told.get("failed_generation") or ""))


def plain_message(message: Any) -> JsonObject:
    """Return the message as a dict, out of a completion if it is in one.

    Raises:
        MessageFormatError: It is neither a message nor a completion with one.
    """
    plain = plain_dict(message)
    if "choices" in plain:
        choices = plain["choices"]
        if not isinstance(choices, list) or not choices:
            msg = "the chat completion has no choices, so there is no message to read"
            raise MessageFormatError(msg)
        choice = plain_dict(choices[0])
        if choice.get("message") is None:
            msg = (
                "the first choice of the chat completion has no message; for a stream, put the "
                "chunks together with message_from_chunks"
            )
            raise MessageFormatError(msg)
        plain = plain_dict(choice["message"])
    role = plain.get("role", "assistant")
    if role not in ("assistant", None):
        msg = f"expected an assistant message, got one of role {role!r:.40}"
        raise MessageFormatError(msg)
    return plain


def _object_text(arguments: str) -> str:
    """Return the JSON text of an object: the model's own, if it is that."""
    try:
        parsed, _ = parse_arguments(arguments)
    except ArgumentsRefused:
        return "{}"
    try:
        is_strict = isinstance(json.loads(arguments), dict)
    except ValueError:
        is_strict = False
    return arguments if is_strict else json_text(parsed)
