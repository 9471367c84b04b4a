"""The files of a site on their way into a fresh folder. What the last build wrote, and nobody touched since, is linked."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from builder import fingerprints
from builder.store import Store, digest
from builder.trees import files_below

_Seen = tuple[str, int, int, int]
"""A file's token, and its inode, size and time of change by which one sees that it is still that one."""


class Writer:
    """Writes into `stage` what will be `output`; what lies there now may serve again."""

    def __init__(self, stage: Path, output: Path, store: Store) -> None:
        self._stage, self._output, self._store = str(stage), str(output.resolve()), store
        self._key = digest(self._output)
        self._last: dict[str, _Seen] = store.get("written", [self._key]).get(self._key, {})
        self._written: dict[str, _Seen] = {}
        self._folders: set[str] = set()

    @property
    def size(self) -> int:
        """Bytes of all files so far."""
        return sum(size for _, _, size, _ in self._written.values())

    def write(self, url: str, token: str, make: Callable[[], bytes]) -> None:
        """The file that `make` gives, at an address."""
        path = self._place(url)
        if not self._linked(url, token, path):
            with open(path, "wb") as file:
                file.write(make())
            self._note(url, token, path)

    def make(self, url: str, make: Callable[[Path], object]) -> None:
        """A file that `make` writes at the path it gets, of all that was written before."""
        path, token = self._place(url), digest(fingerprints.of_builder(), sorted((name, seen[0]) for name, seen in self._written.items()))
        if not self._linked(url, token, path):
            make(Path(path))
            self._note(url, token, path)

    def copy(self, folder: Path) -> None:
        """All files of a kept folder, whose own name tells its content."""
        for name in files_below(folder):
            url = name.replace(os.sep, "/")
            path, token = self._place(url), f"{folder.parent.name}/{url}"
            if not self._linked(url, token, path):
                shutil.copyfile(folder / name, path)
                self._note(url, token, path)

    def remember(self) -> None:
        """The folder is in its place now: the next build may link from it."""
        self._store.put("written", {self._key: self._written})

    def _place(self, url: str) -> str:
        path = os.path.join(self._stage, url)
        folder = os.path.dirname(path)
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)
            self._folders.add(folder)
        return path

    def _linked(self, url: str, token: str, path: str) -> bool:
        last = self._last.get(url)
        if last is None or last[0] != token:
            return False
        old = os.path.join(self._output, url)
        try:
            if _seen(token, os.lstat(old)) != last:
                return False
            os.link(old, path)
        except OSError:  # another file system, or one without links
            return False
        self._written[url] = last
        return True

    def _note(self, url: str, token: str, path: str) -> None:
        self._written[url] = _seen(token, os.lstat(path))


def _seen(token: str, found: os.stat_result) -> _Seen:
    return token, found.st_ino, found.st_size, found.st_mtime_ns
