"""Which callables become tools, how their parameters are passed, and which are refused."""

import asyncio
import functools
import math
import operator
from typing import Any, Generic, TypedDict, TypeVar

import pytest
from pydantic import BaseModel
from typing_extensions import NotRequired, Unpack

from toolnexus import Tool, ToolContext, ToolDefinitionError, define_tool, tool


class Account:
    """An account."""

    rate = 2

    def __init__(self, start: int = 0) -> None:
        self.total = start

    def add(self, amount: int) -> int:
        """Add an amount."""
        self.total += amount
        return self.total

    @classmethod
    def times_rate(cls, n: int) -> int:
        """Multiply."""
        return cls.rate * n

    @staticmethod
    def double(n: int) -> int:
        """Double."""
        return 2 * n


class Doubler:
    def __call__(self, n: int) -> int:
        """Double a number."""
        return 2 * n


class AsyncDoubler:
    """Doubles, but later."""

    async def __call__(self, n: int) -> int:
        return 2 * n


class Order(BaseModel):
    """What somebody wants."""

    item: str
    count: int = 1


def power(a: int, b: int = 3) -> int:
    """Raise to a power."""
    return a**b


async def later(n: int) -> int:
    await asyncio.sleep(0)
    return n + 1


def count_up(n: int):
    yield from range(n)


async def count_up_later(n: int):
    for i in range(n):
        yield i


def logged(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)

    return wrapper


exec_made: dict[str, Any] = {}
exec("def made(n: int = 2) -> int:\n    'Made by exec.'\n    return n", exec_made)  # noqa: S102

WORKING: dict[str, tuple[Any, str, list[str], dict[str, Any], str]] = {
    "function": (power, "power", ["a", "b"], {"a": 2}, "8"),
    "async function": (later, "later", ["n"], {"n": 1}, "2"),
    "generator": (count_up, "count_up", ["n"], {"n": 3}, "[0, 1, 2]"),
    "async generator": (count_up_later, "count_up_later", ["n"], {"n": 2}, "[0, 1]"),
    "bound method": (Account(5).add, "add", ["amount"], {"amount": 1}, "6"),
    "class method": (Account.times_rate, "times_rate", ["n"], {"n": 3}, "6"),
    "static method": (Account.double, "double", ["n"], {"n": 3}, "6"),
    "static method of an instance": (Account().double, "double", ["n"], {"n": 3}, "6"),
    "callable object": (Doubler(), "Doubler", ["n"], {"n": 4}, "8"),
    "async callable object": (AsyncDoubler(), "AsyncDoubler", ["n"], {"n": 4}, "8"),
    "partial": (functools.partial(power, b=2), "power", ["a", "b"], {"a": 5}, "25"),
    "partial by position": (functools.partial(power, 2), "power", ["b"], {"b": 5}, "32"),
    "partial of a partial": (
        functools.partial(functools.partial(power, b=2), 7),
        "power",
        ["b"],
        {},
        "49",
    ),
    "partial of a method": (
        functools.partial(Account(1).add, amount=2),
        "add",
        ["amount"],
        {},
        "3",
    ),
    "wrapped function": (logged(power), "power", ["a", "b"], {"a": 2}, "8"),
    "sync wrapper of an async function": (logged(later), "later", ["n"], {"n": 1}, "2"),
    "sync wrapper of an async generator": (
        logged(count_up_later),
        "count_up_later",
        ["n"],
        {"n": 2},
        "[0, 1]",
    ),
    "builtin": (math.sqrt, "sqrt", ["x"], {"x": 9}, "3.0"),
    "builtin by position": (len, "len", ["obj"], {"obj": [1, 2]}, "2"),
    "operator": (operator.add, "add", ["a", "b"], {"a": 1, "b": 2}, "3"),
    "made by exec": (exec_made["made"], "made", ["n"], {}, "2"),
    "model class": (
        Order,
        "Order",
        ["item", "count"],
        {"item": "tea"},
        '{"item": "tea", "count": 1}',
    ),
    "nothing to fill in": (lambda: "pong", "ping", [], {}, "pong"),
}


@pytest.mark.parametrize(
    ("fn", "name", "parameters", "args", "output"), WORKING.values(), ids=WORKING
)
async def test_callable_becomes_a_tool(fn, name, parameters, args, output):
    made = define_tool(fn, name=name if name == "ping" else None)
    assert made.name == name
    assert list(made.input_schema["properties"]) == parameters
    result = await made.execute(args)
    assert (result.output, result.is_error) == (output, False)
    assert (await made.execute(args, ToolContext())).is_error is False


def test_method_changes_its_own_instance():
    account = Account()
    define_tool(account.add).run({"amount": 4})
    assert account.total == 4


def test_partials_bound_parameter_is_optional():
    assert define_tool(functools.partial(power, b=2)).input_schema["required"] == ["a"]


def test_docstrings_of_partials_and_objects_are_the_functions():
    assert define_tool(functools.partial(power, b=2)).description == "Raise to a power."
    assert define_tool(Doubler()).description == "Double a number."
    assert define_tool(AsyncDoubler()).description == "Doubles, but later."


class Unfinished:
    def plain(self, n: int) -> int:
        return n


REFUSED: dict[str, tuple[Any, str]] = {
    "lambda": (lambda x: x, r"<lambda>\(\): it has no name that a model could call"),
    "not callable": (5, r"the int 5: it can't be called"),
    "method without instance": (
        Unfinished.plain,
        r"Unfinished\.plain\(\): it is a method without its instance.*instance\.plain",
    ),
    "builtin method without instance": (str.upper, r"str\.upper\(\): it is a method without"),
    "no signature": (dict, r"dict\(\): Python can't tell its parameters"),
    "class method object": (
        classmethod(power),
        r"a classmethod: its class is still being made",
    ),
}


@pytest.mark.parametrize(("fn", "message"), REFUSED.values(), ids=REFUSED)
def test_callable_is_refused_with_the_way_out(fn, message):
    with pytest.raises(ToolDefinitionError, match=message):
        define_tool(fn)


def test_decorator_in_a_class_body_is_refused():
    with pytest.raises(ToolDefinitionError, match="it is a method without its instance"):

        class Broken:
            @tool
            def add(self, n: int) -> int:
                return n


def test_decorator_under_staticmethod_works_in_a_class_body():
    class Holder:
        @staticmethod
        @tool
        def twice(n: int) -> int:
            return 2 * n

        @tool
        @staticmethod
        def thrice(n: int) -> int:
            return 3 * n

    assert Holder.twice.run({"n": 2}).output == "4"
    assert Holder.thrice.run({"n": 2}).output == "6"


def test_lambda_with_a_name_works():
    assert define_tool(lambda x: x, name="same").run({"x": [1]}).output == "[1]"


# --- parameters of every kind ----------------------------------------------------------------


class Options(TypedDict):
    limit: int
    prefix: NotRequired[str]


def test_rest_parameters_behind_defaults():
    def mix(a: int, b: int = 2, *args: int, c: int = 3, **kwargs: float) -> str:
        """Mix.

        Args:
            a: First.
            *args: All the rest.
        """
        return f"{a} {b} {args} {c} {kwargs}"

    made = define_tool(mix)
    assert made.input_schema == {
        "type": "object",
        "properties": {
            "a": {"type": "integer", "description": "First."},
            "b": {"type": "integer", "default": 2},
            "args": {
                "type": "array",
                "items": {"type": "integer"},
                "description": "All the rest.",
            },
            "c": {"type": "integer", "default": 3},
        },
        "required": ["a"],
        "additionalProperties": {"type": "number"},
    }
    assert made.run({"a": 1}).output == "1 2 () 3 {}"
    sent = {"a": 1, "args": [7, 8], "c": 9, "x": 0.5}
    assert made.run(sent).output == "1 2 (7, 8) 9 {'x': 0.5}"
    assert "args[1]: expected an integer" in made.run({"a": 1, "args": [7, "b"]}).output
    assert "x: expected a number" in made.run({"a": 1, "x": "b"}).output


def test_positional_only_parameters():
    def divide(a: float, b: float = 2, /, *, digits: int = 1) -> float:
        return round(a / b, digits)

    assert define_tool(divide).run({"a": 3, "digits": 0}).output == "2.0"


def test_unpacked_typed_dict_is_spread_into_properties():
    def find(q: str, **options: Unpack[Options]) -> str:
        """Find.

        Args:
            q: What.
            limit: Most rows.
        """
        return f"{q} {options}"

    made = define_tool(find)
    assert made.input_schema == {
        "type": "object",
        "properties": {
            "q": {"type": "string", "description": "What."},
            "limit": {"type": "integer", "description": "Most rows."},
            "prefix": {"type": "string"},
        },
        "required": ["q", "limit"],
        "additionalProperties": False,
    }
    assert made.run({"q": "a", "limit": 3}).output == "a {'limit': 3}"
    assert "limit: required, but missing" in made.run({"q": "a"}).output
    assert "lmit: unknown. Did you mean limit?" in made.run({"q": "a", "lmit": 3}).output


def test_unpacked_key_that_is_a_parameter_too_is_refused():
    def find(limit: int, **options: Unpack[Options]) -> str: ...  # type: ignore[misc]

    with pytest.raises(ToolDefinitionError, match=r"find\(\): 'limit' stands both"):
        define_tool(find)


def test_untyped_rest_takes_anything():
    made = define_tool(lambda **kwargs: kwargs, name="echo")
    assert made.input_schema["additionalProperties"] is True
    assert made.run({"kwargs": 1, "x": [None]}).output == '{"kwargs": 1, "x": [null]}'


def test_no_parameter_name_is_reserved():
    # fmt: off
    names = [
        "self", "cls", "context", "ctx", "args", "kwargs", "config", "func", "fn", "name",
        "schema", "json", "copy", "model_config", "validate", "arguments", "input_schema",
        "description", "execute", "_x", "__y", "type",
    ]
    # fmt: on
    source = f"def use({', '.join(f'{name}: str' for name in names)}): return ' '.join(["
    scope: dict[str, Any] = {}
    exec(f"{source}{', '.join(names)}])", scope)  # noqa: S102
    made = define_tool(scope["use"])
    assert list(made.input_schema["properties"]) == names
    assert made.input_schema["required"] == names
    assert made.run({name: name for name in names}).output == " ".join(names)


# --- the context -------------------------------------------------------------------------


def context_first(ctx: ToolContext, n: int) -> str:
    return f"{type(ctx).__name__} {n}"


def context_between(n: int, where: ToolContext | None = None, m: int = 2) -> str:
    return f"{type(where).__name__} {n}"


def context_by_name(n: int, ctx=None) -> str:
    return f"{type(ctx).__name__} {n}"


def context_as_text(n: int, *, c: "ToolContext") -> str:
    return f"{type(c).__name__} {n}"


def context_before_rest(n: int, c: ToolContext, m: int = 2, *rest: int) -> str:
    return f"{type(c).__name__} {n}"


def context_positional_only(c: ToolContext, n: int, /) -> str:
    return f"{type(c).__name__} {n}"


@pytest.mark.parametrize(
    "fn",
    [
        context_first,
        context_between,
        context_by_name,
        context_as_text,
        context_before_rest,
        context_positional_only,
    ],
)
async def test_context_is_handed_over_and_not_in_the_schema(fn):
    made = define_tool(fn)
    assert set(made.input_schema["properties"]) <= {"n", "m", "rest"}
    assert "ToolContext" not in made.signature
    assert (await made.execute({"n": 1})).output == "ToolContext 1"


async def test_function_gets_the_very_context():
    seen = []

    def look(ctx: ToolContext) -> None:
        seen.append(ctx)

    ctx = ToolContext(timeout=60)
    await define_tool(look).execute({}, ctx)
    assert seen == [ctx]


def test_ctx_with_another_type_is_an_ordinary_parameter():
    def say(ctx: str, context: str) -> str:
        return ctx + context

    assert define_tool(say).run({"ctx": "a", "context": "b"}).output == "ab"


# --- Tool itself -------------------------------------------------------------------------


def test_tool_can_still_be_called_like_the_function():
    made = define_tool(power)
    assert made(2, b=5) == 32
    assert made.fn is power
    assert made.__wrapped__ is power
    assert made.__doc__ == power.__doc__


def test_signature_reads_like_python():
    def f(a: "int", *, b: list[str] | None = None, c: float = math.inf) -> dict[str, Any]: ...

    assert define_tool(f).signature == (
        "(a: int, *, b: list[str] | None = None, c: float = inf) -> dict[str, Any]"
    )


def test_signature_shows_no_address():
    def f(a: int = object()) -> None: ...  # type: ignore[assignment]

    assert define_tool(f).signature == "(a: int = ...) -> None"


def test_decorator_with_and_without_parentheses():
    @tool
    def one() -> int:
        return 1

    @tool(name="second", description="Give two.", source="here")
    def two() -> int:
        return 2

    assert isinstance(one, Tool)
    assert (two.name, two.description, two.source) == ("second", "Give two.", "here")
    assert (one.source, one.description) == ("native", "")


def test_tool_of_a_tool_changes_what_is_stated():
    made = define_tool(define_tool(power), name="pow")
    assert (made.name, made.description) == ("pow", "Raise to a power.")
    assert made.run({"a": 2}).output == "8"


def test_replace_keeps_the_rest():
    made = define_tool(power, max_output=5).replace(description="Other.")
    assert (made.name, made.description, made.max_output) == ("power", "Other.", 5)
    written = Tool(
        "w", "d", {"properties": {"q": {"type": "string"}}}, execute=lambda args: args
    )
    renamed = written.replace(name="v")
    assert (renamed.name, renamed.input_schema) == ("v", written.input_schema)


def test_a_tool_refuses_changes():
    made = define_tool(power)
    with pytest.raises(AttributeError, match=r"tool\.replace\(description=\.\.\.\)"):
        made.description = "x"
    made.input_schema["properties"].clear()
    assert set(made.input_schema["properties"]) == {"a", "b"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": 5}, "its name must be a str, got 5"),
        ({"description": 5}, "its description must be a str, got 5"),
        ({"source": None}, "its source must be a str, got None"),
        ({"max_output": 0}, "max_output is a number of characters of at least 1"),
    ],
)
def test_wrong_option_is_refused(options, message):
    with pytest.raises(ToolDefinitionError, match=rf"power\(\): {message}"):
        define_tool(power, **options)


# --- what a decorator really takes ---------------------------------------------------------


def with_days(fn):
    @functools.wraps(fn)
    def wrapper(a: int):
        return fn(a, 5)

    return wrapper


def by_keyword_only(fn):
    @functools.wraps(fn)
    def wrapper(**kwargs):
        return fn(**kwargs)

    return wrapper


def by_position_only(fn):
    @functools.wraps(fn)
    def wrapper(*args):
        return fn(*args)

    return wrapper


DECORATED = {
    "a parameter filled in": (with_days(power), ["a"], {"a": 2}, "32"),
    "filled in, then passed on": (logged(with_days(power)), ["a"], {"a": 2}, "32"),
    "by keyword": (by_keyword_only(power), ["a", "b"], {"a": 2}, "8"),
    "by keyword, then passed on": (logged(by_keyword_only(power)), ["a", "b"], {"a": 2}, "8"),
    "by position": (by_position_only(power), ["a", "b"], {"a": 2, "b": 2}, "4"),
    "cached, then passed on": (logged(functools.cache(power)), ["a", "b"], {"a": 2}, "8"),
}


@pytest.mark.parametrize(
    ("fn", "parameters", "args", "output"), DECORATED.values(), ids=DECORATED
)
def test_decorated_function_is_called_as_its_wrapper_takes_it(fn, parameters, args, output):
    made = define_tool(fn)
    assert list(made.input_schema["properties"]) == parameters
    assert made.run(args).output == output


def test_decorated_method_is_called_as_its_wrapper_takes_it():
    def in_metres(method):
        @functools.wraps(method)
        def wrapper(self, depth: int):
            return method(self, depth, "m")

        return wrapper

    class Chart:
        @in_metres
        def sound(self, depth: int, unit: str) -> str:
            """Sound."""
            return f"{depth} {unit}"

    made = define_tool(Chart().sound)
    assert list(made.input_schema["properties"]) == ["depth"]
    assert made.run({"depth": 4}).output == "4 m"


# --- generic classes -----------------------------------------------------------------------

T = TypeVar("T")
U = TypeVar("U")


class Box(Generic[T]):
    def put(self, item: T, more: list[T] | None = None) -> T:
        return more[0] if more else item


class Pair(Box[U], Generic[T, U]):
    def both(self, left: T, right: U) -> str:
        return f"{left}{right}"


class Crate(Pair[str, int]):
    pass


class BoxModel(BaseModel, Generic[T]):
    item: T

    def put(self, item: T, more: list[T] | None = None) -> T:
        return item if more is None else self.item


class CrateModel(BoxModel[int]):
    pass


GENERIC = {
    "made with a type": Box[int]().put,
    "made with several": Pair[str, int]().put,
    "subclass": Crate().put,
    "model": BoxModel[int](item=1).put,
    "subclass of a model": CrateModel(item=1).put,
}


@pytest.mark.parametrize("made", GENERIC.values(), ids=GENERIC)
def test_type_variable_of_the_class_is_what_it_was_made_with(made):
    written = define_tool(made).input_schema["properties"]
    assert written["item"] == {"type": "integer"}
    assert written["more"]["anyOf"][0] == {"type": "array", "items": {"type": "integer"}}
    assert "item: expected an integer" in define_tool(made).run({"item": "a"}).output


def test_type_variable_that_nobody_stated_takes_anything():
    assert define_tool(Box().put).run({"item": "a"}).output == "a"


def test_keyword_that_is_the_contexts_name_is_unknown():
    def look(port: str, ctx: ToolContext, **more: str) -> str:
        return port

    def look_by_name(port: str, *, ctx: ToolContext, **more: str) -> str:
        return port

    for fn in (look, look_by_name):
        result = define_tool(fn).run({"port": "a", "ctx": "b"})
        assert result.is_error
        assert "ctx: unknown. Valid here: port." in result.output
        assert result.metadata["error"]["kind"] == "invalid_arguments"
