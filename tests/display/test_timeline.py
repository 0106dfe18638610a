"""Transcripts and replays: a line to follow, with the same facts in HTML, console and text."""

import configparser
import io
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from rich.console import Console

from toolnexus import (
    ModelError,
    ScriptedModel,
    Tool,
    Transcript,
    define_tool,
    replay,
    round_trip,
    stream_round_trip,
)
from toolnexus._roundtrip import CallStep
from toolnexus.display import render_html, render_text
from toolnexus.display._marked_json import marked
from toolnexus.display._text import duration

ROOT = Path(__file__).parents[2]


def still(transcript):
    """The transcript as if each step had taken the same time."""
    steps = [
        replace(step, seconds=0.0021) if hasattr(step, "seconds") else step
        for step in transcript.steps
    ]
    return replace(transcript, steps=tuple(steps))


async def play(script, tools, prompt="hello", **options):
    return still(await round_trip(prompt, tools, ScriptedModel(script), **options))


def text_of(html):
    """What is left where style is stripped and nothing is laid out."""
    without_style = re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", without_style).split())


def flat(text):
    return " ".join(text.split())


def in_order(text, words):
    at = 0
    for part in words:
        assert part in text[at:], f"{part!r} is not in {text[at:]!r}"
        at = text.index(part, at) + len(part)
    return True


@pytest.fixture
def failing() -> Tool:
    def boom(x: int) -> str:
        """Fail."""
        msg = "out of the question"
        raise ValueError(msg)

    return define_tool(boom)


@pytest.fixture
async def corrected(weather) -> Transcript:
    return await play(
        [
            ("get_weather", {"city": "Chennai", "days": "three"}),
            ("get_weather", {"city": "Chennai", "days": 3}),
            "Sunny for three days.",
        ],
        [weather],
        "What's the weather in Chennai?",
    )


def test_transcript_is_followed_from_top_to_bottom(corrected, html_snapshot):
    html = render_html(corrected)
    facts = [
        "you",
        "What&#39;s the weather in Chennai?",
        "model simulated",
        "get_weather call_1_1",
        "{&#34;city&#34;: &#34;Chennai&#34;, &#34;days&#34;:",
        "&#34;three&#34;",
        "parsed · refused: days · function not entered",
        "tool",
        "expected an integer from 1 to 14, got the string",
        "get_weather call_2_1",
        "parsed · valid · executed in 2.1 ms",
        "sunny in Chennai",
        "Sunny for three days.",
        "2 calls, 1 refused · 3 requests, 5 messages sent · about",
        "an estimate: characters / 4 · simulated: no language model was asked",
    ]
    assert in_order(text_of(html), facts)
    assert '<b class="tn-err">&#34;three&#34;</b>' in html
    assert re.findall(r"<dd(?: class=\"tn-rule-(\w+)\")?>", html) == [
        *("", "bad", "bad", "good", "good", ""),
    ]
    assert html == html_snapshot


def test_text_states_the_same_facts(corrected):
    text = render_text(corrected)
    assert text.splitlines()[:4] == [
        "      you  What's the weather in Chennai?",
        "    model  get_weather call_1_1",
        'simulated    {"city": "Chennai", "days": "three"}',
        "           parsed · refused: days · function not entered",
    ]
    assert "parsed · valid · executed in 2.1 ms" in text
    assert flat(text).endswith("simulated: no language model was asked")


async def test_everything_that_can_go_wrong_is_in_words(weather, failing, html_snapshot):
    def approve(call, arguments):
        if arguments.get("days") == 9:
            return "Too far ahead."
        return {"city": "Goa"} if arguments.get("days") == 8 else True

    calls = [
        ("get_weather", {"city": 5, "dayz": 1, "near": {"name": [1]}}),
        ("get_weather", '{"city": "Che'),
        ("get_wether", {}),
        ("boom", {"x": "1"}),
        ("boom", {"x": 1}),
        ("get_weather", {"city": "Goa", "days": 9}),
        ("get_weather", {"city": "Goa", "days": 8}),
        ("get_weather", ""),
    ]
    transcript = await play(
        [calls, ModelError("no such host")], [weather, failing], approve=approve
    )
    html = render_html(transcript)
    text = text_of(html)
    facts = [
        "call 1 of 8 in this message",
        "parsed · refused: city, near.name and dayz · function not entered",
        "refused: not valid JSON · function not entered",
        "unknown: there is no such tool · nothing executed",
        "Did you mean get_weather?",
        "parsed · refused: x · function not entered",
        "parsed · valid · failed: it raised ValueError after 2.1 ms",
        "traceback",
        "not approved · function not entered",
        "The call was not approved: Too far ahead.",
        "approved with other arguments",
        "no arguments: the text is empty",
        "ended without an answer: the model could not be asked: no such host",
        "8 calls, 4 refused, 1 failed, 1 unknown, 1 not approved · 2 requests",
    ]
    assert in_order(text, facts)
    console = flat(render_text(transcript))
    assert in_order(console, [fact for fact in facts if "traceback" not in fact])
    wrong = re.findall(r'<b class="tn-err">(.*?)</b>', html)
    assert wrong == ["5", "&#34;dayz&#34;: 1", "[1]", "&#34;1&#34;"]
    # Where the function stands in this file is no part of the display.
    assert re.sub(r"line \d+", "line 3", html) == html_snapshot


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ([{"content": None}], "the model sent neither text nor a tool call"),
        ([{"content": None, "refusal": "I can't."}], "the model declined"),
        ([("get_weather", {"city": "Goa"})] * 2, "the model still called tools after 2 turns"),
        (
            [{"error": {"message": "quota"}, "choices": []}],
            "the model could not be asked: quota",
        ),
        (
            [{"choices": [{"message": {"content": "cut"}, "finish_reason": "length"}]}],
            "the answer was cut off at the token limit",
        ),
    ],
    ids=["empty", "refusal", "turns", "error", "length"],
)
async def test_end_without_an_answer_says_why(script, words, weather):
    transcript = await play(script, [weather], max_turns=2)
    for text in (text_of(render_html(transcript)), flat(render_text(transcript))):
        assert f"end ended without an answer: {words}" in text
    assert "I can" not in words or "I can&#39;t." in render_html(transcript)


async def test_transcript_under_way_says_what_is_open(weather):
    calls = [("get_weather", {"city": "Goa"}), ("get_weather", {"city": "Pune"})]
    trip = stream_round_trip("hello", [weather], ScriptedModel([calls]))
    assert "it has not ended yet" in render_text(trip.transcript)
    seen = []
    async for step in trip:
        seen.append(render_text(trip.transcript))
        if isinstance(step, CallStep):
            break
    assert seen[0].count("not answered") == 2
    assert seen[1].count("not answered") == 1
    assert "call 2 of 2 in this message" in seen[1]


async def test_prompt_with_messages_of_every_role_is_shown(weather):
    call = {"id": "c1", "function": {"name": "get_weather", "arguments": '{"city": "Goa"}'}}
    prompt = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Look:"}, {"type": "image_url"}]},
        {"role": "user", "content": [{"type": "image_url"}]},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": ""},
        {"role": "user", "content": " \n"},
    ]
    text = flat(render_text(await play(["fine"], [weather], prompt)))
    assert in_order(
        text,
        [
            "developer Be brief.",
            "you Look: note: not shown, for it is no text: image_url",
            'model get_weather c1 {"city": "Goa"}',
            "tool nothing: the text is empty",
            "you nothing but white space",
            "fine",
        ],
    )


async def test_notes_of_a_message_are_shown_once(weather):
    function = {"name": "get_weather", "arguments": {"city": "Goa"}}
    silent = {"content": None, "tool_calls": [{"function": function}] * 2}
    html = render_html(await play([silent, "x"], [weather]))
    assert text_of(html).count("note: arguments came as an object") == 1
    spoken = {**silent, "content": "Let me see."}
    text = text_of(render_html(await play([spoken, "x"], [weather])))
    assert text.count("note: ") == 4
    assert in_order(text, ["Let me see.", "note: ", "call 1 of 2"])


async def test_tokens_are_those_the_server_counted(weather):
    async def model(request):
        message = {"role": "assistant", "content": "fine"}
        usage = {"prompt_tokens": 1200, "completion_tokens": 40, "total_tokens": 1240}
        return {"choices": [{"message": message}], "usage": usage}

    text = text_of(render_html(await round_trip("hello", [weather], model)))
    assert text.endswith(
        "no calls · 1 request, 1 message sent · "
        "1,240 tokens (1,200 in, 40 out) as the server counted"
    )
    assert "simulated" not in text


async def test_tokens_are_estimated_if_nobody_counted():
    async def model(request):
        return {"choices": [{"message": {"role": "assistant", "content": "fine"}}]}

    text = text_of(render_html(await round_trip("x" * 4000, [], model)))
    assert re.search(r"about 1,0\d\d tokens \(an estimate: characters / 4\)$", text)


async def test_long_texts_are_folded_and_cut_with_their_length(weather):
    echo = define_tool(lambda text: text, name="echo")
    transcript = await play(
        [("echo", {"text": "word " * 200_000}), "answer " * 300], [echo], "question " * 300
    )
    html = render_html(transcript)
    assert len(html) < 150_000
    text = text_of(html)
    assert "the first 4,000 of 1,000,012 characters" in text
    assert "the first 20,000 of 1,000,000 characters" in text
    assert text.count("more characters") == 3
    assert html.count("<details>") == 3


async def test_long_transcripts_are_counted_where_they_are_not_shown(weather):
    script = [("get_weather", {"city": f"town {n}"}) for n in range(150)]
    transcript = await play([*script, "done"], [weather], max_turns=200)
    html = render_html(transcript)
    assert html.count("<dt>") == 141
    assert "162 more messages, not shown here" in html
    assert "town 0" in html
    assert "town 149" in html
    assert text_of(html).count("150 calls") == 1


def test_same_transcript_gives_the_same_bytes(corrected):
    assert render_html(corrected) == render_html(corrected)
    read = Transcript.from_json(corrected.to_json())
    assert render_html(read) == render_html(corrected)
    assert render_text(read) == render_text(corrected)


async def test_every_timeline_is_one_element_without_script_and_ids(corrected, weather):
    report = await replay(corrected, [weather.replace(description="x")])
    for obj in (corrected, report, await replay(corrected, [])):
        html = render_html(obj)
        assert html.startswith('<div class="tn ')
        assert html.rstrip().endswith("</div>")
        assert not re.search(r"<script|<svg|<img| id=| style=| on\w+=|0x[0-9a-f]{4}", html)
        assert obj._repr_html_() == html
        file = io.StringIO()
        Console(file=file, width=88).print(obj)
        assert flat(file.getvalue()) == flat(render_text(obj))


def test_notebooks_are_compared_without_times(corrected):
    config = configparser.RawConfigParser()
    config.read(ROOT / "tests" / "nbval-sanitize.cfg", "utf-8")
    rules = [(config[name]["regex"], config[name]["replace"]) for name in config.sections()]

    def sanitized(seconds):
        steps = [
            replace(step, seconds=seconds) if hasattr(step, "seconds") else step
            for step in corrected.steps
        ]
        transcript = replace(corrected, steps=tuple(steps))
        text = f"{render_html(transcript)}{render_text(transcript)}{steps}"
        for regex, replacement in rules:
            text = re.sub(regex, replacement, text)
        return text

    times = (0.0000012, 0.0021, 0.35, 1.26, 75.0, 4000.0, 3e-7)
    assert len({sanitized(seconds) for seconds in times}) == 1


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        *((0.0, "under 0.1 ms"), (0.0001, "0.1 ms"), (0.00994, "9.9 ms"), (0.00996, "10 ms")),
        *((0.9994, "999 ms"), (0.9996, "1.0 s"), (9.94, "9.9 s"), (59.6, "60 s")),
        (4000, "4,000 s"),
    ],
)
def test_durations_read_well(seconds, words):
    assert duration(seconds) == words


# --- replay ----------------------------------------------------------------------------------


async def test_replay_shows_what_has_changed(corrected, html_snapshot):
    def get_weather(city: str) -> str:
        """Current weather."""
        return f"cloudy in {city}"

    lenient = define_tool(lambda city, **_: f"sunny in {city}", name="get_weather")
    report = await replay(corrected, [lenient])
    html = render_html(report)
    assert in_order(
        text_of(html),
        [
            "changed get_weather call_1_1",
            "--- before +++ now",
            "-get_weather was not run.",
            "+sunny in Chennai",
            "same get_weather call_2_1",
            "sunny in Chennai",
            "2 calls, 1 same, 1 changed: something has changed",
        ],
    )
    assert html == html_snapshot
    refused = flat(render_text(await replay(corrected, [define_tool(get_weather)])))
    assert "now refused get_weather call_2_1" in refused
    unknown = flat(render_text(await replay(corrected, [])))
    assert "unknown get_weather" in unknown


async def test_replay_without_changes_says_so(weather):
    transcript = await play(
        [("get_weather", {"city": "Goa"}), "x"], [weather], approve=lambda *_: False
    )
    text = flat(render_text(await replay(transcript, [weather])))
    assert "not run get_weather call_1_1" in text
    assert "it was not approved when it was recorded" in text
    assert "1 call, 1 not run: nothing has changed" in text
    empty = await replay(await play(["x"], []), [])
    assert flat(render_text(empty)) == "0 calls: nothing has changed"


# --- arguments as they were sent -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wrong", "unknown", "expected"),
    [
        ('{"a": 1, "b": {"c": [1, {"d": "x"}]}}', ["b.c[1].d"], [], ['"x"']),
        ('{"a": 1, "b": {"c": [1, 2]}}', ["b"], [], ['{"c": [1, 2]}']),
        ('{"a": [1, 2]}', ["a", "a[0]"], [], ["[1, 2]"]),
        ('{"a": 1, "b": 2}', [], ["b"], ['"b": 2']),
        ('{"a":{"x":1},"b":[2]}', ["b"], ["a"], ['"a":{"x":1}', "[2]"]),
        ('{"unit price": -1.5e3}', ['["unit price"]'], [], ["-1.5e3"]),
        ('{"a\\u0062": true}', ["ab"], [], ["true"]),
        ('{"a": "x\\"}", "b": null}', ["b"], [], ["null"]),
        ('{"a": "two\nlines"}', ["a"], [], ['"two\nlines"']),
        ('{"a": 1, "b": "cut o', ["b", "a"], [], ["1", '"cut o']),
        ('{"a": 1}', ["missing"], [], []),
        ('{"a": 1, "a": 2}', ["a"], [], ["1", "2"]),
        ("[1, 2]", ["[1]"], [], ["2"]),
        ("}}]],,::{{", ["a"], ["b"], []),
        ("", ["a"], [], []),
        ('{"a": "\u202e\x1b"}', ["a"], [], ['"\\u202e\\x1b"']),
    ],
    ids=[
        *("nested", "object", "outermost", "unknown", "both", "quoted", "escaped_name"),
        *("quote", "line_break", "cut", "missing", "twice", "array", "noise", "empty"),
        "invisible",
    ],
)
def test_wrong_values_are_marked_where_they_stand(text, wrong, unknown, expected):
    pieces = marked(text, wrong, unknown)
    assert [piece["text"] for piece in pieces if piece["is_wrong"]] == expected
    if text.isprintable():
        assert "".join(piece["text"] for piece in pieces) == text


def test_marking_is_quick_and_not_deep():
    assert marked("[" * 100_000, ["a"], [])
    assert marked('{"a":' * 50_000, ["a"], [])


@pytest.mark.parametrize(
    ("sent", "read_as"),
    [
        ('"{\\"a\\": 1, \\"b\\": 2}"', '{"a": 1, "b": 2}'),
        ('\ufeff{"a": 1, "b": 2}', '{"a": 1, "b": 2}'),
        ('{"a": 1, "b": 2}', None),
        ('{"a": 1,\n"b": 2}', None),
        ("", None),
        ('{"a": 1', None),
    ],
    ids=["encoded twice", "byte order mark", "plain", "on two lines", "empty", "cut off"],
)
async def test_arguments_are_shown_as_they_were_read_where_the_text_differs(sent, read_as):
    def add(a: int = 0, b: int = 0) -> int:
        """Add two numbers."""
        return a + b

    transcript = await play([("add", sent), "y"], [define_tool(add)])
    for text in (render_text(transcript), unescape(text_of(render_html(transcript)))):
        assert ("read as" in text) is (read_as is not None)
        assert read_as is None or read_as in text.partition("read as")[2]
