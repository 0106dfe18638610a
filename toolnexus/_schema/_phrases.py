"""The phrases that a JSON Schema is put into; what they are for is in `_words.py`."""

from __future__ import annotations

import json
from typing import Any

from toolnexus._schema._paths import resolve, types_of
from toolnexus._types import JsonObject, JsonValue
from toolnexus._wording import MOST_VALUES, join

_MOST_DEPTH = 4
_MOST_PARTS = 100
_LONGEST_VALUE = 60
_MOST_IN_TABLE = 12
"""Values of a choice that a table lists; of more it lists the first ones."""

FORMATS = {
    "date": ("a date", 'such as "2024-01-31"'),
    "date-time": ("a date and time", 'such as "2024-01-31T12:00:00Z"'),
    "time": ("a time", 'such as "12:00:00"'),
    "duration": ("a duration", 'such as "P1DT2H"'),
    "uuid1": ("a UUID of version 1", ""),
    "uuid3": ("a UUID of version 3", ""),
    "uuid4": ("a UUID of version 4", 'such as "123e4567-e89b-42d3-a456-426614174000"'),
    "uuid5": ("a UUID of version 5", ""),
    "uuid7": ("a UUID of version 7", ""),
    "uuid": ("a UUID", 'such as "123e4567-e89b-12d3-a456-426614174000"'),
    "email": ("an email address", ""),
    "uri": ("a URL", 'such as "https://example.org"'),
    "path": ("a path", ""),
    "password": ("a secret string", ""),
}
_TYPE_BY_KEYWORD = {
    "object": {"properties", "required"},
    "array": {"items", "prefixItems", "minItems", "maxItems"},
    "string": {"pattern", "format", "minLength", "maxLength"},
    "number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
}
_TOLD = {
    "array": {"items", "minItems", "maxItems", "uniqueItems"},
    "string": {"pattern", "format", "minLength", "maxLength"},
    "integer": _TYPE_BY_KEYWORD["number"],
    "number": _TYPE_BY_KEYWORD["number"],
}
"""The keywords that go into the words for a type."""
_PLURALS = {
    "string": "strings",
    "integer": "integers",
    "number": "numbers",
    "boolean": "booleans",
    "object": "objects",
    "array": "arrays",
}


class Phrases:
    """Makes one phrase; bounded, because schemas can refer to themselves and to each other."""

    def __init__(self, root: JsonObject, *, articles: bool) -> None:
        self._root = root
        self._articles = articles
        self._left = _MOST_PARTS
        self._where = ""
        self.visited: list[tuple[str, JsonObject, set[str]]] = []
        """Each schema that is told of: where it stands, itself, and the keywords told."""

    def phrase(self, schema: JsonValue, depth: int = 0) -> str:
        self._left -= 1
        if schema is True or schema == {}:
            return self._either("any value", "any")
        if schema is False:
            return "nothing"
        if not isinstance(schema, dict) or self._left < 0 or depth > _MOST_DEPTH:
            return self._either("a value that fits the schema", "see schema")
        told: set[str] = set()
        self.visited.append((self._where, schema, told))
        if isinstance(schema.get("$ref"), str):
            told.add("$ref")
            return self._reference(schema["$ref"], schema, depth)
        if "const" in schema:
            told.update(("const", "type"))
            return short_json(schema["const"])
        if isinstance(schema.get("enum"), list):
            return self._choice(schema["enum"], told)
        return self._union(schema, depth, told) or self._typed(
            schema, schema.get("type"), depth, told
        )

    def _choice(self, values: list[JsonValue], told: set[str]) -> str:
        told.update(("enum", "type"))
        if not values:
            return "nothing"
        most = MOST_VALUES
        if not self._articles and len(values) > _MOST_IN_TABLE:
            told.discard("enum")
            most = _MOST_IN_TABLE - 2
        words = join([short_json(value) for value in values], "or", most=most)
        return words if len(values) == 1 else f"one of {words}"

    def _inside(self, where: str, schema: JsonValue, depth: int) -> str:
        outside = self._where
        self._where = f"{outside}, {where}" if outside else where
        words = self.phrase(schema, depth + 1)
        self._where = outside
        return words

    def _either(self, long: str, short: str) -> str:
        return long if self._articles else short

    def _union(self, schema: JsonObject, depth: int, said: set[str]) -> str:
        keys = {"anyOf": "or", "oneOf": "or"}
        if "type" not in schema:
            keys["allOf"] = "and"
        for key, word in keys.items():
            branches = schema.get(key)
            if isinstance(branches, list) and branches:
                shown = branches[:MOST_VALUES]
                told = list(
                    dict.fromkeys(
                        self._inside(f"option {number}", branch, depth)
                        for number, branch in enumerate(shown, 1)
                    )
                )
                said.add(key)
                if set(told) <= {"any", str(schema.get("type"))}:
                    continue  # its branches are not about types
                told += [f"{len(branches) - len(shown)} more"] * (len(branches) > len(shown))
                return join(told, word)
        return ""

    def _reference(self, ref: str, schema: JsonObject, depth: int) -> str:
        name = ref.rpartition("/")[2] or "the whole"
        target = resolve(schema, self._root)
        if not isinstance(target, dict) or "$ref" in target:
            return self._either(f"a value that fits {name}", name)
        if types_of(target, self._root) == {"object"}:
            if self._articles:
                return _object_phrase(target)
            # Without properties there is nothing to list elsewhere, so all is told here.
            inside = "" if target.get("properties") else self.phrase(target, depth + 1)
            return f"object {name}{inside.removeprefix('object')}"
        return self.phrase(target, depth + 1)

    def _typed(self, schema: JsonObject, stated: JsonValue, depth: int, told: set[str]) -> str:
        if isinstance(stated, list):
            found = [self._typed(schema, name, depth + 1, told) for name in stated[:8]]
            return join(found, "or")
        if stated is None:
            stated = implied_type(schema)
        told |= {"type", *_TOLD.get(str(stated), ())}
        if stated == "string":
            return self._string(schema)
        if stated in ("integer", "number"):
            return self._number(str(stated), schema)
        if stated == "array":
            return self._array(schema, depth, told)
        if stated == "object":
            return self._object(schema, depth, told)
        plain = {"boolean": self._either("true or false", "boolean"), "null": "null"}
        if str(stated) not in plain:
            told.discard("type")
        return plain.get(str(stated)) or self._either("any value", "any")

    def _object(self, schema: JsonObject, depth: int, told: set[str]) -> str:
        values = schema.get("additionalProperties")
        if (
            self._articles
            or schema.get("properties")
            or not (values and isinstance(values, dict))
        ):
            return self._either(_object_phrase(schema), "object")
        told.add("additionalProperties")
        words = self._inside("each value", values, depth)
        return "object" if words == "any" else f"object of {_PLURALS.get(words, words)}"

    def _string(self, schema: JsonObject) -> str:
        form = schema.get("format")
        noun, example = FORMATS.get(str(form), ("a string", ""))
        words = [self._either(noun, noun.partition(" ")[2])]
        if form is not None and str(form) not in FORMATS:
            words.append(self._either("", f"of format {short_json(form)}"))
        words.append(_range(schema.get("minLength"), schema.get("maxLength"), "character"))
        if "pattern" in schema:
            words.append(f"matching {short_json(schema['pattern'])}")
        words.append(self._either(example, ""))
        return " ".join(filter(None, words))

    def _number(self, stated: str, schema: JsonObject) -> str:
        article = {"integer": "an ", "number": "a "}[stated]
        words = [f"{self._either(article, '')}{stated}"]
        low, high = schema.get("minimum"), schema.get("maximum")
        above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
        if low is not None and high is not None:
            words.append(self._either(f"from {low} to {high}", f"{low} to {high}"))
        else:
            words.append(f"of at least {low}" if low is not None else "")
            words.append(f"of at most {high}" if high is not None else "")
        words.append(f"above {above}" if above is not None else "")
        words.append(f"below {below}" if below is not None else "")
        if "multipleOf" in schema:
            words.append(f"that is a multiple of {schema['multipleOf']}")
        return " ".join(filter(None, words))

    def _array(self, schema: JsonObject, depth: int, told: set[str]) -> str:
        noun = self._either("an array", "array")
        low, high = schema.get("minItems"), schema.get("maxItems")
        items = schema.get("items")
        unique = ", none twice" if schema.get("uniqueItems") is True else ""
        unique = self._either("", unique)
        if not isinstance(items, dict) or not items or depth >= _MOST_DEPTH:
            if items not in (None, {}, True):
                told.discard("items")
            return f"{noun} {_range(low, high, 'item')}".rstrip() + unique
        item = self._inside("each item", items, depth)
        plural = _PLURALS.get(item.removeprefix("a ").removeprefix("an "))
        if plural:
            return f"{noun} {_range(low, high, plural[:-1]) or f'of {plural}'}{unique}"
        count = _range(low, high, "item")
        if not self._articles:
            return f"{noun} of {item}{count and f', {count[3:]}'}{unique}"
        return (
            f"{noun} {count}, each {item}" if count else f"{noun} whose items are each {item}"
        )


def implied_type(schema: JsonObject) -> str | None:
    """Name the type that a schema's keywords are about, where it doesn't say itself."""
    for name, keywords in _TYPE_BY_KEYWORD.items():
        if not keywords.isdisjoint(schema):
            return name
    return None


def _object_phrase(schema: JsonObject) -> str:
    properties = schema.get("properties")
    if not isinstance(properties, dict) or not properties:
        return "an object"
    required = schema.get("required")
    needed = [name for name in properties if isinstance(required, list) and name in required]
    optional = [name for name in properties if name not in needed]
    words = "an object"
    if needed:
        words += f" with {join(needed, 'and', most=12)}"
    if optional:
        words += f" {'and ' if needed else 'with '}optional {join(optional, 'and', most=12)}"
    return words


def _range(low: Any, high: Any, unit: str) -> str:
    if low is None and high is None:
        return ""
    if low == high:
        return f"of exactly {low} {unit}{'' if low == 1 else 's'}"
    if low is not None and high is not None:
        return f"of {low} to {high} {unit}s"
    bound, word = (low, "at least") if low is not None else (high, "at most")
    return f"of {word} {bound} {unit}{'' if bound == 1 else 's'}"


def short_json(value: JsonValue, longest: int = _LONGEST_VALUE) -> str:
    """Write a value as JSON, cut with its full length stated."""
    if isinstance(value, str) and len(value) > longest:
        cut = json.dumps(value[:longest], ensure_ascii=False)
        return f'{cut[:-1]}…" ({len(value)} characters)'
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 2 * longest else f"{text[:longest]}…"
