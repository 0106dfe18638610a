"""`show`: a `tools` array from anywhere, as something that shows itself.

Nothing in it is left out for being broken: whatever is a list or a dict can be shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolnexus._repr import Displayed
from toolnexus._tool import Tool
from toolnexus._visible import visible
from toolnexus._wording import join, python_words
from toolnexus.checks import check
from toolnexus.checks._entries import (
    DECLARATIONS,
    declarations,
    is_providers_own,
)

if TYPE_CHECKING:
    from toolnexus.checks import Findings

_LISTS = ("tools", "functions")
"""Where a request body, or what a server answered, has its tools."""

_NAMES_IN_REPR = 10


@dataclass(frozen=True)
class Listed:
    """One thing in a `tools` array.

    Args:
        where: Where it was, such as `[2]` or `tools[0].functionDeclarations[1]`.
        item: The thing itself.
        is_own: Whether it is a tool that the provider has itself, such as its web search.
    """

    where: str
    item: Any
    is_own: bool = False

    @property
    def name(self) -> str:
        """Its name; empty if it has none."""
        if isinstance(self.item, Tool):
            return self.item.name
        if not isinstance(self.item, Mapping):
            return ""
        inner = self.item.get("function")
        holder = inner if isinstance(inner, Mapping) else self.item
        name = holder.get("name")
        return name if isinstance(name, str) else ""


class Entries(Sequence[Any], Displayed):
    """The entries of a `tools` array, of whatever shape; see `show`.

    Args:
        listed: What is in the array, in order.

    Example:
        >>> from toolnexus.display import show
        >>> entries = show([{"name": "ping", "input_schema": {"type": "object"}}, 3])
        >>> entries
        Entries(ping and [1])
        >>> entries[0]["name"], len(entries), entries.findings.errors.counts()["error"]
        ('ping', 2, 2)
    """

    def __init__(self, listed: Sequence[Listed]) -> None:
        self.listed = tuple(listed)

    @cached_property
    def findings(self) -> Findings:
        """What providers would refuse in them; see `toolnexus.check`."""
        return check([each.item for each in self.listed])

    def __getitem__(self, index: Any) -> Any:
        """Return an entry as it was given, or some of them as Entries."""
        if isinstance(index, slice):
            return Entries(self.listed[index])
        return self.listed[index].item

    def __len__(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[Any]:
        return (each.item for each in self.listed)

    def __repr__(self) -> str:
        """Show the names; where there is none, the place."""
        names = [visible(each.name)[:60] or each.where for each in self.listed[:_NAMES_IN_REPR]]
        more = [f"{len(self) - _NAMES_IN_REPR} more"] if len(self) > _NAMES_IN_REPR else []
        return f"Entries({join([*names, *more], 'and') or 'none'})"


def show(tools: Any) -> Any:
    """Show a `tools` array from anywhere, as a notebook shows a toolkit.

    Each entry gets its parameters as a tree, what is wrong with it, its size and itself as it
    was given. What is broken is shown with what is wrong: no name, a schema that is none, what
    is not JSON.

    Args:
        tools: Entries of any of these shapes, mixed if need be: chat completions, OpenAI's
            Responses, Anthropic, Gemini, MCP. A list of them, a single one, or what has a list
            under `tools`: a request body, or a server's answer. Also anything that shows itself
            already, such as a Tool, which is given back.

    Returns:
        What shows itself in a notebook and in a terminal; `findings` has what is wrong.

    Raises:
        TypeError: It is neither a list nor a dict, nor anything of toolnexus.

    Example:
        >>> from toolnexus.display import render_text, show
        >>> entry = {
        ...     "name": "get_weather",
        ...     "description": "Current weather for a city.",
        ...     "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}},
        ... }
        >>> "city" in render_text(show([entry]))
        True
    """
    if isinstance(tools, Displayed):
        return tools
    if isinstance(tools, Mapping):
        key = next((k for k in _LISTS if isinstance(tools.get(k), (list, tuple))), None)
        if key is None and isinstance(answer := tools.get("result"), Mapping):
            return show(answer)  # of JSON-RPC, as MCP servers send it
        items, prefix = (tools[key], key) if key is not None else ([tools], "")
        is_single = key is None
    elif isinstance(tools, Collection) and not isinstance(tools, (str, bytes, bytearray)):
        items, prefix, is_single = list(tools), "", False
    else:
        raise TypeError(_refusal(tools))
    return Entries(
        [
            each
            for number, item in enumerate(items)
            for each in _listed(item, "" if is_single else f"{prefix}[{number}]")
        ]
    )


def _refusal(tools: Any) -> str:
    msg = (
        f"Can't show {python_words(tools)}: expected a `tools` array, an entry, a request "
        "body, or something of toolnexus, such as a Tool."
    )
    if isinstance(tools, (str, bytes, bytearray)):
        return f"{msg} JSON text is read with json.loads first."
    if callable(tools):
        return f"{msg} Make a tool of a function with define_tool."
    return msg


def _listed(item: Any, where: str) -> Iterator[Listed]:
    declared = declarations(item)
    if declared is None:
        yield Listed(where or "the entry", item, is_own=is_providers_own(item))
        return
    key = next(key for key in DECLARATIONS if item.get(key) is declared)
    inside = f"{where}.{key}" if where else key
    yield from (Listed(f"{inside}[{number}]", each) for number, each in enumerate(declared))
    # What stands beside the declarations is a tool of the provider's own.
    for name, inner in item.items():
        if name != key:
            yield Listed(where or "the entry", {name: inner}, is_own=True)
