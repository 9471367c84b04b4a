"""What the measurements of built pages share: a host that compresses, as static hosts do, and tools that npm brings into the cache."""

from __future__ import annotations

import gzip
import http.server
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "pyodide_src")]

from builder.cache import cache_folder  # noqa: E402
from builder.node import npm_command  # noqa: E402

_TEXT = {".html", ".css", ".js", ".json", ".svg", ".txt", ".xml", ".mjs"}


@lru_cache(maxsize=None)
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6, mtime=0)


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder, served as a static host would."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = folder / self.path.split("?")[0].lstrip("/")
            path = path / "index.html" if path.is_dir() else path
            if not path.is_file():
                return self.send_error(404)
            packed = path.suffix in _TEXT
            data = _packed(path) if packed else path.read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(str(path)))
            if packed:
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(data)))
            # What is named by its content never changes.
            named = path.parent.name == "assets"
            self.send_header("Cache-Control", "public, max-age=31536000, immutable" if named else "no-cache")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *arguments: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def built(given: str | None) -> Iterator[Path]:
    """The folder of a built book: the one that was given, or that of `content/`, built now."""
    if given:
        yield Path(given).resolve()
        return
    with tempfile.TemporaryDirectory() as temporary:
        output = Path(temporary) / "dist"
        subprocess.run([sys.executable, "-m", "builder", "build", str(ROOT / "content"), "-o", str(output)], cwd=ROOT, check=True)
        yield output


def npm_tool(package: str) -> Path:
    """The folder of an npm package that no build needs, installed into the cache on first use."""
    folder = cache_folder("tools", package.replace("/", "-").replace("@", "-"))
    place = folder / "node_modules" / package.rsplit("@", 1)[0]
    if not place.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([*npm_command(), "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts", package], check=True)
    return place
