"""Work on both cores: the same function of many things, in copies of this process.

A copy knows all that its parent knew, so that nothing has to be sent to it; what it finds comes back pickled.
Where copies can't be had (Windows, macOS, threads that run, one core) or are not worth their start, the same work
is done here: results never depend on it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, NoReturn, TypeVar

_Thing = TypeVar("_Thing")
_Found = TypeVar("_Found")

WORTH_IT = 24
"""Things fewer than these are done before a copy has begun."""


def copies_for(things: int) -> int:
    """How many copies so many things are worth; 0 where the work is best done here."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    # To copy a process with threads is to copy locks that nobody will open.
    alone = sys.platform.startswith("linux") and threading.active_count() == 1
    return min(cores, things) if alone and cores > 1 and things >= WORTH_IT else 0


def side_by_side(function: Callable[[_Thing], _Found], things: Sequence[_Thing]) -> list[_Found]:
    """`function` of each thing, in their order."""
    copies = copies_for(len(things))
    if not copies:
        return [function(thing) for thing in things]
    results: list[Any] = [None] * len(things)

    def share(number: int) -> Callable[[Connection], None]:
        def work(parent: Connection) -> None:
            for index in range(number, len(things), copies):
                send(parent, (index, function(things[index])))

        return work

    for index, found in gather([Copy(share(number)) for number in range(copies)]):
        results[index] = found
    return results


class Copy:
    """A copy of this process that does `work` with its end of a pipe, and ends. Nothing of it outlives `end`."""

    def __init__(self, work: Callable[[Connection], None]) -> None:
        self.pipe, theirs = Pipe()
        self._pid = os.fork()
        if self._pid == 0:
            self.pipe.close()
            _be_copy(work, theirs)
        theirs.close()
        # However this process comes to lose its hold of the copy.
        self.end = weakref.finalize(self, _end, self.pipe, self._pid)


def _be_copy(work: Callable[[Connection], None], parent: Connection) -> NoReturn:
    try:
        # Ctrl-C is the parent's affair; a copy ends when nobody listens to it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            work(parent)
        except BaseException as failure:  # whatever it was, the parent raises it
            parent.send_bytes(_pickled(failure))
        parent.send_bytes(DONE)
    finally:
        os._exit(0)


def _end(pipe: Connection, pid: int) -> None:
    pipe.close()
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


DONE = pickle.dumps(None)


def send(connection: Connection, found: tuple[Any, ...]) -> None:
    """Hand over one result."""
    connection.send_bytes(pickle.dumps(found, protocol=5))


def gather(copies: Sequence[Copy], unpack: Callable[[bytes], Any] = pickle.loads, *, last: bool = True) -> Iterator[Any]:
    """What copies hand over, as it comes, until each has said `DONE`; `last`, they end then. Raises what one of them raised."""
    working = {copy.pipe: copy for copy in copies}
    try:
        while working:
            for pipe in wait(list(working)):
                found = unpack(pipe.recv_bytes())
                if isinstance(found, BaseException):
                    raise found
                if found is None:
                    del working[pipe]
                else:
                    yield found
    finally:
        if last:
            for copy in copies:
                copy.end()


def _pickled(failure: BaseException) -> bytes:
    try:
        data = pickle.dumps(failure)
        pickle.loads(data)
    except Exception:  # an exception that can't travel: its words can
        return pickle.dumps(RuntimeError(f"{type(failure).__name__}: {failure}"))
    return data
