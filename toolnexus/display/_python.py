"""Python values and signatures as text that is the same in every kernel."""

from __future__ import annotations

import re
import reprlib
from typing import Any

from toolnexus._types import JsonObject, JsonValue

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")

_FILE = re.compile(r'File "([^"<]+)"')

_PYTHON_TYPES = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "array": "list",
    "object": "dict",
    "null": "None",
}


class _Repr(reprlib.Repr):
    """Cuts long values while it writes them, and sorts sets, whose order is random."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 5
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 40
        self.maxstring = self.maxother = self.maxlong = 2000

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        """Keep the dict's own order, which reprlib would sort away."""
        if level <= 0:
            return "{...}"
        shown = [
            f"{self.repr1(key, level - 1)}: {self.repr1(value, level - 1)}"
            for key, value in list(x.items())[: self.maxdict]
        ]
        return f"{{{', '.join([*shown, '...'] if len(x) > len(shown) else shown)}}}"


def repr_of(value: Any) -> str:
    """Return a value's repr, cut where it is long, without memory addresses.

    Args:
        value: Any object, also one whose `__repr__` fails.

    Returns:
        Text; for the same value the same text in every kernel.

    Example:
        >>> repr_of({"b": object(), "a": {"y", "x"}})
        "{'b': <object object>, 'a': {'x', 'y'}}"
    """
    return _ADDRESS.sub("", _Repr().repr(value))


def stable_traceback(text: str) -> str:
    r"""Take out of a traceback what differs from one machine or kernel to the next.

    Args:
        text: A traceback as Python writes it.

    Returns:
        The same with files by their own name, and notebook cells as `<cell>`.

    Example:
        >>> stable_traceback('File "/tmp/ipykernel_7/12.py", line 3, in tide')
        'File "<cell>", line 3, in tide'
    """
    return _ADDRESS.sub("", _FILE.sub(_short_file, text))


def _short_file(match: re.Match[str]) -> str:
    path = match.group(1)
    name = "<cell>" if "ipykernel_" in path else re.split(r"[/\\]", path)[-1]
    return f'File "{name}"'


def type_name_of(value: Any) -> str:
    """Return the type's name as its author would write it: `DataFrame`, `list`, `None`."""
    return "None" if value is None else type(value).__name__


def signature_from(input_schema: JsonObject) -> str:
    """Write a signature for a tool that has a schema and no Python function to show.

    Args:
        input_schema: The schema of the tool's parameters.

    Returns:
        What the head of such a function would look like.

    Example:
        >>> signature_from({"properties": {"q": {"type": "string"}}, "required": ["q"]})
        '(q: str)'
    """
    properties = input_schema.get("properties")
    required = input_schema.get("required")
    names = required if isinstance(required, list) else []
    parameters = [
        _parameter(str(name), schema, is_required=name in names)
        for name, schema in (properties.items() if isinstance(properties, dict) else ())
    ]
    return f"({', '.join(parameters)})"


def _parameter(name: str, schema: JsonValue, *, is_required: bool) -> str:
    schema = schema if isinstance(schema, dict) else {}
    kind = schema.get("type")
    hint = _PYTHON_TYPES.get(kind, "") if isinstance(kind, str) else ""
    text = f"{name}: {hint}" if hint else name
    if is_required:
        return text
    # Without a default the model simply leaves it out: written as in a stub file.
    default = repr_of(schema["default"]) if "default" in schema else "..."
    return f"{text} = {default}" if hint else f"{text}={default}"
