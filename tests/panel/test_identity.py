"""What is set is what is read back, whether it fits or not."""

import pytest
from jsonschema import Draft202012Validator

from toolnexus.panel._form._json_text import is_same

RICH = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 2},
        "long": {"type": "string", "maxLength": 5000},
        "number": {"type": "integer", "minimum": 1},
        "choice": {"enum": ["a", 1, None, {"x": []}]},
        "flag": {"type": "boolean"},
        "day": {"type": "string", "format": "date"},
        "secret": {"type": "string", "format": "password"},
        "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "many": {"type": "array", "items": {"type": "string"}, "maxItems": 60},
        "pair": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
        "map": {"type": "object", "additionalProperties": {"type": "integer"}},
        "inner": {
            "type": "object",
            "properties": {"a": {"type": "integer"}},
            "additionalProperties": False,
        },
        "pet": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
        "tree": {"$ref": "#/$defs/Tree"},
        "any": {},
        "never": False,
    },
    "$defs": {
        "Cat": {
            "type": "object",
            "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}},
            "required": ["kind", "lives"],
        },
        "Dog": {
            "type": "object",
            "properties": {"kind": {"const": "dog"}},
            "required": ["kind"],
        },
        "Tree": {
            "type": "object",
            "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
        },
    },
}

VALUES = [
    *(None, True, False, 0, 1, -1, 2**60, 2**53 + 1, 1.0, 5.5, -0.0, 1e300),
    *("", "a", "ab", " x ", "5", "007", "true", "null", "2024-01-31", "2024-02-30"),
    *(
        "two\nlines",
        "\r\n",
        "tab\there",
        "\x00",
        "\u202egnirts",
        "\ud800",
        "x" * 500,
        "••••••••",
    ),
    *([], [1], ["a", ""], [1, "x"], [[], [[]]], [None], ["a"] * 55, [{}]),
    *({}, {"a": 1}, {"a": "x", "b": None}, {"": 0}, {"kind": "cat", "lives": 9}),
    *({"kind": "dog"}, {"kind": "cow"}, {"kind": "cat"}, {"x": []}),
    {"kids": [{"kids": [{"kids": []}]}, {"kids": None}]},
    {f"n{i}": i for i in range(55)},
]


@pytest.mark.parametrize("name", [*RICH["properties"], "unknown"])
def test_any_value_in_any_field_is_kept(open_form, name):
    person = open_form(RICH)
    validator = Draft202012Validator(RICH)
    for value in VALUES:
        person.form.value = {name: value}
        assert is_same(person.form.value, {name: value})
        assert person.form.is_valid is validator.is_valid({name: value}), value
        # And when something else is edited beside it.
        other = "text" if name != "text" else "unknown text"
        person.form.value = {name: value, other: "ab"}
        assert is_same(person.form.value, {name: value, other: "ab"})


@pytest.mark.parametrize("name", ["inner", "map", "pet", "many", "pair", "tree"])
def test_edit_beside_a_value_that_does_not_fit_keeps_it(open_form, name):
    person = open_form({**RICH, "properties": {**RICH["properties"], "edited": {}}})
    for value in VALUES:
        person.form.value = {name: value}
        person.types("edited", "1")
        assert is_same(person.form.value, {name: value, "edited": 1})


def test_order_of_names_is_kept(open_form):
    person = open_form(RICH)
    person.form.value = {"unknown": 1, "number": 2, "text": "ab"}
    assert list(person.form.value) == ["unknown", "number", "text"]


def test_values_that_fit_no_control_are_shown_as_json(open_form):
    person = open_form(RICH, {"number": "5", "flag": "yes", "inner": [1]})
    assert person.input("number").value == '"5"'
    assert person.input("flag").value == '"yes"'
    assert 'got the string "5"' in person.message("number")
    person.types("number", "5")
    assert person.form.value == {"number": 5, "flag": "yes", "inner": [1]}


def test_unknown_names_are_shown_and_can_be_removed(open_form):
    schema = {"properties": {"city": {"type": "string"}}, "additionalProperties": False}
    person = open_form(schema, {"ctiy": "Goa"})
    assert "Did you mean city?" in person.message("ctiy")
    assert person.form.why_not == "ctiy is unknown"
    person.presses("remove ctiy")
    assert person.form.value == {}


def test_text_with_what_cannot_be_seen_is_shown_written_out(open_form):
    person = open_form(RICH, {"text": "a\u202eb"})
    assert person.input("text").value == r'"a\u202eb"'


def test_several_lines_get_a_box_that_has_them(open_form):
    person = open_form(RICH, {"text": "two\nlines"})
    assert person.input("text").value == "two\nlines"
    assert person.input("text").rows


def test_long_list_is_shown_as_json(open_form):
    person = open_form(RICH, {"many": ["x"] * 1000})
    assert len(person.widgets()) < 200


def test_half_typed_json_of_a_field_changes_nothing(open_form):
    person = open_form(RICH, {"any": [1]})
    person.types("any", "[1, 2")
    assert person.form.value == {"any": [1]} or person.form.value == {"any": 1}
    message = person.message("any")
    assert "line 1, column 6" in message or "line 1, column 7" in message
    assert person.form.errors[0].path == ("any",)
    assert person.input("any").value == "[1, 2"
    person.types("text", "ab")
    assert person.input("any").value == "[1, 2"
    assert not person.form.is_valid
    person.types("any", "")
    assert person.form.value == {"text": "ab"}
    assert person.form.is_valid
