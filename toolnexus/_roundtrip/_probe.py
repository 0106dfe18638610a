"""A tool that tells when its function is entered, left, and with what."""

from __future__ import annotations

import copy
import inspect
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from toolnexus._tool import Tool


@dataclass
class Probe:
    """What was seen of a tool's function.

    Args:
        entered: How often it was entered.
        raised: What it raised, in order.
        left: Set each time it is left, whatever the reason.
    """

    entered: int = 0
    raised: list[BaseException] = field(default_factory=list)
    left: threading.Event = field(default_factory=threading.Event)


def probed(tool: Tool, *, stub: Callable[..., Any] | None = None) -> tuple[Tool, Probe]:
    """Make a tool like another whose function is watched.

    Args:
        tool: The tool; it is not changed.
        stub: What to call instead of its function.
    """
    probe = Probe()
    watched = copy.copy(tool)
    plan = vars(tool)["_plan"]
    fn = stub or plan.fn

    def watch(*args: Any, **kwargs: Any) -> Any:
        probe.entered += 1
        probe.left.clear()
        try:
            value = fn(*args, **kwargs)
        except BaseException as exc:
            probe.raised.append(exc)
            probe.left.set()
            raise
        if inspect.isawaitable(value):
            return _awaited(value, probe)
        probe.left.set()
        return value

    vars(watched)["_plan"] = replace(plan, fn=watch)
    return watched, probe


async def _awaited(value: Any, probe: Probe) -> Any:
    try:
        return await value
    except BaseException as exc:
        probe.raised.append(exc)
        raise
    finally:
        probe.left.set()
