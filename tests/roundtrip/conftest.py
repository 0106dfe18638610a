import pytest

from toolnexus import Tool, ToolError, Toolkit, define_tool


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def get_weather(city: str, days: int = 1) -> str:
    """Current weather for a city."""
    return f"sunny in {city} for {days}"


def book(seats: int) -> str:
    """Book seats."""
    msg = "Only 2 seats are left. Ask for 1 or 2."
    raise ToolError(msg)


def boom() -> str:
    """Fail."""
    msg = "out of the question"
    raise ValueError(msg)


@pytest.fixture
def adder() -> Tool:
    return define_tool(add)


@pytest.fixture
def toolkit() -> Toolkit:
    return Toolkit(map(define_tool, (add, get_weather, book, boom)))
