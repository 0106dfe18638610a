"""The form for a tool's arguments: what is filled in, without widgets, and its controls."""

from toolnexus.panel._form._form import ArgumentsForm
from toolnexus.panel._form._form_schema import FormSchema
from toolnexus.panel._form._state import MASK, FieldError, FormState

__all__ = ["MASK", "ArgumentsForm", "FieldError", "FormSchema", "FormState"]
