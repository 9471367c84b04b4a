"""What a build says while it works: a line a phase, on standard output; problems on standard error."""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, TextIO

from builder import messages
from builder.guide import GUIDE_OF_RULES
from builder.problems import BuildError, Problem

if TYPE_CHECKING:
    from rich.progress import Progress


FORMATS = ("text", "json", "github")
PATIENCE = 1.0
"""Seconds after which who waits wants to know how much is left."""


class Terminal:
    """Lines for a person; colours only where one is looking and wants them."""

    def __init__(
        self, out: TextIO | None = None, err: TextIO | None = None, *,
        quiet: bool = False, verbose: bool = False, problem_format: str = "text",
    ) -> None:
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        for stream in (self.out, self.err):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a terminal without « » gets ?, not a traceback
        self.quiet = quiet
        self.verbose = verbose
        self.problem_format = problem_format
        self._working_on = ""
        self._bar: Progress | None = None
        self._counting, self._since = "", 0.0
        self.colours = self.err.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def line(self, key: str, **fields: object) -> None:
        self._say(messages.text(key, **fields))

    def _say(self, line: str) -> None:
        # Machines read the standard output where they asked for a format of theirs.
        if not self.quiet and self.problem_format == "text":
            print(line, file=self.out, flush=True)

    @contextmanager
    def phase(self, key: str) -> Iterator[dict[str, object]]:
        """Time a phase; the block fills in the fields of what its line says."""
        fields: dict[str, object] = {}
        start = time.perf_counter()
        try:
            yield fields
        finally:
            self._end_bar()
        seconds = time.perf_counter() - start
        name, detail = messages.text(f"phase_{key}"), messages.text(f"phase_{key}_detail", **fields)
        precision = 3 if self.verbose else 1
        self._say(f"  {name:<14} {detail:<58} {seconds:6.{precision}f} s")

    def progress(self, what: str, done: int, total: int) -> None:
        """Long work: a bar on a terminal (bytes), one line where nobody watches."""
        if self.quiet or not self.out.isatty():
            if what != self._working_on:
                self._working_on = what
                size = f" ({megabytes(total)})" if total else ""
                self._say(f"    {what}{size}…")
            return
        self._show_bar(what, done, total, "DownloadColumn")

    def count(self, key: str, done: int, total: int) -> None:
        """Work piece by piece: a bar on a terminal once it has taken a while, nothing where nobody watches."""
        if self.quiet or self.problem_format != "text" or not self.out.isatty():
            return
        if key != self._counting:
            self._counting, self._since = key, time.monotonic()
        if time.monotonic() - self._since >= PATIENCE:
            self._show_bar(messages.text(key), done, total, "MofNCompleteColumn")

    def _show_bar(self, what: str, done: int, total: int, column: str) -> None:
        if self._bar is None or what != self._working_on:
            self._end_bar()
            from rich import console, progress  # late: most builds need none

            self._working_on = what
            self._bar = progress.Progress(
                progress.TextColumn("    {task.description}"), progress.BarColumn(), getattr(progress, column)(),
                console=console.Console(file=self.out), transient=True,
            )
            self._bar.start()
            self._bar.add_task(what, total=total or None)
        self._bar.update(self._bar.task_ids[0], completed=done)

    def _end_bar(self) -> None:
        self._counting = ""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def problems(self, problems: list[Problem]) -> None:
        if self.problem_format == "json":
            told = [asdict(problem) | {"guide": f"{GUIDE_OF_RULES}#{problem.rule}"} for problem in problems]
            print(json.dumps(told, ensure_ascii=False, indent=1), file=self.out)
            return
        if self.problem_format == "github":
            print("\n".join(map(_annotation, problems)), file=self.out)
            return
        for problem in problems:
            self._tell(problem)
        errors = sum(problem.severity == "error" for problem in problems)
        key = "problems_one" if errors == 1 else "problems_many"
        print(messages.text(key, count=errors), file=self.err, flush=True)

    def warnings(self, problems: list[Problem]) -> None:
        """Problems that don't stop a build."""
        if not problems and self.problem_format != "json":
            return
        if self.problem_format != "text":
            return self.problems(problems)
        for problem in problems:
            self._tell(problem)
        key = "warnings_one" if len(problems) == 1 else "warnings_many"
        print(messages.text(key, count=len(problems)), file=self.err, flush=True)

    def _tell(self, problem: Problem) -> None:
        first, *hint = str(problem).split("\n")
        place, _, rest = first.partition(f": {problem.rule}: ")
        head = f"{self._bold(place)}: {self._red(problem.rule)}: {rest}" if self.colours else first
        print("\n".join([head, *hint]), file=self.err)

    def error(self, error: BuildError) -> None:
        print(f"libro: {error.message}", file=self.err)
        for line in error.hint.splitlines():
            print(f"    {line}", file=self.err)
        self.err.flush()

    def _bold(self, text: str) -> str:
        return f"\033[1m{text}\033[0m"

    def _red(self, text: str) -> str:
        return f"\033[31m{text}\033[0m"


def _annotation(problem: Problem) -> str:
    """A workflow command that GitHub shows beside the line."""
    fields = {"file": problem.path, "line": problem.line, "col": problem.column, "title": problem.rule}
    escaped = ",".join(f"{key}={_escape(str(value), ',:')}" for key, value in fields.items() if value)
    text = problem.message + (f" ({problem.hint})" if problem.hint else "")
    return f"::{problem.severity} {escaped}::{_escape(text)}"


def _escape(text: str, more: str = "") -> str:
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
