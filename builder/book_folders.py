"""What may lie in a book's folders: lessons where they are looked for, links to files of the same book."""

from __future__ import annotations

import os
from pathlib import Path

from builder.problems import Problems

_LESSONS_LIE = 2  # folders deep: block, lesson


def check_folders(root: Path, problems: Problems) -> bool:
    """Whether every link below `root` is one to a file below it; each other one is a problem with its path.

    What lies outside is not the book's to read. A linked folder would be walked without end if it held itself.
    A lesson where nobody looks for one is a problem too: it would be missed by its readers alone.
    """
    sound = True
    home = os.path.realpath(root)
    waiting = [(home, 0)]
    while waiting:
        folder, depth = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                if entry.name.startswith("."):
                    continue
                if entry.name == "lesson.md" and depth != _LESSONS_LIE:
                    problems.add("lesson-misplaced", entry.path)
                if entry.is_symlink():
                    target = os.path.realpath(entry.path)
                    if not target.startswith(home + os.sep) or os.path.isdir(target):
                        problems.add("symlink", entry.path, target=target)
                        sound = False
                elif entry.is_dir():
                    waiting.append((entry.path, depth + 1))
    return sound
