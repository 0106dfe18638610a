"""A parameter that a model always leaves out is found out about, and mended."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from toolnexus._tool import Tool
from toolnexus.course._exercise import Exercise, Goal
from toolnexus.course._looking import a_tool, description_of, parameter
from toolnexus.course._running import as_json, executed, shortened
from toolnexus.course._telling import is_long_in_another_language, tells

_WHEN = re.compile(
    r"\b(when|whenever|if|always|must|every|unless|except|once|otherwise|without|omit|ask"
    r"|sen[dt]|pass|give|include|provide|fill|needed|required|necessary|mandatory"
    r"|set|specify|state|mention(s|ed)?|default|never|as soon as|in case"
    r"|immer|wenn|falls|sobald|muss|toujours|quand|lorsque|siempre|cuando|sempre|quando)\b"
    r"|जब|हमेशा|अगर|यदि|всегда|если|когда|如果|必须|总是",
    re.IGNORECASE,
)

_WORDS = 8
"""So many words of another language than English say what it is and when to send it."""


async def _look(find_hotel: object) -> AsyncIterator[Goal]:
    tool = a_tool(find_hotel, "find_hotel")
    name = _number_of_people(tool)
    parameter(tool, name)
    if name in tool.input_schema.get("required", []):
        yield Goal(met=True, done=f"`{name}` is required: a model has to send it", missing="")
    else:
        told = description_of(tool, name)
        around = tool.description if name in tool.description else ""
        yield Goal(
            bool(told or around),
            f"the model is told what `{name}` is",
            f"`{name}` has no description on the card: nothing that was written about it has "
            "reached the model. Read the names in the signature and those under `Args:` letter "
            "by letter",
        )
        if told or around:
            yield _says_when(name, told, around)
    yield Goal(
        bool(description_of(tool, "city")),
        "`city` has kept its description",
        "`city` has lost its description; leave its line as it was",
    )
    unheard = await _unheard(tool, name)
    yield Goal(not unheard, "and the number reaches your function", unheard)


def _number_of_people(tool: Tool) -> str:
    """Find the parameter, which may have got another name."""
    others = [name for name in tool.input_schema.get("properties", {}) if name != "city"]
    return others[0] if len(others) == 1 else "guests"


def _says_when(name: str, told: str, around: str) -> Goal:
    """Look for when to send it, in its description and in what the tool's says of it."""
    text = f"{told} {around}".strip()
    is_told = tells(text, name)
    if is_told:
        missing = (
            f"its description, {text!r:.80}, says what it is, but not when to send it. What "
            "may be left out is left out: say when it is wanted, or let it have no default"
        )
    else:
        missing = f"its description, {text!r:.80}, says no more than its name"
    says_when = bool(_WHEN.search(text)) or is_long_in_another_language(text, _WORDS)
    return Goal(is_told and says_when, "and when to send it", missing)


async def _unheard(tool: Tool, name: str) -> str:
    """Say why a number that is sent changes nothing; empty if it does."""
    outputs = []
    for number in (2, 5):
        arguments = {"city": "Rome", name: number}
        result = await executed(tool, arguments)
        if result.is_error:
            return (
                f"{as_json(arguments)} should be accepted; it says: {shortened(result.output)}"
            )
        outputs.append(result.output)
    if outputs[0] == outputs[1]:
        return f"whether 2 or 5 is sent for `{name}`, the model is told the same"
    return ""


LEFT_OUT = Exercise(
    name="left-out",
    notebook="03_reading_schemas",
    title="Always left out",
    hints=(
        "Look at the card below your cell, not at your code: what is a model told of `guests`?",
        "A line under `Args:` belongs to the parameter of exactly that name. One letter too "
        "few, and it belongs to nobody.",
        "Write `guests:` in the docstring. Its text already says when to send it, and that is "
        "what a parameter that may be left out needs most. Without a default, as "
        "`guests: int`, it would have to be sent.",
    ),
    solution='''\
@tool
def find_hotel(city: str, guests: int = 1) -> str:
    """Hotels with a free room.

    Args:
        city: Name of the city, in English.
        guests: How many people need a bed; send it whenever somebody says who travels.
    """
    return f"Grand {city}, a room for {guests}"


find_hotel
''',
    look=_look,
)
