"""Secrets are masked wherever they went."""

import json

import pytest

from toolnexus import ScriptedModel, ToolResult, define_tool, round_trip
from toolnexus.panel._secrets import Secrets

KEY = 'se"same\n-7'


@pytest.fixture
def secrets():
    return Secrets.at([("key",), ("in", 0)], {"key": KEY, "in": ["other-key"]})


@pytest.mark.parametrize(
    "text",
    [KEY, json.dumps({"key": KEY}), repr(KEY), f"x{KEY}y{KEY}", "other-key"],
    ids=["plain", "json", "repr", "twice", "the other"],
)
def test_text_has_none_of_them(secrets, text):
    masked = secrets.text(text)
    assert "same" not in masked
    assert "other" not in masked
    assert "••••••••" in masked


def test_result_has_none_of_them(secrets):
    result = ToolResult(
        f"opened with {KEY}",
        metadata={"error": {"details": [{"message": KEY}]}, "n": 3},
        value={"key": KEY, "count": 3},
    )
    masked = secrets.result(result)
    assert "same" not in repr(masked)
    assert (masked.value["count"], masked.metadata["n"]) == (3, 3)


def test_value_that_shows_one_is_left_out(secrets):
    class Vault:
        def __repr__(self):
            return f"Vault({KEY!r})"

    assert secrets.result(ToolResult("x", value=Vault())).value is None
    assert secrets.result(ToolResult("x", value=print)).value is print


def test_value_that_cannot_be_looked_at_is_taken_to_show_one(secrets):
    class Shy:
        def __repr__(self):
            raise RuntimeError

    assert secrets.result(ToolResult("x", value=Shy())).value is None
    assert Secrets().result(ToolResult("x", value=(shy := Shy()))).value is shy


def test_number_can_be_a_secret():
    secrets = Secrets.at([("pin",)], {"pin": 4711})
    assert secrets.json({"pin": 4711, "n": 3}) == {"pin": "••••••••", "n": 3}


def test_short_ones_and_none_change_nothing():
    assert not Secrets.at([("key",)], {"key": "ab"})
    assert Secrets().text("text") == "text"


async def test_transcript_has_none_of_them(secrets):
    def unlock(key: str) -> str:
        """Unlock."""
        return f"unlocked with {key}"

    model = ScriptedModel([("unlock", {"key": KEY}), f"I used {KEY}."])
    transcript = await round_trip("Open", [define_tool(unlock)], model)
    masked = secrets.transcript(transcript)
    assert "same" not in masked.to_json()
    assert masked.answer == "I used ••••••••."
    assert Secrets().transcript(transcript) is transcript
