"""A script that a person types: one line for each message of the model."""

from __future__ import annotations

import json
import re
from typing import Any

from toolnexus._roundtrip._export._literals import literal

_CALL = re.compile(r"([A-Za-z0-9_-]{1,64})\s*(\{.*\})")


def read_script(text: str) -> list[Any]:
    r"""Read the script of a `ScriptedModel`.

    Args:
        text: One line for each message. A tool's name with arguments as JSON is a call, several
            of them with ` | ` between are the calls of one message, anything else is said in
            words. Arguments that aren't JSON are sent as they stand.

    Raises:
        ValueError: There is no line.

    Example:
        >>> read_script('get_weather {"city": "Rome"}\nIt is sunny.')
        [('get_weather', {'city': 'Rome'}), 'It is sunny.']
    """
    lines = [line.strip() for line in text.splitlines()]
    script = [_message(line) for line in lines if line]
    if not script:
        msg = (
            'write what the model says, a line a message, such as get_weather {"city": "Rome"}'
        )
        raise ValueError(msg)
    return script


def script_text(script: list[Any]) -> str:
    """Write the expression that makes a `ScriptedModel` of a script.

    Example:
        >>> print(script_text([("ping", {}), "It answered."]))
        ScriptedModel(
            [
                ("ping", {}),
                "It answered.",
            ]
        )
    """
    lines = "".join(f"        {_expression(message)},\n" for message in script)
    return f"ScriptedModel(\n    [\n{lines}    ]\n)"


def _expression(message: Any) -> str:
    if isinstance(message, list):
        return f"[{', '.join(_expression(call) for call in message)}]"
    if isinstance(message, tuple):
        return f"({', '.join(literal(part, 16, 8) for part in message)})"
    return literal(message, 8, 8)


def _message(line: str) -> Any:
    parts = line.split(" | ")
    calls = [_call(part) for part in parts]
    if not all(calls):
        return line
    return calls if len(calls) > 1 else calls[0]


def _call(text: str) -> tuple[str, Any] | None:
    found = _CALL.fullmatch(text.strip())
    if found is None:
        return None
    try:
        return found[1], json.loads(found[2])
    except ValueError:
        return found[1], found[2]
