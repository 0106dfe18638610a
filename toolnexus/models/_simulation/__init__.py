"""The simulated model: chooses, fills in, makes mistakes on request, reads what comes back.

conversation, choosing -> mentions -> filling -> drafts -> wrong_* -> reactions -> model
"""

from toolnexus.models._simulation._faults import FAULTS, Fault
from toolnexus.models._simulation._model import SimulatedModel

__all__ = ["FAULTS", "Fault", "SimulatedModel"]
