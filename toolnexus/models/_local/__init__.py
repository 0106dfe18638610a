"""A real model on the person's own machine, in a process of its own."""

from toolnexus.models._local._model import LocalModel

__all__ = ["LocalModel"]
