"""Cells in the page: what they print while they run, how they fail, and how they are stopped."""

import pytest

from .conftest import Python

pytestmark = pytest.mark.browser


def test_output_streams_while_the_cell_runs(python):
    python.page.evaluate(
        """() => {
            window.streamed = [];
            const source = "import time\\nprint('uno')\\nt = time.time()\\nwhile time.time() < t + 0.3: pass\\nprint('dos')";
            window.running = window.python.runCell({
                id: "a", source, onOutput: ({ text }) => streamed.push([text, window.python.status.phase]),
            });
        }"""
    )
    python.page.wait_for_function("streamed.length === 1")
    assert python.page.evaluate("streamed") == [["uno\n", "busy"]]
    python.page.evaluate("running")
    assert python.page.evaluate("streamed.map(([text]) => text)") == ["uno\n", "dos\n"]


def test_an_error_shows_the_readers_own_lines_alone(python):
    result = python.run("import numpy as np\ndef f(x):\n    return np.linalg.inv(x)\nf(np.zeros((2, 3)))", "inversa")
    assert result["status"] == "error"
    assert result["error"]["line"] == 3
    error, hint = result["pieces"]
    assert error == {"kind": "error", "text": (
        "Camino del error (lo más reciente, al final):\n"
        "  celda «inversa», línea 4\n"
        "    f(np.zeros((2, 3)))\n"
        "  celda «inversa», línea 3, en f\n"
        "    return np.linalg.inv(x)\n"
        "numpy.linalg.LinAlgError: Last 2 dimensions of the array must be square\n"
    )}  # fmt: skip
    assert hint["text"] == "La matriz tiene que ser cuadrada."


def test_a_runaway_recursion_is_an_error_of_the_cell(python):
    assert python.run("def f(n):\n    return f(n + 1)\nf(0)")["error"]["type"] == "RecursionError"
    assert python.run("2")["text"] == "2\n"


def test_a_request_that_fails_carries_pythons_error(python):
    failure = python.page.evaluate(
        "window.python.call({ do: 'evaluate', expression: 'nada' }).catch((e) => [e.name, e.type, e.message])"
    )
    assert failure == ["PythonRequestError", "NameError", "NameError: name 'nada' is not defined"]


def test_stop_ends_an_endless_cell_and_the_completed_ones_are_back(python):
    python.run("x = 1\nprint('una vez')", "a")
    python.run("x += 1", "b")
    python.run("y = 1\nraise ValueError", "c")
    python.loop()
    python.stop()
    assert python.looped["status"] == "stopped"
    assert python.page.evaluate("window.python.status.phase") == "ready"
    assert python.run("x, 'y' in globals()")["text"] == "(2, False)\n"


def test_environments_stay_apart_through_a_stop(python):
    python.run("z = 9", "d")
    other = type(python)(python.page, python.environment + " otro")
    other.run("z = 1", "d")
    python.loop()
    python.stop()
    assert python.run("z")["text"] == "9\n"
    assert other.run("z")["text"] == "1\n"


def test_stop_replays_only_the_newest_version_of_a_cell(python):
    python.run("x = 1", "a")
    python.run("y = x", "b")
    python.run("x = 5", "a")
    python.loop()
    python.stop()
    # `a` completed last, so it comes after `b`, which then has no `x`.
    assert python.run("x, 'y' in globals()")["text"] == "(5, False)\n"


def test_cells_that_wait_are_stopped_too_and_requests_are_not(python):
    python.loop()
    python.page.evaluate(
        """() => {
            window.waiting = run("print('nunca')", { id: "espera" });
            window.asked = window.python.call({ do: "evaluate", expression: "6 * 7" });
        }"""
    )
    python.stop()
    assert python.page.evaluate("waiting")["status"] == "stopped"
    assert python.page.evaluate("asked") == {"ok": True, "text": "42"}


def test_stop_during_the_replay_leaves_the_culprit_out(page, serve):
    page.goto(serve().url)
    python = Python(page, "")
    python.run("x = 1", "a")
    python.run("fast = True", "c")
    python.run("while not globals().get('fast'): pass\ndel fast", "lenta")
    python.run("fast = True", "c")
    # In a replay `lenta` comes before `c`, and waits for ever.
    python.loop()
    page.evaluate("() => { window.stopping = window.python.stop() }")
    page.wait_for_function("window.python.status.stage === 'replay'")
    page.wait_for_timeout(1000)
    assert page.evaluate("window.python.status.phase") == "stopping"
    python.stop()
    page.evaluate("stopping")
    assert python.looped["status"] == "stopped"
    assert python.run("x, fast")["text"] == "(1, True)\n"


def test_stop_with_nothing_running_changes_nothing(python):
    python.run("x = 1", "a")
    python.stop()
    assert python.run("x")["text"] == "1\n"
    assert not [status for status in python.page.evaluate("statuses") if status.startswith("stopping")]


def test_two_stops_at_once(python):
    python.run("x = 7", "a")
    python.loop()
    python.page.evaluate("Promise.all([window.python.stop(), window.python.stop()])")
    assert python.page.evaluate("window.python.status.phase") == "ready"
    assert python.run("x")["text"] == "7\n"


def test_a_crash_of_the_interpreter_is_an_error_and_python_comes_back(python):
    python.run("x = 1", "a")
    result = python.run("import os\nos._exit(3)", "b")
    assert result["status"] == "error" and result["error"]["type"] == "PythonCrashed"
    assert python.run("x")["text"] == "1\n"


def test_a_lessons_own_views_survive_a_stop(python):
    source = "import explorables\nDEFINED = True\n"
    python.page.evaluate("(source) => window.python.call({ do: 'define_views', modules: { mias: source } })", source)
    probe = "import sys\nsys.modules['mias'].DEFINED"
    assert python.run(probe)["text"] == "True\n"
    python.loop()
    python.stop()
    assert python.run(probe)["text"] == "True\n"


# Counts what a page holds: workers that were not ended, and addresses of Blobs that were not given back.
COUNTING = """
window.held = { workers: 0, addresses: 0 };
const { createObjectURL, revokeObjectURL } = URL;
const given = new Set();
URL.createObjectURL = (blob) => {
  const url = createObjectURL(blob);
  given.add(url);
  held.addresses = given.size;
  return url;
};
URL.revokeObjectURL = (url) => {
  given.delete(url);
  held.addresses = given.size;
  revokeObjectURL(url);
};
window.Worker = class extends Worker {
  constructor(...options) {
    super(...options);
    held.workers += 1;
  }
  terminate() {
    if (!this.ended) held.workers -= 1;
    this.ended = true;
    super.terminate();
  }
};
Object.defineProperty(navigator, "deviceMemory", { get: () => window.gigabytes ?? 1 });
"""


def megabytes_held(page):
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    usage = session.send("Runtime.getHeapUsage")
    session.detach()
    return (usage["usedSize"] + usage.get("backingStorageSize", 0)) / 1e6


def test_ten_stops_and_starts_leave_nothing_behind(page, serve):
    page.add_init_script(COUNTING)
    page.goto(serve().url)
    python = Python(page, "")
    held = []
    for turn in range(11):
        python.run(f"x = {turn}", "a")
        held.append((page.evaluate("held"), megabytes_held(page)))
        if turn < 10:
            page.evaluate("() => { window.looping = run('while True: pass', { id: 'bucle' }) }")
            page.wait_for_function("window.python.status.phase === 'busy'")
            page.evaluate("window.python.stop()")
    # And a machine of one gigabyte gets no second worker.
    assert [one["workers"] for one, _ in held] == [1] * 11
    assert held[-1][0]["addresses"] <= held[0][0]["addresses"]
    assert held[-1][1] <= held[0][1] + 5
    assert python.run("x")["text"] == "10\n"


def test_a_spare_worker_takes_over(page, serve):
    page.add_init_script(COUNTING + "window.gigabytes = 8;")
    page.goto(serve().url)
    python = Python(page, "")
    python.run("x = 1", "a")
    page.wait_for_function("window.python.hasSpare")
    assert page.evaluate("held.workers") == 2
    page.evaluate("window.python.give('nota.txt', 'hola')")
    python.loop()
    page.evaluate("window.python.stop()")
    assert page.evaluate("held.workers") == 1
    assert python.run("import pathlib\nx, pathlib.Path('nota.txt').read_text()")["text"] == "(1, 'hola')\n"
    page.wait_for_function("window.python.hasSpare")
    assert page.evaluate("held.workers") == 2
