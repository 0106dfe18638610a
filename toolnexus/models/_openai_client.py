"""The official openai package: one request out, plain dicts in. Loaded on first use.

The body goes out as it is, and the answer comes back as it is: the package's own types would
drop what they don't know.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Awaitable
from typing import Any, TypeVar

import anyio  # which the openai package is made with
import openai

from toolnexus._types import JsonObject
from toolnexus.errors import ModelError
from toolnexus.models._endpoint_errors import Asked, not_json, not_reached, refused, timed_out
from toolnexus.models._key_in_stream import KeyInStream

_PATH = "/chat/completions"
_OF_OPENAI = ("OpenAI-Organization", "OpenAI-Project")
T = TypeVar("T")


def make_client(asked: Asked, max_retries: int) -> openai.AsyncOpenAI:
    """Make a client for one event loop.

    It holds no key, which goes with each request, and it keeps no connection open, so that
    nothing is left behind by a loop that is over.
    """
    limits = type(openai.DEFAULT_CONNECTION_LIMITS)(max_keepalive_connections=0)
    http_client = openai.DefaultAsyncHttpxClient(
        limits=limits,
        trust_env=not asked.server.is_local,  # a proxy doesn't reach this machine
    )
    return openai.AsyncOpenAI(
        api_key="sent with each request",
        base_url=asked.server.base_url,
        timeout=asked.timeout,
        max_retries=max_retries,
        http_client=http_client,
    )


async def send(
    client: openai.AsyncOpenAI, request: JsonObject, asked: Asked
) -> JsonObject | AsyncIterator[JsonObject]:
    """Send a request, and take in its answer: a completion, or the chunks of one.

    Raises:
        ModelError: There is no answer, or it is an error.
    """
    if request.get("stream"):
        return await _stream(client, request, asked)
    answer = await _told(_post(client, request, asked), asked)
    return _completion(answer, asked)


async def _post(client: openai.AsyncOpenAI, request: JsonObject, asked: Asked) -> object:
    return await client.post(
        _PATH, cast_to=object, body=request, options={"headers": _headers(asked)}
    )


async def _stream(
    client: openai.AsyncOpenAI, request: JsonObject, asked: Asked
) -> JsonObject | AsyncIterator[JsonObject]:
    opening = client.post(
        _PATH,
        cast_to=object,
        body=request,
        options={"headers": _headers(asked)},
        stream=True,
        stream_cls=openai.AsyncStream[object],
    )
    stream = await _told(opening, asked)
    kind = stream.response.headers.get("content-type", "")
    if "event-stream" in kind or not kind:
        return _chunks(stream, asked)
    # It doesn't stream, though it was asked to.
    content = await _told(stream.response.aread(), asked)
    await stream.close()
    try:
        answer = json.loads(content)
    except ValueError:
        answer = content.decode(errors="replace")
    return _completion(answer, asked)


async def _chunks(
    stream: openai.AsyncStream[object], asked: Asked
) -> AsyncIterator[JsonObject]:
    answer = KeyInStream(asked.key)
    try:
        while True:
            try:
                chunk = await _told(anext(stream), asked)
            except StopAsyncIteration:
                break
            if isinstance(chunk, dict):
                yield answer.hidden(chunk)
        for chunk in answer.rest():
            yield chunk
    finally:  # also when whoever reads it is cancelled, or has read enough
        await stream.close()


def _completion(answer: object, asked: Asked) -> JsonObject:
    if not isinstance(answer, dict):
        raise not_json(asked, answer if isinstance(answer, str) else json.dumps(answer))
    if answer.get("error") and not answer.get("choices"):  # some say so with status 200
        raise refused(asked, None, answer["error"])
    plain: JsonObject = answer if asked.key is None else asked.key.hide_in(answer)
    return plain


async def _told(answer: Awaitable[T], asked: Asked) -> T:
    """Wait for an answer; what goes wrong becomes a ModelError.

    The exceptions of the package are not chained to it: they hold the request, with its key,
    and the provider's text, which may quote the key.
    """
    error: ModelError
    try:
        # Not asyncio.wait_for: up to Python 3.11 it can lose a cancellation.
        with anyio.fail_after(asked.timeout):
            return await answer
    except (TimeoutError, openai.APITimeoutError):
        error = timed_out(asked)
    except openai.APIStatusError as exc:
        error = refused(asked, exc.status_code, exc.body or exc.message, exc.response.headers)
    except openai.APIConnectionError as exc:
        error = not_reached(asked, exc.__cause__)
    except openai.APIError as exc:  # inside a stream
        error = refused(asked, None, exc.body or exc.message)
    except json.JSONDecodeError as exc:
        error = not_json(asked, exc.doc)
    except openai.OpenAIError as exc:
        error = ModelError(asked.hide(str(exc)))
    except (TypeError, ValueError) as exc:  # it is no JSON, mostly
        error = ModelError(f"the request can't be sent: {asked.hide(str(exc))}")
    raise error


def _headers(asked: Asked) -> dict[str, Any]:
    """Write the headers; what is meant for OpenAI alone goes to nobody else."""
    key = asked.key
    headers: dict[str, Any] = {"Authorization": key.header() if key else openai.Omit()}
    if asked.server.name != "openai":
        set_for_openai = os.environ.get("OPENAI_CUSTOM_HEADERS", "").splitlines()
        names = [line.partition(":")[0].strip() for line in set_for_openai if ":" in line]
        headers = {**{name: openai.Omit() for name in (*_OF_OPENAI, *names)}, **headers}
    return headers
