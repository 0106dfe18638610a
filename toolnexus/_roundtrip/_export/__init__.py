"""Transcripts as documents and code.

Each export is a function of what it needs, and knows nothing of `Transcript`. What a person, a
model or a tool wrote enters them as a literal of the language they are written in, so that
nothing is executed or becomes markup by being exported.
"""

from toolnexus._roundtrip._export._curl import curl_of
from toolnexus._roundtrip._export._markdown import markdown_of
from toolnexus._roundtrip._export._pytest import cases_of
from toolnexus._roundtrip._export._script import script_of

__all__ = ["cases_of", "curl_of", "markdown_of", "script_of"]
