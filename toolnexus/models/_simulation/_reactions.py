"""How a simulated model reads tool messages: as text, which is all that a model gets."""

from __future__ import annotations

import re
from collections.abc import Iterable

from toolnexus.models._simulation._conversation import Outcome

_SHOWN = 500

# Texts of hosts and tools that tell of a failure; looked for at the beginning only, since a
# tool's output may speak of errors too.
_FAILURE = re.compile(
    r"""\W*(?:
        (?:an?\ |the\ |tool\ |unexpected\ |internal\ )*
        (?:errors?|exception|failure|fatal|traceback)
        (?=\W*$|\ *[:!.(\[-]|\ +(?:in|while|when|during|from|calling|executing|occur\w+|\(|\d))
        | (?:failed|invalid|malformed|denied|rejected|refused|forbidden|unable|can't|cannot
             |could\ not|couldn't|bad\ request|unknown\ (?:tool|function))\b
        | \w*(?:Error|Exception)\b\s*[:(]
        | \d+\ validation\ errors?\b
        | something\ went\ wrong
        | (?:there\ is\ )?no\ (?:such\ )?(?:tool|function)\b
        | \{\s*"(?:error|errors)"\s*:(?!\s*(?:null|false|""|\[\]|\{\}))
    )""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
# What else may be meant as a complaint, where there is something to complain of.
_COMPLAINT = re.compile(
    r"\b(?:errors?|fail(?:ed|s|ure)?|invalid|malformed|reject(?:ed)?|refused|denied|unknown"
    r"|not (?:valid|found|json|allowed)|missing|required|wrong|unexpected|try again|retry)\b",
    re.IGNORECASE,
)
_LONGEST_COMPLAINT = 300
_OWN_REFUSAL = re.compile(r"\S+ was not run\b")
_OWN_FAILURE = re.compile(
    r"\S+ (?:failed\b|did not finish within|was cancelled|ran, but)|\S+ was not run[.:]? "
    r"(?:The call was not approved|the call was not approved|it was cancelled)"
)


def is_failure(outcome: Outcome, *, suspected: bool = False) -> bool:
    """Tell whether a tool message tells of a failure.

    Args:
        outcome: What it said.
        suspected: Whether something was wrong with the call, so that a failure is likely.

    Example:
        >>> is_failure(Outcome("ping", "ping was not run. host: required, but missing.")), (
        ...     is_failure(Outcome("ping", "0 errors"))
        ... )
        (True, False)
    """
    text = outcome.text.strip()
    if any(p.match(text) for p in (_OWN_REFUSAL, _OWN_FAILURE, _FAILURE)):
        return True
    return suspected and not text[_LONGEST_COMPLAINT:] and bool(_COMPLAINT.search(text))


def is_refusal(outcome: Outcome) -> bool:
    """Tell whether the call was at fault, by a text of this library: its tool was not run."""
    text = outcome.text.strip()
    return _OWN_REFUSAL.match(text) is not None and not is_tools_own(outcome)


def is_tools_own(outcome: Outcome) -> bool:
    """Tell whether the tool ran and failed, or was not allowed to run."""
    return _OWN_FAILURE.match(outcome.text.strip()) is not None


def names_one_of(text: str, words: Iterable[str], *, but_not: str = "") -> bool:
    """Tell whether a text names what was wrong.

    Args:
        text: The text of a tool message.
        words: Each of them would do: a parameter's name, a tool's name, "JSON", …
        but_not: What the model itself had written; that it is repeated tells nothing.

    Example:
        >>> names_one_of("days: expected an integer", ["days"])
        True
        >>> names_one_of("There is no functions.ping", ["ping"], but_not="functions.ping")
        False
    """
    if but_not:
        text = text.replace(but_not, "…")
    return any(_names(text, word) for word in words if word)


def _names(text: str, word: str) -> bool:
    escaped = re.escape(word)
    if len(word) > 3:
        return re.search(rf"(?<!\w){escaped}(?!\w)", text, re.IGNORECASE) is not None
    # `a` is also a word of any sentence: as a name it stands in quotes, before a colon, alone.
    quoted = rf"""["'`]{escaped}["'`]"""
    before_colon = rf"(?<![\w])(?:{escaped})(?=\s*[:=.\[])"
    alone = rf"^\s*{escaped}\s*$"
    return re.search(f"{quoted}|{before_colon}|{alone}", text, re.MULTILINE) is not None


def repeated(outcomes: Iterable[Outcome]) -> str:
    """Answer with what tools said.

    Example:
        >>> repeated([Outcome("get_weather", "sunny in Chennai")])
        'get_weather says: sunny in Chennai'
    """
    return "\n".join(
        f"{one.name or 'The tool'} says: {_shortened(one.text)}" for one in outcomes
    )


def given_up(outcomes: Iterable[Outcome], *, was_call: bool) -> str:
    """Say in words that it did not work, and what came back."""
    found = list(outcomes)
    told = "; ".join(_shortened(one.text) or "an empty text" for one in found)
    name = found[0].name or "the tool"
    if was_call:
        return f"I can't get my call of {name} right. All I was told is: {told}"
    return f"{name} could not do it. It says: {told}"


def _shortened(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
