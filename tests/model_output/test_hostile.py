"""Texts made to hurt: something always comes back, and the work is bounded."""

import json

import pytest

from toolnexus import define_tool, read_model_output

LONG = 1_000_000


def get_weather(city: str, days: int = 1) -> str:
    return f"sunny in {city}"


WEATHER = define_tool(get_weather)

HUGE = {
    "brackets": "[",
    "braces": "{",
    "objects": '{"a":',
    "parentheses": "(",
    "calls": "f(",
    "calls_of_a_tool": "get_weather(",
    "mixed": "{[(",
    "blanks": " ",
    "lines": "\n",
    "nul": "\0",
    "double_quotes": '"',
    "single_quotes": "'",
    "names": '{"',
    "backslashes": "\\",
    "tags": "<tool_call>",
    "tags_around_nothing": "<call>x</call>",
    "fences": "```\n",
    "tokens": "<|a|>",
    "beginnings_of_tokens": "<|",
    "actions": "Action: x\n",
    "data": "data:\n",
    "letters": "a",
    "dots": "a.",
    "digits": "1",
    "comments": "{/*",
    "beginnings_of_tags": '<invoke name="',
    "thoughts": "<think>",
    "prose_in_brackets": "see (a) and [b] and {c}. ",
}


@pytest.mark.parametrize("piece", HUGE.values(), ids=HUGE)
def test_a_million_characters_come_back(piece):
    text = piece * (LONG // len(piece))
    output = read_model_output(text, [WEATHER])
    assert output.text == text
    assert output.calls or 'such as {"name": "value"}' in output.notes[-1].text


def test_number_of_any_length_is_kept_as_text():
    digits = "1" * 100_000
    output = read_model_output(f'{{"city": {digits}}}', [WEATHER])
    assert output.calls[0].arguments == {"city": digits}
    assert output.notes[0].kind == "no_json_number"


def test_ten_thousand_calls_are_read_and_their_notes_counted():
    sent = [
        {"name": f"wether_{index}", "arguments": {"city": "Goa"}} for index in range(10_000)
    ]
    output = read_model_output(json.dumps(sent), [WEATHER])
    assert len(output.calls) == 10_000
    assert output.calls[-1].arguments == {"city": "Goa"}
    assert output.notes[-1].text == "9800 more notes were left out"
    output = read_model_output(json.dumps([*sent, *sent[:2]]), [WEATHER])
    assert len(output.calls) == 10_000
    assert output.notes[0].text == "there are more than 10,000 calls; the rest was left out"


@pytest.mark.parametrize("depth", [90, 400, 100_000])
@pytest.mark.parametrize(("opened", "closed"), [('{"city":', "}"), ('{"city":[', "]}")])
def test_deep_nesting_comes_back(depth, opened, closed):
    text = (opened * depth + "1" + closed * depth)[:LONG]
    output = read_model_output(text, [WEATHER])
    assert output.calls or output.notes[-1].kind == "unreadable"


STRANGE = {
    "nul": "a\0b",
    "lone_surrogate": "a\ud800b",
    "tag": "</tool_call><script>alert(1)</script>",
    "fence": "```",
    "quotes": "\"'`\u201c",
    "backslash": "\\",
    "directions": "\u202eabc\u2066",
    "format": "{0} %s ${x} {{y}}",
    "line_separators": "a\u2028b\u0085c\rd",
    "brackets": "]}>)({[<",
    "token": "<|im_end|>[TOOL_CALLS]",
    "action": "\nAction: x\nAction Input: {}",
    "emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
}


@pytest.mark.parametrize("strange", STRANGE.values(), ids=STRANGE)
def test_strange_text_arrives_in_an_argument_as_it_is(strange):
    arguments = {"city": strange}
    call = {"name": "get_weather", "arguments": arguments}
    message = {"role": "assistant", "tool_calls": [{"id": "c", "function": {
        "name": "get_weather", "arguments": json.dumps(arguments)}}]}  # fmt: skip
    for text in (
        json.dumps(arguments),
        json.dumps(call, ensure_ascii=False),
        json.dumps(message),
        repr(call),
        f"<tool_call>{json.dumps(call)}</tool_call>",
        f"get_weather(city={strange!r})",
        f'{json.dumps(call)[:-1]}, "z": 1,}}',
    ):
        output = read_model_output(text, [WEATHER], WEATHER)
        assert output.calls[0].arguments == arguments, text


@pytest.mark.parametrize("strange", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize(
    "form", ["{}", "{{{}", "{{'city': {}}}", "<tool_call>{}", "Action: {}\nAction Input: {}",
             "data: {}", "get_weather({})", '{{"name": "{}", "arguments": "{}"}}', "```\n{}"]
)  # fmt: skip
def test_strange_text_anywhere_raises_nothing(strange, form):
    text = form.replace("{{", "\1").replace("{}", strange).replace("\1", "{").replace("}}", "}")
    output = read_model_output(text, [WEATHER], WEATHER)
    assert output.calls or output.notes


KEYS = ["choices", "message", "tool_calls", "function", "content", "parts", "output", "error",
        "response", "candidates", "messages", "functionCall", "function_call", "tool_uses",
        "name", "role", "arguments", "type"]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", [None, 1, True, "x", [], [1], [[]], {}, {"a": 1}, [{}]])
def test_message_of_a_wrong_shape_raises_nothing(key, value):
    for message in ({key: value}, {"role": "assistant", "name": "get_weather", key: value}):
        for text in (json.dumps(message), f'data: {{"choices": [{{"delta": {{}}}}]}}\n\ndata: '
                     f"{json.dumps(message)}", json.dumps([message])):  # fmt: skip
            output = read_model_output(text, [WEATHER], WEATHER)
            assert output.calls or output.notes
