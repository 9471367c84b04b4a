"""A page with nothing but the Python host, served in every way that a reader may open it."""

from __future__ import annotations

import http.server
import os
import shutil
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from builder.node import install_packages, run_node
from builder.runtime.bundle import prepare_runtime

HERE = Path(__file__).parent
CHROMIUM_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # No name leads anywhere but to this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
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
        listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(server))
        server.address = f"http://127.0.0.1:{listener.server_port}"
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        running.append(listener)
        return server

    yield start
    for listener in running:
        listener.shutdown()
        listener.server_close()


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
            self.wfile.write(data[: server.cut.get(name, len(data))])

        def log_message(self, *arguments):
            pass

    return Handler


@pytest.fixture(scope="session")
def chromium():
    sync_api = pytest.importorskip("playwright.sync_api")
    executable = os.environ.get("LIBRO_CHROMIUM") or shutil.which("chromium")
    if executable is None:
        pytest.skip("chromium is not installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium):
    """A fresh page, which must ask nothing of any other machine nor raise anything."""
    context = chromium.new_context(locale="es-MX")
    page = context.new_page()
    page.set_default_timeout(120_000)
    asked, raised = [], []
    context.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: raised.append(str(error)))
    page.asked = asked
    yield page
    outside = [url for url in asked if not url.startswith(("http://127.0.0.1:", "file:", "data:", "blob:"))]
    context.close()
    assert outside == []
    assert raised == []
