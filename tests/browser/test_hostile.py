"""Hostile text in a live cell, which is trusted: nothing runs, nothing is fetched."""

import re

import pytest

ELSEWHERE = "http://elsewhere.invalid"
HOSTILE = [
    "<script>window.hit = 1; alert(1)</script>",
    "<img src=x onerror='window.hit = 1; alert(1)'>",
    f"<img src={ELSEWHERE}/a.png>",
    "</style></code></pre><svg onload='window.hit = 1; alert(1)'></svg>",
    f"</td></tr></table><link rel=stylesheet href={ELSEWHERE}/b.css>",
    "<iframe srcdoc='<script>parent.hit = 1; parent.alert(1)</script>'></iframe>",
    "\" autofocus tabindex=0 onfocus='window.hit = 1; alert(1)' x=\"",
    f"<style>@import '{ELSEWHERE}/c.css'; * {{ background: url({ELSEWHERE}/d.png) }}</style>",
    "<details open ontoggle='window.hit = 1; alert(1)'>x</details>",
    f"[x](javascript:alert(1)) ![x]({ELSEWHERE}/e.png) $\\href{{javascript:alert(1)}}{{x}}$",
]
FOREIGN = "script, img, svg, link, iframe, style + style, [autofocus], a[href], math, .MathJax"

DEFINE = f"""
import json
from toolnexus import ScriptedModel, Tool, Toolkit, ToolResult, check, drill, round_trip
from toolnexus.display import compare, provider_shapes, show

HOSTILE = {HOSTILE!r}
properties = {{
    text: {{"enum": [text, "b"], "default": text, "description": text}} for text in HOSTILE
}}
inside = {{"type": "object", "properties": properties, "description": "\\n".join(HOSTILE)}}
evil = Tool(
    "evil",
    "\\n".join(HOSTILE),
    {{"type": "object", "properties": {{"inside": inside, **properties}}}},
    HOSTILE[0],
    lambda args: args,
)
calls = [("evil", {{"inside": {{text: text}}}}) for text in HOSTILE]
error = {{"kind": HOSTILE[0], "type": HOSTILE[1], "details": HOSTILE}}
metadata = {{"error": error, "traceback": "\\n".join(HOSTILE)}}
entries = [
    {{"name": text, "description": text, "input_schema": {{"type": text, text: [text]}}}}
    for text in HOSTILE
]
changed = [{{**entry, "description": f"{{entry['name']}} changed"}} for entry in entries]
"""
SHOWN = [
    "evil",
    "Toolkit([evil])",
    "ToolResult('\\n'.join(HOSTILE), is_error=True, value=HOSTILE, metadata=metadata)",
    "await round_trip(HOSTILE[0], [evil], ScriptedModel([calls, '\\n'.join(HOSTILE)]))",
    "check(Toolkit([evil]))",
    "await drill(evil)",
    "provider_shapes(evil)",
    "compare([evil, *entries], [*changed, *HOSTILE])",
    "show([evil, *entries, *HOSTILE])",
]


def trouble(opened, home):
    """Say what came of hostile text in a page."""
    requests = [url for url in opened.requests if not url.startswith((home, "data:", "about:"))]
    return requests, opened.dialogs, opened.page.evaluate("window.hit")


def test_hostile_text_does_nothing_in_a_live_cell(open_notebook, lab):
    notebook = open_notebook([DEFINE, *SHOWN], height=3000)
    displays = notebook.page.locator(".jp-OutputArea-output .tn")
    assert displays.count() == len(SHOWN)
    notebook.fold(notebook.page.locator(".jp-Notebook"), is_open=True)
    assert displays.locator(FOREIGN).count() == 0
    text = " ".join(" ".join(displays.all_inner_texts()).split())
    for hostile in HOSTILE:
        assert text.count(hostile) > 3
    for number in range(len(SHOWN)):
        wrong = notebook.look(displays.nth(number))
        assert [found for found in wrong if not found.startswith("broken word")] == []
    assert trouble(notebook, lab.url) == ([], [], None)


@pytest.mark.parametrize("hostile", HOSTILE[:-1], ids=range(len(HOSTILE) - 1))
def test_trouble_would_be_seen(hostile, new_page):
    opened = new_page()
    with opened.page.expect_event("console", predicate=lambda said: said.text == "done"):
        inside = re.sub(r"^\" ", '<p title="" ', hostile) + ("" if hostile[0] == "<" else '">')
        script = "<script>setTimeout(() => console.log('done'), 50)</script>"
        opened.page.set_content(f"<table><tr><td><pre><code>{inside}</table>{script}")
    found = opened.page.locator(FOREIGN).count()
    assert found or any(trouble(opened, "about:"))
