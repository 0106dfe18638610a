"""Every exception class of toolnexus.

What a model or a tool does wrong at run time is not here: it becomes a `ToolResult` with
`is_error=True`, whose text the model can act on.

    ToolnexusError
      ToolDefinitionError (ValueError)    a function or schema that can't be a tool
      DuplicateToolError (ValueError)     two tools of one name in one list
      StrictError (ValueError)            a tool that a provider's strict mode can't express
      UnknownToolError (KeyError)         no tool of that name in a toolkit
      MessageFormatError (ValueError)     a message that is not of the expected shape
      MissingExtraError (ImportError)     an optional package that is not installed
      ModelError (RuntimeError)           a model could not be asked, or answered with an error
    ToolError                             raised by a tool's own function, see there
"""

from __future__ import annotations

_MOST_TOOLS = 5
_MOST_PLACES = 5


class ToolnexusError(Exception):
    """Base of the exceptions that toolnexus raises for a developer's mistake."""


class ToolDefinitionError(ToolnexusError, ValueError):
    """A function, a name or a schema that can't become a tool; the message says why.

    Example:
        >>> from toolnexus import define_tool
        >>> try:
        ...     define_tool(lambda port: port)
        ... except ToolDefinitionError as error:
        ...     print(str(error).partition(";")[0])
        Can't make a tool of <lambda>(): it has no name that a model could call
    """

    @classmethod
    def of(cls, label: str, reason: str) -> ToolDefinitionError:
        """Make the error of one function or tool, such as `tide()`."""
        return cls(f"Can't make a tool of {label}: {reason}")


class DuplicateToolError(ToolnexusError, ValueError):
    """Two tools of one name: the name is all a model has to choose a tool by.

    Example:
        >>> from toolnexus import define_tool, to_openai
        >>> def ping() -> str: ...
        >>> try:
        ...     to_openai([define_tool(ping), define_tool(ping)])
        ... except DuplicateToolError as error:
        ...     print(str(error).partition(";")[0])
        Two tools are called 'ping'
    """


class StrictError(ToolnexusError, ValueError):
    """A tool whose schema a provider's strict mode can't express.

    Args:
        refused: For each such tool what can't be expressed, with its place.

    Example:
        >>> from toolnexus import define_tool, to_openai
        >>> def save(options: dict[str, int]) -> str: ...
        >>> try:
        ...     to_openai([define_tool(save)], strict=True)
        ... except StrictError as error:
        ...     print(error.refused)
        {'save': ['an object of any keys at properties.options']}
    """

    def __init__(self, refused: dict[str, list[str]]) -> None:
        self.refused = refused
        told = [f"{name!r} can't be strict: {_listed(why)}." for name, why in refused.items()]
        shown = told[:_MOST_TOOLS]
        if len(told) > _MOST_TOOLS:
            shown.append(f"And {len(told) - _MOST_TOOLS} more tools.")
        way_out = (
            "Give it types whose keys are all known, or let it go out as it is, with "
            'strict="if_possible".'
        )
        super().__init__(" ".join([*shown, way_out]))


class UnknownToolError(ToolnexusError, KeyError):
    """No tool of that name in the toolkit.

    Example:
        >>> from toolnexus import Toolkit
        >>> try:
        ...     Toolkit()["ping"]
        ... except UnknownToolError as error:
        ...     print(error)
        There is no tool called 'ping'; there are no tools.
    """

    def __str__(self) -> str:
        """Return the message itself; KeyError would show it quoted and escaped."""
        return str(self.args[0]) if self.args else ""


class MessageFormatError(ToolnexusError, ValueError):
    """A message that is not of the expected shape, such as a tool message without an id."""


class MissingExtraError(ToolnexusError, ImportError):
    """A feature was used whose optional packages are not installed."""


class ModelError(ToolnexusError, RuntimeError):
    """A model could not be asked, or its server answered with an error.

    A model raises it; `round_trip` ends with its text instead of raising.

    Args:
        text: What went wrong, in words.
        failed_generation: What the model had written when its server refused it, if it says so.
        retry_after: How many seconds the server wants to be left alone, if it says so.
    """

    def __init__(
        self, text: str, failed_generation: str = "", *, retry_after: float | None = None
    ) -> None:
        super().__init__(text)
        self.failed_generation = failed_generation
        self.retry_after = retry_after


class ToolError(Exception):
    """Raise it in a tool's function to tell the model, word for word, what went wrong.

    Not a `ToolnexusError`: it belongs to the tool's author, and never leaves `execute`.

    Example:
        >>> import asyncio
        >>> from toolnexus import ToolError, define_tool
        >>> def book(seats: int) -> str:
        ...     '''Book seats.'''
        ...     raise ToolError("Only 2 seats are left. Ask for 1 or 2.")
        >>> asyncio.run(define_tool(book).execute({"seats": 5})).output
        'Only 2 seats are left. Ask for 1 or 2.'
    """


def _listed(why: list[str]) -> str:
    more = [f"{len(why) - _MOST_PLACES} more"] if len(why) > _MOST_PLACES else []
    return "; ".join([*why[:_MOST_PLACES], *more])
