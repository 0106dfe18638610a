"""What Python returned, as a view: a table, an image, a tree, or else its repr.

Of the value itself nothing is called but its repr and the display methods that notebooks know,
`_repr_png_` and its like; its type decides which. Whatever fails or is not what it should be,
the next form takes its place, and the repr comes last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from toolnexus._repr import Displayed
from toolnexus._types import JsonObject
from toolnexus._visible import visible
from toolnexus.display._python import type_name_of
from toolnexus.display._text import one_line
from toolnexus.display._values._image import image_of
from toolnexus.display._values._markup import frame_of, markup_of
from toolnexus.display._values._table import array_facts, table_of
from toolnexus.display._values._tree import tree_of

Form = TypeVar("Form", JsonObject, str)


def value_view(value: Any) -> JsonObject:
    """Make the view of what a function returned.

    Args:
        value: Any object, also a broken or a hostile one.

    Returns:
        `type`, and `facts` about the whole; one of `table`, `image` and `pieces` (coloured
        text, with its `note`); whether it `is_wide` and whether it `is_styled`, more than
        text; and `frame`, HTML of the value's own that goes into a frame where nothing runs.
        What there is none of is None or empty.

    Example:
        >>> view = value_view({"days": 3})
        >>> view["type"], "".join(piece["text"] for piece in view["pieces"])
        ('dict', "{'days': 3}")
    """
    view: JsonObject = {
        "type": one_line(visible(_type_name(value)), 100),
        "facts": "",
        "table": None,
        "image": None,
        "pieces": [],
        "note": "",
        "frame": None,
        "is_wide": False,
        "is_styled": True,
    }
    # An object of ours inside a result has its own display: a frame in a frame helps nobody.
    if not issubclass(type(value), Displayed):
        for form in (_table, _image, _markup):
            if found := _attempt(form, value):
                return {**view, "is_styled": not found.get("pieces"), **found}
        view["frame"] = _attempt(frame_of, value)
        view["facts"] = _attempt(array_facts, value) or ""
    view["is_styled"] = view["frame"] is not None
    return {**view, **(_attempt(tree_of, value) or _nothing_to_show(view["type"]))}


def _attempt(form: Callable[[Any], Form | None], value: Any) -> Form | None:
    try:
        return form(value)
    except Exception:  # noqa: BLE001 - foreign code: a display never breaks a cell
        return None


def _table(value: Any) -> JsonObject | None:
    table = table_of(value)
    if not table:
        return None
    # Beside what the model gets there is room for a few columns; more have a row of their own.
    return {"table": table, "facts": table["facts"], "is_wide": len(table["columns"]) > 4}


def _image(value: Any) -> JsonObject | None:
    image = image_of(value)
    return {"image": image} if image else None


def _markup(value: Any) -> JsonObject | None:
    # Both only where there is no HTML, which says the same and is what notebooks prefer.
    return None if hasattr(type(value), "_repr_html_") else markup_of(value)


def _type_name(value: Any) -> str:
    name: object = type_name_of(value)
    return name if isinstance(name, str) else "object"


def _nothing_to_show(name: str) -> JsonObject:
    return {"pieces": [{"kind": "", "text": f"<{name} instance>"}], "note": "its repr failed"}
