"""The steps of a round trip, as plain values that can be written as JSON.

They are read again in `_transcript_json.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from toolnexus._arguments import parse_arguments
from toolnexus._problems import ArgumentsRefused
from toolnexus._types import JsonObject, ToolCall, ToolResult

CallStatus: TypeAlias = Literal["executed", "failed", "refused", "unknown", "not approved"]
"""What became of a call.

executed: the function ran and returned. failed: it was entered, and raised, was cancelled or
ran out of time. refused: its arguments don't fit, so it was not entered. unknown: there is no
such tool. not approved: whoever was asked said no.
"""
EndReason: TypeAlias = Literal[
    "answer", "max_turns", "empty", "refusal", "content_filter", "length", "error", "cancelled"
]
"""Why a round trip ended.

answer: the model answered in words. max_turns: it had its turns and still wanted to call.
empty: it sent neither words nor calls. refusal, content_filter: it declined, or its server cut
it off. length: its words were cut off at the token limit. error: it could not be asked.
cancelled: the context was cancelled.
"""


@dataclass(frozen=True)
class AssistantStep:
    """The model was asked, and answered.

    Args:
        turn: The number of the request, from 1.
        sent: How many messages the request had.
        received: The message as the model sent it.
        message: The message as it went into the history; see `message_from_openai`.
        calls: The tool calls in it, as the model wrote them.
        notes: What is odd about the message, in words.
        finish_reason: What the server said of the end.
        usage: The tokens as the server counted them; empty if it didn't.
        seconds: How long it took.
    """

    kind: ClassVar[str] = "assistant"
    turn: int
    sent: int
    received: JsonObject
    message: JsonObject
    calls: tuple[ToolCall, ...] = ()
    notes: tuple[str, ...] = ()
    finish_reason: str | None = None
    usage: JsonObject | None = None
    seconds: float = 0.0

    def to_dict(self) -> JsonObject:
        """Write the step as plain JSON."""
        written = {"kind": self.kind, **vars(self)}
        return {**written, "calls": [vars(c) for c in self.calls], "notes": list(self.notes)}


@dataclass(frozen=True)
class CallStep:
    """One tool call was answered.

    Args:
        turn: The number of the request whose answer asked for it.
        call: What the model asked for.
        arguments: What the function was to get: the arguments as parsed, or those that whoever
            approved the call put in their place; None if they can't be read.
        status: What became of it.
        result: What came of it.
        message: The tool message that went into the history.
        seconds: How long it took.
    """

    kind: ClassVar[str] = "call"
    turn: int
    call: ToolCall
    arguments: JsonObject | None
    status: CallStatus
    result: ToolResult
    message: JsonObject
    seconds: float = 0.0

    @property
    def sent(self) -> str | JsonObject:
        """What the tool was given: the text as the model wrote it, or what replaced it."""
        try:
            written = parse_arguments(self.call.arguments)[0]
        except ArgumentsRefused:
            written = None
        if self.arguments is None or self.arguments == written:
            return self.call.arguments
        return self.arguments

    def to_dict(self) -> JsonObject:
        """Write the step as plain JSON, without the Python value."""
        result = {
            "output": self.result.output,
            "is_error": self.result.is_error,
            "metadata": self.result.metadata,
        }
        return {"kind": self.kind, **vars(self), "call": vars(self.call), "result": result}


@dataclass(frozen=True)
class EndStep:
    """The round trip is over.

    Args:
        turn: How many times the model was asked.
        reason: Why it ended.
        text: The model's answer, or what ended it, in words.
    """

    kind: ClassVar[str] = "end"
    turn: int
    reason: EndReason
    text: str

    def to_dict(self) -> JsonObject:
        """Write the step as plain JSON."""
        return {"kind": self.kind, **vars(self)}


Step: TypeAlias = AssistantStep | CallStep | EndStep
