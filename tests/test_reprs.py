"""Every public object has a repr that is the same in every kernel: without an address."""

import asyncio
import importlib
import inspect

import pytest

import toolnexus
from toolnexus import (
    CancelSignal,
    EndpointModel,
    ModelError,
    RoundTrip,
    ScriptedModel,
    SimulatedModel,
    Tool,
    ToolCall,
    ToolContext,
    Toolkit,
    ToolResult,
    check,
    define_tool,
    drill,
    read_model_output,
    replay,
    round_trip,
)
from toolnexus._wording import has_address
from toolnexus.display import compare, provider_shapes, show
from toolnexus.models import FAULTS, LocalModel

MODULES = (
    "toolnexus",
    *(f"toolnexus.{n}" for n in ("adapters", "checks", "models", "display")),
)


class Anonymous:
    """What Python writes with an address."""


def tide(port, when=None):
    return Anonymous()


def a_local_model():
    """Make one without its package and weights, which a test has no use for."""
    model = object.__new__(LocalModel)
    model.name = "some-model"
    return model


TOOL = define_tool(tide)
BARE = Tool("bare", "", {}, execute=tide)
MODEL = SimulatedModel(seed=1)
TRANSCRIPT = asyncio.run(round_trip("When is the tide in Kiel?", [TOOL], MODEL))
REPORT = asyncio.run(drill(TOOL))

WORDY = TOOL.replace(description="When the tide comes in.")
COMPARISON = compare(TOOL, WORDY)
SHAPES = provider_shapes(define_tool(tide, input_schema={"properties": {"port": {"const": 1}}}))

MADE_UP = """<tool_call>{"name": "tide", "arguments": {'port': "Kiel"}}</tool_call>"""

MADE = {
    "Change": list(COMPARISON.changes),
    "Comparison": [COMPARISON],
    "Entries": [show([TOOL]), show([])],
    "ProviderShapes": [SHAPES],
    "Shape": list(SHAPES),
    "ShapeChange": [change for shape in SHAPES for change in shape.changes],
    "CancelSignal": [CancelSignal()],
    "DrillReport": [REPORT, *REPORT.rows, *REPORT.findings],
    "EndpointModel": [EndpointModel("ollama", "some-model", default=Anonymous())],
    "Fault": list(FAULTS.values()),
    "Finding": list(check([TOOL, BARE])),
    "Findings": [check([TOOL, BARE]), check([])],
    "LocalModel": [a_local_model()],
    "ModelError": [ModelError("busy", retry_after=1.0)],
    "ModelOutput": [(read := read_model_output(MADE_UP, [TOOL])), *read.calls, *read.notes],
    "Replay": [(again := asyncio.run(replay(TRANSCRIPT, [TOOL]))), *again.calls],
    "RoundTrip": [RoundTrip("When?", [TOOL], MODEL)],
    "ScriptedModel": [ScriptedModel(["Fine.", tide])],
    "SimulatedModel": [MODEL],
    "Tool": [TOOL, BARE],
    "ToolCall": [ToolCall("call_1", "tide", "{}")],
    "ToolContext": [ToolContext(on_progress=tide), ToolContext()],
    "ToolResult": [ToolResult("x", value=Anonymous(), metadata={"a": Anonymous()})],
    "Toolkit": [Toolkit([TOOL, BARE]), Toolkit()],
    "Transcript": [TRANSCRIPT, *TRANSCRIPT.steps],
}


def public_classes():
    for name in MODULES:
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", ()):
            kind = getattr(module, public)
            if inspect.isclass(kind) and not getattr(kind, "_is_protocol", False):
                yield public, kind


CLASSES = dict(public_classes())


@pytest.mark.parametrize("name", CLASSES)
def test_repr_has_no_address(name):
    kind = CLASSES[name]
    is_plain_error = issubclass(kind, BaseException) and name not in MADE
    assert is_plain_error or name in MADE, "make one of it above"
    objects = [kind("a text")] if is_plain_error else MADE[name]
    assert any(type(obj) is kind for obj in objects)
    for obj in objects:
        assert repr(obj)
        assert not has_address(repr(obj)), repr(obj)


def test_classes_are_found():
    # A walk that finds nothing proves nothing.
    assert {"Tool", "Finding", "Fault", "ToolnexusError"} <= CLASSES.keys()
    assert has_address(repr(Anonymous()))
    assert toolnexus.Tool in CLASSES.values()
