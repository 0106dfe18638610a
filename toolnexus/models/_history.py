"""Whether a list of messages is one that providers accept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolnexus._names import is_name
from toolnexus._types import JsonObject
from toolnexus._wording import python_words
from toolnexus.errors import MessageFormatError

_ROLES = ("system", "developer", "user", "assistant", "tool", "function")


def check_history(messages: Sequence[JsonObject]) -> None:
    """Refuse messages for the reasons that providers refuse them.

    Each tool call of an assistant message must be answered by exactly one tool message right
    behind it, with its id and a text; and no tool message may answer nothing. The calls must
    have ids of their own, names that are allowed, and arguments that are text.

    Args:
        messages: The messages of a request.

    Raises:
        MessageFormatError: They would be refused; it says which message, and why.

    Example:
        >>> check_history([{"role": "user", "content": "hello"}])
    """
    open_ids: list[str] = []
    asked_at = 0
    for index, message in enumerate(messages):
        _refuse_shape(message, index)
        if message.get("role") == "tool":
            _take_answer(message, index, open_ids)
            continue
        _refuse_open(open_ids, asked_at)
        calls = message.get("tool_calls") or []
        for call in calls:
            _refuse_call(call, index)
        open_ids, asked_at = [str(call.get("id") or "") for call in calls], index
        if len(set(open_ids)) < len(open_ids) or "" in open_ids:
            msg = (
                f"messages[{index}]: each tool call needs an id of its own, got {open_ids}; "
                "write the message with message_from_openai"
            )
            raise MessageFormatError(msg)
    _refuse_open(open_ids, asked_at)


def _refuse_shape(message: object, index: int) -> None:
    role = message.get("role") if isinstance(message, dict) else None
    if role not in _ROLES:
        got = f"role {role!r:.40}" if isinstance(message, dict) else python_words(message)
        msg = f"messages[{index}]: expected a dict with a role out of {_ROLES}, got {got}"
        raise MessageFormatError(msg)


def _refuse_call(call: Any, index: int) -> None:
    if isinstance(call, dict) and call.get("type") == "custom":
        return  # a call with free text, of OpenAI's own kind
    function = call.get("function") if isinstance(call, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(name, str) or not is_name(name):
        msg = (
            f"messages[{index}]: a tool call needs a name out of letters, digits, _ and -, got "
            f"{name!r:.80}; write the message with message_from_openai"
        )
        raise MessageFormatError(msg)
    if not isinstance(function, dict) or not isinstance(function.get("arguments"), str):
        msg = (
            f"messages[{index}]: the arguments of {name} are not JSON text; write the message "
            "with message_from_openai"
        )
        raise MessageFormatError(msg)


def _take_answer(message: JsonObject, index: int, open_ids: list[str]) -> None:
    answered: Any = message.get("tool_call_id")
    if answered not in open_ids:
        msg = (
            f"messages[{index}]: a tool message answers {answered!r}, which no tool call right "
            f"before it is called; open are {open_ids}"
        )
        raise MessageFormatError(msg)
    if not isinstance(message.get("content"), (str, list)):
        msg = (
            f"messages[{index}]: the content of a tool message is a text, got "
            f"{type(message.get('content')).__name__}"
        )
        raise MessageFormatError(msg)
    open_ids.remove(answered)


def _refuse_open(open_ids: list[str], asked_at: int) -> None:
    if open_ids:
        msg = (
            f"messages[{asked_at}]: the tool calls {open_ids} are not answered; put one tool "
            "message for each right behind it, as Toolkit.execute_calls writes them"
        )
        raise MessageFormatError(msg)
