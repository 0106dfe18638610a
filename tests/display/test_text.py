import pytest

from toolnexus._visible import visible
from toolnexus.display._json import compact, pieces, pretty, size_of
from toolnexus.display._python import repr_of, signature_from, stable_traceback, type_name_of
from toolnexus.display._text import cut, folded, one_line, reflowed


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("windows\r\nline", "windows\nline"),
        ("over\rwritten", r"over\rwritten"),
        ("\x1b[31m", r"\x1b[31m"),
        ("\x9b2J", r"\x9b2J"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("a\u200bb", r"a\u200bb"),
        ("\U000e0041", r"\U000e0041"),
        ("half \ud83d", r"half \ud83d"),
        ("👩‍👩‍👧 नमस्ते é", "👩‍👩‍👧 नमस्ते é"),
    ],
    ids=[
        *("plain", "windows", "return", "escape", "c1", "bidi", "zero_width"),
        *("tag", "surrogate", "joined"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text, shown):
    assert visible(text) == shown


def test_one_line_is_cut_at_its_limit():
    assert one_line("a\n b  c", 10) == "a b c"
    assert one_line("abcdef", 4) == "abc…"
    assert len(one_line("x" * 1_000_000, 50)) == 50


def test_short_rest_is_not_folded_away():
    assert folded("word " * 24, 100) == {
        "shown": ("word " * 24).strip(),
        "hidden": "",
        "more": "",
    }


def test_folding_loses_nothing():
    text = "\n\n".join(f"Paragraph {n} is about something." for n in range(40))
    parts = folded(text, 300)
    assert len(parts["shown"]) <= 300
    assert (parts["shown"] + parts["hidden"]).split() == text.split() or (
        parts["shown"].split() + parts["hidden"].split() == text.split()
    )
    assert parts["more"] == f"{len(parts['hidden']):,} more characters"


@pytest.mark.parametrize(
    ("text", "shown", "note"),
    [
        ("short", "short", ""),
        ("a\nb\nc", "a\nb\nc", ""),
        ("a\nb\nc\nd", "a\nb\nc", "the first 5 of 7 characters"),
        ("x" * 12, "x" * 10, "the first 10 of 12 characters"),
    ],
    ids=["short", "just_fits", "lines", "characters"],
)
def test_cutting_states_the_full_length(text, shown, note):
    assert cut(text, 10, 3) == {"text": shown, "note": note}


def test_sizes_are_called_estimates_and_round_up():
    assert size_of(1) == {"characters": "1 character", "tokens": "about 1 token"}
    assert size_of(4801) == {"characters": "4,801 characters", "tokens": "about 1,201 tokens"}


def test_json_pieces_put_together_are_the_text():
    value = {
        "a": ['x"y\\', "z: 1", -1.5e300, True, None, {}],
        "true": "null",
        "é\u202e": "\x00",
    }
    text = pretty(value)
    assert "".join(piece["text"] for piece in pieces(text)) == text
    kinds = {piece["text"]: piece["kind"] for piece in pieces(text)}
    assert kinds['"true"'] == "key"
    assert kinds['"null"'] == "string"
    assert kinds["null"] == "literal"
    assert kinds["-1.5e+300"] == "number"
    assert "\u202e" not in text
    assert "é" in text


LONG = "it goes on for so long that it was wrapped by its author, at"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{LONG}\nthe margin", f"{LONG} the margin"),
        (f"{LONG} \n{LONG}\nthe margin", f"{LONG} {LONG} the margin"),
        ("short\nlines", "short\nlines"),
        (f"{LONG}.\nnew", f"{LONG}.\nnew"),
        (f"{LONG}:\nnew", f"{LONG}:\nnew"),
        (f"{LONG}\n\nnew", f"{LONG}\n\nnew"),
        (f"{LONG}\n- item", f"{LONG}\n- item"),
        (f"{LONG}\n1. item", f"{LONG}\n1. item"),
        (f"{LONG}\n    code", f"{LONG}\n    code"),
        (f"| {LONG} |\nnew", f"| {LONG} |\nnew"),
    ],
    ids=range(10),
)
def test_only_lines_that_were_wrapped_are_joined(text, shown):
    assert reflowed(text) == shown


def test_cut_json_still_has_its_pieces():
    text = pretty({"a": "long text"})[:-5]
    assert "".join(piece["text"] for piece in pieces(text)) == text


def test_compact_json_is_what_is_counted():
    assert compact({"a": [1, "é"]}) == '{"a":[1,"é"]}'


class Plain:
    pass


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"b": 1, "a": 2}, "{'b': 1, 'a': 2}"),
        ({"z", "a", "m"}, "{'a', 'm', 'z'}"),
        ([[{"z", "a"}]], "[[{'a', 'z'}]]"),
        (frozenset({2, 1}), "frozenset({1, 2})"),
        (None, "None"),
        ("it's", '"it\'s"'),
    ],
    ids=["order", "set", "nested_set", "frozenset", "none", "quotes"],
)
def test_repr_is_the_same_in_every_kernel(value, shown):
    assert repr_of(value) == shown


def test_repr_has_no_address():
    assert " at 0x" in repr(Plain())
    assert " at 0x" not in repr_of([Plain()])
    assert " at 0x" not in repr_of(Plain)


def test_repr_of_endless_values_ends():
    endless = {}
    endless["me"] = endless
    assert len(repr_of(endless)) < 200
    assert len(repr_of(list(range(10**6)))) < 1000
    assert len(repr_of(dict.fromkeys(range(10**6)))) < 1000
    assert len(repr_of("x" * 10**6)) < 3000
    assert len(repr_of(10**4000)) < 3000


def test_type_names():
    assert type_name_of(None) == "None"
    assert type_name_of([]) == "list"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('File "/tmp/ipykernel_12/345.py", line 1', 'File "<cell>", line 1'),
        ('File "/home/me/tools/tide.py", line 1', 'File "tide.py", line 1'),
        ('File "C:\\me\\tide.py", line 1', 'File "tide.py", line 1'),
        ('File "<string>", line 1', 'File "<string>", line 1'),
        ("<Port object at 0x7f00>", "<Port object>"),
    ],
    ids=["cell", "posix", "windows", "string", "address"],
)
def test_traceback_is_the_same_on_every_machine(line, shown):
    assert stable_traceback(line) == shown


@pytest.mark.parametrize(
    ("schema", "signature"),
    [
        ({}, "()"),
        ({"properties": []}, "()"),
        (
            {
                "properties": {
                    "a": {"type": "integer"},
                    "b": {"type": "array", "default": []},
                    "c": {"type": ["string", "null"]},
                    "d": {"type": "object"},
                },
                "required": ["a"],
            },
            "(a: int, b: list = [], c=..., d: dict = ...)",
        ),
    ],
    ids=["none", "malformed", "kinds"],
)
def test_signature_of_a_tool_without_a_function(schema, signature):
    assert signature_from(schema) == signature
