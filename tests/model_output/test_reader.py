"""Values written nearly as JSON has them, and text that has to be mended."""

import json
import re
import sys

import pytest

from toolnexus import Tool, define_tool, read_model_output
from toolnexus._model_output._reader import read_value
from toolnexus._model_output._repair import Allowance, AllowanceSpentError, repair
from toolnexus._model_output._scalars import Broken, TooDeep

ANY = Tool(name="any_tool", execute=lambda _: "")
LIBERTIES = {
    "single_quotes": ("{'a': 'it is'}", {"a": "it is"}),
    "single_quote_escaped": (r"{'a': 'it\'s'}", {"a": "it's"}),
    "typographic_quotes": ("{\u201ca\u201d: \u201cb\u201d}", {"a": "b"}),
    "triple_quotes": ('{"a": """one\n"two"\n"""}', {"a": 'one\n"two"\n'}),
    "raw_control": ('{"a": "one\ntwo"}', {"a": "one\ntwo"}),
    "bad_escape": (r'{"a": "C:\data"}', {"a": r"C:\data"}),
    "foreign_escape": (r'{"a": "\x41"}', {"a": "A"}),
    "escaped_newlines": (r'{\n"a": 1\n}', {"a": 1}),
    "trailing_comma": ('{"a": [1, 2,],}', {"a": [1, 2]}),
    "lone_comma": ("{,}", {}),
    "comment": ('{"a": 1, // one\n# two\n/* three */ "b": 2}', {"a": 1, "b": 2}),
    "unquoted_name": ("{a: 1, $b: 2}", {"a": 1, "$b": 2}),
    "python_words": ('{"a": [True, False, None]}', {"a": [True, False, None]}),
    "undefined": ('{"a": undefined}', {"a": None}),
    "tuple": ('{"a": (1, 2)}', {"a": [1, 2]}),
    "odd_number": ('{"a": [+1, .5, 0x1F, 1_000, 007]}', {"a": [1, 0.5, 31, 1000, 7]}),
    "no_json_number": ('{"a": [NaN, 1e999]}', {"a": ["NaN", "1e999"]}),
    "odd_space": ('{\u00a0"a": 1}', {"a": 1}),
}


@pytest.mark.parametrize(("text", "value"), LIBERTIES.values(), ids=LIBERTIES)
def test_value_of_one_meaning_is_read(text, value):
    assert read_value(text).value == value
    assert read_value(text).liberties
    with pytest.raises(ValueError, match=r".*"):  # a program would not have read it
        json.loads(text, parse_constant=int, parse_float=lambda number: int(number))


@pytest.mark.parametrize(
    ("kind", "text", "line", "column"),
    [
        ("trailing_comma", '{\n "a": 1,\n "b": [2,\n]}', 3, 9),
        ("single_quotes", "{\"a\": 1,\n  'b': 2}", 2, 3),
        ("duplicate_name", "{'a': 1,\n 'a': 2}", 2, 2),
    ],
)
def test_place_is_told(kind, text, line, column):
    (note,) = (note for note in read_model_output(text).notes if note.kind == kind)
    assert (note.line, note.column) == (line, column)


CUT = {
    '{"a": 1, "b": "Chenn': ({"a": 1, "b": "Chenn"}, "in the value of 'b'"),
    '{"a": 1, "b": 12': ({"a": 1, "b": 12}, "in the value of 'b'"),
    '{"a": 1, "b": tr': ({"a": 1}, "before the value of 'b', which was left out"),
    '{"a": 1, "b":': ({"a": 1}, "before the value of 'b', which was left out"),
    '{"a": 1, "b"': ({"a": 1}, "behind the name 'b', which was left out"),
    '{"a": 1, "b': ({"a": 1}, "in a name ('b')"),
    '{"a": 1, ': ({"a": 1}, "inside an object"),
    '{"a": 1': ({"a": 1}, "in the value of 'a'"),
    '{"a": [1, {"b": 2': ({"a": [1, {"b": 2}]}, "in the value of 'b'"),
    '{"a": [1, ': ({"a": [1]}, "inside an array"),
    '{"a": "x\\u00e': ({"a": "x"}, "in the value of 'a'"),
}


@pytest.mark.parametrize(("text", "expected"), CUT.items(), ids=CUT)
def test_cut_off_value_keeps_what_has_come(text, expected):
    reading = read_value(text)
    assert (reading.value, reading.cut) == expected


def test_every_beginning_of_a_call_is_read():
    value = {"city": 'St. "John"\n', "days": [1, -2.5e3], "on": {"x": None, "y": True}}
    whole = json.dumps(value)
    for end in range(1, len(whole)):
        output = read_model_output(whole[:end], tool=ANY)
        (call,) = output.calls
        assert [note.kind for note in output.notes] == ["cut_off"]
        assert call.arguments.keys() <= value.keys()
        whole_ones = list(call.arguments)[:-1]
        assert [call.arguments[name] for name in whole_ones] == [value[n] for n in whole_ones]


@pytest.mark.parametrize(
    ("text", "expected", "offset"),
    [
        ('{"a" 1}', "a colon behind the name", 5),
        ('{"a": 1 "b": 2}', "a comma or }", 8),
        ("[1 2]", "a comma or ]", 3),
        ('{"a": "b}', 'the closing " of the string', 6),
        ("{;}", "a name in double quotes", 1),
        ("[see below]", "a value", 1),
    ],
)
def test_what_would_be_a_guess_is_refused(text, expected, offset):
    with pytest.raises(Broken, match=re.escape(expected)) as refused:
        read_value(text)
    assert refused.value.offset == offset


def test_too_deep_a_value_is_refused():
    with pytest.raises(TooDeep, match="no more than 100 deep"):
        read_value("[" * 200)


# --- mended ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"city": "Goa" "days": 3}', {"city": "Goa", "days": 3}),
        ('{"city": "Goa, "days": 3}', {"city": "Goa", "days": 3}),
        ("{'city': 'St. John's', 'days': 3}", {"city": "St. John's", "days": 3}),
        ('{"city": Goa, "days": 3}', {"city": "Goa", "days": 3}),
    ],
    ids=["comma", "quote", "apostrophe", "word"],
)
def test_broken_text_is_mended_and_that_is_told(text, value):
    output = read_model_output(text)
    assert output.calls[0].arguments == value
    assert output.notes[0].kind == "repaired"
    assert "mended by guess" in output.notes[0].text
    assert not output.is_valid_json


def test_what_mending_makes_up_is_told():
    output = read_model_output('{"city": "Goa", "days": }')
    assert output.calls[0].arguments == {"city": "Goa", "days": ""}
    assert "made up in mending: an empty text for 'days'" in [n.text for n in output.notes]


def test_what_mending_loses_is_told():
    text = '{"city": "Goa" "days": 3, "city": "Lima" "unit": "C"}'
    repaired = repair(text, Allowance())
    assert repaired.value["city"] == "Lima"
    assert set(repaired.lost) == {"city", "Goa"}
    assert "lost" in {note.kind for note in read_model_output(text).notes}


def test_mending_is_left_alone_where_the_text_can_be_read(monkeypatch):
    monkeypatch.setitem(sys.modules, "json_repair", None)  # importing it would fail
    for text, _ in LIBERTIES.values():
        assert read_model_output(text, tool=ANY).calls
    for text in CUT:
        assert read_model_output(text, tool=ANY).calls


def test_mending_has_an_allowance():
    broken = '{"city": "Goa" "days": 3}'
    allowance = Allowance(characters=40)
    repair(broken, allowance)
    assert allowance.characters == 40 - len(broken)
    assert allowance.steps < Allowance().steps
    with pytest.raises(AllowanceSpentError):
        repair(broken, allowance)
    with pytest.raises(AllowanceSpentError):
        repair(broken, Allowance(steps=10))


def test_text_that_is_too_long_to_be_mended_is_told():
    output = read_model_output('{"city": "Goa" "days": 3, "z": "' + "z" * 100_000 + '"}')
    assert output.calls == ()
    assert [note.kind for note in output.notes] == ["too_much_to_mend", "unreadable"]


def test_prose_in_brackets_is_not_mended_to_arguments():
    def get_weather(city: str) -> str: ...

    output = read_model_output(
        "Use {name: see below, then} as usual.", [define_tool(get_weather)]
    )
    assert output.calls == ()
