"""A server on this machine that says what it is told to say, and remembers what it was sent."""

import json
import select
import threading
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

import pytest

from toolnexus import _threads


class Sent(NamedTuple):
    path: str
    headers: Message  # whose names are found in any case
    body: dict


class Reply(NamedTuple):
    status: int
    body: object  # a dict is sent as JSON, a text as it is
    headers: dict = {}  # noqa: RUF012 - nobody changes it


HANG = object()
"""Say nothing until the other side hangs up."""


class Recorder:
    """What it says next is in `replies`: a dict, a list of chunks, a `Reply` or `HANG`.

    A list may end in HANG, too. The last reply is said again and again.
    """

    HANG = HANG
    Reply = Reply

    def __init__(self):
        self.replies = []
        self.sent = []
        self.hung_up = threading.Event()
        self.begun = threading.Event()
        self._stopped = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()
        self.root = f"http://127.0.0.1:{self._server.server_port}"
        self.url = f"{self.root}/v1"

    @property
    def bodies(self):
        return [sent.body for sent in self.sent]

    def stop(self):
        self._stopped.set()
        self._server.shutdown()
        self._thread.join(5)
        self._server.server_close()

    def wait_for_hang_up(self, connection):
        for _ in range(500):
            if self._stopped.is_set():
                return
            readable, _, _ = select.select([connection], [], [], 0.02)
            if readable and not connection.recv(1):
                self.hung_up.set()
                return

    def _handler(recorder):  # noqa: C901, N805 - the handler has a self of its own
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length))
                number = len(recorder.sent)
                recorder.sent.append(Sent(self.path, self.headers, body))
                recorder.begun.set()
                try:
                    self.say(recorder.replies[min(number, len(recorder.replies) - 1)])
                except ConnectionError:
                    self.close_connection = True
                    recorder.hung_up.set()

            def say(self, reply):
                if reply is HANG:
                    recorder.wait_for_hang_up(self.connection)
                    self.close_connection = True
                elif isinstance(reply, list):
                    self.stream(reply)
                elif isinstance(reply, Reply):
                    self.answer(*reply)
                else:
                    self.answer(200, reply)

            def answer(self, status, body, headers=()):
                kind = "text/html" if isinstance(body, str) else "application/json"
                data = (body if isinstance(body, str) else json.dumps(body)).encode()
                self.send_response(status)
                for name, value in {
                    "Content-Type": kind,
                    "Content-Length": str(len(data)),
                    **dict(headers),
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            def stream(self, chunks):
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                for chunk in chunks:
                    if chunk is HANG:
                        recorder.wait_for_hang_up(self.connection)
                        return
                    text = chunk if isinstance(chunk, str) else f"data: {json.dumps(chunk)}"
                    self.wfile.write(f"{text}\n\n".encode())
                    self.wfile.flush()
                self.wfile.write(b"data: [DONE]\n\n")

            def log_message(self, *args):
                pass

        return Handler


@pytest.fixture
def recorder():
    server = Recorder()
    yield server
    server.stop()


@pytest.fixture
def no_threads(monkeypatch):
    """Play a place where no thread can be started, such as a page of JupyterLite."""

    def start(thread):
        msg = "can't start new thread"
        raise RuntimeError(msg)

    monkeypatch.setattr(threading.Thread, "start", start)
    monkeypatch.setattr(_threads, "_idle", type(_threads._idle)())
