"""Rebuild when something that a book is made of changes."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from watchfiles import DefaultFilter, watch

from builder import PYODIDE_SRC, SITE_TEMPLATES
from builder.memory import not_collecting
from builder.serving.workshop import Workshop

_QUIET = 1500
"""Milliseconds without an edit after which nobody waits for anything."""


def watch_book(workshop: Workshop, stop: threading.Event) -> None:
    """Rebuild after each edit of the book, the packages or the templates, until `stop`; what can wait is done between edits."""
    # Ctrl-C is how it ends, and nothing to warn of.
    logging.getLogger("watchfiles").setLevel(logging.ERROR)
    folders = [path for path in (workshop.root, PYODIDE_SRC, SITE_TEMPLATES) if path.is_dir()]
    # A short quiet time: editors write a file in several steps.
    edits = watch(
        *folders, watch_filter=DefaultFilter(), debounce=60, step=15, stop_event=stop, raise_interrupt=False,
        rust_timeout=_QUIET, yield_on_timeout=True,
    )  # fmt: skip
    with not_collecting():
        for changes in edits:
            if changes:
                workshop.rebuild(frozenset(Path(path) for _, path in changes))
            else:
                workshop.settle()
