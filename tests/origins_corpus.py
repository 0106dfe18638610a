"""Functions and classes of every kind that a tool can be made of, for the tests of origins."""

import dataclasses
import enum
import functools
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, TypeVar

import annotated_types as at
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PositiveInt,
    RootModel,
    WithJsonSchema,
    conint,
)
from typing_extensions import Doc, NotRequired, Required, TypedDict, Unpack

from toolnexus import Tool, ToolContext, define_tool, tool


class Unit(enum.Enum):
    """A scale."""

    C = "celsius"
    F = "fahrenheit"


class Point(BaseModel):
    """A place on earth.

    Attributes:
        lat: Degrees north.
    """

    lat: float = Field(ge=-90, le=90)
    lon: Annotated[float, "Degrees east."] = 0
    tags: list["Point"] = []


class Strict(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        title="Berth",
        use_attribute_docstrings=True,
        json_schema_extra={"x-a": 1},
    )

    size: Annotated[int, at.Ge(1), Field(le=9)] = Field(3, alias="length")
    name: str
    """What it is called."""


@dataclasses.dataclass
class Box:
    """A box.

    :param width: How wide.
    """

    width: int
    height: Annotated[PositiveInt, Doc("How high.")] = 2


class Options(TypedDict, total=False):
    """What else there is to say."""

    query: Required[str]
    limit: Annotated[int, Field(gt=0, description="Most rows.")]
    note: NotRequired[str]


class Scores(RootModel[list[int]]):
    """Points by round."""


T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    items: list[T]


class Colour:
    """A type that writes its own schema."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return handler(str)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return {**handler(schema), "title": "Colour", "x-palette": "web"}


def add_examples(schema: dict[str, Any]) -> None:
    schema["examples"] = ["a"]
    schema["x-more"] = 1


def google(city: str, days: Annotated[int, Field(ge=1, le=14)] = 1, *, exact: bool = False):
    """Current weather.

    For a city.

    Args:
        city: Where.
        days: How many days.
    """


def numpy(port, when: date = date(2024, 1, 31), unit: Unit = Unit.C):
    """Find a tide.

    Parameters
    ----------
    port : str
        Which port.
    when
        Which day.
    """


def sphinx(q: str, limit: int = Field(10, gt=0, description="Most rows.")):
    """Search.

    :param q: What to find.
    :param limit: Never seen.
    """


def unions(
    near: Point | None,
    at_: Annotated[int | None, Field(ge=1)] = None,
    by: Literal["car", "foot"] | int = "car",
    late: int = None,
    price: Decimal = Decimal("1.5"),
):
    pass


def collections_(
    names: list[Annotated[str, Field(min_length=1, pattern="^[a-z]+$")]],
    ids: set[int],
    pair: tuple[int, str],
    same: tuple[float, ...],
    by_name: dict[str, Point],
    units: list[Unit],
    anything,
    rest: list = [],
):
    pass


def metadata(
    a: Annotated[str, "What it is.", at.Len(2, 4)],
    b: conint(multiple_of=5) = 5,
    c: Annotated[int, WithJsonSchema({"type": "integer", "x-c": [1]})] = 1,
    d: Annotated[str, Field(title="D", examples=["x"], json_schema_extra={"x-d": 1})] = "d",
    e: Annotated[str, Field(json_schema_extra=add_examples)] = "e",
    f: Colour = "red",
    g: Annotated[int, Field(default=7, alias="gee")] = 7,
):
    """Take it.

    Args:
        a: Not this.
    """


def spread(first: int, *rest: float, ctx: ToolContext, **others: int):
    """Spread.

    Args:
        *rest: The others.
    """


def anything(**others):
    pass


def unpacked(now: bool, **options: Unpack[Options]):
    """Unpack.

    Args:
        query: What to find.
        note: A note.
    """


def nested(strict: Strict, box: Box, options: Options, scores: Scores, page: Page[int]):
    pass


class Harbour:
    """A harbour."""

    def __init__(self, name: str = "Kochi") -> None:
        """Build one."""

    def berth(self, length: int):
        """Find a berth.

        Args:
            length: In metres.
        """

    @classmethod
    def list_all(cls, most: int = 9):
        """List them."""

    @staticmethod
    def distance(to: Point):
        """Measure."""


class Caller:
    """A callable object."""

    def __call__(self, times: int):
        """Call it."""


class Silent:
    """An object without a word at its method."""

    def __call__(self, times: int): ...


async def waiting(seconds: Iterable[int], ctx):
    """Wait."""


@tool(name="other", description="Told by hand.")
def renamed(x: int):
    """Never seen."""


WRITTEN = {
    "properties": {"x": {"type": "integer", "minimum": 1}},
    "required": ["x"],
}

TOOLS: dict[str, Tool] = {
    "google": define_tool(google),
    "numpy": define_tool(numpy),
    "sphinx": define_tool(sphinx),
    "unions": define_tool(unions),
    "collections": define_tool(collections_),
    "metadata": define_tool(metadata),
    "spread": define_tool(spread),
    "anything": define_tool(anything),
    "unpacked": define_tool(unpacked),
    "nested": define_tool(nested),
    "class": define_tool(Harbour),
    "method": define_tool(Harbour().berth),
    "class method": define_tool(Harbour.list_all),
    "static method": define_tool(Harbour.distance),
    "callable": define_tool(Caller()),
    "silent": define_tool(Silent()),
    "async": define_tool(waiting),
    "given": renamed,
    "replaced": define_tool(google).replace(description="Another."),
    "partial": define_tool(functools.partial(google, days=3)),
    "cached": define_tool(functools.lru_cache(google)),
    "model": define_tool(Point),
    "closed model": define_tool(Strict),
    "dataclass": define_tool(Box),
    "typed dict": define_tool(Options),
    "lambda": define_tool(lambda x: x, name="double"),
    "written": define_tool(google, input_schema={"properties": {"city": {}}}),
    "handler": Tool("say", "Say it.", {"type": "object", **WRITTEN}, execute=print),
    "bare handler": Tool("say", execute=print).replace(name="said"),
}
