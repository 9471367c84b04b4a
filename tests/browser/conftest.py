"""What the browser tests share: one browser, the real book built once, a static host that remembers, pages that watch.

`LIBRO_BROWSER` names an executable (default: Debian's Chromium); `LIBRO_DIST` a folder that holds the book already built.
"""

from __future__ import annotations

import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

REPOSITORY = Path(__file__).resolve().parents[2]
CHROMIUM_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # No name leads anywhere but to this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]  # fmt: skip
NO_WORKER = "Service Worker registration blocked by Playwright"
OURS = ("http://127.0.0.1:", "file:", "data:", "blob:")

_FUNCTION = re.compile(r"\s*(async\s+)?(function\b|\([^()]*\)\s*=>|\w+\s*=>)")
_wait_for_function = Page.wait_for_function


def _wait_for(page: Page, expression: str, **options):
    """The pages' policy forbids `eval`, by which Playwright asks an expression again and again; a function it reads once."""
    return _wait_for_function(page, expression if _FUNCTION.match(expression) else f"() => ({expression})", **options)


Page.wait_for_function = _wait_for


def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser():
    executable = os.environ.get("LIBRO_BROWSER") or shutil.which("chromium")
    if executable is None:
        # Where browser tests must not be skipped, this says so.
        missing = pytest.fail if os.environ.get("LIBRO_BROWSER_REQUIRED") else pytest.skip
        missing("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def build_book(tmp_path_factory) -> Callable[[Path], Path]:
    """Build the book in a folder by the real command; the folder of its pages."""

    def build(source: Path) -> Path:
        output = tmp_path_factory.mktemp(source.name) / "dist"
        done = subprocess.run(
            [sys.executable, "-m", "builder", "build", str(source), "-o", str(output)],
            cwd=REPOSITORY, capture_output=True, text=True, encoding="utf-8", timeout=900, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return output

    return build


@pytest.fixture(scope="session")
def dist(build_book) -> Path:
    """The folder of the book of `content/`, built."""
    given = os.environ.get("LIBRO_DIST")
    return Path(given) if given else build_book(REPOSITORY / "content")


@dataclass
class Host:
    """A static host: its address with the prefix, and the paths that were asked of it."""

    address: str = ""
    requested: list[str] = field(default_factory=list)


class _Server(http.server.ThreadingHTTPServer):
    # A page asks for fifteen files at once; with the usual five in the queue, a busy machine turns some away.
    request_queue_size = 128
    daemon_threads = True


@pytest.fixture
def host() -> Iterator[Callable[..., Host]]:
    """`host(folder, prefix="/a/b/")` serves a folder until the end of the test."""
    running = []

    def start(folder: Path, prefix: str = "/") -> Host:
        found = Host()

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                path = self.path.split("?")[0]
                found.requested.append(path)
                file = folder / path.removeprefix(prefix)
                if not path.startswith(prefix) or not file.is_file():
                    return self.send_error(404)
                data = file.read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", self.guess_type(str(file)))
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments):
                pass

        server = _Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found.address = f"http://127.0.0.1:{server.server_port}{prefix}"
        running.append(server)
        return found

    yield start
    for server in running:
        server.shutdown()
        server.server_close()


@pytest.fixture
def visit(browser, host):  # `host`, so that hosts close only after the pages that read from them
    """`visit(url, width=…, scheme=…)`: a fresh reader's page. It may ask nothing of other hosts, and complain of nothing."""
    contexts, asked, complaints = [], [], []

    def complain(message):
        if message.type in ("error", "warning") and message.text != NO_WORKER:
            complaints.append(message.text)

    def open_page(url: str | None, *, width=1280, height=900, scheme="light", script="", again=None, patience=20_000, **options):
        # A worker would fetch the whole book behind the page's back; the tests of hosting ask for it.
        options.setdefault("service_workers", "block")
        context = again or browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale="es-MX", **options
        )
        if again is None:
            contexts.append(context)
            context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        page.set_default_timeout(patience)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", complain)
        if script:
            page.add_init_script(script)
        if url is not None:
            page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith(OURS)] == []
    assert complaints == []
