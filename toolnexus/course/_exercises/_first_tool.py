"""A tool of one's own, from two sentences."""

from __future__ import annotations

from collections.abc import AsyncIterator

from toolnexus._tool import Tool
from toolnexus._types import INVALID_ARGUMENTS, TOOL_ERROR, JsonObject, error_kind
from toolnexus._wording import join
from toolnexus.course._exercise import Exercise, Goal
from toolnexus.course._looking import a_tool, description_of, parameter
from toolnexus.course._running import as_json, executed, gets, shortened, wrong_number
from toolnexus.course._telling import tells

_RIGHT = (
    ({"amount": 4, "to": "INR"}, 360),
    ({"amount": 0.4, "to": "USD"}, 0.5),
    ({"amount": 4}, 5),
    ({"amount": 0}, 0),
)
_WRONG = (
    ({"amount": "much"}, "a type hint says what goes in"),
    ({"amount": -1}, "the signature has a place for the limit"),
    ({"amount": 4, "to": "XYZ"}, "the signature has a place for the words to choose from"),
)


async def _look(convert_money: object) -> AsyncIterator[Goal]:
    tool = a_tool(convert_money, "convert_money")
    required = tool.input_schema.get("required", [])
    for name in ("amount", "to"):
        parameter(tool, name)
    yield Goal(
        "amount" in required,
        "`amount` must be sent",
        "`amount` may be left out: what has no default must be sent",
    )
    yield Goal(
        "to" not in required,
        "`to` may be left out",
        "`to` must be sent; with a default in the signature it may be left out",
    )
    wrong = await wrong_number(tool, _RIGHT)
    yield Goal(not wrong, "it converts", wrong)
    accepted = await _accepted(tool)
    yield Goal(not accepted, "what makes no sense is refused, with a text that helps", accepted)
    told = tool.description.strip()
    unsaid = "the model is not told what the tool is for: the docstring's first line says it"
    if told:
        unsaid = f"its description, {told!r:.80}, says no more than its name: what is it for?"
    yield Goal(tells(told, tool.name), "the model is told what the tool is for", unsaid)
    silent = [f"`{name}`" for name in ("amount", "to") if not _is_described(tool, name)]
    yield Goal(
        not silent,
        "and what each parameter means",
        f"the model is not told what {join(silent, 'and')} mean{'s' * (len(silent) == 1)}: a "
        "line for each, under `Args:`, that says more than its name",
    )


def _is_described(tool: Tool, name: str) -> bool:
    return tells(description_of(tool, name), name)


async def _accepted(tool: Tool) -> str:
    """Say which arguments should have been refused, or refused with a better text."""
    for arguments, way_out in _WRONG:
        result = await executed(tool, arguments)
        told = f"{as_json(arguments)} should be refused; {way_out}. The model gets: "
        if not result.is_error:
            return f"{told}{gets(result)}"
        if error_kind(result) not in (INVALID_ARGUMENTS, TOOL_ERROR):
            return f"{told}{shortened(result.output)}, and that says nothing of what is right"
        if not _names_the_words(arguments, result.output):
            return (
                f"for {as_json(arguments)} the model is told: {shortened(result.output)}. Say "
                "which words would be right"
            )
    return ""


def _names_the_words(arguments: JsonObject, text: str) -> bool:
    return "to" not in arguments or ("USD" in text and "INR" in text)


FIRST_TOOL = Exercise(
    name="first-tool",
    notebook="00_quickstart",
    title="A tool of your own",
    hints=(
        "Look at `get_weather` above: `city` is required, `days` has a limit and a default, "
        "`unit` has a choice of words. You need one of each.",
        "A number that is at least 0 is `Annotated[float, Field(ge=0)]`, and a choice of two "
        'words is `Literal["USD", "INR"]`.',
        'The signature: `amount: Annotated[float, Field(ge=0)], to: Literal["USD", "INR"] = '
        '"USD"`. The body: `return f"{amount * RATES[to]:.2f} {to}"`. Then the docstring, with '
        "a line for each parameter under `Args:`.",
    ),
    solution='''\
RATES = {"USD": 1.25, "INR": 90}  # what one euro is worth


@tool
def convert_money(
    amount: Annotated[float, Field(ge=0)], to: Literal["USD", "INR"] = "USD"
) -> str:
    """Convert euros into another currency, at today's rate.

    Args:
        amount: How many euros, 0 or more.
        to: Code of the currency to convert into.
    """
    return f"{amount:g} EUR are {amount * RATES[to]:.2f} {to}"
''',
    look=_look,
)
