"""Transcripts are kept as JSON, lose nothing, and believe nothing that they read."""

import copy
import json

import pytest

from toolnexus import (
    MessageFormatError,
    ScriptedModel,
    ToolResult,
    Transcript,
    define_tool,
    round_trip,
)
from toolnexus._roundtrip import CallStep


async def kept(script, tools, **options):
    transcript = await round_trip("hello", tools, ScriptedModel(script), **options)
    return transcript, Transcript.from_json(transcript.to_json())


async def test_nothing_is_lost(toolkit):
    calls = [("add", {"a": 1, "b": 2}), ("add", "{"), ("nope", {}), ("boom", {}), ("book", {})]
    transcript, read = await kept(
        [calls, ("add", {"a": 5, "b": 5}), "done"],
        toolkit,
        temperature=0.5,
        approve=lambda _, args: {"a": 0, "b": 0} if args.get("a") == 5 else True,
    )
    assert read == transcript
    assert read.to_json() == transcript.to_json()
    assert read.calls[-1].sent == {"a": 0, "b": 0}
    assert read.end.reason == "answer"


async def test_hostile_text_is_not_lost(hostile):
    text = hostile
    echo = define_tool(lambda **given: given, name="echo")
    model = ScriptedModel(
        [[("echo", {text: text}), (text, text)], {"content": text, "refusal": text or "no"}],
        name=text,
    )
    transcript = await round_trip(text, [echo], model, system=text, stop=[text])
    written = transcript.to_json(indent=1)
    written.encode()  # fit for a file
    read = Transcript.from_json(written)
    assert read == transcript
    assert read.messages[0]["content"] == text
    assert json.loads(read.calls[0].call.arguments) == {text: text}


async def test_huge_texts_and_many_steps_are_not_lost(adder):
    script = [("add", {"a": n, "b": n}) for n in range(100)]
    transcript, read = await kept([*script, "x" * 2_000_000], [adder], max_turns=200)
    assert read == transcript
    assert len(read.answer) == 2_000_000
    assert len(read.calls) == 100


async def test_metadata_that_is_no_json_becomes_what_a_model_would_be_told():
    def odd() -> ToolResult:
        """Be odd."""
        metadata = {("a", 1): {3, 1}, "object": object(), "bytes": b"x", "nan": float("nan")}
        return ToolResult("x", metadata=metadata)

    transcript, read = await kept([("odd", {}), "done"], [define_tool(odd)])
    assert read.calls[0].result.output == "x"
    assert read.calls[0].result.metadata["bytes"] == "x"
    assert read.calls[0].result.metadata["object"] == "<object object>"
    assert read.messages == transcript.messages


async def test_unfinished_transcript_is_kept_too():
    empty = Transcript(messages=(), steps=())
    assert Transcript.from_json(empty.to_json()) == empty
    assert empty.opening == ()


# --- what is not one -------------------------------------------------------------------------

GARBAGE = ["", "x", "{", "[]", "3", "null", '"x"', "{}", '{"version": 1}', "[" * 100_000]


@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_refused(text):
    with pytest.raises(MessageFormatError, match="not a transcript"):
        Transcript.from_json(text)


def test_what_is_no_text_is_refused():
    with pytest.raises(MessageFormatError, match="not a transcript"):
        Transcript.from_json(None)


def test_later_version_is_refused():
    with pytest.raises(
        MessageFormatError, match="reads transcripts of version 1, got version 2"
    ):
        Transcript.from_json('{"version": 2}')


def paths_in(value, path=()):
    yield path
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths_in(item, (*path, key))


def at(value, path):
    for step in path:
        value = value[step]
    return value


OWN = {"message", "received", "arguments", "messages", "tools", "options", "metadata", "usage"}
"""What is inside these is other people's, and may be anything."""


async def test_any_part_that_is_of_another_kind_is_refused(toolkit):
    transcript, _ = await kept([("add", {"a": 1, "b": "x"}), "done"], toolkit)
    written = json.loads(transcript.to_json())
    tried = 0
    for path in list(paths_in(written)):
        if not path or OWN & set(map(str, path[:-1])) - {"messages", "tools"} or len(path) > 4:
            continue
        if path[0] in ("messages", "tools", "options") and len(path) > 2:
            continue
        for wrong in ({"x": 1}, ["x"], 3, "x", True):
            changed = copy.deepcopy(written)
            old = at(changed, path)
            is_number = isinstance(old, (int, float)) and not isinstance(old, bool)
            is_same = type(old) is type(wrong) or (is_number and wrong == 3)
            is_open = old is None or path[-1] in ("options", "usage", "arguments", "metadata")
            if is_same or is_open:
                continue
            at(changed, path[:-1])[path[-1]] = wrong
            with pytest.raises(MessageFormatError):
                Transcript.from_json(json.dumps(changed))
            tried += 1
    assert tried > 200


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda t: t["steps"][0].pop("turn"), r"steps\[0\] lacks 'turn'"),
        (lambda t: t["steps"][0].update(more=1), r"steps\[0\] has no place for 'more'"),
        (lambda t: t["steps"][0].update(kind="x"), r"assistant, call or end"),
        (lambda t: t["steps"][1].update(status="x"), r"steps\[1\].status is 'x', expected"),
        (lambda t: t["steps"][3].update(reason="x"), r"steps\[3\].reason is 'x', expected"),
        (lambda t: t["steps"][1]["result"].update(output=3), "'output' of .* is a int"),
        (lambda t: t["messages"].append("x"), r"messages\[4\] is not an object"),
        (lambda t: t.pop("version"), "it lacks 'version'"),
    ],
    ids=["lacks", "more", "kind", "status", "reason", "output", "message", "version"],
)
async def test_refusal_says_where(change, match, toolkit):
    transcript, _ = await kept([("add", {"a": 1, "b": 2}), "done"], toolkit)
    written = json.loads(transcript.to_json())
    change(written)
    with pytest.raises(MessageFormatError, match=match):
        Transcript.from_json(json.dumps(written))


# --- requests --------------------------------------------------------------------------------


async def test_requests_are_those_that_were_sent(toolkit):
    model = ScriptedModel([("boom", {}), ("boom", {}), "done"])
    transcript = await round_trip("hello", toolkit, model, tool_choice="boom", temperature=0)
    assert [transcript.request(turn) for turn in (1, 2, 3)] == model.requests


async def test_request_that_failed_is_known_too(toolkit):
    model = ScriptedModel([("boom", {})])
    transcript = await round_trip("hello", toolkit, model)
    assert transcript.request(2) == model.requests[1]


@pytest.mark.parametrize("turn", [0, -1, 2])
async def test_request_that_was_not_made_is_refused(turn, toolkit):
    transcript, _ = await kept(["done"], toolkit)
    with pytest.raises(ValueError, match="there was 1 request, counted from 1"):
        transcript.request(turn)


async def test_call_that_can_not_be_read_was_sent_as_it_is(toolkit):
    transcript, _ = await kept([("add", "{'a': 1}"), "done"], toolkit)
    (step,) = transcript.calls
    assert isinstance(step, CallStep)
    assert (step.arguments, step.sent) == (None, "{'a': 1}")
