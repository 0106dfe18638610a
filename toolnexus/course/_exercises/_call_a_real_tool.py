"""The arguments of a published tool, written as a model would."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

from toolnexus._tool import Tool
from toolnexus._types import JsonObject, ToolResult
from toolnexus._wording import join, python_words
from toolnexus.course._exercise import Exercise, Goal, NotThereYetError
from toolnexus.errors import ToolDefinitionError

_NAME = "browser_fill_form"
_WISHES = {
    "e12": ("textbox", "Ada Byron"),
    "e14": ("combobox", "half board"),
    "e15": ("checkbox", "true"),
}
"""For each field of the page its type, and what shall be in it."""


async def _look(entry: object, arguments: object) -> AsyncIterator[Goal]:
    tool = _tool_of(entry)
    text = _text(arguments)
    read, refusal = tool.check_arguments(text)
    yield Goal(
        refusal is None,
        "the tool takes these arguments",
        f"the tool refuses them: {_told(refusal)}",
    )
    if refusal is not None:
        return
    fields: dict[str, JsonObject] = {field["target"]: field for field in read["fields"]}
    unfilled = [f"`{target}`" for target in _WISHES if target not in fields]
    yield Goal(
        not unfilled,
        "each field of the wish is filled in",
        f"nothing is filled in for {join(unfilled, 'and')}; `target` is what names a field "
        "for the browser",
    )
    if not fields:
        return
    amiss = [words for target in fields if (words := _amiss(target, fields[target]))]
    yield Goal(not amiss, "with what was wished for, and no other", join(amiss, "and"))


def _tool_of(entry: object) -> Tool:
    if not isinstance(entry, Mapping) or entry.get("name") != _NAME:
        msg = (
            f"the first thing to check is the entry of `{_NAME}`, as it is in the file; got "
            f"{python_words(entry)}"
        )
        raise NotThereYetError(msg)
    try:
        return Tool(_NAME, "", entry.get("inputSchema"), execute=dict)
    except ToolDefinitionError as exc:
        msg = f"the entry has been changed: {exc} Run the cell again that reads the file"
        raise NotThereYetError(msg) from exc


def _text(arguments: object) -> str:
    if isinstance(arguments, str):
        return arguments
    if isinstance(arguments, Mapping):
        msg = (
            "this is a Python dict, and a model sends text: put it in quotes, three on each "
            'side, and write it as JSON does, with " around texts and true instead of True'
        )
    else:
        msg = f"there are no arguments here yet: got {python_words(arguments)}"
    raise NotThereYetError(msg)


def _told(refusal: ToolResult | None) -> str:
    """Say what the tool says, and where to look if a tick was sent as true."""
    told = refusal.output if refusal else ""
    if ".value: expected a string, got true" not in told:
        return told
    return f"{told} Read once more what the description of `value` says of a checkbox."


def _amiss(target: str, field: JsonObject) -> str:
    """Say what is not as the wish has it; empty if all is."""
    if target not in _WISHES:
        return f"nobody asked for `{target}`"
    kind, wished = _WISHES[target]
    value = field["value"]
    if field["type"] != kind:
        return f"`{target}` is a {kind}, not a {field['type']}"
    if value == wished:
        return ""
    if kind == "checkbox":
        return f"`{target}` gets {value!r:.40}: how to tick it, the description of `value` says"
    return f"`{target}` gets {value!r:.40} instead of {wished!r}"


CALL_A_REAL_TOOL = Exercise(
    name="call-a-real-tool",
    notebook="03_reading_schemas",
    title="Call it as a model would",
    hints=(
        "`fields` is a list of objects, one for each field of the form. Four of their keys are "
        "required: `target`, `name`, `type` and `value`.",
        "`target` is the reference from the wish, such as `e12`. Every `value` is a string, "
        "the one of a checkbox as well.",
        'One of the three: `{"target": "e15", "name": "Parking", "type": "checkbox", "value": '
        '"true"}`. Around them: `{"fields": [...]}`.',
    ),
    solution='''\
arguments = """
{"fields": [
    {"target": "e12", "name": "Guest", "type": "textbox", "value": "Ada Byron"},
    {"target": "e14", "name": "Board", "type": "combobox", "value": "half board"},
    {"target": "e15", "name": "Parking", "type": "checkbox", "value": "true"}
]}
"""
''',
    look=_look,
)
