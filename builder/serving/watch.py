"""Rebuild when something that a book is made of changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from watchfiles import DefaultFilter, watch

from builder import PYODIDE_SRC, SITE_TEMPLATES


def watch_book(root: Path, rebuild: Callable[[frozenset[Path]], None], stop: threading.Event) -> None:
    """Call `rebuild` with the paths that changed, after each edit of the book, the packages or the templates, until `stop`."""
    folders = [path for path in (root, PYODIDE_SRC, SITE_TEMPLATES) if path.is_dir()]
    # A short quiet time: editors write a file in several steps.
    for changes in watch(*folders, watch_filter=DefaultFilter(), debounce=60, step=15, stop_event=stop, raise_interrupt=False):
        rebuild(frozenset(Path(path) for _, path in changes))
