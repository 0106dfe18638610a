"""Streams of all kinds of servers, put together."""

import pytest
from pydantic import BaseModel

from toolnexus.adapters import (
    calls_from_openai,
    completion_from_chunks,
    message_from_chunks,
    message_from_openai,
)
from toolnexus.errors import MessageFormatError, ModelError


def delta(finish_reason=None, **delta):
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {"id": "x", "object": "chat.completion.chunk", "choices": [choice]}


def piece(arguments=None, **more):
    """A piece of one call, as it stands in `tool_calls`."""
    function = {}
    if "name" in more:
        function["name"] = more.pop("name")
    if arguments is not None:
        function["arguments"] = arguments
    return {**more, "function": function} if function else more


def pieces(*entries):
    return [delta(tool_calls=[entry]) for entry in entries]


def read(chunks):
    return [(c.name, c.arguments) for c in calls_from_openai(message_from_chunks(chunks))]


TWO = [("add", '{"a": 1}'), ("mul", '{"b": 2}')]
ONE = [("add", '{"a": 1}')]

CASES = {
    "as_openai_does": (
        [
            piece("", index=0, id="c1", name="add"),
            piece('{"a":', index=0),
            piece(" 1}", index=0),
            piece("", index=1, id="c2", name="mul"),
            piece('{"b": 2}', index=1),
        ],
        TWO,
    ),
    "interleaved": (
        [
            piece('{"a":', index=0, id="c1", name="add"),
            piece('{"b":', index=1, id="c2", name="mul"),
            piece(" 1}", index=0),
            piece(" 2}", index=1),
        ],
        TWO,
    ),
    # Without an index.
    "no_index": (
        [piece("", id="c1", name="add"), piece('{"a":'), piece(" 1}")],
        ONE,
    ),
    "no_index_two_calls": (
        [
            piece("", id="c1", name="add"),
            piece('{"a": 1}'),
            piece("", id="c2", name="mul"),
            piece('{"b": 2}'),
        ],
        TWO,
    ),
    "no_index_id_in_each": (
        [
            piece('{"a":', id="c1", name="add"),
            piece(" 1}", id="c1"),
            piece('{"b":', id="c2", name="mul"),
            piece(" 2}", id="c2"),
        ],
        TWO,
    ),
    "index_only_later": (
        [piece("", id="c1", name="add"), piece('{"a": 1}', index=0)],
        ONE,
    ),
    "index_only_first": (
        [piece("", id="c1", index=0, name="add"), piece('{"a": 1}')],
        ONE,
    ),
    # The id.
    "id_later_null": (
        [
            piece("", index=0, id="c1", name="add"),
            piece('{"a":', index=0, id=None),
            piece(" 1}", index=0, id=None, name=None),
        ],
        ONE,
    ),
    "id_later_empty": (
        [
            piece("", index=0, id="c1", name="add"),
            piece('{"a":', index=0, id="", name=""),
            piece(" 1}", index=0, id="", name=""),
        ],
        ONE,
    ),
    "id_later_first_time": (
        [piece("", index=0, name="add"), piece('{"a": 1}', index=0, id="c1")],
        ONE,
    ),
    "no_id": (
        [
            piece("", index=0, name="add"),
            piece('{"a": 1}', index=0),
            piece("", index=1, name="mul"),
            piece('{"b": 2}', index=1),
        ],
        TWO,
    ),
    "same_id_for_both": (
        [
            piece('{"a": 1}', index=0, id="c1", name="add"),
            piece('{"b": 2}', index=1, id="c1", name="mul"),
        ],
        TWO,
    ),
    "same_id_for_both_and_no_index": (
        [piece('{"a": 1}', id="c1", name="add"), piece('{"b": 2}', id="c1", name="mul")],
        TWO,
    ),
    # The name.
    "name_in_each": (
        [
            piece("", index=0, id="c1", name="add"),
            piece('{"a":', index=0, id="c1", name="add"),
            piece(" 1}", index=0, id="c1", name="add"),
            piece("", index=0, id="c1", name="add"),
        ],
        ONE,
    ),
    "name_in_each_without_index": (
        [
            piece("", name="add"),
            piece('{"a":', name="add"),
            piece(" 1}", name="add"),
            piece("", name="add"),
        ],
        ONE,
    ),
    "name_in_pieces": (
        [
            piece("", index=0, id="c1", name="a"),
            piece("", index=0, name="dd"),
            piece('{"a": 1}', index=0),
        ],
        ONE,
    ),
    "name_after_id": (
        [piece(index=0, id="c1"), piece(index=0, name="add"), piece('{"a": 1}', index=0)],
        ONE,
    ),
    # Several calls, each whole.
    "whole_without_index": (
        [piece('{"a": 1}', id="c1", name="add"), piece('{"b": 2}', id="c2", name="mul")],
        TWO,
    ),
    "whole_without_anything": (
        [piece('{"a": 1}', name="add"), piece('{"b": 2}', name="mul")],
        TWO,
    ),
    "whole_same_name_without_anything": (
        [piece('{"a": 1}', name="add"), piece('{"a": 2}', name="add")],
        [("add", '{"a": 1}'), ("add", '{"a": 2}')],
    ),
    "whole_all_of_index_0": (
        [
            piece('{"a": 1}', index=0, id="c1", name="add"),
            piece('{"b": 2}', index=0, id="c2", name="mul"),
        ],
        TWO,
    ),
    "whole_all_of_index_0_without_id": (
        [piece('{"a": 1}', index=0, name="add"), piece('{"b": 2}', index=0, name="mul")],
        TWO,
    ),
    "whole_same_name_all_of_index_0": (
        [piece('{"a": 1}', index=0, name="add"), piece('{"a": 2}', index=0, name="add")],
        [("add", '{"a": 1}'), ("add", '{"a": 2}')],
    ),
    "pieces_all_of_index_0": (
        [
            piece("", index=0, id="c1", name="add"),
            piece('{"a": 1}', index=0),
            piece("", index=0, id="c2", name="mul"),
            piece('{"b": 2}', index=0),
        ],
        TWO,
    ),
    "no_arguments": (
        [piece("{}", id="c1", name="ping"), piece("{}", id="c2", name="ping")],
        [("ping", "{}"), ("ping", "{}")],
    ),
    # Arguments.
    "object_arguments": ([piece({"a": 1}, index=0, id="c1", name="add")], ONE),
    "null_arguments": (
        [piece(index=0, id="c1", name="add"), {"index": 0, "function": {"arguments": None}}],
        [("add", "")],
    ),
    "null_function": (
        [piece('{"a": 1}', index=0, id="c1", name="add"), {"index": 0, "function": None}],
        ONE,
    ),
    "broken_arguments": (
        [piece('{"a": ', index=0, id="c1", name="add"), piece("}}", index=0, name="add")],
        [("add", '{"a": }}')],
    ),
    "deep_arguments": (
        [piece("[" * 50_000 + "}", index=0, name="add"), piece("]", index=0, name="add")],
        [("add", "[" * 50_000 + "}]")],
    ),
}


@pytest.mark.parametrize(("entries", "expected"), CASES.values(), ids=CASES)
def test_pieces_come_together(entries, expected):
    assert read(pieces(*entries)) == expected
    ids = [call.id for call in calls_from_openai(message_from_chunks(pieces(*entries)))]
    assert len(set(ids)) == len(expected)


@pytest.mark.parametrize("name", ["as_openai_does", "interleaved", "whole_without_index"])
def test_all_pieces_in_one_chunk_come_together_too(name):
    entries, expected = CASES[name]
    assert read([delta(tool_calls=entries)]) == expected
    assert read([delta(tool_calls=tuple(entries))]) == expected


def test_ids_stay_with_their_calls():
    entries, _ = CASES["interleaved"]
    message = message_from_chunks(pieces(*entries))
    assert [call["id"] for call in message["tool_calls"]] == ["c1", "c2"]
    assert message_from_openai(message)["tool_calls"] == message["tool_calls"]


EMPTY = {
    "none": None,
    "no_choices": {"choices": []},
    "null_choices": {"choices": None},
    "nothing": {},
    "empty_delta": {"choices": [{"delta": {}}]},
    "null_delta": {"choices": [{"delta": None}]},
    "null_calls": {"choices": [{"delta": {"tool_calls": None, "content": None}}]},
    "null_entry": {"choices": [{"delta": {"tool_calls": [None, {}]}}]},
    "other_choice": {"choices": [{"index": 1, "delta": {"content": "another answer"}}]},
}


@pytest.mark.parametrize("nothing", EMPTY.values(), ids=EMPTY)
def test_chunks_without_anything_new_are_skipped(nothing):
    entries, expected = CASES["as_openai_does"]
    chunks = [nothing]
    for chunk in pieces(*entries):
        chunks += [chunk, nothing]
    assert read(chunks) == expected


def test_text_usage_and_the_rest_of_the_completion():
    completion = completion_from_chunks(
        [
            {**delta(role="assistant", content=""), "created": 5, "model": "m"},
            delta(content="It is "),
            delta(content="sunny."),
            delta(finish_reason="stop"),
            {"choices": [], "usage": {"total_tokens": 9}},
        ]
    )
    message = {"role": "assistant", "content": "It is sunny."}
    assert completion == {
        "object": "chat.completion",
        "id": "x",
        "created": 5,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"total_tokens": 9},
    }


@pytest.mark.parametrize("key", ["refusal", "reasoning", "reasoning_content"])
def test_a_refusal_and_reasoning_are_kept_apart_from_the_text(key):
    message = message_from_chunks(
        [delta(**{key: "I "}), delta(**{key: "see."}), delta(content="x")]
    )
    assert message == {"role": "assistant", "content": "x", key: "I see."}


def test_text_beside_calls_is_kept_and_text_in_parts_is_read():
    parts = [{"type": "text", "text": "Let me "}, {"type": "thinking", "thinking": []}, "odd"]
    chunks = [delta(content=parts), delta(content="see."), *pieces(piece("{}", name="ping"))]
    message = message_from_chunks(chunks)
    assert message["content"] == "Let me see."
    assert message["tool_calls"][0]["function"]["name"] == "ping"


def test_a_legacy_call_comes_together():
    chunks = [
        delta(function_call={"name": "add", "arguments": ""}),
        delta(function_call={"arguments": '{"a":'}),
        delta(function_call={"arguments": " 1}"}),
        delta(finish_reason="function_call"),
    ]
    assert message_from_chunks(chunks)["function_call"] == {
        "name": "add",
        "arguments": '{"a": 1}',
    }
    assert read(chunks) == ONE


def test_choices_that_are_no_list_bring_nothing():
    assert message_from_chunks([{"choices": 1}, {"choices": None}])["content"] in (None, "")


def test_no_chunks_are_an_empty_message():
    assert message_from_chunks([]) == {"role": "assistant", "content": None}
    assert completion_from_chunks([])["choices"][0]["finish_reason"] is None


def test_a_server_that_does_not_stream_after_all_is_read():
    whole = {"message": {"role": "assistant", "content": "hi"}, "finish_reason": "stop"}
    assert message_from_chunks([{"choices": [whole]}])["content"] == "hi"


class Function(BaseModel):
    name: str | None = None
    arguments: str | None = None


class Piece(BaseModel):
    index: int
    id: str | None = None
    function: Function | None = None
    type: str | None = None


class Delta(BaseModel):
    content: str | None = None
    tool_calls: list[Piece] | None = None


class ChunkChoice(BaseModel):
    index: int = 0
    delta: Delta
    finish_reason: str | None = None


class Chunk(BaseModel):
    choices: list[ChunkChoice]
    usage: dict[str, int] | None = None


def test_objects_of_the_openai_package_are_read():
    def chunk(**more):
        return Chunk(choices=[ChunkChoice(delta=Delta(tool_calls=[Piece(index=0, **more)]))])

    chunks = [
        Chunk(choices=[ChunkChoice(delta=Delta(content=""))]),
        chunk(id="c1", type="function", function=Function(name="add", arguments="")),
        chunk(function=Function(arguments='{"a": 1}')),
        Chunk(choices=[ChunkChoice(delta=Delta(), finish_reason="tool_calls")]),
        Chunk(choices=[], usage={"total_tokens": 3}),
    ]
    assert read(chunks) == ONE
    completion = completion_from_chunks(chunks)
    assert completion["usage"] == {"total_tokens": 3}
    assert completion["choices"][0]["finish_reason"] == "tool_calls"


@pytest.mark.parametrize(
    "chunk",
    ["data: {}", 5, [], {"choices": ["x"]}, {"choices": [{"delta": "x"}]}],
    ids=["text", "number", "list", "odd_choice", "odd_delta"],
)
def test_what_is_no_chunk_is_refused(chunk):
    with pytest.raises(MessageFormatError, match="expected a message or a chat completion"):
        message_from_chunks([chunk])


def test_a_servers_error_in_the_midst_of_a_stream_is_raised():
    error = {"error": {"message": "no more", "failed_generation": "<f>"}}
    with pytest.raises(ModelError, match="no more") as caught:
        completion_from_chunks([delta(content="It is"), error])
    assert caught.value.failed_generation == "<f>"
