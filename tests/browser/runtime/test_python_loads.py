"""Python comes to the page on every kind of host, on first use, and a failed load can be tried again."""

import json
import shutil

import pytest

pytestmark = pytest.mark.browser

PRODUCT = """
import numpy as np
a = np.array([[1.0, 2.0], [3.0, 4.0]])
print(a @ np.array([[0.0, 1.0], [1.0, 0.0]]))
"""
PRINTED = "[[2. 1.]\n [4. 3.]]\n"

# Prints the modules that are there and had to be compiled.
COMPILED_HERE = """
import os, sys
for name, module in sorted(sys.modules.items()):
    origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
    if origin.endswith(".py") and ("zip" in origin or not os.path.exists(module.__spec__.cached)):
        print(name)
"""


def run(page, source):
    return page.evaluate("(source) => run(source)", source)


def load_error(page):
    return page.evaluate("python.load().then(() => null, (error) => [error.name, error.message])")


def test_on_http_at_the_root(page, serve, site):
    server = serve()
    page.goto(server.url)
    page.evaluate(
        "() => { window.seen = []; python.onStatus((status) => seen.push([status.loadedBytes, status.totalBytes])) }"
    )
    page.wait_for_timeout(500)
    assert sorted(server.requested) == ["/index.html", "/page.js"], "nothing is loaded before the first use"
    assert page.evaluate("python.status.phase") == "idle"

    result = run(page, PRODUCT)
    assert (result["status"], result["text"]) == ("ok", PRINTED)
    assert page.evaluate("[...new Set(statuses)]") == [
        "loading download", "loading start", "loading compile", "loading packages", "loading kernel",
        "ready null", "busy null",
    ]  # fmt: skip
    assert not [path for path in server.requested if "/file/" in path]
    assert page.evaluate("python.restored") is True

    files = [path for path in (site / "python").rglob("*") if path.is_file() and path.parent.name != "file"]
    total = sum(path.stat().st_size for path in files if path.name != "manifest.json")
    seen = page.evaluate("seen")
    loaded = [pair[0] for pair in seen if pair[1] == total]
    assert loaded == sorted(loaded) and loaded[-1] == total


def test_on_http_in_a_folder_with_no_idea_of_types(page, serve):
    kind = "application/octet-stream"
    types = {"pyodide.asm.wasm.packed": "text/plain", "pyodide.mjs.packed": kind, "manifest.json": kind}
    page.goto(serve(prefix="/a/b/", types=types).url)
    result = run(page, PRODUCT)
    assert (result["status"], result["text"]) == ("ok", PRINTED)


def test_by_double_click(page, site):
    page.goto((site / "index.html").as_uri())
    result = run(page, PRODUCT)
    assert (result["status"], result["text"]) == ("ok", PRINTED)
    assert all(url.startswith(("file:", "blob:", "data:")) for url in page.asked)
    assert run(page, COMPILED_HERE)["text"] == ""


def test_by_double_click_a_missing_file_is_named_and_can_be_put_back(page, site, tmp_path):
    copy = tmp_path / "copia con espacios y ñ"
    shutil.copytree(site, copy)
    (missing,) = copy.glob("python/*/file/python_stdlib.zip.js")
    kept = missing.read_bytes()
    missing.unlink()
    page.goto((copy / "index.html").as_uri())
    assert load_error(page) == ["PythonLoadError", "python_stdlib.zip: not found"]
    missing.write_bytes(b"0;")
    assert load_error(page) == ["PythonLoadError", "python_stdlib.zip: empty script"]
    missing.write_bytes(kept)
    assert run(page, PRODUCT)["text"] == PRINTED


def test_the_folder_for_double_click_served_all_the_same(page, serve, site):
    absent = {path.name: [404] * 9 for path in site.glob("python/*/*") if path.is_file()}
    server = serve(answers={**absent, "pyodide.mjs.js": [503]})
    page.goto(server.url)
    assert load_error(page) == ["PythonLoadError", "pyodide.mjs: not found"]
    assert run(page, PRODUCT)["text"] == PRINTED
    assert [path.rpartition("/")[2] for path in server.requested if path.endswith((".packed", ".json"))] == ["manifest.json"]


def test_failures_say_what_failed_and_the_next_try_goes_on_from_there(page, serve):
    server = serve(answers={"manifest.json": [503], "pyodide.asm.wasm.packed": [503]})
    page.goto(server.url)
    assert load_error(page) == ["PythonLoadError", "manifest.json: HTTP 503"]
    assert page.evaluate("[python.status.phase, python.status.error.message]") == ["failed", "manifest.json: HTTP 503"]
    assert load_error(page) == ["PythonLoadError", "pyodide.asm.wasm.packed: HTTP 503"]
    assert run(page, PRODUCT)["text"] == PRINTED
    assert page.evaluate("[python.status.phase, python.status.error]") == ["ready", None]
    assert len([path for path in server.requested if path.endswith("/manifest.json")]) == 2


def test_a_cell_run_while_python_cannot_load_fails_with_the_load(page, serve):
    page.goto(serve(answers={"python_stdlib.zip.packed": [404]}).url)
    failure = page.evaluate("run('1').then(() => null, (error) => [error.name, error.message])")
    assert failure == ["PythonLoadError", "python_stdlib.zip.packed: HTTP 404"]


def test_a_cut_download_is_a_failed_load(page, serve):
    page.goto(serve(cut={"python_stdlib.zip.packed": 1000}).url)
    name, message = load_error(page)
    assert name == "PythonLoadError" and message.startswith("python_stdlib.zip: ")
    assert page.evaluate("python.status.phase") == "failed"


def test_stopped_while_loading_and_loaded_again(page, serve):
    page.goto(serve().url)
    page.evaluate("() => { window.first = run('1') }")
    page.wait_for_function("python.status.phase === 'loading'")
    page.evaluate("python.stop()")
    assert page.evaluate("first")["status"] == "stopped"
    assert page.evaluate("python.status.phase") == "idle"
    assert run(page, "2")["text"] == "2\n"


def test_each_reader_has_a_chance_of_her_own(serve, watched):
    server, drawn = serve(), set()
    for _ in range(2):
        page = watched()
        page.goto(server.url)
        drawn.add(run(page, "import random\nrandom.random()")["text"])
        assert page.evaluate("python.restored") is True
        page.context.close()
    assert len(drawn) == 2


ZONES = """
import datetime, time
print(time.timezone, time.altzone, time.daylight)
for month in (1, 7):
    print(datetime.datetime(2026, month, 1, 12).timestamp(), time.localtime(1_767_290_400).tm_hour)
"""


@pytest.mark.parametrize(
    ("zone", "printed"),
    [
        ("America/Mexico_City", "21600 21600 0\n1767290400.0 12\n1782928800.0 12\n"),
        ("Europe/Madrid", "-3600 -7200 1\n1767265200.0 19\n1782900000.0 19\n"),
        ("America/Santiago", "14400 10800 1\n1767279600.0 15\n1782921600.0 15\n"),
    ],
)
def test_each_reader_has_a_time_zone_of_her_own(serve, browser, zone, printed):
    context = browser.new_context(timezone_id=zone)
    page = context.new_page()
    page.goto(serve().url)
    assert run(page, ZONES)["text"] == printed
    assert page.evaluate("python.restored") is True
    context.close()


UNLIKE = {
    # As where WebAssembly has no garbage collection: Python's trampoline is missing, and its place among the functions.
    "without a trampoline": "navigator.__defineGetter__('userAgent', () => 'iPhone');",
    "with memory of its own": "const { instantiate } = WebAssembly; WebAssembly.instantiate = async (module, imports) => {"
    " const made = await instantiate(module, imports); const memory = made.exports?.memory;"
    " if (memory?.buffer.byteLength > 4e6) new Uint8Array(memory.buffer)[4_000_000] = 1; return made; };",
}


@pytest.mark.parametrize(("what", "restored"), [("without a trampoline", True), ("with memory of its own", False)])
def test_a_browser_unlike_the_one_that_recorded_the_memory(page, serve, what, restored):
    page.add_init_script(f"window.beforeTheWorker = {UNLIKE[what]!r}")
    page.goto(serve().url)
    result = run(page, PRODUCT)
    assert (result["status"], result["text"]) == ("ok", PRINTED)
    assert page.evaluate("python.restored") is restored
    # A method of a class goes through the trampoline, or round it.
    assert run(page, "sorted([3, 1, 2], key=lambda x: -x), np.linalg.norm([3.0, 4.0])")["text"] == "([3, 2, 1], np.float64(5.0))\n"
    page.evaluate("() => { window.looping = run('while True: pass', { id: 'bucle' }) }")
    page.wait_for_function("python.status.phase === 'busy'")
    page.evaluate("python.stop()")
    assert page.evaluate("looping")["status"] == "stopped"
    assert run(page, "6 * 7")["text"] == "42\n"
    assert page.evaluate("python.restored") is restored


def test_prefetched_bytes_start_nothing(page, serve, site):
    server = serve()
    page.goto(server.url)
    page.evaluate("python.prefetch()")
    files = [path for path in server.requested if path.endswith(".packed")]
    (manifest,) = (site / "python").glob("*/manifest.json")
    names = [entry["name"] for entry in json.loads(manifest.read_text())["files"]]
    assert sorted(path.rpartition("/")[2] for path in files) == sorted(f"{name}.packed" for name in names)
    assert page.evaluate("[python.status.phase, statuses]") == ["idle", []]
    assert run(page, PRODUCT)["text"] == PRINTED


CONNECTIONS = [
    (None, False),
    ({"effectiveType": "4g", "saveData": False}, True),
    ({"effectiveType": "4g", "saveData": True}, False),
    ({"effectiveType": "3g", "saveData": False}, False),
    ({"effectiveType": "4g", "saveData": False, "type": "cellular"}, False),
    ({"effectiveType": "4g", "saveData": False, "type": "wifi"}, True),
]


def test_only_a_connection_that_nobody_counts_is_prefetched_on(page, site):
    page.goto((site / "index.html").as_uri())
    for connection, wanted in CONNECTIONS:
        found = page.evaluate(
            "(connection) => { Object.defineProperty(navigator, 'connection', { value: connection ?? undefined,"
            " configurable: true }); return isUnmetered(); }", connection,
        )  # fmt: skip
        assert found is wanted, connection
