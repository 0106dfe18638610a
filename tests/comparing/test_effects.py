"""Whether calls that were valid before are refused: yes, no, or not to be told."""

import pytest

from toolnexus.display import compare

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


def of(schema, **around):
    return {"name": "f", "input_schema": {"type": "object", "properties": schema, **around}}


def effects(old, new):
    return [change.breaks for change in compare(old, new).changes]


@pytest.mark.parametrize(
    ("old", "new", "forth", "back"),
    [
        (NUMBER, {**NUMBER, "maximum": 7}, "yes", "no"),
        ({**NUMBER, "maximum": 14}, {**NUMBER, "maximum": 7}, "yes", "no"),
        ({**NUMBER, "minimum": 1}, {**NUMBER, "minimum": 2}, "yes", "no"),
        ({**TEXT, "maxLength": 9}, {**TEXT, "maxLength": 5}, "yes", "no"),
        ({**TEXT, "minLength": 1}, {**TEXT, "minLength": 2}, "yes", "no"),
        ({**NUMBER, "multipleOf": 2}, {**NUMBER, "multipleOf": 4}, "yes", "no"),
        ({**NUMBER, "multipleOf": 2}, {**NUMBER, "multipleOf": 3}, "yes", "yes"),
        (NUMBER, {**NUMBER, "multipleOf": 0}, "yes", "no"),
        ({**NUMBER, "maximum": 7}, {**NUMBER, "maximum": "7"}, "maybe", "maybe"),
        ({"type": "number"}, NUMBER, "yes", "no"),
        (NUMBER, TEXT, "yes", "yes"),
        ({}, TEXT, "yes", "no"),
        ({"enum": ["a", "b"]}, {"enum": ["a"]}, "yes", "no"),
        ({"enum": ["a", "b"]}, {"enum": ["b", "a"]}, "no", "no"),
        (TEXT, {**TEXT, "enum": ["a"]}, "yes", "no"),
        ({"type": ["string", "null"]}, TEXT, "yes", "no"),
        (TEXT, {**TEXT, "pattern": "^a"}, "maybe", "no"),
        ({**TEXT, "pattern": "^a"}, {**TEXT, "pattern": "^b"}, "maybe", "maybe"),
        (TEXT, {**TEXT, "format": "date"}, "maybe", "no"),
        ({"type": "array"}, {"type": "array", "uniqueItems": True}, "yes", "no"),
        ({"type": "array", "items": {}}, {"type": "array", "items": TEXT}, "yes", "no"),
        ({"type": "array"}, {"type": "array", "items": TEXT}, "maybe", "no"),
        ({"not": {"const": 1}}, {}, "no", "maybe"),
        (TEXT, {"anyOf": [TEXT, NUMBER]}, "no", "yes"),
        ({"anyOf": [TEXT, NUMBER]}, {"anyOf": [TEXT, NUMBER, {"type": "null"}]}, "no", "yes"),
        ({"oneOf": [TEXT, NUMBER]}, {"anyOf": [TEXT, NUMBER]}, "no", "maybe"),
        ({}, {"anyOf": [TEXT, NUMBER]}, "yes", "no"),
        (TEXT, {**TEXT, "default": "x"}, "no", "no"),
        (TEXT, {**TEXT, "description": "x"}, "no", "no"),
        (TEXT, {**TEXT, "x-order": 3}, "no", "no"),
        (True, False, "yes", "no"),
    ],
)
def test_what_a_change_of_a_parameter_does_to_calls(old, new, forth, back):
    old, new = of({"it": old}), of({"it": new})
    assert effects(old, new) == [forth]
    assert effects(new, old) == [back]


def test_above_zero_and_from_one_on_are_the_same_for_whole_numbers():
    above, least = {**NUMBER, "exclusiveMinimum": 0}, {**NUMBER, "minimum": 1}
    assert effects(of({"it": above}), of({"it": least})) == ["no", "no"]
    above, least = {"exclusiveMinimum": 0, "type": "number"}, {"minimum": 1, "type": "number"}
    assert "yes" in effects(of({"it": above}), of({"it": least}))


def test_one_of_two_texts_that_gets_shorter_may_be_made_up_for_by_the_other():
    long, short = {**TEXT, "maxLength": 9}, {**TEXT, "maxLength": 5}
    other = {**TEXT, "pattern": "^a"}
    assert effects(
        of({"it": {"anyOf": [long, other]}}), of({"it": {"anyOf": [short, other]}})
    ) == ["maybe"]
    assert effects(
        of({"it": {"anyOf": [long, NUMBER]}}), of({"it": {"anyOf": [short, NUMBER]}})
    ) == ["yes"]


@pytest.mark.parametrize(
    ("closed", "expected"), [(True, "yes"), (False, "maybe")], ids=["closed", "open"]
)
def test_parameter_that_is_gone_is_refused_where_no_other_name_is_taken(closed, expected):
    around = {"additionalProperties": False} if closed else {}
    assert effects(of({"a": TEXT, "b": TEXT}, **around), of({"a": TEXT}, **around)) == [
        expected
    ]


def test_new_parameter_refuses_calls_only_if_it_is_required():
    old = of({"a": TEXT})
    assert effects(old, of({"a": TEXT, "b": TEXT})) == ["no"]
    assert effects(old, of({"a": TEXT, "b": TEXT}, required=["b"])) == ["yes"]
    # Where any name was taken for a value, it may have been taken for another one.
    values = {"additionalProperties": NUMBER}
    assert effects(of({}, **values), of({"b": TEXT}, **values)) == ["maybe"]


def test_required_and_closed():
    old = of({"a": TEXT})
    assert effects(old, of({"a": TEXT}, required=["a"])) == ["yes"]
    assert effects(of({"a": TEXT}, required=["a"]), old) == ["no"]
    assert effects(old, of({"a": TEXT}, additionalProperties=False)) == ["yes"]
    assert effects(of({"a": TEXT}, additionalProperties=False), old) == ["no"]
    assert effects(old, of({"a": TEXT}, additionalProperties=TEXT)) == ["maybe"]
