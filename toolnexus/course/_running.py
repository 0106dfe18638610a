"""What a learner made, executed: with a time limit, and whatever comes of it told in words."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from toolnexus._calling import call_function
from toolnexus._context import ToolContext
from toolnexus._plan import Plan
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, ToolResult
from toolnexus._wording import without_addresses

SECONDS = 5.0
"""How long what a learner made may take."""
_LONGEST = 200
_NUMBER = re.compile(r"(?<![\d.])(?<!\b[^\W\d])-?\d+(?:\.\d+)?(?!\.?\d)")


@dataclass(frozen=True)
class Called:
    """What came of calling a function.

    Args:
        value: What it returned.
        raised: What it raised instead.
    """

    value: object = None
    raised: BaseException | None = None

    @property
    def told(self) -> str:
        """What it raised, in words; empty if it returned."""
        if self.raised is None:
            return ""
        text = shortened(str(self.raised))
        return f"{type(self.raised).__name__}: {text}" if text else type(self.raised).__name__


async def called(fn: Callable[..., Any], *given: object, seconds: float = SECONDS) -> Called:
    """Call a function, sync or async, for a few seconds at most.

    Args:
        fn: The function; a sync one runs in a thread where there are any.
        given: What it is called with.
        seconds: How long it may take.
    """
    name = getattr(fn, "__name__", "it")
    plan = Plan(str(name), fn, lambda _: ((given, {}), []))
    try:
        value = await call_function(plan, (given, {}), ToolContext(timeout=seconds))
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise
    except BaseException as exc:  # noqa: BLE001 - also SystemExit, and what pytest.fail raises
        return Called(raised=exc)
    return Called(value)


async def executed(tool: Tool, arguments: JsonObject) -> ToolResult:
    """Execute a tool, for a few seconds at most."""
    return await tool.execute(arguments, ToolContext(timeout=SECONDS))


async def wrong_number(tool: Tool, right: Iterable[tuple[JsonObject, float]]) -> str:
    """Say which answer of a tool lacks its number; empty if all have theirs.

    Args:
        tool: The tool.
        right: Arguments, and the number that the answer should have in it; no two the same.
    """
    told: set[str] = set()
    for arguments, expected in right:
        result = await executed(tool, arguments)
        numbers = numbers_in(result.output)
        if result.is_error or not any(abs(number - expected) < 0.01 for number in numbers):
            return (
                f"for {as_json(arguments)} the answer should have {expected:g} in it; the "
                f"model gets: {gets(result)}"
            )
        if result.output in told:
            return f"whatever is asked, the model gets the same: {gets(result)}"
        told.add(result.output)
    return ""


def gets(result: ToolResult) -> str:
    """Say what the model gets of a result, for the end of a sentence.

    Example:
        >>> gets(ToolResult("null"))
        'null, since the function returned nothing (a model sees nothing that is printed)'
    """
    if result.output == "null" and result.value is None:
        why = "since the function returned nothing (a model sees nothing that is printed)"
        return f"null, {why}"
    return shortened(result.output) or "nothing"


def as_json(value: object) -> str:
    """Write arguments as a model would, for a message.

    Example:
        >>> as_json({"amount": 4})
        '`{"amount": 4}`'
    """
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def shortened(text: str) -> str:
    """Cut a text for a message, and leave out what differs from run to run.

    Example:
        >>> shortened("")
        ''
    """
    text = " ".join(without_addresses(text).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def numbers_in(text: str) -> list[float]:
    """Find the numbers in a text.

    Example:
        >>> numbers_in("4 EUR are 360.0INR or USD5, room B12")
        [4.0, 360.0, 5.0]
    """
    return [float(number) for number in _NUMBER.findall(text)]
