"""A cell that breaks Python, or ends its worker, is told so; the other cells find Python as they left it."""

import pytest

from .conftest import Python

pytestmark = pytest.mark.browser

BREAKING = {
    "the worker closed": "import js\njs.self.close()",
    "modules forgotten": "import sys\nsys.modules.clear()",
    "the kernel forgotten and spoilt": "import sys, cell_kernel.kernel\ncell_kernel.kernel.Kernel.run = None\ndel sys.modules['cell_kernel']",
    "print taken away": "import builtins\nbuiltins.print = None",
    "len taken away": "import builtins\nbuiltins.len = None",
    "import taken away": "import builtins\ndel builtins.__import__",
    "json spoilt": "import json\njson.loads = None",
    "the path emptied": "import sys\nsys.path.clear()",
    "exit": "import os\nos._exit(0)",
}


@pytest.mark.parametrize("how", BREAKING)
def test_what_breaks_python_is_an_error_of_its_own_cell(python, how):
    python.run("import numpy as np\nx = np.ones(2)", "a")
    python.run("y = 2 * x", "b")
    result = python.run(BREAKING[how], "c")
    assert result["status"] == "error"
    assert result["error"]["type"] == "PythonCrashed"
    assert python.run("import statistics\nprint(len(x), np.linalg.norm(y) > 1)", "d")["text"] == "2 True\n"


HARMLESS = {
    "a great wish": "bytearray(3 << 30)",
    "more memory than there is": "import numpy as np\n[np.empty(1 << 30, np.uint8) for _ in range(8)]",
    "the kernel's module forgotten": "import sys\ndel sys.modules['cell_kernel']",
    "a module loaded anew": "import sys, random\ndel sys.modules['random']\nimport random",
    "a print of one's own": "import builtins\nkept = builtins.print\nbuiltins.print = lambda *words: kept('yo:', *words)",
    "exit of the polite kind": "import sys\nsys.exit(3)",
    "an error that comes later": "import js, pyodide.ffi\n_ = js.setTimeout(pyodide.ffi.create_proxy(lambda *_: 1 / 0), 0)",
    "shouting at the page": "import js\njs.postMessage(None)\njs.postMessage('hola')",
    "names of the worker taken away": "import js\njs.self.onmessage = None\njs.self.postMessage = None",
}


@pytest.mark.parametrize("how", HARMLESS)
def test_what_breaks_nothing_leaves_python_where_it_was(page, serve, how):
    page.goto(serve().url)
    python = Python(page, "")
    python.run("x = 1", "a")
    result = python.run(HARMLESS[how], "c")
    assert result["error"] is None or result["error"]["type"].endswith(("MemoryError", "OverflowError", "SystemExit"))
    assert [python.run("x")["text"] for _ in range(3)] == ["1\n"] * 3
    assert not [status for status in page.evaluate("statuses") if status.startswith("stopping")]


def test_a_stack_too_deep_for_the_browser_is_an_error_of_its_cell(python):
    python.run("x = 1", "a")
    result = python.run("import sys\nsys.setrecursionlimit(50_000)\ndef f(n): return f(n + 1) + 1\nf(0)", "b")
    assert result["error"]["type"] in ("RecursionError", "PythonCrashed")
    assert python.run("x")["text"] == "1\n"


# A worker that a cell, or a file of this name, makes as deaf as one that the browser has ended.
DEAF = (
    "self.addEventListener('message', (event) => {"
    " self.deaf ||= event.data.name === 'sordo'; if (self.deaf) event.stopImmediatePropagation(); })"
)


@pytest.fixture
def deafened(page, serve):
    page.add_init_script(f"window.beforeTheWorker = {DEAF!r}")
    page.goto(serve().url)
    python = Python(page, "")
    python.run("x = 1", "a")
    return python


def test_a_worker_that_no_longer_answers_is_missed(deafened):
    result = deafened.run("import js\njs.self.deaf = True", "b")
    assert (result["status"], result["error"]["type"]) == ("error", "PythonCrashed")
    assert deafened.run("x")["text"] == "1\n"


def test_a_request_that_found_nobody_is_made_again(deafened):
    # The next worker is not told of the file.
    deafened.page.evaluate("() => ['', null].forEach((data) => window.python.give('sordo', data))")
    assert deafened.page.evaluate("window.python.call({ do: 'evaluate', expression: 'x + 1' })")["text"] == "2"
    assert "stopping replay" in deafened.page.evaluate("statuses")


def test_what_breaks_python_only_when_it_is_repeated_is_left_out(page, serve):
    page.goto(serve().url)
    python = Python(page, "")
    python.run("x = 1", "a")
    python.run("safe = True", "c")
    python.run("if not globals().pop('safe', False):\n    import os; os._exit(1)", "b")
    python.run("safe = True", "c")
    # In the replay `b` comes before `c`.
    python.loop()
    python.stop()
    assert python.looped["status"] == "stopped"
    assert python.run("x, safe")["text"] == "(1, True)\n"
