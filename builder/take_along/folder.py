"""The whole book as a folder in a zip: what a double click needs, and nothing that only a host can use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from builder.book import Book
from builder.hosting import offline
from builder.trees import files_below

FOLDER = "descargas"
# Python as http sends it; a double click reads the same from the scripts in `file/`.
_FOR_HOSTS = re.compile(rf"^(?:python/[^/]+/(?!file/)|descargas/.*\.zip$|sitemap\.xml$|robots\.txt$|404\.html$|{re.escape(offline.WORKER)}$)")


def archive_name(book: Book) -> str:
    """The address of the folder in a zip."""
    return f"{FOLDER}/{book.id}.zip"


def zip_folder(stage: Path, archive: Path, name: str) -> int:
    """Write `archive` with the files of `stage` under a folder called `name`; its size in bytes.

    The same files give the same bytes: members are sorted, and have no date.
    """
    import zipfile  # late: few builds pack anything

    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as made:
        for path in sorted(_chosen(files_below(stage))):
            info = zipfile.ZipInfo(f"{name}/{path}")
            info.external_attr = 0o644 << 16
            made.writestr(info, (stage / path).read_bytes(), zipfile.ZIP_DEFLATED, 6)
    return archive.stat().st_size


def _chosen(paths: Iterable[str]) -> Iterable[str]:
    return (path for path in (one.replace("\\", "/") for one in paths) if not _FOR_HOSTS.match(path))
