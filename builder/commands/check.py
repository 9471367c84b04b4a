"""`libro check`: everything that a build would find, and nothing written."""

from __future__ import annotations

import argparse
from pathlib import Path

from builder import DEFAULT_BOOK, messages
from builder.content import read_content
from builder.problems import Problems
from builder.store import Store
from builder.terminal import Terminal


def about() -> str:
    return messages.text("check_about")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK", nargs="?", type=Path, default=DEFAULT_BOOK, help=messages.text("build_book"))


def run(chosen: argparse.Namespace, terminal: Terminal) -> None:
    problems = Problems()
    read_content(chosen.book, Store(), terminal, problems)
    problems.raise_if_errors()
    terminal.warnings(problems.warnings)
    terminal.line("checked")
