"""The `tools` array of a chat completion."""

import json

import pytest

from toolnexus import DuplicateToolError, Tool, Toolkit, define_tool, to_openai


def get_weather(city: str, days: int = 1) -> str:
    """Current weather for a city.

    Args:
        city: Name of the city.
    """
    return f"sunny in {city}"


def ping() -> str:
    return "pong"


def test_entry_is_complete():
    assert to_openai([define_tool(get_weather)]) == [
        {
            "type": "function",
            "function": {
                "name": "get_weather",
                "description": "Current weather for a city.",
                "parameters": {
                    "type": "object",
                    "properties": {
                        "city": {"type": "string", "description": "Name of the city."},
                        "days": {"type": "integer", "default": 1},
                    },
                    "required": ["city"],
                    "additionalProperties": False,
                },
            },
        }
    ]


def test_no_tools_give_an_empty_list():
    assert to_openai([]) == []
    assert to_openai(Toolkit()) == []


def test_tool_without_description_and_parameters():
    function = to_openai([define_tool(ping)])[0]["function"]
    assert function == {
        "name": "ping",
        "parameters": {"type": "object", "properties": {}, "additionalProperties": False},
    }


def test_order_is_kept_and_any_iterable_taken():
    tools = [define_tool(get_weather), define_tool(ping)]
    names = ["get_weather", "ping"]
    for given in (tools, tuple(tools), iter(tools), Toolkit(tools)):
        assert [entry["function"]["name"] for entry in to_openai(given)] == names


def test_entry_is_a_fresh_copy_each_time():
    tool = define_tool(get_weather)
    before = json.dumps(to_openai([tool]))
    entry = to_openai([tool])[0]
    entry["function"]["parameters"]["properties"]["city"]["type"] = "number"
    entry["function"]["parameters"]["required"].append("days")
    entry["function"]["name"] = "other"
    assert json.dumps(to_openai([tool])) == before
    assert tool.input_schema["properties"]["city"]["type"] == "string"
    assert not tool.run({"city": "A"}).is_error


def test_entry_of_a_written_schema_is_a_fresh_copy_too():
    tool = Tool("t", "", {"properties": {"a": {"enum": [1]}}}, execute=lambda args: args)
    to_openai([tool])[0]["function"]["parameters"]["properties"]["a"]["enum"].append(2)
    assert tool.run({"a": 2}).is_error
    assert tool.input_schema["properties"]["a"] == {"enum": [1]}


def test_two_tools_of_one_name_are_refused():
    with pytest.raises(DuplicateToolError, match=r"Two tools are called 'ping'"):
        to_openai([define_tool(ping), define_tool(lambda: 1, name="ping")])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (define_tool(ping), r"write to_openai\(\[ping\]\)"),
        ([ping], r"got the function 'ping'; make one with define_tool"),
        ([{"type": "function"}], "got the dict"),
        (["ping"], "got the str 'ping'"),
    ],
    ids=["a tool", "a function", "a dict", "a string"],
)
def test_what_is_no_list_of_tools_is_refused(given, message):
    with pytest.raises(TypeError, match=message):
        to_openai(given)


def test_entries_are_plain_json():
    entry = json.dumps(to_openai([define_tool(get_weather)]), allow_nan=False)
    assert json.loads(entry) == to_openai([define_tool(get_weather)])
