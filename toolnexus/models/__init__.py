"""Who plays the model's part: a script, a simulation, a real endpoint.

Each is an async callable that takes the body of a chat completion and returns the completion;
a function of that shape will do as well.
"""

from toolnexus.models._history import check_history
from toolnexus.models._protocol import Model
from toolnexus.models._scripted import ScriptedModel

__all__ = ["Model", "ScriptedModel", "check_history"]
