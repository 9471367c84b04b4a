"""`libro check`: everything that a build would find, and nothing written."""

from __future__ import annotations

import argparse
from pathlib import Path

from builder import DEFAULT_BOOK, messages
from builder.memory import not_collecting
from builder.terminal import Terminal


def about() -> str:
    return messages.text("check_about")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK", nargs="?", type=Path, default=DEFAULT_BOOK, help=messages.text("build_book"))


def run(chosen: argparse.Namespace, terminal: Terminal) -> None:
    from builder.content import read_content  # late, all of them: no other command needs them
    from builder.problems import Problems
    from builder.store import Store

    problems = Problems()
    with not_collecting():
        read_content(chosen.book, Store(), terminal, problems)
    problems.raise_if_errors()
    terminal.warnings(problems.warnings)
    terminal.line("checked")
