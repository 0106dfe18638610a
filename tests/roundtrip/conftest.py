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


HOSTILE = [
    "",
    " \n\t ",
    "'; DROP TABLE x; --",
    '"\'"\'"',
    "'''\n\"\"\"\n\\",
    "back\\slash \\n \\",
    "$HOME `whoami` $(id) ${IFS} !!",
    "%s {0} {x!r} {{ 7 * 7 }} {% raw %}",
    "```\n# out\n```python\nimport os\n```",
    "~~~~~\n`````` ` `` \n",
    "# heading\n## heading\n===\n---\n***\n+ plus\n- minus\n1. one\n2) two\n> quote",
    "    code\n\tcode\n  * item",
    "<script>alert(1)</script><!-- x --><img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp; &#60;i&#62;",
    "[link](javascript:alert(1)) ![image](x) [ref]: http://x [^1] <http://x>",
    "*a* _b_ **c** __d__ ~~e~~ `f` | g | h\n|---|---|",
    "a\\\nb  \nc\r\nd\re",
    "\x00\x07\x1b[2J\x7f\x9b",
    "\u202egnp.exe\u2066 \u200b\U000e0041",
    "half a pair \ud83d",
    "Zürich 日本 👩‍👩‍👧",
    "EOF\nJSON\n",
    "line\n" * 50,
    "long" * 200,
    "words and words " * 40,
]


@pytest.fixture(name="all_hostile")
def all_hostile_texts() -> list[str]:
    return HOSTILE


@pytest.fixture(params=HOSTILE, ids=map(str, range(len(HOSTILE))))
def hostile(request: pytest.FixtureRequest) -> str:
    """Text that tries to get out of wherever it is put."""
    return request.param
