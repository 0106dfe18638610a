"""Whether a call that was valid before may be refused now.

Said only where the schemas leave no doubt; for all else there is "maybe".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from toolnexus._comparing._differences import MISSING, Difference
from toolnexus._comparing._flat import ANNOTATIONS, Flat

Breaks: TypeAlias = Literal["yes", "maybe", "no"]
"""Whether calls that were valid are refused."""

_LOW = {"minimum": 0, "exclusiveMinimum": 1}
_HIGH = {"maximum": 0, "exclusiveMaximum": -1}
_SIZES_LOW = ("minLength", "minItems", "minProperties")
_SIZES_HIGH = ("maxLength", "maxItems", "maxProperties")
# Gone, they refuse nothing; the others of their kind may then.
_RULES = frozenset(
    [
        "not",
        "pattern",
        "format",
        "contains",
        "propertyNames",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "contentSchema",
        "prefixItems",
        "items",
        "$ref",
        "allOf",
    ]
)
_MAY_MATTER = frozenset(
    [
        *_RULES,
        "if",
        "then",
        "else",
        "patternProperties",
        "minContains",
        "maxContains",
        "additionalItems",
        "unevaluatedItems",
        "unevaluatedProperties",
        "required",
        "properties",
        "anyOf",
        "oneOf",
        "$dynamicRef",
        "$recursiveRef",
        "nullable",
    ]
)


def breaks(difference: Difference) -> Breaks:
    """Tell whether a difference makes an argument refused that was taken before.

    Example:
        >>> from toolnexus._comparing._differences import differences
        >>> def of(**limits):
        ...     return {"properties": {"days": {"type": "integer", **limits}}}
        >>> [breaks(found) for found in differences(of(maximum=14), of(maximum=7))[0]]
        ['yes']
        >>> [breaks(found) for found in differences(of(maximum=7), of(maximum=14))[0]]
        ['no']
    """
    keyword = difference.keyword
    look = _LOOKS.get(keyword)
    if look is not None:
        found = look(difference)
    elif keyword in ANNOTATIONS or keyword not in _MAY_MATTER:
        found = "no"  # what no validator looks at
    else:
        found = "no" if difference.new is MISSING and keyword in _RULES else "maybe"
    # Where there are several alternatives, what one refuses another may take.
    return "maybe" if found == "yes" and difference.is_alternative else found


def _parameter(difference: Difference) -> Breaks:
    if difference.old is not MISSING:
        return "yes" if _is_closed(difference.new_value) else "maybe"
    if difference.place[-1] in difference.new_value.required:
        return "yes"
    # A name that was free before could hold anything.
    return (
        "no"
        if _is_closed(difference.old_value) or not _holds(difference.old_value)
        else "maybe"
    )


def _is_closed(value: Flat) -> bool:
    return value.said("additionalProperties") is False


def _holds(value: Flat) -> bool:
    """Tell whether names that aren't listed are what the object is for."""
    return isinstance(value.said("additionalProperties"), dict)


def _required(difference: Difference) -> Breaks:
    return "yes" if difference.new else "no"


def _null(difference: Difference) -> Breaks:
    return "no" if difference.new else "yes"


def _type(difference: Difference) -> Breaks:
    if difference.new is MISSING:
        return "no"
    if difference.old is MISSING:
        return "maybe" if difference.old_value.said("enum") else "yes"
    old, new = _kinds(difference.old), _kinds(difference.new)
    return "no" if old <= new else "yes"


def _kinds(listed: Any) -> set[str]:
    kinds = (
        {str(kind).lower() for kind in listed} if isinstance(listed, list) else {str(listed)}
    )
    return kinds | {"integer"} if "number" in kinds else kinds


def _enum(difference: Difference) -> Breaks:
    old, new = difference.old, difference.new
    if new is MISSING:
        return "no"
    if not isinstance(new, list) or (old is not MISSING and not isinstance(old, list)):
        return "maybe"
    if old is MISSING:
        return "yes"
    return "no" if all(value in new for value in old) else "yes"


def _bound(bounds: dict[str, int], is_tighter: Callable[[Any, Any], bool]) -> Any:
    def look(difference: Difference) -> Breaks:
        sides = (difference.old_value, difference.new_value)
        limits = [_limits(side, bounds) for side in sides]
        if None in limits:
            return "maybe"
        old, new = (list(side or ()) for side in limits)
        if not new:
            return "no"
        if not old:
            return "yes"
        strictest = max if is_tighter(2, 1) else min
        return "yes" if is_tighter(strictest(new), strictest(old)) else "no"

    return look


def _limits(value: Flat, bounds: dict[str, int]) -> list[tuple[Any, int]] | None:
    """List limits, each with how it excludes itself; None if one is not a number."""
    found = []
    for keyword, excludes in bounds.items():
        for stated in value.keywords.get(keyword, ()):
            limit = stated.value
            if isinstance(limit, bool) or not isinstance(limit, (int, float)):
                return None
            if excludes and value.types == ["integer"] and limit == int(limit):
                found.append((limit + excludes, 0))  # above 0 is from 1 on
            else:
                found.append((limit, excludes))
    return found


def _multiple(difference: Difference) -> Breaks:
    old, new = difference.old, difference.new
    if new is MISSING:
        return "no"
    try:
        return "no" if old is not MISSING and old % new == 0 else "yes"
    except (TypeError, ArithmeticError):
        return "maybe"


def _unique(difference: Difference) -> Breaks:
    return "yes" if difference.new is True else "no"


def _further(difference: Difference) -> Breaks:
    old, new = difference.old, difference.new
    if new is MISSING or new is True or new == {} or old is False:
        return "no"
    return "yes" if new is False else "maybe"


def _branch(difference: Difference) -> Breaks:
    if difference.old is MISSING:
        is_exclusive = difference.new_value.spellings["anyOf"].value == "oneOf"
        return "maybe" if is_exclusive else "no"
    return "maybe" if difference.is_alternative else "yes"


def _alternatives(difference: Difference) -> Breaks:
    if difference.new is MISSING:
        return "no"
    return "yes" if difference.old_value.is_anything else "maybe"


def _spelling_of_union(difference: Difference) -> Breaks:
    return "maybe" if difference.new == "oneOf" else "no"


def _whole(difference: Difference) -> Breaks:
    if difference.new is MISSING:
        return "no"
    return "yes" if difference.new is False else "maybe"


def _never(_: Difference) -> Breaks:
    return "no"


def _maybe(_: Difference) -> Breaks:
    return "maybe"


def _is_higher(one: Any, other: Any) -> bool:
    return bool(one > other)


def _is_lower(one: Any, other: Any) -> bool:
    return bool(one < other)


_LOOKS: dict[str, Callable[[Difference], Breaks]] = {
    "(parameter)": _parameter,
    "(required)": _required,
    "(null)": _null,
    "(branch)": _branch,
    "(alternatives)": _alternatives,
    "(definition)": _never,
    "(definition elsewhere)": _maybe,
    "(unused definition)": _never,
    "(spelling of null)": _never,
    "(spelling of enum)": _never,
    "(spelling of anyOf)": _spelling_of_union,
    "(spelling of type)": _never,
    "(whole)": _whole,
    "type": _type,
    "enum": _enum,
    "multipleOf": _multiple,
    "uniqueItems": _unique,
    "additionalProperties": _further,
    **dict.fromkeys(_LOW, _bound(_LOW, _is_higher)),
    **dict.fromkeys(_HIGH, _bound(_HIGH, _is_lower)),
    **{name: _bound({name: 0}, _is_higher) for name in _SIZES_LOW},
    **{name: _bound({name: 0}, _is_lower) for name in _SIZES_HIGH},
}
