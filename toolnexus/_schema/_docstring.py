"""From a docstring to what the model reads: a description, and a text for each parameter.

The parsing is griffe's; here its styles are told apart and its sections chosen.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

_FIELD = (
    r"(param|parameter|arg|argument|key|keyword|type|raises?|except|exception|returns?|rtype)"
    r"\b[^:\n]*:"
)
_SPHINX_FIELD = re.compile(f"^:{_FIELD}", re.MULTILINE)
# Epytext writes the same fields with another first character.
_EPYTEXT_MARK = re.compile(f"^@(?={_FIELD})", re.MULTILINE)
_NUMPY_SECTION = re.compile(
    r"^(Parameters|Other Parameters|Attributes|Returns|Yields|Raises|Notes?|Warnings?|Examples?"
    r"|See Also)[ \t]*:?[ \t]*\n-{3,}[ \t]*$",
    re.MULTILINE,
)
# griffe wants a blank line before a section and none behind its title; many docstrings have it
# the other way.
_GOOGLE_SECTION = re.compile(
    r"^(?P<title>Args|Arguments|Params|Parameters|Keyword Args|Keyword Arguments"
    r"|Other Args|Other Arguments|Other Params|Other Parameters|Attributes|Returns|Yields"
    r"|Raises|Examples?|Notes?|Warnings?|Important|Caution|Tip|Hint)[ \t]*:[ \t]*\n+(?=[ \t])",
    re.MULTILINE,
)
# A docstring that is one section has lost its indentation: no other line says how far it goes.
_ONLY_SECTION = re.compile(r"\A(Args|Arguments|Params|Parameters)[ \t]*:[ \t]*\n(?=\S)")
_ADVICE = frozenset(
    [
        "note",
        "notes",
        "warning",
        "warnings",
        "important",
        "caution",
        "attention",
        "danger",
        "tip",
        "hint",
    ]
)
_PARAMETER_SECTIONS = frozenset(["parameters", "other parameters", "attributes"])
_BLANK_LINES = re.compile(r"\n{3,}")
_WRAPPED_LINE = re.compile(r"(?<=\S)[ \t]*\n(?![\s\-*+>|#`:.]|\d+[.)] )(?=\S)")


@dataclass(frozen=True)
class Documentation:
    """What a docstring says to the model.

    Args:
        description: Summary, body, and notes or warnings.
        parameters: A text for each parameter or attribute that the docstring describes,
            by its bare name (no stars).
    """

    description: str = ""
    parameters: dict[str, str] = field(default_factory=dict)


@lru_cache(maxsize=256)
def read_docstring(text: str) -> Documentation:
    r"""Read a Google, NumPy or Sphinx docstring.

    Args:
        text: The docstring, its indentation already cleaned (`inspect.cleandoc`).

    Returns:
        The parts that the model should see. Returns, Raises and Examples are left out.

    Example:
        >>> read_docstring("Find.\n\nArgs:\n    q: What to find.").parameters
        {'q': 'What to find.'}
    """
    text = _EPYTEXT_MARK.sub(":", "\n".join(text.splitlines()))
    if not _could_have_sections(text):
        return Documentation(text.strip())
    if not _SPHINX_FIELD.search(text):
        return _collected(text)
    fields = _collected(text)
    rest = _collected(fields.description)  # fields and sections of another style can be mixed
    return Documentation(rest.description, {**rest.parameters, **fields.parameters})


def place_in(text: str, name: str) -> str:
    r"""Say where a docstring describes a parameter, as it reads there.

    Args:
        text: The docstring, cleaned.
        name: A parameter that it describes.

    Example:
        >>> place_in("Find.\n\nArgs:\n    q: What to find.", "q")
        'Args: q'
        >>> place_in("Find.\n\n:param q: What to find.", "q")
        ':param q:'
    """
    text = _EPYTEXT_MARK.sub(":", text)
    if re.search(rf"^:[^:\n]*\b{re.escape(name)}\s*:", text, re.MULTILINE):
        return f":param {name}:"
    found = re.search(rf"^[ \t*`\\-]*{re.escape(name)}\b", text, re.MULTILINE)
    titles = {
        match.start(): match.group(1)
        for style in (_ONLY_SECTION, _GOOGLE_SECTION, _NUMPY_SECTION)
        for match in style.finditer(text)
        if found and match.start() < found.start()
    }
    return f"{titles[max(titles)]}: {name}" if titles else name


def _collected(text: str) -> Documentation:
    description: list[str] = []
    parameters: dict[str, str] = {}
    for section in _sections(text):
        kind = section.kind.value
        if kind == "text":
            description.append(section.value.strip())
        elif kind == "admonition" and section.value.kind in _ADVICE:
            description.append(f"{section.title}: {section.value.contents.strip()}")
        elif kind in _PARAMETER_SECTIONS:
            for item in section.value:
                parameters.setdefault(_bare(item.name), _unwrap(item.description))
    joined = _BLANK_LINES.sub("\n\n", "\n\n".join(filter(None, description)))
    return Documentation(joined, parameters)


def _could_have_sections(text: str) -> bool:
    # A section has a line of its own; without one there is nothing to parse or to load.
    return "\n" in text or text.startswith(":")


def _sections(text: str) -> list[Any]:
    # Imported on first use: griffe takes longer to load than all of toolnexus.
    from griffe import Docstring  # noqa: PLC0415

    # The blank first line keeps griffe's own cleandoc from taking a docstring that starts with
    # a section for one whose other lines are all indented.
    if _SPHINX_FIELD.search(text):
        return Docstring("\n" + _fields_last(text)).parse("sphinx", warnings=False)
    if _NUMPY_SECTION.search(text):
        underlined = _NUMPY_SECTION.sub(r"\1\n---", text)
        return Docstring("\n" + underlined).parse("numpy", warnings=False)
    if _ONLY_SECTION.match(text):
        title, _, lines = text.partition("\n")
        text = f"{title}\n{textwrap.indent(lines, '    ')}"
    spaced = _GOOGLE_SECTION.sub(r"\n\g<title>:\n", text)
    return Docstring("\n" + spaced).parse("google", warnings=False)


def _fields_last(text: str) -> str:
    """Move what stands between and behind Sphinx fields to the front.

    Everything behind a field would otherwise be read as a part of it.
    """
    body: list[str] = []
    fields: list[str] = []
    in_fields = False
    after_blank = False
    for line in text.splitlines():
        if line.startswith(":") and _SPHINX_FIELD.match(line):
            in_fields = True
        elif in_fields and after_blank and line and not line[0].isspace():
            in_fields = False
            body.append("")
        (fields if in_fields else body).append(line)
        after_blank = not line.strip()
    return "\n".join([*body, "", *fields])


def _bare(name: str) -> str:
    return name.replace("\\", "").lstrip("-•+ ").strip("*`' ")


def _unwrap(text: str | None) -> str:
    """Join the lines of a paragraph; lists, quotes and indented lines keep theirs."""
    return _WRAPPED_LINE.sub(" ", text or "").strip()
