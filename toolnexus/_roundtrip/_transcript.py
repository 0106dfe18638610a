"""`Transcript`: all that went back and forth in a round trip, to be kept, read and replayed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from toolnexus._repr import Displayed
from toolnexus._roundtrip._steps import AssistantStep, CallStep, EndStep, Step, step_from_dict
from toolnexus._types import JsonObject
from toolnexus.errors import MessageFormatError

_VERSION = 1


@dataclass(frozen=True, repr=False)
class Transcript(Displayed):
    """What went back and forth, message by message and step by step.

    Args:
        messages: The history, valid for a next request.
        steps: What happened, in order.
        tools: The `tools` array of the requests.
        options: The other keys of the requests, such as `tool_choice`.
        model: The model's name.
        is_simulated: Whether no language model was asked.

    Example:
        >>> import asyncio
        >>> from toolnexus import ScriptedModel, define_tool, round_trip
        >>> ping = define_tool(lambda: "pong", name="ping")
        >>> model = ScriptedModel([("ping", {}), "It answered."])
        >>> asyncio.run(round_trip("Is it there?", [ping], model))
        Transcript(answer: 'It answered.', 1 call)
    """

    messages: Sequence[JsonObject]
    steps: Sequence[Step]
    tools: Sequence[JsonObject] = ()
    options: JsonObject = field(default_factory=dict)
    model: str = ""
    is_simulated: bool = False

    @property
    def calls(self) -> list[CallStep]:
        """The tool calls, in order."""
        return [step for step in self.steps if isinstance(step, CallStep)]

    @property
    def answers(self) -> list[AssistantStep]:
        """The model's messages, in order."""
        return [step for step in self.steps if isinstance(step, AssistantStep)]

    @property
    def end(self) -> EndStep | None:
        """How it ended; None as long as it hasn't."""
        last = self.steps[-1] if self.steps else None
        return last if isinstance(last, EndStep) else None

    @property
    def answer(self) -> str:
        """The model's last words; empty if it ended without an answer."""
        end = self.end
        return end.text if end is not None and end.reason == "answer" else ""

    @property
    def usage(self) -> JsonObject:
        """The tokens of all requests together, as far as the server counted them."""
        total: JsonObject = {}
        for step in self.answers:
            for key, count in (step.usage or {}).items():
                if isinstance(count, int) and not isinstance(count, bool):
                    total[key] = total.get(key, 0) + count
        return total

    def __repr__(self) -> str:
        """Show how it ended and how many calls there were."""
        count = len(self.calls)
        calls = f"{count} call{'' if count == 1 else 's'}"
        end = self.end
        if end is None:
            return f"Transcript(not ended, {calls})"
        text = end.text if len(end.text) <= 60 else f"{end.text[:60]}…"
        return f"Transcript({end.reason}: {text!r}, {calls})"

    def to_json(self, *, indent: int | None = None) -> str:
        """Write everything but the Python values as JSON.

        Args:
            indent: Spaces for each level; None for one line.
        """
        written = {
            "version": _VERSION,
            "model": self.model,
            "is_simulated": self.is_simulated,
            "options": self.options,
            "tools": list(self.tools),
            "messages": list(self.messages),
            "steps": [step.to_dict() for step in self.steps],
        }
        return json.dumps(written, ensure_ascii=False, indent=indent)

    @classmethod
    def from_json(cls, text: str) -> Transcript:
        """Read what `to_json` wrote.

        Raises:
            MessageFormatError: It is not a transcript, or one of a later version.
        """
        try:
            written: Any = json.loads(text)
            if not isinstance(written, dict):
                msg = f"a transcript is a JSON object, got {type(written).__name__}"
                raise MessageFormatError(msg)
            if written.get("version") != _VERSION:
                msg = (
                    f"this toolnexus reads transcripts of version {_VERSION}, got version "
                    f"{written.get('version')!r}"
                )
                raise MessageFormatError(msg)
            return cls(
                messages=tuple(written["messages"]),
                steps=tuple(step_from_dict(step) for step in written["steps"]),
                tools=tuple(written["tools"]),
                options=written["options"],
                model=written["model"],
                is_simulated=written["is_simulated"],
            )
        except (ValueError, KeyError, TypeError) as exc:
            if isinstance(exc, MessageFormatError):
                raise
            msg = f"this is not a transcript as to_json writes it: {exc}"
            raise MessageFormatError(msg) from exc
