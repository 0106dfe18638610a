"""The process that a local model runs in: started once, shared, and certain to end."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from toolnexus.errors import ModelError

_PROGRAM = Path(__file__).with_name("_serve.py")
_MOST_SECONDS_TO_START = 120
_MOST_SECONDS_TO_STOP = 5
_SECONDS_OF_AN_END = 0.3


@dataclass(frozen=True)
class Settings:
    """What a server is started with; two models with the same share one.

    Args:
        weights: The path of the GGUF file.
        template: The chat template; empty for the model's own.
        threads: How many threads it computes with.
        context: How many tokens it has in mind.
    """

    weights: str
    template: str
    threads: int
    context: int


class Server:
    """One process with llama.cpp's server in it, and those who use it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.RLock()
        self._users: set[object] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None
        self._owner = 0
        self._url = ""

    def url(self, user: object) -> str:
        """Return where it answers, and start it first if it isn't running.

        Args:
            user: Who uses it from now on, until it is released.

        Raises:
            ModelError: It doesn't start.
        """
        with self._lock:
            self._users.add(user)
            if not self.is_running:
                self._end()
                self._start()
            return self._url

    @property
    def is_running(self) -> bool:
        """Tell whether it runs, started by this process."""
        process = self._process
        return process is not None and self._owner == os.getpid() and process.poll() is None

    def exit_code(self) -> int | None:
        """Tell how it ended; None if it runs on, or doesn't run at all.

        An end is waited for a moment: a connection breaks before the process is gone.
        """
        process = self._process
        try:
            return None if process is None else process.wait(_SECONDS_OF_AN_END)
        except subprocess.TimeoutExpired:
            return None

    def release(self, user: object) -> None:
        """Do without it; when nobody uses it any more, it ends."""
        with self._lock:
            self._users.discard(user)
            if not self._users:
                self._end()

    def stop(self) -> None:
        """End it, whoever uses it."""
        with self._lock:
            self._users.clear()
            self._end()

    def _start(self) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, str(_PROGRAM)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                start_new_session=True,  # not among those that a kernel interrupts
            )
            self._owner = os.getpid()
            self._url = self._first_words(self._process)
        except OSError as exc:
            self._end()
            msg = f"no process can be started here for a local model: {exc}"
            raise ModelError(msg) from exc
        except BaseException:
            self._end()
            raise

    def _first_words(self, process: subprocess.Popen[bytes]) -> str:
        """Tell the process what to do, and wait until it says where it answers."""
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None  # noqa: S101 - both are pipes
        assert stdout is not None  # noqa: S101
        path = [entry or str(Path.cwd()) for entry in sys.path]
        wanted = {**asdict(self._settings), "path": path, "parent": os.getpid()}
        stdin.write(json.dumps(wanted).encode() + b"\n")
        stdin.flush()
        too_long = threading.Timer(_MOST_SECONDS_TO_START, process.kill)
        too_long.start()
        try:
            line = stdout.readline()
        finally:
            too_long.cancel()
        told: dict[str, Any] = json.loads(line) if line.strip() else {}
        if "url" in told:
            return f"{told['url']}/v1"
        reason = told.get("error") or f"its process ended with code {process.wait()}"
        log = self._last_words()
        msg = f"the local model did not start: {reason}{f'. It said: {log}' if log else ''}"
        raise ModelError(msg)

    def _last_words(self) -> str:
        if self._log is None:
            return ""
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").strip().splitlines()
        return " / ".join(line.strip() for line in lines[-3:])[:500]

    def _end(self) -> None:
        process, self._process, self._url = self._process, None, ""
        log, self._log = self._log, None
        if log is not None:
            log.close()
        if process is None:
            return
        is_ours = self._owner == os.getpid()  # or it belongs to the process this is a fork of
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        if not is_ours:
            process.returncode = 0  # nothing of ours to wait for
            return
        try:
            process.wait(_MOST_SECONDS_TO_STOP)  # it ends by itself when its input does
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


_servers: dict[Settings, Server] = {}
_servers_lock = threading.Lock()


def server_for(settings: Settings) -> Server:
    """Return the one server with these settings."""
    with _servers_lock:
        return _servers.setdefault(settings, Server(settings))


@atexit.register
def stop_all() -> None:
    """End every server; what an exit leaves out, the processes notice themselves."""
    for server in list(_servers.values()):
        server.stop()
