"""A round trip as a Markdown document.

Whatever is foreign is either escaped, character by character, or stands in a fence that is
longer than any in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from toolnexus._roundtrip._asking import text_of
from toolnexus._roundtrip._outcomes import is_told_otherwise
from toolnexus._roundtrip._steps import AssistantStep, CallStep, Step
from toolnexus._roundtrip._transcript_json import json_text
from toolnexus._roundtrip._words import (
    calls_words,
    counted,
    end_words,
    stages_of,
    usage_words,
    who_of,
)
from toolnexus._types import JsonObject
from toolnexus._visible import visible

_SPECIAL = re.compile(r"[\\`*_\[\]<>&~$|]")
_AT_START = re.compile(r"^(?:([#+=-])|(\d{1,9})([.)]))")
_BREAKS = re.compile(r"\r\n?|\n")


def markdown_of(
    opening: Sequence[JsonObject],
    steps: Sequence[Step],
    *,
    model: str,
    is_simulated: bool,
    usage: JsonObject,
) -> str:
    """Write the document.

    Args:
        opening: The messages of the first request.
        steps: What happened then.
        model: The model's name.
        is_simulated: Whether no language model was asked.
        usage: The tokens as the server counted them.

    Returns:
        Markdown in which nothing foreign is markup.
    """
    simulated = ", simulated: no language model was asked" if is_simulated else ""
    blocks = ["# Round trip", f"Model: {code(model)}{simulated}."]
    for message in opening:
        blocks += _message(message)
    for step in steps:
        blocks += _step(step)
    blocks += ["---", f"{_foot(steps, usage, is_simulated=is_simulated)}."]
    return "\n\n".join(blocks) + "\n"


def _foot(steps: Sequence[Step], usage: JsonObject, *, is_simulated: bool) -> str:
    calls = [step for step in steps if isinstance(step, CallStep)]
    requests = sum(isinstance(step, AssistantStep) for step in steps)
    parts = [calls_words(calls), f"the model was asked {counted(requests, 'time')}"]
    parts.append(usage_words(usage, is_estimate=is_simulated))
    return escaped("; ".join(part for part in parts if part))


def _message(message: JsonObject) -> Iterator[str]:
    yield f"## {escaped(who_of(message.get('role')).capitalize())}"
    yield from _content(message.get("content"))
    for call in message.get("tool_calls") or ():
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            yield f"calls {code(str(function.get('name')))}"
            yield fence(str(function.get("arguments")), "json")


def _content(content: Any) -> Iterator[str]:
    text = text_of(content)
    if text.strip():
        yield quote(text)
    parts = content if isinstance(content, list) else []
    kinds = [str(p.get("type")) for p in parts if isinstance(p, dict) and "text" not in p]
    if kinds:
        yield f"and what is not text: {', '.join(map(code, kinds))}"


def _step(step: Step) -> Iterator[str]:
    if isinstance(step, CallStep):
        yield from _call(step)
    elif isinstance(step, AssistantStep):
        yield from _answer(step)
    elif words := end_words(step):
        yield "## End"
        yield f"{escaped(words[0].upper() + words[1:])}."


def _answer(step: AssistantStep) -> Iterator[str]:
    refusal = step.received.get("refusal")
    content = list(_content(step.received.get("content")))
    if refusal:
        content.append(quote(str(refusal)))
    if content or not step.calls:
        yield "## Model"
        yield from content or ["It sent nothing."]
    for note in step.notes:
        yield f"*Note: {escaped(note)}*"


def _call(step: CallStep) -> Iterator[str]:
    yield f"## Model calls {code(step.call.name)}"
    yield f"Call {code(step.call.id)}, with these arguments:"
    is_json = step.arguments is not None
    yield fence(step.call.arguments, "json" if is_json else "text")
    sent = step.sent
    if not isinstance(sent, str):
        yield "Whoever was asked put others in their place:"
        yield fence(json_text(sent), "json")
    stages = " · ".join(escaped(stage.text) for stage in stages_of(step))
    yield f"{stages[0].upper()}{stages[1:]}."
    yield f"**Tool** {code(step.call.name)} says:"
    if is_told_otherwise(step):
        yield fence(step.result.output, "text")
        yield "The model was told something else:"
    yield fence(str(step.message.get("content")), "text")


def quote(text: str) -> str:
    r"""Write text as a quotation, each line on a line of its own.

    Example:
        >>> print(quote("# no heading\n*plain*"))
        > \# no heading\
        > \*plain\*
    """
    lines = [escaped(line) for line in _BREAKS.split(visible(text).strip("\n"))]
    marked = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        # A backslash at the end of a line is Markdown's line break.
        marked.append(f"> {line}\\" if line and following else f"> {line}".rstrip())
    return "\n".join(marked)


def escaped(line: str) -> str:
    r"""Write one line of text so that nothing in it is markup.

    Example:
        >>> print(escaped("1. <b>bold</b>"))
        1\. \<b\>bold\</b\>
    """
    text = _SPECIAL.sub(r"\\\g<0>", " ".join(visible(line).split("\n")))
    bare = text.strip(" \t")
    if not bare:
        return ""
    # Blanks would make it a block of code.
    start = "\u00a0" * (len(text.rstrip(" \t")) - len(bare))
    if not start:
        bare = _AT_START.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", bare)
    return start + bare


def code(text: str) -> str:
    """Write text as code inside a line.

    Example:
        >>> print(code("a`b"))
        ``a`b``
    """
    line = " ".join(visible(text).split())
    if not line:
        return "(nothing)"
    ticks = "`" * (_longest_run(line) + 1)
    room = " " if line[0] == "`" or line[-1] == "`" else ""
    return f"{ticks}{room}{line}{room}{ticks}"


def fence(text: str, language: str) -> str:
    """Write text as a block of code.

    Args:
        text: Whatever it is.
        language: What GitHub should take it for.
    """
    if not text.strip():
        return "> (nothing)" if not text else "> (nothing but white space)"
    shown = visible(text)
    ticks = "`" * max(3, _longest_run(shown) + 1)
    return f"{ticks}{language}\n{shown}\n{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
