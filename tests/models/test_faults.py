"""Every mistake a `SimulatedModel` can make: made as said, answered, and corrected."""

import json
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from toolnexus import Toolkit, define_tool, round_trip
from toolnexus.adapters import calls_from_openai, completion_from_chunks
from toolnexus.errors import ModelError
from toolnexus.models import FAULTS, SimulatedModel, check_history

PROMPT = "What's the weather in Chennai for the next three days?"


class Place(BaseModel):
    name: str
    lat: Annotated[float, Field(ge=-90, le=90)] = 0


def get_weather(
    city: str,
    days: Annotated[int, Field(ge=1, le=14)] = 1,
    unit: Literal["celsius", "fahrenheit"] = "celsius",
    tags: list[str] | None = None,
) -> str:
    """Current weather for a city."""
    return f"sunny in {city}"


def find_boats(
    near: Place,
    count: Annotated[int, Field(ge=1)],
    rig: Literal["sloop", "ketch"],
    length: float | None = None,
) -> list[str]:
    """Find boats near a place."""
    return ["Iris"] * min(count, 3)


def ping() -> str:
    """Whether it is there."""
    return "pong"


WRITTEN = define_tool(
    lambda **_: "stored",
    name="storeReading",
    description="Store a reading.",
    input_schema={
        "type": "object",
        "properties": {
            "gauge": {"type": "string", "minLength": 2, "maxLength": 20},
            "values": {"type": "array", "items": {"type": "number"}, "maxItems": 5},
            "quality": {"enum": [1, 2, 3]},
            "note": {"type": ["number", "null"]},
        },
        "required": ["gauge", "values", "quality"],
        "additionalProperties": False,
    },
)
TOOLS = {
    "get_weather": define_tool(get_weather),
    "find_boats": define_tool(find_boats),
    "storeReading": WRITTEN,
    "ping": define_tool(ping),
}
FULL = [name for name in TOOLS if name != "ping"]
"""Tools on which every mistake can be made."""

STREAMS = [fault for fault in FAULTS if fault.startswith("stream_")]
ENDS = {
    "call_in_text": "answer",
    "tagged_call_in_text": "answer",
    "empty_reply": "empty",
    "promised_calls": "empty",
    "tool_use_failed": "error",
    "refusal": "refusal",
    "content_filter": "content_filter",
}
"""The mistakes after which there is no call, and how the round trip ends then."""

REFUSED = [
    *("bad_escape", "escaped_newlines", "trailing_comma", "single_quotes", "unquoted_keys"),
    *("truncated", "empty_arguments", "null_arguments", "missing_arguments", "not_an_object"),
    *("wrong_type", "null_as_text", "missing_required", "out_of_range", "not_in_enum"),
    *("extra_argument", "malformed_json"),
]
UNKNOWN = [
    *("unknown_tool", "misspelt_name", "prefixed_name", "suffixed_name", "other_case"),
    "multi_tool_use",
]
SEVERAL = ["several_calls", "same_call_twice", "duplicate_ids", "stream_parallel_no_index"]
ACCEPTED = [
    name for name in FAULTS if name not in (*ENDS, *REFUSED, *UNKNOWN) and name not in STREAMS
]


def request(tool, **options):
    messages = [{"role": "user", "content": PROMPT}]
    return {"messages": messages, "tools": Toolkit([tool]).to_openai(), **options}


async def choice(fault, tool="get_weather", seed=0, **options):
    completion = await SimulatedModel(seed, faults=[fault])(request(TOOLS[tool], **options))
    return completion["choices"][0]


async def entries(fault, tool="get_weather", seed=0):
    return (await choice(fault, tool, seed))["message"]["tool_calls"]


async def sent(fault, tool, seed=0):
    """What stands in the arguments of the first call."""
    return (await entries(fault, tool, seed))[0]["function"].get("arguments")


async def right(tool, seed=0):
    completion = await SimulatedModel(seed)(request(TOOLS[tool]))
    (call,) = completion["choices"][0]["message"]["tool_calls"]
    return json.loads(call["function"]["arguments"])


def changed(found, meant):
    """The names whose values are not those that were meant."""
    return {name for name in {*found, *meant} if found.get(name, ...) != meant.get(name, ...)}


# --- the table -------------------------------------------------------------------------------


def test_the_table_says_what_each_is():
    kinds = {fault.id for fault in FAULTS.values()}
    assert kinds == {f"F{number:02}" for number in range(1, 35)}
    for fault in FAULTS.values():
        assert fault.what.endswith(".")
        assert fault.source
    with pytest.raises(TypeError):
        FAULTS["new"] = 1


@pytest.mark.parametrize(
    ("name", "near"),
    [("missing_require", "missing_required"), ("trailing", "trailing_comma")],
)
def test_an_unknown_name_is_refused_with_the_nearest(name, near):
    with pytest.raises(ValueError, match=rf"no fault called '{name}'\. Did you mean {near}\?"):
        SimulatedModel(faults=["raw_newline", name])


def test_an_unknown_name_is_refused_with_all_names():
    with pytest.raises(
        ValueError, match=r"'xyzzy'\. The faults are: raw_newline, .* and reasoning"
    ):
        SimulatedModel(faults=["xyzzy"])


def test_one_name_will_do_without_a_list():
    assert repr(SimulatedModel(faults="refusal")) == repr(SimulatedModel(faults=["refusal"]))


# --- every mistake, in a whole round trip ----------------------------------------------------


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("fault", FAULTS)
async def test_a_round_trip_with_it_comes_to_its_end(fault, tool, seed, stream):
    model = SimulatedModel(seed, faults=[fault])
    transcript = await round_trip(PROMPT, [TOOLS[tool]], model, stream=stream)
    check_history(transcript.messages)
    end = "answer" if fault in model.skipped else ENDS.get(fault, "answer")
    assert transcript.end.reason == end
    if fault in ENDS and fault not in model.skipped:
        assert not transcript.calls
        return
    assert transcript.answer.startswith(f"{tool} says: ")
    assert transcript.calls[-1].status == "executed"
    if fault in (*ACCEPTED, *STREAMS) or fault in model.skipped:
        assert {call.status for call in transcript.calls} == {"executed"}


@pytest.mark.parametrize("tool", FULL)
@pytest.mark.parametrize("fault", [*REFUSED, *UNKNOWN])
async def test_the_second_call_is_right(fault, tool):
    transcript = await round_trip(PROMPT, [TOOLS[tool]], SimulatedModel(faults=[fault]))
    first, second, *_ = transcript.calls
    if (fault, tool) == ("extra_argument", "storeReading") or fault != "extra_argument":
        assert first.status == ("unknown" if fault in UNKNOWN else "refused")
    assert second.call.name == tool
    assert second.arguments == await right(tool)
    assert second.call.id != first.call.id


@pytest.mark.parametrize("fault", FAULTS)
async def test_it_can_be_made_on_a_tool_with_parameters_of_all_kinds(fault):
    for tool in FULL:
        model = SimulatedModel(faults=[fault])
        await round_trip(PROMPT, [TOOLS[tool]], model, stream=True)
        if fault == "stringified_value" and tool == "get_weather":
            continue
        assert model.skipped == {}, tool


# --- made exactly as said --------------------------------------------------------------------


@pytest.mark.parametrize("tool", FULL)
@pytest.mark.parametrize(
    "fault",
    [
        *("raw_newline", "bad_escape", "escaped_newlines", "trailing_comma", "single_quotes"),
        *("unquoted_keys", "truncated"),
    ],
)
async def test_the_text_is_no_json(fault, tool):
    text = await sent(fault, tool)
    with pytest.raises(ValueError, match=r"line \d"):
        json.loads(text)


async def test_texts_that_are_no_json_look_as_models_write_them():
    assert await sent("raw_newline", "get_weather") == '{"city": "Chennai\n", "days": 3}'
    assert await sent("bad_escape", "get_weather") == '{"city": "Chennai\\data", "days": 3}'
    assert await sent("escaped_newlines", "ping") == "{\\n\\n}"
    assert await sent("trailing_comma", "get_weather") == '{"city": "Chennai", "days": 3,}'
    assert await sent("single_quotes", "get_weather") == "{'city': 'Chennai', 'days': 3}"
    assert await sent("unquoted_keys", "get_weather") == '{city: "Chennai", days: 3}'
    assert (await choice("truncated"))["finish_reason"] == "length"
    assert await sent("truncated", "ping") == "{"


@pytest.mark.parametrize("tool", TOOLS)
async def test_arguments_of_another_shape(tool):
    meant = await right(tool)
    assert await sent("empty_arguments", tool) == ""
    assert await sent("null_arguments", tool) is None
    assert "arguments" not in (await entries("missing_arguments", tool))[0]["function"]
    assert json.loads(await sent("whitespace_object", tool)) == meant
    assert "\n\n" in await sent("whitespace_object", tool)
    assert json.loads(json.loads(await sent("double_encoded", tool))) == meant
    assert json.loads(await sent("not_an_object", tool)) == list(meant.values())
    assert await sent("object_arguments", tool) == meant


@pytest.mark.parametrize("tool", FULL)
@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize(
    "fault",
    [
        *("stringified_value", "wrong_type", "null_as_text", "missing_required"),
        *("extra_argument", "out_of_range", "not_in_enum"),
    ],
)
async def test_just_one_value_is_wrong(fault, tool, seed):
    found, meant = json.loads(await sent(fault, tool, seed)), await right(tool, seed)
    assert len(changed(found, meant)) == 1


async def test_wrong_values_look_as_models_write_them():
    assert json.loads(await sent("wrong_type", "get_weather"))["days"] == "3"
    assert json.loads(await sent("null_as_text", "get_weather"))["tags"] == "null"
    assert json.loads(await sent("out_of_range", "get_weather"))["days"] == 15
    assert json.loads(await sent("out_of_range", "find_boats"))["count"] == 0
    assert len(json.loads(await sent("out_of_range", "storeReading"))["gauge"]) == 21
    assert json.loads(await sent("not_in_enum", "get_weather"))["unit"] == "Celsius"
    assert json.loads(await sent("not_in_enum", "storeReading"))["quality"] == 4
    assert "near" not in json.loads(await sent("missing_required", "find_boats"))
    assert json.loads(await sent("extra_argument", "ping")) == {"verbose": True}
    near = json.loads(await sent("stringified_value", "find_boats"))["near"]
    assert json.loads(near) == (await right("find_boats"))["near"]


@pytest.mark.parametrize(
    ("fault", "names"),
    [
        ("unknown_tool", ["search_web"] * 3),
        ("misspelt_name", ["get_wather", "storeRading", "pig"]),
        (
            "prefixed_name",
            ["functions.get_weather", "functions.storeReading", "functions.ping"],
        ),
        (
            "suffixed_name",
            [f"functions.{n}:1" for n in ("get_weather", "storeReading", "ping")],
        ),
        ("other_case", ["Get_Weather", "Storereading", "Ping"]),
        ("multi_tool_use", ["multi_tool_use.parallel"] * 3),
    ],
)
async def test_names_are_wrong_in_the_way_that_is_said(fault, names):
    for tool, name in zip(("get_weather", "storeReading", "ping"), names, strict=True):
        (call,) = await entries(fault, tool)
        assert call["function"]["name"] == name


async def test_a_wrong_name_is_never_that_of_another_tool():
    tools = [define_tool(lambda: 1, name=name) for name in ("ab", "a", "b", "AB", "Ab", "abb")]
    asked = {"messages": [], "tools": Toolkit(tools).to_openai(), "tool_choice": "required"}
    for fault in ("misspelt_name", "other_case", "unknown_tool"):
        model = SimulatedModel(faults=[fault])
        (call,) = (await model(dict(asked)))["choices"][0]["message"]["tool_calls"]
        name = call["function"]["name"]
        assert (fault in model.skipped) == (name in Toolkit(tools))


async def test_wrapped_calls_are_sent_one_by_one_once_it_is_told():
    transcript = await round_trip(
        PROMPT, [TOOLS["get_weather"]], SimulatedModel(faults=["multi_tool_use"])
    )
    wrapped = transcript.calls[0].arguments["tool_uses"]
    assert len(wrapped) == 2
    assert [call.arguments for call in transcript.calls[1:]] == [
        use["parameters"] for use in wrapped
    ]


@pytest.mark.parametrize("tool", TOOLS)
async def test_several_calls_and_their_ids(tool):
    one, other = await entries("several_calls", tool)
    assert one["id"] != other["id"]
    if tool != "ping":
        assert one["function"] != other["function"]
    one, other = await entries("same_call_twice", tool)
    assert one["id"] != other["id"]
    assert one["function"] == other["function"]
    one, other = await entries("duplicate_ids", tool)
    assert one["id"] == other["id"]
    assert "id" not in (await entries("missing_id", tool))[0]
    assert (await entries("empty_id", tool))[0]["id"] == ""


async def test_several_calls_take_another_tool_where_there_is_one():
    asked = request(TOOLS["ping"])
    asked["tools"] += Toolkit([define_tool(lambda: 1, name="pong")]).to_openai()
    completion = await SimulatedModel(faults=["several_calls"])(
        asked | {"parallel_tool_calls": False}
    )
    calls = calls_from_openai(completion)
    assert {call.name for call in calls} == {"ping", "pong"}


@pytest.mark.parametrize("tool", TOOLS)
async def test_whole_messages(tool):
    text = (await choice("text_with_call", tool))["message"]
    assert text["content"]
    assert text["tool_calls"]
    for fault in ("call_in_text", "tagged_call_in_text"):
        message = (await choice(fault, tool))["message"]
        assert tool in message["content"]
        assert "tool_calls" not in message
    call = json.loads((await choice("call_in_text", tool))["message"]["content"])
    assert call == {"name": tool, "arguments": await right(tool)}
    legacy = await choice("legacy_function_call", tool)
    assert legacy["message"]["function_call"]["name"] == tool
    assert "tool_calls" not in legacy["message"]
    stopped = await choice("finish_reason_stop", tool)
    assert (stopped["finish_reason"], len(stopped["message"]["tool_calls"])) == ("stop", 1)
    empty = await choice("empty_reply", tool)
    assert (empty["finish_reason"], empty["message"]["content"]) == ("stop", "")
    promised = await choice("promised_calls", tool)
    assert promised["finish_reason"] == "tool_calls"
    assert "tool_calls" not in promised["message"]
    assert (await choice("refusal", tool))["message"]["refusal"]
    assert (await choice("content_filter", tool))["finish_reason"] == "content_filter"
    thought = (await choice("reasoning", tool))["message"]
    assert thought["reasoning"]
    assert thought["tool_calls"]


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("stream", [False, True])
async def test_a_server_that_refuses_what_the_model_wrote_is_asked_again(tool, stream):
    model = SimulatedModel(faults=["tool_use_failed"])
    with pytest.raises(ModelError, match="tool_use_failed") as caught:
        await model(request(TOOLS[tool], stream=stream))
    assert tool in caught.value.failed_generation
    completion = await model(request(TOOLS[tool]))
    assert [call.name for call in calls_from_openai(completion)] == [tool]


# --- streams ---------------------------------------------------------------------------------


async def chunks(fault, tool, seed=0):
    answer = await SimulatedModel(seed, faults=[fault])(request(TOOLS[tool], stream=True))
    return [chunk async for chunk in answer]


def pieces(chunks):
    deltas = [choice["delta"] for chunk in chunks for choice in chunk["choices"]]
    return [piece for delta in deltas for piece in delta.get("tool_calls", ())]


@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("fault", STREAMS)
async def test_odd_streams_are_put_together_right(fault, tool, seed):
    assembled = completion_from_chunks(await chunks(fault, tool, seed))
    calls = [(c.name, json.loads(c.arguments)) for c in calls_from_openai(assembled)]
    assert calls[0] == (tool, await right(tool, seed))
    assert len(calls) == (2 if fault == "stream_parallel_no_index" else 1)


@pytest.mark.parametrize("tool", FULL)
async def test_streams_are_odd_in_the_way_that_is_said(tool):
    found = {fault: pieces(await chunks(fault, tool)) for fault in STREAMS}
    assert all("index" not in piece for piece in found["stream_no_index"])
    later = [piece["id"] for piece in found["stream_id_once"][1:]]
    assert set(later) == {None, ""}
    names = [piece["function"]["name"] for piece in found["stream_name_repeated"]]
    assert set(names) == {tool}
    split = [piece["function"].get("name", "") for piece in found["stream_name_split"]]
    assert "".join(split) == tool
    assert tool not in split
    assert all("id" not in piece for piece in found["stream_no_id"])
    whole = found["stream_parallel_no_index"]
    assert [json.loads(piece["function"]["arguments"]) != {} for piece in whole] == [True, True]
    assert all("index" not in piece for piece in whole)
    empty = await chunks("stream_empty_chunks", tool)
    assert any(chunk["choices"] == [] for chunk in empty)
    assert "usage" in empty[-1]


@pytest.mark.parametrize("fault", STREAMS)
async def test_a_request_without_stream_is_answered_whole_and_right(fault):
    model = SimulatedModel(faults=[fault])
    completion = await model(request(TOOLS["get_weather"]))
    (call,) = calls_from_openai(completion)
    assert json.loads(call.arguments) == await right("get_weather")
    assert model.skipped == {fault: "get_weather: the request does not ask for a stream"}


# --- several of them, and those that can't be made -------------------------------------------


async def test_they_are_made_one_after_the_other_and_then_no_more():
    faults = ["wrong_type", "misspelt_name", "missing_required"]
    model = SimulatedModel(faults=faults)
    transcript = await round_trip(PROMPT, [TOOLS["get_weather"]], model)
    assert [step.status for step in transcript.calls] == [
        "refused", "unknown", "refused", "executed"
    ]  # fmt: skip
    again = await round_trip(PROMPT, [TOOLS["get_weather"]], model)
    assert [step.status for step in again.calls] == ["executed"]


async def test_the_next_one_waits_for_the_next_call_if_the_first_is_accepted():
    model = SimulatedModel(faults=["missing_id", "refusal"])
    first = await round_trip(PROMPT, [TOOLS["ping"]], model)
    assert first.end.reason == "answer"
    assert repr(model) == "SimulatedModel(0, faults=['refusal'])"
    assert (await round_trip(PROMPT, [TOOLS["ping"]], model)).end.reason == "refusal"


async def test_what_can_not_be_made_is_skipped_and_said():
    model = SimulatedModel(faults=["missing_required", "not_in_enum", "trailing_comma"])
    transcript = await round_trip("go", [TOOLS["ping"]], model)
    assert model.skipped == {
        "missing_required": "ping: it has no required parameter",
        "not_in_enum": "ping: it takes no arguments",
    }
    assert transcript.calls[0].call.arguments == "{,}"


async def test_while_they_wait_a_tool_is_called_whatever_the_prompt_is():
    model = SimulatedModel(faults=["trailing_comma"])
    transcript = await round_trip("Hello!", list(TOOLS.values()), model)
    assert [step.status for step in transcript.calls] == ["refused", "executed"]


async def test_without_tools_they_wait():
    model = SimulatedModel(faults=["refusal"])
    assert (await round_trip("Hello!", [], model)).end.reason == "answer"
    assert "refusal" in repr(model)


async def test_the_same_faults_give_the_same_bytes():
    async def run():
        model = SimulatedModel(3, faults=["wrong_type", "several_calls"])
        return (await round_trip(PROMPT, TOOLS.values(), model)).messages

    assert await run() == await run()


# --- how the error is told -------------------------------------------------------------------


async def told(fault, text, tool="get_weather"):
    """Play a host that answers every wrong call with the same text; return what was sent."""
    model = SimulatedModel(faults=[fault])
    asked = request(TOOLS[tool])
    meant = await right(tool)
    found = []
    for _ in range(6):
        completion = await model({**asked, "messages": list(asked["messages"])})
        message = completion["choices"][0]["message"]
        calls = message.get("tool_calls")
        if not calls:
            return found, message["content"]
        found.append(calls[0]["function"])
        is_right = (found[-1]["name"], found[-1]["arguments"]) == (tool, json.dumps(meant))
        answer = "fine" if is_right else text
        asked["messages"] += [
            message,
            *({"role": "tool", "tool_call_id": c["id"], "content": answer} for c in calls),
        ]
    pytest.fail("it went on for ever")


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("trailing_comma", "invalid JSON at column 33"),
        ("truncated", "Error: could not parse the arguments"),
        ("wrong_type", "1 validation error for call\ndays\n  Input should be an integer"),
        ("wrong_type", "Error: `days` is wrong"),
        ("missing_required", "Error: 'city' is a required property"),
        ("not_in_enum", "invalid value for unit"),
        ("extra_argument", "unexpected keyword argument 'verbose'"),
        ("misspelt_name", "No such tool. Try get_weather"),
        ("unknown_tool", "Unknown tool search_web. Tools: get_weather"),
        ("other_case", "Unknown tool Get_Weather, use get_weather"),
    ],
)
async def test_a_text_that_names_what_was_wrong_is_enough(fault, text):
    if fault in ("misspelt_name", "unknown_tool", "other_case"):
        text = f"Error: {text}"
    calls, answer = await told(fault, text)
    assert len(calls) == 2
    assert json.loads(calls[1]["arguments"]) == await right("get_weather")
    assert answer == "get_weather says: fine"


@pytest.mark.parametrize(
    "text",
    ["Error", "invalid input", "Something went wrong.", "Please try again", '{"error": true}'],
)
@pytest.mark.parametrize("fault", ["trailing_comma", "wrong_type", "missing_required"])
async def test_an_opaque_text_is_not_and_it_repeats_itself_twice_and_gives_up(fault, text):
    calls, answer = await told(fault, text)
    assert len(calls) == 3
    assert calls[0] == calls[1] == calls[2]
    assert answer == f"I can't get my call of get_weather right. All I was told is: {text}"


@pytest.mark.parametrize("fault", ["other_case", "misspelt_name"])
async def test_to_repeat_the_wrong_name_names_nothing(fault):
    (call,) = await entries(fault)
    calls, _ = await told(fault, f"Error: unknown tool {call['function']['name']}")
    assert len(calls) == 3


async def test_a_name_of_one_letter_has_to_be_told_as_a_name(monkeypatch):
    def add(a: int, b: int) -> int:
        return a + b

    monkeypatch.setitem(TOOLS, "add", define_tool(add))
    calls, _ = await told("missing_required", "Error: a required thing is missing", "add")
    assert len(calls) == 3
    calls, _ = await told("missing_required", "Error: a: required", "add")
    assert len(calls) == 2


async def test_malformed_json_is_one_of_several_by_seed():
    sent = set()
    for seed in range(3):
        model = SimulatedModel(seed, faults=["malformed_json"])
        transcript = await round_trip(PROMPT, [define_tool(get_weather)], model)
        sent.add(transcript.calls[0].call.arguments)
        assert [step.status for step in transcript.calls] == ["refused", "executed"]
    assert len(sent) == 3


def test_an_id_stands_for_all_faults_of_its_kind():
    assert repr(SimulatedModel(faults="F02")) == repr(
        SimulatedModel(faults=["bad_escape", "escaped_newlines"])
    )
