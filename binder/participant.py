"""Play one participant of a workshop: what fails, how long it takes, how much memory it needs.

    python binder/participant.py

starts JupyterLab, opens every notebook of the course in a kernel of its own and runs it from
top to bottom, then opens the panel as a page, and prints a table. Nothing is saved. Ends with 1
if a cell failed or a panel came without its text. Needs the extra `lab` and Linux, whose /proc
tells how much memory a process has.
"""

import os
import re
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import nbformat
from jupyter_core.utils import run_sync
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PAGE = "panel_page"  # as a page it is for people who see no code, and needs no JupyterLab
WITH_PANEL = "04_panel"
MAY_FAIL = {"raises-exception", "nbval-raises-exception"}
WIDGET = "application/vnd.jupyter.widget-view+json"
READABLE = re.compile(
    r"\w+\(\[.+\]\)"
)  # what a panel says of itself where no widgets are shown
PATIENCE = 120  # seconds


class Memory(NamedTuple):
    """The memory of a process, in MB.

    `rss` counts what it shares with other processes in full, `pss` its share of that. The first
    is what a container of its own needs at most; the second is nearer to what one more process
    costs on a machine that runs many.
    """

    rss: float
    pss: float


class Row(NamedTuple):
    """A line of the table."""

    what: str
    seconds: float | None
    memory: Memory


class Server(NamedTuple):
    """A running JupyterLab."""

    process: "subprocess.Popen[bytes]"
    url: str
    token: str
    log: Path

    def wait(self) -> None:
        """Wait until it answers."""
        patience = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > patience:
                log = self.log.read_text(encoding="utf-8")
                msg = f"JupyterLab did not start:\n{log}"
                raise RuntimeError(msg)
            time.sleep(0.05)

    def answers(self) -> bool:
        """Say whether it listens yet."""
        try:
            self.ask("api/status")
        except OSError:
            return False
        return True

    def ask(self, path: str) -> bytes:
        """Send a request, as the page in a browser does."""
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(f"{self.url}/{path}", headers=headers)  # noqa: S310 - own
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - as above
            return bytes(answer.read())


def memory_of(pid: int) -> Memory:
    """Read what Linux says of a process."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    kilobytes = dict(re.findall(r"^(\w+): +(\d+) kB$", text, re.MULTILINE))
    return Memory(int(kilobytes["Rss"]) / 1000, int(kilobytes["Pss"]) / 1000)


def pid_of(kernel_id: str) -> int:
    """Find the process of a kernel by the file that it was started with."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue  # it has ended meanwhile
        if f"kernel-{kernel_id}.json".encode() in command:
            return int(folder.name)
    msg = f"no process has the kernel {kernel_id}"
    raise RuntimeError(msg)


@contextmanager
def jupyterlab() -> Iterator[Server]:
    """Start JupyterLab in the root of the repository, with nothing of a person's own in it."""
    with tempfile.TemporaryDirectory() as folder:
        home, token = Path(folder), secrets.token_hex()
        kinds = ("JUPYTER_CONFIG", "JUPYTER_DATA", "JUPYTER_RUNTIME")
        kinds = (*kinds, "JUPYTERLAB_SETTINGS", "JUPYTERLAB_WORKSPACES")
        # For this process as well: it starts the kernels of the notebooks.
        os.environ |= {f"{kind}_DIR": str(home / kind) for kind in kinds}
        os.environ |= {"IPYTHONDIR": str(home / "ipython"), "JUPYTER_TOKEN": token}
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = found.getsockname()[1]
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        command += ["--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
        command += [f"--ServerApp.root_dir={ROOT}"]
        with (home / "log").open("w") as log:
            process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)  # noqa: S603
        server = Server(process, f"http://127.0.0.1:{port}", token, home / "log")
        try:
            server.wait()
            yield server
        finally:
            process.terminate()
            process.wait(PATIENCE)


def run_all(path: Path) -> tuple[Row, NotebookClient, list[str]]:
    """Run a notebook in a kernel that stays open; return what it needs and what was wrong."""
    begin = time.monotonic()
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(
        notebook, kernel_name="python3", timeout=PATIENCE, resources=where, allow_errors=True
    )
    client.create_kernel_manager()
    client.start_new_kernel(stderr=subprocess.DEVNULL)  # says that it listens on this machine
    client.start_new_kernel_client()
    for number, cell in enumerate(notebook.cells):
        client.execute_cell(cell, number)
    seconds = time.monotonic() - begin
    row = Row(f"kernel of {path.stem}", seconds, memory_of(client.km.provisioner.pid))
    return row, client, list(faults(path.stem, notebook))


def faults(name: str, notebook: nbformat.NotebookNode) -> Iterator[str]:
    """Say which cells failed, and which widgets have no text."""
    for number, cell in enumerate(notebook.cells):
        may_fail = bool(MAY_FAIL & set(cell.metadata.get("tags", [])))
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if output.output_type == "error" and not may_fail:
                yield f"{name}, cell {number}: {output.ename}: {output.evalue}"
            if WIDGET in data and not READABLE.fullmatch(data.get("text/plain", "")):
                yield f"{name}, cell {number}: a widget without a text that can be read"


def open_page(server: Server, path: Path) -> tuple[Row, list[str]]:
    """Open a notebook as a page without code."""
    begin = time.monotonic()
    page = server.ask(f"voila/render/notebooks/{path.name}").decode()
    seconds = time.monotonic() - begin
    (kernel_id,) = set(re.findall(r'"kernelId": "([\w-]+)"', page))
    row = Row(f"kernel of the page {path.stem}", seconds, memory_of(pid_of(kernel_id)))
    return row, [] if "ToolPanel([" in page else [f"{path.stem}: no panel in the page"]


def play(server: Server, started: float) -> tuple[list[Row], list[str]]:
    """Do what a participant does, one after the other."""
    for path in ("lab", "lab/api/settings", "lab/api/workspaces", "api/contents/notebooks"):
        server.ask(path)  # what the page in the browser asks for first
    rows, wrong, clients = [], [], []
    for path in NOTEBOOKS:
        if path.stem == PAGE:
            row, said = open_page(server, path)
        else:
            row, client, said = run_all(path)
            clients.append(client)
        rows.append(row)
        wrong += said
    for client in clients:
        run_sync(client.km.shutdown_kernel)(now=True)
    return [Row("server of JupyterLab", started, memory_of(server.process.pid)), *rows], wrong


def sums(rows: list[Row]) -> Iterator[Row]:
    """Add up what one participant has open."""
    server, *notebooks = rows
    (panel,) = [row for row in notebooks if row.what.endswith(WITH_PANEL)]
    yield total(f"one participant: server and {WITH_PANEL}", [server, panel])
    kinds = zip(*(row.memory for row in notebooks), strict=True)
    yield Row("each further notebook (median)", None, Memory(*map(statistics.median, kinds)))
    yield total(f"one participant with all {len(notebooks)} open", rows)


def total(what: str, rows: list[Row]) -> Row:
    """Add up the memory of several processes."""
    return Row(what, None, Memory(*map(sum, zip(*(row.memory for row in rows), strict=True))))


def main() -> int:
    """Run the command."""
    if not Path("/proc/self/smaps_rollup").exists():
        sys.stderr.write("This needs Linux: the memory of a process is read from /proc.\n")
        return 2
    begin = time.monotonic()
    with jupyterlab() as server:
        rows, wrong = play(server, time.monotonic() - begin)
    sys.stdout.write(f"{'':<40} {'seconds':>8} {'RSS MB':>8} {'PSS MB':>8}\n")
    for what, seconds, memory in [*rows, *sums(rows)]:
        time_taken = "" if seconds is None else f"{seconds:.1f}"
        sys.stdout.write(f"{what:<40} {time_taken:>8} {memory.rss:>8.0f} {memory.pss:>8.0f}\n")
    for words in wrong:
        sys.stderr.write(f"{words}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
