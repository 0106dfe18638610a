"""Where each line of an inferred `input_schema` comes from: told when somebody asks.

The schema is walked side by side with the hints, defaults and docstrings that it was made of.
Nothing is kept while a tool is made, and a line for which no source is found is left out.
"""

from toolnexus._schema._origins._origin import Kind, Origin, marked
from toolnexus._schema._origins._parameters import WHOLE, schema_origins

__all__ = ["WHOLE", "Kind", "Origin", "marked", "schema_origins"]
