import json
import re
from typing import Annotated

import pytest
from pydantic import Field

from toolnexus import Toolkit, define_tool, to_openai
from toolnexus.display import _origins_view, render_html, render_text
from toolnexus.display._json import pretty
from toolnexus.display._origins_view import known_origins, origins_of_entry


def view_of(tool):
    return origins_of_entry(to_openai([tool])[0], known_origins(tool))


def text_of(line):
    return "".join(piece["text"] for piece in line["pieces"])


def notes(view):
    return {
        text_of(line).strip(" ,"): f"{line['label']} {line['text']}".strip()
        for line in view["lines"]
    }


def tide(port: str, days: Annotated[int, Field(ge=1)] = 1) -> str:
    """When the water is high.

    Args:
        port: Where.
    """


def add_word(schema):
    schema["x-word"] = 1


def test_lines_are_the_entry_as_it_is_sent(weather):
    entry = to_openai([weather])[0]
    lines = origins_of_entry(entry, known_origins(weather))["lines"]
    assert "\n".join(map(text_of, lines)) == pretty(entry)


def test_each_line_has_its_own_note_and_what_is_alike_has_one():
    told = notes(view_of(define_tool(tide)))
    assert told['"name": "tide"'] == "function name def tide"
    assert told['"description": "When the water is high."'] == "docstring"
    assert told['"port": {'] == "parameter port"
    assert told['"description": "Where."'] == "docstring Args: port"
    assert told['"type": "integer"'] == "hint days: int"
    assert told['"minimum": 1'] == "Field(ge=1)"
    assert told['"default": 1'] == "default days = 1"
    assert told['"port"'] == "no default port"
    assert told['"additionalProperties": false'] == "toolnexus: other names are refused"
    assert told['"properties": {'] == ""  # as the line above


def test_line_behind_a_value_is_never_taken_for_part_of_another():
    def nested(a: list[list[int]], b: int = 1): ...

    view = view_of(define_tool(nested))
    last, run = "", []
    for line in view["lines"]:
        last = f"{line['label']} {line['text']}".strip() or last
        run.append((text_of(line).strip(" ,"), last))
    arrays = [note for text, note in run if text == '"type": "array"']
    assert arrays == ["hint a: list[list[int]]"] * 2
    assert ('"b": {', "parameter b") in run


def test_values_with_nothing_in_them_take_one_line():
    def empty(a: list = [], b: dict = {}, c: int = 1): ...  # noqa: B006 - empty on purpose

    told = notes(view_of(define_tool(empty)))
    assert told['"default": []'] == "default a = []"
    assert told['"default": {}'] == "default b = {}"
    assert told['"c": {'] == "parameter c"
    assert told['"default": 1'] == "default c = 1"
    assert told['"additionalProperties": false'] == "toolnexus: other names are refused"


def test_what_can_not_be_told_says_so():
    def paint(colour: Annotated[str, Field(json_schema_extra=add_word)]): ...

    tool = define_tool(paint)
    assert notes(view_of(tool))['"x-word": 1'] == "can't be told"
    assert "can&#39;t be told" in render_html(tool)
    assert "← can't be told" in render_text(tool)


def test_console_says_the_same_as_the_html(weather):
    plain, page = render_text(weather), render_html(weather)
    for line in view_of(weather)["lines"]:
        note = " ".join(filter(None, (line["label"], line["text"])))
        if note:
            assert f"← {note}" in plain
    assert page.count('class="tn-from"') == plain.count("← ") - 1  # that of the heading


def test_json_stands_alone_beneath_to_be_copied(weather):
    page = render_html(weather).partition("the JSON alone, to copy</summary>")[2]
    text = re.sub(r"<[^>]*>", "", page.partition("</pre>")[0]).replace("&#34;", '"')
    assert json.loads(text) == to_openai([weather])[0]


SCHEMA = {"type": "object", "properties": {"port": {}}}


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        (
            define_tool(tide, input_schema={"properties": {"port": {}}}),
            "name from function name def tide · description from docstring · "
            "schema written by hand or elsewhere · type added by toolnexus",
        ),
        (
            define_tool(tide, name="x", description="y", input_schema=SCHEMA),
            "schema written by hand or elsewhere",
        ),
    ],
    ids=["of_a_function", "all_given"],
)
def test_written_schema_has_one_line_for_all_of_it(tool, words):
    assert view_of(tool) == {"lines": [], "written": words, "more": ""}
    assert f" · {words}</p>" in render_html(tool)
    assert words in " ".join(render_text(tool).split())


def test_cards_in_a_toolkit_leave_the_margin_out(weather):
    assert 'class="tn-from"' not in render_html(Toolkit([weather]))


def test_long_entry_is_cut_and_the_rest_counted():
    def many(**options: int): ...

    words = [f"w{number}" for number in range(600)]
    tool = define_tool(many, description="x")
    entry = {"type": "function", "function": {"name": "many", "enum": words}}
    view = origins_of_entry(entry, known_origins(tool))
    assert len(view["lines"]) == 400
    assert view["more"] == "and 208 more lines"


def test_card_goes_on_where_the_origins_fail(weather, monkeypatch):
    def fail(tool):
        raise RuntimeError

    monkeypatch.setattr(_origins_view, "origins", fail)
    assert "what <code>to_openai</code> sends" in render_html(weather)
    assert 'class="tn-from"' not in render_html(weather)
