"""The widgets: a form for the arguments of a tool, and the panel around it.

This is the only package that loads ipywidgets.
"""

from toolnexus.panel._form import ArgumentsForm, FieldError
from toolnexus.panel._panel import ToolPanel

__all__ = ["ArgumentsForm", "FieldError", "ToolPanel"]
