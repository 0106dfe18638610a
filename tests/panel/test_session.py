"""What a panel is about, without widgets."""

import pytest

from toolnexus import DuplicateToolError, SimulatedModel, Toolkit, define_tool
from toolnexus.panel._runs import executed
from toolnexus.panel._session import Session


def get_weather(city: str) -> str:
    """Current weather for a city."""
    return f"sunny in {city}"


def find_hotel(city: str) -> str:
    """Hotels and INNS in a city."""
    return f"Grand {city}"


TOOLS = [define_tool(get_weather), define_tool(find_hotel)]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["get_weather", "find_hotel"]),
        ("  ", ["get_weather", "find_hotel"]),
        ("CITY", ["get_weather", "find_hotel"]),
        ("inns city", ["find_hotel"]),
        ("weather", ["get_weather"]),
        ("weather inns", []),
        ("[", []),
    ],
)
def test_search_wants_every_word_in_name_or_description(query, names):
    assert [tool.name for tool in Session(TOOLS).found(query)] == names


def test_toolkit_is_the_toolkit_itself():
    toolkit = Toolkit(TOOLS)
    assert Session(toolkit).toolkit is toolkit
    assert Session(TOOLS[0]).toolkit.tools() == TOOLS[:1]


def test_tools_are_tools_and_have_names_of_their_own():
    with pytest.raises(TypeError, match="a ToolPanel takes tools, got the function"):
        Session([get_weather])
    with pytest.raises(DuplicateToolError):
        Session([TOOLS[0], TOOLS[0]])


async def mine(request):
    """Answer nothing."""


@pytest.mark.parametrize(
    ("models", "names"),
    [
        (mine, ["mine"]),
        ([mine, mine], ["mine", "mine'"]),
        ({"mine": mine}, ["mine"]),
        (SimulatedModel(name="other"), ["other"]),
        ((), []),
    ],
    ids=["one", "two", "named", "object", "none"],
)
def test_models_have_names(models, names):
    assert list(Session(TOOLS, models).models) == names


@pytest.mark.parametrize("models", [3, [3], {"three": 3}])
def test_what_is_no_model_is_refused(models):
    with pytest.raises(TypeError, match="models are async functions of a request"):
        Session(TOOLS, models)


async def test_runs_are_kept_and_the_one_before_is_found():
    session = Session(TOOLS)
    heard = []
    session.on_run(lambda: heard.append(len(session.runs)))
    for tool, city in [(0, "Rome"), (1, "Rome"), (0, "Oslo")]:
        arguments = {"city": city}
        result = await TOOLS[tool].execute(arguments)
        session.keep(executed(session.next_number(), TOOLS[tool], arguments, result))
    first, second, third = session.runs
    assert heard == [1, 2, 3]
    assert [run.number for run in session.runs] == [1, 2, 3]
    assert (session.before(first), session.before(second)) == (None, None)
    assert session.before(third) is first


async def test_oldest_runs_are_forgotten():
    session = Session(TOOLS)
    result = await TOOLS[0].execute({"city": "Rome"})
    for _ in range(205):
        session.keep(executed(session.next_number(), TOOLS[0], {"city": "Rome"}, result))
    assert [session.runs[0].number, session.runs[-1].number] == [6, 205]
