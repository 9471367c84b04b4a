"""How a lesson's process comes to be: as a copy of one that waits ready, or where that can't be, as a new Python."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from builder import PYODIDE_SRC, REPOSITORY, fingerprints, messages
from builder.problems import BuildError

_PACKET = 1 << 16


class Child(Protocol):
    """A running process: `answers` is a descriptor to read from."""

    answers: int

    def write(self, data: bytes) -> None: ...

    def stop(self) -> None:
        """Make it end, whoever else is reading from it."""

    def end(self) -> None: ...


_living: weakref.WeakSet[Child] = weakref.WeakSet()
_stopping = threading.Event()


def start(folder: Path, memory: int, imports: tuple[str, ...] = ()) -> Child:
    """A process for a lesson's code in `folder`; raises `BuildError` where none can be had."""
    if _stopping.is_set():
        raise BuildError(messages.text("lesson_process"))
    # macOS can't safely fork a Python that has imported NumPy; Windows can't fork.
    child: Child = _Copy(folder, memory, imports) if sys.platform.startswith("linux") else _New(folder, memory)
    _living.add(child)
    return child


@contextmanager
def none_left() -> Iterator[None]:
    """End all processes of lessons, and begin none inside the block: nobody waits any more for what they do."""
    _stopping.set()
    try:
        for child in list(_living):
            child.stop()
        yield
    finally:
        _stopping.clear()


def get_ready() -> None:
    """Begin what the first lesson would wait for; returns at once."""
    if sys.platform.startswith("linux"):
        _nursery.wake()


def _environment() -> dict[str, str]:
    return os.environ | {
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(PYODIDE_SRC)]),
        "PYTHONSAFEPATH": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        # Several lessons run side by side; threads of one product would only get in the way.
        "OPENBLAS_NUM_THREADS": "1",
    }


class _New:
    """A Python of its own."""

    def __init__(self, folder: Path, memory: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "builder.lesson_code.process", str(folder), str(memory)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=_environment(), start_new_session=True,
        )
        assert self._process.stdout is not None
        self.answers = self._process.stdout.fileno()

    def write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)
        self._process.stdin.flush()

    def stop(self) -> None:
        self._process.kill()

    def end(self) -> None:
        if os.name == "posix":
            try:
                # The whole group: what a cell forked must not outlive its lesson.
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                self._process.kill()
        else:
            self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue
        self._process.wait()


class _Copy:
    """A copy of the nursery, on the other end of a socket."""

    def __init__(self, folder: Path, memory: int, imports: tuple[str, ...]) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._socket = ours
            order = {"do": "start", "folder": str(folder), "memory": memory, "imports": imports}
            self._pid = _nursery.order(order, theirs)["pid"]
        self.answers = ours.fileno()

    def write(self, data: bytes) -> None:
        self._socket.sendall(data)

    def stop(self) -> None:
        if self._pid:
            _nursery.order({"do": "end", "pid": self._pid})

    def end(self) -> None:
        if self._pid:
            _nursery.order({"do": "end", "pid": self._pid})
            self._socket.close()
            self._pid = 0


class _Nursery:
    """The one nursery of this process, begun when it is first needed and anew when what it imported has changed."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._orders: socket.socket | None = None
        self._known = ""

    def order(self, order: dict[str, object], given: socket.socket | None = None) -> dict[str, int]:
        with self._lock:
            if given is not None:
                self.wake()
            if self._orders is None:
                return {}  # it has ended, and its children with it
            try:
                packet = json.dumps(order).encode()
                if given is None:
                    self._orders.send(packet)
                else:
                    socket.send_fds(self._orders, [packet], [given.fileno()])
                answer = self._orders.recv(_PACKET)
            except OSError:
                answer = b""
            if answer:
                return dict(json.loads(answer))
            self.close()
        if given is not None:
            raise BuildError(messages.text("lesson_process"))
        return {}

    def wake(self) -> None:
        with self._lock:
            code = fingerprints.of_lesson_code()
            if self._process is not None and self._known == code and self._process.poll() is None:
                return
            self.close()
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "builder.lesson_code.nursery", str(theirs.fileno())],
                    pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL, cwd="/", env=_environment(), start_new_session=True,
                )
            self._orders, self._known = ours, code

    def close(self) -> None:
        with self._lock:
            if self._orders is not None:
                self._orders.close()
                self._orders = None
            if self._process is not None:
                try:
                    self._process.wait(10)
                except subprocess.TimeoutExpired:
                    self._process.kill()
                    self._process.wait()
                self._process = None


_nursery = _Nursery()
atexit.register(_nursery.close)
