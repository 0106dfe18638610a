"""Whether a list of messages is one that providers accept."""

import pytest

from toolnexus.errors import MessageFormatError
from toolnexus.models import check_history

USER = {"role": "user", "content": "Is it there?"}
PONG = {"role": "tool", "tool_call_id": "c1", "content": "pong"}


def call(call_id="c1", name="ping", arguments="{}"):
    function = {"name": name, "arguments": arguments}
    return {"id": call_id, "type": "function", "function": function}


def assistant(*calls):
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{"role": "system", "content": "Be brief."}, USER],
        [{"role": "developer", "content": "Be brief."}, USER],
        [USER, {"role": "assistant", "content": "No.", "tool_calls": None}, USER],
        [USER, assistant(call()), PONG],
        [USER, assistant(call()), {**PONG, "content": [{"type": "text", "text": "pong"}]}],
        [USER, assistant(call(), call("c2")), {**PONG, "tool_call_id": "c2"}, PONG, USER],
        [USER, assistant(call()), PONG, assistant(call()), PONG],
        [USER, assistant({"id": "c1", "type": "custom", "custom": {"name": "x"}}), PONG],
    ],
    ids=[
        *("empty", "system", "developer", "answered_in_words", "answered", "in_parts"),
        *("answered_in_another_order", "two_rounds", "custom"),
    ],
)
def test_valid_histories_pass(messages):
    assert check_history(messages) is None


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        ([assistant(call())], r"messages\[0\]: the tool calls \['c1'\] are not answered"),
        ([USER, assistant(call()), USER], r"messages\[1\]: the tool calls \['c1'\]"),
        ([assistant(call(), call("c2")), PONG], r"the tool calls \['c2'\] are not answered"),
        ([assistant(call()), PONG, PONG], r"messages\[2\]: a tool message answers 'c1'"),
        ([USER, PONG], r"messages\[1\].*answers 'c1', which no tool call right before"),
        (
            [assistant(call()), {**PONG, "tool_call_id": None}],
            r"answers None.*open are \['c1'\]",
        ),
        ([assistant(call()), USER, PONG], r"messages\[0\]: the tool calls \['c1'\]"),
        ([assistant(call()), {**PONG, "content": None}], r"is a text, got NoneType"),
        ([assistant(call()), {**PONG, "content": {"a": 1}}], r"is a text, got dict"),
        ([assistant(call(None)), PONG], r"needs an id of its own, got \[''\]; write the"),
        ([assistant(call(), call())], r"needs an id of its own, got \['c1', 'c1'\]"),
        ([assistant(call(name="a.b")), PONG], r"needs a name out of letters.*got 'a\.b'"),
        ([assistant(call(name=None)), PONG], r"needs a name out of letters.*got None"),
        ([assistant(call(arguments={})), PONG], r"the arguments of ping are not JSON text"),
        ([assistant("ping"), PONG], r"needs a name out of letters.*got None"),
        ([{"role": "bot", "content": "hi"}], r"messages\[0\]: expected a dict.*role 'bot'"),
        (["hello"], r"messages\[0\]: expected a dict with a role.*got the str 'hello'"),
    ],
    ids=[
        *("open_at_the_end", "open", "one_of_two", "answered_twice", "answers_nothing"),
        *("answers_none", "user_between", "no_content", "content_dict", "no_id"),
        *("same_id", "dotted_name", "no_name", "object_arguments", "text_as_call"),
        *("unknown_role", "text"),
    ],
)
def test_what_a_provider_would_refuse_is_refused_with_the_place_and_the_reason(messages, told):
    with pytest.raises(MessageFormatError, match=told):
        check_history(messages)
