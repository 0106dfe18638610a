"""Who plays the model's part: a script, a simulation, a real endpoint.

Each is an async callable that takes the body of a chat completion and returns the completion;
a function of that shape will do as well.
"""

from toolnexus.models._endpoint import EndpointModel
from toolnexus.models._history import check_history
from toolnexus.models._local import LocalModel
from toolnexus.models._protocol import Model
from toolnexus.models._sample import sample_arguments
from toolnexus.models._scripted import ScriptedModel
from toolnexus.models._simulation import FAULTS, Fault, SimulatedModel

__all__ = [
    "FAULTS",
    "EndpointModel",
    "Fault",
    "LocalModel",
    "Model",
    "ScriptedModel",
    "SimulatedModel",
    "check_history",
    "sample_arguments",
]
