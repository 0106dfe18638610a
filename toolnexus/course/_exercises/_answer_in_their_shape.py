"""Calls in Gemini's shape are answered in the same."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from toolnexus._types import ToolCall, ToolResult
from toolnexus._wording import join, python_words
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._running import shortened

_ASKED = ("get_weather", "find_hotel")


async def _look(answer: object) -> AsyncIterator[Goal]:
    contents = _contents(answer)
    responses = [_response(part) for content in contents for part in content["parts"]]
    answered = {str(each.get("name")): each for each in responses}
    missing = [f"`{name}`" for name in _ASKED if name not in answered]
    yield Goal(
        not missing,
        "both calls are answered",
        f"{join(missing, 'and')} got no answer; each `functionResponse` names its function",
    )
    yield Goal(
        len(contents) == 1,
        "in one message",
        f"these are {len(contents)} messages: all answers to one message of the model go back "
        "together, as the parts of one",
    )
    amiss = [words for name in _ASKED if name in answered and (words := _amiss(answered[name]))]
    yield Goal(
        not amiss and not missing,
        "and the results are in it",
        join(amiss, "and") or "so the results are not all there",
    )


def _contents(answer: object) -> list[Mapping[str, Any]]:
    """Read the messages that go back, without the model's own.

    Raises:
        NotThereYetError: They are none, or of another shape.
    """
    listed = list(answer) if isinstance(answer, (list, tuple)) else [answer]
    messages = [each for each in listed if isinstance(each, Mapping)]
    if not messages or len(messages) < len(listed):
        raise NotThereYetError(_no_messages(answer, listed))
    contents = [each for each in messages if each.get("role") != "model"]
    if not contents:
        msg = "this is what the model said; what goes back is a message of your own"
        raise NotThereYetError(msg)
    for content in contents:
        shape = _other_shape(content)
        if shape:
            msg = f"this is {shape} shape; Gemini takes a message with `parts`"
            raise NotThereYetError(msg)
        parts = content.get("parts")
        if not isinstance(parts, (list, tuple)) or not all(_response(part) for part in parts):
            msg = (
                'each of its `parts` is a {"functionResponse": {"name": ..., "response": ...}}'
            )
            raise NotThereYetError(msg)
    return contents


def _no_messages(answer: object, listed: list[object]) -> str:
    first = listed[0] if listed else None
    inner = first[-1] if isinstance(first, (list, tuple)) and first else first
    if isinstance(inner, ToolResult):
        return (
            "this is what came of the calls; Gemini wants it in a message of its own shape, "
            "which `results_to_gemini` writes from pairs of a call and its result"
        )
    if isinstance(inner, ToolCall):
        return "these are the calls; execute each of them, and write a message of the results"
    if isinstance(inner, Mapping):
        return (
            "there is a list inside the list: `results_to_gemini` returns a list that is the "
            "answer as it stands"
        )
    got = f": got {python_words(answer)}" if answer else ""
    return (
        f"there is no message here yet{got}. Read the calls, execute each, and write the "
        "message that takes the results back"
    )


def _other_shape(content: Mapping[str, Any]) -> str:
    if "tool_call_id" in content:
        return "OpenAI's"
    if isinstance(content.get("content"), list):
        return "Anthropic's"
    return ""


def _response(part: object) -> Mapping[str, Any]:
    """Return the answer in a part, as REST or the package spells it; empty if there is none."""
    if not isinstance(part, Mapping):
        return {}
    response = part.get("functionResponse") or part.get("function_response")
    return response if isinstance(response, Mapping) else {}


def _amiss(answered: Mapping[str, Any]) -> str:
    """Say what is wrong with an answer; empty if nothing is."""
    name, response = answered["name"], answered.get("response")
    if not isinstance(response, Mapping):
        return (
            f"the `response` of `{name}` is {python_words(response)}: Gemini takes an object, "
            'as {"output": "..."}'
        )
    if "error" in response:
        return f"`{name}` was answered with an error: {shortened(str(response['error']))}"
    if "lisbon" not in json.dumps(response, default=str).casefold():
        return (
            f"the answer of `{name}` doesn't speak of Lisbon: was the tool executed with the "
            "arguments of the call?"
        )
    return ""


ANSWER_IN_THEIR_SHAPE = Exercise(
    name="answer-in-their-shape",
    notebook="05_providers",
    title="Answer in their shape",
    hints=(
        "It goes as it does with Anthropic above, with two functions of the same names for "
        "Gemini: one that reads calls, and one that writes results.",
        "There are two calls, so you need a list of two pairs, `(call, result)`. A toolkit "
        "executes a call by its name: `await toolkit.execute(call.name, call.arguments)`.",
        "Begin with `pairs = []`; `for call in calls_from_gemini(asked)`, append `(call, await "
        "toolkit.execute(call.name, call.arguments))` to them; the answer is "
        "`results_to_gemini(pairs)`.",
    ),
    solution="""\
from toolnexus.adapters import calls_from_gemini, results_to_gemini

pairs = []
for call in calls_from_gemini(asked):
    pairs.append((call, await toolkit.execute(call.name, call.arguments)))
answer = results_to_gemini(pairs)
""",
    look=_look,
)
