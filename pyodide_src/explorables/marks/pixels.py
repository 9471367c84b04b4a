"""Many small numbers as one picture: a grey PNG, written here so that its bytes are the same everywhere.

Nothing is compressed: what a compressor gives depends on its version.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence

STORED = 65535


def grey_png(rows: Sequence[bytes]) -> bytes:
    """A PNG of 8 bits of grey a pixel; `rows` are of one length. Raises ValueError for none, or of several lengths."""
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("a picture needs rows of one length")
    head = struct.pack(">2I5B", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    data = b"".join(b"\0" + row for row in rows)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(name, content) for name, content in ((b"IHDR", head), (b"IDAT", _stored(data)), (b"IEND", b""))
    )


def data_uri(png: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _stored(data: bytes) -> bytes:
    """A zlib stream of stored blocks."""
    pieces = [b"\x78\x01"]
    for start in range(0, len(data), STORED):
        block = data[start : start + STORED]
        last = start + STORED >= len(data)
        pieces.append(struct.pack("<BHH", last, len(block), len(block) ^ 0xFFFF) + block)
    return b"".join(pieces) + struct.pack(">I", zlib.adler32(data))
