"""`libro build [BOOK] [-o OUTPUT] [--with-model]`: the book in a folder, ready for any static host or a double click."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path

from builder import DEFAULT_BOOK, messages
from builder.memory import not_collecting
from builder.terminal import Terminal


def about() -> str:
    return messages.text("build_about")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK", nargs="?", type=Path, default=DEFAULT_BOOK, help=messages.text("build_book"))
    parser.add_argument("-o", "--output", metavar="OUTPUT", type=Path, default=Path("dist"), help=messages.text("build_output"))
    parser.add_argument("--update", action="store_true", help=messages.text("build_update"))
    parser.add_argument("--with-model", action="store_true", help=messages.text("build_with_model"))


def run(chosen: argparse.Namespace, terminal: Terminal) -> None:
    with not_collecting():
        from builder.build import build  # late: no other command needs it

    build(chosen.book, chosen.output, terminal, update=chosen.update, with_model=chosen.with_model)
    # All that there is goes with the process: nobody need look for cycles in it first.
    gc.freeze()
