"""`EndpointModel`: a real model, at whatever server takes OpenAI's chat completions."""

from __future__ import annotations

import asyncio
import importlib
import sys
import weakref
from collections.abc import AsyncIterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

from typing_extensions import Self

from toolnexus._types import JsonObject
from toolnexus.errors import MissingExtraError
from toolnexus.models._endpoint_errors import Asked
from toolnexus.models._keys import read_key
from toolnexus.models._presets import server_of

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class EndpointModel:
    """Asks a real model at a server: OpenAI, OpenRouter, Groq, Together, Ollama or your own.

    It is the one argument of `round_trip` that changes between a stand-in and a real model. A
    request goes out as it was made: only its `model` is replaced by the one that is named here.

    A key is read from the environment at the time of each request and is never handed in. It is
    in no repr, no transcript, no export, no log and no exception.

    Args:
        provider: `"openai"`, `"openrouter"`, `"groq"`, `"together"`, `"ollama"`, or the base
            URL of any other server that takes chat completions, such as a gateway of your own.
        model: The model's name there.
        api_key_env: The name of the environment variable that holds the key; None for the
            provider's usual one. For a base URL none is sent unless it is named here.
        timeout: How many seconds an answer may take, or the next piece of a streamed one.
        max_retries: How often a request is sent again that was not answered, or answered with
            a passing error. All tries together have the time of one.
        **options: Further keys of each request, such as `temperature` or `max_tokens`; those of
            a round trip's own come before them.

    Raises:
        ValueError: The provider is none of these and no base URL, or `api_key_env` is no name.
        TypeError: A key is handed in, or messages are among the options.

    Example:
        >>> EndpointModel("ollama", "qwen3")
        EndpointModel('ollama', 'qwen3')
        >>> EndpointModel("https://llm.example.com/v1", "small", api_key_env="GATEWAY_KEY")
        EndpointModel('https://llm.example.com/v1', 'small', api_key_env='GATEWAY_KEY')
    """

    is_simulated = False

    def __init__(
        self,
        provider: str,
        model: str,
        *,
        api_key_env: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 0,
        **options: Any,
    ) -> None:
        for name, reason in _NO_OPTIONS.items():
            if name in options:
                msg = f"EndpointModel takes no {name}: {reason}"
                raise TypeError(msg)
        self.name = model
        self.request_options = options
        """Keys that go into each request."""
        self._server = server_of(provider, api_key_env)
        self._api_key_env = api_key_env
        self._timeout = timeout
        self._max_retries = max_retries
        # A client belongs to the loop that it was first used in.
        self._clients: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncOpenAI]
        self._clients = weakref.WeakKeyDictionary()

    @property
    def base_url(self) -> str:
        """The address that it asks, up to what stands before `/chat/completions`."""
        return self._server.base_url

    async def __call__(self, request: JsonObject) -> JsonObject | AsyncIterator[JsonObject]:
        """Ask the model.

        Args:
            request: The body of a chat completion.

        Returns:
            The chat completion, or its chunks for a request with `"stream": True`.

        Raises:
            MissingExtraError: The openai package is not installed.
            ModelError: The server can't be asked, or answers with an error.
        """
        sdk = _sdk()
        server = self._server
        key = read_key(server.key_variable, server.name)
        asked = Asked(server, self.name, key, self._timeout)
        loop = asyncio.get_running_loop()
        client = self._clients.get(loop)
        if client is None:
            client = self._clients[loop] = sdk.make_client(asked, self._max_retries)
        body = {**self.request_options, **request, "model": self.name}
        answer: JsonObject | AsyncIterator[JsonObject] = await sdk.send(client, body, asked)
        return answer

    async def close(self) -> None:
        """Close the client of the running event loop; it is made anew if it is needed again."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()

    async def __aenter__(self) -> Self:
        """Return the model itself."""
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close it."""
        await self.close()

    def __repr__(self) -> str:
        """Show where it asks for what; of the key, at most where it is kept."""
        variable = f", api_key_env={self._api_key_env!r}" if self._api_key_env else ""
        return f"EndpointModel({self._server.name!r}, {self.name!r}{variable})"


_NO_OPTIONS = {
    "api_key": (
        "a key is read from the environment, so that it is in no notebook; name the variable "
        "with api_key_env"
    ),
    "base_url": "hand it in as the first argument",
    "messages": "they are what a round trip starts with",
    "tools": "they belong to a round trip",
}


_OF_THE_EXTRA = ("anyio", "openai")


def _sdk() -> Any:
    """Load what needs the openai package."""
    try:
        return importlib.import_module("toolnexus.models._openai_client")
    except ImportError as exc:
        if exc.name is None or exc.name.partition(".")[0] not in _OF_THE_EXTRA:
            raise
        msg = (
            "EndpointModel needs the package openai: install the extra `openai` from this "
            "repository, in its folder, with pip install -e '.[openai]'"
        )
        if sys.platform == "emscripten":
            msg = (
                "EndpointModel needs the package openai, which this page in a browser doesn't "
                "have: open the notebook in Jupyter on a machine, or take a SimulatedModel() "
                "here"
            )
        raise MissingExtraError(msg) from exc
