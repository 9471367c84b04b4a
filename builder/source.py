"""Reading a text that an author wrote: UTF-8, NFC, Unix line ends; or a problem that names the byte."""

from __future__ import annotations

import re
import stat
import unicodedata
from pathlib import Path

from builder import messages
from builder.problems import Problems

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Characters that stand for nothing on a page; tabs and line ends do."""
# The same in bytes, ten times as quick to see in a text that has none; then one looks where.
_ALLOWED = bytes({*range(0x20, 0x100), 0x09, 0x0A, 0x0D} - {0x7F})
_C1 = re.compile(rb"\xc2[\x80-\x9f]")
MAX_BYTES = 4_000_000


def read_text(path: Path, problems: Problems) -> str | None:
    """The text of `path`, NFC-normalised with `\\n` line ends and no byte order mark.

    None, with a problem recorded, when it can't be read, isn't UTF-8, holds a NUL or another
    character that no page can show, or is over `MAX_BYTES`.
    """
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            # A named pipe, say, may never end.
            problems.add("file-unreadable", path, reason=messages.text("no_plain_file"))
            return None
        data = path.read_bytes()
    except OSError as error:
        problems.add("file-unreadable", path, reason=error.strerror or str(error))
        return None
    if len(data) > MAX_BYTES:
        problems.add("file-too-large", path, size=f"{len(data) / 1e6:.1f} MB", limit=f"{MAX_BYTES / 1e6:.0f} MB")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # With a BOM, positions count from after it; the line is the same either way.
        line = data[: error.start].count(b"\n") + 1
        problems.add("file-not-utf8", path, line, byte=error.start + 1, value=f"0x{error.object[error.start]:02x}")
        return None
    if "\0" in text:
        at = text.index("\0")
        problems.add("file-has-nul", path, text.count("\n", 0, at) + 1, byte=len(text[:at].encode()) + 1)
        return None
    if (data.translate(None, _ALLOWED) or _C1.search(data)) and (found := CONTROL.search(text)):
        before = text[: found.start()]
        line, column = before.count("\n") + 1, found.start() - before.rfind("\n")
        problems.add("file-has-control", path, line, column, code=f"U+{ord(found[0]):04X}")
        return None
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", text)
