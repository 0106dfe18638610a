"""Where the servers that play a model's part are, and which variable holds the key of each."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from toolnexus._wording import join, nearest

_PATH = "/chat/completions"
# Upper case only, as variables are named: a key that was put here by mistake is no such name.
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*")


@dataclass(frozen=True)
class Server:
    """A server that answers chat completions.

    Args:
        name: What it is called in messages: a preset's name, or its address.
        base_url: Its address, up to what stands before `/chat/completions`.
        key_variable: The environment variable that holds the key; empty if it takes none.
        start: The command that starts it on one's own machine.
        fetch: The command, but for the model's name, that brings it a model.
    """

    name: str
    base_url: str
    key_variable: str = ""
    start: str = ""
    fetch: str = ""

    @property
    def is_local(self) -> bool:
        """Tell whether it runs on this machine."""
        return is_loopback(urlsplit(self.base_url).hostname or "")


PRESETS = {
    server.name: server
    for server in (
        Server("openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
        Server("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        Server("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
        Server("together", "https://api.together.ai/v1", "TOGETHER_API_KEY"),
        Server(
            "ollama",
            "http://localhost:11434/v1",
            start="ollama serve",
            fetch="ollama pull",
        ),
    )
}
"""The servers that have a name here; any other is given by its address."""


def server_of(given: str, key_variable: str | None) -> Server:
    """Find the server that is meant.

    Args:
        given: The name of a preset, or a base URL.
        key_variable: The variable that holds the key; None for the preset's own.

    Raises:
        ValueError: It is neither, or the variable's name is none.

    Example:
        >>> server_of("groq", None).key_variable
        'GROQ_API_KEY'
        >>> server_of("http://127.0.0.1:8000/v1/", None).name
        'http://127.0.0.1:8000/v1'
    """
    found = PRESETS.get(given)
    server = found or Server(_checked_url(given), _checked_url(given))
    if key_variable is None:
        return server
    if not _VARIABLE.fullmatch(key_variable):
        msg = (  # without what was given: it may be a key
            "api_key_env is the name of the environment variable that holds the key, in "
            "capital letters, such as OPENAI_API_KEY; what was given is no such name. A key "
            "itself is never handed in."
        )
        raise ValueError(msg)
    return Server(server.name, server.base_url, key_variable, server.start, server.fetch)


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine.

    Example:
        >>> is_loopback("localhost"), is_loopback("::1"), is_loopback("api.openai.com")
        (True, True, False)
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _checked_url(given: str) -> str:
    parts = _split(given)
    if "@" in parts.netloc or parts.query or parts.fragment:
        msg = (  # without what was given: it may hold a key
            "a base URL ends with its path, such as https://example.com/v1, and holds neither "
            "user, password nor query; name the variable with the key as api_key_env"
        )
        raise ValueError(msg)
    path = parts.path.rstrip("/")
    if path.endswith(_PATH):
        msg = (
            f"the base URL ends before {_PATH}, which is put behind it; write "
            f"{given.rstrip('/').removesuffix(_PATH)!r}"
        )
        raise ValueError(msg)
    return f"{parts.scheme}://{parts.netloc}{path}"


def _split(given: str) -> SplitResult:
    try:
        parts = urlsplit(given)
        is_url = parts.scheme in ("http", "https") and bool(parts.hostname)
        _ = parts.port  # raises if it is no number
    except ValueError:
        is_url = False
    if is_url:
        return parts
    near = nearest(given, PRESETS) if "/" not in given else None
    hint = f"; did you mean {near!r}?" if near else ""
    msg = (
        f"expected {join(list(PRESETS), 'or')}, or a base URL that starts with https:// or "
        f"http://, got {given!r:.80}{hint}"
    )
    raise ValueError(msg)
