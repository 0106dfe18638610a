"""A test file that executes the same calls and expects the same outputs."""

from __future__ import annotations

from collections.abc import Iterable

from toolnexus._names import sanitize
from toolnexus._roundtrip._export._literals import literal
from toolnexus._roundtrip._steps import CallStep
from toolnexus._roundtrip._transcript_json import json_text
from toolnexus._types import CANCELLED, TIMEOUT, error_kind

_HEAD = '''\
"""The calls of a recorded round trip, executed again: the same arguments, the same outputs."""

import asyncio

import pytest

from toolnexus import Toolkit
{imports}

# name, arguments as they were sent, output, is_error
CALLS = ['''

_TAIL = """\
]


@pytest.mark.parametrize(("name", "arguments", "output", "is_error"), CALLS)
def test_call_gives_the_recorded_output(name, arguments, output, is_error):
    tools = toolkit if isinstance(toolkit, Toolkit) else Toolkit(toolkit)
    result = asyncio.run(tools.execute(name, arguments))
    assert result.output == output
    assert result.is_error is is_error
"""


def cases_of(calls: Iterable[CallStep], imports: str) -> str:
    """Write the tests.

    Args:
        calls: The calls that were answered.
        imports: The line that imports `toolkit`.

    Returns:
        A Python file. Calls that nobody approved are left out, and so are those that ended for
        their time: what ends them is not in their arguments.
    """
    lines = [_HEAD.format(imports=imports)]
    for number, step in enumerate(calls, start=1):
        why = _left_out(step)
        if why:
            lines.append(f"    # call {number} is left out: {why}")
        else:
            lines.append(_case(step, number))
    return "\n".join([*lines, _TAIL])


def _left_out(step: CallStep) -> str:
    if step.status == "not approved":
        return "it was not approved"
    kind = error_kind(step.result)
    return {TIMEOUT: "it took too long", CANCELLED: "it was cancelled"}.get(kind, "")


def _case(step: CallStep, number: int) -> str:
    sent = step.sent
    arguments = sent if isinstance(sent, str) else json_text(sent)
    parts = [
        literal(step.call.name, 8, 8),
        literal(arguments, 8, 8),
        literal(step.result.output, 8, 8),
        repr(step.result.is_error),
        f'id="{number}-{sanitize(step.call.name)}"',
    ]
    body = "".join(f"        {part},\n" for part in parts)
    return f"    pytest.param(\n{body}    ),"
