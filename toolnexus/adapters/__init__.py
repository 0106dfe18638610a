"""Tools in the shapes that providers take.

Each adapter is plain dicts in and out; none knows another.
"""

from toolnexus.adapters._openai import to_openai

__all__ = ["to_openai"]
