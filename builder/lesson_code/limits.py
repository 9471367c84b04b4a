"""What the code of a lesson may take of the machine, set by its own process on itself."""

from __future__ import annotations

import sys
from dataclasses import dataclass

if sys.platform != "win32":
    import resource


@dataclass(frozen=True)
class Limits:
    """Seconds for each piece of code, and megabytes for all that a lesson's process holds at once."""

    seconds: float
    megabytes: int


ENFORCED = sys.platform.startswith("linux")
"""macOS knows the limit and doesn't hold to it; Windows has none of the kind."""


def limit_memory(megabytes: int) -> None:
    """From now on this process may take so many megabytes more than it has; then Python raises `MemoryError`."""
    if not ENFORCED:
        return
    with open("/proc/self/statm", encoding="ascii") as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()
    most = taken + megabytes * 1_000_000
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    # A crash in compiled code must not leave a file of its memory beside the lesson.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
