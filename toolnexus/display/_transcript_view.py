"""Views of transcripts and replays: a line to follow, who on the left, what on the right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from toolnexus._roundtrip import AssistantStep, CallStep, EndStep, Replay, Transcript
from toolnexus._roundtrip._asking import text_of
from toolnexus._roundtrip._outcomes import is_told_otherwise
from toolnexus._roundtrip._replay import ReplayedCall, verdict_counts
from toolnexus._roundtrip._transcript_json import json_text
from toolnexus._roundtrip._words import (
    calls_words,
    end_words,
    stages_of,
    unknown_paths,
    usage_words,
    was_not_run,
    who_of,
    wrong_paths,
)
from toolnexus._types import JsonObject, ToolCall
from toolnexus._visible import visible
from toolnexus.display._json import as_array, compact, size_of
from toolnexus.display._marked_json import marked
from toolnexus.display._python import stable_traceback
from toolnexus.display._text import beginning, count, cut, duration, folded, one_line

_FIRST, _LAST = 120, 20
"""Rows of a long transcript that are shown; those between are counted."""

_ROW: JsonObject = {
    "who": "",
    "aside": "",
    "mood": "",
    "text": None,
    "is_output": False,
    "blank": "",
    "call": None,
    "label": "",
    "diff": None,
    "notes": [],
    "traceback": None,
}


def transcript_view(transcript: Transcript) -> JsonObject:
    """Make the view of a transcript."""
    return {
        "kind": "transcript",
        "rows": _shown(list(_rows(transcript)), "message"),
        "foot": _foot(transcript),
    }


def replay_view(replay: Replay) -> JsonObject:
    """Make the view of a replay: each call, and what has changed about it."""
    ended = "nothing has changed" if replay.ok else "something has changed"
    return {
        "kind": "replay",
        "rows": _shown([_replayed(call) for call in replay.calls], "call"),
        "foot": [f"{verdict_counts(replay.calls)}: {ended}"],
    }


# --- a transcript, row by row ----------------------------------------------------------------


def _rows(transcript: Transcript) -> Iterator[JsonObject]:
    for message in transcript.opening:
        yield from _message_rows(message)
    aside = "simulated" if transcript.is_simulated else ""
    asked: AssistantStep | None = None
    answered = 0
    for step in transcript.steps:
        if isinstance(step, CallStep):
            yield from _call_rows(step, asked, answered, aside)
            answered += 1
            continue
        yield from _open_calls(asked, answered, aside, is_over=True)
        if isinstance(step, AssistantStep):
            asked, answered = step, 0
            yield from _answer_rows(step, aside)
        elif isinstance(step, EndStep):
            asked = None
            yield from _end_rows(step)
    yield from _open_calls(asked, answered, aside, is_over=transcript.end is not None)
    if transcript.end is None:
        yield {**_ROW, "who": "end", "blank": end_words(None)}


def _message_rows(message: JsonObject) -> Iterator[JsonObject]:
    row = {**_ROW, "who": one_line(who_of(message.get("role")), 30)}
    calls = [entry for entry in as_array(message.get("tool_calls")) if isinstance(entry, dict)]
    said = _said(message.get("content"))
    if said["text"] or not calls:
        yield {**row, **said, "is_output": message.get("role") == "tool"}
    for entry in calls:
        function = entry.get("function")
        function = function if isinstance(function, dict) else {}
        call = ToolCall(
            str(entry.get("id", "")),
            str(function.get("name", "")),
            str(function.get("arguments", "")),
        )
        yield {**row, "call": _call(call)}


def _answer_rows(step: AssistantStep, aside: str) -> Iterator[JsonObject]:
    said = _said(step.received.get("refusal") or step.received.get("content"))
    if said["text"] or not step.calls:
        yield {**_ROW, **said, "who": "model", "aside": aside, "notes": _notes(step)}


def _call_rows(
    step: CallStep, asked: AssistantStep | None, index: int, aside: str
) -> Iterator[JsonObject]:
    mood = "good" if step.status == "executed" else "bad"
    row = {**_ROW, "mood": mood}
    is_first = asked is not None and index == 0
    has_text = asked is not None and bool(_said(asked.received.get("content"))["text"])
    yield {
        **row,
        "who": "model",
        "aside": aside,
        "call": {
            **_call(step.call, step),
            "place": _place(asked, index),
            "stages": _stages(step),
            "replaced": _replaced(step),
        },
        "notes": _notes(asked) if asked is not None and is_first and not has_text else [],
    }
    told = _said(step.message.get("content"))
    if is_told_otherwise(step):
        told["notes"] = [*told["notes"], f"the tool said: {one_line(step.result.output, 300)}"]
    traceback = (step.result.metadata or {}).get("traceback")
    yield {
        **row,
        **told,
        "who": "tool",
        "is_output": True,
        "traceback": _traceback(traceback) if isinstance(traceback, str) else None,
    }


def _open_calls(
    asked: AssistantStep | None, answered: int, aside: str, *, is_over: bool
) -> Iterator[JsonObject]:
    mood = "bad" if is_over else ""
    words = "not answered" if is_over else "not answered yet"
    for index, call in enumerate(asked.calls if asked is not None else ()):
        if index >= answered:
            stages = [{"text": words, "mood": mood, "aside": ""}]
            place = _place(asked, index)
            shown = {**_call(call), "place": place, "stages": stages}
            yield {**_ROW, "who": "model", "aside": aside, "mood": mood, "call": shown}


def _end_rows(step: EndStep) -> Iterator[JsonObject]:
    words = end_words(step)
    if words:
        text = _text(f"ended without an answer: {words}")
        yield {**_ROW, "who": "end", "mood": "bad", "text": text}


def _replayed(call: ReplayedCall) -> JsonObject:
    step, mood = call.step, "good"
    if call.verdict == "not run":
        mood = ""
    elif call.verdict != "same":
        mood = "bad"
    row = {**_ROW, "who": one_line(call.verdict, 30), "mood": mood}
    if call.verdict == "not run":
        row["blank"] = "it was not approved when it was recorded"
    elif call.diff:
        shown = cut(call.diff, 6000, 80)
        row["label"] = "what the model gets, before and now"
        row["diff"] = {"lines": _diff_lines(shown["text"]), "note": shown["note"]}
    else:
        row["label"] = "what the model gets, as before"
        row |= {**_said(step.result.output), "is_output": True}
    sent = step.sent
    text = sent if isinstance(sent, str) else json_text(sent)
    return {**row, "call": _call(ToolCall(step.call.id, step.call.name, text))}


# --- the parts of a row ----------------------------------------------------------------------


def _call(call: ToolCall, step: CallStep | None = None) -> JsonObject:
    wrong = wrong_paths(step) if step is not None else []
    unknown = unknown_paths(step) if step is not None else []
    text, note = beginning(call.arguments, 4000, 40)
    blank = "" if call.arguments.strip() else "no arguments: the text is empty"
    return {
        "name": one_line(call.name, 100) or "(no name)",
        "id": one_line(call.id, 60),
        "place": "",
        "pieces": [] if blank else marked(text, wrong, unknown),
        "note": note,
        "blank": blank,
        "stages": [],
        "replaced": None,
    }


def _place(asked: AssistantStep | None, index: int) -> str:
    number = len(asked.calls) if asked is not None else 1
    return f"call {index + 1} of {number} in this message" if number > 1 else ""


def _stages(step: CallStep) -> list[JsonObject]:
    stages: list[JsonObject] = [
        {"text": one_line(text, 200), "mood": mood, "aside": ""}
        for text, mood in stages_of(step)
    ]
    took = ""
    if step.status == "executed":
        took = f"in {duration(step.seconds)}"
    elif step.status == "failed" and not was_not_run(step):
        took = f"after {duration(step.seconds)}"
    ran = [stage for stage in stages if stage["text"].startswith(("executed", "failed"))]
    for stage in ran:
        stage["aside"] = took
    return stages


def _replaced(step: CallStep) -> JsonObject | None:
    sent = step.sent
    if isinstance(sent, str):
        return _read_as(step)
    return {**cut(json_text(sent), 4000, 40), "label": "approved with other arguments"}


def _read_as(step: CallStep) -> JsonObject | None:
    """Show the arguments as they were read, where the text itself says something else."""
    if step.arguments is None or not step.call.arguments.strip():
        return None
    try:
        is_plain = json.loads(step.call.arguments) == step.arguments
    except ValueError:
        is_plain = False
    if is_plain:
        return None
    return {**cut(json_text(step.arguments), 4000, 40), "label": "read as"}


def _said(content: Any) -> JsonObject:
    text = text_of(content)
    kinds = [
        one_line(str(part.get("type")), 30)
        for part in as_array(content)
        if isinstance(part, dict) and "text" not in part
    ]
    notes = [f"not shown, for it is no text: {', '.join(kinds[:10])}"] if kinds else []
    if text.strip():
        return {"text": _text(text), "blank": "", "notes": notes}
    blank = "nothing: the text is empty" if not text else "nothing but white space"
    return {"text": None, "blank": "" if kinds else blank, "notes": notes}


def _text(text: str) -> JsonObject:
    shown = cut(text, 20_000, 400)
    return {**folded(shown["text"], 600), "note": shown["note"]}


def _notes(step: AssistantStep) -> list[str]:
    return [one_line(note, 300) for note in step.notes]


def _traceback(text: str) -> JsonObject:
    return cut(stable_traceback(text), 8000, 200)


def _diff_lines(text: str) -> list[JsonObject]:
    moods = {"+": "good", "-": "bad", "@": "aside"}
    lines = [{"text": line, "mood": moods.get(line[:1], "")} for line in text.split("\n")]
    for line in lines[:2]:  # which of the two is which
        line["mood"] = "aside"
    return lines


def _shown(rows: list[JsonObject], noun: str) -> list[JsonObject]:
    hidden = len(rows) - _FIRST - _LAST
    if hidden <= 0:
        return rows
    between = {**_ROW, "who": "…", "blank": f"{count(hidden, f'more {noun}')}, not shown here"}
    return [*rows[:_FIRST], between, *rows[-_LAST:]]


def _foot(transcript: Transcript) -> list[str]:
    end = transcript.end
    requests, sent = len(transcript.answers), [step.sent for step in transcript.answers]
    if end is not None and end.turn > requests:  # the last one was not answered
        requests, sent = end.turn, [len(transcript.messages)]
    tokens = usage_words(transcript.usage, is_estimate=transcript.is_simulated)
    parts = [
        calls_words(transcript.calls),
        f"{count(requests, 'request')}, {count(max(sent, default=0), 'message')} sent",
        visible(tokens) or _estimate(transcript),
    ]
    if transcript.is_simulated:
        parts.append("simulated: no language model was asked")
    return [part for part in parts if part]


def _estimate(transcript: Transcript) -> str:
    """Count what all requests and answers together are long, each request with its history."""
    if not transcript.answers:
        return ""
    lengths = [0]
    for message in transcript.messages:
        lengths.append(lengths[-1] + len(compact(message)) + 1)
    tools = len(compact(list(transcript.tools)))
    characters = sum(
        tools + lengths[min(step.sent + 1, len(lengths) - 1)] for step in transcript.answers
    )
    return f"{size_of(characters)['tokens']} (an estimate: characters / 4)"
