"""Secrets that a person typed, taken out of whatever is kept or shown afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from toolnexus._problems import Path
from toolnexus._roundtrip import Transcript
from toolnexus._schema._paths import replaced, value_at
from toolnexus._tool import Tool
from toolnexus._types import JsonObject, ToolResult
from toolnexus.panel._form._form_schema import mentions_secrets
from toolnexus.panel._form._state import MASK, FormState

_SHORTEST = 3
"""Shorter values can't be told from other text; they are masked only where they were typed."""


class Secrets:
    """The secrets among some arguments.

    Args:
        texts: The secrets, in every way in which a text may have them.

    Example:
        >>> secrets = Secrets.at([("key",)], {"key": "sesame-7"})
        >>> secrets.text("opened with sesame-7")
        'opened with ••••••••'
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = sorted({text for text in texts if len(text) >= _SHORTEST}, key=len)[::-1]

    @classmethod
    def at(cls, paths: Iterable[Path], arguments: JsonObject) -> Secrets:
        """Collect the secrets that stand at some places.

        Args:
            paths: The places, as `ArgumentsForm.secret_paths` gives them.
            arguments: What they are places in.
        """
        return cls(text for path in paths for text in _written(value_at(arguments, path)))

    @classmethod
    def of_call(cls, tool: Tool, arguments: JsonObject) -> Secrets:
        """Collect the secrets among the arguments of one call."""
        if not mentions_secrets(tool.input_schema):
            return cls()
        state = FormState(tool.input_schema)
        state.value = arguments
        return cls.at(state.secret_paths(), arguments)

    def __bool__(self) -> bool:
        return bool(self._texts)

    def __or__(self, other: Secrets) -> Secrets:
        return Secrets([*self._texts, *other._texts])

    def text(self, text: str) -> str:
        """Mask them in a text."""
        for secret in self._texts:
            text = text.replace(secret, MASK)
        return text

    def json(self, value: Any) -> Any:
        """Mask them in all texts of a JSON value."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(key): self.json(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.json(item) for item in value]
        return MASK if str(value) in self._texts else value

    def result(self, result: ToolResult) -> ToolResult:
        """Mask them in a result; a Python value that shows one is left out."""
        if not self:
            return result
        value = result.value
        if self._is_shown_by(value):
            value = self.json(value) if isinstance(value, (str, dict, list)) else None
        metadata: JsonObject | None = self.json(result.metadata)
        return replace(result, output=self.text(result.output), metadata=metadata, value=value)

    def _is_shown_by(self, value: Any) -> bool:
        try:
            shown = repr(value)
        except Exception:  # noqa: BLE001 - what can't be looked at is taken to hold one
            return True
        return self.text(shown) != shown

    def transcript(self, transcript: Transcript) -> Transcript:
        """Mask them in a transcript; the Python values of its results are left out."""
        if not self:
            return transcript
        return Transcript.from_json(json.dumps(self.json(json.loads(transcript.to_json()))))


def masked_at(paths: Iterable[Path], arguments: JsonObject) -> JsonObject:
    """Mask what stands at some places, however short it is.

    Example:
        >>> masked_at([("pin",)], {"pin": "7"})
        {'pin': '••••••••'}
    """
    for path in paths:
        if value_at(arguments, path) != "":
            arguments = replaced(arguments, path, MASK)
    return arguments


def _written(value: Any) -> Iterable[str]:
    """Give the ways in which a secret is written in texts."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return (
        text,
        json.dumps(text)[1:-1],
        json.dumps(text, ensure_ascii=False)[1:-1],
        repr(text)[1:-1],
    )
