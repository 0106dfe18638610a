"""What the model is told from a docstring, in each of the three styles."""

import inspect

import pytest

from toolnexus import define_tool
from toolnexus._schema._docstring import read_docstring

GOOGLE = """Find a berth.

    Looks at every harbour
    within reach.

    Args:
        port (str): Where to look,
            by its English name.
        days: How many days:
            1 to 14.

            More cost extra.
        *tags (str): Words to match.
        **extra: Whatever else.

    Note:
        Prices change daily.

    Warning: booking is final.

    Returns:
        str: A berth.

    Raises:
        ValueError: Never.

    Example:
        >>> find("Chennai")
"""
NUMPY = """Find a berth.

    Looks at every harbour
    within reach.

    Parameters
    ----------
    port : str
        Where to look,
        by its English name.
    days, nights : int, optional
        How many.
    *tags
        Words to match.

    Other Parameters
    ----------------
    extra : dict
        Whatever else.

    Returns
    -------
    str
        A berth.

    Notes
    -----
    Prices change daily.

    Examples
    --------
    >>> find("Chennai")
"""
SPHINX = """Find a berth.

    Looks at every harbour
    within reach.

    :param str port: Where to look,
        by its English name.
    :param days: How many.
    :type days: int
    :param list[str] tags: Words to match.
    :returns: A berth.
    :raises ValueError: Never.

    .. note:: Prices change daily.
"""


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_every_style_gives_description_and_full_parameter_texts(text):
    told = read_docstring(inspect.cleandoc(text))
    assert told.description.startswith("Find a berth.\n\nLooks at every harbour\nwithin reach.")
    assert "Prices change daily." in told.description
    assert told.parameters["port"] == "Where to look, by its English name."
    assert told.parameters["tags"] == "Words to match."
    assert told.parameters["days"].startswith("How many")
    for left_out in ("A berth", "ValueError", "find(", "port", "Args", "Parameters"):
        assert left_out not in told.description


def test_google_keeps_paragraphs_colons_and_stars():
    told = read_docstring(inspect.cleandoc(GOOGLE))
    assert told.parameters["days"] == "How many days: 1 to 14.\n\nMore cost extra."
    assert told.parameters["extra"] == "Whatever else."
    assert "booking is final." in told.description


def test_numpy_splits_joined_names():
    told = read_docstring(inspect.cleandoc(NUMPY))
    assert told.parameters["nights"] == told.parameters["days"] == "How many."
    assert told.parameters["extra"] == "Whatever else."


CASES: dict[str, tuple[str, str, dict[str, str]]] = {
    "empty": ("", "", {}),
    "one line": ("Find.", "Find.", {}),
    "no blank line before the section": ("Find.\nArgs:\n    q: What.", "Find.", {"q": "What."}),
    "only a section": ("Args:\n    q: What.", "", {"q": "What."}),
    "two spaces": ("Find.\n\nArgs:\n  q: What\n    else.", "Find.", {"q": "What else."}),
    "dashes": (
        "Find.\n\nArgs:\n    - q: What.\n    - r (int): Else.",
        "Find.",
        {"q": "What.", "r": "Else."},
    ),
    "keyword args": ("Find.\n\nKeyword Args:\n    q: What.", "Find.", {"q": "What."}),
    "only sphinx fields": (":param q: What.", "", {"q": "What."}),
    "list inside a text": (
        "Find.\n\nArgs:\n    q: One of\n        - a\n        - b",
        "Find.",
        {"q": "One of\n- a\n- b"},
    ),
    "braces in a numpy type": (
        "Find.\n\nParameters\n----------\nq : {'a', 'b'}\n    What.",
        "Find.",
        {"q": "What."},
    ),
    "carriage returns": (
        "Find.\r\n\r\nArgs:\r\n    q: What\r\n        else.\r\n\r\n        More.",
        "Find.",
        {"q": "What else.\n\nMore."},
    ),
    "tabs": ("Find.\n\nArgs:\n\tq: What\n\t\telse.", "Find.", {"q": "What else."}),
    "blank lines inside the section": (
        "Find.\n\nArgs:\n\n    q: What.\n\n    r: Else.",
        "Find.",
        {"q": "What.", "r": "Else."},
    ),
    "a space before each colon": (
        "Find.\n\nArgs :\n    q : What.\n    r : Else.",
        "Find.",
        {"q": "What.", "r": "Else."},
    ),
    "a section without indentation": (
        "Args:\nq: What.\nr: Else\n  and more.",
        "",
        {"q": "What.", "r": "Else and more."},
    ),
    "numpy titles with colons": (
        "Find.\n\nParameters:\n-----------\nq : str\n    What.\n\nReturns:\n---\nint\n    n.",
        "Find.",
        {"q": "What."},
    ),
    "epytext": (
        "Find.\n\n@param q: What\n    else.\n@type q: str\n@return: A berth.",
        "Find.",
        {"q": "What else."},
    ),
    "google and sphinx": (
        "Find.\n\nArgs:\n    q: What.\n\n:param r: Else.\n:returns: A berth.",
        "Find.",
        {"q": "What.", "r": "Else."},
    ),
    "numpy and sphinx": (
        "Find.\n\nParameters\n----------\nq : str\n    What.\n\n:param r: Else.",
        "Find.",
        {"q": "What.", "r": "Else."},
    ),
    "an address is no epytext": ("Ask.\n\n@port: see below", "Ask.\n\n@port: see below", {}),
    "a word with a colon is no section": (
        "Find.\n\nSee also: the docs.",
        "Find.\n\nSee also: the docs.",
        {},
    ),
}


@pytest.mark.parametrize(("text", "description", "parameters"), CASES.values(), ids=CASES)
def test_docstring(text, description, parameters):
    told = read_docstring(text)
    assert (told.description, told.parameters) == (description, parameters)


def test_docstring_reaches_the_entry_and_mismatches_do_no_harm():
    def find(q: str, limit: int = 5) -> str:
        """Find things.

        Args:
            q: What to find.
            gone: Not a parameter any more.
        """

    schema = define_tool(find).input_schema["properties"]
    assert schema["q"]["description"] == "What to find."
    assert "description" not in schema["limit"]
    assert "gone" not in schema


def test_hint_text_wins_over_docstring():
    from typing import Annotated  # noqa: PLC0415

    from pydantic import Field  # noqa: PLC0415

    def find(a: Annotated[str, "From the hint."], b: str = Field("x", description="Field.")):
        """Find.

        Args:
            a: From the docstring.
            b: From the docstring.
        """

    schema = define_tool(find).input_schema["properties"]
    assert schema["a"]["description"] == "From the hint."
    assert schema["b"]["description"] == "Field."


def test_nothing_is_logged(caplog):
    read_docstring(inspect.cleandoc(GOOGLE.replace("port (str)", "port (str")))
    read_docstring(inspect.cleandoc(SPHINX.replace(":type days", ":type gone")))
    assert caplog.records == []
