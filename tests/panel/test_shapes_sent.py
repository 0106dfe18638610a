"""The shapes of schema on which forms break: what a person does, and what is sent."""

import datetime
import enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, SecretStr

from toolnexus import define_tool


class Unit(enum.Enum):
    CELSIUS = "celsius"
    KELVIN = "kelvin"


class Inner(BaseModel):
    label: str
    note: str | None = None


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str = "Rex"


class Node(BaseModel):
    label: str
    children: list["Node"] = []


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]


def opened(open_form, hint, default=...):
    def tool_function(p): ...

    tool_function.__annotations__ = {"p": hint}
    if default is not ...:
        tool_function.__defaults__ = (default,)
    return open_form(define_tool(tool_function).input_schema)


def test_enum_by_reference_with_default(open_form):
    person = opened(open_form, Unit, Unit.CELSIUS)
    assert person.options("p") == ["not sent (celsius)", "celsius", "kelvin"]
    assert person.form.value == {}
    person.chooses("p", "celsius")
    assert person.form.value == {"p": "celsius"}
    person.chooses("p", "not sent (celsius)")
    assert person.form.value == {}


def test_optional_integer_has_null_and_absent(open_form):
    person = opened(open_form, int | None, None)
    assert person.input("p").placeholder == "not sent (null)"
    assert person.form.value == {}
    person.presses("send null for p")
    assert person.form.value == {"p": None}
    assert person.input("p").placeholder == "null"
    person.types("p", "0")
    assert person.form.value == {"p": 0}
    assert not person.button("send null for p").value
    person.types("p", "")
    assert person.form.value == {}


def test_nested_model_with_an_optional_inside(open_form):
    person = opened(open_form, Inner)
    assert person.form.value == {"p": {}}
    person.types("label", "x")
    assert person.form.value == {"p": {"label": "x"}}
    person.presses("send null for note")
    assert person.form.value == {"p": {"label": "x", "note": None}}
    person.presses("send null for note")
    assert person.form.value == {"p": {"label": "x"}}


def test_list_of_models(open_form):
    person = opened(open_form, list[Inner])
    person.presses("add an item to p")
    person.types("label", "a")
    person.presses("add an item to p")
    person.types("label", "b", nth=1)
    assert person.form.value == {"p": [{"label": "a"}, {"label": "b"}]}
    person.presses("move p[1] up")
    assert person.form.value == {"p": [{"label": "b"}, {"label": "a"}]}
    person.presses("remove p[0]")
    assert person.form.value == {"p": [{"label": "a"}]}
    assert person.input("label").value == "a"


def test_map_of_integers(open_form):
    person = opened(open_form, dict[str, int])
    person.chooses("p", "fill in")
    assert person.form.value == {"p": {}}
    person.types("new name", "a")
    person.presses("add an entry to p")
    person.types("a", "5")
    assert person.form.value == {"p": {"a": 5}}
    person.types("new name", "a")
    person.presses("add an entry to p")
    assert "there is a a already" in person.sees()
    person.presses("remove a")
    assert person.form.value == {"p": {}}


def test_free_map_is_a_json_box(open_form):
    person = opened(open_form, dict[str, Any])
    person.types("p", '{"a": [1, null]}')
    assert person.form.value == {"p": {"a": [1, None]}}
    assert person.form.is_valid


@pytest.mark.parametrize(
    ("text", "value"),
    [("5", 5), ('"5"', "5"), ("null", None), ("[]", []), ("0", 0), ('""', "")],
    ids=str,
)
def test_anything_is_a_json_box(open_form, text, value):
    person = opened(open_form, Any)
    person.types("p", text)
    assert person.form.value == {"p": value}
    assert type(person.form.value["p"]) is type(value)


def test_integer_or_string(open_form):
    person = opened(open_form, int | str)
    person.types("p", "5")
    assert person.form.value == {"p": 5}
    assert person.chosen("as") == "integer"
    person.chooses("as", "string")
    assert person.form.value == {"p": "5"}
    person.chooses("as", "integer")
    assert person.form.value == {"p": 5}
    person.types("p", "abc")
    assert person.form.value == {"p": "abc"}
    assert person.chosen("as") == "string"
    assert person.form.is_valid
    person.types("p", "6")
    assert person.form.value == {"p": 6}


def test_discriminated_union_by_its_tag(open_form):
    person = opened(open_form, Pet)
    assert person.options("p") == ["choose…", "cat", "dog"]
    person.chooses("p", "cat")
    assert person.form.value == {"p": {"kind": "cat"}}
    person.types("lives", "9")
    assert person.form.value == {"p": {"kind": "cat", "lives": 9}}
    person.chooses("p", "dog")
    assert person.form.value == {"p": {"kind": "dog"}}
    assert person.form.is_valid
    person.form.value = {"p": {"kind": "cat", "lives": 7}}
    assert person.chosen("p") == "cat"
    assert person.input("lives").value == "7"


@pytest.mark.parametrize("is_written", [False, True], ids=["inferred", "prefix_items"])
def test_tuple(open_form, is_written):
    if is_written:
        pair = {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}
        person = open_form({"properties": {"p": pair}, "required": ["p"]})
    else:
        person = opened(open_form, tuple[int, str])
    person.chooses("p", "fill in")
    assert person.form.value == {"p": [None, "" if is_written else None]}
    assert not person.form.is_valid
    person.types("p[0]", "1")
    person.types("p[1]", "x")
    assert person.form.value == {"p": [1, "x"]}
    assert person.form.is_valid


def test_recursive_model_opens_step_by_step(open_form):
    person = opened(open_form, Node)
    assert person.labels().count("label") == 1
    person.types("label", "root")
    person.presses("add an item to children")
    assert person.labels().count("label") == 2
    person.types("label", "leaf", nth=1)
    assert person.form.value == {"p": {"label": "root", "children": [{"label": "leaf"}]}}


def test_recursion_that_never_ends_is_not_built_endlessly(open_form):
    node = {
        "type": "object",
        "properties": {"next": {"$ref": "#/$defs/Node"}},
        "required": ["next"],
    }
    person = open_form({"properties": {"p": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}})
    person.chooses("p", "fill in")
    assert len(person.widgets()) < 200
    loop = {"$ref": "#/$defs/A"}
    person.form.update_schema({"properties": {"p": loop}, "$defs": {"A": loop}})
    assert person.input("p")


def test_integer_literal_keeps_its_type(open_form):
    person = opened(open_form, Literal[1, 2])
    person.chooses("p", "2")
    assert person.form.value == {"p": 2}
    assert type(person.form.value["p"]) is int


def test_only_value_there_is_needs_no_choice(open_form):
    person = opened(open_form, Literal[3])
    assert person.form.value == {"p": 3}
    assert person.form.is_valid


@pytest.mark.parametrize(
    ("hint", "good", "bad", "words"),
    [
        (
            Annotated[int, Field(ge=1, le=5)],
            "5",
            "9",
            "an integer from 1 to 5, got the number 9",
        ),
        (Annotated[int, Field(multiple_of=3)], "6", "7", "a multiple of 3"),
        (Annotated[str, Field(pattern="^[A-Z]+$")], "AB", "ab", "matching"),
        (float, "1.5", "1.5x", 'a number, got the string "1.5x"'),
        (int, "9007199254740993", "1.5", "an integer"),
        (int, str(2**60), "", "required"),
    ],
    ids=["bounded", "multiple_of", "pattern", "number", "beyond_2_53", "2_60"],
)
def test_typed_values_are_exact_and_checked(open_form, hint, good, bad, words):
    person = opened(open_form, hint)
    person.types("p", good)
    sent = person.form.value["p"]
    assert str(sent) == good
    assert isinstance(sent, (int, float)) is (hint is not None and good[0].isdigit())
    assert person.form.is_valid
    person.types("p", bad)
    assert words in person.message("p")


def test_date(open_form):
    person = opened(open_form, datetime.date)
    person.input("p").value = datetime.date(2024, 1, 31)
    assert person.form.value == {"p": "2024-01-31"}
    person.input("p").value = None
    assert person.form.value == {}
    person.form.value = {"p": "tomorrow"}
    assert person.input("p").value == "tomorrow"
    assert person.form.value == {"p": "tomorrow"}


@pytest.mark.parametrize(
    ("hint", "text"),
    [(datetime.datetime, "2024-01-31T12:00:00Z"), (datetime.time, "07:30:00")],
    ids=["datetime", "time"],
)
@pytest.mark.parametrize("zone", ["", "+02:00"], ids=["picker", "text"])
def test_moments(open_form, hint, text, zone):
    person = opened(open_form, hint)
    text = text.removesuffix("Z" if zone else "") + zone
    person.form.value = {"p": text}
    assert person.form.value == {"p": text}
    assert isinstance(person.input("p").value, str) is bool(zone)


@pytest.mark.parametrize(
    ("option", "value"), [("true", True), ("false", False)], ids=["true", "false"]
)
def test_boolean(open_form, option, value):
    person = opened(open_form, bool, True)
    assert person.chosen("p") == "not sent (true)"
    person.chooses("p", option)
    assert person.form.value == {"p": value}
    person.chooses("p", "not sent (true)")
    assert person.form.value == {}


def test_string_can_be_empty_but_only_on_purpose(open_form):
    person = opened(open_form, str)
    assert person.form.value == {}
    person.presses("send an empty text for p")
    assert person.form.value == {"p": ""}
    assert person.form.is_valid
    assert person.input("p").placeholder == 'empty text: ""'
    person.types("p", "x")
    assert not person.button("send an empty text for p").value
    person.types("p", "")
    assert person.form.value == {}


def test_list_can_be_empty_but_only_on_purpose(open_form):
    person = opened(open_form, list[str], None)
    assert person.form.value == {}
    person.chooses("p", "[] (empty list)")
    assert person.form.value == {"p": []}
    person.chooses("p", person.options("p")[0])
    assert person.form.value == {}
    person.presses("add an item to p")
    person.types("p[0]", "a")
    assert person.form.value == {"p": ["a"]}
    person.presses("remove p[0]")
    assert person.form.value == {}


def test_default_that_contradicts_its_own_schema_means_leave_out(open_form):
    person = open_form({"properties": {"p": {"type": "string", "default": None}}})
    assert person.input("p").placeholder == "not sent"
    assert person.form.value == {}


def test_secret_string(open_form):
    person = opened(open_form, SecretStr)
    person.types("p", "s3cret")
    assert person.form.value == {"p": "s3cret"}
    assert person.form.secret_paths == (("p",),)
