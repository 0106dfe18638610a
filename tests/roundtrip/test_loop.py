"""The loop: what is sent, what is executed, how it ends. The model is a script."""

import asyncio
import threading

import pytest

from toolnexus import (
    MessageFormatError,
    ModelError,
    ScriptedModel,
    Tool,
    ToolCall,
    ToolContext,
    Toolkit,
    UnknownToolError,
    define_tool,
    round_trip,
    stream_round_trip,
)
from toolnexus.models import check_history


def statuses(transcript):
    return [step.status for step in transcript.calls]


def outputs(transcript):
    return [step.result.output for step in transcript.calls]


async def play(script, tools, prompt="hello", **options):
    return await round_trip(prompt, tools, ScriptedModel(script), **options)


def completion(message, finish_reason="stop", **more):
    choice = {"index": 0, "message": {"role": "assistant", **message}}
    return {"choices": [{**choice, "finish_reason": finish_reason}], **more}


def entry(call_id, name, arguments):
    return {
        "id": call_id,
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }


# --- one round trip --------------------------------------------------------------------------


async def test_call_is_executed_and_the_answer_ends_it(toolkit):
    model = ScriptedModel([("add", {"a": 17, "b": 25}), "It is 42."])
    transcript = await round_trip("17 + 25?", toolkit, model)
    assert (transcript.answer, outputs(transcript)) == ("It is 42.", ["42"])
    assert [step.kind for step in transcript.steps] == ["assistant", "call", "assistant", "end"]
    assert [message["role"] for message in transcript.messages] == [
        *("user", "assistant", "tool", "assistant"),
    ]
    assert (transcript.model, transcript.is_simulated) == ("scripted", True)
    assert repr(transcript) == "Transcript(answer: 'It is 42.', 1 call)"


async def test_second_request_carries_the_call_and_its_tool_message(toolkit):
    model = ScriptedModel([("add", {"a": 1, "b": 2}), "3"])
    await round_trip("1 + 2?", toolkit, model, system="Be brief.")
    first, second = (request["messages"] for request in model.requests)
    assert first == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "1 + 2?"},
    ]
    assert second[2]["tool_calls"][0]["function"] == {
        "name": "add",
        "arguments": '{"a": 1, "b": 2}',
    }
    assert second[3] == {"role": "tool", "tool_call_id": "call_1_1", "content": "3"}


async def test_steps_tell_what_went_in_and_out(toolkit):
    transcript = await play([("get_weather", '{"city": "Goa"}'), "sunny"], toolkit)
    asked, call, last, end = transcript.steps
    assert (asked.turn, asked.sent, asked.finish_reason) == (1, 1, "tool_calls")
    assert asked.calls == (ToolCall("call_1_1", "get_weather", '{"city": "Goa"}'),)
    assert (call.turn, call.arguments, call.status) == (1, {"city": "Goa"}, "executed")
    assert call.sent == '{"city": "Goa"}'
    assert call.result.value == "sunny in Goa for 1"
    assert call.message == transcript.messages[2]
    assert 0 <= call.seconds < 5
    assert (last.turn, last.sent) == (2, 3)
    assert (end.turn, end.reason, end.text) == (2, "answer", "sunny")


async def test_every_kind_of_mistake_is_told_to_the_model(toolkit):
    calls = [
        ("add", '{"a": 1'),
        ("add", {"a": "one", "b": 2}),
        ("addd", {"a": 1, "b": 2}),
        ("book", {"seats": 5}),
        ("boom", {}),
        ("add", "[1, 2]"),
    ]
    transcript = await play([calls, "sorry"], toolkit)
    assert statuses(transcript) == [
        *("refused", "refused", "unknown", "failed", "failed", "refused"),
    ]
    told = outputs(transcript)
    assert "not valid JSON" in told[0]
    assert "a: expected an integer" in told[1]
    assert "Did you mean add?" in told[2]
    assert told[3] == "Only 2 seats are left. Ask for 1 or 2."
    assert "ValueError: out of the question" in told[4]
    assert transcript.answer == "sorry"
    assert transcript.calls[0].arguments is None
    check_history(transcript.messages)


async def test_messages_can_be_the_prompt_and_are_left_alone(toolkit):
    before = [{"role": "system", "content": "x"}, {"role": "user", "content": ["y"]}]
    transcript = await play(["fine"], toolkit, prompt=tuple(before))
    transcript.messages[1]["content"].append("changed")
    assert before[1]["content"] == ["y"]
    assert transcript.opening == transcript.messages[:2]


async def test_history_of_one_round_trip_starts_the_next(toolkit):
    first = await play([("add", {"a": 1, "b": 2}), "3"], toolkit)
    again = [*first.messages, {"role": "user", "content": "And twice that?"}]
    model = ScriptedModel(["6"])
    second = await round_trip(again, toolkit, model)
    assert model.requests[0]["messages"] == again
    assert second.answer == "6"


@pytest.mark.parametrize("prompt", [[], [3], 3, None, {"role": "user"}], ids=repr)
async def test_prompt_that_is_none_is_refused(prompt, toolkit):
    with pytest.raises(MessageFormatError, match="starts with what the user says"):
        await play(["x"], toolkit, prompt=prompt)


async def test_model_may_change_its_request(toolkit):
    async def rude(request):
        request["messages"][0]["content"] = "changed"
        request["messages"].clear()
        request["tools"][0]["function"]["parameters"].clear()
        request["stop"].append("x")
        return completion({"content": "fine"})

    transcript = await round_trip("hello", toolkit, rude, stop=["."])
    assert transcript.messages[0]["content"] == "hello"
    assert transcript.tools[0]["function"]["parameters"]["required"] == ["a", "b"]
    assert transcript.options == {"stop": ["."]}
    assert transcript.model == "model"
    assert not transcript.is_simulated


async def test_tool_that_a_tool_adds_can_be_called():
    toolkit = Toolkit()

    def find() -> str:
        """Find more tools."""
        toolkit.register(define_tool(lambda: "pong", name="ping"))
        return "there is ping now"

    toolkit.register(define_tool(find))
    model = ScriptedModel([("find", {}), ("ping", {}), "pong"])
    transcript = await round_trip("hello", toolkit, model)
    assert statuses(transcript) == ["executed", "executed"]
    assert [len(request["tools"]) for request in model.requests] == [1, 2, 2]
    assert len(transcript.tools) == 2


# --- ends ------------------------------------------------------------------------------------


ENDS = [
    ("a text", "answer", "a text"),
    ({"content": None}, "empty", "neither text nor a tool call"),
    ({"content": "  \n"}, "empty", "neither text nor a tool call"),
    ({"content": []}, "empty", "neither text nor a tool call"),
    ({"content": [{"type": "text", "text": "in parts"}]}, "answer", "in parts"),
    ({"content": None, "refusal": "I can't."}, "refusal", "I can't."),
    (completion({"content": "cut o"}, "length"), "length", "cut o"),
    (completion({"content": None}, "content_filter"), "content_filter", "content filter"),
    (completion({"content": "part"}, "content_filter"), "content_filter", "part"),
    (completion({"content": None}, "tool_calls"), "empty", "neither text"),
    (completion({"content": "fine"}, None), "answer", "fine"),
    (completion({"content": "fine"}, 5), "answer", "fine"),
    (completion({"content": "fine"}, usage=[1]), "answer", "fine"),
    (ModelError("no such host"), "error", "no such host"),
    (ModelError("refused", '{"name": '), "error", 'The model had written: {"name": '),
    ({"error": {"message": "quota"}, "choices": []}, "error", "quota"),
]


@pytest.mark.parametrize(("line", "reason", "text"), ENDS, ids=range(len(ENDS)))
async def test_end_has_its_reason(line, reason, text, toolkit):
    transcript = await play([line], toolkit)
    assert transcript.end.reason == reason
    assert text in transcript.end.text
    assert transcript.answer == (text if reason == "answer" else "")
    assert repr(transcript).startswith(f"Transcript({reason}: ")


async def test_it_ends_when_the_model_has_had_its_turns(toolkit):
    model = ScriptedModel([("add", {"a": 1, "b": 2})] * 5)
    transcript = await round_trip("hello", toolkit, model, max_turns=3)
    assert transcript.end.reason == "max_turns"
    assert transcript.end.text == "the model still called tools after 3 turns"
    assert len(model.requests) == len(transcript.calls) == 3
    check_history(transcript.messages)


async def test_one_turn_can_be_enough(toolkit):
    assert (await play(["fine"], toolkit, max_turns=1)).answer == "fine"
    stuck = await play([("boom", {})], toolkit, max_turns=1)
    assert stuck.end.text == "the model still called tools after 1 turn"


@pytest.mark.parametrize("option", ["max_turns", "limit"])
async def test_numbers_below_one_are_refused(option, toolkit):
    with pytest.raises(ValueError, match=f"^{option} is"):
        await play(["x"], toolkit, **{option: 0})


async def test_error_of_a_later_request_keeps_what_was_before(toolkit):
    transcript = await play([("add", {"a": 1, "b": 2})], toolkit)
    assert (transcript.end.reason, transcript.end.turn) == ("error", 2)
    assert outputs(transcript) == ["3"]
    check_history(transcript.messages)


BROKEN = [
    {},
    {"choices": None},
    {"choices": []},
    {"choices": [{}]},
    {"choices": [{"message": "x"}]},
    {"choices": [{"message": {"role": "user", "content": "x"}}]},
    "text",
    None,
]


@pytest.mark.parametrize("answer", BROKEN, ids=range(len(BROKEN)))
async def test_answer_that_is_no_completion_is_the_developer_s_mistake(answer, toolkit):
    async def broken(request):
        return answer

    with pytest.raises(MessageFormatError):
        await round_trip("hello", toolkit, broken)


async def test_other_exceptions_of_a_model_pass_through(toolkit):
    with pytest.raises(ZeroDivisionError):
        await play([ZeroDivisionError()], toolkit)


async def test_calls_that_are_no_list_are_still_answered(toolkit):
    one = entry("c1", "add", '{"a": 1, "b": 2}')
    odd = [
        {"tool_calls": one},
        {"tool_calls": [5, None]},
        {"tool_calls": 5, "content": "fine"},
    ]
    assert outputs(await play([odd[0], "3"], toolkit)) == ["3"]
    assert statuses(await play([odd[1], "sorry"], toolkit)) == ["unknown", "unknown"]
    assert (await play([odd[2]], toolkit)).answer == "fine"


async def test_cut_off_call_is_told_to_be_shorter(toolkit):
    message = {"content": None, "tool_calls": [entry("c1", "add", '{"a": 1, "b"')]}
    transcript = await play([completion(message, "length"), "sorry"], toolkit)
    (step,) = transcript.calls
    assert step.status == "refused"
    assert step.message["content"].endswith("cut off at its limit: make it shorter.")
    assert step.message["content"].startswith(step.result.output)
    assert "cut off" not in step.result.output
    assert transcript.messages[2] == step.message


# --- options ---------------------------------------------------------------------------------


async def test_options_are_passed_on(toolkit):
    model = ScriptedModel([("boom", {}), "x"])
    transcript = await round_trip(
        *("hello", toolkit, model),
        temperature=0,
        parallel_tool_calls=False,
        seed=None,
        top_k=3,
    )
    for request in model.requests:
        assert request["temperature"] == 0
        assert request["parallel_tool_calls"] is False
        assert "seed" not in request
        assert request["model"] == "scripted"
    assert transcript.options == {"temperature": 0, "parallel_tool_calls": False, "top_k": 3}


NAMED = {"type": "function", "function": {"name": "add"}}
ALLOWED = {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [NAMED]}}
FORCED = {"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": [NAMED]}}


@pytest.mark.parametrize(
    ("choice", "first", "second"),
    [
        ("auto", "auto", "auto"),
        ("none", "none", "none"),
        ("required", "required", None),
        ("any", "any", None),
        ("add", NAMED, None),
        (NAMED, NAMED, None),
        (ALLOWED, ALLOWED, ALLOWED),
        (FORCED, FORCED, None),
    ],
    ids=["auto", "none", "required", "any", "name", "dict", "allowed", "allowed_required"],
)
async def test_forced_choice_holds_for_the_first_request(choice, first, second, toolkit):
    model = ScriptedModel([("boom", {}), "x"])
    await round_trip("hello", toolkit, model, tool_choice=choice)
    assert model.requests[0]["tool_choice"] == first
    assert model.requests[1].get("tool_choice") == second


async def test_choice_of_a_tool_that_is_not_there_is_refused(toolkit):
    with pytest.raises(UnknownToolError, match="Did you mean add"):
        await play(["x"], toolkit, tool_choice="addd")


async def test_messages_are_no_option(toolkit):
    with pytest.raises(TypeError, match="are its prompt"):
        await play(["x"], toolkit, messages=[])


async def test_without_tools_nothing_about_tools_is_sent():
    model = ScriptedModel(["fine"])
    await round_trip(
        "hello", [], model, tool_choice="auto", parallel_tool_calls=True, temperature=1
    )
    assert sorted(model.requests[0]) == ["messages", "model", "temperature"]


async def test_streamed_answers_are_put_together(toolkit):
    async def chunks(deltas):
        for delta in deltas:
            yield {"choices": [{"index": 0, "delta": delta}]}
        yield {"choices": [], "usage": {"total_tokens": 7}}

    lines = [
        [
            {"tool_calls": [{"index": 0, **entry("c1", "add", '{"a": 1,')}]},
            {"tool_calls": [{"index": 0, "function": {"arguments": ' "b": 2}'}}]},
        ],
        [{"content": "It "}, {"content": "is 3."}],
    ]

    async def model(request):
        assert request["stream"] is True
        return chunks(lines.pop(0))

    transcript = await round_trip("1 + 2?", toolkit, model, stream=True)
    assert (transcript.answer, outputs(transcript)) == ("It is 3.", ["3"])
    assert transcript.usage == {"total_tokens": 14}


async def test_usage_is_added_up(toolkit):
    lines = [
        completion(
            {"tool_calls": [entry("c", "boom", "{}")]},
            "tool_calls",
            usage={"prompt_tokens": 10, "total_tokens": 12, "details": {"x": 1}, "b": True},
        ),
        completion({"content": "x"}, usage={"prompt_tokens": 20, "total_tokens": 22}),
    ]
    assert (await play(lines, toolkit)).usage == {"prompt_tokens": 30, "total_tokens": 34}


# --- watching --------------------------------------------------------------------------------


async def test_steps_are_seen_as_they_happen(toolkit):
    script = [[("add", {"a": 1, "b": 2}), ("boom", {})], "done"]
    seen = []
    transcript = await play(script, toolkit, on_step=seen.append)
    assert tuple(seen) == transcript.steps
    trip = stream_round_trip("hello", toolkit, ScriptedModel(script))
    lengths = [len(trip.transcript.steps) async for step in trip]
    assert lengths == [1, 2, 3, 4, 5]
    assert trip.transcript.answer == "done"
    assert repr(trip) == "RoundTrip(Transcript(answer: 'done', 2 calls))"


async def test_on_step_can_be_async(toolkit):
    seen = []

    async def watch(step):
        await asyncio.sleep(0)
        seen.append(step.kind)

    await play(["done"], toolkit, on_step=watch)
    assert seen == ["assistant", "end"]


async def test_transcript_before_the_end_says_so(toolkit):
    trip = stream_round_trip("hello", toolkit, ScriptedModel(["done"]))
    assert repr(trip.transcript) == "Transcript(not ended, 0 calls)"
    assert trip.transcript.end is None
    assert trip.transcript.answer == ""


async def test_round_trip_is_played_once(toolkit):
    trip = stream_round_trip("hello", toolkit, ScriptedModel(["done", "again"]))
    assert len([step async for step in trip]) == 2
    with pytest.raises(RuntimeError, match="played once"):
        await anext(aiter(trip))


# --- approval --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "status", "told"),
    [
        (True, "executed", "3"),
        (False, "not approved", "add was not run: the call was not approved."),
        (None, "not approved", "add was not run: the call was not approved."),
        ("  ", "not approved", "add was not run: the call was not approved."),
        (
            "Too big.",
            "not approved",
            "add was not run. The call was not approved: Too big.",
        ),
        ({"a": 5, "b": 5}, "executed", "10"),
        ({"a": 5}, "refused", "add was not run. b: required, but missing; expected"),
    ],
    ids=["yes", "no", "nothing", "blank", "reason", "other", "other_but_wrong"],
)
@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
async def test_approval_decides(answer, status, told, is_async, toolkit):
    asked = []

    def approve(call, arguments):
        asked.append((call.name, arguments))
        return answer

    async def approve_async(call, arguments):
        await asyncio.sleep(0)
        return approve(call, arguments)

    script = [("add", {"a": 1, "b": 2}), "done"]
    given = approve_async if is_async else approve
    (step,) = (await play(script, toolkit, approve=given)).calls
    assert asked == [("add", {"a": 1, "b": 2})]
    assert step.status == status
    assert step.message["content"].startswith(told)
    assert step.sent == (answer if isinstance(answer, dict) else '{"a": 1, "b": 2}')


async def test_empty_arguments_can_take_the_place_of_others(toolkit):
    (step,) = (await play([("boom", '{"x": 1}'), "y"], toolkit, approve=lambda *_: {})).calls
    assert step.status == "refused"  # it was never asked: x is unknown
    weather = [("get_weather", {"city": "Goa"}), "y"]
    (step,) = (await play(weather, toolkit, approve=lambda *_: {})).calls
    assert step.sent == {}


async def test_nobody_is_asked_about_what_can_not_run(toolkit):
    def approve(call, arguments):
        pytest.fail("asked")

    calls = [("nope", {}), ("add", "{"), ("add", {"a": 1})]
    transcript = await play([calls, "done"], toolkit, approve=approve)
    assert statuses(transcript) == ["unknown", "refused", "refused"]


async def test_exception_of_whoever_approves_passes_through(toolkit):
    def approve(call, arguments):
        raise PermissionError

    with pytest.raises(PermissionError):
        await play([("add", {"a": 1, "b": 2})], toolkit, approve=approve)


# --- at the same time ------------------------------------------------------------------------


def counting_tool():
    """A tool that waits until it is let go, and knows how many of it ran at once."""
    state = {"now": 0, "most": 0, "order": [], "cancelled": 0}
    release = asyncio.Event()

    async def wait(n: int) -> str:
        """Wait."""
        state["now"] += 1
        state["most"] = max(state["most"], state["now"])
        try:
            if n == 0:
                await release.wait()
            else:
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            state["cancelled"] += 1
            raise
        finally:
            state["now"] -= 1
        state["order"].append(n)
        if len(state["order"]) == 4:
            release.set()
        return f"waited {n}"

    return define_tool(wait), state, release


async def test_calls_of_one_message_run_together_and_are_answered_in_order():
    tool, state, _ = counting_tool()
    script = [[("wait", {"n": n}) for n in range(5)], "done"]
    transcript = await play(script, [tool])
    assert state["most"] == 5
    assert state["order"][-1] == 0  # the first ended last
    assert outputs(transcript) == [f"waited {n}" for n in range(5)]


@pytest.mark.parametrize("limit", [1, 2])
async def test_limit_holds(limit):
    tool, state, release = counting_tool()
    release.set()
    transcript = await play(
        [[("wait", {"n": n}) for n in range(6)], "done"], [tool], limit=limit
    )
    assert state["most"] == limit
    assert outputs(transcript) == [f"waited {n}" for n in range(6)]


async def test_waiting_for_its_turn_is_no_part_of_a_call_s_time():
    ran = []

    async def work(n: int) -> str:
        """Work."""
        started = asyncio.get_running_loop().time()
        for _ in range(50):
            await asyncio.sleep(0)
        ran.append(asyncio.get_running_loop().time() - started)
        return "done"

    script = [[("work", {"n": n}) for n in range(8)], "done"]
    calls = (await play(script, [define_tool(work)], limit=1)).calls
    # Were it counted, the last would have taken as long as all together.
    assert calls[-1].seconds < sum(call.seconds for call in calls) / 2


async def others_end():
    for _ in range(3):
        await asyncio.sleep(0)
    return [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]


async def test_cancelling_the_outer_task_leaves_nothing_running():
    tool, state, _ = counting_tool()
    script = [[("wait", {"n": 0})] * 3, "done"]
    task = asyncio.ensure_future(play(script, [tool]))
    while state["now"] < 3:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # At once, not only some time later.
    assert (state["now"], state["cancelled"]) == (0, 3)
    assert await others_end() == []


async def test_failing_observer_leaves_nothing_running():
    tool, state, _ = counting_tool()
    script = [[("wait", {"n": 1}), ("wait", {"n": 0})], "done"]

    def fail_at_the_call(step):
        if step.kind == "call":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await play(script, [tool], on_step=fail_at_the_call)
    assert (state["now"], state["cancelled"]) == (0, 1)
    assert await others_end() == []


# --- cancelling ------------------------------------------------------------------------------


async def test_cancelled_context_asks_nobody(toolkit):
    ctx, model = ToolContext(), ScriptedModel(["x"])
    ctx.cancel()
    transcript = await round_trip("hello", toolkit, model, ctx=ctx)
    assert (transcript.end.reason, transcript.end.turn) == ("cancelled", 0)
    assert model.requests == []


async def test_cancelling_while_tools_run_answers_each_call_and_ends_it():
    ctx, asked = ToolContext(), []

    async def cancel() -> str:
        """Cancel."""
        ctx.cancel()
        await asyncio.sleep(60)
        return "never"

    script = [[("cancel", {}), ("cancel", {})], "x"]
    transcript = await play(
        script,
        [define_tool(cancel)],
        ctx=ctx,
        limit=1,
        approve=lambda *a: asked.append(a) or True,
    )
    assert transcript.end.reason == "cancelled"
    assert statuses(transcript) == ["failed", "failed"]
    assert "cancelled before it started" in outputs(transcript)[1]
    check_history(transcript.messages)


async def test_nobody_is_asked_to_approve_once_it_is_cancelled(toolkit):
    ctx, asked = ToolContext(), []

    def approve(call, arguments):
        asked.append(call.name)
        ctx.cancel()
        return True

    calls = [("add", {"a": 1, "b": 2})] * 3
    transcript = await play([calls, "x"], toolkit, ctx=ctx, approve=approve)
    assert asked == ["add"]
    assert statuses(transcript) == ["failed"] * 3


@pytest.mark.parametrize("in_thread", [False, True], ids=["loop", "thread"])
async def test_cancelling_ends_the_wait_for_the_model(in_thread, toolkit):
    ctx, ended = ToolContext(), []

    async def slow(request):
        if in_thread:
            threading.Thread(target=ctx.cancel).start()
        else:
            asyncio.get_running_loop().call_soon(ctx.cancel)
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    transcript = await asyncio.wait_for(round_trip("hello", toolkit, slow, ctx=ctx), 10)
    assert transcript.end.reason == "cancelled"
    assert transcript.end.text == "it was cancelled while the model was asked"
    assert ended == [True]
    assert await others_end() == []


async def test_cancelling_the_task_while_the_model_is_asked_passes_through(toolkit):
    started = asyncio.Event()

    async def slow(request):
        started.set()
        await asyncio.sleep(60)

    task = asyncio.ensure_future(round_trip("hello", toolkit, slow, ctx=ToolContext()))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await others_end() == []


async def test_errors_of_a_model_come_through_a_context_as_well(toolkit):
    ctx = ToolContext()
    assert (await play([ModelError("no")], toolkit, ctx=ctx)).end.reason == "error"
    with pytest.raises(ZeroDivisionError):
        await play([ZeroDivisionError()], toolkit, ctx=ctx)


async def test_context_reaches_the_tools():
    def count(upto: int, ctx: ToolContext) -> int:
        """Count."""
        ctx.report_progress(upto, upto)
        return upto

    seen = []
    ctx = ToolContext(on_progress=lambda done, *_: seen.append(done))
    script = [("count", {"upto": 3}), "done"]
    transcript = await play(script, [define_tool(count)], ctx=ctx)
    assert (outputs(transcript), seen) == (["3"], [3])


async def test_tools_can_be_any_iterable():
    made: Tool = define_tool(lambda: "pong", name="ping")
    assert outputs(await play([("ping", {}), "x"], (tool for tool in [made]))) == ["pong"]
