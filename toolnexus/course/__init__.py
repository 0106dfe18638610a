"""The exercises of the notebooks: what is to be made, hints, solutions, and the checks.

What the notebooks themselves say is in the notebooks. A check looks at what a learner made and
says what is still missing; what a report looks like is in `toolnexus.display`.
"""

from toolnexus.course._check import check
from toolnexus.course._exercise import Exercise, ExerciseReport, Goal
from toolnexus.course._exercises import EXERCISES
from toolnexus.course._solutions import with_solutions

__all__ = ["EXERCISES", "Exercise", "ExerciseReport", "Goal", "check", "with_solutions"]
