"""A script that a person types for the model."""

import pytest

from toolnexus import ScriptedModel
from toolnexus.panel._script import read_script


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("It is sunny.", ["It is sunny."]),
        ('ping {}\n\n  "quoted" \n', [("ping", {}), '"quoted"']),
        ('f {"a": 1} | g {"b": [2]}', [[("f", {"a": 1}), ("g", {"b": [2]})]]),
        ('f {"a": 1} | and more', ['f {"a": 1} | and more']),
        ('f {"a": 1,}', [("f", '{"a": 1,}')]),
        ("f {a}", [("f", "{a}")]),
        ("no tool {x} at all", ["no tool {x} at all"]),
    ],
)
def test_line_is_a_call_or_words(text, script):
    assert read_script(text) == script
    ScriptedModel(read_script(text))


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_empty_script_says_what_to_write(text):
    with pytest.raises(ValueError, match="write what the model says, a line a message"):
        read_script(text)
