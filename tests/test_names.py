"""Names that a model can call a tool by."""

import re

import pytest

from toolnexus import ToolDefinitionError, define_tool, sanitize

ALLOWED = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@pytest.mark.parametrize(
    ("name", "repaired"),
    [
        ("get_weather", "get_weather"),
        ("calendar.create event", "calendar_create_event"),
        ("a/b:c", "a_b_c"),
        ("größe", "grosse"),
        ("Zürich café", "Zurich_cafe"),
        (" edge ", "edge"),
        ("ends\n", "ends"),
        ("-", "-"),
    ],
)
def test_name_is_repaired_readably(name, repaired):
    assert sanitize(name) == repaired


ODD = [
    "",
    "天気",
    "天気.取得",
    "取得",
    "<lambda>",
    "...",
    "x" * 65,
    "x" * 66,
    "🌊",
    "\ud800",
    "a" * 64 + "!",
]


@pytest.mark.parametrize("name", ODD)
def test_any_text_gives_a_name_that_stays(name):
    repaired = sanitize(name)
    assert ALLOWED.fullmatch(repaired)
    assert sanitize(repaired) == repaired


def test_different_odd_names_stay_different():
    assert len({sanitize(name) for name in ODD}) == len(ODD)


@pytest.mark.parametrize("name", [*ODD, "get weather", "a.b", "ends\n"])
def test_illegal_name_is_refused_with_one_that_would_do(name):
    with pytest.raises(
        ToolDefinitionError, match=re.escape(f"name={sanitize(name)!r} would do")
    ):
        define_tool(lambda: 1, name=name)


def test_long_name_is_cut_in_the_message():
    with pytest.raises(ToolDefinitionError) as caught:
        define_tool(lambda: 1, name="x" * 10_000)
    assert len(str(caught.value)) < 400
    assert "(10000 characters)" in str(caught.value)


def test_longest_name_works():
    assert define_tool(lambda: 1, name="x" * 64).name == "x" * 64
