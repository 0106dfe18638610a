"""In a real kernel: an interrupt ends the wait, and what a tool prints is under its cell."""

import queue
import time

import pytest
from jupyter_client.manager import start_new_kernel

DEFINE = """
import asyncio, time
from toolnexus import ToolContext, tool

@tool
async def sleep_async(seconds: float) -> str:
    print("started", flush=True)
    await asyncio.sleep(seconds)
    return "woke up"

@tool
def sleep_sync(seconds: float) -> str:
    print("started", flush=True)
    time.sleep(seconds)
    return "woke up"
"""


class Kernel:
    """A kernel and what it says."""

    def __init__(self) -> None:
        self.manager, self.client = start_new_kernel(kernel_name="python3")

    def run(self, code: str, *, interrupt_at: str | None = None) -> list[str]:
        """Run a cell; return its output, and interrupt it once it prints some text."""
        cell = self.client.execute(code)
        said: list[str] = []
        patience = time.monotonic() + 60
        while time.monotonic() < patience:
            try:
                message = self.client.get_iopub_msg(timeout=1)
            except queue.Empty:
                continue
            if message["parent_header"].get("msg_id") != cell:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "stream":
                said += content["text"].split()
                if interrupt_at in said:
                    self.manager.interrupt_kernel()
                    interrupt_at = None
            elif kind == "execute_result":
                said.append(content["data"]["text/plain"])
            elif kind == "error":
                said.append(content["ename"])
            elif kind == "status" and content["execution_state"] == "idle":
                return said
        pytest.fail(f"the cell did not end: {said}")


@pytest.fixture(scope="module")
def kernel():
    kernel = Kernel()
    assert kernel.run(DEFINE) == []
    yield kernel
    kernel.client.stop_channels()
    kernel.manager.shutdown_kernel(now=True)


LONG = 3600
WAITING = {
    "async": f"await sleep_async.execute({{'seconds': {LONG}}})",
    "sync": f"await sleep_sync.execute({{'seconds': {LONG}}})",
    "async with a time limit": (
        f"await sleep_async.execute({{'seconds': {LONG}}}, ToolContext(timeout={LONG}))"
    ),
    "sync with a context": f"await sleep_sync.execute({{'seconds': {LONG}}}, ToolContext())",
    "run": f"sleep_sync.run({{'seconds': {LONG}}})",
}


@pytest.mark.parametrize("code", WAITING.values(), ids=WAITING)
def test_interrupt_ends_the_wait_and_leaves_the_kernel_usable(kernel, code):
    said = kernel.run(code, interrupt_at="started")
    assert said[0] == "started"
    assert said[-1] in ("CancelledError", "KeyboardInterrupt")
    assert kernel.run("await sleep_sync.execute({'seconds': 0})") == [
        "started",
        "ToolResult('woke up')",
    ]


def test_what_a_tool_prints_is_under_its_own_cell(kernel):
    first = kernel.run("print('first'); await sleep_sync.execute({'seconds': 0})")
    second = kernel.run("print('second'); await sleep_sync.execute({'seconds': 0})")
    assert first == ["first", "started", "ToolResult('woke up')"]
    assert second == ["second", "started", "ToolResult('woke up')"]


def test_run_works_in_a_cell(kernel):
    assert kernel.run("sleep_async.run({'seconds': 0}).output") == ["started", "'woke up'"]
