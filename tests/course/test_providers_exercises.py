"""Exercises of `05_providers`: what is accepted, and what else is told."""

from copy import deepcopy
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from toolnexus import Tool, ToolCall, Toolkit, ToolResult, course, define_tool
from toolnexus.adapters import (
    calls_from_gemini,
    results_to_anthropic,
    results_to_gemini,
    results_to_openai,
    to_anthropic,
    to_gemini,
)
from toolnexus.checks import apply_fixes


async def missing(exercise: str, *made: object) -> str:
    """Check what has one thing wrong, and return what is said of it."""
    report = await course.check(exercise, *made)
    assert len(report.missing) == 1, report
    return report.missing[0]


# --- strict-tool -----------------------------------------------------------------------------


class Item(BaseModel):
    thing: str
    count: int


class Bag(BaseModel):
    items: list[Item]


class Named(BaseModel):
    how_many: Annotated[int, Field(ge=1)]
    name: Annotated[str, Field(description="What it is.")]


class Known(BaseModel):
    thing: Literal["shirt", "hat"]
    count: int


class Word(BaseModel):
    word: str


class Loose(BaseModel):
    thing: str
    count: float | str


class Half(BaseModel):
    thing: str
    count: float


def told(*packed: object) -> str:
    return ", ".join(str(each) for each in packed)


def of_objects(destination: str, items: list[Item]) -> str:
    return told(*((item.count, item.thing) for item in items))


async def of_named_objects(items: list[Named], destination: str = "anywhere") -> list[str]:
    return [f"{item.how_many} {item.name}" for item in items]


def in_a_bag(destination: str, bag: Bag) -> Bag:
    return bag


def maybe(destination: str, items: list[Item] | None = None) -> str:
    return told(items)


def of_pairs(destination: str, items: list[tuple[str, int]]) -> str:
    return told(items)


def side_by_side(destination: str, things: list[str], counts: list[int]) -> str:
    return told(*zip(things, counts, strict=True))


def bag(fn: object) -> Tool:
    return define_tool(fn, name="pack_bag")


@pytest.mark.parametrize(
    "made",
    [of_objects, of_named_objects, in_a_bag, maybe, of_pairs, side_by_side],
    ids=lambda fn: fn.__name__,
)
async def test_any_strict_form_that_says_as_much_is_accepted(made):
    report = await course.check("strict-tool", bag(made))
    assert report.passed, report


async def test_strict_form_may_be_a_written_schema():
    item = {
        "type": "object",
        "properties": {"what": {"type": "string"}, "number": {"type": "integer"}},
        "required": ["what", "number"],
    }
    schema = {
        "properties": {"items": {"type": "array", "items": item}},
        "required": ["items"],
    }
    assert (await course.check("strict-tool", Tool("pack_bag", "", schema, execute=str))).passed


async def test_strict_form_may_be_written_as_pairs_without_a_destination():
    pair = {
        "type": "array",
        "prefixItems": [{"type": "string"}, {"type": "integer"}],
        "minItems": 2,
        "maxItems": 2,
    }
    schema = {
        "properties": {"items": {"type": "array", "items": pair}},
        "required": ["items"],
        "additionalProperties": False,
    }
    report = await course.check("strict-tool", Tool("pack_bag", "", schema, execute=str))
    assert report.passed, report


def untouched(destination: str, items: dict[str, int]) -> str:
    return told(items)


def one_text(destination: str, items: str) -> str:
    return items


def texts(destination: str, items: list[str]) -> str:
    return told(items)


def fixed(destination: str, shirts: int = 0, hats: int = 0) -> str:
    return told(shirts, hats)


def other_pairs(destination: str, items: list[tuple[str, str]]) -> str:
    return told(items)


def only_words(destination: Word) -> str:
    return destination.word


def one_thing(destination: str, items: Item) -> str:
    return told(items)


def few_words(destination: str, items: list[Known]) -> str:
    return told(items)


def loose(destination: str, items: list[Loose]) -> str:
    return told(items)


def forgetful(destination: str, items: list[Item]) -> str:
    return f"{len(items)} things"


def broken(destination: str, items: list[Item]) -> str:
    return told(items["shirt"])


def first_only(destination: str, items: list[Item]) -> str:
    return told(items[:1])


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (untouched, "'pack_bag' can't be strict: an object of any keys at properties.items."),
        (one_text, "`items` is one text, and whatever a model writes into it fits"),
        (texts, "`items` is a list, but its items don't have a thing and a number each"),
        (loose, "`items` is a list, but its items don't have a thing and a number each"),
        (other_pairs, "`items` is a list, but its items don't have a thing and a number"),
        (only_words, "it can no longer be told what to pack: any things"),
        (one_thing, "`items` is one thing with its number; a list holds as many"),
        (fixed, "it can no longer be told what to pack: any things"),
        (few_words, "only ['shirt', 'hat'] can be packed; before, it was anything"),
        (forgetful, "the model is told: 2 things; where is 'shirt'?"),
        (first_only, "where is 'rain coat'?"),
        (broken, '"count": 3}, {"thing": "rain coat", "count": 1}]}` the model is told: '),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
async def test_strict_form_that_says_less_is_told(made, words):
    assert words in await missing("strict-tool", bag(made))


# --- fit-for-all -----------------------------------------------------------------------------


def found(name: str = "find hotels", **changes: object) -> list[dict]:
    properties = {
        "city": {"type": "string", "description": "Name of the city."},
        "stars": {"type": "integer", "minimum": 1, "maximum": 5},
        "extras": {"type": "array", "description": "What it should have, such as a pool."},
        "board": {"oneOf": [{"const": "breakfast"}, {"const": "half board"}]},
    }
    schema = {"type": "object", "properties": properties, "required": ["town"]}
    function = {"name": name, "description": "Hotels", "parameters": schema} | changes
    return [{"type": "function", "function": function}]


def by_hand() -> list[dict]:
    """Put everything right."""
    (entry,) = found("find_hotels", description="Find hotels in a city with a free room.")
    schema = entry["function"]["parameters"]
    schema["required"] = ["city"]
    schema["properties"]["extras"]["items"] = {"type": "string"}
    schema["properties"]["board"] = {"type": "string", "enum": ["breakfast", "half board"]}
    return [entry]


def with_fixes() -> list[dict]:
    (entry,) = apply_fixes(found())
    entry["function"]["description"] = "Find hotels in a city with a free room."
    schema = entry["function"]["parameters"]
    schema["required"] = ["city"]
    schema["properties"]["extras"]["items"] = {"type": "string"}
    return [entry]


def with_a_town() -> list[dict]:
    (entry,) = by_hand()
    schema = entry["function"]["parameters"]
    schema["properties"] = {"town": {"type": "string"}} | schema["properties"]
    del schema["properties"]["city"]
    schema["required"] = ["town"]
    return [entry]


def find_hotels(
    city: str,
    stars: Annotated[int, Field(ge=1, le=5)] = 3,
    extras: list[str] = [],  # noqa: B006
    board: Literal["breakfast", "half board"] = "breakfast",
) -> list[str]:
    """Find hotels in a city with a free room."""
    return [city]


@pytest.mark.parametrize(
    "made",
    [
        by_hand(),
        by_hand()[0],
        {"tools": by_hand()},
        with_fixes(),
        with_a_town(),
        define_tool(find_hotels),
        Toolkit([define_tool(find_hotels)]),
        to_anthropic([define_tool(find_hotels)]),
        to_gemini([define_tool(find_hotels)]),
    ],
    ids=["hand", "entry", "body", "fixes", "town", "tool", "toolkit", "anthropic", "gemini"],
)
async def test_tool_that_is_fit_and_means_the_same_is_accepted(made):
    report = await course.check("fit-for-all", made)
    assert report.passed, report


async def test_checking_changes_nothing():
    made = found()
    await course.check("fit-for-all", made)
    assert made == found()


async def test_untouched_array_has_errors_named():
    report = await course.check("fit-for-all", found())
    assert report.missing[0] == (
        "`check` still has errors: name: the name 'find hotels' can't be used: it has a space; "
        "name: the name 'find hotels' has other signs than a-z A-Z 0-9 _ -; and 3 more"
    )


async def test_fixes_alone_lose_the_city():
    report = await course.check("fit-for-all", apply_fixes(found()))
    assert report.missing[0].startswith("`city` may be left out now, and there is no hotel")
    assert report.missing[1].startswith("its description, 'Hotels', says no more than its name")


def changed(**properties: object) -> list[dict]:
    (entry,) = by_hand()
    there = entry["function"]["parameters"]["properties"]
    there |= deepcopy(properties)
    for name in [name for name, schema in there.items() if schema is None]:
        del there[name]
    return [entry]


def renamed(name: str) -> list[dict]:
    (entry,) = by_hand()
    entry["function"]["name"] = name
    return [entry]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (
            renamed("search"),
            "from the name 'search' nobody knows any more that it finds hotels",
        ),
        (changed(extras={"type": "array", "items": {}}), "what `extras` holds is still not"),
        (changed(stars=None), "the parameter `stars` is gone"),
        (
            changed(stars={"type": "integer"}),
            '`{"city": "Rome", "stars": 9}` was refused before',
        ),
        (changed(board={"type": "string"}), "what said so is gone from `board`"),
        (
            changed(board={"type": "string", "enum": ["breakfast"]}),
            "was meant to be accepted: find_hotels was not run. board: expected",
        ),
        (changed(city={"description": "Name"}), '`{"city": 3}` was refused before'),
        ([], "`found_hotels` has one tool, and this has none"),
        (by_hand() * 2, "`found_hotels` has one tool, and this has 2"),
        ([3], "what stands in the array is no tool: the int 3"),
    ],
    ids=[
        "name",
        "items",
        "parameter",
        "limit",
        "choice",
        "word",
        "type",
        "empty",
        "twice",
        "no tool",
    ],
)
async def test_meaning_that_was_lost_is_told(made, words):
    assert words in await missing("fit-for-all", made)


async def test_city_that_is_gone_is_told():
    (entry,) = by_hand()
    schema = entry["function"]["parameters"]
    del schema["properties"]["city"]
    schema["required"] = ["stars"]
    assert await missing("fit-for-all", [entry]) == "the parameter `city` is gone"


# --- answer-in-their-shape -------------------------------------------------------------------

CALLS = [
    ("get_weather", {"city": "Lisbon", "days": 2}),
    ("find_hotel", {"city": "Lisbon", "stars": 4}),
]
ASKED = {
    "role": "model",
    "parts": [{"functionCall": {"name": name, "args": args}} for name, args in CALLS],
}
WEATHER = ToolResult("sunny in Lisbon")
HOTEL = ToolResult('["Grand Lisbon"]')


def pairs(*results: ToolResult) -> list[tuple[ToolCall, ToolResult]]:
    return list(zip(calls_from_gemini(ASKED), results, strict=False))


def part(name: str, response: object, key: str = "functionResponse") -> dict:
    return {key: {"name": name, "response": response}}


BY_HAND = {
    "role": "user",
    "parts": [
        part("find_hotel", {"result": ["Grand Lisbon"]}),
        part("get_weather", {"result": "sunny in Lisbon"}),
    ],
}
AS_THE_PACKAGE_SPELLS_IT = [
    {
        "role": "tool",
        "parts": [
            part("get_weather", {"output": "Lisbon: sunny"}, "function_response"),
            part("find_hotel", {"output": "Grand Lisbon"}, "function_response"),
        ],
    }
]


@pytest.mark.parametrize(
    "answer",
    [
        results_to_gemini(pairs(WEATHER, HOTEL)),
        BY_HAND,
        AS_THE_PACKAGE_SPELLS_IT,
        [ASKED, *results_to_gemini(pairs(WEATHER, HOTEL))],
    ],
    ids=["written", "by hand", "package", "with the question"],
)
async def test_answer_in_geminis_shape_is_accepted(answer):
    report = await course.check("answer-in-their-shape", answer)
    assert report.passed, report


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "there is no message here yet. Read the calls"),
        ([], "there is no message here yet. Read"),
        (pairs(WEATHER, HOTEL), "this is what came of the calls; Gemini wants it in a message"),
        (WEATHER, "this is what came of the calls"),
        (calls_from_gemini(ASKED), "these are the calls; execute each of them"),
        ([results_to_gemini(pairs(WEATHER, HOTEL))], "there is a list inside the list"),
        (ASKED, "this is what the model said; what goes back is a message of your own"),
        (results_to_openai(pairs(WEATHER, HOTEL)), "this is OpenAI's shape; Gemini takes"),
        (results_to_anthropic(pairs(WEATHER, HOTEL)), "this is Anthropic's shape"),
        ({"role": "user", "parts": [{"text": "sunny in Lisbon"}]}, "each of its `parts` is a"),
        (
            {
                "parts": [
                    part("get_weather", "sunny in Lisbon"),
                    part("find_hotel", {"a": "Lisbon"}),
                ]
            },
            "the `response` of `get_weather` is the str 'sunny in Lisbon': Gemini takes an obj",
        ),
        (
            results_to_gemini(pairs(ToolResult("sunny in Rome"), HOTEL)),
            "the answer of `get_weather` doesn't speak of Lisbon",
        ),
        (
            results_to_gemini(pairs(ToolResult("No such tool.", is_error=True), HOTEL)),
            "`get_weather` was answered with an error: No such tool.",
        ),
    ],
    ids=[
        "nothing",
        "empty",
        "pairs",
        "result",
        "calls",
        "nested",
        "question",
        "openai",
        "anthropic",
        "text",
        "bare",
        "Rome",
        "error",
    ],
)
async def test_answer_that_gemini_would_not_take_is_told(answer, words):
    assert words in await missing("answer-in-their-shape", answer)


async def test_call_without_an_answer_is_told():
    report = await course.check("answer-in-their-shape", results_to_gemini(pairs(WEATHER)))
    assert report.missing[0] == (
        "`find_hotel` got no answer; each `functionResponse` names its function"
    )


async def test_answers_in_two_messages_are_told():
    (one,), (other,) = (results_to_gemini([pair]) for pair in pairs(WEATHER, HOTEL))
    assert "these are 2 messages: all answers to one message" in (
        await missing("answer-in-their-shape", [one, other])
    )
