"""`libro check`: everything that a build would find, and nothing written; what takes long, when it is asked for."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from builder import DEFAULT_BOOK, messages
from builder.memory import not_collecting
from builder.terminal import Terminal


def about() -> str:
    return messages.text("check_about")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK", nargs="?", type=Path, default=DEFAULT_BOOK, help=messages.text("build_book"))
    for option in ("browser", "external-links", "retrain"):
        parser.add_argument(f"--{option}", action="store_true", help=messages.text(f"check_{option.replace('-', '_')}"))


def run(chosen: argparse.Namespace, terminal: Terminal) -> None:
    from builder.content import read_content  # late, all of them: no other command needs them
    from builder.problems import Problems
    from builder.store import Store

    problems = Problems()
    with not_collecting():
        content = read_content(chosen.book, Store(), terminal, problems)
    # What follows compares with the results of a sound book.
    problems.raise_if_errors()
    if chosen.browser:
        from builder.checking.reader_python import check_in_reader_python

        with terminal.phase("browser") as told:
            told["pieces"] = check_in_reader_python(content, problems, partial(terminal.count, "running_in_browser"))
    if chosen.external_links:
        from builder.checking.external_links import LinkChecker
        from builder.checking.links_of_book import check_external_links

        with terminal.phase("external") as told:
            told["links"] = check_external_links(content, problems, LinkChecker(progress=partial(terminal.count, "asking")))
    if chosen.retrain:
        from builder.checking.retraining import check_retraining

        with terminal.phase("retrain") as told:
            told["scripts"] = check_retraining(content.book, problems, lambda name: terminal.progress(name, 0, 0))
    problems.raise_if_errors()
    terminal.warnings(problems.warnings)
    terminal.line("checked")
