"""Requests: the first messages, the options, and the body of each turn.

The loop sends them; exports write them down again. Both ask here, so that they agree.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from toolnexus._toolkit import Toolkit
from toolnexus._types import JsonObject
from toolnexus._wording import python_words
from toolnexus.errors import MessageFormatError

_FOR_TOOLS = ("tool_choice", "parallel_tool_calls")
_CHOICES = ("auto", "none", "required", "any")


def first_messages(prompt: str | Sequence[JsonObject], system: str | None) -> list[JsonObject]:
    """Write the messages of the first request.

    Raises:
        MessageFormatError: `prompt` is neither text nor messages.

    Example:
        >>> first_messages("hello", None)
        [{'role': 'user', 'content': 'hello'}]
    """
    messages: list[JsonObject] = []
    if system is not None:
        messages.append({"role": "system", "content": system})
    if isinstance(prompt, str):
        return [*messages, {"role": "user", "content": prompt}]
    given: object = prompt
    if isinstance(given, Sequence) and given and all(isinstance(m, dict) for m in given):
        return [*messages, *(copy.deepcopy(m) for m in given)]
    msg = (
        "a round trip starts with what the user says, a text or a list of messages that is not "
        f"empty; got {python_words(prompt)}"
    )
    raise MessageFormatError(msg)


def written_options(options: Mapping[str, Any], toolkit: Toolkit) -> JsonObject:
    """Write a tool's name as the choice of that tool; leave out what is None.

    Raises:
        TypeError: `messages` are among the options.
        UnknownToolError: The choice is a name that no tool has.
    """
    if "messages" in options:
        msg = "the messages of a round trip are its prompt; hand them in there"
        raise TypeError(msg)
    written = {key: value for key, value in options.items() if value is not None}
    choice = written.get("tool_choice")
    if isinstance(choice, str) and choice not in _CHOICES:
        name = toolkit[choice].name  # a name that no tool has is the caller's mistake
        written["tool_choice"] = {"type": "function", "function": {"name": name}}
    return written


def request_body(
    model: str,
    messages: Iterable[JsonObject],
    tools: Iterable[JsonObject],
    options: Mapping[str, Any],
    turn: int,
) -> JsonObject:
    """Write the body of a request, sharing nothing with what it is made of.

    Args:
        model: The model's name.
        messages: The messages so far.
        tools: The entries of the tools.
        options: What `written_options` wrote.
        turn: The number of the request, from 1.

    Example:
        >>> request_body("m", [], [], {"tool_choice": "none", "temperature": 0}, 1)
        {'model': 'm', 'messages': [], 'temperature': 0}
    """
    # A copy: the request belongs to the model, which may change it.
    request: JsonObject = {"model": model, "messages": copy.deepcopy([*messages])}
    entries = copy.deepcopy([*tools])
    if entries:
        request["tools"] = entries
    for key, value in options.items():
        if key in _FOR_TOOLS and not entries:
            continue  # servers refuse a choice among no tools
        if key == "tool_choice" and turn > 1 and is_forced(value):
            continue  # or the model could never answer
        request[key] = copy.deepcopy(value)
    return request


def is_forced(choice: Any) -> bool:
    """Tell whether a `tool_choice` leaves the model no way to answer in words."""
    if isinstance(choice, dict):
        allowed = choice.get("allowed_tools")  # a choice among some, not of one
        return not isinstance(allowed, dict) or allowed.get("mode") == "required"
    return choice in ("required", "any")
