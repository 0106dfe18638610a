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
import threading
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
        sync_only = getattr(self.module, "SYNC_ONLY", False)
        self.make = work.sync_function if sync_only else work.async_function
        self.number = 0
        self.loop = asyncio.new_event_loop()

    def functions(self, many: int, make: Callable[[int], Any] | None = None) -> list[Any]:
        self.number += many
        make = make or self.make
        return [self.prepare(make(self.number - at)) for at in range(many)]

    def define(self, many: int) -> float:
        functions, define, entry = self.functions(many), self.module.define, self.module.entry
        start = time.perf_counter()
        for function in functions:
            entry(define(function))
        return time.perf_counter() - start

    def entries(self, many: int) -> float:
        if not hasattr(self, "tools"):
            self.tools = [self.module.define(function) for function in self.functions(1000)]
        entry = self.module.entry
        entries = getattr(self.module, "entries", lambda tools: [entry(tool) for tool in tools])
        start = time.perf_counter()
        for _ in range(many):
            entries(self.tools)
        return time.perf_counter() - start

    def execute(self, many: int) -> float:
        return self._executed(many, "define", "execute", work.async_function)

    def execute_text(self, many: int) -> float:
        return self._executed(many, "define", "execute", work.async_text_function)

    def execute_in_thread(self, many: int) -> float:
        return self._executed(many, "define_in_thread", "execute_in_thread", work.sync_function)

    def execute_in_loop(self, many: int) -> float:
        return self._executed(many, "define_in_loop", "execute_in_loop", work.sync_function)

    def _executed(self, many: int, define: str, execute: str, make: Any) -> float:
        return self.loop.run_until_complete(self._repeated(many, define, execute, make))

    async def _repeated(self, many: int, define: str, execute: str, make: Any) -> float:
        run = getattr(self.module, execute)
        key = f"tool_of_{make.__name__}_for_{execute}"
        if not hasattr(self, key):
            tool = getattr(self.module, define)(self.prepare(make(1)))
            if hasattr(self.module, "ready"):
                tool = await self.module.ready(tool)
            setattr(self, key, tool)
            work.threads.clear()
            check_answer(await run(tool, work.TEXT), in_thread="thread" in execute)
        tool = getattr(self, key)
        start = time.perf_counter()
        for _ in range(many):
            await run(tool, work.TEXT)
        return time.perf_counter() - start

    def memory(self, many: int) -> float:
        """Bytes for each tool that has written an entry; true for the first time only."""
        warm = [self.module.define(function) for function in self.functions(50)]
        functions = self.functions(many)
        gc.collect()
        before = resident()
        tools = [self.module.define(function) for function in functions]
        for tool in tools:
            self.module.entry(tool)
        gc.collect()
        used = (resident() - before) / len(tools)
        del warm
        return used


def check_answer(answer: str, *, in_thread: bool) -> None:
    """See that the library has really done what is timed."""
    if answer != work.ANSWER_TEXT and json.loads(answer) != work.ANSWER:
        message = f"another answer: {answer}"
        raise ValueError(message)
    elsewhere = work.threads != [threading.get_ident()]
    if elsewhere and not in_thread:
        message = "the function ran in another thread"
        raise ValueError(message)
    if in_thread and not elsewhere and sys.argv[1] != "floor":
        message = "the function ran in the loop"
        raise ValueError(message)


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
