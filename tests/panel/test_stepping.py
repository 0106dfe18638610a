"""A round trip that stops at each call and each tool message."""

import asyncio

import pytest

from toolnexus import ScriptedModel, define_tool, round_trip
from toolnexus.panel._stepping import Stepping


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


class Player:
    """Plays a script step by step."""

    def __init__(self, *calls):
        self.changes = 0
        self.stepping = Stepping(self.changed)
        self.model = ScriptedModel([list(calls), "done"])
        self.trip = asyncio.ensure_future(
            round_trip(
                "hello",
                [define_tool(add)],
                self.model,
                on_call=self.stepping.on_call,
                on_result=self.stepping.on_result,
            )
        )

    def changed(self):
        self.changes += 1

    async def stop(self):
        stop = await self.stepping.stopped()
        return stop.kind, stop.text

    async def end(self):
        transcript = await self.trip
        return [message["content"] for message in transcript.messages if "tool" in str(message)]


CALL = ("add", {"a": 1, "b": 2})
BROKEN = ("add", '{"a": 1')


async def test_it_stops_before_the_call_and_before_the_message():
    player = Player(CALL)
    assert await player.stop() == ("call", '{"a": 1, "b": 2}')
    assert player.stepping.stop.call.name == "add"
    player.stepping.go_on()
    assert await player.stop() == ("result", "3")
    player.stepping.go_on()
    transcript = await player.trip
    assert transcript.answer == "done"
    assert player.stepping.stop is None
    assert player.changes == 4


async def test_arguments_are_changed_also_broken_ones():
    player = Player(BROKEN)
    assert await player.stop() == ("call", '{"a": 1')
    player.stepping.go_on({"a": 20, "b": 22})
    assert await player.stop() == ("result", "42")
    player.stepping.tell("43")
    await player.trip
    assert player.model.requests[1]["messages"][2]["content"] == "43"


async def test_refused_call_is_told():
    player = Player(CALL)
    await player.stop()
    player.stepping.refuse("not today")
    kind, text = await player.stop()
    assert kind == "result"
    assert "The call was not approved: not today" in text
    player.stepping.go_on()
    assert [step.status for step in (await player.trip).calls] == ["not approved"]


async def test_played_on_it_stops_no_more():
    player = Player(CALL, CALL, BROKEN)
    await player.stop()
    player.stepping.play_on()
    transcript = await player.trip
    assert [step.status for step in transcript.calls] == ["executed", "executed", "refused"]


async def test_same_text_told_again_is_no_change():
    player = Player(CALL)
    await player.stop()
    player.stepping.go_on()
    await player.stop()
    player.stepping.tell("3")
    (step,) = (await player.trip).calls
    assert step.message["content"] == step.result.output


async def test_second_click_decides_nothing():
    player = Player(CALL)
    await player.stop()
    player.stepping.go_on()
    player.stepping.go_on({"a": 5, "b": 5})
    assert await player.stop() == ("result", "3")
    player.stepping.refuse("too late")
    player.stepping.go_on()
    assert (await player.trip).calls[0].status == "executed"


async def test_cancelled_while_it_stands_still():
    player = Player(CALL)
    await player.stop()
    player.trip.cancel()
    with pytest.raises(asyncio.CancelledError):
        await player.trip
    assert player.stepping.stop is None
    player.stepping.go_on()
