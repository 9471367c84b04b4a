"""Python in the page: on every kind of host, stopped, failing and tried again."""

import pytest

pytestmark = pytest.mark.browser

PRODUCT = """
import numpy as np
a = np.array([[1.0, 2.0], [3.0, 4.0]])
print(a @ np.array([[0.0, 1.0], [1.0, 0.0]]))
"""
PRINTED = "[[2. 1.]\n [4. 3.]]\n"


def run(page, source, **options):
    return page.evaluate("([source, options]) => run(source, options)", [source, options])


@pytest.fixture
def ready(page, serve):
    """A page on http whose Python has loaded."""
    server = serve()
    page.goto(server.url)
    page.evaluate("python.load()")
    return page


@pytest.mark.parametrize("prefix", ["/", "/a/b/"])
def test_a_product_of_matrices_on_http(page, serve, prefix):
    server = serve(prefix=prefix)
    page.goto(server.url)
    result = run(page, PRODUCT)
    assert (result["status"], result["text"]) == ("ok", PRINTED)
    statuses = page.evaluate("[...new Set(statuses)]")
    assert statuses == [
        "loading download", "loading start", "loading compile", "loading packages", "loading kernel",
        "ready null", "busy null",
    ]
    assert not [path for path in server.requested if "/file/" in path]


def test_a_product_of_matrices_by_double_click(page, site):
    page.goto((site / "index.html").as_uri())
    result = run(page, PRODUCT)
    assert (result["status"], result["text"]) == ("ok", PRINTED)
    assert all(url.startswith(("file:", "blob:", "data:")) for url in page.asked)


def test_nothing_is_loaded_before_the_first_use(page, serve):
    server = serve()
    page.goto(server.url)
    page.wait_for_timeout(1000)
    assert sorted(server.requested) == ["/index.html", "/page.js"]
    assert page.evaluate("python.status.phase") == "idle"


def test_progress_ends_at_the_bytes_of_the_manifest(page, serve, site):
    page.goto(serve().url)
    page.evaluate("window.seen = []; python.onStatus((status) => seen.push([status.loadedBytes, status.totalBytes]))")
    page.evaluate("python.load()")
    seen = page.evaluate("seen")
    files = [path for path in (site / "python").rglob("*") if path.is_file() and path.parent.name != "file"]
    total = sum(path.stat().st_size for path in files if path.name != "manifest.json")
    assert [total, total] in seen
    loaded = [pair[0] for pair in seen if pair[1] == total]
    assert loaded == sorted(loaded)


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream"])
def test_a_host_that_does_not_know_what_wasm_is(page, serve, kind):
    page.goto(serve(types={"pyodide.asm.wasm": kind, "pyodide.mjs": kind, "pyodide.asm.mjs": kind}).url)
    assert run(page, "1 + 1")["text"] == "2\n"


def load_error(page):
    return page.evaluate("python.load().then(() => null, (error) => [error.name, error.message])")


@pytest.mark.parametrize("name", ["manifest.json", "pyodide.asm.wasm", "python_stdlib.zip"])
def test_a_failed_load_says_what_failed_and_can_be_tried_again(page, serve, name):
    server = serve(answers={name: [503]})
    page.goto(server.url)
    assert load_error(page) == ["PythonLoadError", f"{name}: HTTP 503"]
    assert page.evaluate("[python.status.phase, python.status.error.message]") == ["failed", f"{name}: HTTP 503"]
    assert run(page, PRODUCT)["text"] == PRINTED
    assert page.evaluate("python.status.error") is None


def test_a_cell_run_while_python_cannot_load_fails_with_the_load(page, serve):
    page.goto(serve(answers={"pyodide.mjs": [404]}).url)
    failure = page.evaluate("run('1').then(() => null, (error) => error.message)")
    assert failure == "pyodide.mjs: HTTP 404"
    assert run(page, "1")["text"] == "1\n"


def test_a_cut_download_is_a_failed_load(page, serve):
    server = serve(cut={"python_stdlib.zip": 1000})
    page.goto(server.url)
    name, message = load_error(page)
    assert name == "PythonLoadError" and message.startswith("python_stdlib.zip: ")
    server.cut.clear()
    assert run(page, "1")["text"] == "1\n"


def test_a_missing_file_by_double_click(page, site, tmp_path):
    import shutil

    copy = tmp_path / "copia con espacios y ñ"
    shutil.copytree(site, copy)
    (missing,) = copy.glob("python/*/file/python_stdlib.zip.js")
    kept = missing.read_bytes()
    missing.unlink()
    page.goto((copy / "index.html").as_uri())
    assert load_error(page) == ["PythonLoadError", "python_stdlib.zip: not found"]
    missing.write_bytes(kept)
    assert run(page, PRODUCT)["text"] == PRINTED


def test_output_streams_while_the_cell_runs(ready):
    ready.evaluate(
        """() => {
            window.streamed = [];
            const source = "import time\\nprint('uno')\\nt = time.time()\\nwhile time.time() < t + 2: pass\\nprint('dos')";
            window.running = python.runCell({
                id: "a", source, onOutput: ({ text }) => streamed.push([text, python.status.phase]),
            });
        }"""
    )
    ready.wait_for_function("streamed.length === 1")
    assert ready.evaluate("streamed") == [["uno\n", "busy"]]
    ready.evaluate("running")
    assert ready.evaluate("streamed.map(([text]) => text)") == ["uno\n", "dos\n"]


def test_an_error_shows_the_readers_own_lines_alone(ready):
    result = run(ready, "import numpy as np\ndef f(x):\n    return np.linalg.inv(x)\nf(np.zeros((2, 2)))", id="inversa")
    assert result["status"] == "error"
    assert result["error"]["line"] == 3
    assert result["text"] == (
        "Camino del error (lo más reciente, al final):\n"
        "  celda «inversa», línea 4\n"
        "    f(np.zeros((2, 2)))\n"
        "  celda «inversa», línea 3, en f\n"
        "    return np.linalg.inv(x)\n"
        "numpy.linalg.LinAlgError: Singular matrix\n"
    )
    assert result["pieces"] == [{"kind": "error", "text": result["text"]}]


def test_a_runaway_recursion_is_an_error_of_the_cell(ready):
    assert run(ready, "def f(n):\n    return f(n + 1)\nf(0)")["error"]["type"] == "RecursionError"
    assert run(ready, "2")["text"] == "2\n"


def start_loop(page, source="while True: pass", cell="bucle"):
    page.evaluate("([source, id]) => { window.looping = run(source, { id }) }", [source, cell])
    page.wait_for_function("python.status.phase === 'busy'")
    page.wait_for_timeout(300)


def test_stop_ends_an_endless_cell_and_the_completed_ones_are_back(ready):
    run(ready, "x = 1\nprint('una vez')", id="a")
    run(ready, "x += 1", id="b")
    run(ready, "y = 1\nraise ValueError", id="c")
    run(ready, "z = 9", id="d", environment="otro")
    start_loop(ready)
    ready.evaluate("python.stop()")
    assert ready.evaluate("looping")["status"] == "stopped"
    assert ready.evaluate("python.status.phase") == "ready"
    assert run(ready, "x, 'y' in globals(), 'z' in globals()")["text"] == "(2, False, False)\n"
    assert run(ready, "z", environment="otro")["text"] == "9\n"


def test_stop_replays_the_newest_version_of_a_cell(ready):
    run(ready, "x = 1", id="a")
    run(ready, "y = x", id="b")
    run(ready, "x = 5", id="a")
    start_loop(ready)
    ready.evaluate("python.stop()")
    # `a` completed last, so it comes after `b`, which then has no `x`.
    assert run(ready, "x, 'y' in globals()")["text"] == "(5, False)\n"


def test_cells_that_wait_are_stopped_too_and_requests_are_not(ready):
    start_loop(ready)
    ready.evaluate(
        """() => {
            window.waiting = run("print('nunca')", { id: "espera" });
            window.asked = python.call({ do: "evaluate", expression: "6 * 7" });
        }"""
    )
    ready.evaluate("python.stop()")
    assert ready.evaluate("waiting")["status"] == "stopped"
    assert ready.evaluate("asked") == {"ok": True, "text": "42"}


def test_stop_during_the_replay_leaves_the_culprit_out(ready):
    run(ready, "x = 1", id="a")
    run(ready, "import time\nuntil = time.time() + (0 if 'y' in globals() else 0)\ny = 1", id="b")
    # From the second time on, this cell never ends.
    counting = (
        "import js\njs.count = getattr(js, 'count', 0)\n"
        "import pathlib\n"
        "slow = not globals().get('fast', False)\n"
    )
    run(ready, "fast = True", id="c")
    run(ready, "while not globals().get('fast'): pass\ndel fast", id="lenta")
    run(ready, "fast = True", id="c")
    # In a replay `lenta` comes before `c`, and waits for ever.
    start_loop(ready)
    ready.evaluate("() => { window.stopping = python.stop() }")
    ready.wait_for_function("python.status.phase === 'stopping' && python.status.stage === 'replay'")
    ready.wait_for_timeout(500)
    assert ready.evaluate("python.status.phase") == "stopping"
    ready.evaluate("python.stop()")
    ready.evaluate("stopping")
    assert ready.evaluate("looping")["status"] == "stopped"
    assert run(ready, "x, y, fast")["text"] == "(1, 1, True)\n"
    del counting


def test_stop_with_nothing_running_changes_nothing(ready):
    run(ready, "x = 1", id="a")
    ready.evaluate("python.stop()")
    assert run(ready, "x")["text"] == "1\n"
    assert "stopping start" not in ready.evaluate("statuses")


def test_stop_while_loading_and_load_again(page, serve):
    page.goto(serve().url)
    page.evaluate("() => { window.first = run('1') }")
    page.wait_for_function("python.status.phase === 'loading'")
    page.evaluate("python.stop()")
    assert page.evaluate("first")["status"] == "stopped"
    assert page.evaluate("python.status.phase") == "idle"
    assert run(page, "2")["text"] == "2\n"


def test_a_crash_of_the_interpreter_is_an_error_and_python_comes_back(ready):
    run(ready, "x = 1", id="a")
    result = run(ready, "import os\nos._exit(3)", id="b")
    assert result["status"] == "error" and result["error"]["type"] == "PythonCrashed"
    assert run(ready, "x")["text"] == "1\n"


def test_many_stops_in_a_row(ready):
    run(ready, "x = 7", id="a")
    for _ in range(3):
        start_loop(ready)
        ready.evaluate("python.stop()")
    assert run(ready, "x")["text"] == "7\n"


def test_two_stops_at_once(ready):
    run(ready, "x = 7", id="a")
    start_loop(ready)
    ready.evaluate("Promise.all([python.stop(), python.stop()])")
    assert ready.evaluate("python.status.phase") == "ready"


def test_a_request_that_fails_carries_pythons_error(ready):
    failure = ready.evaluate(
        "python.call({ do: 'evaluate', expression: 'nada' }).catch((e) => [e.name, e.type, e.message])"
    )
    assert failure == ["PythonRequestError", "NameError", "NameError: name 'nada' is not defined"]


def test_a_view_is_drawn_and_a_lessons_own_views_survive_a_stop(ready):
    source = (
        "from dataclasses import dataclass\n"
        "import explorables\n"
        "DEFINED = True\n"
    )
    ready.evaluate("(source) => python.call({ do: 'define_views', modules: { mias: source } })", source)
    probe = "import sys\nsys.modules['mias'].DEFINED"
    assert run(ready, probe)["text"] == "True\n"
    start_loop(ready)
    ready.evaluate("python.stop()")
    assert run(ready, probe)["text"] == "True\n"


def test_everything_that_starting_imports_has_bytecode(ready):
    source = """
import sys
def compiled(spec):
    if "zip" in spec.origin:
        return spec.loader.get_filename(spec.name).endswith("c")
    import os
    return os.path.exists(spec.cached)
for name, module in sorted(sys.modules.items()):
    spec = getattr(module, "__spec__", None)
    if spec and spec.origin and spec.origin.endswith((".py", ".pyc")) and not compiled(spec):
        print(name)
"""
    assert run(ready, source)["text"] == ""
