"""A process that has imported what lessons import, and makes each of them a clean copy of itself.

Starting Python and importing NumPy takes a tenth of a second of work, a fork takes a thousandth: a lesson that
runs again while its author waits answers at once. Orders come as packets of JSON on a socket; each new process
gets the socket that comes with its order. It is told when to end one, so that no number is of another by then.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import signal
import socket
import sys
from contextlib import suppress

import numpy.ma  # noqa: F401  (np.unique asks for it when it is first called, and so would each lesson)

import explorables.views  # noqa: F401  (imported so that lessons find it there)
from builder.lesson_code.process import be_lesson

_PACKET = 1 << 16
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_MOST_STRAYS = 10_000


def main() -> None:
    # Ctrl-C is the parent's affair: it ends this process by closing the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders = socket.socket(fileno=int(sys.argv[1]))
    # What a lesson's process leaves behind becomes a child of this one, in whatever session it hides.
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    children: set[int] = set()
    while True:
        packet, given, _, _ = socket.recv_fds(orders, _PACKET, 1)
        if not packet:
            break
        order = json.loads(packet)
        if order["do"] == "start":
            for name in order["imports"]:
                # Once, for this lesson and for those that come.
                importlib.import_module(name)
            pid = os.fork()
            if pid == 0:
                orders.close()
                _be_child(given[0], order)
            children.add(pid)
            os.close(given[0])
            orders.send(json.dumps({"pid": pid}).encode())
        else:
            if order["pid"] in children:
                children.discard(order["pid"])
                _end(order["pid"])
                _end_strays(children)
            orders.send(b"{}")
    for pid in children:
        _end(pid)
    _end_strays(set())


def _be_child(given: int, order: dict[str, object]) -> None:
    try:
        os.setsid()
        # Whatever becomes of the builder, a cell that never ends must not outlive it.
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        # Its own strays stay below it, so that none is taken for that of another lesson.
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        be_lesson(given, given, str(order["folder"]), int(str(order["memory"])))
    finally:
        os._exit(0)


def _end(pid: int) -> None:
    # The whole group: what a cell forked must not outlive its lesson.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _end_strays(children: set[int]) -> None:
    """End what lessons that are over have left: all children of this process that are none of its lessons."""
    for _ in range(_MOST_STRAYS):
        # The children of one that ends are here the next time.
        strays = _children() - children
        if not strays:
            return
        for pid in strays:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children() -> set[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return {int(pid) for pid in file.read().split()}
    except OSError:  # a kernel that doesn't tell
        return set()


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value)


if __name__ == "__main__":
    main()
