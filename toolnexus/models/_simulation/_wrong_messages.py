"""Mistakes in names, ids, the number of calls, whole messages, and streams.

Each returns the message with the mistake, or says why it can't be made on the tool. What is
wrong about arguments is in `_wrong_arguments.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NoReturn

from toolnexus.errors import ModelError
from toolnexus.models._completions import assistant_message, call_entry
from toolnexus.models._simulation._drafts import Draft, Reply, Wanted, right_reply

_ID_WORDS = ("id", "ids", "tool_call_id")
_STREAM_WORDS = ("stream", "chunk", "index", "delta")


def _first_only(draft: Draft) -> Draft:
    return replace(draft, wanted=draft.wanted[:1])


# --- names -----------------------------------------------------------------------------------


def _renamed(draft: Draft, names: Sequence[str]) -> Reply | str:
    right = draft.first.tool.name
    taken = {tool.name for tool in draft.tools}
    wrong = next((name for name in names if name and name not in taken), None)
    if wrong is None:
        return "its name can't be written in another way"
    entry = draft.entry(draft.first)
    entry["function"]["name"] = wrong
    return Reply(assistant_message(None, [entry]), told_by=(right,), but_not=wrong)


def unknown_tool(draft: Draft) -> Reply | str:
    """Call a tool that is not there."""
    return _renamed(draft, ["search_web", "web_lookup", "ask_oracle", "no_such_tool"])


def misspelt_name(draft: Draft) -> Reply | str:
    """Leave a letter out of the name."""
    name = draft.first.tool.name
    middle = len(name) // 2
    cuts = [name[:at] + name[at + 1 :] for at in (middle, *range(len(name)))]
    return _renamed(draft, [*cuts, name + name[-1]])


def prefixed_name(draft: Draft) -> Reply | str:
    """Put a namespace before the name."""
    return _renamed(draft, [f"functions.{draft.first.tool.name}"])


def suffixed_name(draft: Draft) -> Reply | str:
    """Put a namespace before the name and a count behind it."""
    return _renamed(draft, [f"functions.{draft.first.tool.name}:{draft.number}"])


def other_case(draft: Draft) -> Reply | str:
    """Write the name with capitals, or without."""
    name = draft.first.tool.name
    titled = "_".join(part.capitalize() for part in name.split("_"))
    return _renamed(draft, [titled, name.upper(), name.lower()])


def multi_tool_use(draft: Draft) -> Reply | str:
    """Wrap the calls in one call of a tool that only the model knows."""
    meant = _two_calls(draft)
    if meant[0] is meant[1]:
        meant = meant[:1]
    uses = [
        {"recipient_name": f"functions.{one.tool.name}", "parameters": one.arguments}
        for one in meant
    ]
    wrapper = "multi_tool_use.parallel"
    entry = call_entry(f"call_{draft.number}_1", wrapper, {"tool_uses": uses})
    told_by = (draft.first.tool.name, "separate", "several tool calls")
    message = assistant_message(None, [entry])
    return Reply(message, told_by=told_by, but_not=wrapper, right=tuple(meant))


# --- several calls, and ids ------------------------------------------------------------------


def _two_calls(draft: Draft) -> list[Wanted]:
    """Return two calls, different ones if that can be."""
    first = draft.first
    if len(draft.wanted) > 1:
        return list(draft.wanted[:2])
    for seed in range(draft.seed + 1, draft.seed + 4):
        other = {**first.arguments, **first.tool.parameters.sample(seed)}
        if other != first.arguments and first.tool.parameters.fits(other):
            return [first, replace(first, arguments=other)]
    for tool in draft.tools:
        arguments = tool.parameters.sample(draft.seed)
        if tool.name != first.tool.name and tool.parameters.fits(arguments):
            return [first, Wanted(tool, arguments)]
    return [first, first]


def several_calls(draft: Draft) -> Reply | str:
    """Send two calls in one message."""
    return right_reply(replace(draft, wanted=_two_calls(draft)))


def same_call_twice(draft: Draft) -> Reply | str:
    """Send the same call twice, with two ids."""
    return right_reply(replace(draft, wanted=[draft.first, draft.first]))


def missing_id(draft: Draft) -> Reply | str:
    """Leave the id out."""
    reply = replace(right_reply(_first_only(draft)), told_by=_ID_WORDS)
    del reply.message["tool_calls"][0]["id"]
    return reply


def empty_id(draft: Draft) -> Reply | str:
    """Send an id without a letter in it."""
    reply = replace(right_reply(_first_only(draft)), told_by=_ID_WORDS)
    reply.message["tool_calls"][0]["id"] = ""
    return reply


def duplicate_ids(draft: Draft) -> Reply | str:
    """Give two calls the same id."""
    reply = replace(right_reply(replace(draft, wanted=_two_calls(draft))), told_by=_ID_WORDS)
    one, other = reply.message["tool_calls"]
    other["id"] = one["id"]
    return reply


# --- whole messages --------------------------------------------------------------------------


def text_with_call(draft: Draft) -> Reply | str:
    """Say something along with the call."""
    reply = right_reply(draft)
    reply.message["content"] = f"Let me ask {draft.first.tool.name}."
    return reply


def _call_as_text(draft: Draft) -> str:
    call = {"name": draft.first.tool.name, "arguments": draft.first.arguments}
    return json.dumps(call, ensure_ascii=False)


def call_in_text(draft: Draft) -> Reply | str:
    """Write the call as text, and call nothing."""
    return Reply(assistant_message(_call_as_text(draft)))


def tagged_call_in_text(draft: Draft) -> Reply | str:
    """Write the call as text between tags, and call nothing."""
    return Reply(assistant_message(f"<tool_call>\n{_call_as_text(draft)}\n</tool_call>"))


def legacy_function_call(draft: Draft) -> Reply | str:
    """Call in the way that came before `tool_calls`, without an id."""
    function = {"name": draft.first.tool.name, "arguments": draft.first.text}
    message = {**assistant_message(None), "function_call": function}
    return Reply(
        message, finish_reason="function_call", told_by=("function_call", "tool_calls")
    )


def finish_reason_stop(draft: Draft) -> Reply | str:
    """Say that it is done, although there is a call."""
    return replace(right_reply(draft), finish_reason="stop")


def empty_reply(draft: Draft) -> Reply | str:  # noqa: ARG001 - all mistakes are called alike
    """Send neither text nor a call."""
    return Reply(assistant_message(""))


def promised_calls(draft: Draft) -> Reply | str:  # noqa: ARG001 - all mistakes are called alike
    """Say that there are calls, and send none."""
    return Reply(assistant_message(None), finish_reason="tool_calls")


def refusal(draft: Draft) -> Reply | str:  # noqa: ARG001 - all mistakes are called alike
    """Decline."""
    text = "I can't help with that. (A simulated refusal.)"
    return Reply({**assistant_message(None), "refusal": text})


def content_filter(draft: Draft) -> Reply | str:  # noqa: ARG001 - all mistakes are called alike
    """Be cut off by the server's content filter."""
    return Reply(assistant_message(""), finish_reason="content_filter")


def reasoning(draft: Draft) -> Reply | str:
    """Send what the model thought along with the call."""
    reply = right_reply(draft)
    name = draft.first.tool.name
    reply.message["reasoning"] = f"The user wants something that {name} can tell. I call it."
    return reply


def tool_use_failed(draft: Draft) -> NoReturn:
    """Have the server refuse what the model wrote.

    Raises:
        ModelError: Always.
    """
    written = f"<function={draft.first.tool.name}>{draft.first.text}"
    msg = "400 tool_use_failed: the model's call could not be read (simulated)."
    raise ModelError(msg, written)


# --- streams ---------------------------------------------------------------------------------


def streamed(style: str, *, calls: int = 1) -> Callable[[Draft], Reply | str]:
    """Make the mistake of streaming a message in an odd way."""

    def sent(draft: Draft) -> Reply | str:
        if not draft.streamed:
            return "the request does not ask for a stream"
        wanted = _two_calls(draft) if calls == 2 else draft.wanted[:1]
        reply = right_reply(replace(draft, wanted=wanted))
        return replace(reply, told_by=_STREAM_WORDS, style=style)

    return sent
