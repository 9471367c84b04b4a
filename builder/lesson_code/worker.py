"""The parent's end of a lesson's process: one question at a time, each with a time limit."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from builder import PYODIDE_SRC, REPOSITORY, messages
from builder.problems import BuildError


class TimeLimit(Exception):
    """The answer didn't come in time; the process was ended."""


class WorkerDied(Exception):
    """The process ended by itself: `os._exit`, a crash in compiled code, no memory."""


START_SECONDS = 60.0
"""What starting Python may take on a busy machine."""


class LessonProcess:
    """A clean Python in the lesson's folder, with fixed seeds and locale."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(PYODIDE_SRC)]),
            "PYTHONSAFEPATH": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            # Several lessons run side by side; threads of one product would only get in the way.
            "OPENBLAS_NUM_THREADS": "1",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "builder.lesson_code.process"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=folder, env=environment, start_new_session=True,
        )
        self._buffer = b""
        try:
            self._line(START_SECONDS)
        except (TimeLimit, WorkerDied):
            raise BuildError(messages.text("lesson_process")) from None

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request. Raises `TimeLimit` after `seconds`, `WorkerDied`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            answer = json.loads(self._line(seconds))
        except (BrokenPipeError, ValueError):
            # It ended, or wrote where only answers go: either way nothing it says can be trusted.
            self.close()
            raise WorkerDied from None
        if not isinstance(answer, dict):
            self.close()
            raise WorkerDied
        return answer

    def _line(self, seconds: float) -> bytes:
        assert self._process.stdout is not None
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                left = until - time.monotonic()
                if left <= 0 or not ready.select(left):
                    self.close()
                    raise TimeLimit
                data = os.read(self._process.stdout.fileno(), 1 << 20)
                if not data:
                    raise WorkerDied
                self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        return line

    def close(self) -> None:
        try:
            # The whole group: what a cell forked must not outlive its lesson.
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue
        self._process.wait()

    def __enter__(self) -> LessonProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
