"""`ScriptedModel`: the stand-in for tests of one's own loop."""

import pytest

from toolnexus import ScriptedModel, ToolCall, define_tool, round_trip
from toolnexus.errors import MessageFormatError, ModelError

REQUEST = {"model": "m", "messages": [{"role": "user", "content": "Is it there?"}]}


def message(completion):
    return completion["choices"][0]["message"]


def calls(completion):
    entries = message(completion)["tool_calls"]
    return [(e["id"], e["function"]["name"], e["function"]["arguments"]) for e in entries]


async def said(line):
    return await ScriptedModel([line])(dict(REQUEST))


async def test_a_text_is_an_answer():
    completion = await said("It is.")
    assert message(completion) == {"role": "assistant", "content": "It is.", "refusal": None}
    assert completion["choices"][0]["finish_reason"] == "stop"
    assert completion["model"] == "scripted"
    assert completion["object"] == "chat.completion"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("ping", {"host": "é"}), [("call_1_1", "ping", '{"host": "é"}')]),
        (("ping", '{"broken'), [("call_1_1", "ping", '{"broken')]),
        (ToolCall("own", "ping", "[]"), [("own", "ping", "[]")]),
        ([("a", {}), ToolCall("x", "b", "")], [("call_1_1", "a", "{}"), ("x", "b", "")]),
        (lambda r: ("ping", {"n": len(r["messages"])}), [("call_1_1", "ping", '{"n": 1}')]),
    ],
    ids=["tuple", "broken_text", "tool_call", "list", "function"],
)  # fmt: skip
async def test_calls_are_written_as_they_stand(line, expected):
    completion = await said(line)
    assert calls(completion) == expected
    assert completion["choices"][0]["finish_reason"] == "tool_calls"


async def test_a_message_and_a_completion_are_sent_as_they_are():
    assert message(await said({"content": "x", "odd": 1})) == {
        "role": "assistant", "content": "x", "odd": 1
    }  # fmt: skip
    whole = {"choices": [{"message": {"content": ""}, "finish_reason": "length"}]}
    assert await said(whole) == whole
    assert await said({"error": {"message": "busy"}}) == {"error": {"message": "busy"}}


async def test_what_is_sent_shares_nothing_with_the_script():
    line = {"content": "x", "tool_calls": []}
    model = ScriptedModel([line, line])
    message(await model(dict(REQUEST)))["tool_calls"].append("changed")
    assert message(await model(dict(REQUEST)))["tool_calls"] == []


async def test_an_exception_is_raised():
    with pytest.raises(ModelError, match="out of order"):
        await said(ModelError("out of order"))
    with pytest.raises(TimeoutError):
        await said(lambda _: TimeoutError())


async def test_ids_tell_the_requests_apart_and_usage_is_estimated():
    model = ScriptedModel([("ping", {}), "done"])
    first, second = await model(dict(REQUEST)), await model(dict(REQUEST))
    assert (first["id"], second["id"]) == ("chatcmpl-1", "chatcmpl-2")
    usage = first["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert usage["prompt_tokens"] > 0
    assert usage["completion_tokens"] > 0


async def test_requests_are_remembered_as_they_came():
    model = ScriptedModel(["done"])
    request = {"messages": [{"role": "user", "content": "hi"}]}
    await model(request)
    request["messages"].append("changed later")
    assert model.requests == [{"messages": [{"role": "user", "content": "hi"}]}]
    assert repr(model) == "ScriptedModel(1 of 1 lines said)"


async def test_a_history_that_a_provider_refuses_is_refused():
    call = {"id": "c", "function": {"name": "ping", "arguments": "{}"}}
    unanswered = [{"role": "assistant", "tool_calls": [call]}]
    with pytest.raises(MessageFormatError, match="are not answered"):
        await ScriptedModel(["x"])({"messages": unanswered})


async def test_the_end_of_the_script_is_an_error():
    model = ScriptedModel([])
    with pytest.raises(ModelError, match="the script has 0 lines, and this is request 1"):
        await model(dict(REQUEST))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (5, "the int 5"),
        (None, "NoneType None"),
        ([], r"the list \[\]"),
        ([["ping", {}]], "the list"),
        (("ping",), "the tuple"),
        (int, "the class 'int'"),
    ],
    ids=["int", "none", "no_calls", "list_of_lists", "tuple_of_one", "class"],
)
def test_what_is_no_line_is_refused_at_once(line, words):
    with pytest.raises(
        MessageFormatError, match=rf"line 1 of the script is .*{words}.*expected"
    ):
        ScriptedModel(["fine", line])


async def test_it_plays_a_round_trip():
    ping = define_tool(lambda: "pong", name="ping")
    model = ScriptedModel([("ping", {}), lambda r: r["messages"][-1]["content"] + "!"])
    transcript = await round_trip("Is it there?", [ping], model)
    assert transcript.answer == "pong!"
    assert transcript.is_simulated
    assert model.requests[1]["messages"][-1]["content"] == "pong"
