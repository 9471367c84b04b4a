"""Zip archives as values: members by name in, the same bytes out each time."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Mapping

_MOMENT = (1980, 1, 1, 0, 0, 0)


def read_members(data: bytes) -> dict[str, bytes]:
    """The files of a zip archive by name; folders are left out."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {item.filename: archive.read(item) for item in archive.infolist() if not item.is_dir()}


def write_zip(members: Mapping[str, bytes]) -> bytes:
    """A zip archive of `members`, sorted, with one fixed time and mode for all.

    They are stored as they are: the archive is packed as a whole, which makes it smaller, and its members are then read
    from memory without any work.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(members):
            item = zipfile.ZipInfo(name, _MOMENT)
            item.create_system = 3
            item.external_attr = 0o644 << 16
            archive.writestr(item, members[name])
    return buffer.getvalue()


def with_record(members: Mapping[str, bytes]) -> dict[str, bytes]:
    """The members of a wheel with a RECORD that fits them. Raises ValueError if they are no wheel."""
    records = [name for name in members if name.endswith(".dist-info/RECORD")]
    if len(records) != 1:
        raise ValueError(f"a wheel has one RECORD, these members have {len(records)}")
    lines = []
    for name in sorted(set(members) - set(records)):
        digest = base64.urlsafe_b64encode(hashlib.sha256(members[name]).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(members[name])}\n")
    return {**members, records[0]: ("".join(lines) + f"{records[0]},,\n").encode()}
