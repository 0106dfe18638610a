"""What a check says, whatever it is given."""

import pytest

from toolnexus import course, tool
from toolnexus.course import EXERCISES, Exercise, ExerciseReport, Goal
from toolnexus.display import render_html, render_text


async def looks_at(made):
    yield Goal(met=True, done="it is there", missing="")
    yield Goal(met=len(made) > 3, done="it is long", missing="it is too short: `abc`")


EXERCISE = Exercise(
    "x", "00_quickstart", "Make it long", ("try `abcd`",), "made = 1\n", looks_at
)


@pytest.fixture
def only(monkeypatch):
    monkeypatch.setattr("toolnexus.course._check.EXERCISES", (EXERCISE,))


async def test_report_has_every_goal_in_order(only):
    report = await course.check("x", "abc")
    assert not report.passed
    assert [goal.met for goal in report.goals] == [True, False]
    assert report.missing == ("it is too short: `abc`",)
    assert repr(report) == (
        "Make it long: not there yet\n- done: it is there\n- missing: it is too short: `abc`"
    )


async def test_nothing_missing_is_passed(only):
    report = await course.check("x", "abcd")
    assert report.passed
    assert report.missing == ()
    assert repr(report).startswith("Make it long: done\n")


async def test_whatever_looking_raises_is_told(only):
    report = await course.check("x", 3)
    assert not report.passed
    assert report.missing == (
        "it could not be looked at: TypeError(\"object of type 'int' has no len()\")",
    )


def test_no_goals_are_no_success():
    assert not ExerciseReport(EXERCISE, ()).passed


async def test_unknown_exercise_names_the_near_one():
    with pytest.raises(
        ValueError, match="no exercise 'descibe-unit'; 'describe-unit' was meant"
    ):
        await course.check("descibe-unit", None)


async def test_another_number_of_things_says_how_it_is_checked():
    with pytest.raises(
        ValueError, match=r"course.check\('describe-unit', get_weather\); got 0"
    ):
        await course.check("describe-unit")


async def test_html_folds_hints_and_the_solution_away(only):
    html = render_html(await course.check("x", "abc"))
    assert html.count("<details>") == 2
    assert "hint 1 of 1" in html
    assert "<p>try <code>abcd</code></p>" in html
    assert "show a solution" in html
    assert "1 of 2 goals met" in html


async def test_html_of_what_is_done_has_no_hints(only):
    html = render_html(await course.check("x", "abcd"))
    assert "hint" not in html.partition("</style>")[2]
    assert "one way to do it" in html


async def test_text_says_where_hints_are_and_spoils_nothing(only):
    text = render_text(await course.check("x", "abc"))
    assert "missing  it is too short: abc" in text
    assert "report.exercise.hints" in text
    assert "abcd" not in text
    assert "made = 1" not in text


async def test_hostile_text_is_shown_literally():
    @tool
    def get_weather(city: str, unit: str) -> str:
        """<img src=x onerror=alert(1)>"""
        return city

    hostile = Goal(met=False, done="", missing="<script>`<b>`</script>")
    for made in (get_weather, "<img src=x>"):
        assert "<img" not in render_html(await course.check("describe-unit", made))
    assert "<script>" not in render_html(ExerciseReport(EXERCISE, (hostile,)))


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_every_exercise_has_hints_and_a_solution(exercise):
    assert 1 <= len(exercise.hints) <= 3
    assert all(hint.count("`") % 2 == 0 for hint in exercise.hints)
    compile(exercise.solution, exercise.name, "exec", flags=0x2000)  # top-level await


# Nothing at all, or anything at all: never an exception, always a text.
@pytest.mark.parametrize("made", [None, ..., 3, "text", [], {}, print, object()], ids=repr)
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
async def test_anything_may_be_checked(exercise, made):
    number = exercise.look.__code__.co_argcount
    report = await course.check(exercise.name, *[made] * number)
    assert not report.passed
    assert all(report.missing)
    assert not any("could not be looked at" in text for text in report.missing)


def test_names_are_unique():
    names = [exercise.name for exercise in EXERCISES]
    assert len(names) == len(set(names))
