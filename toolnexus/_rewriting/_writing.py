"""A bundled schema, written in one of the forms.

What a form may contain is in `_form.py`, the words for the rest in `_sentences.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from toolnexus._problems import Path
from toolnexus._rewriting import _sentences as words
from toolnexus._rewriting._bundle import ROOT, Bundle
from toolnexus._rewriting._form import Form
from toolnexus._rewriting._kinds import kinds_of
from toolnexus._rewriting._merging import (
    NothingFitsError,
    NotMergeableError,
    merged,
    with_what_branches_know,
)
from toolnexus._types import JsonObject, JsonValue

# How often a definition stands inside itself where references can't stay, and how many nodes
# there may be before nothing is written out any more.
_MOST_LEVELS = 2
_MOST_NODES = 4000
_NULL = {"type": "null"}
_TEXTS = frozenset(
    ["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"]
)
# What no form has a keyword for: it can be told in words, but not be kept to.
_RULES = (
    ("not",),
    ("if", "then", "else"),
    ("dependentRequired",),
    ("dependentSchemas",),
    ("contains", "minContains", "maxContains"),
)
_PLAIN = ("string", "integer", "number", "boolean", "null")


class Writing:
    """One schema on its way into one form.

    Args:
        bundle: The schema.
        form: The form.
    """

    def __init__(self, bundle: Bundle, form: Form) -> None:
        self._bundle = bundle
        self._form = form
        self._inside = [ROOT]
        self._waiting: list[str] = []
        self._nodes = 0
        self.refused: dict[Path, str] = {}
        """What a strict form can't express: where, and what it is."""

    def written(self) -> JsonObject:
        """Write the schema; only if nothing is `refused` it is of use."""
        root = self._root()
        definitions: JsonObject = {}
        while self._waiting:
            name = self._waiting.pop(0)
            if name not in definitions:
                definitions[name] = {}
                self._inside = [name]
                path = ("$defs", name)
                definitions[name] = self._node(self._bundle[name], path)
        return {**root, "$defs": definitions} if definitions else root

    # --- nodes --------------------------------------------------------------------------------

    def _root(self) -> JsonObject:
        schema: JsonObject = self._bundle.root
        sentences: list[str] = []
        if "allOf" in schema or "$ref" in schema:
            schema = self._merged([schema], ())
        for key in ("anyOf", "oneOf"):
            branches = schema.get(key)
            if not isinstance(branches, list):
                continue
            if self._form.is_strict:
                self._refuse((key,), "alternatives for all arguments at once")
            schema = {name: schema[name] for name in schema if name != key}
            told = [words.phrase(branch, self._bundle) for branch in branches]
            sentences.append(f"The arguments are {'; or '.join(dict.fromkeys(told))}.")
            schema = with_what_branches_know(schema, branches, self._bundle)
        sentences = [*words.about(schema), *sentences, *self._rules(schema, ())]
        return self._object(schema, (), sentences, is_root=True)

    def _node(self, schema: JsonValue, path: Path) -> JsonObject:
        self._nodes += 1
        if schema is False:
            return self._nothing(path)
        if not isinstance(schema, dict):
            return self._anything(path, [])
        about = words.about(schema)
        if "$ref" in schema:
            return self._reference(schema, path, about)
        if "allOf" in schema:
            whole = self._merged([schema], path)
            return self._node(whole, path) if whole else self._anything(path, about)
        for key in ("anyOf", "oneOf"):
            if isinstance(schema.get(key), list):
                return self._choice(key, schema, path, about)
        about += self._rules(schema, path)
        kinds = kinds_of(schema)
        if kinds is None:
            return self._anything(path, about)
        if not kinds:
            return self._nothing(path)
        if len(kinds) == 1:
            return self._typed(*kinds[0], path, about)
        return self._union([self._typed(*kind, path, []) for kind in kinds], about)

    def _anything(self, path: Path, about: list[str]) -> JsonObject:
        if self._form.is_strict:
            self._refuse(path, "any value")
            return {}
        # Servers of Gemini refuse a node without a type (danny-avila/LibreChat#6971).
        nodes: list[JsonObject] = [
            {"type": kind} for kind in ("string", "number", "boolean", "object")
        ]
        nodes.append({"type": "array", "items": {"type": "string"}})
        return self._union(nodes, [*about, "Any JSON value."])

    def _nothing(self, path: Path) -> JsonObject:
        if self._form.is_strict:
            self._refuse(path, "no value at all")
        return {"type": "null", "description": "No value fits."}

    def _choice(self, key: str, schema: JsonObject, path: Path, about: list[str]) -> JsonObject:
        """Write branches; what stands beside them goes into each."""
        base = {name: schema[name] for name in schema if name not in ({key} | _TEXTS)}
        base.pop("discriminator", None)
        nodes = []
        for index, branch in enumerate(schema[key]):
            if branch is False:
                continue
            at = (*path, key, index)
            if not base:
                nodes.append(self._node(branch, at))
                continue
            try:
                nodes.append(self._node(merged([base, branch], self._bundle), at))
            except NothingFitsError:
                continue
            except NotMergeableError as exc:
                self._refuse(at, str(exc))
                nodes.append(self._node(base, path))
        return self._union(nodes, about) if nodes else self._nothing(path)

    def _merged(self, schemas: Sequence[JsonValue], path: Path) -> JsonObject:
        try:
            return merged(schemas, self._bundle)
        except NotMergeableError as exc:
            self._refuse(path, f"schemas that can't be made one: {exc}")
        whole: JsonObject = {}
        for schema in schemas:
            if isinstance(schema, dict):
                whole |= {key: schema[key] for key in schema if key not in ("$ref", "allOf")}
        return whole

    def _union(self, nodes: Iterable[JsonObject], about: list[str]) -> JsonObject:
        branches: list[JsonObject] = []
        for node in nodes:
            for branch in node["anyOf"] if set(node) == {"anyOf"} else [node]:
                if branch not in branches:
                    branches.append(branch)
        whole = branches[0] if len(branches) == 1 else {"anyOf": branches}
        return self._described(whole, about)

    def _described(self, node: JsonObject, about: list[str]) -> JsonObject:
        if not any(about):
            return node
        if "anyOf" in node and self._form.unions_stand_alone:
            # Gemini: "when using any_of, it must be the only field set" (vercel/ai#19000).
            branches = list(node["anyOf"])
            index = next((i for i, b in enumerate(branches) if b != _NULL), 0)
            branches[index] = self._described(branches[index], about)
            return {**node, "anyOf": branches}
        if "$ref" in node:  # nothing may stand beside it, but may beside anyOf
            node = {"anyOf": [node]}
        text = words.text_of([*about, node.get("description", "")])
        return _in_order({**node, "description": text})

    # --- references ---------------------------------------------------------------------------

    def _reference(self, schema: JsonObject, path: Path, about: list[str]) -> JsonObject:
        name = schema["$ref"]
        beside = {key for key in schema if key not in _TEXTS and key != "$ref"}
        if self._form.keeps_references and not beside:
            if not self._form.takes_recursion and self._bundle.refers_to_itself(name):
                self._refuse(path, f"{_called(name)} inside itself")
                return {}
            if name == ROOT:
                return self._described({"$ref": "#"}, about)
            self._waiting.append(name)
            return self._described({"$ref": f"#/$defs/{name}"}, about)
        if self._inside.count(name) >= _MOST_LEVELS or self._nodes > _MOST_NODES:
            return self._cut_off(name, path, about)
        self._inside.append(name)
        if beside:
            node = self._node(self._merged([schema], path), path)
        else:
            node = self._described(self._node(self._bundle[name], path), about)
        self._inside.pop()
        return node

    def _cut_off(self, name: str, path: Path, about: list[str]) -> JsonObject:
        """Say in words what would go on without end."""
        if self._form.is_strict:
            self._refuse(path, f"{_called(name)} inside itself")
        target = self._bundle[name]
        split = kinds_of(target) if isinstance(target, dict) else None
        kinds = [kind for kind, _ in split or ()]
        more = f"{_called(name)} once more, made as the one around it."
        more = f"{more[0].upper()}{more[1:]}"
        return self._union([{"type": kind} for kind in kinds or ["object"]], [*about, more])

    # --- typed values -------------------------------------------------------------------------

    def _typed(self, kind: str, schema: JsonObject, path: Path, about: list[str]) -> JsonObject:
        if kind == "object":
            return self._object(schema, path, about)
        if "enum" in schema:
            return self._listed(kind, schema["enum"], path, about)
        node: JsonObject = {"type": kind}
        if kind == "array":
            node["items"], in_order = self._items(schema, path)
            about = [*about, in_order]
            if in_order and schema.get("items") is False:
                count = len(schema["prefixItems"])
                schema = {**schema, "maxItems": min(schema.get("maxItems", count), count)}
        about = [*about, *words.limits(kind, schema, self._form.keeps)]
        node |= self._kept_limits(kind, schema)
        return self._described(node, about)

    def _listed(
        self, kind: str, values: list[JsonValue], path: Path, about: list[str]
    ) -> JsonObject:
        node: JsonObject = {"type": kind}
        if kind not in _PLAIN:
            if self._form.is_strict:
                self._refuse(path, f"a list of values that are {kind}s")
            if kind == "array":
                node["items"] = self._anything((*path, "items"), [])
            about = [*about, words.values(values)]
        elif self._form.lists_only_texts and kind != "string":
            if kind != "null" and not (kind == "boolean" and len(values) == 2):
                about = [*about, words.values(values)]
        elif kind != "null":
            node["enum"] = values
        return self._described(node, about)

    def _kept_limits(self, kind: str, schema: JsonObject) -> JsonObject:
        return {
            key: value
            for key, value in schema.items()
            if key in words.LIMITS_OF.get(kind, ()) and self._form.keeps(key, value)
        }

    def _items(self, schema: JsonObject, path: Path) -> tuple[JsonObject, str]:
        prefix, rest = schema.get("prefixItems"), schema.get("items", True)
        at = (*path, "items")
        if not isinstance(prefix, list) or not prefix:
            return self._node(rest, at), ""
        nodes = [
            self._node(part, (*path, "prefixItems", index)) for index, part in enumerate(prefix)
        ]
        if isinstance(rest, dict):
            nodes.append(self._node(rest, at))
        elif rest is not False and len(prefix) < schema.get("maxItems", len(prefix) + 1):
            nodes.append(self._anything(at, []))
        told = [words.phrase(part, self._bundle) for part in prefix]
        return self._union(nodes, []), f"In this order: {', '.join(told)}."

    def _object(
        self, schema: JsonObject, path: Path, about: list[str], *, is_root: bool = False
    ) -> JsonObject:
        form = self._form
        properties, required = self._members(schema, path)
        rest = schema.get("additionalProperties", schema.get("unevaluatedProperties"))
        if form.is_strict:
            self._refuse_free_keys(schema, rest, path, is_root=is_root)
        else:
            about = [*about, *words.further_keys(schema, self._bundle)]
        about = [*about, *words.limits("object", schema, form.keeps)]
        node: JsonObject = {"type": "object"}
        if properties or form.is_strict or is_root:
            node["properties"] = {
                name: self._property(
                    inner, (*path, "properties", name), is_required=name in required
                )
                for name, inner in properties.items()
            }
        needed = [n for n in properties if form.requires_all or n in required]
        if needed or form.requires_all:
            node["required"] = needed
        if form.is_strict:
            node["additionalProperties"] = False
        return self._described(node, about)

    def _members(self, schema: JsonObject, path: Path) -> tuple[JsonObject, list[str]]:
        """Give properties, and the names of those that are required."""
        properties = dict(schema.get("properties") or {})
        required = list(schema.get("required") or ())
        rest = schema.get("additionalProperties", True)
        for name in required:
            if name not in properties and rest is not False:
                properties[name] = rest
            elif properties.get(name, rest) is False and self._form.is_strict:
                self._refuse((*path, "required"), f"{name}, which it does not allow")
        allowed = {name: inner for name, inner in properties.items() if inner is not False}
        return allowed, [name for name in required if name in allowed]

    def _property(self, schema: JsonValue, path: Path, *, is_required: bool) -> JsonObject:
        node = self._node(schema, path)
        if is_required or not self._form.requires_all or self._bundle.takes_null(schema):
            return node
        about = [node.get("description", ""), "Null leaves it out."]
        bare = {key: node[key] for key in node if key != "description"}
        return self._union([bare, _NULL], about)

    def _refuse_free_keys(
        self, schema: JsonObject, rest: Any, path: Path, *, is_root: bool
    ) -> None:
        named = bool(schema.get("properties"))
        if schema.get("patternProperties") or rest is True or isinstance(rest, dict):
            self._refuse(
                path, "an object of further keys" if named else "an object of any keys"
            )
        elif not named and rest is None and not is_root:
            self._refuse(path, "an object of any keys")

    # --- what can't be kept to ----------------------------------------------------------------

    def _rules(self, schema: JsonObject, path: Path) -> list[str]:
        told = []
        for first, *more in _RULES:
            if first not in schema:
                continue
            if self._form.is_strict:
                self._refuse((*path, first), first)
            stated = {key: schema[key] for key in (first, *more) if key in schema}
            told.append(words.rule(stated, self._bundle))
        return told

    def _refuse(self, path: Path, what: str) -> None:
        self.refused.setdefault(path, what)


def _called(name: str) -> str:
    return "the whole" if name == ROOT else name


def _in_order(node: JsonObject) -> JsonObject:
    """Put the description where people look for it: behind the type."""
    first = [key for key in ("type", "description") if key in node]
    return {key: node[key] for key in [*first, *(k for k in node if k not in first)]}
