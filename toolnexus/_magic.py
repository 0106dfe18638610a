"""`%%tool`: the functions of a notebook cell become tools of the notebook's toolkit."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from toolnexus._define import define_tool
from toolnexus._toolkit import Toolkit

if TYPE_CHECKING:
    from toolnexus._tool import Tool

_USUAL_NAME = "toolkit"


def add_magic(shell: Any) -> None:
    """Add `%%tool` to an IPython, which ships hardly any types."""

    def tool(line: str, cell: str) -> Tool | Toolkit | None:
        """Make tools of the functions in this cell, and put them into the toolkit.

        %%tool            into `toolkit`, which is made if there is none
        %%tool my_tools   into the toolkit of that name
        """
        return run_cell(shell, line, cell)

    shell.register_magic_function(tool, magic_kind="cell")


def run_cell(shell: Any, line: str, cell: str) -> Tool | Toolkit | None:
    """Run a cell, and make tools of the functions that it defines.

    Functions whose names begin with an underscore stay functions.

    Args:
        shell: Where it runs.
        line: The name of the toolkit; empty for `toolkit`.
        cell: The code.

    Returns:
        The tool, or a toolkit of several, to be shown; None if the cell raised.

    Raises:
        UsageError: The name is none, or stands for something else; or there is no function.
        ToolDefinitionError: A function can't be a tool.
    """
    name = line.strip() or _USUAL_NAME
    _toolkit(shell, name)
    defined = _functions(shell.transform_cell(cell))
    if name in defined:
        msg = f"%%tool would put the tool {name} in the place of the toolkit; rename it"
        raise _usage_error(msg)
    # It shows what it raises, as for any other cell.
    if not shell.run_cell(cell, store_history=False).success:
        return None
    # Not those that the cell itself has deleted, or made something else of.
    names = [fn for fn in defined if callable(shell.user_ns.get(fn))]
    if not names:
        msg = (
            "%%tool makes tools of functions, and this cell leaves none; add a `def` that is "
            "not indented"
        )
        raise _usage_error(msg)
    toolkit = _toolkit(shell, name)  # the cell may have made it
    # All of them or, if one can't be a tool, none.
    made = [define_tool(shell.user_ns[fn]) for fn in names]
    toolkit.register(*made, replace=True)
    shell.user_ns.update(zip(names, made, strict=True))
    shell.user_ns[name] = toolkit
    return made[0] if len(made) == 1 else Toolkit(made)


def _toolkit(shell: Any, name: str) -> Toolkit:
    if not name.isidentifier():
        msg = f"%%tool takes the name of a toolkit, or nothing; got {name!r:.80}"
        raise _usage_error(msg)
    found = shell.user_ns.get(name)
    if found is None:
        return Toolkit()
    if not isinstance(found, Toolkit):
        msg = (
            f"%%tool puts tools into a Toolkit, and {name} is a {type(found).__name__}; name "
            f"another one: %%tool my_tools"
        )
        raise _usage_error(msg)
    return found


def _functions(code: str) -> list[str]:
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return []  # running it will say so
    defined = [node.name for node in tree.body if isinstance(node, _FUNCTIONS)]
    return list(dict.fromkeys(name for name in defined if not name.startswith("_")))


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _usage_error(words: str) -> Exception:
    # IPython shows it as a plain line. It is loaded already where a magic runs.
    from IPython.core.error import UsageError  # noqa: PLC0415

    return UsageError(words)
