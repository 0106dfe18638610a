"""The fault drill: what it tries, and what it finds."""

import json
import threading
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from toolnexus import Tool, ToolContext, ToolError, Toolkit, define_tool, drill
from toolnexus.models import FAULTS


def get_weather(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
) -> str:
    """Current weather for a city."""
    return f"sunny in {city}"


def only_small(guests: int) -> str:
    """Book a table."""
    if guests > 6:
        raise ValueError
    return "booked"


def only_small_by_schema(guests: Annotated[int, Field(ge=1, le=6)]) -> str:
    """Book a table."""
    return only_small(guests)


def never_empty(words: list[str], text: str) -> str:
    """Give the first word."""
    return words[0] + text[0]


class Thing:
    pass


def without_text(n: int) -> int:
    """Fail without a word."""
    raise ValueError


def with_text(n: int) -> int:
    """Fail for a reason the schema doesn't tell."""
    msg = "n must be prime"
    raise ValueError(msg)


def tool_error(n: int) -> int:
    """Refuse in words."""
    msg = "Only primes, such as 7."
    raise ToolError(msg)


def no_text() -> object:
    """Give something a model can't read."""
    return Thing()


def list_of_no_text() -> list[Any]:
    """Give several things a model can't read."""
    return [Thing()]


@pytest.mark.parametrize(
    ("fn", "kinds"),
    [
        (get_weather, []),
        (without_text, ["no_message"]),
        (only_small, ["no_message"]),
        (only_small_by_schema, []),
        (never_empty, ["rejected"]),
        (with_text, ["rejected"]),
        (tool_error, []),
        (no_text, ["not_text"]),
        (list_of_no_text, ["not_text"]),
    ],
)
async def test_what_an_author_forgot_is_found(fn, kinds):
    report = await drill(define_tool(fn))
    assert [finding.kind for finding in report.findings] == kinds
    assert all(finding.tool == fn.__name__ for finding in report.findings)
    assert all(finding.what and finding.way_out for finding in report.findings)
    assert report.ok == (not kinds)


async def test_every_mistake_is_tried_once_or_skipped():
    report = await drill(define_tool(get_weather))
    tried = [row.fault for row in report.rows] + [fault for _, fault in report.skipped]
    assert sorted(tried) == sorted(FAULTS)
    assert all(row.ok for row in report.rows)


async def test_rows_tell_what_happened():
    report = await drill(define_tool(get_weather))
    rows = {row.fault: row for row in report.rows}
    wrong = rows["wrong_type"]
    assert (wrong.status, wrong.entered, wrong.corrected) == ("refused", False, True)
    assert "days: expected an integer from 1 to 14" in wrong.told
    twice = rows["double_encoded"]
    assert (twice.status, twice.entered, twice.corrected) == ("executed", True, None)
    assert twice.told.startswith("sunny in ")
    assert rows["unknown_tool"].status == "unknown"
    assert rows["call_in_text"].told == ""
    assert rows["refusal"].status == "refusal"


async def test_schema_that_refuses_what_it_should_allow_is_found():
    def never(value: Any) -> Any:
        msg = "never right"
        raise ValueError(msg)

    from pydantic import AfterValidator  # noqa: PLC0415

    def take(n: Annotated[int, AfterValidator(never)]) -> int: ...

    report = await drill(define_tool(take))
    assert [finding.kind for finding in report.findings] == ["rejected"]
    assert "never right" in report.findings[0].what


@pytest.fixture
def release():
    event = threading.Event()
    yield event
    event.set()


async def test_work_that_cannot_be_stopped_is_told_from_work_that_can(release):
    def stubborn() -> None:
        """Wait."""
        release.wait()

    def polite(ctx: ToolContext) -> None:
        """Wait, but listen."""
        while not ctx.cancelled:
            release.wait(0.01)

    async def later() -> None:
        """Wait in the loop."""
        import asyncio  # noqa: PLC0415

        await asyncio.sleep(3600)

    toolkit = Toolkit(define_tool(fn) for fn in (stubborn, polite, later))
    report = await drill(toolkit, timeout=0.05)
    assert [(finding.tool, finding.kind) for finding in report.findings] == [
        ("stubborn", "ignores_cancellation"),
        ("polite", "too_slow"),
        ("later", "too_slow"),
    ]


async def test_dangerous_tool_is_not_executed():
    entered = []

    def delete(path: str) -> str:
        """Delete a file."""
        entered.append(path)
        return "deleted"

    report = await drill(define_tool(delete), execute=False)
    assert entered == []
    assert report.ok
    assert not report.executed
    assert any(row.entered for row in report.rows), "whether it would have been entered"


async def test_function_is_executed_only_a_few_times():
    entered = []

    def note(n: int) -> str:
        """Note a number."""
        entered.append(n)
        return "noted"

    await drill(define_tool(note))
    assert 1 <= len(entered) <= 16


async def test_written_tools_and_several_tools_work():
    ping = define_tool(lambda: "pong", name="ping")
    written = Tool(
        "find",
        "Find something.",
        {"properties": {"q": {"type": "string"}}, "required": ["q"]},
        execute=lambda args: args["q"],
    )
    report = await drill([ping, written])
    assert {row.tool for row in report.rows} == {"ping", "find"}
    assert report.ok


async def test_report_is_plain_json_and_says_in_short_what_is_wrong():
    report = await drill(define_tool(without_text))
    written = json.loads(report.to_json(indent=2))
    assert written["ok"] is False
    assert written["findings"][0]["kind"] == "no_message"
    assert {row["fault"] for row in written["rows"]} == {row.fault for row in report.rows}
    assert repr(report).startswith("DrillReport(not ok: ")
    assert "without_text: with {'n': 1} it raised ValueError without a text" in repr(report)


async def test_same_report_each_time():
    reports = [(await drill(define_tool(get_weather), seed=3)).to_json() for _ in range(2)]
    assert reports[0] == reports[1]
