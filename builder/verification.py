"""Whether a file that came from outside is the one that was pinned."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Protocol

from builder import messages


class Pinned(Protocol):
    """What a pin fixes: the size in bytes, and the SHA-256 in hexadecimal."""

    @property
    def size(self) -> int: ...

    @property
    def sha256(self) -> str: ...


def check(path: Path, pin: Pinned) -> str:
    """What is wrong with the file, or '' when it is the pinned one."""
    try:
        size = path.stat().st_size
        if size != pin.size:
            return messages.text("fault_size", size=size, expected=pin.size)
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return messages.text("fault_unreadable", reason=error.strerror or error)
    return "" if found == pin.sha256 else messages.text("fault_hash", found=found, expected=pin.sha256)
