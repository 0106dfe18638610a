"""`Transcript`: all that went back and forth in a round trip, to be kept, read and replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from toolnexus._repr import Displayed
from toolnexus._roundtrip._export import cases_of, curl_of, markdown_of, script_of
from toolnexus._roundtrip._requests import is_forced, request_body
from toolnexus._roundtrip._steps import AssistantStep, CallStep, EndStep, Step
from toolnexus._roundtrip._transcript_json import Written, read_transcript, transcript_text
from toolnexus._types import JsonObject


@dataclass(frozen=True, repr=False)
class Transcript(Displayed):
    """What went back and forth, message by message and step by step.

    Args:
        messages: The history, valid for a next request once the round trip has ended.
        steps: What happened, in order.
        tools: The `tools` array of the requests; of the last one, if tools were added.
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

    @property
    def opening(self) -> Sequence[JsonObject]:
        """The messages of the first request: what was said before the model was asked."""
        first = self.answers[0].sent if self.answers else len(self.messages)
        return self.messages[:first]

    def request(self, turn: int = 1) -> JsonObject:
        """Write the body of a request as it was sent.

        Args:
            turn: The number of the request, from 1.

        Returns:
            A chat completion's request, a copy of its own.

        Raises:
            ValueError: There was no such request.
        """
        sent = [step.sent for step in self.answers]
        if self.end is not None and self.end.turn > len(sent):
            sent.append(len(self.messages))  # the request that the round trip failed at
        if not 1 <= turn <= len(sent):
            were = "was 1 request" if len(sent) == 1 else f"were {len(sent)} requests"
            msg = f"there {were}, counted from 1; got turn={turn!r}"
            raise ValueError(msg)
        messages = self.messages[: sent[turn - 1]]
        return request_body(self.model, messages, self.tools, self.options, turn)

    def to_json(self, *, indent: int | None = None) -> str:
        """Write everything but the Python values as JSON.

        Args:
            indent: Spaces for each level; None for one line.
        """
        return transcript_text(self._written(), indent)

    @classmethod
    def from_json(cls, text: str) -> Transcript:
        """Read what `to_json` wrote.

        Raises:
            MessageFormatError: It is not a transcript, or one of another version.
        """
        return cls(*read_transcript(text))

    def _written(self) -> Written:
        return Written(
            tuple(self.messages),
            tuple(self.steps),
            tuple(self.tools),
            self.options,
            self.model,
            self.is_simulated,
        )

    # --- exports ------------------------------------------------------------------------------

    def to_markdown(self) -> str:
        """Write it as a Markdown document, to be read without a kernel.

        Returns:
            Who said what, each call with its arguments and what came of it, and how it ended.
            Nothing that a person, a model or a tool wrote becomes markup.
        """
        return markdown_of(
            self.opening,
            self.steps,
            model=self.model,
            is_simulated=self.is_simulated,
            usage=self.usage,
        )

    def to_python(self) -> str:
        """Write a script that repeats the round trip with the `openai` package.

        Returns:
            A Python program: the same tools, messages and options, asked of the endpoint that
            its environment names (`OPENAI_API_KEY`, `OPENAI_BASE_URL`). Tool calls are
            answered with what the tools said in this round trip, until you put your own tools
            in the place that is marked.
        """
        return script_of(
            self.opening,
            self.calls,
            tools=self.tools,
            options=self.options,
            model=self.model,
            is_simulated=self.is_simulated,
            is_forced=is_forced(self.options.get("tool_choice")),
        )

    def to_pytest(self, imports: str = "from my_tools import toolkit") -> str:
        """Write a test that executes the same calls and expects the same outputs.

        Args:
            imports: The line that imports `toolkit`: a `Toolkit`, or a list of tools.

        Returns:
            A file for pytest. It uses no network; calls that nobody approved and calls that
            were given up for their time are left out.
        """
        return cases_of(self.calls, imports)

    def to_curl(self, turn: int = 1) -> str:
        """Write a request as a command for a shell.

        Args:
            turn: The number of the request, from 1.

        Returns:
            A call of curl that takes endpoint and key from the environment, as the `openai`
            package does.

        Raises:
            ValueError: There was no such request.
        """
        return curl_of(self.request(turn))
