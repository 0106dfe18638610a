"""What the library promises to whoever drives the model themselves, from entry to result."""

import asyncio
import json

from toolnexus import Tool, ToolContext, define_tool, to_openai


def test_one_tool_to_its_entry():
    def get_tide(port: str) -> str:
        """Next high tide at a port."""
        return f"high tide in {port} at noon"

    tide = define_tool(get_tide, name="get_tide", description="Next high tide at a port")
    schema = to_openai([tide])
    assert len(schema) == 1
    assert schema[0]["type"] == "function"
    assert schema[0]["function"]["name"] == "get_tide"
    assert schema[0]["function"]["description"] == "Next high tide at a port"
    assert "port" in schema[0]["function"]["parameters"]["properties"]


def test_entries_fit_into_a_request_body():
    tools = [
        define_tool(lambda q: q, name="search", description="Search the docs"),
        define_tool(lambda: "pong", name="ping", description="Health check"),
    ]
    body = {
        "model": "some-model",
        "messages": [{"role": "user", "content": "search for adapters"}],
        "tools": to_openai(tools),
    }
    assert [entry["function"]["name"] for entry in body["tools"]] == ["search", "ping"]
    assert json.loads(json.dumps(body)) == body


def test_a_call_comes_back_to_the_tool():
    def get_tide(port: str) -> str:
        """Next high tide at a port."""
        return f"high tide in {port} at noon"

    tools = [define_tool(get_tide)]
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "get_tide", "arguments": '{"port": "Cochin"}'},
    }
    called = next(t for t in tools if t.name == call["function"]["name"])
    result = asyncio.run(called.execute(json.loads(call["function"]["arguments"])))
    assert result.output == "high tide in Cochin at noon"
    assert result.is_error is False


def test_a_tool_with_a_written_schema_and_a_context():
    def run(args: dict[str, str]) -> str:
        return f"high tide in {args['port']} at noon"

    schema = {
        "type": "object",
        "properties": {"port": {"type": "string"}},
        "required": ["port"],
    }
    described = "Next high tide at a port"
    for tide in (
        define_tool(run, name="get_tide", description=described, input_schema=schema),
        Tool("get_tide", described, schema, execute=run),
    ):
        assert to_openai([tide])[0]["function"] == {
            "name": "get_tide",
            "description": described,
            "parameters": schema,
        }
        result = asyncio.run(tide.execute({"port": "Cochin"}, ToolContext()))
        assert (result.is_error, result.output) == (False, "high tide in Cochin at noon")


def test_no_tools_this_turn():
    assert to_openai([]) == []
