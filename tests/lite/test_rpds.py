"""The Python that plays rpds in a page: jsonschema can't tell the difference."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import rpds as real

FOLDER = Path(__file__).parents[2] / "lite/rpds"
VALIDATE = """
import json, rpds, sys
from jsonschema import Draft4Validator, Draft202012Validator
from jsonschema.validators import extend
from referencing import Registry, Resource

other = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:other",
         "$defs": {"n": {"$anchor": "n", "type": "integer"}}, "$ref": "#n"}
schema = {"$id": "urn:one", "required": ["c"], "unevaluatedProperties": False,
          "properties": {"a": {"$ref": "urn:other"}, "b": {"$ref": "#/$defs/t"}},
          "$defs": {"t": {"items": {"$ref": "#/$defs/t"}, "type": ["array", "string"]}}}
registry = Registry().with_resource("urn:other", Resource.from_contents(other)).crawl()
validator = Draft202012Validator(schema, registry=registry)
found = [e.message for e in validator.iter_errors({"a": "x", "b": [["y", 1]], "d": 2})]
Draft202012Validator.check_schema(schema)
Draft4Validator.check_schema({"type": "string"})
checker = Draft202012Validator.TYPE_CHECKER
odd = checker.redefine("odd", lambda _, value: value == 1).remove("null")
found += [e.message for e in
          extend(Draft202012Validator, type_checker=odd)({"type": "odd"}).iter_errors(2)]
print(json.dumps({"rpds": rpds.__file__, "found": found}))
"""


@pytest.fixture(scope="module")
def played():
    spec = importlib.util.spec_from_file_location("rpds_in_python", FOLDER / "rpds.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_jsonschema_finds_the_same():
    said = []
    for first in ("", str(FOLDER)):
        env = {**os.environ, "PYTHONPATH": first}
        ran = subprocess.run([sys.executable, "-c", VALIDATE], env=env, capture_output=True)
        assert ran.returncode == 0, ran.stderr.decode()
        said.append(json.loads(ran.stdout))
    one, other = said
    assert other["rpds"] == str(FOLDER / "rpds.py") != one["rpds"]
    assert one["found"] == other["found"]
    assert len(one["found"]) >= 5


CHANGES = {
    "made": lambda of: sorted(of.HashTrieMap({"a": 1}, b=2).items()),
    "of-pairs": lambda of: dict(of.HashTrieMap([("a", 1)])),
    "converted": lambda of: dict(of.HashTrieMap.convert({"a": 1}).insert("b", 2)),
    "converted-twice": lambda of: (
        (one := of.HashTrieMap({"a": 1})) is of.HashTrieMap.convert(one)
    ),
    "inserted": lambda of: dict(of.HashTrieMap({"a": 1}).insert("a", 3)),
    "updated": lambda of: dict(of.HashTrieMap({"a": 1}).update({"a": 2, "b": 3})),
    "removed": lambda of: dict(of.HashTrieMap({"a": 1, "b": 2}).remove("a")),
    "equal": lambda of: of.HashTrieMap({"a": 1}) == of.HashTrieMap(a=1),
    "hashes": lambda of: hash(of.HashTrieMap({"a": 1})) == hash(of.HashTrieMap(a=1)),
    "looked-up": lambda of: (of.HashTrieMap(a=1).get("b"), "a" in of.HashTrieMap(a=1)),
    "shown": lambda of: repr(of.HashTrieMap(a=1)),
    "set": lambda of: sorted(of.HashTrieSet([1]).insert(2).update([3]).discard(1).discard(9)),
    "list": lambda of: list(of.List([2]).push_front(1)),
    "equal-lists": lambda of: of.List([1, 2]) == of.List([2]).push_front(1),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_does_what_rpds_does(played, change):
    assert change(played) == change(real)


def test_nothing_changes_in_place(played):
    one = played.HashTrieMap(a=1)
    one.insert("b", 2).remove("a")
    assert dict(one) == {"a": 1}
    with pytest.raises(KeyError):
        one.remove("b")
