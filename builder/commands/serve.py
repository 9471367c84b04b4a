"""`libro serve`: edit, save, see."""

from __future__ import annotations

import argparse
import socket
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from builder import DEFAULT_BOOK, messages
from builder.problems import BuildError
from builder.terminal import Terminal

if TYPE_CHECKING:
    from builder.serving.server import BookServer
    from builder.serving.workshop import Workshop

FIRST_PORT = 8000
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_TRIED = 50


def about() -> str:
    return messages.text("serve_about")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK", nargs="?", type=Path, default=DEFAULT_BOOK, help=messages.text("build_book"))
    parser.add_argument("-p", "--port", type=int, default=None, help=messages.text("serve_port"))
    parser.add_argument("--host", default="127.0.0.1", help=messages.text("serve_host"))
    parser.add_argument("--open", action="store_true", help=messages.text("serve_open"))


def run(chosen: argparse.Namespace, terminal: Terminal) -> None:
    from builder.katex import node_stays  # late, all: no other command needs them
    from builder.serving.watch import watch_book
    from builder.serving.workshop import Workshop

    root = chosen.book.resolve()
    workshop = Workshop(root, terminal)
    server = _server(chosen, workshop)
    workshop.rebuild()
    name = f"[{chosen.host}]" if ":" in chosen.host else chosen.host
    address = f"http://{name}:{server.port}/"
    terminal.line("serving", address=address)
    if chosen.host not in LOOPBACK:
        terminal.line("serving_open", host=chosen.host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    if chosen.open:
        webbrowser.open(address)
    try:
        with node_stays():
            watch_book(workshop, server.closing)
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()


def _server(chosen: argparse.Namespace, workshop: Workshop) -> BookServer:
    """On the asked port, or the next free one after the first."""
    from builder.serving.server import BookServer

    is_open = chosen.host not in LOOPBACK
    open_to = frozenset({chosen.host.lower(), socket.gethostname().lower()} if is_open else ())
    ports = [chosen.port] if chosen.port is not None else range(FIRST_PORT, FIRST_PORT + _TRIED)
    for port in ports:
        try:
            return BookServer((chosen.host, port), workshop, open_to)
        except OSError as error:
            reason = error.strerror or str(error)
    raise BuildError(messages.text("no_port", host=chosen.host, port=ports[0], reason=reason), messages.text("no_port_hint"))
