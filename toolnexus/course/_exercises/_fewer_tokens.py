"""A wordy tool gets short, and loses nothing that a model needs."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator

from toolnexus._tool import Tool
from toolnexus._types import JsonObject
from toolnexus._wording import join
from toolnexus.adapters import to_openai
from toolnexus.course._exercise import Exercise, Goal
from toolnexus.course._looking import a_tool, parameter
from toolnexus.course._running import as_json, executed, shortened

MOST = 160
"""Tokens that it may take, as its card counts them."""

_STAY: JsonObject = {"city": "Rome", "check_in": "2027-06-03"}
_RIGHT: tuple[JsonObject, ...] = (_STAY, {**_STAY, "nights": 2, "budget": 120.5})
_WRONG = (
    ("city", ["Rome"]),
    ("check_in", 3),
    ("nights", "a few"),
    ("budget", "cheap"),
)
_TOLD = (
    (
        r"\bengl|\bing[lr][eiê]|\bangl[aei]|अंग्रे|английск|英[文语語]|영어|\bnot roma\b",
        "that a city has its English name",
        'that `city` is the English name: now "Roma" is as good as "Rome"',
    ),
    (
        r'yyyy|\biso\b|"date"|"pattern"|\d{4}-\d\d-\d\d',
        "how a day is written",
        'how `check_in` is written: "3 June" would be sent, too. A `date` says it',
    ),
    (
        r"euro|€|\beur\b|यूरो|евро|ユーロ|欧元|유로",
        "what the budget is counted in",
        "what `budget` is counted in: 100 could be dollars",
    ),
    (
        r"(n.t|\bnot|nothing|never|\bno|only|without)\b[^.]*\b(book|reserv)"
        r"|(book|reserv)\w*,? (nothing|no|not)\b|\bbook_hotel|\bread.?only\b"
        r"|\bonly (finds?|looks?|lists?|search(es)?|shows?)\b|\bsearch(es)? only\b"
        r"|(\bkein|\bnicht|\bnur\b|\bpas\b|\brien\b|\bnada\b|\bnon?\b)[^.]*"
        r"(buch|réserv|reserv|prenot)|buch\w*,? (nichts|nicht|kein)|réserve rien|reserva nada"
        r"|prenota (nulla|niente)|(बुक|आरक्षण)[^.।]*नहीं|не (брон|резерв)|不[^。]*预[订定]",
        "that it books nothing",
        "that this tool books nothing, and which one does",
    ),
)
"""What a model needs to know: how to find it in the entry, and both ways to say so."""


async def _look(find_hotel: object) -> AsyncIterator[Goal]:
    tool = a_tool(find_hotel, "find_hotel")
    for name in ("city", "check_in", "nights", "budget"):
        parameter(tool, name)
    text = json.dumps(to_openai([tool])[0], ensure_ascii=False, separators=(",", ":"))
    tokens = -(-len(text) // 4)  # as the card says it, on every machine the same
    yield Goal(
        tokens <= MOST,
        f"it takes about {tokens} tokens",
        f"it takes about {tokens} tokens, and {MOST} are enough: leave out what the name, the "
        "type or `required` says already",
    )
    must = tool.input_schema.get("required", [])
    yield Goal(
        sorted(must) == ["check_in", "city"],
        "the same parameters may be left out",
        f"{_must(must)} sent now; before, `city` and `check_in` had to be, and the others may "
        "be left out: defaults cost little",
    )
    refused = await _refused(tool)
    yield Goal(not refused, "what was accepted is accepted", refused)
    untyped = await _untyped(tool)
    yield Goal(not untyped, "and what was refused is refused", untyped)
    known = [bool(re.search(found, text, re.IGNORECASE)) for found, _, _ in _TOLD]
    for is_known, (_, _, lost) in zip(known, _TOLD, strict=True):
        if not is_known:
            yield Goal(met=False, done="", missing=f"the model no longer knows {lost}")
    if all(known):
        told = join([told for _, told, _ in _TOLD], "and")
        yield Goal(met=True, done=f"the model still knows {told}", missing="")


def _must(required: list[str]) -> str:
    named = join([f"`{name}`" for name in required], "and") or "nothing"
    return f"{named} {'have' if len(required) > 1 else 'has'} to be"


async def _refused(tool: Tool) -> str:
    """Say which call is no longer accepted; empty if all are."""
    for arguments in _RIGHT:
        result = await executed(tool, arguments)
        if result.is_error:
            return f"{as_json(arguments)} is refused now: {shortened(result.output)}"
    return ""


async def _untyped(tool: Tool) -> str:
    """Say which parameter has lost its type; empty if none has."""
    for name, value in _WRONG:
        _, refusal = tool.check_arguments({**_STAY, name: value})
        if refusal is None:
            return (
                f"{as_json({name: value})} is accepted now: the type of `{name}` is gone. A "
                "type is short, and no description holds a model to anything"
            )
    return ""


FEWER_TOKENS = Exercise(
    name="fewer-tokens",
    notebook="03_reading_schemas",
    title="Fewer tokens",
    hints=(
        "The signature can stay as it is. All of it is in the docstring: strike out each "
        "sentence that you would know from the name, the type or the default.",
        "Five things remain: what it finds, that it books nothing, the English name, how a day "
        "is written, and euros.",
        "`city: Its English name.` and `check_in: Day of arrival, as YYYY-MM-DD.` are enough "
        "for two of them; `nights` explains itself.",
    ),
    solution='''\
@tool
def find_hotel(
    city: str, check_in: str, nights: int = 1, budget: float | None = None
) -> list[str]:
    """Hotels with a free room. Books nothing; book_hotel does.

    Args:
        city: Its English name.
        check_in: Day of arrival, as YYYY-MM-DD.
        budget: Euros per night, at most.
    """
    return [f"Grand {city}"]


find_hotel
''',
    look=_look,
)
