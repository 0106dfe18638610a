"""A person at the form: finds inputs by their labels and does what a browser would do."""

import html

import ipywidgets
import pytest
from ipywidgets.widgets import widget as registry

from toolnexus.panel import ArgumentsForm

ALL_AS_JSON = "arguments as the model would send them"


class Person:
    """Acts on a form as a browser does, through the messages of the widgets."""

    def __init__(self, form):
        self.form = form

    def widgets(self, cls=ipywidgets.DOMWidget):
        return [widget for widget in _inside(self.form) if isinstance(widget, cls)]

    def labels(self):
        inputs = (ipywidgets.Text, ipywidgets.Textarea, ipywidgets.Dropdown)
        return [widget.description for widget in self.widgets(inputs)]

    def input(self, label, nth=0):
        named = (ipywidgets.Button, ipywidgets.ToggleButton)
        found = [
            widget
            for widget in self.widgets()
            if getattr(widget, "description", None) == label and not isinstance(widget, named)
        ]
        return found[nth]

    def types(self, label, text, nth=0):
        """The text arrives letter by letter, as from a browser."""
        box = self.input(label, nth)
        steps = [text] if isinstance(box, ipywidgets.Password) else _steps(text)
        for step in steps:
            _send(box, {"value": step})

    def types_json(self, text):
        self.types(ALL_AS_JSON, text)

    def chooses(self, label, option, nth=0):
        box = self.input(label, nth)
        _send(box, {"index": self.options(label, nth).index(option)})

    def options(self, label, nth=0):
        return list(self.input(label, nth)._options_labels)

    def chosen(self, label, nth=0):
        return self.input(label, nth).label

    def button(self, does):
        buttons = (ipywidgets.Button, ipywidgets.ToggleButton)
        return next(w for w in self.widgets(buttons) if w.tooltip == does)

    def presses(self, does):
        button = self.button(does)
        if isinstance(button, ipywidgets.ToggleButton):
            _send(button, {"value": not button.value})
        else:
            button.click()

    def presses_enter(self, label):
        content = {"data": {"method": "custom", "content": {"event": "submit"}}}
        self.input(label)._handle_msg({"content": content, "buffers": []})

    def sees(self):
        """All that stands in HTML, but for the style."""
        notes = self.widgets(ipywidgets.HTML)
        return "\n".join(note.value for note in notes if "tn-style" not in note._dom_classes)

    def message(self, label, nth=0):
        """What stands in red under an input."""
        box = self.input(label, nth)
        row = next(w for w in self.widgets(ipywidgets.Box) if box in w.children)
        note = next(w for w in row.children if "tn-note" in w._dom_classes)
        return html.unescape(note.value.partition('tn-msg">')[2].partition("</p>")[0])

    def json_text(self):
        return self.input(ALL_AS_JSON).value


def _inside(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from _inside(child)


def _steps(text):
    return [text[: end + 1] for end in range(len(text))] or [""]


def _send(widget, state):
    data = {"method": "update", "state": state, "buffer_paths": []}
    widget._handle_msg({"content": {"data": data}, "buffers": []})


@pytest.fixture
def open_form():
    """Opens forms and closes them in the end; what they made must be gone then."""
    before = set(registry._instances)
    forms = []

    def opened(input_schema, value=None):
        form = ArgumentsForm(input_schema)
        forms.append(form)
        if value is not None:
            form.value = value
        return Person(form)

    yield opened
    for form in forms:
        form.close()
    assert set(registry._instances) == before
