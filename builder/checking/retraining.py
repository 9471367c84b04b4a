"""The programs beside lessons that trained what the lesson shows, run again: what they print must still stand there.

A lesson names them in its front matter, `scripts = ["measure.py"]`. Each is run with `--check`: it writes nothing, prints
the tables of the lesson as Markdown, and ends with another code than 0 when a file that it made has come out different.
"""

from __future__ import annotations

import difflib
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from builder import PYODIDE_SRC, REPOSITORY
from builder.book import Book, Lesson
from builder.problems import Problems

_ENOUGH_LIKE = 0.3
WORD_JOINER = "\u2060"


def check_retraining(book: Book, problems: Problems, say: Callable[[str], None]) -> int:
    """Run every declared program, as many at once as there are cores; how many were run."""
    jobs = [(lesson, name) for lesson in book.written if lesson.front for name in lesson.front.scripts]

    def run(job: tuple[Lesson, str]) -> Problems:
        lesson, name = job
        own = Problems(problems.raised)
        if (lesson.folder / name).is_file():
            say(f"{lesson.key}/{name}")
            _run(lesson, name, own)
        return own

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(run, jobs):
            problems.extend(found)
    return len(jobs)


def _run(lesson: Lesson, name: str, problems: Problems) -> None:
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(PYODIDE_SRC), str(REPOSITORY)]),
        "PYTHONHASHSEED": "0",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        [sys.executable, name, "--check"], cwd=lesson.folder, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, encoding="utf-8", errors="replace", check=False,
    )
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        problems.add("retrain-fails", lesson.path, 1, script=name, code=done.returncode, said=said[-1] if said else "–")
        return
    compare_rows(lesson, name, done.stdout, problems)


def compare_rows(lesson: Lesson, name: str, printed: str, problems: Problems) -> None:
    """Each row of a table that the program printed must be a line of the lesson; told at the row most like it."""
    lines = lesson.path.read_text(encoding="utf-8-sig").splitlines()
    rows = {_bare(line): number for number, line in reversed(list(enumerate(lines, 1))) if line.lstrip().startswith("|")}
    for row in map(_bare, printed.splitlines()):
        if row.startswith("|") and row not in rows:
            like = difflib.get_close_matches(row, rows, n=1, cutoff=_ENOUGH_LIKE)
            problems.add("retrain-differs", lesson.path, rows[like[0]] if like else 1, script=name, row=row)


def _bare(row: str) -> str:
    """A row whatever joins its words: where lines may break is the lesson's own affair."""
    return " ".join(row.replace(WORD_JOINER, "").split())
