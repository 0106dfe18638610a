"""Calls in the textual forms that models write: between tags, behind tokens, as code.

Each function cuts a text into pieces and says by what; the values in them are for others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from toolnexus._model_output._reader import read_value
from toolnexus._model_output._result import Span
from toolnexus._model_output._scalars import Broken

_MOST_PIECES = 1_000


@dataclass(frozen=True)
class Piece:
    """A piece of text that may hold calls.

    Args:
        span: The piece, without what marks it.
        name: The tool's name, where the mark says it.
        tagged: The arguments as text by name, where each has a tag of its own.
        note: Kind and words of what is to be said of the mark.
        is_open: Whether the mark that ends it is missing.
    """

    span: Span
    name: str = ""
    tagged: dict[str, str] = field(default_factory=dict)
    note: tuple[str, str] = ("", "")
    is_open: bool = False


# --- tags ------------------------------------------------------------------------------------

_TAG = re.compile(
    r"<(tool_calls?|function_calls?|tool_use|tools?|call|invoke|function)"
    r"(?:=[\"']?([^<>\s\"']{1,200})[\"']?|\s{1,9}name\s?=\s?[\"']([^<>\"']{1,200})[\"'])?\s{0,9}>"
)
_PARAMETER = re.compile(
    r"<(parameter|param|arg)(?:=|\s{1,9}name\s?=\s?)[\"']?([^<>\"'\n]{1,200})[\"']?\s{0,9}>"
)
_KEY_VALUE = re.compile(
    r"<arg_key>([^<>]{1,200})</arg_key>\s{0,99}<arg_value>(.*?)(?:</arg_value>|$)", re.DOTALL
)


def tagged_pieces(span: Span) -> list[tuple[int, int, Piece]]:
    """Cut out what stands between tags such as `<tool_call>`.

    Returns:
        Each piece, with where it begins and ends together with its tags.
    """
    text = span.text
    found: list[tuple[int, int, Piece]] = []
    missing: set[str] = set()  # closing tags that come nowhere any more
    at = 0
    while (match := _TAG.search(text, at)) and len(found) < _MOST_PIECES:
        tag = match[1]
        end = _closing_tag(text, match.end(), f"</{tag}>", missing)
        is_open = end < 0
        if is_open:
            following = re.compile(rf"<{tag}\b").search(text, match.end())
            end = following.start() if following else len(text)
        inner = span.part(match.end(), end)
        words = f"the call stands in text, between <{tag}> tags"
        name = match[2] or match[3] or ""
        name, tagged = _parameters(inner.text, name)
        piece = Piece(inner, name, tagged, ("call_in_tags", words), is_open)
        at = end if is_open else end + len(tag) + 3
        found.append((match.start(), at, piece))
    return found


def _closing_tag(text: str, start: int, tag: str, missing: set[str]) -> int:
    """Find the closing tag behind the value, which may have such a tag inside a string."""
    if tag in missing:
        return -1
    begins = start
    while begins < len(text) and text[begins] in " \t\r\n":
        begins += 1
    first = text.find(tag, begins)
    if first < 0:
        missing.add(tag)
    elif text[begins] == "{" and text.count(tag, begins, begins + 10_000) > 1:
        try:
            behind = text.find(tag, read_value(text, begins).end)
        except Broken:
            return first
        return behind if behind >= 0 else first
    return first


def _parameters(text: str, name: str) -> tuple[str, dict[str, str]]:
    """Read arguments that have a tag each, and the name where it stands before them."""
    opened = list(_PARAMETER.finditer(text))
    if name and opened:
        tagged = {}
        for match, following in zip(opened, [*opened[1:], None], strict=True):
            end = following.start() if following else len(text)
            body = text[match.end() : end]
            close = body.find(f"</{match[1]}>")
            if close < 0:
                close = body.find("</function>")
            tagged[match[2].strip()] = _trimmed(body if close < 0 else body[:close])
        return name, tagged
    pairs = _KEY_VALUE.findall(text) if "<arg_key>" in text else []
    if pairs:
        before = text[: text.index("<arg_key>")].strip()
        return name or before[:200], {key.strip(): _trimmed(value) for key, value in pairs}
    return name, {}


def _trimmed(text: str) -> str:
    """Take off the line breaks that stand between a tag and its text."""
    return text.removeprefix("\r").removeprefix("\n").removesuffix("\n").removesuffix("\r")


# --- tokens ----------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"<\|(?:start|channel|constrain)\|>[ ]?\w{1,20}"  # what these are followed by is no text
    r"|<[|\uff5c][^<>|\uff5c\n]{1,60}[|\uff5c]>|\[/?(?:TOOL_CALLS|ARGS|CALL_ID)\]|</?s>"
)
# A token in quotes is part of a value.
_QUOTED = re.compile(
    r'"(?:[^"\\\n]|\\.)*"' r"|(?<=[=:,(\[{ ])'(?:[^'\\\n]|\\.)*'(?=\s{0,9}[,)\]}:])"
)
_TOKEN_OR_QUOTED = re.compile(f"{_QUOTED.pattern}|(?P<token>{_TOKEN.pattern})")
_RECIPIENT = re.compile(r"\bto=((?:functions?|tools?)\.[\w.\-]{1,200})")


def without_tokens(span: Span) -> tuple[Span, str]:
    """Write blanks over the special tokens of a model's template, such as `<|python_tag|>`.

    Returns:
        The text, every character at its place; and the first token, empty if there is none.
    """
    text = span.text
    tokens = [match[0] for match in _TOKEN_OR_QUOTED.finditer(text) if match["token"]]
    if not tokens:
        return span, ""
    text = _RECIPIENT.sub(lambda match: f"   {match[1]}", text)
    return span.blanked(_TOKEN_OR_QUOTED.sub(_blank, text)), tokens[0]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0]) if match["token"] else match[0]


_THOUGHT = re.compile(r"\s{0,99}<(think|thinking|reasoning)>(.*?)</\1>", re.DOTALL)


def without_thoughts(span: Span) -> tuple[Span, str]:
    """Return what comes behind a model's thoughts, and these, empty if there are none."""
    text = span.text
    match = _THOUGHT.match(text)
    if match is None:
        return span, ""
    return span.part(match.end(), len(text)).stripped(), match[2].strip()


# --- thought, action, input ------------------------------------------------------------------

_ACTION = re.compile(
    r"^[ \t>*-]{0,20}Action[ \t*]{0,9}:[ \t*]{0,99}`?([^\n`]{1,200})", re.MULTILINE
)
_ACTION_INPUT = re.compile(
    r"^[ \t>*-]{0,20}Action[ \t]Input[ \t*]{0,9}:[ \t*]{0,99}", re.MULTILINE
)
_NEXT_STEP = re.compile(
    r"^[ \t>*-]{0,20}(?:Observation|Thought|Action|Final Answer)[ \t*]{0,9}:", re.MULTILINE
)


def action_pieces(span: Span) -> list[tuple[int, int, Piece]]:
    """Cut out what stands behind `Action:` and `Action Input:`."""
    text = span.text
    found: list[tuple[int, int, Piece]] = []
    at = 0
    while (match := _ACTION.search(text, at)) and len(found) < _MOST_PIECES:
        given = _ACTION_INPUT.search(text, match.end())
        if given is None:
            break
        following = _NEXT_STEP.search(text, given.end())
        at = following.start() if following else len(text)
        name = match[1].strip().strip("*'\" ")
        words = "the call stands in text, as Action and Action Input"
        piece = Piece(span.part(given.end(), at), name, note=("call_as_action", words))
        found.append((match.start(), at, piece))
    return found


# --- fences ----------------------------------------------------------------------------------

_FENCE = re.compile(
    r"^[ \t]{0,20}(`{3,}|~{3,})[ \t]*([\w+.\-]{0,40})[^\n{\[(`]{0,99}$", re.MULTILINE
)
_INLINE = re.compile(r"```([\w+.\-]{0,40})[ \t\n]")


def fenced_pieces(span: Span) -> list[tuple[int, int, Piece]]:
    """Cut out what stands in code fences."""
    text = span.text
    found: list[tuple[int, int, Piece]] = []
    at = 0
    while (opening := _FENCE.search(text, at)) and len(found) < _MOST_PIECES:
        end, at = _fence_end(text, opening.end(), opening[1])
        found.append(_fenced(span, opening.start(), opening.end(), end, at))
    if not found and (inline := _INLINE.search(text)):
        end = text.find("```", inline.end())
        whole = (end, end + 3) if end >= 0 else (len(text), len(text))
        found.append(_fenced(span, inline.start(), inline.end(), *whole))
    return found


def _fenced(
    span: Span, start: int, inside: int, end: int, behind: int
) -> tuple[int, int, Piece]:
    note = ("code_fence", "in a code fence")
    return start, behind, Piece(span.part(inside, end), note=note, is_open=end == behind)


def _fence_end(text: str, start: int, fence: str) -> tuple[int, int]:
    """Find the line that closes a fence, or the fence at the end of a line."""
    line = text.find(f"\n{fence}", start)
    while line >= 0:
        rest = text[line + 1 : line + 200].partition("\n")[0].strip()
        if not rest.strip(fence[0]):
            return line, line + 1 + len(fence)
        line = text.find(f"\n{fence}", line + 1)
    close = text.find(fence, start)
    return (close, close + len(fence)) if close >= 0 else (len(text), len(text))
