"""What stands under a field: its help and its messages, written with a template."""

from __future__ import annotations

from collections.abc import Sequence

from toolnexus._types import JsonObject
from toolnexus.display._text import folded, one_line
from toolnexus.panel._form._fields import Field
from toolnexus.panel._templates import render

_SHOWN = 200


def help_view(field: Field) -> JsonObject:
    """Make the view of a field's help: what it takes, if it is required, what it is for."""
    if field.place:  # said already where its label is
        return {
            "facts": "",
            "told": folded(field.told if field.place == "branch" else "", _SHOWN),
        }
    words = [one_line(field.type, 120)] if field.type and not field.is_alike else []
    if field.is_required:
        words.append("required")
    return {"facts": ", ".join(words), "told": folded(field.told, _SHOWN)}


def render_note(help_words: JsonObject, state: str, messages: Sequence[str]) -> str:
    """Write what stands under a field.

    Args:
        help_words: What `help_view` made.
        state: What is sent, where the field itself can't show it.
        messages: What is wrong.

    Example:
        >>> print(render_note({"facts": "integer", "told": folded("", 9)}, "", ["too <big>"]))
        <p class="tn-msg">too &lt;big&gt;</p>
        <p class="tn-help">integer</p>
    """
    view = {**help_words, "state": state, "messages": [one_line(m, 400) for m in messages]}
    return render("note", view=view)


def render_title(name: str, facts: str = "") -> str:
    """Write the name of a part that is no input itself."""
    return render("title", name=one_line(name, 80), facts=facts)


def render_style() -> str:
    """Write the style of the form."""
    return render("style")
