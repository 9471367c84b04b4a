"""Books on a host that can change its folder and go silent, and readers whose browser keeps what a worker keeps."""

from __future__ import annotations

import contextlib
import http.server
import shutil
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Error

BOOKS = Path(__file__).parents[2] / "books"
READY = "navigator.serviceWorker.controller !== null"


def until(page, promise: str) -> None:
    """Wait until what a promise gives is true; Playwright's own waiting takes the promise itself for the answer."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        # A page that gives way to a new one has no answer.
        with contextlib.suppress(Error):
            if page.evaluate(f"async () => await ({promise})"):
                return
        page.wait_for_timeout(100)
    raise AssertionError(f"never: {promise}")


@dataclass
class Shelf:
    """A host under `prefix`. `folder` may be changed; `other` files take the place of its own; `silent` turns all away."""

    folder: Path
    prefix: str = "/a/b/"
    other: dict[str, bytes | None] = field(default_factory=dict)
    silent: bool = False
    requested: list[str] = field(default_factory=list)
    address: str = ""

    def answer(self, path: str) -> bytes | None:
        if not path.startswith(self.prefix):
            return None
        name = path.removeprefix(self.prefix)
        name += "index.html" if name == "" or name.endswith("/") else ""
        if name in self.other:
            return self.other[name]
        file = self.folder / name
        return file.read_bytes() if file.is_file() else None


@pytest.fixture
def shelf():
    """`shelf(folder)` serves a book until the end of the test."""
    running = []

    def start(folder: Path) -> Shelf:
        found = Shelf(folder)

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                if found.silent:
                    self.close_connection = True
                    return
                path = self.path.split("?")[0]
                found.requested.append(path.removeprefix(found.prefix))
                data = found.answer(path)
                self.send_response(404 if data is None else 200)
                data = data or b""
                self.send_header("Content-Type", self.guess_type("x.html" if path.endswith("/") else path))
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Cache-Control", "no-cache")
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found.address = f"http://127.0.0.1:{server.server_port}{found.prefix}"
        running.append(server)
        return found

    yield start
    for server in running:
        server.shutdown()
        server.server_close()


@pytest.fixture
def reader(browser, shelf):  # `shelf`, so that it closes only after the pages that read from it
    """A reader's browser, empty at first, where workers may work."""
    context = browser.new_context(locale="es-MX", service_workers="allow")
    context.set_default_timeout(60_000)
    yield context
    context.close()


@pytest.fixture(scope="session")
def first_edition(build_book) -> Path:
    return build_book(BOOKS / "plain")


@pytest.fixture(scope="session")
def second_edition(build_book, tmp_path_factory) -> Path:
    """The same book with another name for its first lesson, and a letter that its fonts had not."""
    source = Path(shutil.copytree(BOOKS / "plain", tmp_path_factory.mktemp("second") / "plain"))
    lesson = source / "1-uno/1-primera/lesson.md"
    text = lesson.read_text(encoding="utf-8")
    assert 'title = "La primera"' in text
    lesson.write_text(text.replace('title = "La primera"', 'title = "La primera, corregida"') + "\nLetras nuevas: ł.\n", encoding="utf-8")
    return build_book(source)


@pytest.fixture(scope="session")
def last_edition(build_book, tmp_path_factory) -> Path:
    """The book of one who wants it in no browser any more."""
    source = Path(shutil.copytree(BOOKS / "plain", tmp_path_factory.mktemp("last") / "plain"))
    settings = source / "book.toml"
    settings.write_text("offline = false\n" + settings.read_text(encoding="utf-8"), encoding="utf-8")
    return build_book(source)
