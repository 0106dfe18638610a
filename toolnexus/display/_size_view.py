"""What an entry takes of every request, and which part of it takes most.

All of it is an estimate from the number of characters. A tokenizer would count closer to one
provider's truth, but the same tool would then show other numbers on another machine, in a
notebook that is compared by its outputs, and loading one takes half a second.
"""

from __future__ import annotations

from toolnexus._types import JsonObject
from toolnexus.display._json import as_object, compact, size_of
from toolnexus.display._text import count, one_line

_PARTS, _TOOLS = 12, 3
"""How many are named; the rest is put together."""


def entry_size(entry: JsonObject) -> JsonObject:
    """Say how much an entry takes, and of what.

    Args:
        entry: What `to_openai` wrote.

    Returns:
        `characters` and `tokens` in words, `most` for the part that takes most, and `parts`,
        each with `words`, `name` (a parameter's), `size` and `share`; together they are all.

    Example:
        >>> tool = {"name": "ping", "description": "Say pong, whatever it is that you hear."}
        >>> entry_size({"type": "function", "function": tool})["most"]
        'most of it: the description (54 %)'
    """
    whole = len(compact(entry))
    parts = sorted(_parts(entry), key=lambda part: -part[2])
    frame = whole - sum(size for *_, size in parts)
    shown, rest = parts[:_PARTS], parts[_PARTS:]
    if rest:
        words = f"{count(len(rest), 'smaller part')}"
        shown.append((words, "", sum(size for *_, size in rest)))
    shown.append(("the JSON around them", "", frame))
    return {
        **size_of(whole),
        "most": _most(parts[0], whole) if parts else "",
        "parts": [
            {
                "words": words,
                "name": name,
                "size": count(size, "character"),
                "share": _share(size, whole),
            }
            for words, name, size in shown
        ],
    }


def toolkit_size(names: list[str], entries: list[JsonObject]) -> JsonObject:
    """Say how much all entries take together, and which tools take most.

    Args:
        names: The tools' names, in order.
        entries: Their entries.

    Returns:
        `characters` and `tokens` in words, and `most` for the tools that take most; empty
        where there is nothing to choose from.
    """
    sizes = [len(compact(entry)) + 1 for entry in entries]
    whole = sum(sizes) + 1 if sizes else 2
    largest = sorted(zip(names, sizes, strict=True), key=lambda one: -one[1])[:_TOOLS]
    named = ", ".join(f"{one_line(name, 60)} ({_share(size, whole)})" for name, size in largest)
    return {**size_of(whole), "most": f"largest: {named}" if len(sizes) > _TOOLS else ""}


def _parts(entry: JsonObject) -> list[tuple[str, str, int]]:
    """Take an entry apart: words for each part, the name in it, its characters."""
    function = as_object(entry.get("function"))
    parts = [("the name", "", _length(function, "name"))]
    if "description" in function:
        parts.append(("the description", "", _length(function, "description")))
    schema = as_object(function.get("parameters"))
    properties = as_object(schema.get("properties"))
    parts += [
        ("parameter", one_line(name, 60), _length(properties, name)) for name in properties
    ]
    return parts + [
        ("the shared definitions", "", _length(schema, key))
        for key in ("$defs", "definitions")
        if key in schema
    ]


def _length(holder: JsonObject, key: str) -> int:
    """Count the characters of a key and its value, and of what is between them."""
    return len(compact(key)) + 1 + len(compact(holder.get(key)))


def _most(part: tuple[str, str, int], whole: int) -> str:
    words, name, size = part
    label = "most of it" if size > whole / 2 else "largest part"
    return f"{label}: {f'{words} {name}' if name else words} ({_share(size, whole)})"


def _share(size: int, whole: int) -> str:
    return f"{100 * size / whole:.0f} %"
