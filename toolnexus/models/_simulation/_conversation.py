"""What a request says of the conversation so far, as a simulated model reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toolnexus._types import JsonObject


@dataclass(frozen=True)
class Outcome:
    """What a tool message said of one call."""

    name: str
    text: str
    arguments: str = ""
    """What the call's arguments were, as the history has them."""


@dataclass(frozen=True)
class Conversation:
    """The part of a request's messages that matters for the next one.

    Args:
        prompt: What the user said last.
        rounds: The outcomes since then, for each assistant message with tool calls.
        number: How many messages there are; ids made of it are new in the conversation.
    """

    prompt: str
    rounds: Sequence[Sequence[Outcome]]
    number: int


def read_conversation(messages: Sequence[JsonObject]) -> Conversation:
    """Read the messages of a request.

    Example:
        >>> calls = [{"id": "a", "function": {"name": "ping", "arguments": "{}"}}]
        >>> read_conversation([
        ...     {"role": "user", "content": [{"type": "text", "text": "Is it there?"}]},
        ...     {"role": "assistant", "tool_calls": calls},
        ...     {"role": "tool", "tool_call_id": "a", "content": "pong"},
        ... ]).rounds
        [[Outcome(name='ping', text='pong', arguments='{}')]]
    """
    start = 0
    for index, message in enumerate(messages):
        if message.get("role") == "user":
            start = index
    prompt = ""
    if messages and messages[start].get("role") not in ("assistant", "tool", "function"):
        prompt = content_text(messages[start].get("content"))
    rounds: list[list[Outcome]] = []
    asked: dict[str, tuple[str, str]] = {}
    for message in messages[start:]:
        if message.get("role") in ("tool", "function"):
            unknown = (str(message.get("name") or ""), "")
            name, arguments = asked.get(str(message.get("tool_call_id")), unknown)
            if not rounds:
                rounds.append([])
            text = content_text(message.get("content"))
            rounds[-1].append(Outcome(name, text, arguments))
        elif message.get("tool_calls") or message.get("function_call"):
            asked = _asked(message)
            rounds.append([])
    return Conversation(prompt, rounds, len(messages))


def content_text(content: Any) -> str:
    """Return the text of a message's content, which may come in parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))


def object_of(arguments: str) -> JsonObject:
    """Read the arguments of a call in the history; none if they are no JSON object."""
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _asked(message: JsonObject) -> dict[str, tuple[str, str]]:
    """Return name and arguments of each call by its id."""
    found = {}
    for call in message.get("tool_calls") or ():
        function = call.get("function") or {}
        arguments = function.get("arguments")
        text = arguments if isinstance(arguments, str) else ""
        found[str(call.get("id"))] = (str(function.get("name") or ""), text)
    return found
