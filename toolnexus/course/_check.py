"""Checking an exercise: what a learner made in, a report in words out."""

from __future__ import annotations

import inspect

from toolnexus._wording import names, nearest, without_addresses
from toolnexus.course._exercise import Exercise, ExerciseReport, Goal, NotThereYetError
from toolnexus.course._exercises import EXERCISES


async def check(exercise: str, *made: object) -> ExerciseReport:
    """Look at what was made for an exercise, and say what is still missing.

    Args:
        exercise: The exercise's name, as in the notebook.
        made: What the exercise asks for, in the order that the notebook has.

    Returns:
        The report, which shows itself; `passed` tells whether nothing is missing. Whatever was
        made, looking at it raises nothing.

    Raises:
        ValueError: There is no such exercise, or it takes another number of things.

    Example:
        >>> import asyncio
        >>> from toolnexus import course
        >>> report = asyncio.run(course.check("describe-unit", None))
        >>> report.passed, report.missing
        (False, ('there is no tool here yet: got None; put @tool above the function',))
    """
    found = _exercise(exercise)
    _check_number(found, made)
    goals: list[Goal] = []
    try:
        async for goal in found.look(*made):
            goals.append(goal)  # noqa: PERF401 - those before an exception are kept
    except NotThereYetError as exc:
        goals.append(Goal(met=False, done="", missing=str(exc)))
    except Exception as exc:  # noqa: BLE001 - what a learner made can do anything at all
        what = f"it could not be looked at: {without_addresses(repr(exc))}"
        goals.append(Goal(met=False, done="", missing=what))
    return ExerciseReport(found, tuple(goals))


def _exercise(name: str) -> Exercise:
    by_name = {exercise.name: exercise for exercise in EXERCISES}
    if name in by_name:
        return by_name[name]
    near = nearest(str(name), by_name)
    way_out = f"{near!r} was meant?" if near else f"there are {names(by_name)}."
    msg = f"There is no exercise {name!r}; {way_out}"
    raise ValueError(msg)


def _check_number(exercise: Exercise, made: tuple[object, ...]) -> None:
    wanted = list(inspect.signature(exercise.look).parameters)
    if len(made) != len(wanted):
        call = ", ".join([repr(exercise.name), *wanted])
        msg = f"This exercise is checked with course.check({call}); got {len(made)} things."
        raise ValueError(msg)
