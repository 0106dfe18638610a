"""A part of a schema together with what its references mean there.

Following references for messages, which need no such care, is in `_paths.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jsonschema_specifications import REGISTRY as SPECIFICATIONS
from referencing import Registry, Resource
from referencing.exceptions import NoSuchResource, Unresolvable
from referencing.jsonschema import DRAFT202012

from toolnexus._types import JsonObject, JsonValue


@dataclass(frozen=True, eq=False)
class Located:
    """A schema, and the resolver of the place where it stands.

    Args:
        schema: A JSON Schema, or True or False.
        resolver: Of the package `referencing`; it knows the base that an `$id` has set.
    """

    schema: JsonValue
    resolver: Any

    def inner(self, schema: JsonValue) -> Located:
        """Go to a schema that stands inside this one."""
        if isinstance(schema, dict) and "$id" in schema:
            resource = Resource.from_contents(schema, default_specification=DRAFT202012)
            return Located(schema, self.resolver.in_subresource(resource))
        return Located(schema, self.resolver)

    def followed(self, reference: str) -> Located | None:
        """Go where a reference leads; None if it leads nowhere."""
        try:
            found = self.resolver.lookup(reference)
        except (NoSuchResource, Unresolvable):
            return None
        return Located(found.contents, found.resolver)


def locate(schema: JsonObject) -> Located:
    """Make a whole schema ready for following its references; nothing is ever fetched."""
    resource = Resource.from_contents(schema, default_specification=DRAFT202012)
    registry: Registry[Any] = SPECIFICATIONS.with_resource("", resource).crawl()
    return Located(schema, registry.resolver_with_root(resource))
