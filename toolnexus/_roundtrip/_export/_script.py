"""A script that repeats a round trip with the `openai` package."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from toolnexus._roundtrip._export._literals import literal
from toolnexus._roundtrip._steps import CallStep
from toolnexus._types import JsonObject

_KEYWORDS = frozenset(
    {
        *("frequency_penalty", "logit_bias", "logprobs", "max_completion_tokens", "max_tokens"),
        *(
            "metadata",
            "n",
            "parallel_tool_calls",
            "presence_penalty",
            "response_format",
            "seed",
        ),
        *("service_tier", "stop", "store", "temperature", "tool_choice", "top_logprobs"),
        *("top_p", "user"),
    }
)
"""What `create` takes in every version of the package; anything else goes into `extra_body`."""

_NOT_KEPT = ("stream", "stream_options")
"""The script waits for whole answers."""

_HEAD = '''\
"""Repeat a recorded round trip against an endpoint.

It needs the package `openai`, the key in OPENAI_API_KEY and, for a server that is not OpenAI's,
its address in OPENAI_BASE_URL.
"""

import json

from openai import OpenAI
'''

_TAIL = '''

def key_of(name, arguments):
    """Name a call: by its tool and its arguments, however they are spaced and ordered."""
    try:
        arguments = json.dumps(json.loads(arguments), sort_keys=True)
    except ValueError:
        pass
    return name, arguments


def execute(name, arguments):
    """Answer one tool call with text. `arguments` is JSON text, as the model wrote it."""
    # >>> Your own tools go here, such as:
    # if name == "get_weather":
    #     return get_weather(**json.loads(arguments))
    # <<<
    outputs = RECORDED.get(key_of(name, arguments))
    if outputs is None:
        return f"Nothing was recorded for {name} with these arguments."
    return outputs.pop(0) if len(outputs) > 1 else outputs[0]


def main():
    client = OpenAI()
    messages = list(MESSAGES)
    options = {**OPTIONS, "tools": TOOLS} if TOOLS else dict(OPTIONS)
    for _ in range(MAX_TURNS):
        completion = client.chat.completions.create(model=MODEL, messages=messages, **options)
        answer = completion.choices[0].message
        messages.append(answer.model_dump(exclude_none=True))
        if not answer.tool_calls:
            print(answer.content or answer.refusal or "The model sent no text.")
            return
        for call in answer.tool_calls:
            output = execute(call.function.name, call.function.arguments)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": output})
    print(f"The model still calls tools after {MAX_TURNS} turns.")


if __name__ == "__main__":
    main()
'''


_FORCED = """\
        options.pop("tool_choice", None)  # it held for the first request only
"""
_END = '    print(f"The model still calls'


def script_of(
    opening: Sequence[JsonObject],
    calls: Sequence[CallStep],
    *,
    tools: Sequence[JsonObject],
    options: Mapping[str, Any],
    model: str,
    is_simulated: bool,
    is_forced: bool,
) -> str:
    """Write the script.

    Args:
        opening: The messages of the first request.
        calls: The calls that were answered.
        tools: The `tools` array.
        options: The other keys of the requests.
        model: The model's name.
        is_simulated: Whether no language model was asked.
        is_forced: Whether a `tool_choice` among the options holds for the first request only.

    Returns:
        A Python program.
    """
    tail = _TAIL.replace(_END, _FORCED + _END) if is_forced else _TAIL
    hint = "  # nothing but a stand-in: name a model of your endpoint" if is_simulated else ""
    sections = [
        _HEAD,
        f"MODEL = {literal(model, 8)}{hint}",
        f"MAX_TURNS = {max([10, *(step.turn + 1 for step in calls)])}",
        "",
        _constant("TOOLS", list(tools)),
        "",
        _constant("MESSAGES", list(opening)),
        "",
        _constant("OPTIONS", _options(tools, options)),
        "",
        "# What the tools answered, by name and arguments; more than one text if they answered",
        "# the same call in different ways.",
        _recorded(calls),
    ]
    return "\n".join(sections) + "\n" + tail


def _constant(name: str, value: Any) -> str:
    return f"{name} = {literal(value, len(name) + 3)}"


def _options(tools: Sequence[JsonObject], options: Mapping[str, Any]) -> JsonObject:
    kept = {key: value for key, value in options.items() if key not in _NOT_KEPT}
    if not tools:  # servers refuse a choice among no tools
        kept.pop("tool_choice", None)
        kept.pop("parallel_tool_calls", None)
    written = {key: value for key, value in kept.items() if key in _KEYWORDS}
    other = {key: value for key, value in kept.items() if key not in _KEYWORDS}
    return {**written, **({"extra_body": other} if other else {})}


def _recorded(calls: Sequence[CallStep]) -> str:
    outputs: dict[tuple[str, str], list[Any]] = {}
    for step in calls:
        outputs.setdefault(_key(step), []).append(step.message.get("content", ""))
    if not outputs:
        return "RECORDED = {}"
    lines = ["RECORDED = {"]
    for (name, arguments), texts in outputs.items():
        key = f"({literal(name, 5, 4)}, {literal(arguments, 7 + len(name), 4)})"
        told = list(dict.fromkeys(texts)) if len(set(texts)) == 1 else texts
        last = key.rpartition("\n")[2]
        lines.append(f"    {key}: {literal(told, len(last) + 6, 4)},")
    return "\n".join([*lines, "}"])


def _key(step: CallStep) -> tuple[str, str]:
    """Name a call as the script's own `key_of` does."""
    arguments = step.call.arguments
    with contextlib.suppress(ValueError, RecursionError):
        arguments = json.dumps(json.loads(arguments), sort_keys=True)
    return step.call.name, arguments
