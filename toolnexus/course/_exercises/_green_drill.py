"""A tool that fails in a drill is mended until it doesn't."""

from __future__ import annotations

from collections.abc import AsyncIterator

from toolnexus._roundtrip import drill
from toolnexus.course._exercise import Exercise, Goal
from toolnexus.course._looking import a_tool, parameter
from toolnexus.course._running import shortened, wrong_number

_RIGHT = (
    ({"total": 90, "people": 3}, 30),
    ({"total": 50, "people": 20}, 2.5),
    ({"total": 12.5, "people": 1}, 12.5),
)


async def _look(split_bill: object) -> AsyncIterator[Goal]:
    tool = a_tool(split_bill, "split_bill")
    for name in ("total", "people"):
        parameter(tool, name)
    report = await drill(tool)
    if not any(finding.kind == "not_text" for finding in report.findings):
        wrong = await wrong_number(tool, _RIGHT)
        yield Goal(not wrong, "bills are split, and the model can read how", wrong)
    for finding in report.findings:
        yield Goal(met=False, done="", missing=f"{shortened(finding.what)}; {finding.way_out}")
    harmful = [row for row in report.rows if not row.ok]
    if harmful:
        told = shortened(harmful[0].told or harmful[0].escaped)
        missing = f"the mistake {harmful[0].fault} is not put right; the model is told: {told}"
        yield Goal(met=False, done="", missing=missing)
    yield Goal(
        report.ok,
        f"the drill is green: {len(report.rows)} mistakes did no harm",
        "the drill is not green yet; `await drill(split_bill)` shows all of it",
    )


GREEN_DRILL = Exercise(
    name="green-drill",
    notebook="02_when_models_go_wrong",
    title="Make the drill green",
    hints=(
        "There are three troubles: what comes back is no text, one exception has none, and one "
        "number of people makes Python fail. The drill shows the arguments for each.",
        "Numbers that make no sense belong into the signature: "
        "`Annotated[int, Field(ge=1)]`. Then nobody has to raise anything.",
        "`total: Annotated[float, Field(ge=0)]`, `people: Annotated[int, Field(ge=1)]`, and "
        '`return f"{total / people:.2f} euros each"`. The class and the `if` can go.',
    ),
    solution='''\
@tool
def split_bill(
    total: Annotated[float, Field(ge=0)], people: Annotated[int, Field(ge=1)]
) -> str:
    """Split the bill of a restaurant.

    Args:
        total: What is to be paid, in euros.
        people: How many share it.
    """
    return f"{total / people:.2f} euros each"
''',
    look=_look,
)
