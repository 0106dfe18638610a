"""Secrets are masked everywhere, and nothing of them is left in the widgets."""

import asyncio
import json

import ipywidgets
import pytest

SECRET = "k3y-of-the-c4stle"  # noqa: S105 - made up
SCHEMA = {
    "type": "object",
    "properties": {
        "user": {"type": "string"},
        "api_key": {"type": "string", "format": "password", "maxLength": 40},
        "login": {
            "type": "object",
            "properties": {"pin": {"type": "integer", "writeOnly": True}},
        },
        "keys": {"type": "array", "items": {"type": "string", "writeOnly": True}},
    },
}


def state_of(person):
    """All that a saved notebook would have of the widgets."""
    states = ipywidgets.Widget.get_manager_state()["state"]
    return json.dumps(states, ensure_ascii=False, default=str)


def test_typed_secret_is_sent_and_stays_in_no_widget(open_form):
    person = open_form(SCHEMA)
    person.types("user", "ada")
    person.types("api_key", SECRET)
    assert person.form.value == {"user": "ada", "api_key": SECRET}
    assert SECRET not in state_of(person)
    assert person.input("api_key").placeholder == "set, not shown"
    assert json.loads(person.json_text()) == {"user": "ada", "api_key": "••••••••"}


def test_editing_the_json_keeps_masked_secrets(open_form):
    person = open_form(SCHEMA, {"api_key": SECRET})
    person.types_json('{"api_key": "••••••••", "user": "bob"}')
    assert person.form.value == {"api_key": SECRET, "user": "bob"}
    assert SECRET not in state_of(person)


def test_message_does_not_quote_a_secret(open_form):
    person = open_form(SCHEMA, {"api_key": SECRET * 4, "login": {"pin": "12345x"}})
    assert len(person.form.errors) == 2
    said = person.sees() + "".join(map(str, person.form.errors)) + person.form.why_not
    assert SECRET not in said
    assert "12345x" not in said
    assert "expected" in person.form.errors[0].message


def test_clear_secrets_leaves_the_rest(open_form):
    person = open_form(SCHEMA)
    person.form.value = {"user": "ada", "api_key": SECRET, "login": {"pin": 1234}}
    assert person.form.secret_paths == (("api_key",), ("login", "pin"))
    person.form.clear_secrets()
    assert person.form.value == {"user": "ada", "login": {}}
    assert person.form.secret_paths == ()
    assert person.input("api_key").placeholder == "not sent"


def test_secrets_in_a_list_are_taken_out_of_their_places(open_form):
    person = open_form(SCHEMA, {"keys": ["a-secret", "another"]})
    assert "a-secret" not in state_of(person)
    person.form.clear_secrets()
    assert person.form.value == {"keys": [None, None]}


def test_secret_can_be_forgotten(open_form):
    person = open_form(SCHEMA, {"api_key": SECRET})
    person.presses("forget what was typed for api_key")
    assert person.form.value == {}


def test_integer_secret_is_sent_as_an_integer(open_form):
    person = open_form(SCHEMA, {"login": {}})
    person.types("pin", "0420")
    assert person.form.value == {"login": {"pin": 420}}


def test_enter_in_a_secret_waits_for_its_text(open_form):
    person = open_form(SCHEMA)
    seen = []
    person.form.on_submit(lambda: seen.append(dict(person.form.value)))

    async def in_a_loop():
        person.presses_enter("api_key")
        assert seen == []
        person.types("api_key", SECRET)

    asyncio.run(in_a_loop())
    assert seen == [{"api_key": SECRET}]


@pytest.mark.parametrize("method", ["clear", "close"])
def test_nothing_is_left_behind(open_form, method):
    person = open_form(SCHEMA, {"api_key": SECRET})
    getattr(person.form, method)()
    assert SECRET not in state_of(person)
