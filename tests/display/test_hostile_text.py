"""Text of other people and of models is shown; it never becomes markup."""

import json
from html.parser import HTMLParser
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from toolnexus import ToolCall, Toolkit, ToolResult, Transcript, define_tool, to_openai
from toolnexus._roundtrip import AssistantStep, CallStep, EndStep, Replay, ReplayedCall
from toolnexus._visible import visible
from toolnexus.display import compare, provider_shapes, render_html, render_text, show

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</style><script>alert(1)</script>",
    "</code></pre><svg onload=alert(1)>",
    "</details></div></td></tr></table><h1>out</h1>",
    '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    '"><iframe src="javascript:alert(1)">',
    "<a href=javascript:alert(1)>x</a>",
    "<!-- <b>comment</b> -->",
    "<![CDATA[<b>x</b>]]>",
    "<?php echo 1 ?>",
    "&lt;b&gt; &amp; &#60;i&#62; &nbsp;",
    "&#x3c;script&#x3e;",
    "<b",
    "<",
    "{{ 7 * 7 }} {% raw %} {# note #}",
    "${7*7} #{7*7} %s %(x)s {0}",
    "[bold red]list[str][/] [/nothing] [link=x]",
    ":smile: \\[x] [[x]]",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b2J",
    "nul \x00 bell \x07 backspace \x08 delete \x7f",
    "right-to-left \u202e gnp.exe \u2066x\u2069",
    "hidden \U000e0041\U000e0042 \u200b text",
    "half a pair \ud83d",
    "Zürich 日本 👩‍👩‍👧",
    "__proto__",
]

ROOT = ("tn", "mathjax_ignore", "tex2jax_ignore")
TAGS = {
    *("b", "br", "code", "dd", "del", "details", "div", "dl", "dt", "h4", "i", "ins", "li"),
    *("p", "pre", "span", "style", "summary", "table", "tbody", "td", "th", "thead", "tr"),
    *("ul", "wbr"),
}


class Page(HTMLParser):
    """Collects a page's text and complains about whatever the templates didn't write."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.texts = []
        self.open = []
        self.feed(html)
        self.close()
        assert self.open == []
        self.text = "".join(self.texts)

    def handle_starttag(self, tag, attrs):
        assert tag in TAGS
        for name, value in attrs:
            assert name in ("class", "colspan", "align", "open")
            if name == "class":
                assert all(word in ROOT or word.startswith("tn-") for word in value.split())
        if tag == "br":
            self.texts.append("\n")
        elif tag != "wbr":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.texts.append(data)

    def unexpected(self, text):
        pytest.fail(f"not from a template: {text!r}")

    handle_comment = handle_decl = handle_pi = unknown_decl = unexpected


def flat(text):
    return " ".join(text.split())


def schema_of(text):
    return {
        "properties": {
            text: {"type": "string", "description": text, "default": text},
            "choice": {"enum": [text, "b"], "title": text, "description": "x"},
            "fixed": {"const": text},
            "long": {"enum": [text, *range(20)], "x-" + text: text, "examples": [text]},
            "strings": {"type": "array", "items": {"type": "string", "description": text}},
            "named": {"$ref": f"#/$defs/{text.replace('~', '~0').replace('/', '~1')}"},
            "items": {"type": "array", "items": {"type": "object", "properties": {text: {}}}},
            "other": {"anyOf": [{"type": "object", "properties": {text: {"type": "null"}}}]},
        },
        "patternProperties": {"^x": {"description": text}},
        "required": [text],
        "$defs": {text: {"type": "object", "properties": {"inner": {"description": text}}}},
    }


def result_of(text):
    detail = {"path": text, "message": text}
    error = {"kind": text, "type": text, "details": [detail, text, {text: text}]}
    metadata = {"error": error, "traceback": text, "decoded": [text]}
    return ToolResult(text, is_error=True, metadata=metadata, value={text: [text]})


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_in_a_tool_is_shown_as_it_is(text, make_tool):
    tool = make_tool(schema_of(text), description=text, source=text)
    for obj in (tool, Toolkit([tool])):
        shown = flat(Page(render_html(obj)).text)
        # Description, source, name, told, default in its row: that it was counted at all
        # shows that nothing of it went missing.
        assert shown.count(flat(visible(text))) >= 4
        plain = render_text(obj)
        assert "\x1b" not in plain
        plain.encode()


# A docstring with half a character is refused by Python itself.
WRITABLE = [text for text in HOSTILE if "\ud83d" not in text]


@pytest.mark.parametrize("text", WRITABLE, ids=range(len(WRITABLE)))
def test_hostile_text_in_a_function_is_shown_as_it_is(text):
    model = type("Model", (BaseModel,), {"__annotations__": {"x": int}, "__doc__": text})
    model.__name__ = text.replace("\0", "")

    def evil(
        near: model,
        word: Annotated[str, Field(description=text, title=text)] = text,
        one: Literal["a", text] = text,
    ):
        pass

    tool = define_tool(evil, description=text)
    page = Page(render_html(tool)).text
    assert flat(page).count(flat(visible(text))) >= 4
    plain = render_text(tool)
    assert "\x1b" not in plain
    plain.encode()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_in_a_result_is_shown_as_it_is(text):
    result = result_of(text)
    assert flat(Page(render_html(result)).text).count(flat(visible(text))) >= 4
    plain = render_text(result)
    assert "\x1b" not in plain
    plain.encode()


def test_hostile_objects_are_shown_as_they_are():
    class Evil:
        def __repr__(self):
            return "<script>alert(1)</script>\x1b[2J"

    Evil.__name__ = "<b>Evil</b>"
    text = Page(render_html(ToolResult("x", value=Evil()))).text
    assert "<script>alert(1)</script>\\x1b[2J" in text
    assert "<b>Evil</b>" in text


def test_object_whose_repr_fails_is_shown_without_its_address():
    class Broken:
        def __repr__(self):
            raise RuntimeError

    assert "<Broken instance>" in Page(render_html(ToolResult("x", value=Broken()))).text


def test_entry_shown_is_still_json_and_means_the_same(make_tool):
    for text in HOSTILE:
        tool = make_tool(schema_of(text), description=text)
        shown = Page(render_html(tool)).text.partition("to_openai sends")[2]
        assert json.loads(shown) == to_openai([tool])[0]


def transcript_of(text):
    """A transcript with the text wherever there is text."""
    function = {"name": text, "arguments": text}
    entry = {"id": text, "type": text, "function": function}
    message = {"role": "assistant", "content": text, "refusal": text, "tool_calls": [entry]}
    parts = [{"type": "text", "text": text}, {"type": text}]
    opening = [
        {"role": "user", "content": text},
        {"role": text, "content": parts, "tool_calls": [entry]},
    ]
    result = result_of(text)
    told = {"role": "tool", "tool_call_id": text, "content": text}
    steps = []
    for status in ("refused", "failed", "unknown", "not approved", "executed", text):
        call = ToolCall(text, text, json.dumps({text: [text]}))
        received = {**message, "content": parts}
        usage = {"total_tokens": 3, text: 5}
        steps += [
            AssistantStep(
                *(1, 2, received, message, (call, call), (text,), text),
                usage=usage,
            ),
            CallStep(1, call, {text: {text: text}}, status, result, told),
        ]
    steps.append(EndStep(1, "error", text))
    messages = [*opening, message, told]
    return Transcript(messages, steps, options={text: text}, model=text, is_simulated=True)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_in_a_transcript_is_shown_as_it_is(text):
    transcript = transcript_of(text)
    shown = flat(Page(render_html(transcript)).text)
    # Two messages, and of each call its name, what is told and what it was replaced with.
    assert shown.count(flat(visible(text))) >= 2 + 6 * 3
    plain = render_text(transcript)
    assert "\x1b" not in plain
    plain.encode()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_in_a_replay_is_shown_as_it_is(text):
    step = transcript_of(text).calls[0]
    replay = Replay(
        [ReplayedCall(step, verdict, result_of(text), diff)]
        for verdict in ("same", "changed", "now refused", "unknown", "not run", text)
        for diff in ("", f"--- before\n+++ now\n-{text}\n+{text}", text)
    )
    replay = Replay([call for calls in replay.calls for call in calls])
    shown = flat(Page(render_html(replay)).text)
    assert shown.count(flat(visible(text))) >= 18
    plain = render_text(replay)
    assert "\x1b" not in plain
    plain.encode()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_in_what_is_compared_is_shown_as_it_is(text):
    old = {"name": text, "description": f"{text} old", "input_schema": schema_of(text)}
    new = {"name": f"{text}2", "description": f"{text} new", text: text, "input_schema": {}}
    plain = {"name": "a", "description": text, "input_schema": {"title": text}}
    pairs = ((old, new), (new, old), ([old], [plain]), (plain, old), (old, {**old, text: text}))
    for pair in pairs:
        comparison = compare(*pair)
        whole = text.encode("utf-8", "replace").decode()  # half a character isn't JSON
        assert flat(visible(whole))[:40] in flat(Page(render_html(comparison)).text)
        for shown in (render_text(comparison), comparison.summary, repr(comparison)):
            assert "\x1b" not in shown
            shown.encode()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_in_shapes_is_shown_as_it_is(text, make_tool):
    shapes = provider_shapes(make_tool(schema_of(text), description=text))
    shown = flat(Page(render_html(shapes)).text)
    assert shown.count(flat(visible(text))[:20]) >= 8
    for plain in (render_text(shapes), repr(shapes)):
        assert "\x1b" not in plain
        plain.encode()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_in_entries_is_shown_as_it_is(text):
    entries = [
        {"name": text, "description": text, "input_schema": schema_of(text)},
        {"type": text},
        {text: {}},
        {"name": text, "input_schema": text},
        {"type": "function", "function": {"name": text, "description": [text]}},
        {"name": "f", "parameters": {text: {text}}},
        text,
        [text],
    ]
    for shown in (show(entries), show(entries[0]), show({"tools": entries, text: text})):
        page = flat(Page(render_html(shown)).text)
        assert page.count(flat(visible(text))) >= 4
        for plain in (render_text(shown), repr(shown)):
            assert "\x1b" not in plain
            plain.encode()
