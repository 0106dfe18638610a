"""One tool as each provider gets it: the list of the shapes, and what each made of the tool."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from types import MappingProxyType
from typing import Any

from toolnexus._comparing import differences
from toolnexus._problems import Path, path_text
from toolnexus._repr import Displayed
from toolnexus._schema._paths import MISSING, value_at
from toolnexus._shapes._marks import ShapeChange, shape_changes
from toolnexus._tool import Tool
from toolnexus._toolkit import Toolkit
from toolnexus._types import JsonObject
from toolnexus._wording import join, python_words
from toolnexus.adapters import (
    to_anthropic,
    to_gemini,
    to_openai,
    to_openai_responses,
    to_portable,
)
from toolnexus.errors import StrictError


@dataclass(frozen=True)
class _Writer:
    """How a tool is written in a shape.

    Args:
        name: The shape's name; as `toolnexus.checks` has it, where it has one.
        title: Whose shape it is, for people.
        code: What to write for it.
        write: Writes the tools.
        schema_at: Where an entry has the schema.
    """

    name: str
    title: str
    code: str
    write: Callable[[list[Tool]], list[JsonObject]]
    schema_at: Path


# A new adapter joins here; all that is said of it follows from what it writes.
_WRITERS = (
    _Writer(
        "openai",
        "chat completions",
        "to_openai(tools)",
        to_openai,
        ("function", "parameters"),
    ),
    _Writer(
        "responses",
        "OpenAI's Responses",
        "to_openai_responses(tools)",
        to_openai_responses,
        ("parameters",),
    ),
    _Writer(
        "anthropic",
        "Anthropic",
        "to_anthropic(tools)",
        to_anthropic,
        ("input_schema",),
    ),
    _Writer(
        "gemini",
        "Gemini",
        "to_gemini(tools)",
        to_gemini,
        ("functionDeclarations", 0, "parametersJsonSchema"),
    ),
    _Writer(
        "openai strict",
        "chat completions, strict",
        "to_openai(tools, strict=True)",
        lambda tools: to_openai(tools, strict=True),
        ("function", "parameters"),
    ),
    _Writer(
        "anthropic strict",
        "Anthropic, strict",
        "to_anthropic(tools, strict=True)",
        lambda tools: to_anthropic(tools, strict=True),
        ("input_schema",),
    ),
    _Writer(
        "gemini legacy",
        "Gemini, older models",
        "to_gemini(tools, legacy=True)",
        lambda tools: to_gemini(tools, legacy=True),
        ("functionDeclarations", 0, "parameters"),
    ),
    _Writer(
        "portable",
        "portable: Ollama, older servers",
        "to_portable(tools)",
        to_portable,
        ("function", "parameters"),
    ),
)


@dataclass(frozen=True)
class Shape:
    """One tool as one provider gets it.

    Args:
        name: The shape's name, such as `gemini legacy`.
        title: Whose shape it is, in words.
        code: The call that writes it.
        entry: What is written; None if it can't be.
        changes: What became of the tool's own schema; nothing if it goes out as it is.
        refused: Why it can't be written, each with its place; nothing if it can.
        schema_at: Where in the entry the schema is.
        is_whole: Whether all of the schema was compared.
    """

    name: str
    title: str
    code: str
    _: KW_ONLY
    entry: JsonObject | None = field(hash=False, repr=False)
    changes: tuple[ShapeChange, ...] = ()
    refused: tuple[str, ...] = ()
    schema_at: str = ""
    is_whole: bool = True

    @property
    def schema(self) -> JsonObject | None:
        """The schema in the entry; None if there is none."""
        found = value_at(self.entry, _path_of(self.name)) if self.entry is not None else MISSING
        return found if isinstance(found, dict) else None


@dataclass(frozen=True)
class ProviderShapes(Displayed):
    """One tool side by side in the shapes of all providers; see `provider_shapes`.

    Args:
        tool: The tool.
        shapes: What each shape made of it, by the shape's name.
    """

    tool: Tool
    shapes: Mapping[str, Shape] = field(hash=False)

    @property
    def changes(self) -> dict[str, tuple[ShapeChange, ...]]:
        """What became of the tool's own schema, by shape; those that leave it left out."""
        return {name: shape.changes for name, shape in self.shapes.items() if shape.changes}

    def __getitem__(self, name: str) -> Shape:
        """Return the shape of that name."""
        return self.shapes[name]

    def __iter__(self) -> Iterator[Shape]:
        return iter(self.shapes.values())

    def __len__(self) -> int:
        return len(self.shapes)

    def __repr__(self) -> str:
        """Show in which shapes the schema is another one."""
        told = [f"{name}: {_counted(shape)}" for name, shape in self.shapes.items()]
        return f"ProviderShapes({self.tool.name}: {'; '.join(told)})"


def provider_shapes(tool: Tool | Toolkit, name: str | None = None) -> ProviderShapes:
    """Show one tool side by side as each provider gets it, and what changed on the way.

    Chat completions, OpenAI's Responses, Anthropic and Gemini get the schema as it is, each in
    an envelope of its own. A strict mode, Gemini's older models and the portable form get it
    rewritten: what was dropped, moved into a description, closed or made nullable is marked,
    each with its place. A tool that can't be written in a shape says why.

    Args:
        tool: The tool, or a toolkit that has it.
        name: Which one of the toolkit; not needed where it has just one.

    Returns:
        What shows itself in a notebook and in a terminal, with `shapes` and `changes` for code.

    Raises:
        TypeError: It is neither, or it isn't said which tool.
        UnknownToolError: The toolkit has no tool of that name.

    Example:
        >>> from toolnexus import define_tool
        >>> from toolnexus.display import provider_shapes
        >>> def ping(times: int = 1) -> str: ...
        >>> shapes = provider_shapes(define_tool(ping))
        >>> [str(change) for change in shapes["portable"].changes]
        ['dropped: additionalProperties', 'times: moved into the description: default', \
'times: says more: description']
        >>> shapes["anthropic"].entry["input_schema"]["properties"]
        {'times': {'type': 'integer', 'default': 1}}
        >>> list(shapes.changes)
        ['openai strict', 'anthropic strict', 'gemini legacy', 'portable']
    """
    chosen = _chosen(tool, name)
    shapes = {writer.name: _shape(writer, chosen) for writer in _WRITERS}
    return ProviderShapes(chosen, MappingProxyType(shapes))


def _chosen(toolkit: Any, name: str | None) -> Tool:
    if isinstance(toolkit, Tool):
        return toolkit
    if not isinstance(toolkit, Toolkit):
        msg = f"provider_shapes takes a Tool or a Toolkit; got {python_words(toolkit)}."
        raise TypeError(msg)
    if name is not None:
        return toolkit[name]
    if len(toolkit) != 1:
        names = join([tool.name for tool in toolkit], "or", most=10) or "none"
        msg = (
            f"provider_shapes shows one tool, and the toolkit has {len(toolkit)}: say which, "
            f"such as provider_shapes(toolkit, name); the tools are {names}."
        )
        raise TypeError(msg)
    return toolkit.tools()[0]


def _shape(writer: _Writer, tool: Tool) -> Shape:
    facts: dict[str, Any] = {"name": writer.name, "title": writer.title, "code": writer.code}
    facts["schema_at"] = path_text(writer.schema_at)
    try:
        entry = writer.write([tool])[0]
    except StrictError as exc:
        why = [reason for reasons in exc.refused.values() for reason in reasons]
        return Shape(**facts, entry=None, refused=tuple(why))
    schema = value_at(entry, writer.schema_at)
    if schema is MISSING:  # some leave out an empty one
        change = ShapeChange("", "dropped: the empty schema", kind="lost", path="")
        return Shape(**facts, entry=entry, changes=(change,))
    found, is_whole = differences(tool.input_schema, schema)
    return Shape(**facts, entry=entry, changes=shape_changes(found), is_whole=is_whole)


def _path_of(name: str) -> Path:
    return next(writer.schema_at for writer in _WRITERS if writer.name == name)


def _counted(shape: Shape) -> str:
    if shape.refused:
        return "can't be written"
    number = len(shape.changes)
    return f"{number} change{'' if number == 1 else 's'}" if number else "the same schema"
