"""What differs between two tools or two schemas: found by meaning, told in words and as data.

How it looks is decided in `display`.
"""

from toolnexus._comparing._comparison import Change, Comparison, compare
from toolnexus._comparing._differences import MISSING, Difference, Place, differences
from toolnexus._comparing._flat import Flat
from toolnexus._comparing._words import alternative, place_text, schema_path_text

__all__ = [
    "MISSING",
    "Change",
    "Comparison",
    "Difference",
    "Flat",
    "Place",
    "alternative",
    "compare",
    "differences",
    "place_text",
    "schema_path_text",
]
