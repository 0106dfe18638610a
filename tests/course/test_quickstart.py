"""The exercises of 00_quickstart: each right answer is accepted, each wrong one told why."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from toolnexus import Tool, ToolError, course, tool

UNIT = {"type": "string", "enum": ["celsius", "fahrenheit"], "description": "Scale of degrees."}


def weather(unit: dict, **others: dict) -> Tool:
    city = {"type": "string", "description": "Name of the city."}
    days = {"type": "integer", "description": "How many days."}
    properties = {"city": city, "days": days, "unit": unit, **others}
    return Tool("get_weather", "Weather.", {"properties": properties}, execute=str)


# --- describe-unit ---------------------------------------------------------------------------


async def test_unit_may_be_described_in_an_annotation():
    @tool
    def get_weather(
        city: Annotated[str, Field(description="Name of the city")],
        days: Annotated[int, Field(description="How many days ahead")] = 1,
        unit: Annotated[
            Literal["celsius", "fahrenheit"], Field(description="unit of the temperature shown")
        ] = "celsius",
    ) -> str:
        """Weather in a city."""
        return city

    assert (await course.check("describe-unit", get_weather)).passed


async def test_unit_may_be_described_in_a_schema():
    assert (await course.check("describe-unit", weather(UNIT))).passed


async def test_unit_described_by_its_name_is_told():
    report = await course.check("describe-unit", weather({**UNIT, "description": "The unit."}))
    assert report.missing == (
        "its description, 'The unit.', says no more than the name does: which quantity is in "
        "that unit?",
    )


async def test_unit_without_its_words_is_told():
    report = await course.check("describe-unit", weather({**UNIT, "enum": ["kelvin"]}))
    assert "keep the Literal" in report.missing[0]


async def test_function_that_is_no_tool_is_told():
    def get_weather(city: str) -> str:
        return city

    report = await course.check("describe-unit", get_weather)
    assert report.missing == (
        "there is no tool here yet: got the function 'get_weather'; "
        "put @tool above the function",
    )


# --- first-tool ------------------------------------------------------------------------------

RATES = {"USD": 1.25, "INR": 90}
AMOUNT = {"type": "number", "minimum": 0, "description": "How many euros."}
TO = {"enum": ["USD", "INR"], "default": "USD", "description": "Code of the currency."}


def conversion(execute, amount: dict = AMOUNT, to: dict = TO, **changes: object) -> Tool:
    schema = {"properties": {"amount": amount, "to": to}, "required": ["amount"], **changes}
    return Tool("convert_money", "Convert euros to dollars or rupees.", schema, execute=execute)


def right(arguments: dict) -> str:
    return f"{arguments['amount'] * RATES[arguments.get('to', 'USD')]}"


async def missing(made: object) -> tuple[str, ...]:
    return (await course.check("first-tool", made)).missing


async def test_a_schema_of_ones_own_is_right():
    assert await missing(conversion(right)) == ()


async def test_an_async_tool_that_gives_json_is_right():
    @tool
    async def convert_money(
        amount: Annotated[float, Field(ge=0, description="Price in euros")],
        to: Annotated[Literal["INR", "USD"], Field(description="Currency code")] = "USD",
    ) -> dict:
        """Tell a price in another currency."""
        return {"to": to, "price": amount * RATES[to]}

    assert await missing(convert_money) == ()


async def test_a_tool_that_refuses_by_itself_is_right():
    @tool
    def convert_money(amount: float, to: str = "USD") -> str:
        """Convert euros for travellers.

        Args:
            amount: Price in euros.
            to: Code of the currency, USD or INR.
        """
        if amount < 0:
            raise ToolError("The amount must be 0 or more.")
        if to not in RATES:
            raise ToolError(f"No rate for {to}; there are USD and INR.")
        return f"{amount * RATES[to]:.2f} {to}"

    assert await missing(convert_money) == ()


async def test_missing_parameter_is_named():
    @tool
    def convert_money(amount):
        return amount

    assert await missing(convert_money) == (
        "`convert_money` has no parameter `to`; it has 'amount'",
    )


async def test_nothing_required_is_told():
    told = await missing(conversion(right, required=[]))
    assert told == ("`amount` may be left out: what has no default must be sent",)


async def test_no_default_is_told():
    told = await missing(conversion(right, required=["amount", "to"]))
    assert told[0] == "`to` must be sent; with a default in the signature it may be left out"


async def test_wrong_answer_is_shown_beside_the_right_one():
    told = await missing(conversion(lambda arguments: f"{arguments['amount']} EUR"))
    assert told == (
        'for `{"amount": 4, "to": "INR"}` the answer should have 360 in it; the model gets: '
        "4 EUR",
    )


async def test_answer_without_a_text_is_told():
    told = await missing(conversion(lambda _: ""))
    assert told[0].endswith("the model gets: nothing")


async def test_tool_that_only_prints_is_told():
    told = await missing(conversion(lambda _: None))
    assert told[0].endswith(
        "the model gets: null, since the function returned nothing (a model sees nothing that "
        "is printed)"
    )


async def test_description_that_repeats_the_name_is_told():
    told = await missing(conversion(right).replace(description="Convert money."))
    assert told == (
        "its description, 'Convert money.', says no more than its name: what is it for?",
    )


async def test_failing_tool_is_told_what_the_model_is_told():
    told = await missing(conversion(lambda _: 1 / 0))
    assert told[0].endswith("convert_money failed. ZeroDivisionError: division by zero")


@pytest.mark.parametrize(
    ("amount", "to", "way_out"),
    [
        ({}, TO, '`{"amount": "much"}` should be refused; a type hint says what goes in'),
        (
            {"type": "number"},
            TO,
            '`{"amount": -1}` should be refused; the signature has a place for the limit',
        ),
        (
            AMOUNT,
            {},
            '`{"amount": 4, "to": "XYZ"}` should be refused; the signature has a place for the '
            "words to choose from",
        ),
    ],
    ids=["anything", "no limit", "any word"],
)
async def test_what_is_let_in_is_told_with_the_way_out(amount, to, way_out):
    def lenient(arguments: dict) -> str:
        if arguments["amount"] == "much":
            return "much"
        return f"{arguments['amount'] * RATES.get(arguments.get('to', 'USD'), 1)}"

    described = [{**schema, "description": "What is given."} for schema in (amount, to)]
    (told,) = await missing(conversion(lenient, *described))
    assert told.startswith(f"{way_out}. The model gets: ")


async def test_any_word_for_the_currency_shows_the_failure():
    told = await missing(conversion(right, to={"type": "string", "description": "Code of it."}))
    assert told[0].endswith(
        "The model gets: convert_money failed. KeyError: 'XYZ', and that says nothing of what "
        "is right"
    )


async def test_refusal_without_the_right_words_is_told():
    @tool
    def convert_money(amount: Annotated[float, Field(ge=0)], to: str = "USD") -> str:
        """Convert euros for travellers.

        Args:
            amount: Price in euros.
            to: Code of the currency, USD or INR.
        """
        if to not in RATES:
            raise ToolError("Unknown currency")
        return f"{amount * RATES[to]:.2f} {to}"

    assert await missing(convert_money) == (
        'for `{"amount": 4, "to": "XYZ"}` the model is told: Unknown currency. Say which words '
        "would be right",
    )


async def test_bare_tool_is_told_of_descriptions():
    @tool
    def convert_money(
        amount: Annotated[float, Field(ge=0)], to: Literal["USD", "INR"] = "USD"
    ) -> float:
        return amount * RATES[to]

    assert await missing(convert_money) == (
        "the model is not told what the tool is for: the docstring's first line says it",
        "the model is not told what `amount` and `to` mean: a line for each, under `Args:`, "
        "that says more than its name",
    )
