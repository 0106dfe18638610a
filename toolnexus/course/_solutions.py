"""A notebook of the course with its exercises solved, as a teacher wants it."""

from __future__ import annotations

from copy import deepcopy

from toolnexus._types import JsonObject
from toolnexus.course._exercises import EXERCISES

TAG = "exercise:"
"""Begins the tag of a cell that a learner completes; the exercise's name follows."""


def with_solutions(notebook: JsonObject) -> JsonObject:
    """Fill in the solutions of a notebook's exercises.

    Args:
        notebook: A notebook as its file has it.

    Returns:
        A copy in which the cells to complete hold their solutions, and no code cell has an
        output, since what is stored there came of the cells as they were.

    Example:
        >>> cell = {"cell_type": "code", "metadata": {"tags": ["exercise:describe-unit"]}}
        >>> solved = with_solutions({"cells": [{**cell, "source": "...", "outputs": []}]})
        >>> "unit: Scale of the temperatures" in solved["cells"][0]["source"]
        True
    """
    solutions = {f"{TAG}{exercise.name}": exercise.solution for exercise in EXERCISES}
    solved = deepcopy(notebook)
    for cell in solved["cells"]:
        if cell["cell_type"] != "code":
            continue
        cell |= {"outputs": [], "execution_count": None}
        for tag in cell["metadata"].get("tags", ()):
            if tag in solutions:
                cell["source"] = solutions[tag]
    return solved
