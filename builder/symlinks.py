"""Symbolic links in a book: to a file of the same book, or none."""

from __future__ import annotations

import os
from pathlib import Path

from builder.problems import Problems


def check_symlinks(root: Path, problems: Problems) -> bool:
    """Whether every link below `root` is one to a file below it; each other one is a problem with its path.

    What lies outside is not the book's to read. A linked folder would be walked without end if it held itself.
    """
    sound = True
    home = os.path.realpath(root)
    waiting = [home]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                if entry.name.startswith("."):
                    continue
                if entry.is_symlink():
                    target = os.path.realpath(entry.path)
                    if not target.startswith(home + os.sep) or os.path.isdir(target):
                        problems.add("symlink", entry.path, target=target)
                        sound = False
                elif entry.is_dir():
                    waiting.append(entry.path)
    return sound
