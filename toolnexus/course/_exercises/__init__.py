"""One file for each exercise, and their order in the course."""

from toolnexus.course._exercise import Exercise
from toolnexus.course._exercises._describe_unit import DESCRIBE_UNIT

EXERCISES: tuple[Exercise, ...] = (DESCRIBE_UNIT,)
"""All exercises, in the order of the notebooks and from top to bottom in each."""
