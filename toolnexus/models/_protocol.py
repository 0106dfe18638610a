"""What plays the model's part: one call, the request in, a chat completion out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from toolnexus._types import JsonObject


class Model(Protocol):
    """An async callable that answers requests; any function of that shape will do.

    It may carry a `name`, which goes into requests as their `model`, `is_simulated`, which
    transcripts repeat to their readers, and `request_options`, a dict of keys that go into
    each request.
    """

    async def __call__(self, request: JsonObject) -> JsonObject | AsyncIterator[JsonObject]:
        """Answer a request.

        Args:
            request: The body of a chat completion: model, messages, tools and options. It
                belongs to the model and may be changed.

        Returns:
            A chat completion in OpenAI's shape; for a request with `"stream": True`, an async
            iterator of its chunks, or a completion after all.

        Raises:
            ModelError: The model can't be asked, or its server answers with an error.
        """
