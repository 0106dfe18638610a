"""A request as a command for a shell."""

from __future__ import annotations

import shlex

from toolnexus._roundtrip._transcript_json import json_text
from toolnexus._types import JsonObject

_COMMAND = """\
curl "${{OPENAI_BASE_URL:-https://api.openai.com/v1}}/chat/completions" \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d {body}
"""


def curl_of(request: JsonObject) -> str:
    r"""Write a request as a call of curl, endpoint and key left to the environment.

    Args:
        request: The body.

    Example:
        >>> print(curl_of({"model": "m", "messages": []}).splitlines()[0])
        curl "${OPENAI_BASE_URL:-https://api.openai.com/v1}/chat/completions" \
    """
    return _COMMAND.format(body=shlex.quote(json_text(request, 2)))
