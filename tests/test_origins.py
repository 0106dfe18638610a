"""Where the lines of an entry come from, for every way that a tool is made."""

import dataclasses
import enum
import functools
import inspect
import types
from collections import Counter
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, TypeVar

import annotated_types as at
import pytest
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PositiveInt,
    RootModel,
    WithJsonSchema,
    conint,
)
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from typing_extensions import Doc, NotRequired, Required, TypeAliasType, TypedDict, Unpack

from toolnexus import Tool, ToolContext, define_tool, to_openai, tool
from toolnexus._origins import origins
from toolnexus._problems import path_text

IN_SCHEMA = ("function", "parameters")


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
    late: int = None,  # noqa: RUF013 - None makes it take null
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
    rest: list = [],  # noqa: B006 - as people write it
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


class TextFile(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def text_snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextFile)


def nodes(value, path=()):
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from nodes(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from nodes(inner, (*path, index))


def lines_of(tool):
    return [path for path, _ in nodes(to_openai([tool])[0])]


def in_schema(tool):
    """The origins in the schema by their short path, as text."""
    found = origins(tool)
    return {path_text(p[2:]): str(o) for p, o in found.items() if p[:2] == IN_SCHEMA}


def table(tool):
    found, short = origins(tool), {}
    for path in lines_of(tool):
        place = path_text(path[2:] if path[:2] == IN_SCHEMA else path)
        short[f"parameters{' ' * bool(place)}{place}" if path[:2] == IN_SCHEMA else place] = (
            found.get(path, "untold")
        )
    return "".join(f"  {place or 'entry'}: {origin}\n" for place, origin in short.items())


def test_every_line_of_every_kind_of_tool_has_its_exact_origin(text_snapshot):
    text = "".join(f"{name}\n{table(tool)}\n" for name, tool in TOOLS.items())
    for line in (
        "function.name: function name def google",
        "function.name: function name class Harbour",
        "function.name: given name=…",
        "function.description: docstring",
        "function.description: class docstring Harbour",
        "function.description: given description=…",
        "parameters properties.city: parameter city",
        "parameters properties.city.type: hint city: str",
        "parameters properties.days.minimum: Field(ge=1)",
        "parameters properties.days.default: default days = 1",
        "parameters properties.days.description: docstring Args: days",
        "parameters properties.port.description: docstring Parameters: port",
        "parameters properties.q.description: docstring :param q:",
        "parameters properties.limit.description: Field(description=…)",
        "parameters required[0]: no default city",
        "parameters additionalProperties: toolnexus: other names are refused",
        "parameters properties.x: written schema input_schema=…",
        "parameters $defs.Point: class Point",
        "parameters $defs.Point.properties.lat: field Point.lat",
        "parameters $defs.Point.description: class docstring Point",
    ):
        assert f"  {line}\n" in text
    assert text == text_snapshot


def test_lines_whose_source_is_code_are_not_guessed():
    untold = Counter(
        {
            name: sum(path not in origins(tool) for path in lines_of(tool))
            for name, tool in TOOLS.items()
        }
    )
    assert +untold == {"metadata": 3}  # what add_examples adds


@pytest.mark.parametrize("tool", TOOLS.values(), ids=TOOLS)
def test_nothing_has_an_origin_that_is_not_in_the_entry(tool):
    assert set(origins(tool)) <= set(lines_of(tool))


# --- proofs: what a source is taken out of loses its lines, and no others --------------------


def changed(fn, **changes):
    """A function like another but for its docstring, defaults or hints."""
    kept = {"defaults": fn.__defaults__, "hints": fn.__annotations__, "doc": fn.__doc__}
    kept |= {"keyword_defaults": fn.__kwdefaults__, **changes}
    made = types.FunctionType(fn.__code__, fn.__globals__, fn.__name__, kept["defaults"])
    made.__kwdefaults__, made.__doc__ = kept["keyword_defaults"], kept["doc"]
    made.__annotations__ = kept["hints"]
    return define_tool(made)


FUNCTIONS = [google, numpy, sphinx, unions, collections_, metadata, spread, unpacked, nested]
by_function = pytest.mark.parametrize("fn", FUNCTIONS, ids=lambda fn: fn.__name__)


def lost(before, after):
    return set(lines_of(before)) - set(lines_of(after))


def of_kind(tool, *kinds):
    return {path for path, origin in origins(tool).items() if origin.kind in kinds}


@by_function
def test_without_its_docstring_a_tool_loses_just_the_lines_from_it(fn):
    tool = define_tool(fn)
    from_docstring = {
        path for path in of_kind(tool, "docstring") if "$defs" not in path
    }  # there they stand below a field
    assert lost(tool, changed(fn, doc=None)) == from_docstring


@pytest.mark.parametrize("fn", [google, numpy, collections_], ids=lambda fn: fn.__name__)
def test_without_defaults_a_tool_loses_just_the_lines_from_them(fn):
    tool = define_tool(fn)
    bare = changed(fn, defaults=None, keyword_defaults=None)
    ours = {path for path in of_kind(tool, "default") if "$defs" not in path}
    assert lost(tool, bare) == ours
    required = {p for p in of_kind(bare, "no default") if len(p) == 4}
    assert len(required) == len(inspect.signature(fn).parameters)


@pytest.mark.parametrize(
    "fn", [google, numpy, unions, collections_], ids=lambda fn: fn.__name__
)
def test_without_hints_a_tool_loses_just_the_lines_from_them(fn):
    tool = define_tool(fn)
    kinds = {"hint", "Field", "class", "field", "class docstring"}
    of_hints = of_kind(tool, *kinds) | {p for p in lines_of(tool) if "$defs" in p}
    of_hints |= {p for p in of_kind(tool, "toolnexus") if "items" in p}  # order of a tuple
    of_hints |= {p for p in of_kind(tool, "default") if "anyOf" in p}  # null beside a type
    assert lost(tool, changed(fn, hints={})) == of_hints


def test_without_metadata_a_tool_loses_just_the_lines_from_it():
    def plain(a: int, b: str = "b"): ...

    def rich(
        a: Annotated[int, Field(ge=1, title="A")],
        b: Annotated[str, at.MaxLen(3), Field(pattern="b", examples=["b"])] = "b",
    ): ...

    assert lost(define_tool(rich), define_tool(plain)) == of_kind(define_tool(rich), "Field")


# --- what overrules what ---------------------------------------------------------------------


def test_what_is_overruled_is_no_origin():
    def search(
        q: Annotated[str, Field(description="From the field."), "From the hint."],
        r: Annotated[int, Field(ge=1)] = Field(2, ge=2),
    ):
        """Search.

        Args:
            q: From the docstring.
        """

    found = in_schema(define_tool(search))
    assert found["properties.q.description"] == "Field(description=…)"
    (limit,) = [path for path in found if path.startswith("properties.r.m")]
    assert found[limit] in ("Field(ge=1)", "Field(ge=2)")
    schema = define_tool(search).input_schema
    assert f"Field(ge={schema['properties']['r']['minimum']})" == found[limit]


def test_origin_is_of_the_tool_as_it_is_now():
    def tide(port: str):
        """Find a tide."""

    tool = define_tool(tide)
    renamed = tool.replace(name="tides")
    assert str(origins(renamed)["function", "name"]) == "given name=…"
    assert str(origins(renamed.replace(name="tide"))["function", "name"]).endswith("def tide")
    schema = {"type": "object", "properties": {"port": {}}}
    written = tool.replace(input_schema=schema)
    assert in_schema(written)["properties.port"] == "written schema input_schema=…"


def test_alias_of_a_type_has_a_name_of_its_own():
    ports = TypeAliasType("Ports", list[Annotated[str, Field(min_length=2)]])

    def sail(to: ports, via: ports): ...

    found = in_schema(define_tool(sail))
    assert found["properties.to"] == "parameter to"
    assert found["$defs.Ports"] == "hint Ports = list[str]"
    assert found["$defs.Ports.items.minLength"] == "Field(min_length=2)"


def test_fields_of_a_generic_class_are_those_of_the_class():
    @dataclasses.dataclass
    class Pair(Generic[T]):
        """Two of a kind."""

        left: T
        right: T

    def swap(pair: Pair[int]): ...

    found = in_schema(define_tool(swap))
    assert found["properties.pair"] == "parameter pair"
    assert found["$defs.Pair_int_.description"] == "class docstring Pair"
    assert found["$defs.Pair_int_.properties.left.type"] == "hint Pair.left: T"


def test_two_classes_of_one_name_are_not_mixed_up():
    def make(doc, hint):
        return type("Same", (BaseModel,), {"__doc__": doc, "__annotations__": {"x": hint}})

    first, second = make("First.", int), make("Second.", str)
    second.__module__ = "elsewhere"

    def both(a: first, b: list[second]): ...

    tool = define_tool(both)
    found, schema = in_schema(tool), tool.input_schema
    assert len(schema["$defs"]) == 2
    for name in schema["$defs"]:
        assert found[f"$defs.{name}.description"] == "class docstring Same"


def test_hostile_names_and_values_are_texts():
    def evil(x: Annotated[str, Field(pattern="<b>")] = "<b></td><script>"): ...

    found = in_schema(define_tool(evil))
    assert found["properties.x.pattern"] == "Field(pattern='<b>')"
    assert found["properties.x.default"] == "default x = '<b></td><script>'"


def test_what_is_no_tool_is_refused():
    with pytest.raises(TypeError, match="origins takes tools, got the function 'google'"):
        origins(google)
