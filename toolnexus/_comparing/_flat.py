"""One schema with all that is said of the same value in one place, wherever it is written.

The same is spelled in many ways: behind a reference, as the branch beside null, as parts of one
whole. Told apart they would all be differences; here they are the same, and how it was spelled
is kept beside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from toolnexus._problems import Path
from toolnexus._schema._paths import pointed
from toolnexus._types import JsonObject, JsonValue

ANNOTATIONS = frozenset(
    [
        "$anchor",
        "$comment",
        "$id",
        "$schema",
        "default",
        "deprecated",
        "description",
        "example",
        "examples",
        "id",
        "readOnly",
        "title",
        "writeOnly",
    ]
)
"""What says nothing of which values fit."""

KEYWORDS_OF = {
    "string": {"minLength", "maxLength", "pattern", "format"},
    "number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
    "array": {"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"},
    "object": {"minProperties", "maxProperties", "additionalProperties", "propertyNames"},
}
KEYWORDS_OF["integer"] = KEYWORDS_OF["number"]
"""Keywords that only concern values of one type."""


class Stated(NamedTuple):
    """What a keyword says, and where it says it."""

    value: Any
    path: Path


@dataclass
class Flat:
    """All that is said of one value.

    Args:
        path: Where the innermost schema is that it was read from.
        keywords: What each keyword says; more than once if inner schemas say it, too.
        properties: The properties.
        required: The names of the required ones, each with where that is said.
        listed: The alternatives other than null; none if there is just one thing it can be.
        branches: The same, once they have been read, too.
        takes_null: Whether null fits.
        names: The definitions that were followed, by name.
        spellings: How what can be spelled in several ways was: `null`, `enum`, `anyOf`.
    """

    path: Path
    keywords: dict[str, list[Stated]] = field(default_factory=dict)
    properties: dict[str, Stated] = field(default_factory=dict)
    required: dict[str, Path] = field(default_factory=dict)
    listed: list[Stated] = field(default_factory=list)
    branches: list[Flat] = field(default_factory=list)
    takes_null: bool = False
    names: list[str] = field(default_factory=list)
    spellings: dict[str, Stated] = field(default_factory=dict)

    def said(self, keyword: str) -> Any:
        """Return what a keyword says first; None if it isn't there."""
        stated = self.keywords.get(keyword)
        return stated[0].value if stated else None

    def texts(self) -> list[str]:
        """Return all descriptions, the outermost first."""
        return [s.value for s in self.keywords.get("description", ()) if _is_text(s.value)]

    def take_null_from(self, branch: Flat) -> None:
        """Take null for what fits it, where it fits one of the alternatives."""
        if branch.takes_null:
            self.takes_null, branch.takes_null = True, False
            if spelling := branch.spellings.pop("null", None):
                self.spellings.setdefault("null", spelling)

    def spelled(self, what: str) -> Path:
        """Return where something is said that has several spellings, else the whole."""
        stated = self.spellings.get(what)
        return stated.path if stated else self.path

    @property
    def types(self) -> list[str]:
        """The types it names, null left out, as they are spelled."""
        listed = self.said("type")
        return listed if isinstance(listed, list) else []

    def only(self, kind: str) -> Flat:
        """Return what is said of values of one type, without the annotations."""
        own = KEYWORDS_OF.get(kind.lower(), set())
        left_out = ({key for keys in KEYWORDS_OF.values() for key in keys} - own) | ANNOTATIONS
        keywords = {key: said for key, said in self.keywords.items() if key not in left_out}
        if "type" in keywords:
            keywords["type"] = [Stated([kind], keywords["type"][0].path)]
        is_object = kind.lower() == "object"
        return Flat(
            self.path,
            keywords,
            self.properties if is_object else {},
            self.required if is_object else {},
            names=self.names,
        )

    def without(self, *, annotations: bool) -> Flat:
        """Return it without what says nothing of which values fit, or with nothing but that.

        Args:
            annotations: Whether the annotations are left out, or all the rest.
        """
        keywords = {
            key: said
            for key, said in self.keywords.items()
            if (key in ANNOTATIONS) is not annotations
        }
        if annotations:
            return Flat(self.path, keywords, self.properties, self.required, names=self.names)
        return Flat(
            self.path, keywords, takes_null=self.takes_null, spellings={**self.spellings}
        )

    def with_base(self, base: Flat) -> Flat:
        """Return it with what is said of all alternatives at once."""
        return Flat(
            self.path,
            {
                key: [*self.keywords.get(key, []), *base.keywords.get(key, [])]
                for key in {**base.keywords, **self.keywords}
            },
            {**base.properties, **self.properties},
            {**base.required, **self.required},
            takes_null=self.takes_null,
            names=self.names,
            spellings=self.spellings,
        )

    @property
    def is_anything(self) -> bool:
        """Whether any value fits, as far as alternatives are left out of account."""
        return not (self.keywords.keys() - ANNOTATIONS or self.properties or self.required)


def flat(schema: JsonValue, path: Path, root: JsonObject) -> Flat:
    """Gather all that is said of one value.

    Args:
        schema: The schema of the value.
        path: Where it is.
        root: What its references refer to.
    """
    gathering = _Gathering(Flat(path), root)
    waiting = [Stated(schema, path)]
    while waiting:
        waiting += gathering.take(*waiting.pop(0))
    found = gathering.found
    if found.takes_null and _is_list(found.said("enum")):
        values, at = found.keywords["enum"][0]
        found.keywords["enum"][0] = Stated([v for v in values if v is not None], at)
    return found


@dataclass
class _Gathering:
    found: Flat
    root: JsonObject
    followed: set[str] = field(default_factory=set)

    def take(self, schema: JsonValue, path: Path) -> Iterator[Stated]:
        """Take in what a schema says; gives the schemas that say more of the same value."""
        if schema is True:
            return
        if not isinstance(schema, dict):
            self.state("(whole)", schema, path)
            return
        for key, value in schema.items():
            at = (*path, key)
            if key == "$ref" and isinstance(value, str):
                yield from self.follow(value, at)
            elif key in ("anyOf", "oneOf") and isinstance(value, list) and value:
                yield from self.choose(key, value, at)
            elif key == "allOf" and isinstance(value, list):
                yield from (Stated(part, (*at, n)) for n, part in enumerate(value))
            else:
                self.keyword(key, value, at)

    def keyword(self, key: str, value: JsonValue, at: Path) -> None:
        found = self.found
        if key in ("$defs", "definitions") and isinstance(value, dict):
            return  # followed where they are referred to
        if key == "properties" and isinstance(value, dict):
            for name, inner in value.items():
                found.properties.setdefault(name, Stated(inner, (*at, name)))
        elif key == "required" and _is_list(value):
            for name in value:
                if isinstance(name, str):
                    found.required.setdefault(name, at)
        elif key == "nullable" and value is True:
            self.null("nullable", at)
        elif key == "type" and (isinstance(value, str) or _is_list(value)):
            self.types([value] if isinstance(value, str) else value, at)
        elif key in ("const", "enum"):
            found.spellings["enum"] = Stated(key, at)
            self.state("enum", [value] if key == "const" else value, at)
        else:
            self.state(key, value, at)

    def types(self, listed: list[JsonValue], at: Path) -> None:
        others = [name for name in listed if not _is_null_type(name)]
        if len(others) < len(listed):
            if not others:
                self.state("type", listed, at)
                return
            self.null("type", at)
        self.state("type", others, at)

    def follow(self, ref: str, at: Path) -> Iterator[Stated]:
        target, path = pointed(ref, self.root)
        if target is None or ref in self.followed:
            self.state("$ref", ref, at)
            return
        self.followed.add(ref)
        self.found.names.append(ref.rpartition("/")[2] if ref != "#" else "the whole input")
        self.found.path = path
        yield Stated(target, path)

    def choose(self, key: str, listed: list[JsonValue], at: Path) -> Iterator[Stated]:
        others = [
            Stated(branch, (*at, number))
            for number, branch in enumerate(listed)
            if not _is_null_schema(branch)
        ]
        if len(others) < len(listed):
            self.null(key, at)
        if len(others) == 1:
            yield others[0]
        elif self.found.listed:
            self.state(key, listed, at)  # a second union of the same value: compared as it is
        else:
            self.found.listed = others
            self.found.spellings["anyOf"] = Stated(key, at)

    def null(self, spelling: str, at: Path) -> None:
        self.found.takes_null = True
        self.found.spellings.setdefault("null", Stated(spelling, at))

    def state(self, key: str, value: JsonValue, at: Path) -> None:
        self.found.keywords.setdefault(key, []).append(Stated(value, at))


def _is_null_type(value: JsonValue) -> bool:
    return isinstance(value, str) and value.lower() == "null"


def _is_null_schema(value: JsonValue) -> bool:
    return isinstance(value, dict) and list(value) == ["type"] and _is_null_type(value["type"])


def _is_list(value: JsonValue) -> bool:
    return isinstance(value, list)


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str)
