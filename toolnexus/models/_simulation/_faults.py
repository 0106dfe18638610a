"""The mistakes that models and their servers make, by name: what each is, where it was seen.

How they are made is in `_wrong_arguments.py` and `_wrong_messages.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from toolnexus._wording import join, nearest
from toolnexus.models._simulation import _wrong_arguments as arguments
from toolnexus.models._simulation import _wrong_messages as messages
from toolnexus.models._simulation._drafts import Draft, Reply


@dataclass(frozen=True)
class Fault:
    """A mistake that a `SimulatedModel` can make.

    Args:
        id: The kind of mistake, from F01 to F34; several faults may be of one kind.
        what: What the model or its server does, in one sentence.
        source: Where it was reported or seen.
    """

    id: str
    what: str
    source: str


_Maker = Callable[[Draft], Reply | str]
_LLAMA = "seen with a llama.cpp server"
_UNREPORTED = "no report; a variation of others"
_MEASURED = "measured with the openai package"

_ROWS: tuple[tuple[str, str, _Maker, str, str], ...] = (
    # Text that is no JSON.
    ("raw_newline", "F01", arguments.raw_newline,
     "A string among the arguments has a raw line break in it.", "XiaomiMiMo/MiMo-Code#1468"),
    ("bad_escape", "F02", arguments.bad_escape,
     "A string among the arguments has a backslash that escapes nothing.",
     "ml-explore/mlx-lm#899"),
    ("escaped_newlines", "F02", arguments.escaped_newlines,
     r"The arguments have \n outside of strings, where a line break is meant.",
     "OpenHands/software-agent-sdk#2488"),
    ("malformed_json", "F03", arguments.malformed_json,
     "The arguments are nearly JSON: the seed picks one of the next three.",
     "NousResearch/hermes-agent#1796"),
    ("trailing_comma", "F03", arguments.trailing_comma,
     "The arguments end in a comma.", "NousResearch/hermes-agent#1796"),
    ("single_quotes", "F03", arguments.single_quotes,
     "The arguments are a Python dict, in single quotes.", _UNREPORTED),
    ("unquoted_keys", "F03", arguments.unquoted_keys,
     "The names of the arguments are not in quotes.", "NousResearch/hermes-agent#1796"),
    ("truncated", "F04", arguments.truncated,
     "The arguments stop in the middle, at the token limit.", "google/adk-python#6867"),
    # JSON of another shape.
    ("empty_arguments", "F05", arguments.empty_arguments,
     "The arguments are an empty text.", "vllm-project/vllm#19419"),
    ("null_arguments", "F05", arguments.null_arguments,
     "The arguments are null.", "vllm-project/vllm#19419"),
    ("missing_arguments", "F05", arguments.missing_arguments,
     "The key for the arguments is missing.", "vllm-project/vllm#19419"),
    ("whitespace_object", "F06", arguments.whitespace_object,
     "The arguments are full of white space; that is JSON all the same.", _LLAMA),
    ("double_encoded", "F07", arguments.double_encoded,
     "The arguments are JSON text inside a JSON string.", "ollama/ollama#12413"),
    ("stringified_value", "F08", arguments.stringified_value,
     "A list or an object among the arguments is JSON text.", "MoonshotAI/kimi-cli#2513"),
    ("not_an_object", "F09", arguments.not_an_object,
     "The arguments are a list of values without names.", "lsdefine/GenericAgent#746"),
    ("object_arguments", "F10", arguments.object_arguments,
     "The arguments are an object instead of its JSON text.", "Ollama's own interface"),
    # Values that don't fit.
    ("wrong_type", "F11", arguments.wrong_type,
     "A number is sent as text, or a value of another wrong type.", "picoclaw#400"),
    ("null_as_text", "F11", arguments.null_as_text,
     'The text "null" is sent for null.', "picoclaw#400"),
    ("missing_required", "F12", arguments.missing_required,
     "A required argument is missing.", "OpenHands#10048"),
    ("extra_argument", "F13", arguments.extra_argument,
     "An argument is sent that no parameter is there for.", _UNREPORTED),
    ("out_of_range", "F14", arguments.out_of_range,
     "A value is over or under its limit.", "genkit-ai/genkit#2022"),
    ("not_in_enum", "F14", arguments.not_in_enum,
     "A value is not among those that are listed.", "genkit-ai/genkit#2022"),
    # Names.
    ("unknown_tool", "F15", messages.unknown_tool,
     "A tool is called that does not exist.", "craft-ai-agents/craft-agents-oss#449"),
    ("misspelt_name", "F15", messages.misspelt_name,
     "The tool's name is misspelt.", "craft-ai-agents/craft-agents-oss#449"),
    ("prefixed_name", "F16", messages.prefixed_name,
     "The tool's name has a namespace before it.", "OpenHands#10048"),
    ("suffixed_name", "F16", messages.suffixed_name,
     "The tool's name has a namespace before and a count behind it.",
     "OpenHands#10048"),
    ("other_case", "F16", messages.other_case,
     "The tool's name has capitals in other places.", "OpenHands#10048"),
    ("multi_tool_use", "F17", messages.multi_tool_use,
     "Two calls are wrapped in one of multi_tool_use.parallel, which nobody offers.",
     "prefect-archive/ControlFlow#107"),
    # Several calls, and ids.
    ("several_calls", "F18", messages.several_calls,
     "Two calls come in one message, also if parallel_tool_calls is false.",
     "LiveBench/LiveBench#485"),
    ("same_call_twice", "F19", messages.same_call_twice,
     "The same call comes twice, with two ids.", _LLAMA),
    ("missing_id", "F20", messages.missing_id, "The call has no id.", "vercel/ai#7834"),
    ("empty_id", "F20", messages.empty_id, "The call's id is empty.", "camel-ai/camel#3027"),
    ("duplicate_ids", "F21", messages.duplicate_ids,
     "Two calls have the same id.", "cloudwego/eino-ext#652"),
    # Whole messages.
    ("text_with_call", "F22", messages.text_with_call,
     "There is text along with the call.", "vllm-project/vllm#25514"),
    ("call_in_text", "F23", messages.call_in_text,
     "The call is written as text, and nothing is called.", "nugget/thane-ai-agent#21"),
    ("tagged_call_in_text", "F23", messages.tagged_call_in_text,
     "The call is written as text between tags, and nothing is called.", "jundot/omlx#2565"),
    ("legacy_function_call", "F24", messages.legacy_function_call,
     "The call is a function_call, as before there were tool_calls.", "llama-cpp-python"),
    ("finish_reason_stop", "F25", messages.finish_reason_stop,
     "The finish_reason is stop although there is a call.", "vllm-project/vllm#25054"),
    ("empty_reply", "F26", messages.empty_reply,
     "There is neither text nor a call.", _UNREPORTED),
    ("promised_calls", "F26", messages.promised_calls,
     "The finish_reason is tool_calls, and there is no call.", _UNREPORTED),
    # Streams.
    ("stream_no_index", "F27", messages.streamed("no_index"),
     "The pieces of a streamed call have no index.", "openai/openai-python#3246"),
    ("stream_id_once", "F28", messages.streamed("id_once"),
     "The id of a streamed call comes once, and later as null or empty.",
     "sgl-project/sglang#35542"),
    ("stream_name_repeated", "F29", messages.streamed("name_repeated"),
     "Every piece of a streamed call has its id and its name.", "vllm-project/vllm#18412"),
    ("stream_name_split", "F29", messages.streamed("name_split"),
     "The name of a streamed call comes in two pieces.", _MEASURED),
    ("stream_no_id", "F30", messages.streamed("no_id"),
     "A streamed call has no id at all.", "continuedev/continue#13225"),
    ("stream_parallel_no_index", "F31", messages.streamed("parallel_no_index", calls=2),
     "Two streamed calls come whole, each in a chunk, without an index.",
     "brainlid/langchain#620"),
    ("stream_empty_chunks", "F32", messages.streamed("empty_chunks"),
     "A stream has chunks without choices and without anything new.", _MEASURED),
    # Instead of an answer.
    ("tool_use_failed", "F33", messages.tool_use_failed,
     "The server refuses what the model wrote, and answers with an error.",
     "agno-agi/agno#4090"),
    ("refusal", "F34", messages.refusal, "The model declines.", "types of the openai package"),
    ("content_filter", "F34", messages.content_filter,
     "The server's content filter cuts the answer off.", "types of the openai package"),
    ("reasoning", "F34", messages.reasoning,
     "What the model thought comes along with the call.", "Ollama"),
)  # fmt: skip

FAULTS: Mapping[str, Fault] = MappingProxyType(
    {name: Fault(kind, what, source) for name, kind, _, what, source in _ROWS}
)
"""The mistakes a `SimulatedModel` can make, by name."""

_MAKERS: Mapping[str, _Maker] = {name: maker for name, _, maker, _, _ in _ROWS}


def known_faults(names: Iterable[str]) -> list[str]:
    """Return the names as a list; an id such as F03 stands for all faults of its kind.

    Raises:
        ValueError: There is no fault of a name; the message says which are near, and all.
    """
    listed: list[str] = []
    for name in [names] if isinstance(names, str) else names:
        of_kind = [fault for fault, told in FAULTS.items() if told.id == name]
        listed += of_kind or [name]
        if not of_kind and name not in FAULTS:
            near = nearest(str(name), FAULTS)
            hint = f" Did you mean {near}?" if near else ""
            there = join(list(FAULTS), "and", most=len(FAULTS))
            msg = f"There is no fault called {name!r:.80}.{hint} The faults are: {there}."
            raise ValueError(msg)
    return listed


def made(fault: str, draft: Draft) -> Reply | str:
    """Make a mistake.

    Args:
        fault: Its name.
        draft: The message that it is made in.

    Returns:
        The message with the mistake, or in words why it can't be made there.

    Raises:
        ModelError: For `tool_use_failed`.
    """
    return _MAKERS[fault](draft)
