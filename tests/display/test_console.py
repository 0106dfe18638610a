import io

import pytest
from rich.console import Console

from toolnexus import Toolkit, ToolResult
from toolnexus.display import _console as console_module
from toolnexus.display import console_or_repr, json_console, render_console, render_text


def flat(text):
    return " ".join(text.split())


def test_tool_states_the_same_facts_as_the_html(weather):
    text = render_text(weather)
    assert text.startswith("get_weather(city: str, days: ")
    assert "Current weather and forecast for a city." in text
    for words in (
        "city required",
        "integer 1 to 14",
        '"celsius"',
        "no description",
        "(Station again, as above)",
        "source: native",
    ):
        assert words in flat(text)
    assert flat(text).count("(an estimate: characters / 4)") == 1


def test_lines_fit_and_end_clean(weather, toolkit, refused):
    for obj in (weather, toolkit, refused, ToolResult("x" * 500)):
        for line in render_text(obj).splitlines():
            assert len(line) <= 88
            assert line == line.rstrip()


def test_brackets_and_colons_are_no_markup(make_tool):
    tool = make_tool({}, description="returns list[str] or dict[str, int] :smile: [/]")
    assert "returns list[str] or dict[str, int] :smile: [/]" in render_text(tool)


def test_terminal_never_gets_a_tool_s_control_characters():
    text = render_text(ToolResult("\x1b]0;owned\x07\x1b[2J"))
    assert "\x1b" not in text
    assert r"\x1b]0;owned\x07\x1b[2J" in text


def test_toolkit_counts_what_it_does_not_show(make_tool):
    tool = make_tool({})
    toolkit = Toolkit([tool.replace(name=f"tool_{n}") for n in range(60)])
    text = render_text(toolkit)
    assert text.startswith("60 tools in every request: about")
    assert "tool_49" in text
    assert "tool_51" not in text
    assert "and 10 more tools: toolkit['tool_50'] shows one of them" in text
    assert "toolkit[50:60] tool_50 to tool_59" in text


def test_empty_toolkit_says_so():
    assert render_text(Toolkit([])) == "no tools in this toolkit\n"


def test_refused_call_in_words(refused):
    assert render_text(refused).splitlines() == [
        "error: the arguments don't fit (invalid_arguments)",
        "what the model gets · 88 characters",
        "  get_weather was not run. days: expected an integer from 1 to 14, got the string",
        '  "three".',
        "what Python returned",
        "  nothing: function not entered",
    ]


def test_detail_is_added_only_if_the_model_was_not_told():
    details = [{"path": "days", "message": "told"}, {"path": "city", "message": "withheld"}]
    metadata = {"error": {"kind": "invalid_arguments", "details": details}}
    text = render_text(ToolResult("days: told", is_error=True, metadata=metadata))
    assert "· city: withheld" in text
    assert "· days" not in text


def test_failure_shows_its_traceback(failed):
    text = render_text(failed)
    assert 'File "<cell>", line 2, in tide' in text
    assert "ipykernel" not in text


def test_json_is_printed_as_it_is():
    file = io.StringIO()
    Console(file=file).print(json_console({"x": ["[red]", None, 1.5]}))
    assert file.getvalue().split() == ["{", '"x":', "[", '"[red]",', "null,", "1.5", "]", "}"]


def test_object_prints_itself_in_a_rich_console(weather):
    file = io.StringIO()
    Console(file=file, width=88).print(weather)
    assert [line.rstrip() for line in file.getvalue().splitlines()] == render_text(
        weather
    ).splitlines()


def test_failing_display_falls_back_to_the_plain_repr(weather, monkeypatch):
    def fail(obj):
        raise RuntimeError

    monkeypatch.setattr(console_module, "view_of", fail)
    assert str(console_or_repr(weather)) == repr(weather)


def test_what_has_no_view_is_refused():
    with pytest.raises(TypeError, match="expected a Tool, a Toolkit, a ToolResult, a"):
        render_console("x")
