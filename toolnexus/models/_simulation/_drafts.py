"""What a simulated model is about to send: rightly, or with a mistake in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from toolnexus._types import JsonObject
from toolnexus.models._completions import assistant_message, call_entry
from toolnexus.models._simulation._choosing import Offered


@dataclass(frozen=True, eq=False)
class Wanted:
    """One call as it is meant: a tool and arguments that fit it."""

    tool: Offered
    arguments: JsonObject

    @property
    def text(self) -> str:
        """The JSON text of the arguments."""
        return json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True, eq=False)
class Draft:
    """An assistant message with calls before it is written.

    Args:
        wanted: The calls, at least one.
        tools: All tools of the request.
        number: The number that ids are made of.
        seed: For whatever has to be made up.
        streamed: Whether the request asks for a stream.
    """

    wanted: Sequence[Wanted]
    tools: Sequence[Offered]
    number: int
    seed: int = 0
    streamed: bool = False

    @property
    def first(self) -> Wanted:
        """The call that a mistake is made in."""
        return self.wanted[0]

    def entry(self, wanted: Wanted, place: int = 1) -> JsonObject:
        """Write one entry of `tool_calls`, as it ought to be."""
        return call_entry(f"call_{self.number}_{place}", wanted.tool.name, wanted.text)


@dataclass(frozen=True)
class Reply:
    """An assistant message as it is sent.

    Args:
        message: The message.
        finish_reason: What the server says of the end; None for what is usual.
        told_by: Words any of which, in an error text, tell the model what was wrong.
        but_not: What the model wrote itself, so that its repetition tells nothing.
        style: In what way it is streamed; empty for the usual one.
        right: The calls that were meant, if they are others than those of the draft.
    """

    message: JsonObject = field(default_factory=dict)
    finish_reason: str | None = None
    told_by: tuple[str, ...] = ()
    but_not: str = ""
    style: str = ""
    right: tuple[Wanted, ...] = ()


def right_reply(draft: Draft) -> Reply:
    """Write the message without any mistake."""
    entries = [draft.entry(wanted, place) for place, wanted in enumerate(draft.wanted, 1)]
    return Reply(assistant_message(None, entries))
