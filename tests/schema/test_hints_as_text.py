"""Type hints that are strings: from `__future__`, of local types, of type checkers only."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Optional, TypedDict

import pytest
from pydantic import BaseModel, Field

from toolnexus import ToolContext, ToolDefinitionError, define_tool, tool

if TYPE_CHECKING:
    from decimal import Decimal as NeverImported


class Known(BaseModel):
    n: int


def test_module_types_resolve():
    def f(n: int, tags: list[str] | None = None, k: Optional[Known] = None) -> int: ...  # noqa: UP045

    schema = define_tool(f).input_schema
    assert schema["properties"]["n"] == {"type": "integer"}
    assert schema["properties"]["tags"]["anyOf"][0] == {
        "type": "array",
        "items": {"type": "string"},
    }
    assert schema["properties"]["k"]["anyOf"][0] == {"$ref": "#/$defs/Known"}


class Berth(NamedTuple):
    port: str
    known: Known | None = None


def test_hints_of_a_named_tuple_resolve_where_it_was_written():
    result = define_tool(Berth).run({"port": "a", "known": {"n": 1}})
    assert result.value == Berth("a", Known(n=1))


def test_signature_shows_the_types_that_the_text_stands_for():
    def f(n: Annotated[int, Field(ge=1)], k: "Known | None" = None) -> "NeverImported": ...  # noqa: UP037

    assert define_tool(f).signature == "(n: int, k: Known | None = None) -> NeverImported"


def test_type_local_to_the_enclosing_function_resolves():
    @dataclass
    class Local:
        n: int

    class LocalModel(BaseModel):
        other: Local

    @tool
    def f(one: Local, many: list[LocalModel], limit: Annotated[int, Field(ge=1)] = 1) -> int:
        return one.n + many[0].other.n

    assert f.run({"one": {"n": 1}, "many": [{"other": {"n": 2}}]}).output == "3"
    assert f.run({"one": {"n": 1}, "many": [], "limit": 0}).is_error


def test_type_kept_by_the_closure_resolves_after_the_function_ended():
    def outer():
        class Local(BaseModel):
            n: int

        def f(x: Local) -> Local:
            return Local(n=x.n + 1)

        return f

    assert define_tool(outer()).run({"x": {"n": 1}}).output == '{"n": 2}'


class Holder:
    class Inner(BaseModel):
        n: int

    def use(self, x: Inner) -> int:
        return x.n


def test_type_named_in_the_class_body_resolves():
    assert define_tool(Holder().use).run({"x": {"n": 3}}).output == "3"


def test_context_as_text_is_found():
    def f(n: int, c: ToolContext | None = None) -> bool:
        return c is not None

    assert define_tool(f).run({"n": 1}).output == "true"


def test_hint_for_type_checkers_only_is_refused_by_name():
    def pay(amount: NeverImported) -> None: ...

    with pytest.raises(
        ToolDefinitionError,
        match=r"pay\(\): the type hint 'NeverImported' of parameter 'amount' can't be resolved",
    ):
        define_tool(pay)


def test_returned_hint_need_not_be_importable():
    def pay(amount: int) -> NeverImported: ...

    assert define_tool(pay).input_schema["properties"]["amount"] == {"type": "integer"}


@pytest.mark.parametrize("hint", ["1 +", "int | 'str", "Known.missing", "5 @ 3", "nope.nope"])
def test_hint_that_is_no_type_is_refused_by_name(hint):
    def f(x): ...

    f.__annotations__["x"] = hint
    with pytest.raises(ToolDefinitionError, match="of parameter 'x' can't be resolved"):
        define_tool(f)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="its syntax is new in Python 3.12")
def test_type_parameters_of_the_class_resolve():
    names: dict[str, Any] = {"__name__": __name__}
    exec(  # noqa: S102 - other Pythons can't read it
        "from __future__ import annotations\n"
        "class Box[T]:\n"
        "    def put(self, item: T, more: list[T] = []) -> T: return item\n"
        "class Crate[U](Box[U]):\n"
        "    def both[V](self, one: U, other: V) -> str: return f'{one}{other}'\n",
        names,
    )
    crate = names["Crate"][int]()
    assert "item: expected an integer" in define_tool(crate.put).run({"item": "a"}).output
    assert "one: expected an integer" in define_tool(crate.both).run({"one": "a"}).output


class Unfinished(TypedDict):
    amount: NeverImported


def test_typed_dict_with_a_hint_that_cannot_be_resolved_is_refused():
    def pay(bill: Unfinished) -> None: ...

    with pytest.raises(ToolDefinitionError, match=r"pay\(\): parameter 'bill'.*NeverImported"):
        define_tool(pay)
    with pytest.raises(ToolDefinitionError, match=r"Unfinished\(\): .*NeverImported"):
        define_tool(Unfinished)
