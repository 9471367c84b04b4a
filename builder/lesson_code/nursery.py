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
_PR_SET_PDEATHSIG = 1


def main() -> None:
    # Ctrl-C is the parent's affair: it ends this process by closing the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders = socket.socket(fileno=int(sys.argv[1]))
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
            orders.send(b"{}")
    for pid in children:
        _end(pid)


def _be_child(given: int, order: dict[str, object]) -> None:
    try:
        os.setsid()
        # Whatever becomes of the builder, a cell that never ends must not outlive it.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
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


if __name__ == "__main__":
    main()
