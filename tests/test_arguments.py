"""What a model sends as arguments, from nothing at all to broken text."""

import json
from collections import OrderedDict
from types import MappingProxyType
from typing import Any

import pytest

from toolnexus import define_tool

calls: list[dict[str, Any]] = []


@pytest.fixture
def add():
    calls.clear()

    def add(a: int = 1, b: int = 2) -> int:
        calls.append({"a": a, "b": b})
        return a + b

    return define_tool(add)


@pytest.mark.parametrize(
    "nothing", [None, "", "  ", "\n\t", "null", " null ", "{}", "{ }", {}, b"", b"{}"]
)
def test_nothing_means_no_arguments(add, nothing):
    result = add.run(nothing)
    assert (result.output, result.is_error) == ("3", False)
    assert len(calls) == 1


ACCEPTED: dict[str, Any] = {
    "text": '{"a": 5}',
    "bytes": b'{"a": 5}',
    "dict": {"a": 5},
    "ordered dict": OrderedDict(a=5),
    "read-only mapping": MappingProxyType({"a": 5}),
    "encoded twice": json.dumps('{"a": 5}'),
    "white space": ' \n {"a"\n:\t5 } \n',
    "whole number as float": '{"a": 5.0}',
    "exponent": '{"a": 5e0}',
    "byte order mark": '\ufeff{"a": 5}',
    "byte order mark in bytes": b'\xef\xbb\xbf{"a": 5}',
    "last of two wins": '{"a": 4, "a": 5}',
}


@pytest.mark.parametrize("args", ACCEPTED.values(), ids=ACCEPTED)
def test_one_meaning_is_accepted(add, args):
    assert add.run(args).output == "7"


UNREADABLE: dict[str, tuple[Any, str]] = {
    "comma at the end": (
        '{"a": 5,}',
        'not valid JSON: there is a comma too many at column 8, near `{"a": 5,}`.',
    ),
    "comma at the end, in an array": (
        '{"a": [5, \n]}',
        'not valid JSON: there is a comma too many at column 9, near `{"a": [5, \\n]}`.',
    ),
    "two commas": ('{"a": 5,,}', "there is a comma too many at column 9"),
    "comma alone": ("{,}", "there is a comma too many at column 2"),
    "cut off": ('{"a": 5', 'not valid JSON: they end too early, after `{"a": 5`.'),
    "cut off in a string": (
        '{"a": "5',
        'not valid JSON: they end too early, after `{"a": "5`.',
    ),
    "single quotes": ("{'a': 5}", "property name enclosed in double quotes at column 2"),
    "trailing comma": ('{"a": 5,}', "not valid JSON: "),
    "bare keys": ("{a: 5}", "at column 2, near "),
    "second line": ('{"a": 5,\n b: 2}', "at line 2 column 2"),
    "code fence": ('```json\n{"a": 5}\n```', "there is a code fence around them"),
    "text behind": ('{"a": 5} done', "extra data at column 10"),
    "nan": ('{"a": NaN}', "NaN is not a JSON value"),
    "infinity": ('{"a": -Infinity}', "-Infinity is not a JSON value"),
    "too large": ('{"a": 1e400}', "the number 1e400 is too large"),
    "too small": ('{"a": [-1e999]}', "the number -1e999 is too large"),
    "too many digits": (f'{{"a": {"9" * 5000}}}', "Exceeds the limit"),
    "too deep": ("[" * 100_000, "nested too deeply"),
    "only a byte order mark": ("\ufeff", "a byte order mark, and nothing behind it"),
    "not utf-8": (b"\xff\xfe", "not UTF-8 text"),
    "python": ("a=5", "expecting value at column 1"),
    "encoded three times": (json.dumps(json.dumps('{"a": 5}')), "got a string"),
    "list": ("[1]", "must be one JSON object of names and values, got an array"),
    "number": ("5", "got a number"),
    "true": ("true", "got true or false"),
    "string": ('"a"', "got a string"),
    "python list": ([1], "got an array"),
    "python number": (5, "got a number"),
    "python object": (object(), "got a Python object"),
}


@pytest.mark.parametrize(("args", "told"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_arguments_never_become_none(add, args, told):
    result = add.run(args)
    assert result.is_error
    assert told in result.output
    assert result.output.startswith("add was not run. ")
    assert "such as {" in result.output, "the way out"
    assert result.metadata["error"]["kind"] == "invalid_json"
    assert calls == []


def test_long_text_is_quoted_in_part(add):
    assert len(add.run("{" + "x" * 10_000).output) < 300


def test_raw_line_breaks_in_strings_are_taken_as_they_are():
    echo = define_tool(lambda s: s, name="echo")
    assert echo.run('{"s": "x\ny\tz"}').value == "x\ny\tz"


def test_names_that_are_no_text_are_refused(add):
    result = add.run({1: 2})
    assert "names of arguments are strings; got 1" in result.output
    assert calls == []


def test_values_that_are_no_json_are_refused_not_raised(add):
    result = add.run({"a": object()})
    assert result.is_error
    assert calls == []


def test_very_deep_values_are_refused_not_raised():
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    result = define_tool(lambda x: x, name="echo").run({"x": deep})
    assert result.is_error


def test_half_a_surrogate_pair_is_refused_not_raised():
    result = define_tool(lambda x: x, name="echo").run('{"x": "\\ud800"}')
    assert result.is_error


def test_arguments_of_the_caller_are_not_changed():
    def spoil(items: list[int]) -> int:
        items.append(1)
        return len(items)

    sent = {"items": [0]}
    assert define_tool(spoil).run(sent).output == "2"
    assert sent == {"items": [0]}


# --- encoded once more inside -------------------------------------------------------------


@pytest.mark.parametrize("text", ["00123", '{"k": 1}', "[1]", "null", "true", "1e3"])
def test_string_parameter_is_never_decoded(text):
    received = []

    def note(s: str, t: str | None = None) -> None:
        received.append((s, t))

    define_tool(note).run({"s": text, "t": text})
    assert received == [(text, text)]


def test_list_written_as_text_is_decoded_where_a_list_is_wanted():
    received = []

    def tag(names: list[str], opts: dict[str, int] | None = None) -> None:
        received.append((names, opts))

    result = define_tool(tag).run({"names": '["a", "b"]', "opts": '{"k": 1}'})
    assert received == [(["a", "b"], {"k": 1})]
    assert result.metadata == {"decoded": ["names", "opts"]}


def test_text_inside_text_is_decoded_level_by_level():
    received = []

    def take(rows: list[list[int]]) -> None:
        received.append(rows)

    define_tool(take).run({"rows": '["[1, 2]", "[3]"]'})
    assert received == [[[1, 2], [3]]]


@pytest.mark.parametrize("text", ["a, b", "[1", '"a"', "3", ""])
def test_text_that_holds_no_list_is_refused(text):
    received = []
    made = define_tool(lambda names: received.append(names), name="tag")
    made = made.replace(input_schema={"properties": {"names": {"type": "array"}}})
    result = made.run({"names": text})
    assert "names: expected an array, got the string" in result.output
    assert received == []


def test_fraction_is_not_rounded_to_an_integer(add):
    assert "a: expected an integer, got the number 5.5." in add.run({"a": 5.5}).output
    assert calls == []


def test_unknown_and_misspelt_names_are_told_with_the_nearest(add):
    result = add.run({"aa": 5, "zzz": 1})
    assert "- aa: unknown. Did you mean a? Valid here: a and b." in result.output
    assert "- zzz: unknown. Valid here: a and b." in result.output
    assert calls == []


def test_all_missing_names_are_told_at_once():
    def send(to: str, subject: str, body: str = "") -> None: ...

    result = define_tool(send).run({})
    assert "to: required" in result.output
    assert "subject: required" in result.output
    assert "body" not in result.output
    paths = [detail["path"] for detail in result.metadata["error"]["details"]]
    assert paths == ["to", "subject"]


def test_many_problems_are_counted():
    made = define_tool(lambda xs: xs, name="t").replace(
        input_schema={"properties": {"xs": {"items": {"type": "integer"}}}}
    )
    result = made.run({"xs": ["a"] * 500})
    assert result.output.endswith("and 490 more")
    assert len(result.metadata["error"]["details"]) == 500


UNWRITABLE: dict[str, tuple[Any, str]] = {
    "half a character": ({"s": "\ud800"}, "s: it holds half a character"),
    "half a character as text": ('{"n": 1, "s": "\\ud83d"}', "s: it holds half a character"),
    "half a character in a name": ({"\ud800": 1}, "The name of an argument holds half"),
    "an object": ({"n": 1, "s": [object()]}, "s: it is not a JSON value"),
    "a deep nest": ({"s": json.loads("[" * 400 + "]" * 400)}, "s: it is nested too deeply"),
}


@pytest.mark.parametrize(("args", "told"), UNWRITABLE.values(), ids=UNWRITABLE)
def test_value_that_is_no_json_is_named(args, told):
    def take(n: int = 0, s: Any = None, **more: Any) -> str:
        return "entered"

    result = define_tool(take).run(args)
    assert result.is_error
    assert told in result.output
    assert result.metadata["error"]["kind"] == "invalid_arguments"


def test_long_unknown_name_is_cut(add):
    result = add.run({"a": 3, "b": 4, "k" * 5000: 1})
    assert '["kkkk' in result.output
    assert len(result.output) < 200
