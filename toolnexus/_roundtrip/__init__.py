"""The whole round trip of a model: the loop, the transcript, the drill."""

from toolnexus._roundtrip._drill import drill
from toolnexus._roundtrip._drill_report import DrillFinding, DrillReport, DrillRow
from toolnexus._roundtrip._loop import round_trip, stream_round_trip
from toolnexus._roundtrip._replay import Replay, ReplayedCall, replay
from toolnexus._roundtrip._steps import AssistantStep, CallStep, EndStep, Step
from toolnexus._roundtrip._transcript import Transcript
from toolnexus._roundtrip._trip import RoundTrip

__all__ = [
    "AssistantStep",
    "CallStep",
    "DrillFinding",
    "DrillReport",
    "DrillRow",
    "EndStep",
    "Replay",
    "ReplayedCall",
    "RoundTrip",
    "Step",
    "Transcript",
    "drill",
    "replay",
    "round_trip",
    "stream_round_trip",
]
