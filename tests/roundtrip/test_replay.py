"""What has changed since a round trip was recorded."""

import json

import pytest

from toolnexus import (
    ScriptedModel,
    ToolContext,
    Toolkit,
    Transcript,
    define_tool,
    replay,
    round_trip,
)


async def recorded(script, tools, **options):
    return await round_trip("hello", tools, ScriptedModel(script), **options)


def verdicts(report):
    return [call.verdict for call in report.calls]


def weather_tool(fn):
    return define_tool(fn, name="get_weather")


async def test_same_tools_do_the_same(toolkit):
    calls = [
        ("add", {"a": 1, "b": 2}),
        ("add", {"a": "one"}),
        ("add", "{"),
        ("nope", {}),
        ("book", {"seats": 5}),
        ("boom", {}),
    ]
    report = await replay(await recorded([calls, "done"], toolkit), toolkit)
    assert verdicts(report) == ["same"] * 6
    assert report.ok
    assert report.changes == []
    assert repr(report) == "Replay(ok: 6 calls, 6 same)"


async def test_each_kind_of_change_is_told(toolkit):
    calls = [
        ("get_weather", {"city": "Goa"}),
        ("get_weather", {"city": "Goa", "days": 9}),
        ("boom", {}),
        ("add", {"a": 1, "b": 2}),
    ]
    transcript = await recorded([calls, "done"], toolkit)

    def get_weather(city: str, days: bool = True) -> str:
        """Current weather."""
        return f"cloudy in {city}"

    report = await replay(transcript, [define_tool(get_weather), toolkit["add"]])
    assert verdicts(report) == ["changed", "now refused", "unknown", "same"]
    assert not report.ok
    changed, refused, unknown = report.changes
    assert changed.diff.splitlines() == [
        *("--- before", "+++ now", "@@ -1 +1 @@"),
        *("-sunny in Goa for 1", "+cloudy in Goa"),
    ]
    assert "days: expected true or false" in refused.now.output
    assert "There is no tool called 'boom'" in unknown.diff
    assert repr(report) == (
        "Replay(not ok: 4 calls, 1 same, 1 changed, 1 now refused, 1 unknown; "
        "'get_weather' changed; 'get_weather' now refused; 'boom' unknown)"
    )


async def test_call_that_is_accepted_today_has_changed(toolkit):
    transcript = await recorded([("get_weather", {"town": "Goa"}), "done"], toolkit)
    report = await replay(transcript, [weather_tool(lambda town: f"sunny in {town}")])
    assert verdicts(report) == ["changed"]


async def test_calls_that_were_not_approved_are_not_run(toolkit):
    ran = []
    transcript = await recorded([("add", {"a": 1, "b": 2}), "x"], toolkit, approve=lambda *_: 0)
    tool = define_tool(lambda a, b: ran.append((a, b)), name="add")
    report = await replay(transcript, [tool])
    assert verdicts(report) == ["not run"]
    assert (report.ok, ran, report.calls[0].now) == (True, [], None)


async def test_approved_arguments_are_replayed(toolkit):
    transcript = await recorded(
        [("add", {"a": 1, "b": 2}), "x"], toolkit, approve=lambda *_: {"a": 5, "b": 5}
    )
    report = await replay(Transcript.from_json(transcript.to_json()), toolkit)
    assert (verdicts(report), report.calls[0].now.output) == (["same"], "10")


async def test_cut_off_call_is_the_same(toolkit):
    function = {"name": "add", "arguments": '{"a": 1'}
    message = {"role": "assistant", "tool_calls": [{"id": "c", "function": function}]}
    completion = {"choices": [{"message": message, "finish_reason": "length"}]}
    assert (await replay(await recorded([completion, "x"], toolkit), toolkit)).ok


async def test_diff_of_json_points_at_the_value():
    before = weather_tool(lambda: {"city": "Goa", "days": [1, 2, 3], "note": "x"})
    now = weather_tool(lambda: {"city": "Goa", "days": [1, 2, 4], "note": "x"})
    transcript = await recorded([("get_weather", {}), "done"], [before])
    (change,) = (await replay(transcript, [now])).changes
    lines = [line for line in change.diff.splitlines()[2:] if line[0] in "+-"]
    assert lines == ["-    3", "+    4"]


@pytest.mark.parametrize(
    ("before", "now", "diff"),
    [
        ('{"a": 1}', '{"a":1}', "the same values, but written differently"),
        ("a\r\nb", "a\nb", "the same values, but written differently"),
        ("x\x1b[2J", "y\u202e", "--- before\n+++ now\n@@ -1 +1 @@\n-x\\x1b[2J\n+y\\u202e"),
        ("[" * 5000, "", "--- before"),
    ],
    ids=["spaces", "line_breaks", "invisible", "deep"],
)
async def test_diff_is_never_empty_nor_harmful(before, now, diff):
    transcript = await recorded([("get_weather", {}), "done"], [weather_tool(lambda: before)])
    (change,) = (await replay(transcript, [weather_tool(lambda: now)])).changes
    assert change.diff.startswith(diff)


async def test_output_that_is_an_error_now_has_changed():
    def fail() -> str:
        """Fail."""
        raise OddError

    class OddError(Exception):
        pass

    transcript = await recorded([("get_weather", {}), "done"], [weather_tool(fail)])
    told = transcript.calls[0].result.output
    (change,) = (await replay(transcript, [weather_tool(lambda: told)])).changes
    assert change.diff == "the same text, but no error instead of an error"


async def test_long_outputs_are_compared_in_time():
    def lines(step: int) -> str:
        return "\n".join(f"line {n * step}" for n in range(100_000))

    transcript = await recorded([("get_weather", {}), "done"], [weather_tool(lambda: lines(1))])
    (change,) = (await replay(transcript, [weather_tool(lambda: lines(7))])).changes
    assert len(change.diff) < 200_000


async def test_report_is_plain_json(toolkit, hostile):
    echo = define_tool(lambda text: text, name="echo")
    transcript = await recorded([("echo", {"text": hostile}), "done"], [echo])
    other = define_tool(lambda text: f"{text} and more", name="echo")
    written = (await replay(transcript, [other])).to_json(indent=2)
    written.encode()
    (call,) = json.loads(written)["calls"]
    # Half a character is refused, today as it was.
    assert call["verdict"] == ("same" if "\ud83d" in hostile else "changed")
    assert call["arguments"] == {"text": hostile}
    assert call["now"]["output"]


async def test_context_is_handed_on(toolkit):
    transcript = await recorded([("add", {"a": 1, "b": 2}), "done"], toolkit)
    ctx = ToolContext()
    ctx.cancel()
    report = await replay(transcript, toolkit, ctx=ctx)
    assert "cancelled" in report.changes[0].now.output


async def test_nothing_to_replay_is_fine():
    report = await replay(await recorded(["done"], []), Toolkit())
    assert (report.ok, repr(report)) == (True, "Replay(ok: no calls)")
