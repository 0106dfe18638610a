"""`SimulatedModel` without mistakes: what it calls, with what, and what it answers."""

import functools
import json
import subprocess
import sys
from typing import Annotated, Literal

import pytest
from pydantic import AfterValidator, Field

from toolnexus import Toolkit, define_tool, round_trip
from toolnexus.adapters import completion_from_chunks
from toolnexus.errors import MessageFormatError, ModelError
from toolnexus.models import SimulatedModel, check_history


def get_weather(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
) -> str:
    """Current weather and the forecast for a city."""
    return f"sunny in {city}, 31 °C"


def get_time(zone: str) -> str:
    """What time it is in a part of the world."""
    return "noon"


def delete_file(path: str) -> str:
    """Delete a file for good."""
    return "gone"


WEATHER, TIME, DELETE = map(define_tool, (get_weather, get_time, delete_file))
THREE = Toolkit([DELETE, WEATHER, TIME])


def request(prompt, tools=THREE, **options):
    messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
    entries = Toolkit(tools).to_openai()
    return {"model": "m", "messages": messages, "tools": entries, **options}


async def message(*args, model=None, **options):
    completion = await (model or SimulatedModel())(request(*args, **options))
    return completion["choices"][0]["message"]


async def calls(*args, **options):
    entries = (await message(*args, **options)).get("tool_calls", [])
    functions = [entry["function"] for entry in entries]
    return [(one["name"], json.loads(one["arguments"])) for one in functions]


async def arguments(prompt, fn, **options):
    (call,) = await calls(prompt, [define_tool(fn)], **options)
    return call[1]


# --- a whole round trip ----------------------------------------------------------------------


async def test_it_calls_reads_and_answers():
    prompt = "What's the weather in Chennai for the next three days?"
    transcript = await round_trip(prompt, THREE, SimulatedModel())
    (call,) = transcript.calls
    assert (call.call.name, call.arguments) == ("get_weather", {"city": "Chennai", "days": 3})
    assert transcript.answer == "get_weather says: sunny in Chennai, 31 °C"
    assert transcript.is_simulated
    assert transcript.model == "simulated"
    check_history(transcript.messages)
    assert transcript.usage["total_tokens"] > 0


async def test_it_has_the_name_it_is_given():
    completion = await SimulatedModel(name="parrot")(request("weather"))
    assert completion["model"] == "parrot"
    assert SimulatedModel.is_simulated


async def test_the_conversation_goes_on():
    model = SimulatedModel()
    first = await round_trip("Weather in Chennai?", THREE, model)
    more = [*first.messages, {"role": "user", "content": "And the time in Lima?"}]
    second = await round_trip(more, THREE, model)
    assert [step.call.name for step in second.calls] == ["get_time"]
    assert second.answer == "get_time says: noon"
    ids = [c["id"] for m in second.messages for c in m.get("tool_calls", ())]
    assert len(set(ids)) == 2


async def test_content_in_parts_is_read():
    parts = [{"type": "text", "text": "The weather in Oslo"}, {"type": "image_url"}]
    assert await calls([{"role": "user", "content": parts}]) == [
        ("get_weather", {"city": "Oslo"})
    ]


@pytest.mark.parametrize(
    "messages",
    [[], [{"role": "system", "content": "Weather!"}], [{"role": "user", "content": None}]],
    ids=["none", "system", "no_content"],
)
async def test_without_a_prompt_it_still_answers(messages):
    assert (await message(messages))["role"] == "assistant"


async def test_a_history_that_providers_refuse_is_refused():
    orphan = [{"role": "tool", "tool_call_id": "c", "content": "x"}]
    with pytest.raises(MessageFormatError, match="answers 'c'"):
        await SimulatedModel()(request(orphan))


async def test_a_long_output_is_shortened():
    tool = define_tool(lambda: "x" * 2000, name="ping")
    transcript = await round_trip("ping", [tool], SimulatedModel())
    assert transcript.answer == f"ping says: {'x' * 500}…"


SCRIPT = """
import asyncio, json
from toolnexus import Toolkit, define_tool
from toolnexus.models import SimulatedModel
def a(city: str, tags: list[str], n: int = 1): "One."
def b(day: str, x: dict[str, int]): "Two."
entries = Toolkit(map(define_tool, (a, b))).to_openai()
messages = [{"role": "user", "content": "Do two for Ada and one for 'x'"}]
request = {"messages": messages, "tools": entries}
for seed in range(5):
    print(json.dumps(asyncio.run(SimulatedModel(seed)(request))))
"""


def test_the_same_seed_gives_the_same_bytes_in_every_process():
    def run(hash_seed):
        environment = {"PYTHONHASHSEED": hash_seed}
        return subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, check=True
        ).stdout

    assert run("1") == run("2")


async def test_another_seed_gives_other_values():
    def tide(harbour_city: str, mast: str): ...

    assert (
        len(
            {json.dumps(await arguments("go", tide, model=SimulatedModel(s))) for s in range(4)}
        )
        > 1
    )


# --- which tool ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prompt", "name"),
    [
        ("How is the weather?", "get_weather"),
        ("Give me the forecast", "get_weather"),
        ("delete notes.txt", "delete_file"),
        ("Files I want to get rid of: delete them", "delete_file"),
        ("What time is it?", "get_time"),
        ("In Celsius, please", "get_weather"),
        ("Wie ist das Wetter in Chennai?", "get_weather"),
    ],
)
async def test_the_tool_is_chosen_by_words_in_common(prompt, name):
    assert [call[0] for call in await calls(prompt)] == [name]


async def test_of_equals_the_first_is_taken():
    tools = [define_tool(lambda: 1, name=f"boat_{letter}") for letter in "ba"]
    assert [call[0] for call in await calls("the boat", tools)] == ["boat_b"]


async def test_with_nothing_in_common_no_tool_is_called():
    said = await message("Hello!")
    assert "tool_calls" not in said
    assert "delete_file, get_weather and get_time" in said["content"]
    assert "simulated" in said["content"]


async def test_a_single_tool_is_called_whatever_the_prompt_is():
    assert [call[0] for call in await calls("Hello!", [TIME])] == ["get_time"]


async def test_two_tools_that_are_named_are_both_called():
    found = await calls("What are the time and the weather in Oslo?")
    assert [call[0] for call in found] == ["get_time", "get_weather"]


async def test_listed_names_give_a_call_each():
    found = await calls("Compare the weather in Oslo, New York and Lima")
    assert [call[1] for call in found] == [{"city": c} for c in ("Oslo", "New York", "Lima")]


async def test_without_parallel_calls_they_come_one_after_the_other():
    model = SimulatedModel()
    prompt = "Compare the weather in Oslo and Lima"
    transcript = await round_trip(prompt, THREE, model, parallel_tool_calls=False)
    assert [len(step.calls) for step in transcript.answers] == [1, 1, 0]
    assert [step.arguments["city"] for step in transcript.calls] == ["Oslo", "Lima"]
    assert transcript.answer.count("says") == 2


# --- tool_choice -----------------------------------------------------------------------------


async def test_none_forbids_calls():
    said = await message("weather in Oslo", tool_choice="none")
    assert "tool_calls" not in said
    assert "ask none of my tools" in said["content"]


@pytest.mark.parametrize("choice", ["required", "any"])
async def test_required_gives_a_call_whatever_the_prompt_is(choice):
    assert [call[0] for call in await calls("Hello!", tool_choice=choice)] == ["delete_file"]
    assert [call[0] for call in await calls("the time?", tool_choice=choice)] == ["get_time"]


async def test_a_named_tool_is_called():
    choice = {"type": "function", "function": {"name": "get_time"}}
    assert [call[0] for call in await calls("weather", tool_choice=choice)] == ["get_time"]


@pytest.mark.parametrize(("mode", "count"), [("auto", 0), ("required", 1)])
async def test_allowed_tools_limit_the_choice(mode, count):
    names = ("delete_file", "get_time")
    tools = [{"type": "function", "function": {"name": name}} for name in names]
    choice = {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": tools}}
    assert len(await calls("How is the weather?", tool_choice=choice)) == count


async def test_a_forced_choice_holds_for_every_request_that_repeats_it():
    transcript = await round_trip("time in Oslo", [TIME], SimulatedModel())
    asked = request(list(transcript.messages[:-1]), [TIME], tool_choice="required")
    completion = await SimulatedModel()(asked)
    assert completion["choices"][0]["finish_reason"] == "tool_calls"


@pytest.mark.parametrize(
    ("choice", "tools", "told"),
    [
        ({"function": {"name": "gone"}}, THREE, "asks for 'gone'; the tools.*delete_file"),
        ("gone", THREE, "asks for 'gone'"),
        (5, THREE, "asks for 5"),
        ("required", [], "offers no tools"),
    ],
    ids=["named", "text", "number", "no_tools"],
)
async def test_a_choice_that_can_not_be_is_the_servers_error(choice, tools, told):
    with pytest.raises(ModelError, match=f"400: .*{told}"):
        await SimulatedModel()(request("weather", tools, tool_choice=choice))


@pytest.mark.parametrize("tools", [None, [], "x", [None], [{}], [{"function": {"name": 5}}]])
async def test_without_tools_it_says_so(tools):
    completion = await SimulatedModel()({"messages": [], "tools": tools})
    assert "there is no tool" in completion["choices"][0]["message"]["content"]


# --- arguments -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("What's the weather in Oslo for the next three days?", {"city": "Oslo", "days": 3}),
        ("weather in paris in Fahrenheit", {"city": "paris", "unit": "fahrenheit"}),
        ("Is New York warm? 2 days", {"city": "New York", "days": 2}),
        ("Is it warm in New York", {"city": "New York"}),
        ("Weather for “São Paulo”", {"city": "São Paulo"}),
        ("It's 'Lima' I mean", {"city": "Lima"}),
        ("Chennai\u2019s weather in Goa\u2019s north", {"city": "Goa"}),
        ("Oslo for 99 days", {"city": "Chennai"}),
        ("I think I'm cold", {"city": "Chennai"}),
        ("WHAT IS THE WEATHER NOW", {"city": "Chennai"}),
        ("", {"city": "Chennai"}),
    ],
)  # fmt: skip
async def test_what_the_prompt_mentions_is_put_in_where_it_fits(prompt, expected):
    assert await arguments(prompt, get_weather) == expected


async def test_from_and_to_are_told_apart():
    def fly(origin: str, destination: str, passengers: int, day: str = "today"): ...

    prompt = "I want to fly to Paris from London with 2 people on Monday"
    assert await arguments(prompt, fly) == {
        "origin": "London", "destination": "Paris", "passengers": 2, "day": "Monday"
    }  # fmt: skip
    prompt = "Fly London to Paris, 3 passengers"
    assert (await arguments(prompt, fly))["passengers"] == 3


async def test_numbers_fill_in_numbers():
    def add(a: float, b: float): ...

    assert await arguments("What is 17 + 25?", add) == {"a": 17, "b": 25}
    assert await arguments("1,500.5 and -3", add) == {"a": 1500.5, "b": -3}
    assert await arguments("9" * 1000 + " and 2, 3", add) == {"a": 2, "b": 3}

    def total(values: list[float]): ...

    assert await arguments("Add up 1, 2 and 3.5", total) == {"values": [1, 2, 3.5]}


async def test_optional_parameters_are_filled_in_only_if_they_are_clearly_meant():
    def find(query: str, limit: int = 10): ...

    assert await arguments("limit 5 please", find) == {"query": "limit 5 please", "limit": 5}
    assert await arguments("boats of 1999", find) == {"query": "boats of 1999"}


async def test_texts_with_a_shape_go_where_they_belong():
    def book(day: str, email: str, url: str, order_id: str, path: str): ...

    prompt = "On 2024-05-17, ada@example.org, https://example.org/a, order B-17, file notes.txt"
    assert await arguments(prompt, book) == {
        "day": "2024-05-17",
        "email": "ada@example.org",
        "url": "https://example.org/a",
        "order_id": "B-17",
        "path": "notes.txt",
    }


async def test_what_stands_behind_a_parameters_name_is_its_value():
    def create_issue(repo: str, title: str, assignee: str): ...

    prompt = "Create an issue titled 'Mast is broken' in the repo harbour, assignee: ravi"
    assert await arguments(prompt, create_issue) == {
        "repo": "harbour", "title": "Mast is broken", "assignee": "ravi"
    }  # fmt: skip


async def test_values_of_a_union_are_chosen_too():
    colours = Literal["red", "sea_green"]

    def paint(colour: colours | None = None, coats: Literal[1, 2] = 1): ...

    prompt = "Paint it sea green, with 2 coats"
    assert await arguments(prompt, paint) == {"colour": "sea_green", "coats": 2}


HOSTILE = {
    "no_parameters": None,
    "a_list": [],
    "true": True,
    "not_an_object": {"type": "array"},
    "not_a_schema": {"type": 5, "properties": 7, "required": "x"},
    "odd_parts": {"properties": {"a": 5, "b": None, "c": []}, "required": [1, "a", None]},
    "unsatisfiable": {"properties": {"a": False}, "required": ["a"]},
    "lost_reference": {"properties": {"a": {"$ref": "#/$defs/gone"}}, "required": ["a"]},
    "endless_reference": {"properties": {"a": {"$ref": "#/properties/a"}}, "required": ["a"]},
    "endless_union": {
        "properties": {"a": {"$ref": "#/$defs/u"}},
        "required": ["a"],
        "$defs": {"u": {"anyOf": [{"$ref": "#/$defs/u"}, {"enum": ["x"]}]}},
    },
    "javascript_pattern": {"properties": {"a": {"type": "string", "pattern": r"^\p{L}+$"}}},
    "undeclared": {"required": ["a", "b"]},
    "no_json": {"properties": {"a": {1, 2}}, ("b",): 1},
    "deep": functools.reduce(lambda inner, _: {"not": inner}, range(100_000), {}),
    "odd_limits": {"properties": {"a": {"minimum": "x", "maxLength": 1e400}}},
}


@pytest.mark.parametrize("parameters", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("prompt", ["go", "Send 5 of 'them' to Ada and Ravi"])
async def test_no_schema_makes_it_raise(parameters, prompt):
    entry = {"type": "function", "function": {"name": "odd", "parameters": parameters}}
    asked = {"messages": [{"role": "user", "content": prompt}], "tools": [entry]}
    completion = await SimulatedModel()(asked)
    (call,) = completion["choices"][0]["message"]["tool_calls"]
    assert isinstance(json.loads(call["function"]["arguments"]), dict)


@pytest.mark.parametrize(
    "prompt",
    ["a" * 200_000, "A" * 200_000, "'" * 50_000, "a." * 50_000, "1," * 50_000, "Ab " * 50_000],
    ids=["word", "capitals", "quotes", "dots", "figures", "names"],
)
async def test_a_long_prompt_is_no_trouble(prompt):
    assert await calls(prompt, [WEATHER])


# --- what comes back -------------------------------------------------------------------------


async def test_a_tool_that_fails_is_not_called_again():
    def get_tide(harbour: str) -> str:
        raise KeyError(harbour)

    transcript = await round_trip("go", [define_tool(get_tide)], SimulatedModel())
    assert len(transcript.calls) == 1
    assert transcript.answer.startswith("get_tide could not do it. It says: get_tide failed.")


async def test_what_worked_is_told_beside_what_failed():
    def get_tide() -> str:
        raise TimeoutError

    tools = [WEATHER, define_tool(get_tide)]
    transcript = await round_trip("tide and weather in Oslo", tools, SimulatedModel())
    first, second = transcript.answer.splitlines()[:2]
    assert first == "get_weather says: sunny in Oslo, 31 °C"
    assert second.startswith("get_tide could not do it.")


async def test_a_call_that_is_not_approved_is_not_repeated():
    transcript = await round_trip(
        "weather in Oslo", [WEATHER], SimulatedModel(), approve=lambda *_: "not on Sundays"
    )
    assert len(transcript.calls) == 1
    assert "not on Sundays" in transcript.answer


async def test_a_valid_call_that_is_refused_is_tried_with_other_values():
    def is_even(n: int) -> int:
        if n % 2:
            msg = "must be even"
            raise ValueError(msg)
        return n

    def row(boats: Annotated[int, Field(ge=1, le=9), AfterValidator(is_even)]) -> str:
        return f"{boats} boats"

    transcript = await round_trip("Row with 3 boats", [define_tool(row)], SimulatedModel())
    assert transcript.calls[0].status == "refused"
    assert transcript.end.reason == "answer"
    assert len(transcript.calls) <= 3


async def test_it_gives_up_when_nothing_helps():
    def never(value: str) -> str:
        msg = "never"
        raise ValueError(msg)

    def row(boat: Annotated[str, AfterValidator(never)]) -> str:
        return boat

    transcript = await round_trip("Row", [define_tool(row)], SimulatedModel())
    assert len(transcript.calls) <= 3
    assert transcript.answer.startswith("I can't get my call of row right.")


@pytest.mark.parametrize(
    "output",
    [
        "0 errors",
        "No failures",
        "Error budget: 99 %",
        '{"error": null, "n": 1}',
        "",
        "Not found",
    ],
)
async def test_an_output_that_only_speaks_of_errors_is_no_failure(output):
    tool = define_tool(lambda: output, name="status")
    transcript = await round_trip("status", [tool], SimulatedModel())
    assert transcript.answer == f"status says: {output}"


@pytest.mark.parametrize(
    "output",
    [
        "Error: no such city",
        "error",
        "Failed to connect",
        "ValueError: bad",
        "Traceback (most recent call last):",
        '{"error": "no such city"}',
        "An error occurred",
        "Internal error.",
    ],
)
async def test_failures_of_other_hosts_are_seen(output):
    tool = define_tool(lambda: output, name="status")
    transcript = await round_trip("status", [tool], SimulatedModel())
    assert transcript.answer == f"status could not do it. It says: {output}"


# --- streams ---------------------------------------------------------------------------------


async def chunks(**options):
    model = SimulatedModel()
    answer = await model(request("weather in Chennai for 3 days", stream=True, **options))
    return [chunk async for chunk in answer]


async def test_a_streamed_answer_is_the_same_in_pieces():
    found = await chunks()
    whole = await SimulatedModel()(request("weather in Chennai for 3 days"))
    assembled = completion_from_chunks(found)
    calls = [c["choices"][0]["message"]["tool_calls"] for c in (whole, assembled)]
    assert calls[0] == calls[1]
    deltas = [chunk["choices"][0]["delta"] for chunk in found]
    assert sum("tool_calls" in delta for delta in deltas) > 3
    assert found[-1]["choices"][0]["finish_reason"] == "tool_calls"
    assert {chunk["object"] for chunk in found} == {"chat.completion.chunk"}


async def test_usage_comes_last_if_it_is_asked_for():
    found = await chunks(stream_options={"include_usage": True})
    assert found[-1]["choices"] == []
    assert found[-1]["usage"]["total_tokens"] > 0
    assert all("usage" not in chunk for chunk in await chunks())


async def test_text_is_streamed_in_pieces_too():
    answer = await SimulatedModel()(request("Hello!", stream=True))
    texts = [c["choices"][0]["delta"].get("content") async for c in answer]
    assert len([text for text in texts if text]) > 3


async def test_a_streamed_round_trip_gives_the_same_transcript():
    plain = await round_trip("weather in Oslo", THREE, SimulatedModel())
    streamed = await round_trip("weather in Oslo", THREE, SimulatedModel(), stream=True)
    assert list(streamed.messages) == list(plain.messages)


def test_repr_shows_what_is_still_to_come():
    assert repr(SimulatedModel(3)) == "SimulatedModel(3)"
    assert repr(SimulatedModel(faults=["refusal"])) == "SimulatedModel(0, faults=['refusal'])"
