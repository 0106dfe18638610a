"""What a model wrote, in every form that models write, read for the person who looks at it."""

import json

import pytest

from toolnexus import Tool, ToolCall, define_tool, read_model_output
from toolnexus.adapters import calls_from_openai


def get_weather(city: str, days: int = 1) -> str:
    return f"sunny in {city}"


def create_user(name: str, input: str = "") -> str:  # noqa: A002 - the point of it
    return name


WEATHER = define_tool(get_weather)
USER = define_tool(create_user)
GOA = ("get_weather", {"city": "Goa"})
GOA_3 = ("get_weather", {"city": "Goa", "days": 3})


def read(text, tool=None):
    return read_model_output(text, [WEATHER, USER], tool)


def calls(output):
    return [(call.tool, call.arguments) for call in output.calls]


def kinds(output):
    return {note.kind for note in output.notes}


def chat_call(arguments='{"city": "Goa"}', name="get_weather", **more):
    function = {"name": name, "arguments": arguments}
    return {"id": "c1", "type": "function", "function": function, **more}


def message(*entries):
    return {"role": "assistant", "content": None, "tool_calls": list(entries)}


def completion(answer):
    return {"choices": [{"index": 0, "message": answer, "finish_reason": "tool_calls"}]}


WELL_FORMED = {
    "arguments": {"city": "Goa"},
    "chat_call": chat_call(),
    "list_of_chat_calls": [chat_call()],
    "message": message(chat_call()),
    "completion": completion(message(chat_call())),
    "custom_name": {"name": "get_weather", "arguments": {"city": "Goa"}},
    "parameters": {"name": "get_weather", "parameters": {"city": "Goa"}},
    "args": {"name": "get_weather", "args": {"city": "Goa"}},
    "input": {"tool": "get_weather", "input": {"city": "Goa"}},
    "arguments_as_text": {"name": "get_weather", "arguments": '{"city": "Goa"}'},
    "action_blob": {"action": "get_weather", "action_input": {"city": "Goa"}},
    "responses_item": {
        "type": "function_call",
        "call_id": "c1",
        "name": "get_weather",
        "arguments": '{"city": "Goa"}',
    },
    "responses": {
        "output": [
            {"type": "reasoning"},
            {"type": "function_call", "name": "get_weather", "arguments": '{"city": "Goa"}'},
        ]
    },
    "tool_use": {
        "type": "tool_use",
        "id": "t",
        "name": "get_weather",
        "input": {"city": "Goa"},
    },
    "anthropic_message": {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "t", "name": "get_weather", "input": {"city": "Goa"}},
        ],
    },
    "gemini_part": {"functionCall": {"name": "get_weather", "args": {"city": "Goa"}}},
    "gemini_part_of_the_package": {
        "function_call": {"name": "get_weather", "args": {"city": "Goa"}}
    },
    "gemini_response": {
        "candidates": [
            {"content": {"parts": [{"functionCall": {"name": GOA[0], "args": GOA[1]}}]}}
        ]
    },
    "ollama": {
        "model": "m",
        "message": {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"function": {"name": "get_weather", "arguments": {"city": "Goa"}}}],
        },
        "done": True,
    },
    "conversation": {
        "messages": [{"role": "user", "content": "Is it warm?"}, message(chat_call())]
    },
}


@pytest.mark.parametrize("value", WELL_FORMED.values(), ids=WELL_FORMED)
def test_well_formed_output_is_read_without_a_note(value):
    output = read(json.dumps(value), WEATHER)
    assert calls(output) == [GOA]
    assert output.notes == ()
    assert output.is_valid_json


@pytest.mark.parametrize(
    "value", [value for key, value in WELL_FORMED.items() if key != "conversation"]
)
def test_python_writes_the_same_in_single_quotes(value):
    output = read(repr(value), WEATHER)
    assert calls(output) == [GOA]
    assert "single_quotes" in kinds(output)
    assert not output.is_valid_json


def test_written_calls_are_those_of_the_adapter():
    sent = message(chat_call('{"city":\t"Goa"}'), chat_call(" {}", id=""), chat_call("["))
    output = read(json.dumps(sent))
    assert [call.written for call in output.calls] == calls_from_openai(sent)


DATA = (
    'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":'
    '{"name":"get_weather","arguments":"{\\"ci"}}]}}]}\n\n'
    ": keep-alive\n\n"
    'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":'
    '{"arguments":"ty\\": \\"Goa\\"}"}}]}}]}\n\n'
    'data: {"choices":[],"usage":{"total_tokens":9}}\n\n'
    "data: [DONE]\n"
)
ANTHROPIC_DATA = (
    "event: content_block_start\n"
    'data: {"type":"content_block_start","index":1,"content_block":'
    '{"type":"tool_use","id":"t","name":"get_weather","input":{}}}\n\n'
    'data: {"type":"content_block_delta","index":1,"delta":'
    '{"type":"input_json_delta","partial_json":"{\\"city\\": "}}\n\n'
    'data: {"type":"content_block_delta","index":1,"delta":'
    '{"type":"input_json_delta","partial_json":"\\"Goa\\"}"}}\n\n'
)
RESPONSES_DATA = (
    'data: {"type":"response.output_item.added","output_index":0,"item":'
    '{"type":"function_call","name":"get_weather","arguments":""}}\n\n'
    'data: {"type":"response.function_call_arguments.delta","output_index":0,'
    '"delta":"{\\"city\\": \\"Goa\\"}"}\n\n'
)
GEMINI_DATA = (
    'data: {"candidates":[{"content":{"parts":[{"functionCall":'
    '{"name":"get_weather","args":{"city":"Goa"}}}]}}]}\n\n'
)


@pytest.mark.parametrize(
    "text",
    [
        DATA,
        "\n".join(line.removeprefix("data: ") for line in DATA.split("\n\n")[::2][:1])
        + "\n"
        + DATA.split("\n\n")[2].removeprefix("data: "),
        ANTHROPIC_DATA,
        RESPONSES_DATA,
        GEMINI_DATA,
    ],
    ids=["chat", "chat_without_data", "anthropic", "responses", "gemini"],
)
def test_stream_is_put_together(text):
    output = read(text)
    assert calls(output) == [GOA]
    assert kinds(output) == {"stream"}
    assert output.is_valid_json


def test_broken_line_of_a_stream_is_left_out_and_told():
    output = read(DATA.replace("data: [DONE]", "data: oops"))
    assert calls(output) == [GOA]
    assert {"broken_line", "text_around"} <= kinds(output)
    assert output.left_out == ("oops",)
    assert not output.is_valid_json


AS_TEXT = {
    "fence": (
        'Sure!\n```json\n{"city": "Goa"}\n```\nDone.',
        GOA,
        {"code_fence", "text_around"},
    ),
    "fence_in_a_line": ('```json {"city": "Goa"}```', GOA, {"code_fence"}),
    "open_fence": ('```json\n{"city": "Goa"}', GOA, {"code_fence", "unclosed"}),
    "tag": (
        '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Goa"}}\n</tool_call>',
        GOA,
        {"call_in_tags"},
    ),
    "tag_in_an_argument": (
        '<call>{"name": "get_weather", "arguments": {"city": "a </call> b"}}</call>',
        ("get_weather", {"city": "a </call> b"}),
        {"call_in_tags"},
    ),
    "open_tag": (
        '<tool_call>{"name": "get_weather", "arguments": {"city": "Goa"}}',
        GOA,
        {"call_in_tags", "unclosed"},
    ),
    "function_tag": ('<function=get_weather>{"city": "Goa"}</function>', GOA, {"call_in_tags"}),
    "function_tag_alone": (
        "<function=get_weather></function>",
        ("get_weather", {}),
        {"call_in_tags", "empty_arguments"},
    ),
    "parameter_tags": (
        "<tool_call>\n<function=get_weather>\n<parameter=city>\nGoa\n</parameter>\n"
        "<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>",
        GOA_3,
        {"call_in_tags", "typed_by_schema"},
    ),
    "invoke_tags": (
        '<function_calls><invoke name="get_weather"><parameter name="city">Goa</parameter>'
        "</invoke></function_calls>",
        GOA,
        {"call_in_tags"},
    ),
    "key_and_value_tags": (
        "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Goa</arg_value>\n</tool_call>",
        GOA,
        {"call_in_tags"},
    ),
    "mistral": (
        '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Goa"}}]',
        GOA,
        {"special_tokens"},
    ),
    "mistral_new": ('[TOOL_CALLS]get_weather[ARGS]{"city": "Goa"}', GOA, {"special_tokens"}),
    "python_tag": (
        '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Goa"}}',
        GOA,
        {"special_tokens"},
    ),
    "kimi": ('functions.get_weather:0{"city": "Goa"}', GOA, {"wrapped_name"}),
    "deepseek": (
        "<\uff5ctool\u2581call\u2581begin\uff5c>function<\uff5ctool\u2581sep\uff5c>get_weather\n"
        '```json\n{"city": "Goa"}\n```<\uff5ctool\u2581call\u2581end\uff5c>',
        GOA,
        {"special_tokens", "code_fence"},
    ),
    "harmony": (
        "<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>"
        '{"city": "Goa"}<|call|>',
        GOA,
        {"special_tokens", "wrapped_name"},
    ),
    "code": ("get_weather(city='Goa', days=3)", GOA_3, {"call_in_code"}),
    "code_by_position": ('get_weather("Goa", 3)', GOA_3, {"call_in_code", "by_position"}),
    "code_in_a_list": ('[get_weather(city="Goa")]', GOA, {"call_in_code"}),
    "code_printed": (
        '```tool_code\nprint(default_api.get_weather(city="Goa"))\n```',
        GOA,
        {"code_fence", "call_in_code", "wrapped_name"},
    ),
    "action": (
        'Thought: warm?\nAction: get_weather\nAction Input: {"city": "Goa"}\nObservation: yes',
        GOA,
        {"call_as_action", "text_around"},
    ),
    "thoughts": (
        '<think>{"name": "x"}</think>{"name": "get_weather", "args": {"city": "Goa"}}',
        GOA,
        {"reasoning", "text_around"},
    ),
    "prose": (
        'I call {"name": "get_weather", "arguments": {"city": "Goa"}} now.',
        GOA,
        {"text_around"},
    ),
    "encoded_twice": (json.dumps('{"city": "Goa"}'), GOA, {"encoded_twice"}),
    "escaped_quotes": (r"{\"city\": \"Goa\"}", GOA, {"escaped_quotes"}),
    "no_braces": ('"city": "Goa"', GOA, {"no_braces"}),
    "byte_order_mark": ('\ufeff{"city": "Goa"}', GOA, {"byte_order_mark"}),
    "wrapped": ('{"arguments": {"city": "Goa"}}', GOA, {"wrapped_arguments"}),
    "legacy": (
        '{"role": "assistant", "function_call": {"name": "get_weather", "arguments": '
        '"{\\"city\\": \\"Goa\\"}"}}',
        GOA,
        {"legacy_function_call"},
    ),
    "object_arguments": (
        json.dumps(message(chat_call({"city": "Goa"}))),
        GOA,
        {"object_arguments"},
    ),
    "other_key": (
        '{"type": "function", "id": "c", "function": {"name": "get_weather", "parameters": '
        '{"city": "Goa"}}}',
        GOA,
        {"other_key"},
    ),
    "beside_the_name": ('{"name": "get_weather", "city": "Goa"}', GOA, {"flat_arguments"}),
    "name_as_key": ('{"get_weather": {"city": "Goa"}}', GOA, {"name_as_key"}),
    "text_of_a_message": (
        json.dumps({"role": "assistant", "content": 'get_weather(city="Goa")'}),
        GOA,
        {"call_in_text", "call_in_code"},
    ),
    "multi_tool_use": (
        json.dumps(
            message(
                chat_call(
                    '{"tool_uses": [{"recipient_name": "functions.get_weather", '
                    '"parameters": {"city": "Goa"}}]}',
                    "multi_tool_use.parallel",
                )
            )
        ),
        GOA,
        {"multi_tool_use", "wrapped_name"},
    ),
    "failed_generation": (
        json.dumps(
            {
                "error": {
                    "message": "tool_use_failed",
                    "failed_generation": '<function=get_weather>{"city": "Goa"}',
                }
            }
        ),
        GOA,
        {"server_error", "failed_generation", "call_in_tags", "unclosed"},
    ),
    "token_limit": (
        json.dumps(
            {
                "choices": [
                    {"message": message(chat_call('{"city": "Go')), "finish_reason": "length"}
                ]
            }
        ),
        ("get_weather", {"city": "Go"}),
        {"token_limit", "cut_off"},
    ),
}


@pytest.mark.parametrize(("text", "call", "told"), AS_TEXT.values(), ids=AS_TEXT)
def test_call_is_read_and_what_is_odd_about_it_told(text, call, told):
    output = read(text, WEATHER)
    assert calls(output) == [call]
    assert kinds(output) == told


@pytest.mark.parametrize(
    ("text", "cities"),
    [
        ('[get_weather(city="Goa"), get_weather(city="Lima")]', ["Goa", "Lima"]),
        ("<call>{'city': 'Goa'}</call> and <call>{'city': 'Lima'}</call>", ["Goa", "Lima"]),
        ('{"name": "get_weather", "args": {"city": "Goa"}}\n' * 2, ["Goa", "Goa"]),
        ('[{"city": "Goa"}, {"city": "Lima"}]', ["Goa", "Lima"]),
        ("```\n{'city': 'Goa'}\n```\n\n```\n{'city': 'Lima'}\n```", ["Goa", "Lima"]),
        (
            "Action: get_weather\nAction Input: {'city': 'Goa'}\n"
            "Action: get_weather\nAction Input: {'city': 'Lima'}",
            ["Goa", "Lima"],
        ),
    ],
    ids=["code", "tags", "lines", "list", "fences", "actions"],
)
def test_several_calls_are_read_in_order(text, cities):
    output = read(text, WEATHER)
    assert [call.arguments["city"] for call in output.calls] == cities
    assert {call.tool for call in output.calls} == {"get_weather"}


# --- which tool ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "tool", "note"),
    [
        ("get_weather", "get_weather", None),
        (
            "get_wether",
            "get_weather",
            "the tool's name is 'get_wether'; get_weather was meant?",
        ),
        (
            "Get_Weather",
            "get_weather",
            "the tool's name is 'Get_Weather'; get_weather was meant?",
        ),
        (
            "functions.get_weather",
            "get_weather",
            "the tool's name is written 'functions.get_weather'; it is get_weather",
        ),
        (
            "search_web",
            None,
            "there is no tool called 'search_web'; there are: get_weather and create_user",
        ),
        ("", "get_weather", "the call has no name of a tool"),
    ],
    ids=["right", "misspelt", "other_case", "prefixed", "unknown", "empty"],
)
def test_name_is_taken_for_the_tool_it_means(name, tool, note):
    output = read(json.dumps(message(chat_call(name=name))), WEATHER)
    assert output.calls[0].tool == tool
    assert output.calls[0].written.name == name
    assert [str(told) for told in output.notes] == ([note] if note else [])
    assert [told.call for told in output.notes] == ([0] if note else [])


def test_without_tools_names_are_taken_as_written():
    output = read_model_output('{"name": "anything", "arguments": {}}')
    assert calls(output) == [("anything", {})]
    assert output.notes == ()


def test_arguments_without_a_name_go_to_the_only_tool_that_takes_them():
    output = read('{"city": "Goa"}')
    assert calls(output) == [GOA]
    assert kinds(output) == {"tool_by_arguments"}
    output = read('{"colour": "red"}')
    assert calls(output) == [(None, {"colour": "red"})]
    assert kinds(output) == {"no_tool"}


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ('{"name": "Ada", "input": "x"}', ("create_user", {"name": "Ada", "input": "x"})),
        ('{"name": "get_weather", "input": {"city": "Goa"}}', GOA),
    ],
    ids=["its_own_parameters", "a_call"],
)
def test_parameters_called_as_the_keys_of_a_call_are_told_apart_by_the_name(text, call):
    assert calls(read(text, USER)) == [call]


def test_named_call_comes_before_objects_around_it():
    text = 'Given {"unit": "C"} I call {"name": "get_weather", "arguments": {"city": "Goa"}}.'
    output = read(text, WEATHER)
    assert calls(output) == [GOA]
    assert '{"unit": "C"}' in " ".join(output.left_out)


def test_values_are_left_as_they_are():
    output = read('{"city": 5, "days": "3"}', WEATHER)
    assert calls(output) == [("get_weather", {"city": 5, "days": "3"})]
    assert output.notes == ()


# --- what can't be read ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("", "empty", "there is no text"),
        (" \n ", "empty", "there is no text"),
        ("It is warm.", "no_call", "there is no tool call in it"),
        ('{"role": "assistant", "content": "It is warm."}', "no_call", "no tool call"),
        ('{"role": "user", "content": "<call>{}</call>"}', "no_call", "no tool call"),
        ("{city Goa}", "unreadable", "expected a colon behind the name at line 1 column 7"),
        ("42", "no_call", "no tool call"),
        ("[" * 5000, "unreadable", "nested no more than 100 deep"),
        ("x" * 1_000_001, "unreadable", "1,000,001 characters; at most 1,000,000 are read"),
    ],
    ids=["empty", "blank", "prose", "answer", "user", "broken", "number", "deep", "long"],
)
def test_what_can_not_be_read_is_told_with_what_was_expected(text, kind, words):
    output = read(text, WEATHER)
    assert output.calls == ()
    assert output.notes[-1].kind == kind
    assert words in output.notes[-1].text
    assert (
        'xpected arguments as a JSON object, such as {"name": "value"}' in output.notes[-1].text
    )
    assert output.text == text


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (json.loads(json.dumps({"type": "function", "function": {
            "name": "f", "parameters": {"type": "object", "properties": {}}}})), "tool_entry"),
        ({"role": "assistant", "content": None, "refusal": "No."}, "refusal"),
        ({"error": {"message": "401"}}, "server_error"),
        ({"choices": []}, "message_format"),
    ],
    ids=["entry", "refusal", "error", "no_choices"],
)  # fmt: skip
def test_what_is_no_call_is_said_to_be_that(value, kind):
    output = read(json.dumps(value))
    assert output.calls == ()
    assert [note.kind for note in output.notes] == [kind, "no_call"]


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ("[1, 2]", "not_an_object"),
        ("no JSON at all", "unreadable_arguments"),
        ('"Goa"', "not_an_object"),
    ],
    ids=["array", "words", "string"],
)
def test_call_whose_arguments_can_not_be_read_keeps_them_as_written(arguments, kind):
    output = read(json.dumps(message(chat_call(arguments))))
    assert calls(output) == [("get_weather", None)]
    assert output.calls[0].written == ToolCall("c1", "get_weather", arguments)
    assert kinds(output) == {kind}
    assert not output.is_valid_json


def test_place_counts_in_the_arguments_where_they_are_text_of_their_own():
    output = read(json.dumps(message(chat_call('{"city": "Goa",\n "days": 3,}'))))
    assert [str(note) for note in output.notes] == [
        "a comma too many, line 2 column 11 of the arguments"
    ]
    assert output.notes[0].call == 0


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((b"{}",), TypeError, "expected the text that a model wrote"),
        (("{}", ["get_weather"]), TypeError, "expected Tools to read a model's output for"),
        (("{}", [WEATHER], "get_time"), ValueError, "is none of the tools: get_weather"),
    ],
    ids=["bytes", "names", "unknown_tool"],
)
def test_wrong_use_is_an_error(arguments, error, words):
    with pytest.raises(error, match=words):
        read_model_output(*arguments)


def test_selected_tool_need_not_be_among_the_tools():
    assert calls(read_model_output('{"city": "Goa"}', tool=WEATHER)) == [GOA]


def test_text_between_tags_becomes_json_only_where_the_schema_has_no_strings():
    schema = {"properties": {"zip": {"type": "string"}, "near": {"type": "object"}, "any": {}}}
    tool = Tool(name="find", input_schema=schema, execute=lambda _: "")
    text = (
        "<function=find><parameter=zip>01234</parameter><parameter=near>{'lat': 1}</parameter>"
        "<parameter=any>7</parameter></function>"
    )
    output = read_model_output(text, [tool])
    assert output.calls[0].arguments == {"zip": "01234", "near": {"lat": 1}, "any": "7"}
