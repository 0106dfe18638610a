"""One library in a process of its own: does a job, says how long it took, waits for the next.

Jobs come as lines of JSON on standard input, times go back as lines on standard output. Runs
with the interpreter of the library's own environment, so the rest is standard library only.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import work


class Library:
    """The jobs, done with one library."""

    def __init__(self, name: str) -> None:
        self.module = importlib.import_module(f"libraries.{name}")
        self.prepare = getattr(self.module, "prepare", lambda function: function)
        self.number = 0
        self.loop = asyncio.new_event_loop()

    def functions(
        self, many: int, make: Callable[[int], Any] = work.async_function
    ) -> list[Any]:
        self.number += many
        return [self.prepare(make(self.number - at)) for at in range(many)]

    def define(self, many: int) -> float:
        functions, define, entry = self.functions(many), self.module.define, self.module.entry
        start = time.perf_counter()
        for function in functions:
            entry(define(function))
        return time.perf_counter() - start

    def entries(self, many: int) -> float:
        if not hasattr(self, "many_tools"):
            self.many_tools = [self.module.define(f) for f in self.functions(1000)]
            self.module.entries(self.many_tools)
        start = time.perf_counter()
        for _ in range(many):
            self.module.entries(self.many_tools)
        return time.perf_counter() - start

    def execute(self, many: int) -> float:
        return self._executed(many, "define", "execute", work.async_function)

    def execute_in_thread(self, many: int) -> float:
        return self._executed(many, "define_in_thread", "execute_in_thread", work.sync_function)

    def execute_in_loop(self, many: int) -> float:
        return self._executed(many, "define_in_loop", "execute_in_loop", work.sync_function)

    def _executed(self, many: int, define: str, execute: str, make: Any) -> float:
        key = f"tool_for_{execute}"
        run = getattr(self.module, execute)
        if not hasattr(self, key):
            setattr(self, key, getattr(self.module, define)(self.functions(1, make)[0]))
            answer = self.loop.run_until_complete(run(getattr(self, key), work.TEXT))
            if json.loads(answer) != work.ANSWER:
                message = f"another answer: {answer}"
                raise ValueError(message)
        tool = getattr(self, key)

        async def repeated() -> float:
            start = time.perf_counter()
            for _ in range(many):
                await run(tool, work.TEXT)
            return time.perf_counter() - start

        return self.loop.run_until_complete(repeated())

    def memory(self, many: int) -> float:
        """Bytes per tool, of which each has written an entry."""
        warm = [self.module.define(f) for f in self.functions(50)]
        functions = self.functions(many)
        gc.collect()
        before = resident()
        tools = [self.module.define(function) for function in functions]
        for tool in tools:
            self.module.entry(tool)
        gc.collect()
        return (resident() - before) / len(tools) + 0 * len(warm)


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE")


def main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # a library may print; only answers go back
    library = Library(sys.argv[1])
    for line in sys.stdin:
        job, many = json.loads(line)
        gc.collect()
        try:
            answer = {"took": getattr(library, job)(many)}
        except Exception as exc:  # noqa: BLE001 - whatever a library raises is the answer
            answer = {"failed": f"{type(exc).__name__}: {exc}"[:200]}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
