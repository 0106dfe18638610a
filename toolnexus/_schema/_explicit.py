"""An input schema that somebody wrote: checked, copied, completed; jsonschema validates.

jsonschema is imported once the first such schema is handed in.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend, validator_for
from jsonschema_specifications import REGISTRY as SPECIFICATIONS
from referencing import Registry, Resource
from referencing.exceptions import NoSuchResource, Unresolvable
from referencing.jsonschema import DRAFT202012

from toolnexus._problems import ArgumentsRefused, Path, Problem, path_text
from toolnexus._schema._located import Located
from toolnexus._schema._plainly_valid import is_plainly_valid
from toolnexus._schema._problems import (
    MOST_ROUNDS,
    is_told,
    key_problem,
    missing,
    of_the_branch_meant,
    problem_at,
    unknown,
    unwrapped,
    without_shadowed,
)
from toolnexus._schema._words import describe
from toolnexus._types import INVALID_ARGUMENTS, JsonObject, JsonValue
from toolnexus.errors import ToolDefinitionError

# What `describe` has words for; other keywords are told in jsonschema's own sentence.
_DESCRIBED = frozenset(
    [
        "type",
        "enum",
        "const",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
    ]
)
# jsonschema's own sentence would show the whole schema.
_SENTENCES = {"oneOf": "it fits several of the alternatives, but must fit just one"}
_PATTERN_KEYWORDS = (
    "pattern",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
)
_LONGEST_SENTENCE = 300
# The formats of a metaschema are advice: a pattern in JavaScript's dialect is still a schema.
_NO_FORMATS = jsonschema.FormatChecker(())
_PLAIN_DIALECTS = (jsonschema.Draft7Validator, jsonschema.Draft202012Validator)
_lenient_classes: dict[Any, Any] = {}


class ExplicitSchema:
    """An input schema that was handed in, with its validator.

    Args:
        input_schema: A JSON Schema of an object; draft 2020-12 unless its `$schema` says
            otherwise. It is copied, and completed with `type` and `properties` if they are
            missing.
        label: Whose schema it is, for messages.

    Raises:
        ToolDefinitionError: It is not JSON, not a valid schema, not the schema of an object, or
            refers to something outside itself.
    """

    def __init__(self, input_schema: Mapping[str, Any], label: str) -> None:
        self._label = label
        copied = _plain(input_schema, label, ())
        if not isinstance(copied, dict):
            reason = f"its input_schema must be a dict; got {type(input_schema).__name__}."
            raise ToolDefinitionError.of(self._label, reason)
        self.input_schema: JsonObject = self._completed(copied)
        cls = validator_for(self.input_schema, default=jsonschema.Draft202012Validator)
        self._check(cls)
        checked = self._with_checked_references()
        resource = Resource.from_contents(checked, default_specification=DRAFT202012)
        # Nothing is ever fetched: what the registry doesn't have can't be resolved. Crawled,
        # because $dynamicRef looks for the $id of each schema it came through.
        registry: Registry[Any] = SPECIFICATIONS.with_resource("", resource).crawl()
        self._resolver = registry.resolver_with_root(resource)
        self._validator: Validator = _without_pattern_errors(cls)(checked, registry=registry)

    def bind(self, arguments: JsonObject) -> tuple[JsonObject, list[str]]:
        """Check arguments.

        Args:
            arguments: The arguments as JSON values; never changed.

        Returns:
            The arguments, and the paths of values that had to be decoded first.

        Raises:
            ArgumentsRefused: They don't fit; it says which, and what would.
        """
        decoded: list[Path] = []
        for left in range(MOST_ROUNDS, -1, -1):
            problems = self.problems(arguments)
            if not problems:
                return arguments, [path_text(path) for path in decoded]
            arguments, changed = unwrapped(arguments, problems, self.input_schema)
            if not changed or not left:
                break
            decoded += changed
        raise ArgumentsRefused(INVALID_ARGUMENTS, problems)

    @property
    def root(self) -> Located:
        """The schema as it is validated, with the way to follow its references."""
        return Located(self._validator.schema, self._resolver)

    @property
    def references_stand_alone(self) -> bool:
        """Whether `$ref` hides what stands beside it, as it does up to draft-07."""
        return "unevaluatedProperties" not in self._validator.VALIDATORS

    def accepts(self, value: JsonValue, part: JsonValue) -> bool:
        """Tell whether a value fits the schema or a part of it; nothing is decoded.

        Args:
            value: The value.
            part: `root`'s schema, or one inside it. Where its references only make sense in
                its surroundings, the answer is yes: the whole schema will tell.
        """
        # Not evolved for the whole: its $schema would bring jsonschema's own class back.
        is_whole = part is self._validator.schema
        validator = self._validator if is_whole else self._validator.evolve(schema=part)
        try:
            return validator.is_valid(value)
        except (NoSuchResource, Unresolvable):
            return not is_whole
        except RecursionError:
            return False

    def problems(self, arguments: JsonObject) -> list[Problem]:
        """Tell what is wrong with arguments as they are; nothing is decoded."""
        found: list[Problem] = []
        for error in self._validator.iter_errors(arguments):
            found += self._explained(error, arguments)
        return without_shadowed(found)

    def _explained(self, error: ValidationError, arguments: JsonObject) -> Iterator[Problem]:
        path: Path = tuple(error.absolute_path)
        rule, root = str(error.validator), self.input_schema
        stated: Any = error.validator_value
        schema: Any = error.schema
        instance: Any = error.instance
        if rule == "required":
            absent = [name for name in stated if name not in instance]
            yield from (missing((*path, name), root, arguments) for name in absent)
        elif rule == "additionalProperties" and stated is False:
            odd = [name for name in instance if not _is_named(name, schema)]
            yield from (unknown((*path, name), root, arguments) for name in odd)
        elif "propertyNames" in error.absolute_schema_path:
            yield key_problem(path, instance, rule, f"expected {describe(schema, root)}")
        elif error.context:
            branches: dict[Any, list[Problem]] = {}
            # A branch that is just `false` is never meant; jsonschema gives no path to it.
            context = [inner for inner in error.context if inner.schema_path]
            for inner in context or error.context:
                told = branches.setdefault(next(iter(inner.schema_path), None), [])
                told += self._explained(inner, arguments)
            yield from of_the_branch_meant(path, list(branches.values()), arguments, root)
        elif rule in _DESCRIBED and is_told(path, arguments, root):
            yield problem_at(path, rule, arguments, root)
        else:
            sentence = _SENTENCES.get(rule, error.message)
            if len(sentence) > _LONGEST_SENTENCE:
                sentence = f"{sentence[:_LONGEST_SENTENCE]}…"
            yield problem_at(path, rule, arguments, root, sentence)

    # --- definition ---------------------------------------------------------------------------

    def _completed(self, schema: JsonObject) -> JsonObject:
        stated = schema.get("type", "object")
        if stated != "object":
            reason = (
                f"its input_schema must describe an object, since arguments have names; got "
                f"type {stated!r}. Put the value into a property: "
                '{"type": "object", "properties": {"value": …}}.'
            )
            raise ToolDefinitionError.of(self._label, reason)
        completed = dict(schema)
        if "type" not in completed:
            completed = {"type": "object", **completed}
        completed.setdefault("properties", {})
        return completed

    def _check(self, cls: Any) -> None:
        try:
            inside = {k: v for k, v in self.input_schema.items() if k != "$schema"}
            if cls in _PLAIN_DIALECTS and is_plainly_valid(inside):
                return
            cls.check_schema(self.input_schema, format_checker=_NO_FORMATS)
        except SchemaError as exc:
            where = path_text(tuple(exc.absolute_path)) or "its root"
            reason = (
                f"its input_schema is not a valid JSON Schema: at {where}, {exc.message[:300]}."
            )
            raise ToolDefinitionError.of(self._label, reason) from exc
        except RecursionError as exc:
            reason = "its input_schema is nested too deeply."
            raise ToolDefinitionError.of(self._label, reason) from exc
        except (NoSuchResource, Unresolvable) as exc:
            reason = (
                f"its input_schema names a dialect in $schema that is not known here: {exc}."
            )
            raise ToolDefinitionError.of(self._label, reason) from exc

    def _with_checked_references(self) -> JsonObject:
        """Return a copy in which every reference is known to lead somewhere.

        A `$schema` inside the copy is taken out: it would make jsonschema change to a validator
        that knows nothing of `_without_pattern_errors`.
        """
        checked = copy.deepcopy(self.input_schema)
        resource = Resource.from_contents(checked, default_specification=DRAFT202012)
        registry: Registry[Any] = SPECIFICATIONS
        waiting = [(resource, registry.resolver_with_root(resource))]
        while waiting:
            current, resolver = waiting.pop()
            contents = current.contents
            waiting += [(sub, resolver.in_subresource(sub)) for sub in current.subresources()]
            if isinstance(contents, dict):
                self._check_reference(contents, resolver)
                if contents is not checked and isinstance(contents.get("$schema"), str):
                    del contents["$schema"]
        return checked

    def _check_reference(self, contents: JsonObject, resolver: Any) -> None:
        for keyword in ("$ref", "$dynamicRef"):
            reference = contents.get(keyword)
            if not isinstance(reference, str):
                continue
            try:
                resolver.lookup(reference)
            except Unresolvable as exc:
                reason = (
                    f"its input_schema refers to {reference!r}, which it does not contain; put "
                    'what is meant under "$defs" and write "$ref": "#/$defs/NAME".'
                )
                raise ToolDefinitionError.of(self._label, reason) from exc


def _is_named(name: str, schema: JsonObject) -> bool:
    patterns = schema.get("patternProperties", {})
    return name in schema.get("properties", {}) or any(re.search(p, name) for p in patterns)


def _plain(value: Any, label: str, path: Path) -> JsonValue:
    """Copy JSON values as plain dicts and lists, and refuse anything else."""
    if value is None or isinstance(value, (bool, int)) or type(value) is str:
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, float) and value - value == 0:  # neither NaN nor infinite
        return value
    if len(path) > 200:
        reason = "its input_schema is nested too deeply."
        raise ToolDefinitionError.of(label, reason)
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _plain(item, label, (*path, key)) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, label, (*path, index)) for index, item in enumerate(value)]
    where = path_text(path) or "its root"
    reason = (
        f"its input_schema is not plain JSON: at {where} there is "
        f"{value!r:.80}, a Python {type(value).__name__}."
    )
    raise ToolDefinitionError.of(label, reason)


def _without_pattern_errors(cls: Any) -> Any:
    """Make a validator class that passes over patterns which Python's `re` can't read.

    JSON Schema's regular expressions are JavaScript's. A rule that can't be checked here is
    left to the function; it must not end every call with an exception.
    """
    if cls not in _lenient_classes:
        rules = {
            keyword: _lenient(cls.VALIDATORS[keyword])
            for keyword in _PATTERN_KEYWORDS
            if keyword in cls.VALIDATORS
        }
        _lenient_classes[cls] = extend(cls, rules)  # type: ignore[no-untyped-call]  # jsonschema gives it no types
    return _lenient_classes[cls]


def _lenient(rule: Any) -> Any:
    def passed_over(
        validator: Any, value: Any, instance: Any, schema: Any
    ) -> Iterator[ValidationError]:
        try:
            yield from rule(validator, value, instance, schema) or ()
        except re.error:
            return

    return passed_over
