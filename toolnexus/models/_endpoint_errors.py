"""What went wrong between us and a server, in words that say what to do about it."""

from __future__ import annotations

import email.utils
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolnexus.errors import ModelError
from toolnexus.models._keys import Key
from toolnexus.models._presets import Server

_MOST_CHARACTERS = 1000
_UNKNOWN_MODEL = ("model_not_found", "model_not_available", "invalid_model", "model_not_exist")
_NO_QUOTA = ("insufficient_quota", "billing_hard_limit_reached", "credit_limit")


@dataclass(frozen=True)
class Asked:
    """Who was asked, for which model, and with which key.

    Args:
        server: The server.
        model: The model's name there.
        key: The key that was sent; it is taken out of every text.
        timeout: How many seconds an answer may take.
    """

    server: Server
    model: str
    key: Key | None
    timeout: float

    def hide(self, text: str) -> str:
        """Take the key out of a text."""
        return text if self.key is None else self.key.hide(text)


def timed_out(asked: Asked) -> ModelError:
    """Say that no answer came in time."""
    return ModelError(
        f"{asked.server.name} did not answer within {asked.timeout:g} s; give it longer with "
        "timeout=..., or ask for less"
    )


def not_reached(asked: Asked, cause: BaseException | None) -> ModelError:
    """Say that there was no connection, or that it broke."""
    server, reasons = asked.server, list(_causes(cause))
    told = asked.hide("; ".join(dict.fromkeys(filter(None, map(str, reasons)))))
    if _is_refused(reasons):
        start = f"start it with `{server.start}`" if server.start else "start it"
        text = f"nothing answers at {server.base_url}: is the server running? If not, {start}"
        return ModelError(f"{text}; otherwise look at the port.")
    if "getaddrinfo" in told or "name resolution" in told or "not known" in told:
        return ModelError(
            f"the address of {server.base_url} was not found ({told}): is it right, and is "
            "there a network?"
        )
    kind = type(reasons[-1]).__name__ if reasons else "no reason given"
    return ModelError(f"the connection to {server.base_url} failed: {told or kind}")


def not_json(asked: Asked, content: str) -> ModelError:
    """Say that something answered, but with no chat completion."""
    return ModelError(
        f"what answers at {asked.server.base_url} sent no JSON, so no chat completion: is the "
        f"base URL right? It often ends in /v1. It sent: {_cut(asked.hide(content), 200)!r}"
    )


def refused(
    asked: Asked, status: int | None, body: Any, headers: Mapping[str, str] | None = None
) -> ModelError:
    """Say why a server answered with an error.

    Args:
        asked: Who was asked.
        status: The HTTP status; None if the error came inside an answer or a stream.
        body: What the server says of it: a dict with a message, or text.
        headers: The answer's headers, which may tell how long to wait.
    """
    error = body if isinstance(body, dict) else {}
    code = str(error.get("code") or error.get("type") or "")
    if status is None:
        status = int(code) if code.isdecimal() else None
    reason = _cut(asked.hide(_reason(body)), _MOST_CHARACTERS)
    number = f" ({status})" if status else ""
    wait = _seconds_to_wait(headers or {})
    if code == "tool_use_failed" or "failed_generation" in error:
        return ModelError(
            f"{asked.server.name} refused the tool call that the model wrote{number}: {reason}",
            asked.hide(str(error.get("failed_generation") or "")),
        )
    text = f"{_opening(asked, status, code, reason)}{number}: {reason}"
    advice = _advice(asked, status, code, wait)
    return ModelError(f"{text.rstrip('. ')}. {advice}" if advice else text, retry_after=wait)


def _opening(asked: Asked, status: int | None, code: str, reason: str) -> str:
    name = asked.server.name
    if status == 401:
        if not asked.key:
            return f"{name} wants a key, and none was sent"
        return f"{name} refused the key in {asked.server.key_variable}"
    if _is_unknown_model(status, code, reason):
        return f"{name} has no model {asked.model!r}"
    return {
        402: f"{name} wants to be paid first",
        403: f"{name} does not allow this to the key that was sent",
        404: f"{name} did not find what was asked for",
        429: f"{name} has had enough requests for now",
    }.get(
        status or 0,
        f"{name} failed" if status and status >= 500 else f"{name} refused the request",
    )


def _advice(asked: Asked, status: int | None, code: str, wait: float | None) -> str:
    server = asked.server
    if status == 401 and asked.key:
        return f"Put a valid one into {server.key_variable}."
    if status == 401:
        return "Name the environment variable that holds it: api_key_env='...'."
    if status == 404 and server.fetch:
        return f"Fetch it with `{server.fetch} {asked.model}`, or look at `ollama list`."
    if status == 404:
        return f"Look at the model's name and at the base URL, {server.base_url}."
    if code in _NO_QUOTA:
        return "Waiting does not help: the account has nothing left to spend."
    if wait is not None:
        return f"Wait {wait:g} s, then ask again."
    if status == 429:
        return "Wait a little, then ask again; the server does not say how long."
    return ""


def _is_unknown_model(status: int | None, code: str, reason: str) -> bool:
    if code in _UNKNOWN_MODEL:
        return True
    folded = reason.casefold()
    if status == 404:
        return "model" in folded
    return status == 400 and ("not a valid model" in folded or "invalid model" in folded)


def _reason(body: Any) -> str:
    """Find the provider's own reason, also where a gateway passes on another's."""
    if not isinstance(body, dict):
        return str(body or "").strip() or "it gives no reason"
    error = body.get("error", body)
    if not isinstance(error, dict):
        return str(error)
    told = error.get("message") or error.get("detail") or error.get("msg")
    text = told if isinstance(told, str) else json.dumps(told or error, ensure_ascii=False)
    metadata = error.get("metadata")  # OpenRouter: what the provider behind it said
    raw = metadata.get("raw") if isinstance(metadata, dict) else None
    if raw:
        text = f"{text}: {raw if isinstance(raw, str) else json.dumps(raw)}"
    where = error.get("param")
    return f"{text} (at {where})" if isinstance(where, str) and where else text


def _seconds_to_wait(headers: Mapping[str, str]) -> float | None:
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name)
        if not value:
            continue
        try:
            return max(0.0, round(float(value) * unit, 3))
        except ValueError:
            date = email.utils.parsedate_tz(value)
            if date is not None:
                return max(0.0, round(email.utils.mktime_tz(date) - time.time()))
    return None


def _causes(exc: BaseException | None) -> list[BaseException]:
    """List an exception and what led to it, the outermost first."""
    found: list[BaseException] = []
    while exc is not None and exc not in found:
        found.append(exc)
        exc = exc.__cause__ or exc.__context__
    return found


def _is_refused(reasons: list[BaseException]) -> bool:
    return any(
        isinstance(reason, ConnectionRefusedError) or "All connection attempts" in str(reason)
        for reason in reasons
    )


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
