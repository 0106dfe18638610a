"""Tools and entries of any provider's shape, read into one form that rules can look at.

What an entry holds is copied first: a rule never meets a value that is not plain JSON, and a
rewrite never changes what it was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolnexus._problems import Path
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, JsonValue
from toolnexus._wording import python_words
from toolnexus.adapters import to_openai
from toolnexus.checks._plain import Fault, plain_copy

CHAT, RESPONSES, ANTHROPIC, GEMINI, MCP = "chat", "responses", "anthropic", "gemini", "mcp"
UNKNOWN = "unknown"
DECLARATIONS = ("functionDeclarations", "function_declarations")
"""Where a Gemini entry holds several tools."""

# In this order: the first key that an entry has says of which shape it is.
_SCHEMA_KEYS = {
    "input_schema": ANTHROPIC,
    "inputSchema": MCP,
    "parametersJsonSchema": GEMINI,
    "parameters_json_schema": GEMINI,
}


@dataclass
class Entry:
    """One entry, copied, so that rewrites may change it.

    Args:
        whole: The entry.
        holder: The dict inside it that has the name.
        key: Under which key the holder has the schema.
        shape: Whose shape it is.
        tool: The tool that it was made of, if it was.
        faults: What was not plain JSON.
        text: The entry as compact JSON, as it would be sent.
    """

    whole: JsonValue
    holder: JsonObject
    key: str
    shape: str
    tool: Tool | None
    faults: list[Fault]
    text: str

    @property
    def name(self) -> str:
        """The tool's name; empty if it has none."""
        name = self.holder.get("name")
        return name if isinstance(name, str) else ""

    @property
    def description(self) -> JsonValue:
        """What is said of the tool; None if nothing is."""
        return self.holder.get("description")

    @property
    def schema(self) -> JsonValue:
        """The schema of the arguments; None if there is none."""
        return self.holder.get(self.key)

    @property
    def schema_path(self) -> Path:
        """Where the schema stands."""
        return (self.key,)

    @property
    def is_whole(self) -> bool:
        """Whether nothing was cut off because it was too much."""
        return not any(fault.is_cut for fault in self.faults)


def items_of(tools: Any) -> list[Any]:
    """List what stands in a `tools` array, or in what has one.

    Args:
        tools: A tool, tools, a toolkit, entries, or a request body with `tools`.

    Raises:
        TypeError: It is none of these.
    """
    if isinstance(tools, Mapping):
        inner = tools.get("tools")
        return list(inner) if isinstance(inner, (list, tuple)) else [tools]
    if isinstance(tools, Tool):
        return [tools]
    if isinstance(tools, Iterable) and not isinstance(tools, (str, bytes)):
        return list(tools)
    msg = f"Can't check {python_words(tools)}: expected tools, a Toolkit or a `tools` array."
    raise TypeError(msg)


def entries_of(items: Iterable[Any]) -> list[Entry]:
    """Read all that is a tool in a `tools` array; a provider's own tools are passed over."""
    return [entry for item in items for entry in _read(item)]


def _read(item: Any) -> Iterator[Entry]:
    declared = declarations(item)
    if declared is not None:
        for inner in declared:
            yield read_entry(inner)
    elif not is_providers_own(item):
        yield read_entry(item)


def declarations(item: Any) -> list[Any] | tuple[Any, ...] | None:
    """Return the declarations in a Gemini entry that holds several; None if it is none."""
    if isinstance(item, Mapping):
        for key in DECLARATIONS:
            inner = item.get(key)
            if isinstance(inner, (list, tuple)):
                return inner
    return None


def read_entry(item: Any) -> Entry:
    """Read a tool or one entry, whatever it is."""
    if isinstance(item, Tool):
        copied = plain_copy(to_openai([item])[0])
        return Entry(
            copied.value,
            copied.value["function"],
            "parameters",
            CHAT,
            item,
            copied.faults,
            copied.text,
        )
    copied = plain_copy(item)
    shape, holder, key = _located(copied.value)
    return Entry(copied.value, holder, key, shape, None, copied.faults, copied.text)


def _located(whole: JsonValue) -> tuple[str, JsonObject, str]:
    if not isinstance(whole, dict):
        return UNKNOWN, {}, "parameters"
    function = whole.get("function")
    if isinstance(function, dict):
        return CHAT, function, "parameters"
    for key, shape in _SCHEMA_KEYS.items():
        if key in whole:
            return shape, whole, key
    if whole.get("type") == "function":
        return RESPONSES, whole, "parameters"
    is_known = "name" in whole or "parameters" in whole
    return (GEMINI if is_known else UNKNOWN), whole, "parameters"


def is_providers_own(item: Any) -> bool:
    """Tell whether it is a tool that a provider has itself, such as its web search."""
    if not isinstance(item, Mapping) or not all(isinstance(key, str) for key in item):
        return False
    if "function" in item or "parameters" in item or not _SCHEMA_KEYS.keys().isdisjoint(item):
        return False
    kind = item.get("type")
    if isinstance(kind, str):
        return kind != "function"
    # Gemini writes them as {"googleSearch": {}}, {"codeExecution": {}} and so on.
    return len(item) == 1 and "name" not in item and isinstance(next(iter(item.values())), dict)
