"""Making pydantic's core schemas as strict as the schema that the model is shown."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from toolnexus._schema._annotations import EMPTY
from toolnexus._schema._words import describe, value_words

COPIED = (list, dict, set, bytearray)
"""Types of defaults of which each call gets a copy of its own."""


class Hardening:
    """Rewrites one core schema.

    - Models, dataclasses and typed dicts refuse unknown keys and loose casts unless their own
      configuration says otherwise.
    - true and false are no integers, in an enum or Literal either.
    - An `Iterable` is validated before the call, not while the function reads it.
    - A mutable default is copied for each call, as long as it can be copied.
    """

    _NESTED = frozenset(
        [
            "schema",
            "items_schema",
            "keys_schema",
            "values_schema",
            "choices",
            "fields",
            "arguments_schema",
            "definitions",
            "lax_schema",
            "strict_schema",
            "json_schema",
            "python_schema",
            "steps",
            "extras_schema",
            "extras_keys_schema",
            "var_args_schema",
            "var_kwargs_schema",
        ]
    )

    def __init__(self) -> None:
        self.runs_code = False
        """Whether validating runs functions that neither pydantic nor we wrote."""

    def schema(self, node: Any) -> Any:
        if isinstance(node, list):
            return [self.schema(item) for item in node]
        if isinstance(node, tuple):
            return tuple(self.schema(item) for item in node)
        if not isinstance(node, dict):
            return node
        new = {
            key: self._nested(value) if key in self._NESTED else value
            for key, value in node.items()
        }
        rule = self._RULES.get(str(new.get("type")))
        return rule(self, new) if rule else new

    def _nested(self, value: Any) -> Any:
        # The mapping of names to fields or of tags to choices is no schema itself.
        if isinstance(value, dict) and not isinstance(value.get("type"), str):
            return {key: self.schema(item) for key, item in value.items()}
        return self.schema(value)

    def _closed(self, node: Any) -> Any:
        config = dict(node.get("config") or {})
        config.setdefault("strict", True)
        stated = config.get("extra_fields_behavior")
        if stated is None:
            config["extra_fields_behavior"] = "forbid"
            if node["type"] == "typed-dict":
                node["extra_behavior"] = "forbid"
        node["config"] = config
        return node

    def _without_booleans(self, node: Any) -> Any:
        values = node["expected"] if node["type"] == "literal" else node["members"]
        plain = [getattr(value, "value", value) for value in values]
        if not any(isinstance(value, (int, float)) for value in plain):
            return node
        wanted = {(isinstance(value, bool), value) for value in plain if _hashable(value)}
        allowed = " or ".join(describe({"const": value}, {}) for value in plain)

        def same_kind(value: Any) -> Any:
            # Python says True == 1; JSON Schema does not.
            if isinstance(value, (bool, int, float)) and (
                (isinstance(value, bool), value) not in wanted
            ):
                kind = "literal_error"
                raise PydanticCustomError(
                    kind,
                    "expected {allowed}, got {got}",
                    {"allowed": allowed, "got": value_words(value)},
                )
            return value

        return {
            "type": "function-before",
            "function": {"type": "no-info", "function": same_kind},
            "schema": node,
            **({"ref": node.pop("ref")} if "ref" in node else {}),
        }

    def _as_list(self, node: Any) -> Any:
        kept = {key: node[key] for key in ("min_length", "max_length", "ref") if key in node}
        return {"type": "list", "items_schema": node.get("items_schema"), **kept}

    def _copied_default(self, node: Any) -> Any:
        default = node.get("default", EMPTY)
        if default is EMPTY or isinstance(default, FieldInfo):
            return node
        node["copy_default"] = isinstance(default, COPIED) and _can_be_copied(default)
        return node

    def _with_code(self, node: Any) -> Any:
        function = node["function"]["function"]
        if not (getattr(function, "__module__", None) or "").startswith("pydantic"):
            self.runs_code = True
        return node

    _RULES: dict[str, Callable[[Hardening, Any], Any]] = {  # noqa: RUF012 - never changed
        "model": _closed,
        "dataclass": _closed,
        "typed-dict": _closed,
        "literal": _without_booleans,
        "enum": _without_booleans,
        "generator": _as_list,
        "default": _copied_default,
        "function-before": _with_code,
        "function-after": _with_code,
        "function-wrap": _with_code,
        "function-plain": _with_code,
    }


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _can_be_copied(value: Any) -> bool:
    try:
        copy.deepcopy(value)
    except Exception:  # noqa: BLE001 - whatever the parts of a default raise when copied
        return False
    return True
