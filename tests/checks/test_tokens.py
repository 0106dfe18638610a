import sys
from types import SimpleNamespace

import pytest

from toolnexus import Toolkit, define_tool, to_openai
from toolnexus.checks import _tokens, estimate_tokens


def ping() -> str:
    """Health check."""
    return "pong"


@pytest.fixture(autouse=True)
def _forget():
    _tokens._counter.cache_clear()
    yield
    _tokens._counter.cache_clear()


def test_without_the_extra_four_characters_are_a_token(monkeypatch):
    monkeypatch.setitem(sys.modules, "quicktok", None)
    tool = define_tool(ping)
    one = estimate_tokens(tool)
    assert one == 38
    assert estimate_tokens(to_openai([tool])) == one
    assert estimate_tokens(Toolkit([tool])) == one
    assert estimate_tokens([tool, tool.replace(name="pong")]) == 2 * one
    assert estimate_tokens([]) == 0


def test_with_the_extra_tokens_are_counted(monkeypatch):
    encoding = SimpleNamespace(count=lambda text: text.count("n"))
    counted = SimpleNamespace(get_encoding={"o200k_base": encoding}.__getitem__)
    monkeypatch.setitem(sys.modules, "quicktok", counted)
    assert estimate_tokens(define_tool(ping)) == 8


def test_real_count_is_near_the_rule_of_thumb():
    quicktok = pytest.importorskip("quicktok", reason="needs the extra `tokens`")
    assert quicktok.get_encoding("o200k_base").count("<|endoftext|>") > 1
    assert 20 < estimate_tokens(define_tool(ping)) < 45


def test_half_characters_do_not_stop_the_count():
    assert estimate_tokens([{"name": "f", "description": "\ud800", "parameters": {}}]) > 0
