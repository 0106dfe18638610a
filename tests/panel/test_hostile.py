"""Names, descriptions and values from anywhere are shown literally."""

import html

import pytest

from toolnexus.panel._kit import label

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}",
    "[bold]x[/bold]",
    "a\u202eb",
    "zero\u200bwidth",
    "line\nbreak",
    "x" * 5000,
    "🙂‍🙂",
    "\ud800",
    "&lt;b&gt;",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_only_text(open_form, text):
    choice = {"enum": [text, "other"], "description": text, "default": text}
    inner = {"type": "object", "properties": {text: {"type": "integer", "title": text}}}
    schema = {
        "properties": {
            text: {"type": "string", "description": text, "pattern": "^never$"},
            "choice": choice,
            "inner": {**inner, "description": text},
        },
        "required": [text, "inner"],
    }
    person = open_form(schema, {text: text, "choice": text, "inner": {text: text, "k": text}})
    seen = person.sees()
    assert "<script" not in seen
    assert "<img" not in seen
    assert person.form.value["choice"] == text
    # What a browser is sent must be text that can be encoded.
    for widget in person.widgets():
        for key, value in widget.get_state().items():
            if isinstance(value, str):
                value.encode()
            elif key == "_options_labels":
                "".join(value).encode()


def test_description_is_shown_whole_but_folded(open_form):
    person = open_form({"properties": {"p": {"type": "string", "description": "word " * 500}}})
    assert "<details" in person.sees()
    assert html.unescape(person.sees()).count("word") == 500


@pytest.mark.parametrize(
    ("name", "shown"),
    [("city", "city"), ("$filter", "$filter"), ("", '""'), (" ", '" "'), ("a\nb", "a b")],
    ids=["plain", "dollar", "empty", "blank", "lines"],
)
def test_labels_name_their_inputs(open_form, name, shown):
    person = open_form({"properties": {name: {"type": "string"}}})
    assert person.input(shown).placeholder == "not sent"


def test_label_is_never_typeset_as_a_formula():
    assert label("$a$ and \\(b\\)").isascii() is False
    assert "$" not in label("$a$")
