"""The parent's end of a lesson's process: one question at a time, each with a time limit."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from builder import messages
from builder.lesson_code import birth
from builder.problems import BuildError


class TimeLimit(Exception):
    """The answer didn't come in time; the process was ended."""


class WorkerDied(Exception):
    """The process ended by itself: `os._exit`, a crash in compiled code, no memory."""


START_SECONDS = 60.0
"""What starting Python may take on a busy machine."""


_IGNORED = shutil.ignore_patterns("lesson.md", ".*", "__pycache__")


def _left_out(folder: str, names: list[str]) -> set[str]:
    """What no lesson's code reads: who copies a named pipe waits for ever."""
    special = {name for name in names if not os.path.isfile(path := os.path.join(folder, name)) and not os.path.isdir(path)}
    return special | _IGNORED(folder, names)


class LessonProcess:
    """A clean Python with fixed seeds and locale, and `memory` megabytes to take.

    It stands in a copy of the lesson's folder: what code writes is gone with its process, and the author's files
    stay as they were, whether she builds or only checks. `imports` are modules that are good to have from the start.
    """

    def __init__(self, folder: Path, memory: int, imports: tuple[str, ...] = ()) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="libro-lesson-", ignore_cleanup_errors=True)
        here = Path(self._place.name, folder.name)
        shutil.copytree(folder, here, ignore=_left_out)
        self._child = birth.start(here, memory, imports)
        self._buffer = b""
        self._asked = 0
        try:
            self._line(START_SECONDS)
        except (TimeLimit, WorkerDied):
            raise BuildError(messages.text("lesson_process")) from None

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request. Raises `TimeLimit` after `seconds`, `WorkerDied`."""
        self._asked += 1
        try:
            self._child.write(json.dumps(request | {"number": self._asked}).encode() + b"\n")
            answer = json.loads(self._line(seconds))
        except (BrokenPipeError, ConnectionResetError, ValueError):
            # It ended, or wrote where only answers go: either way nothing it says can be trusted.
            self.close()
            raise WorkerDied from None
        if not isinstance(answer, dict) or answer.pop("asked", None) != self._asked:
            self.close()
            raise WorkerDied
        return answer

    def _line(self, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._child.answers, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                left = until - time.monotonic()
                if left <= 0 or not ready.select(left):
                    self.close()
                    raise TimeLimit
                try:
                    data = os.read(self._child.answers, 1 << 20)
                except ConnectionResetError:
                    data = b""
                if not data:
                    raise WorkerDied
                self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        return line

    def close(self) -> None:
        self._child.end()
        self._place.cleanup()

    def __enter__(self) -> LessonProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
