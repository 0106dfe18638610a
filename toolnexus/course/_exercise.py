"""An exercise and what came of checking it, as plain values."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from toolnexus._repr import Displayed


class NotThereYetError(Exception):
    """Ends a check early: without this, there is nothing more to look at.

    Its text says what is missing. Only the checks raise it, and `check` catches it.
    """


@dataclass(frozen=True)
class Goal:
    """One thing that an exercise wants.

    Args:
        met: Whether it is there.
        done: What is there then.
        missing: What is missing otherwise, and which way to look for it.
    """

    met: bool
    done: str
    missing: str

    @property
    def state(self) -> str:
        """Whether it is there, in a word."""
        return "done" if self.met else "missing"

    @property
    def text(self) -> str:
        """What there is to say now."""
        return self.done if self.met else self.missing


Look = Callable[..., AsyncIterator[Goal]]
"""Takes what a learner made, and yields the goals one by one."""


@dataclass(frozen=True)
class Exercise:
    """An exercise of the course.

    Args:
        name: What `check` and the tag of the learner's cell call it.
        notebook: The notebook that it stands in, without its ending.
        title: Its heading there.
        hints: Up to three, each telling more than the one before.
        solution: One way to do it: the code of the learner's cell.
        look: Looks at what the learner made.
    """

    name: str
    notebook: str
    title: str
    hints: tuple[str, ...]
    solution: str
    look: Look = field(repr=False, compare=False)


@dataclass(frozen=True, repr=False)
class ExerciseReport(Displayed):
    """What is there and what is still missing.

    Args:
        exercise: The exercise that was checked.
        goals: What it wants, in the order in which to go about it.
    """

    exercise: Exercise
    goals: tuple[Goal, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is missing."""
        return bool(self.goals) and all(goal.met for goal in self.goals)

    @property
    def state(self) -> str:
        """The same in words."""
        return "done" if self.passed else "not there yet"

    @property
    def missing(self) -> tuple[str, ...]:
        """What is missing, in words."""
        return tuple(goal.missing for goal in self.goals if not goal.met)

    def __repr__(self) -> str:
        """Say the same in lines of text."""
        lines = [f"- {goal.state}: {goal.text}" for goal in self.goals]
        return "\n".join([f"{self.exercise.title}: {self.state}", *lines])
