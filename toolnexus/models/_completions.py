"""Chat completions, as a server would write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from toolnexus._types import JsonObject


def completion(
    message: JsonObject,
    *,
    model: str,
    request: JsonObject,
    finish_reason: str | None = None,
    number: int = 1,
) -> JsonObject:
    """Write a chat completion around a message.

    Ids and times are made of the number alone, so that the same run gives the same bytes. The
    usage counts four characters as a token, roughly what providers' tokenizers do with English.

    Args:
        message: The assistant message.
        model: The model's name.
        request: What it answers, for the usage.
        finish_reason: What is said of the end; None for what fits the message.
        number: What the id is made of.
    """
    if finish_reason is None:
        finish_reason = "tool_calls" if message.get("tool_calls") else "stop"
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [
            {"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": None}
        ],
        "usage": _usage(request, message),
    }


def _usage(request: JsonObject, message: JsonObject) -> JsonObject:
    prompt = _tokens([request.get("messages"), request.get("tools")])
    written = {key: value for key, value in message.items() if key != "role" and value}
    answer = _tokens(list(written.values()))
    return {
        "prompt_tokens": prompt,
        "completion_tokens": answer,
        "total_tokens": prompt + answer,
    }


def _tokens(value: Any) -> int:
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        return 0  # no JSON, so no server would have taken it
    return -(-len(text) // 4)


def assistant_message(
    content: str | None = None, calls: Sequence[JsonObject] = ()
) -> JsonObject:
    """Write an assistant message with text, calls or both."""
    message: JsonObject = {"role": "assistant", "content": content, "refusal": None}
    return {**message, "tool_calls": list(calls)} if calls else message


def call_entry(call_id: str, name: str, arguments: Any) -> JsonObject:
    """Write one entry of `tool_calls`; arguments that are no text become JSON text."""
    text = (
        arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    )
    return {
        "id": call_id,
        "type": "function",
        "function": {"name": name, "arguments": text},
    }
