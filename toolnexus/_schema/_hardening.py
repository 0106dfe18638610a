"""Making pydantic's core schemas as strict as the schema that the model is shown."""

from __future__ import annotations

import copy
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError, to_json

from toolnexus._schema._annotations import EMPTY
from toolnexus._schema._core_walk import is_others_code, rewritten
from toolnexus._schema._words import describe, value_words

COPIED = (list, dict, set, bytearray)
"""Types of defaults of which each call gets a copy of its own."""
_SCALARS = (str, int, float, bool, type(None))


class Hardening:
    """Rewrites one core schema.

    - Models, dataclasses and typed dicts refuse unknown keys and loose casts unless their own
      configuration says otherwise.
    - true and false are no integers, in an enum or Literal either; and a member whose value has
      no JSON of its own, such as a tuple, is found by what stands for it.
    - A field that only a path through other data leads to goes by its own name.
    - An `Iterable` is validated before the call, not while the function reads it.
    - A mutable default is copied for each call, as long as it can be copied.
    """

    def __init__(self) -> None:
        self.runs_code = False
        """Whether validating runs functions that neither pydantic nor we wrote."""

    def schema(self, core: Any) -> Any:
        """Return a core schema that is as strict as what the model is shown."""
        return rewritten(
            core,
            {
                "model": self._closed,
                "dataclass": self._closed,
                "typed-dict": self._closed,
                "model-field": self._reachable,
                "dataclass-field": self._reachable,
                "typed-dict-field": self._reachable,
                "literal": self._from_json,
                "enum": self._from_json,
                "generator": self._as_list,
                "default": self._copied_default,
                "function-before": self._with_code,
                "function-after": self._with_code,
                "function-wrap": self._with_code,
                "function-plain": self._with_code,
            },
        )

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

    def _reachable(self, node: Any) -> Any:
        """Let a field that only an `AliasPath` leads to go by its own name."""
        alias = node.get("validation_alias")
        if isinstance(alias, list):
            paths = alias if isinstance(alias[0], list) else [alias]
            if all(len(path) > 1 for path in paths):
                del node["validation_alias"]
        return node

    def _from_json(self, node: Any) -> Any:
        """Compare with an enum's or Literal's values as JSON does."""
        values = node["expected"] if node["type"] == "literal" else node["members"]
        plain = [getattr(value, "value", value) for value in values]
        # What pydantic does not find by its JSON: a tuple, a date, a member in a Literal.
        written = {
            to_json(value, fallback=str): member
            for value, member in zip(plain, values, strict=True)
            if not isinstance(value, _SCALARS)
            or (node["type"] == "literal" and value is not member)
        }
        has_numbers = any(isinstance(value, (int, float)) for value in plain)
        if not has_numbers and not written:
            return node
        wanted = {(isinstance(value, bool), value) for value in plain if _hashable(value)}
        allowed = " or ".join(describe({"const": value}, {}) for value in plain)

        def found(value: Any) -> Any:
            if written:
                member = written.get(to_json(value), EMPTY)
                if member is not EMPTY:
                    return member
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
            "function": {"type": "no-info", "function": found},
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
        self.runs_code = self.runs_code or is_others_code(node)
        return node


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
