"""A history with a tool call that nobody answered is repaired."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import AsyncIterator, Sequence

from toolnexus._types import JsonObject
from toolnexus._wording import join, python_words
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.course._running import shortened
from toolnexus.course._telling import words_in


def _call(number: int, name: str) -> JsonObject:
    function = {"name": name, "arguments": '{"city": "Oslo"}'}
    return {"id": f"call_{number}", "type": "function", "function": function}


BROKEN: tuple[JsonObject, ...] = (
    {"role": "user", "content": "Weather and a hotel in Oslo?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [_call(1, "get_weather"), _call(2, "find_hotel")],
    },
    {
        "role": "tool",
        "tool_call_id": "call_1",
        "content": "sunny in Oslo, 9 °C, for 1 day(s)",
    },
    {"role": "user", "content": "And what do I pack?"},
)
"""The history as the notebook has it."""

_IDS = ("call_1", "call_2")
_NAMES = (
    "the first question",
    "the assistant message",
    "the answer to `call_1`",
    "the second question",
)
_UNTOUCHED = {
    0: "start from `broken`, which has it",
    1: "what a model has asked for stays, and wants an answer",
    2: "it was right as it stood",
    3: "what was said stays",
}


async def _look(repaired: object) -> AsyncIterator[Goal]:
    messages = _messages(repaired)
    lost = _lost(messages)
    yield Goal(not lost, "the messages that were right are all still there", lost)
    answers = [message for message in messages if message.get("role") == "tool"]
    amiss = _answers_amiss(answers)
    yield Goal(not amiss, "each call has one answer, by its id", amiss)
    if lost or amiss:
        return
    misplaced = _misplaced(messages)
    yield Goal(
        not misplaced,
        "and the answers stand right behind the calls, where providers look for them",
        misplaced,
    )
    no_text = next(filter(None, map(_no_text, answers)), "")
    yield Goal(not no_text, "each answer has a text that the model can read", no_text)


def _messages(repaired: object) -> list[JsonObject]:
    if not isinstance(repaired, (list, tuple)):
        msg = f"there are no messages here yet: got {python_words(repaired)} instead of a list"
        raise NotThereYetError(msg)
    if not repaired:
        msg = "the list is empty; start from the messages of `broken`"
        raise NotThereYetError(msg)
    for at, message in enumerate(repaired):
        if isinstance(message, (list, tuple)):
            msg = (
                f"`repaired[{at}]` is a list inside the list: `append` and `insert` add one "
                "message; to add a list of messages use `+`"
            )
            raise NotThereYetError(msg)
        if not isinstance(message, dict):
            msg = f"`repaired[{at}]` is no message: got {python_words(message)}"
            raise NotThereYetError(msg)
    return list(repaired)


def _lost(messages: Sequence[JsonObject]) -> str:
    """Say which message of the history is gone, changed or in another place."""
    order = list(dict.fromkeys(BROKEN.index(m) for m in messages if m in BROKEN))
    for number, what in enumerate(_NAMES):
        if number not in order:
            return f"{what} is gone or was changed; {_UNTOUCHED[number]}"
    for one, other in itertools.pairwise(order):
        if one > other:
            return f"{_NAMES[other]} stands behind {_NAMES[one]} now; it came before it"
    others = [m for m in messages if m not in BROKEN and m.get("role") != "tool"]
    if others:
        return (
            f"a message of the role {others[0].get('role')!r:.40} was added; none was missing"
        )
    return ""


def _answers_amiss(answers: Sequence[JsonObject]) -> str:
    """Say which call has no answer, or more than one, or which answer has no call."""
    if not all(answer.get("tool_call_id") for answer in answers):
        return "a tool message has no `tool_call_id`, so nobody knows which call it answers"
    counts = Counter(str(answer["tool_call_id"]) for answer in answers)
    missing = [call_id for call_id in _IDS if not counts[call_id]]
    strange = [call_id for call_id in counts if call_id not in _IDS]
    twice = [call_id for call_id in _IDS if counts[call_id] > 1]
    if strange:
        return (
            f"a tool message answers {strange[0]!r:.40}, and no call has that id; a tool "
            "message has the id of its call as `tool_call_id`"
        )
    if missing:
        return (
            f"there is no answer to {_code(missing)}: count the `tool_calls`, then the "
            "messages of the role `tool`"
        )
    if twice:
        return f"{_code(twice)} is answered twice; each call is answered once"
    return ""


def _misplaced(messages: Sequence[JsonObject]) -> str:
    asked_at = next(n for n, message in enumerate(messages) if message == BROKEN[1])
    behind = {str(m.get("tool_call_id")) for m in messages[asked_at + 1 : asked_at + 3]}
    late = [call_id for call_id in _IDS if call_id not in behind]
    if not late:
        return ""
    return (
        f"the answer to {_code(late)} stands in the wrong place: all answers come right behind "
        "the message with the calls, before anybody says something else"
    )


def _no_text(answer: JsonObject) -> str:
    content = answer.get("content")
    parts = (
        content if isinstance(content, (list, tuple)) else ({"type": "text", "text": content},)
    )
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    if len(texts) == len(parts) and any(words_in(t) for t in texts if isinstance(t, str)):
        return ""
    got = python_words(content) if content else "nothing"
    return (
        f"the answer to `{answer['tool_call_id']}` needs a text as its `content`, got "
        f"{shortened(got)}; `(await find_hotel.execute(...)).output` is one"
    )


def _code(ids: Sequence[str]) -> str:
    return join([f"`{call_id}`" for call_id in ids], "and")


UNANSWERED_CALL = Exercise(
    name="unanswered-call",
    notebook="01_round_trip",
    title="Repair a history",
    hints=(
        "Go through the assistant message: which ids did it give away, and which of them come "
        "back in a message of the role `tool`?",
        "What is missing is one dict, with `role`, `tool_call_id` and `content`. It belongs "
        "before the second question.",
        "You need not write it by hand: `await toolkit.execute_calls(broken[1])` is the list "
        "of both tool messages. Put it between `broken[:2]` and `broken[3:]`.",
    ),
    solution="""\
repaired = broken[:2] + await toolkit.execute_calls(broken[1]) + broken[3:]
""",
    look=_look,
)
