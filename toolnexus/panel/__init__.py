"""The widgets: a form for the arguments of a tool.

This is the only package that loads ipywidgets.
"""

from toolnexus.panel._form import ArgumentsForm
from toolnexus.panel._state import FieldError

__all__ = ["ArgumentsForm", "FieldError"]
