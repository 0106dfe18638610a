"""`ScriptedModel`: the stand-in for tests, which says what it was told to say."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, TypeAlias

from toolnexus._types import JsonObject, ToolCall
from toolnexus._wording import python_words
from toolnexus.errors import MessageFormatError, ModelError
from toolnexus.models._completions import assistant_message, call_entry, completion
from toolnexus.models._history import check_history

Line: TypeAlias = Any
"""What a scripted model says in one turn; see `ScriptedModel`."""


class ScriptedModel:
    """Plays a model that says one line of a script for each request.

    It stands in for a model in tests, of this library's round trip or of a loop of your own: it
    answers as a server does, remembers what it was asked, and refuses what a provider would
    refuse, such as a history in which a tool call has no answer.

    Args:
        script: One line for each request, in order. A line is

            - a text: the answer;
            - a `ToolCall`, or a name and its arguments as a tuple: one tool call. Arguments are
              a dict, or text that is sent as it is, broken or not;
            - a list of those: several calls in one message;
            - a dict: an assistant message, or a whole chat completion, sent as it is;
            - a function of the request that returns one of these;
            - an exception, which is raised.
        name: What it calls itself.

    Raises:
        MessageFormatError: A line is none of these.

    Example:
        >>> import asyncio
        >>> model = ScriptedModel([("add", {"a": 1}), "done"])
        >>> answer = asyncio.run(model({"messages": []}))
        >>> answer["choices"][0]["message"]["tool_calls"][0]["function"]
        {'name': 'add', 'arguments': '{"a": 1}'}
    """

    is_simulated = True

    def __init__(self, script: Iterable[Line], *, name: str = "scripted") -> None:
        self.name = name
        self.requests: list[JsonObject] = []
        """The requests so far, as they came."""
        self._script = list(script)
        for index, line in enumerate(self._script):
            if not _is_line(line):
                msg = (
                    f"line {index} of the script is {python_words(line)}; expected a text, a "
                    "tool call such as ('ping', {}), a list of calls, a message, a function or "
                    "an exception"
                )
                raise MessageFormatError(msg)

    async def __call__(self, request: JsonObject) -> JsonObject:
        """Say the next line.

        Raises:
            MessageFormatError: The request's messages are none a provider would accept.
            ModelError: The script is at its end.
        """
        self.requests.append(copy.deepcopy(request))
        check_history(request.get("messages", []))
        number = len(self.requests)
        if number > len(self._script):
            msg = f"the script has {len(self._script)} lines, and this is request {number}"
            raise ModelError(msg)
        line = self._script[number - 1]
        if callable(line) and not isinstance(line, type):
            line = line(request)
        if isinstance(line, BaseException):
            raise line
        return self._completion(line, number, request)

    def _completion(self, line: Line, number: int, request: JsonObject) -> JsonObject:
        if isinstance(line, dict):
            if "choices" in line or "error" in line:
                return copy.deepcopy(line)
            message = {"role": "assistant", **copy.deepcopy(line)}
        elif isinstance(line, str):
            message = assistant_message(line)
        else:
            calls = line if isinstance(line, list) else [line]
            entries = [_entry(call, number, index) for index, call in enumerate(calls)]
            message = assistant_message(None, entries)
        return completion(message, model=self.name, request=request, number=number)

    def __repr__(self) -> str:
        """Show how far it has come."""
        return f"ScriptedModel({len(self.requests)} of {len(self._script)} lines said)"


def _entry(call: Any, number: int, index: int) -> JsonObject:
    if isinstance(call, ToolCall):
        return call_entry(call.id, call.name, call.arguments)
    name, arguments = call
    return call_entry(f"call_{number}_{index + 1}", name, arguments)


def _is_line(line: Line) -> bool:
    if isinstance(line, list):
        return bool(line) and all(map(_is_call, line))
    if isinstance(line, (str, dict, BaseException)) or _is_call(line):
        return True
    return callable(line) and not isinstance(line, type)


def _is_call(line: Any) -> bool:
    if isinstance(line, ToolCall):
        return True
    return isinstance(line, tuple) and len(line) == 2 and isinstance(line[0], str)
