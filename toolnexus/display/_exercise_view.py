"""The view of a checked exercise: what is there, what is missing, and help, folded away."""

from __future__ import annotations

from toolnexus._types import JsonObject
from toolnexus._visible import visible
from toolnexus.course import ExerciseReport
from toolnexus.display._text import cut, one_line


def exercise_view(report: ExerciseReport) -> JsonObject:
    """Make the view of an exercise's report."""
    met = sum(goal.met for goal in report.goals)
    is_counted = not report.passed and len(report.goals) > 1
    hints = () if report.passed else report.exercise.hints
    return {
        "kind": "exercise",
        "passed": report.passed,
        "state": report.state,
        "counts": f"{met} of {len(report.goals)} goals met" if is_counted else "",
        "title": one_line(report.exercise.title, 100),
        "goals": [
            {
                "met": goal.met,
                "state": goal.state,
                "pieces": _pieces(cut(goal.text, 1000, 20)["text"]),
            }
            for goal in report.goals
        ],
        "hints": [
            {"label": f"hint {number} of {len(hints)}", "pieces": _pieces(hint)}
            for number, hint in enumerate(hints, 1)
        ],
        "solution_label": "one way to do it" if report.passed else "show a solution",
        "solution": report.exercise.solution.strip("\n"),
    }


def _pieces(text: str) -> list[JsonObject]:
    """Split a text at its backticks: every second piece is code."""
    parts = visible(text).split("`")
    if len(parts) % 2 == 0:  # one backtick too many: it means nothing
        parts = [visible(text)]
    return [
        {"text": part, "is_code": number % 2 == 1} for number, part in enumerate(parts) if part
    ]
