"""The form as a whole: its traits, JSON beside it, closing, another schema, Enter."""

import asyncio
import json
import time

import pytest
import traitlets
from ipywidgets.widgets import widget as registry

from toolnexus import define_tool
from toolnexus.errors import ToolDefinitionError
from toolnexus.panel import ArgumentsForm, FieldError

WEATHER = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "Name of the city, in English."},
        "days": {"type": "integer", "minimum": 1, "maximum": 14, "default": 1},
        "unit": {"enum": ["celsius", "fahrenheit"], "default": "celsius"},
        "near": {"anyOf": [{"$ref": "#/$defs/Point"}, {"type": "null"}], "default": None},
    },
    "required": ["city"],
    "$defs": {
        "Point": {
            "type": "object",
            "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}},
            "required": ["lat", "lon"],
        }
    },
}


def test_nothing_filled_in_sends_nothing(open_form):
    def find(q: str | None = None, limit: int = 10): ...

    person = open_form(define_tool(find).input_schema)
    assert person.form.value == {}
    assert person.form.is_valid
    person.types("q", "abc")
    assert person.form.value == {"q": "abc"}
    person.types("q", "")
    assert person.form.value == {}


def test_messages_stand_at_their_field_in_the_words_a_model_is_told(open_form):
    person = open_form(WEATHER)
    person.types("city", "Chennai")
    person.types("days", "30")
    words = "expected an integer from 1 to 14, got the number 30."
    assert person.message("days") == words
    assert person.message("city") == ""
    assert person.form.errors == (FieldError(("days",), words),)
    assert person.form.why_not == "days is out of range"
    assert person.form.value["days"] == 30  # told of, and not clamped
    person.types("days", "3")
    assert person.message("days") == ""
    assert person.form.why_not == ""


def test_message_of_an_inner_field_has_its_path(open_form):
    person = open_form(WEATHER, {"city": "Chennai", "near": {"lat": "north", "lon": 1}})
    assert person.message("lat").startswith("near.lat: expected a number")
    assert person.form.errors[0].path == ("near", "lat")


def test_required_field_is_not_red_before_anything_was_done(open_form):
    person = open_form(WEATHER)
    assert person.form.why_not == "city is required"
    assert person.message("city") == ""
    person.types("city", "a")
    person.types("city", "")
    assert person.message("city") == "required, but missing; expected a string."


def test_several_problems_are_counted_in_one_line(open_form):
    person = open_form(WEATHER, {"days": 0, "unit": "kelvin"})
    assert person.form.why_not.endswith(", and 2 more")


def test_changes_can_be_observed_with_value_and_errors_together(open_form):
    person = open_form(WEATHER)
    seen = []
    person.form.observe(
        lambda _: seen.append((person.form.value, len(person.form.errors))), "value"
    )
    person.types("city", "Go")
    assert seen == [({"city": "G"}, 0), ({"city": "Go"}, 0)]


@pytest.mark.parametrize("other", [True, 1.0], ids=["true", "1.0"])
def test_values_that_python_finds_equal_are_told_apart(open_form, other):
    person = open_form({"properties": {"n": {}}}, {"n": 1})
    seen = []
    person.form.observe(lambda change: seen.append(change["new"]), "value")
    person.form.value = {"n": other}
    assert type(person.form.value["n"]) is type(other)
    assert person.json_text() == json.dumps({"n": other}, indent=2)
    assert len(seen) == 1


def test_observer_may_set_the_value(open_form):
    person = open_form(WEATHER)
    person.form.observe(lambda _: setattr(person.form, "value", {"city": "Goa"}), "errors")
    person.types("city", "G")
    assert person.form.value == {"city": "Goa"}
    assert person.input("city").value == "Goa"


def test_later_change_to_a_dict_that_was_set_changes_nothing(open_form):
    mine = {"city": "Goa"}
    person = open_form(WEATHER, mine)
    mine["city"] = "Agra"
    assert person.form.value == {"city": "Goa"}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"city": {1}}, "at city there is the set"),
        ({1: 2}, "the int 1 for a name"),
        ([], "list"),
    ],
    ids=["set", "key", "list"],
)
def test_value_that_is_not_json_is_refused(open_form, value, words):
    person = open_form(WEATHER, {"city": "Goa"})
    with pytest.raises(traitlets.TraitError, match=words):
        person.form.value = value
    assert person.form.value == {"city": "Goa"}


def test_schema_of_no_object_is_refused():
    before = len(registry._instances)
    with pytest.raises(ToolDefinitionError, match="must describe an object"):
        ArgumentsForm({"type": "string"})
    assert len(registry._instances) == before


def test_pattern_of_another_dialect_is_passed_over(open_form):
    inner = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string"}
    person = open_form({"properties": {"p": {**inner, "pattern": "^\\p{L}$"}}})
    person.types("p", "x")
    assert person.form.is_valid


def test_form_that_cannot_be_made_leaves_no_widget(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    before = set(registry._instances)
    monkeypatch.setattr("toolnexus.panel._form._row.render_note", broken)
    with pytest.raises(ZeroDivisionError):
        ArgumentsForm(WEATHER)
    assert set(registry._instances) == before


def test_union_of_all_arguments_is_a_choice(open_form):
    by_id = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}
    by_name = {"type": "object", "properties": {"name": {"type": "string"}}}
    by_name["required"] = ["name"]
    person = open_form({"type": "object", "anyOf": [by_id, by_name]})
    assert person.form.value == {}
    person.form.value = {"name": "Ada"}
    assert person.input("name").value == "Ada"
    assert person.form.is_valid


def test_condition_on_all_arguments_leaves_their_fields(open_form):
    either = [{"required": ["a"]}, {"required": ["b"]}]
    schema = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "anyOf": either}
    person = open_form(schema)
    assert not person.form.is_valid
    person.types("b", "x")
    assert person.form.value == {"b": "x"}
    assert person.form.is_valid


def test_tool_without_parameters_says_so(open_form):
    person = open_form({"type": "object", "properties": {}})
    assert "no parameters, nothing to fill in" in person.sees()
    assert person.form.is_valid


# --- JSON beside the form ----------------------------------------------------------------


def test_json_follows_the_form(open_form):
    person = open_form(WEATHER)
    person.types("city", "Malmö")
    assert person.json_text() == '{\n  "city": "Malmö"\n}'


def test_form_follows_json_which_stays_as_it_was_typed(open_form):
    person = open_form(WEATHER)
    person.types_json('{"city":"Goa",   "days": 3}')
    assert person.form.value == {"city": "Goa", "days": 3}
    assert person.input("city").value == "Goa"
    assert person.input("days").value == "3"
    assert person.json_text() == '{"city":"Goa",   "days": 3}'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"city": "Goa"', "line 1, column 15: it ends too early"),
        ('{\n"city": Goa}', "line 2, column 9"),
        ("{'city': 1}", "texts stand in double quotes"),
        ('{"city": "Goa",}', "a comma without a value behind it"),
        ('{"a": 1, "a": 2}', 'the name "a" stands here twice'),
        ('{"a": NaN}', "NaN is not a JSON value"),
        ("[1]", "the arguments are one object"),
        ("[" * 5000, "nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "4300"),
    ],
    ids=["end", "line", "quotes", "comma", "twice", "nan", "array", "deep", "digits"],
)
def test_text_that_cannot_be_read_changes_nothing_and_says_why(open_form, text, why):
    person = open_form(WEATHER, {"city": "Agra"})
    box = person.input("arguments as the model would send them")
    box._handle_msg(
        {
            "content": {"data": {"method": "update", "state": {"value": text}}},
            "buffers": [],
        }
    )
    assert person.form.value == {"city": "Agra"}
    assert person.json_text() == text
    assert why in person.form.errors[-1].message
    assert "nothing changed" in person.sees()
    assert person.form.why_not == "the whole can't be read"
    person.form.clear()
    assert person.form.value == {}
    assert person.json_text() == "{}"


def test_empty_json_means_no_arguments(open_form):
    person = open_form(WEATHER, {"city": "Goa"})
    person.types_json("")
    assert person.form.value == {}
    assert person.json_text() == ""


# --- closing, clearing, another schema, Enter ---------------------------------------------


def test_twenty_rebuilds_leave_no_more_widgets_than_one(open_form):
    person = open_form(WEATHER)
    counts = []
    for days in range(20):
        schema = {**WEATHER, "title": f"number {days}"}
        person.form.update_schema(schema)
        person.form.value = {"city": "x", "near": {"lat": 1, "lon": 2}, "other": [days]}
        counts.append(len(registry._instances))
        person.form.clear()
    assert set(counts) == {counts[0]}


def test_closed_form_leaves_no_widget():
    before = set(registry._instances)
    for _ in range(20):
        form = ArgumentsForm(WEATHER)
        form.value = {"city": "x", "near": {"lat": 1, "lon": 2}}
        form.close()
        form.close()
    assert set(registry._instances) == before


def test_clear_gives_the_form_as_it_was_opened(open_form):
    person = open_form(WEATHER, {"days": 30, "near": {"lat": 1}})
    person.form.clear()
    assert person.form.value == {}
    assert person.message("city") == ""
    assert person.chosen("near") == "not sent (null)"


def test_another_schema_keeps_what_still_has_a_place(open_form):
    person = open_form(WEATHER, {"city": "Goa", "days": 3, "near": {"lat": 1, "lon": 2}})
    point = {"type": "object", "properties": {"lat": {"type": "number"}}}
    schema = {"properties": {"city": {"type": "integer"}, "near": point}}
    assert person.form.update_schema(schema) == ("days", "near.lon")
    assert person.form.value == {"city": "Goa", "near": {"lat": 1}}
    assert [error.path for error in person.form.errors] == [("city",)]
    assert person.form.input_schema["properties"]["city"] == {"type": "integer"}


def test_schema_that_cannot_be_used_changes_nothing(open_form):
    person = open_form(WEATHER, {"city": "Goa"})
    with pytest.raises(ToolDefinitionError):
        person.form.update_schema({"type": "object", "properties": 5})
    assert person.form.value == {"city": "Goa"}
    assert person.form.input_schema == WEATHER


def test_enter_in_a_box_of_one_line_is_told_without_a_warning(open_form):
    person = open_form(WEATHER)
    pressed = []
    callback = lambda: pressed.append(person.form.value)  # noqa: E731 - to take it away again
    person.form.on_submit(callback)
    person.types("city", "Goa")
    assert pressed == []
    person.presses_enter("city")
    assert pressed == [{"city": "Goa"}]
    person.form.on_submit(callback, remove=True)
    person.presses_enter("city")
    assert len(pressed) == 1


def test_enter_waits_for_the_last_letters(open_form):
    person = open_form(WEATHER)
    pressed = []
    person.form.on_submit(lambda: pressed.append(person.form.value))

    async def typing():
        person.types("city", "Go")
        person.presses_enter("city")
        person.types("city", "Goa")
        while not pressed:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(typing(), 5))
    assert pressed == [{"city": "Goa"}]


def test_ten_parameters_are_made_in_time(open_form):
    schema = {"properties": {f"p{n}": {"type": "string", "default": "x"} for n in range(10)}}
    open_form(schema)
    taken = []
    for _ in range(5):
        start = time.process_time()
        ArgumentsForm(schema).close()
        taken.append(time.process_time() - start)
    assert min(taken) < 0.05


def test_form_names_what_can_be_filled_in(open_form):
    form = open_form({"properties": {"city": {}, "days": {"type": "integer"}}}).form
    assert repr(form) == "ArgumentsForm([city and days])"
    assert repr(open_form({}).form) == "ArgumentsForm([])"
