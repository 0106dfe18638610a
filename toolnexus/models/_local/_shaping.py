"""What a tiny model is asked in place of what was asked: one thing at a time, and begun."""

from __future__ import annotations

from typing import Any

from toolnexus._types import JsonObject
from toolnexus.models._local._template import CALL_BEGINS, CALL_ENDS

_FOR_TOOLS = ("tools", "tool_choice", "parallel_tool_calls")
_MOST_TOKENS = 256
"""Left alone, it may repeat itself until its memory is full."""


def shaped(request: JsonObject) -> JsonObject:
    r"""Write a request so that a model which was never taught to call tools can answer it.

    Where a call is to be made, the answer is begun for it, and the server holds it to the
    tool's schema. Where tools have said something, it answers, and is offered none: it would
    call again and again.

    Args:
        request: The body of a chat completion.

    Returns:
        Another body.

    Example:
        >>> hello = {"role": "user", "content": "hello"}
        >>> shaped({"messages": [hello], "tools": [{}]})["messages"][-1]
        {'role': 'assistant', 'content': '<call>\n'}
    """
    messages = list(request.get("messages") or ())
    body = {key: value for key, value in request.items() if key not in _FOR_TOOLS}
    body.setdefault("temperature", 0)
    if body.get("max_completion_tokens") is None:
        body.setdefault("max_tokens", _MOST_TOKENS)
    tools = _offered(request)
    if tools and not _is_answered(messages):
        body |= {"tools": tools, "tool_choice": "required", "parallel_tool_calls": False}
        # The server lets it go on to a second call all the same, mostly the first one again. No
        # JSON text has a line break inside, so this is the end of the call and nothing else.
        body["stop"] = [*_texts(request.get("stop")), CALL_ENDS]
        messages.append({"role": "assistant", "content": CALL_BEGINS})
    return {**body, "messages": messages}


def _offered(request: JsonObject) -> list[Any]:
    tools = list(request.get("tools") or ())
    choice = request.get("tool_choice")
    if choice == "none":
        return []
    if isinstance(choice, dict) and isinstance(choice.get("function"), dict):
        name = choice["function"].get("name")
        return [entry for entry in tools if entry.get("function", {}).get("name") == name]
    return tools


def _texts(stop: Any) -> list[Any]:
    if stop is None:
        return []
    return list(stop) if isinstance(stop, list) else [stop]


def _is_answered(messages: list[Any]) -> bool:
    return bool(messages) and messages[-1].get("role") == "tool"
