"""One request as a simulated model understands it, and what it can say to it in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolnexus._types import JsonObject
from toolnexus._wording import join
from toolnexus.models._simulation._choosing import Choice, Offered
from toolnexus.models._simulation._conversation import Conversation, Outcome
from toolnexus.models._simulation._drafts import Draft, Wanted
from toolnexus.models._simulation._reactions import given_up, is_failure, is_refusal, repeated


@dataclass(frozen=True, eq=False)
class Turn:
    """One request as it was understood.

    Args:
        request: The request.
        conversation: What its messages say.
        tools: The tools it offers.
        choice: Those that may be called, and whether one has to be.
        complaints: Texts of tool messages that are known to tell of failures.
    """

    request: JsonObject
    conversation: Conversation
    tools: Sequence[Offered]
    choice: Choice
    complaints: frozenset[str]

    @property
    def fine(self) -> list[Outcome]:
        """What tools said since the prompt, errors aside."""
        rounds = self.conversation.rounds
        return [
            one
            for outcomes in rounds
            for one in outcomes
            if one.text not in self.complaints and not is_failure(one)
        ]

    @property
    def done(self) -> int:
        """How many of the calls were answered."""
        return len(self.fine)

    @property
    def refused_rounds(self) -> int:
        """How many times in a row, up to now, a call was refused."""
        rounds = [any(map(is_refusal, one)) for one in reversed(self.conversation.rounds)]
        return next((n for n, refused in enumerate(rounds) if not refused), len(rounds))

    def draft(self, wanted: Sequence[Wanted], seed: int) -> Draft:
        """Start a message with calls."""
        streamed = bool(self.request.get("stream"))
        return Draft(wanted, self.tools, self.conversation.number, seed, streamed)

    def answer(self, failures: Sequence[Outcome], *, was_call: bool = False) -> str:
        """Say in words what came of it."""
        said = [repeated(dict.fromkeys(self.fine))] if self.fine else []
        if failures:
            said.append(given_up(failures, was_call=was_call))
        return "\n".join(said) or self._excuse()

    def _excuse(self) -> str:
        if not self.tools:
            return "I am only simulated, and there is no tool I could ask."
        names = join([tool.name for tool in self.tools], "and", most=10)
        if not self.choice.tools:
            return f"I am only simulated, and am told to ask none of my tools: {names}."
        return (
            f"I am only simulated, and compare words: this prompt has none in common with my "
            f"tools, {names}. Name one, or ask for a call with tool_choice."
        )
