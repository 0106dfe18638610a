"""The whole round trip of a model: the loop, the transcript, the drill."""

from toolnexus._roundtrip._loop import RoundTrip, round_trip, stream_round_trip
from toolnexus._roundtrip._steps import AssistantStep, CallStep, EndStep, Step
from toolnexus._roundtrip._transcript import Transcript

__all__ = [
    "AssistantStep",
    "CallStep",
    "EndStep",
    "RoundTrip",
    "Step",
    "Transcript",
    "round_trip",
    "stream_round_trip",
]
