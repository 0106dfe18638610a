"""The plain values that travel between the layers: `ToolCall`, `ToolResult`, JSON aliases.

What a running tool is given to look around, `ToolContext`, is in `_context.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from toolnexus._repr import Displayed

JsonValue: TypeAlias = Any
"""What `json.loads` returns: dict, list, str, int, float, bool or None."""

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object as Python has it."""

Bound: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]
"""Checked arguments as a function takes them: by position, and by name."""

# What `metadata["error"]["kind"]` of an error result can be.
INVALID_JSON = "invalid_json"
INVALID_ARGUMENTS = "invalid_arguments"
TOOL_ERROR = "tool_error"
TIMEOUT = "timeout"
CANCELLED = "cancelled"
UNEXPECTED = "unexpected"
UNKNOWN_TOOL = "unknown_tool"
NOT_APPROVED = "not_approved"


@dataclass(frozen=True)
class ToolCall:
    """What a model asks for: run the tool of this name with these arguments.

    Args:
        id: Names the call; the tool message that answers it carries the same id.
        name: The tool's name as the model wrote it.
        arguments: The JSON text of the arguments as the model wrote it.

    Example:
        >>> ToolCall("call_1", "get_weather", '{"city": "Chennai"}').name
        'get_weather'
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, repr=False, init=False)
class ToolResult(Displayed):
    """What came of one execution.

    Args:
        output: The text the model gets.
        is_error: Whether the text tells of a failure.
        metadata: Facts for people and code. After an error, `metadata["error"]` is
            `{"kind": ..., "type": ..., "details": [...]}`, where kind is one of
            invalid_json, invalid_arguments, unknown_tool, not_approved, tool_error, timeout,
            cancelled and unexpected.
        value: The Python object the function returned, for the person at the notebook.

    Raises:
        TypeError: `output` is not a string.

    Example:
        >>> ToolResult("sunny in Chennai")
        ToolResult('sunny in Chennai')
    """

    output: str
    is_error: bool = False
    metadata: JsonObject | None = None
    value: Any = field(default=None, compare=False)

    def __init__(
        self,
        output: str,
        is_error: bool = False,  # noqa: FBT001, FBT002 - as a dataclass makes it of the field
        metadata: JsonObject | None = None,
        value: Any = None,
    ) -> None:
        given: object = output
        if not isinstance(given, str):
            msg = (
                f"ToolResult's output is the text the model gets: expected a str, got "
                f"{type(given).__name__}; hand the object in as value=..."
            )
            raise TypeError(msg)
        # Written out, since there is one for each execution: what a frozen dataclass makes has
        # to get around its own refusal for each field, and takes twice as long.
        fields = self.__dict__
        fields["output"] = output
        fields["is_error"] = is_error
        fields["metadata"] = metadata
        fields["value"] = value

    def __repr__(self) -> str:
        """Show the text, cut where it is long, and whether it is an error."""
        text = self.output if len(self.output) <= 200 else f"{self.output[:200]}…"
        return f"ToolResult({text!r}{', is_error=True' if self.is_error else ''})"


def error_kind(result: ToolResult) -> str:
    """Return the kind of an error result; empty for a success or an error of unknown kind.

    Example:
        >>> error_kind(ToolResult("pong"))
        ''
    """
    error = (result.metadata or {}).get("error") if result.is_error else None
    return str(error.get("kind", "")) if isinstance(error, dict) else ""
