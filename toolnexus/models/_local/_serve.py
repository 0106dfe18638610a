"""The program of the process that a local model runs in.

It is run by its path and imports nothing of toolnexus. Its first line of input says what to do;
its one line of output says where it can be reached, or why not. It ends when its input ends:
that is when whoever started it is gone, in whatever way.
"""

import json
import os
import signal
import sys
import threading
import time
from typing import Any

_POLL_SECONDS = 1.0


def main() -> None:
    """Serve a model until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupted notebook cell is not for us
    wanted = json.loads(sys.stdin.buffer.readline())
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever llama.cpp prints is no answer of ours
    threading.Thread(target=_end_with_the_input, daemon=True).start()
    threading.Thread(target=_end_with_the_parent, args=[wanted["parent"]], daemon=True).start()
    sys.path[:] = wanted["path"]
    try:
        server = _start(wanted)
    except Exception as exc:  # noqa: BLE001 - whatever it is, whoever waits for us is told
        print(json.dumps({"error": f"{type(exc).__name__}: {exc}"}), file=told, flush=True)
        os._exit(1)
    print(json.dumps({"url": server.listening_address}), file=told, flush=True)
    threading.Event().wait()


def _start(wanted: dict[str, Any]) -> Any:
    import xllamacpp  # noqa: PLC0415 - it is found on the path that was told

    params = xllamacpp.CommonParams()
    params.model.path = wanted["weights"]
    params.hostnames = ["127.0.0.1"]
    params.port = 0  # one that is free
    params.n_ctx = wanted["context"]
    params.n_parallel = 1
    params.cpuparams.n_threads = wanted["threads"]
    params.use_jinja = True
    params.verbosity = 1
    params.ui = False
    params.cache_ram_mib = 0  # or old prompts are kept, up to 8 GiB of them
    if wanted["template"]:
        params.chat_template = wanted["template"]
    return xllamacpp.Server(params)


def _end_with_the_input() -> None:
    while sys.stdin.buffer.readline():
        pass
    os._exit(0)


def _end_with_the_parent(parent: int) -> None:
    """Notice an end that the input doesn't tell, because a fork of the parent holds it open."""
    while os.name == "posix" and os.getppid() == parent:
        time.sleep(_POLL_SECONDS)
    if os.name == "posix":
        os._exit(0)


if __name__ == "__main__":
    main()
