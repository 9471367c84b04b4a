"""A server for an author's own browser: pages from memory, and a stream of news for each open page."""

from __future__ import annotations

import hashlib
import ipaddress
import json
import mimetypes
import socket
import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from builder import SITE_TEMPLATES
from builder.serving.workshop import Workshop
from builder.templates import strings

NEWS = "__libro/news"
SCRIPT = "__libro/serve.js"
_SCRIPT_FILE = SITE_TEMPLATES / "scripts" / "serve.js"
_HEARTBEAT = 15.0
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_LASTING = ("assets/", "python/", "model/")
"""What lies there tells its content by its name: a page that is loaded anew need not ask for it again."""
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("text/javascript", ".mjs")


class BookServer(ThreadingHTTPServer):
    """Serves one workshop. `open_to` are names, besides the loopback's, by which others may reach it."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], workshop: Workshop, open_to: frozenset[str] = frozenset()) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, _Handler)
        self.workshop = workshop
        self.hosts = _LOOPBACK | open_to
        self.is_open = bool(open_to)
        self.closing = threading.Event()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle of an answer is no news; all else is."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    server: BookServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if not self._host_is_ours():
            return self._answer(HTTPStatus.FORBIDDEN, b"", "text/plain")
        parts = urlsplit(self.path)
        url = unquote(parts.path).lstrip("/")
        if url == NEWS:
            return self._news(parse_qs(parts.query).get("page", [""])[0])
        if url == SCRIPT:
            words = json.dumps(strings()["serve"], ensure_ascii=False)
            script = _SCRIPT_FILE.read_text(encoding="utf-8").replace("__STRINGS__", words)
            return self._answer(HTTPStatus.OK, script.encode(), "text/javascript")
        if url == "" or url.endswith("/"):
            url += "index.html"
        found = self.server.workshop.find(url)
        if found is None:
            page = self.server.workshop.site.pages.get("404.html", b"")
            return self._page(HTTPStatus.NOT_FOUND, page, "404.html")
        if isinstance(found, bytes) and url.endswith(".html"):
            return self._page(HTTPStatus.OK, found, url)
        kind = mimetypes.guess_type(url)[0] or "application/octet-stream"
        lasting = url.startswith(_LASTING)
        self._answer(HTTPStatus.OK, found.read_bytes() if isinstance(found, Path) else found, kind, lasting=lasting)

    do_HEAD = do_GET

    def _host_is_ours(self) -> bool:
        """A page elsewhere whose name was pointed at this machine must not read an author's drafts."""
        try:
            host = (urlsplit("//" + self.headers.get("Host", "")).hostname or "").lower()
        except ValueError:  # a bracket that isn't closed
            return False
        return host in self.server.hosts or (self.server.is_open and _is_address(host))

    def _page(self, status: HTTPStatus, page: bytes, url: str) -> None:
        state = self.server.workshop.state(url)
        tag = f'<script src="/{SCRIPT}" data-page="{url}" data-hash="{state["page"]}" data-code="{state["code"]}" defer></script></head>'
        if not page:
            page = b"<!doctype html><html><head><meta charset=utf-8><title>libro</title></head><body></body></html>"
        # In the head a browser sees it soon, and has it when the page has come; it runs last all the same.
        self._answer(status, page.replace(b"</head>", tag.encode(), 1), "text/html")

    def _answer(self, status: HTTPStatus, data: bytes, kind: str, *, lasting: bool = False) -> None:
        tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        if status == HTTPStatus.OK and self.headers.get("If-None-Match") == tag:
            status, data = HTTPStatus.NOT_MODIFIED, b""
        self.send_response(status)
        text = kind.startswith("text/") or kind == "application/json"
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if text else kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=31536000, immutable" if lasting else "no-cache")
        self.send_header("ETag", tag)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _news(self, url: str) -> None:
        """Server-sent events: the state of one page now, and after each rebuild."""
        fresh = threading.Event()
        fresh.set()
        stop = self.server.workshop.listen(fresh.set)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            while not self.server.closing.is_set():
                if fresh.wait(_HEARTBEAT):
                    fresh.clear()
                    self.wfile.write(b"data: " + json.dumps(self.server.workshop.state(url)).encode() + b"\n\n")
                else:
                    self.wfile.write(b": still here\n\n")
                self.wfile.flush()
        except (BrokenPipeError, ConnectionResetError):
            return
        finally:
            stop()

    def log_message(self, format: str, *arguments: object) -> None:
        """An author's terminal is for problems."""


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
