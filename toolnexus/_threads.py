"""Worker threads for sync functions, reused and never waited for.

Why not the event loop's own executor: it runs few calls at a time on a small machine, and a
function that never returns would keep `asyncio.run`, and then the interpreter, from ending.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue

_IDLE_SECONDS = 30.0


class _Worker(threading.Thread):
    def __init__(self, idle: deque[_Worker]) -> None:
        super().__init__(name="toolnexus-worker", daemon=True)
        self.jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._idle = idle

    def run(self) -> None:
        while True:
            try:
                job = self.jobs.get(timeout=_IDLE_SECONDS)
            except Empty:
                try:
                    self._idle.remove(self)
                except ValueError:  # just taken by somebody who is about to hand in a job
                    continue
                return
            job()
            # Nothing of the job may live on in a thread that only waits.
            del job
            self._idle.append(self)


_idle: deque[_Worker] = deque()
os.register_at_fork(after_in_child=_idle.clear) if hasattr(os, "register_at_fork") else None


def run_in_thread(job: Callable[[], None]) -> bool:
    """Start a job in a thread of its own and return at once.

    Args:
        job: Must not raise.

    Returns:
        Whether it could be started; not where there are no threads, as in a browser.
    """
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker(_idle)
        try:
            worker.start()
        except RuntimeError:
            return False
    worker.jobs.put(job)
    return True
