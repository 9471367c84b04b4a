"""A page with nothing but the Python host, served in every way that a reader may open it."""

from __future__ import annotations

import contextlib
import http.server
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from builder.node import install_packages, run_node
from builder.runtime.bundle import prepare_runtime

HERE = Path(__file__).parent
PAGE = """<!doctype html>
<html lang="es" data-python="{python}"><meta charset="utf-8"><title>Prueba</title>
<link rel="icon" href="data:,"><script src="page.js"></script></html>
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """A folder with index.html, page.js and the runtime."""
    folder = tmp_path_factory.mktemp("site")
    bundle = prepare_runtime(folder)
    esbuild = install_packages() / "esbuild" / "bin" / "esbuild"
    done = run_node(
        [str(esbuild), str(HERE / "page.js"), "--bundle", "--format=iife", "--minify",
         "--target=chrome111,firefox115,safari16.4", f"--outfile={folder / 'page.js'}", "--log-level=warning"]
    )
    assert done.returncode == 0, done.stderr
    (folder / "index.html").write_text(PAGE.format(python=bundle.path), encoding="utf-8")
    return folder


@dataclass
class Server:
    """A static host. `answers` maps the end of a path to statuses given before the file is."""

    root: Path
    prefix: str = "/"
    answers: dict[str, list[int]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    cut: dict[str, int] = field(default_factory=dict)
    requested: list[str] = field(default_factory=list)
    address: str = ""

    @property
    def url(self) -> str:
        return f"{self.address}{self.prefix}index.html"


@pytest.fixture
def serve(site):
    """Start a server of the site; all are closed at the end of the test."""
    running = []

    def start(**options) -> Server:
        server = Server(site, **options)
        running.append(_listen(server))
        return server

    yield start
    for listener in running:
        listener.shutdown()
        listener.server_close()


def _listen(server: Server) -> http.server.ThreadingHTTPServer:
    listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(server))
    server.address = f"http://127.0.0.1:{listener.server_port}"
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    return listener


def _handler(server: Server):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            path = self.path.split("?")[0]
            name = path.rsplit("/", 1)[-1]
            server.requested.append(path)
            if server.answers.get(name):
                return self.send_error(server.answers[name].pop(0))
            file = server.root / path.removeprefix(server.prefix)
            if not path.startswith(server.prefix) or not file.is_file():
                return self.send_error(404)
            data = file.read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", server.types.get(name) or self.guess_type(str(file)))
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):  # the page may have stopped listening
                self.wfile.write(data[: server.cut.get(name, len(data))])

        def log_message(self, *arguments):
            pass

    return Handler


@pytest.fixture(scope="session")
def watched(browser):
    """Open pages that must ask nothing of any other machine, nor raise anything."""
    asked, raised = [], []

    def open_page():
        context = browser.new_context(locale="es-MX")
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.asked = []
        context.on("request", lambda request: (page.asked.append(request.url), asked.append(request.url)))
        page.on("pageerror", lambda error: raised.append(str(error)))
        return page

    yield open_page
    assert [url for url in asked if not url.startswith(("http://127.0.0.1:", "file:", "data:", "blob:"))] == []
    assert raised == []


@pytest.fixture
def page(watched):
    """A fresh page, whose Python has not loaded."""
    page = watched()
    yield page
    page.context.close()


@dataclass
class Python:
    """The Python of a page that many tests share; each test has an environment of its own in it."""

    page: object
    environment: str

    def run(self, source: str, cell: str = "prueba") -> dict:
        """Run a cell: its status, error, pieces of output, and the text of all of them."""
        options = {"id": cell, "environment": self.environment}
        return self.page.evaluate("([source, options]) => run(source, options)", [source, options])

    def loop(self, source: str = "while True: pass") -> None:
        """Start a cell that does not end; what becomes of it is in `looped`."""
        self.page.evaluate("([source, options]) => { window.looping = run(source, options) }",
                           [source, {"id": "bucle", "environment": self.environment}])
        self.page.wait_for_function("python.status.phase === 'busy'")
        self.page.wait_for_timeout(200)

    def stop(self) -> None:
        self.page.evaluate("python.stop()")

    @property
    def looped(self) -> dict:
        return self.page.evaluate("looping")


@pytest.fixture(scope="session")
def loaded(watched, site):
    """A page on http whose Python has loaded."""
    server = Server(site)
    listener = _listen(server)
    page = watched()
    page.goto(server.url)
    page.evaluate("python.load()")
    yield page
    page.context.close()
    listener.shutdown()
    listener.server_close()


@pytest.fixture
def python(loaded, request) -> Python:
    loaded.evaluate("() => { statuses.length = 0 }")
    return Python(loaded, request.node.name)
