"""Whoever follows a round trip may change the calls and what the model is told of them."""

import pytest

from toolnexus import ScriptedModel, Transcript, replay, round_trip
from toolnexus.display import render_text


async def play(script, tools, **options):
    model = ScriptedModel(script)
    return await round_trip("hello", tools, model, **options), model


def told(transcript):
    return [step.message["content"] for step in transcript.calls]


BROKEN = [
    ("add", {"a": "x", "b": 2}),
    ("add", '{"a": 1'),
    ("ad", {"a": 1, "b": 2}),
]


@pytest.mark.parametrize("call", [("add", {"a": 1, "b": 2}), *BROKEN])
@pytest.mark.parametrize("answer", [None, True])
async def test_call_that_is_let_be_is_what_it_would_have_been(toolkit, call, answer):
    seen = []
    followed, _ = await play([call, "y"], toolkit, on_call=lambda c: seen.append(c) or answer)
    alone, _ = await play([call, "y"], toolkit)
    assert [step.result for step in followed.calls] == [step.result for step in alone.calls]
    assert [c.name for c in seen] == [call[0]]


@pytest.mark.parametrize("call", BROKEN[:2], ids=["misfit", "no json"])
@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
async def test_other_arguments_take_the_place_of_broken_ones(toolkit, call, is_async):
    def change(call):
        return {"a": 3, "b": 4}

    async def change_async(call):
        return change(call)

    transcript, model = await play(
        [call, "y"], toolkit, on_call=change_async if is_async else change
    )
    (step,) = transcript.calls
    assert (step.status, step.result.value, step.arguments) == ("executed", 7, {"a": 3, "b": 4})
    assert step.sent == {"a": 3, "b": 4}
    assert model.requests[1]["messages"][2]["content"] == "7"


async def test_other_arguments_are_approved_as_they_are(toolkit):
    asked = []

    def approve(call, arguments):
        asked.append(arguments)
        return True

    script = [("add", {"a": 1, "b": 2}), "y"]
    transcript, _ = await play(
        script, toolkit, on_call=lambda _: {"a": 3, "b": 4}, approve=approve
    )
    assert asked == [{"a": 3, "b": 4}]
    assert transcript.calls[0].result.value == 7


@pytest.mark.parametrize("no", [False, "Not today."])
async def test_no_is_no_and_nobody_else_is_asked(toolkit, no):
    def approve(call, arguments):
        pytest.fail("asked")

    transcript, _ = await play(
        [("add", {"a": 1, "b": 2}), "y"], toolkit, on_call=lambda _: no, approve=approve
    )
    assert [step.status for step in transcript.calls] == ["not approved"]


async def test_model_is_told_what_on_result_says(toolkit):
    def change(step):
        return "8" if step.result.value == 7 else None

    calls = [("add", {"a": 3, "b": 4}), ("add", {"a": 1, "b": 2})]
    transcript, model = await play([calls, "y"], toolkit, on_result=change)
    assert told(transcript) == ["8", "3"]
    assert [m["content"] for m in model.requests[1]["messages"][2:]] == ["8", "3"]
    assert [step.result.output for step in transcript.calls] == ["7", "3"]
    assert (await replay(transcript, toolkit)).ok  # the tool says what it said


async def test_every_text_says_what_the_tool_said_and_what_the_model_was_told(toolkit):
    transcript, _ = await play(
        [("add", {"a": 3, "b": 4}), "y"], toolkit, on_result=lambda _: "eight"
    )
    read = Transcript.from_json(transcript.to_json())
    for text in (render_text(read), read._repr_html_()):
        assert "the model was told something else" in text
        assert "the tool said: 7" in text
        assert "eight" in text
    written = read.to_markdown()
    says = written.index("says:\n\n```text\n7\n```")
    assert written.index("The model was told something else:\n\n```text\neight\n") > says


async def test_same_text_is_no_other_text(toolkit):
    transcript, _ = await play(
        [("add", {"a": 3, "b": 4}), "y"], toolkit, on_result=lambda step: step.result.output
    )
    assert "something else" not in render_text(transcript)


async def test_on_result_returns_a_text(toolkit):
    with pytest.raises(TypeError, match=r"on_result returns the text .* or None; got 8"):
        await play([("add", {"a": 3, "b": 4}), "y"], toolkit, on_result=lambda _: 8)
