"""Made-up arguments for a tool, so that it can be tried without a model.

How values are made up from a schema is in `_schema/`.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolnexus._problems import ArgumentsRefused, Path
from toolnexus._schema import sample_object
from toolnexus._tool import Tool
from toolnexus._types import JsonObject


def sample_arguments(tool: Tool, seed: int = 0, *, optional: bool = False) -> JsonObject:
    """Make up arguments that a tool accepts.

    They fit the schema in any case. Where the tool's own types and validators ask for more
    than the schema can say, arguments are looked for that they accept as well.

    Args:
        tool: The tool; it is not executed, but validators of its types are.
        seed: Which of the many samples; 0 gives the most ordinary one. The same seed gives the
            same bytes in every process.
        optional: Whether parameters that may be left out are filled in, too.

    Raises:
        ToolDefinitionError: No arguments were found that fit the schema.

    Example:
        >>> import datetime as dt
        >>> from toolnexus import define_tool
        >>> def tide(harbour_city: str, day: dt.date, metres: bool = True) -> str: ...
        >>> sample_arguments(define_tool(tide))
        {'harbour_city': 'Chennai', 'day': '2024-01-31'}
        >>> sample_arguments(define_tool(tide), seed=1, optional=True)
        {'harbour_city': 'Lisbon', 'day': '2024-05-17', 'metres': True}
    """
    bind = vars(tool)["_plan"].bind

    def refusal(arguments: JsonObject) -> Iterable[Path]:
        try:
            bind(arguments)
        except ArgumentsRefused as refused:
            return [problem.path for problem in refused.problems]
        except Exception:  # noqa: BLE001 - a type's own validator may raise anything
            return [()]
        return ()

    return sample_object(
        tool.input_schema, seed, optional=optional, label=repr(tool.name), refusal=refusal
    )
