"""A click in a real kernel, whose message comes as a browser sends it."""

import queue
import time

import pytest
from jupyter_client.manager import start_new_kernel

CELL = """
from toolnexus import define_tool
from toolnexus.panel import ToolPanel

def get_weather(city: str) -> str:
    "Current weather."
    print("asking", city)
    return f"sunny in {city}"

panel = ToolPanel([define_tool(get_weather)])
panel.arguments = {"city": "Rome"}
panel
"""


class Kernel:
    """A kernel, and the widgets that it has told of."""

    def __init__(self):
        self.manager, self.client = start_new_kernel(kernel_name="python3")
        self.widgets = {}
        self.streams = []

    def run(self, code):
        """Run a cell to its end; return what it displays."""
        cell = self.client.execute(code)
        shown = []
        self.listen(
            lambda m: (
                m["msg_type"] == "status"
                and m["content"]["execution_state"] == "idle"
                and m["parent_header"].get("msg_id") == cell
            ),
            shown,
        )
        return shown

    def listen(self, is_enough, shown=()):
        """Take in what the kernel says, until it is enough."""
        patience = time.monotonic() + 60
        while time.monotonic() < patience:
            try:
                message = self.client.get_iopub_msg(timeout=1)
            except queue.Empty:
                continue
            content = message["content"]
            if message["msg_type"] == "comm_open":
                self.widgets[content["comm_id"]] = dict(content["data"]["state"])
            elif message["msg_type"] == "comm_msg" and "state" in content["data"]:
                self.widgets[content["comm_id"]].update(content["data"]["state"])
            elif message["msg_type"] == "stream":
                self.streams.append(content["text"])
            elif message["msg_type"] in ("execute_result", "error"):
                shown.append(content.get("data") or content)
            if is_enough(message):
                return
        pytest.fail(f"it did not come to that; HTML: {self.html()}")

    def html(self):
        return [w["value"] for w in self.widgets.values() if w["_model_name"] == "HTMLModel"]

    def click(self, words):
        """Click a button, as a front end tells of it."""
        found = [key for key, w in self.widgets.items() if w.get("description") == words]
        data = {"method": "custom", "content": {"event": "click"}}
        content = {"comm_id": found[0], "data": data}
        self.client.shell_channel.send(self.client.session.msg("comm_msg", content))


@pytest.fixture(scope="module")
def kernel():
    kernel = Kernel()
    yield kernel
    kernel.client.stop_channels()
    kernel.manager.shutdown_kernel(now=True)


def test_click_runs_the_tool_and_its_text_is_in_the_panel_alone(kernel):
    (shown,) = kernel.run(CELL)
    assert "application/vnd.jupyter.widget-view+json" in shown
    assert shown["text/plain"] == "ToolPanel([get_weather])"
    assert "Current weather." in shown["text/html"]
    kernel.click("Run")
    kernel.listen(lambda _: any('data-state="done"' in html for html in kernel.html()))
    kernel.listen(lambda _: any("asking Rome" in html for html in kernel.html()))
    assert any("sunny in Rome" in html for html in kernel.html())
    assert not any("asking" in text for text in kernel.streams)
    (result,) = kernel.run("panel.result.output, panel.arguments")
    assert result["text/plain"] == "('sunny in Rome', {'city': 'Rome'})"


def test_cell_run_again_leaves_no_more_widgets_than_one(kernel):
    count = "from ipywidgets.widgets import widget; len(widget._instances)"
    kernel.run("panel.close()")
    kernel.run(CELL)
    (before,) = kernel.run(count)
    for _ in range(5):
        kernel.run("panel.close()")
        kernel.run(CELL)
    (after,) = kernel.run(count)
    assert after["text/plain"] == before["text/plain"]


def test_tool_defined_again_is_shown_in_the_open_panel(kernel):
    kernel.run("%load_ext toolnexus")
    kernel.run("%%tool\ndef greet(name: str) -> str:\n    'Greet.'\n    return name")
    kernel.run("live = toolkit.panel()\nlive.arguments = {'name': 'Ada'}")
    kernel.run("%%tool\ndef greet(name: str, loud: bool = False) -> str:\n    'Hail.'")
    (shown,) = kernel.run("live.arguments, live.tool.description, live.form.value")
    assert shown["text/plain"] == "({'name': 'Ada'}, 'Hail.', {'name': 'Ada'})"
    assert any("loud: new" in html for html in kernel.html())
