"""`SimulatedModel`: plays a model's part without a script, with its mistakes if asked to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass

from toolnexus._types import JsonObject
from toolnexus.models._chunks import chunks_of, stream
from toolnexus.models._completions import assistant_message, completion
from toolnexus.models._history import check_history
from toolnexus.models._simulation._choosing import (
    allowed,
    fitting_tools,
    offered_tools,
)
from toolnexus.models._simulation._conversation import (
    Conversation,
    Outcome,
    object_of,
    read_conversation,
)
from toolnexus.models._simulation._drafts import Reply, Wanted, right_reply
from toolnexus.models._simulation._faults import known_faults, made
from toolnexus.models._simulation._filling import arguments_for
from toolnexus.models._simulation._reactions import (
    is_failure,
    is_refusal,
    is_tools_own,
    names_one_of,
)
from toolnexus.models._simulation._turn import Turn

_MOST_REPEATS = 2


class SimulatedModel:
    """Plays a model that needs neither a key nor a script.

    It calls the tool that the prompt is about, with arguments that fit its schema and, where
    the prompt says enough, the prompt; and answers with what the tool said. No language model
    is asked: it compares words. Its name and its attribute `is_simulated` say so.

    - The tool is the one whose name, parameters and description have most words in common with
      the prompt; of equals, the first. Where several tools are offered and none has anything to
      do with the prompt, it says so in words and calls none, since tools may write and delete.
      A single tool is called whatever the prompt is. `tool_choice` has its usual meaning.
    - A prompt that lists names (`in Oslo and Lima`) or names several tools gives several calls:
      in one message, or one after the other if `parallel_tool_calls` is false.
    - After an error it does what a model would: if the text names what was wrong it corrects
      just that; if the text doesn't, it repeats itself, twice at most, and gives up. A tool
      that failed itself is not called again.
    - A request with `"stream": True` is answered in chunks.

    The same requests with the same seed give the same bytes, in every process.

    Args:
        seed: For all that the prompt doesn't tell.
        faults: Names out of `FAULTS`, or ids such as F03 for all of a kind. Each is made once,
            one after the other, in one message with tool calls each; then it makes no more
            mistakes. Those that can't be made on the tool are skipped, and so are those of
            streams if the request doesn't ask for one; see `skipped`. While faults are waiting,
            a tool is called whatever the prompt is.
        name: What it calls itself.

    Raises:
        ValueError: There is no fault of a name.

    Example:
        >>> import asyncio
        >>> from toolnexus import define_tool, round_trip
        >>> def get_weather(city: str, days: int = 1) -> str:
        ...     '''Current weather for a city.'''
        ...     return f"sunny in {city}"
        >>> model = SimulatedModel(faults=["missing_required"])
        >>> prompt = "What's the weather in Chennai for the next three days?"
        >>> transcript = asyncio.run(round_trip(prompt, [define_tool(get_weather)], model))
        >>> [step.call.arguments for step in transcript.calls]
        ['{"days": 3}', '{"city": "Chennai", "days": 3}']
        >>> transcript.answer
        'get_weather says: sunny in Chennai'
    """

    is_simulated = True

    def __init__(
        self, seed: int = 0, *, faults: Iterable[str] = (), name: str = "simulated"
    ) -> None:
        self.name = name
        self.skipped: dict[str, str] = {}
        """The faults that could not be made, each with the reason."""
        self._seed = seed
        self._waiting = known_faults(faults)
        self._mistakes: dict[str, _Mistake] = {}
        self._complaints: set[str] = set()

    async def __call__(self, request: JsonObject) -> JsonObject | AsyncIterator[JsonObject]:
        """Answer a request.

        Raises:
            MessageFormatError: The request's messages are none a provider would accept.
            ModelError: `tool_choice` asks for a tool that isn't offered, or it is time for the
                fault `tool_use_failed`.
        """
        messages = request.get("messages") or []
        check_history(messages)
        conversation = read_conversation(messages)
        reply = self._reply(request, conversation)
        answer = completion(
            reply.message,
            model=self.name,
            request=request,
            finish_reason=reply.finish_reason,
            number=conversation.number,
        )
        if not request.get("stream"):
            return answer
        options = request.get("stream_options") or {}
        usage = bool(options.get("include_usage"))
        return stream(chunks_of(answer, style=reply.style, include_usage=usage))

    def __repr__(self) -> str:
        """Show the seed and the faults that are still to be made."""
        faults = f", faults={self._waiting}" if self._waiting else ""
        return f"SimulatedModel({self._seed}{faults})"

    def _reply(self, request: JsonObject, conversation: Conversation) -> Reply:
        tools = offered_tools(request)
        failures = self._failures(conversation)
        turn = Turn(
            request, conversation, tools, allowed(request, tools), frozenset(self._complaints)
        )
        if failures and turn.choice.tools:
            return self._react(turn, failures)
        self._mistakes.pop(conversation.prompt, None)
        if failures or not turn.choice.tools:
            return _said(turn.answer(failures))
        wanted = self._next(turn)
        return self._send(turn, wanted) if wanted else _said(turn.answer(()))

    def _failures(self, conversation: Conversation) -> list[Outcome]:
        """List the errors among what came back last; one is likelier behind a mistake."""
        last = conversation.rounds[-1] if conversation.rounds else ()
        suspected = conversation.prompt in self._mistakes
        found = [outcome for outcome in last if is_failure(outcome, suspected=suspected)]
        self._complaints.update(outcome.text for outcome in found)
        return found

    # --- calls -------------------------------------------------------------------------------

    def _next(self, turn: Turn) -> list[Wanted]:
        """List the calls that are still to be made, as many as go into one message."""
        plan = self._plan(turn)
        left = plan[turn.done :]
        if not left and turn.choice.is_forced:
            left = plan  # whoever asks for a call gets one, as with a real server
        return left[:1] if turn.request.get("parallel_tool_calls") is False else left

    def _plan(self, turn: Turn) -> list[Wanted]:
        """List the calls that the prompt asks for; always the same for the same request."""
        prompt = turn.conversation.prompt
        tools = fitting_tools(prompt, turn.choice.tools)
        if not tools and (turn.choice.is_forced or self._waiting or turn.conversation.rounds):
            tools = list(turn.choice.tools[:1])
        return [
            Wanted(tool, arguments)
            for tool in tools
            for arguments in arguments_for(prompt, tool.parameters, self._seed)
        ]

    def _send(self, turn: Turn, wanted: Sequence[Wanted]) -> Reply:
        """Send calls, with the next mistake that can be made in them."""
        draft = turn.draft(wanted, self._seed)
        while self._waiting:
            fault = self._waiting.pop(0)
            reply = made(fault, draft)
            if isinstance(reply, Reply):
                self._mistakes[turn.conversation.prompt] = _Mistake(fault, reply)
                return reply
            self.skipped[fault] = f"{draft.first.tool.name}: {reply}"
        return right_reply(draft)

    # --- after an error ----------------------------------------------------------------------

    def _react(self, turn: Turn, failures: Sequence[Outcome]) -> Reply:
        prompt = turn.conversation.prompt
        mistake = self._mistakes.pop(prompt, None)
        if any(map(is_tools_own, failures)):
            return _said(turn.answer(failures))
        if mistake is None:
            return self._try_others(turn, failures)
        text = "\n".join(outcome.text for outcome in failures)
        wanted = self._next(turn)
        if names_one_of(text, mistake.reply.told_by, but_not=mistake.reply.but_not):
            return self._send(turn, mistake.reply.right or wanted)
        if mistake.repeats < _MOST_REPEATS:
            again = made(mistake.fault, turn.draft(wanted, self._seed))
            if isinstance(again, Reply):
                self._mistakes[prompt] = _Mistake(mistake.fault, again, mistake.repeats + 1)
                return again
        return _said(turn.answer(failures, was_call=True))

    def _try_others(self, turn: Turn, failures: Sequence[Outcome]) -> Reply:
        """Try other values in a call that was right by the schema, and refused all the same."""
        first = failures[0]
        refused = turn.refused_rounds
        tool = next((one for one in turn.choice.tools if one.name == first.name), None)
        if tool is not None and is_refusal(first) and refused <= _MOST_REPEATS:
            arguments = object_of(first.arguments)
            sample = tool.parameters.sample(self._seed + refused)
            told = [name for name in sample if names_one_of(first.text, [name])]
            other = {**arguments, **{name: sample[name] for name in told or sample}}
            if other != arguments and tool.parameters.fits(other):
                return right_reply(turn.draft([Wanted(tool, other)], self._seed))
        return _said(turn.answer(failures, was_call=is_refusal(first)))


@dataclass(frozen=True)
class _Mistake:
    """A mistake that was made and not answered yet."""

    fault: str
    reply: Reply
    repeats: int = 0


def _said(text: str) -> Reply:
    return Reply(assistant_message(text))
