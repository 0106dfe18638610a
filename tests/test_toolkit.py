"""An ordered set of tools, by name."""

import pytest

from toolnexus import DuplicateToolError, Toolkit, UnknownToolError, define_tool


def get_weather(city: str) -> str:
    """Current weather."""
    return f"sunny in {city}"


def get_time() -> str:
    """Current time."""
    return "noon"


@pytest.fixture
def toolkit():
    return Toolkit([define_tool(get_weather), define_tool(get_time)])


def test_it_is_an_ordered_collection(toolkit):
    assert [tool.name for tool in toolkit] == ["get_weather", "get_time"]
    assert [tool.name for tool in toolkit.tools()] == ["get_weather", "get_time"]
    assert len(toolkit) == 2
    assert "get_time" in toolkit
    assert toolkit["get_time"] in toolkit
    assert "gone" not in toolkit
    assert define_tool(get_time) not in toolkit
    assert toolkit.get("get_time") is toolkit["get_time"]
    assert toolkit.get("gone") is None
    assert [entry["function"]["name"] for entry in toolkit.to_openai()] == [
        "get_weather",
        "get_time",
    ]


def test_slice_is_a_toolkit_of_its_own(toolkit):
    some = toolkit[1:]
    assert isinstance(some, Toolkit)
    assert [tool.name for tool in some] == ["get_time"]
    some.register(define_tool(get_weather))
    assert [tool.name for tool in toolkit] == ["get_weather", "get_time"]
    assert [tool.name for tool in toolkit[::-1]] == ["get_time", "get_weather"]
    assert len(toolkit[5:9]) == 0
    with pytest.raises(UnknownToolError, match="There is no tool called 1"):
        toolkit[1]


def test_the_list_of_tools_is_a_copy(toolkit):
    toolkit.tools().clear()
    assert len(toolkit) == 2


def test_taken_name_is_refused_unless_replaced_on_purpose(toolkit):
    other = define_tool(lambda: "midnight", name="get_time")
    with pytest.raises(DuplicateToolError, match=r"'get_time' already.*replace=True"):
        toolkit.register(other)
    toolkit.register(other, replace=True)
    assert [tool.name for tool in toolkit] == ["get_weather", "get_time"]
    assert toolkit["get_time"] is other


def test_a_failed_registration_changes_nothing(toolkit):
    new = define_tool(lambda: 1, name="new")
    with pytest.raises(DuplicateToolError):
        toolkit.register(new, new)
    with pytest.raises(TypeError, match="a Toolkit takes tools, got the function 'get_time'"):
        toolkit.register(new, get_time)
    assert "new" not in toolkit


async def test_execute_by_name(toolkit):
    assert (await toolkit.execute("get_weather", '{"city": "Rome"}')).output == "sunny in Rome"
    assert (await toolkit.execute("get_time")).output == "noon"
    assert (await toolkit.execute("get_weather", {})).is_error


async def test_unknown_name_names_the_nearest_and_all(toolkit):
    result = await toolkit.execute("get_wether", {"city": "Rome"})
    assert result.is_error
    assert result.output == (
        "There is no tool called 'get_wether'. Did you mean get_weather? "
        "The tools are: get_weather and get_time."
    )
    assert result.metadata["error"]["kind"] == "unknown_tool"
    assert "Did you mean" not in (await toolkit.execute("xyz")).output
    assert (await Toolkit().execute("xyz")).output.endswith("there are no tools.")


@pytest.mark.parametrize(
    "name", ["GET_WEATHER", "functions.get_weather", "get weather", "Get-Time"]
)
async def test_nearly_right_name_is_never_executed_by_guess(name, toolkit):
    result = await toolkit.execute(name, {"city": "Rome"})
    assert result.is_error
    assert "Did you mean get_" in result.output


async def test_odd_names_are_unknown_not_raised(toolkit):
    for name in (None, 5, [], "x" * 100_000):
        result = await toolkit.execute(name)
        assert result.metadata["error"]["kind"] == "unknown_tool"
        assert len(result.output) < 300


def test_item_of_an_unknown_name_raises_with_the_way_out(toolkit):
    with pytest.raises(UnknownToolError, match="Did you mean get_time") as caught:
        toolkit["get_tim"]
    assert isinstance(caught.value, KeyError)
    assert str(caught.value).startswith("There is no tool")


def test_repr_names_the_tools(toolkit):
    assert repr(toolkit) == "Toolkit([get_weather and get_time])"
    many = Toolkit(define_tool(lambda: 1, name=f"t{i}") for i in range(1000))
    assert repr(many).endswith("t9 and 990 more])")


# --- while prototyping ------------------------------------------------------------------------


def test_decorator_of_a_toolkit_registers_and_replaces_in_place():
    toolkit = Toolkit()

    @toolkit.tool
    def first() -> int:
        """Say one."""
        return 1

    @toolkit.tool(name="second", description="Say two.")
    def other() -> int:
        return 2

    @toolkit.tool
    def first(*, loud: bool) -> int:  # noqa: F811 - as when a cell is run again
        """Say one again."""
        return 1

    assert [tool.name for tool in toolkit] == ["first", "second"]
    assert toolkit["first"] is first
    assert toolkit["second"].description == "Say two."
    assert other is toolkit["second"]
    assert list(toolkit["first"].input_schema["properties"]) == ["loud"]


def test_tools_are_removed_or_none_is(toolkit):
    with pytest.raises(UnknownToolError, match="no tool called 'gone'"):
        toolkit.remove("get_time", "gone")
    assert "get_time" in toolkit
    toolkit.remove("get_time")
    assert [tool.name for tool in toolkit] == ["get_weather"]


def test_observers_hear_of_every_change_and_of_nothing_else(toolkit):
    heard = []
    new = define_tool(lambda: 1, name="new")

    def observer():
        heard.append([tool.name for tool in toolkit])

    toolkit.add_observer(observer)
    toolkit.register(new)
    with pytest.raises(DuplicateToolError):
        toolkit.register(new)
    toolkit.register(new, replace=True)
    toolkit.remove("get_weather", "get_time")
    toolkit.remove_observer(observer)
    toolkit.remove_observer(observer)
    toolkit.remove("new")
    three = ["get_weather", "get_time", "new"]
    assert heard == [three, three, ["new"]]
