"""JSON on indented lines is what `json.dumps` writes, but for what can't be seen."""

import enum
import json

import pytest

from toolnexus.display._json import pretty


class Unit(str, enum.Enum):
    METRE = "m"


LOOP: list = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"none": [], "nothing": {}, "lines": [[], [[{"deep": (1, (2,))}]]]},
        {"a": '\b\f\n\r\t"\\/', "ü": "ß\U0001f600"},
        [1.5, 1e-7, 1e22, 10**30, float("inf"), True, None, "text"],
        {7: 2, None: 3, True: 4, 1.5: 5, "inside": {2: 1}},
        {"unit": Unit.METRE, Unit.METRE: [Unit.METRE]},
    ],
    ids=["empty", "nested", "escapes", "scalars", "keys", "enum"],
)
def test_indented_text_is_that_of_json(value):
    assert pretty(value) == json.dumps(value, ensure_ascii=False, indent=2)


@pytest.mark.parametrize(
    "value", [LOOP, [{1, 2}], {"a": b"x"}, {(1,): 2}], ids=["loop", "set", "bytes", "key"]
)
def test_what_is_no_json_is_refused_as_json_does(value):
    with pytest.raises((TypeError, ValueError)) as theirs:
        json.dumps(value, ensure_ascii=False, indent=2)
    with pytest.raises(theirs.type, match=str(theirs.value).partition("(")[0]):
        pretty(value)
